"""Decisions: a command and a game make events or a refusal, nothing else."""

from datetime import datetime
from typing import assert_never

from judge.game.commands import Command
from judge.game.deadlines.commands import DeadlineCommand
from judge.game.deadlines.decide import decide_deadlines
from judge.game.events import Event
from judge.game.mastery.commands import MasteryCommand
from judge.game.mastery.decide import decide_mastery
from judge.game.orders.commands import OrderCommand
from judge.game.orders.decide import decide_orders
from judge.game.people.commands import PeopleCommand
from judge.game.people.decide import decide_people
from judge.game.press.commands import PressCommand
from judge.game.press.decide import decide_press
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.commands import ReplacementCommand
from judge.game.replacements.decide import decide_replacements
from judge.game.seats.commands import OpenGame, SeatCommand
from judge.game.seats.decide import decide_seats, open_game
from judge.game.state import Game
from judge.game.strategists.commands import StrategistCommand
from judge.game.strategists.decide import decide_strategists
from judge.game.votes.commands import VoteCommand
from judge.game.votes.decide import decide_votes
from judge.game.war.commands import WarCommand
from judge.game.war.decide import decide_war
from judge.game.watching.commands import WatchCommand
from judge.game.watching.decide import decide_watching


def decide(game: Game | None, command: Command, now: datetime) -> tuple[Event, ...] | Refused:
    """What a command makes happen at ``now`` (UTC), or why it may not. Pure: the game is left as it was."""
    if isinstance(command, OpenGame):
        return open_game(game, command, now)
    if game is None:
        return Refused(Refusal.NOT_A_PLAYER)
    if isinstance(command, SeatCommand):
        return decide_seats(game, command, now)
    if isinstance(command, ReplacementCommand):
        return decide_replacements(game, command, now)
    if isinstance(command, StrategistCommand):
        return decide_strategists(game, command, now)
    if isinstance(command, OrderCommand):
        return decide_orders(game, command, now)
    if isinstance(command, PressCommand):
        return decide_press(game, command, now)
    if isinstance(command, DeadlineCommand):
        return decide_deadlines(game, command, now)
    if isinstance(command, VoteCommand):
        return decide_votes(game, command, now)
    if isinstance(command, WatchCommand):
        return decide_watching(game, command, now)
    if isinstance(command, MasteryCommand):
        return decide_mastery(game, command, now)
    if isinstance(command, WarCommand):
        return decide_war(game, command, now)
    if isinstance(command, PeopleCommand):
        return decide_people(game, command, now)
    assert_never(command)
