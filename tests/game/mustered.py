"""Games that fill, and musters in them."""

from dataclasses import replace
from datetime import timedelta

from judge.game.seats.messages import AnswerMuster, JoinGame
from judge.game.settings import Access, Seating, Settings
from judge.game.state import Game
from tests.game.tables import POWERS, WEEKLY, address, happen, opened, person

MUSTER = timedelta(days=5)
LISTS = replace(WEEKLY, seating=Seating.LISTS)
MUSTERED = replace(LISTS, access=Access(muster=MUSTER))


def filled(settings: Settings, players: int = 7) -> Game:
    game = opened(settings)
    for power in POWERS[:players]:
        game = happen(game, JoinGame(person(power)))
    return game


def silent(game: Game, *powers: str) -> Game:
    for power in set(POWERS[:6]) - set(powers):
        game = happen(game, AnswerMuster(address(power)))
    return game
