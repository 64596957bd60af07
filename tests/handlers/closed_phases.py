"""A game with four closed phases, about which is asked."""

from judge.rules.board import Power
from tests.reports.parlour import AUTUMN, AUTUMN_ORDERS, SEATS, SPRING, SPRING_ORDERS, closed, game_at

MOVES = closed(AUTUMN, AUTUMN_ORDERS, number=6)
RETREATS = closed(MOVES.judgement.after, {"GERMANY": ["F DEN R SKA"]}, number=7)
WINTER = closed(RETREATS.judgement.after, {"FRANCE": ["A PAR B", "F BRE B"], "GERMANY": ["A MUN D"]}, number=8)
CLOSED = (closed(SPRING, SPRING_ORDERS), MOVES, RETREATS, WINTER)
GAME = game_at()
GERDA = GAME.people[SEATS[Power("GERMANY")]]
FERNAND = GAME.people[SEATS[Power("FRANCE")]]
