"""Who is told how a phase came out."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from judge.game.events import Event
from judge.game.news import Notice
from judge.game.orders.events import PlanTaken
from judge.game.phases.events import GameEnded, OrdersMissed, PhaseClosed, PhaseEvent, PhaseHeldOpen, Wait
from judge.game.phases.missing import Misses
from judge.game.phases.news import Ended, HeldOpen, Results, Warned
from judge.game.settings import Address
from judge.game.sight import is_waiting_told
from judge.game.state import Game
from judge.game.votes.events import VotesLapsed


def phase_notices(game: Game, event: PhaseEvent, later: Sequence[Event]) -> Iterator[Notice]:
    """The notices of one of these events, which made ``game`` before ``later`` happened."""
    match event:
        case PhaseClosed():
            yield from (Notice(reader, _results(game, reader, event, later)) for reader in game.audience)
        case GameEnded():
            yield from (Notice(reader, Ended(event)) for reader in game.audience)
        case PhaseHeldOpen():
            yield from (Notice(reader, _held_open(game, reader, event)) for reader in game.audience)
        case OrdersMissed():
            yield from _warned(game, event)
        case _:
            assert_never(event)


def _held_open(game: Game, reader: Address, event: PhaseHeldOpen) -> HeldOpen:
    """That a seat is empty everyone knows; who is late where the game tells who is waited for."""
    own = tuple(power for power in game.powers_of(reader) if power in event.powers)
    is_told = event.why is Wait.STANDBY or is_waiting_told(game, reader)
    return HeldOpen(event, event.powers if is_told else own, own)


def _warned(game: Game, event: OrdersMissed) -> Iterator[Notice]:
    """A warning while there is something to warn of; whoever loses the seat is told that instead."""
    missing = game.settings.missing
    costs_it = game.misses.get(event.player, Misses()).cost_the_seat(missing)
    if missing.may_cost_the_seat and not costs_it:
        seat = dict.fromkeys(player for power in event.powers for player in game.players_of(power))
        yield from (Notice(player, Warned(event)) for player in seat)


def _results(game: Game, reader: Address, event: PhaseClosed, later: Sequence[Event]) -> Results:
    """The results for one reader, with what was taken up of their own plans and what lapsed of their own votes."""
    closes = [place for place, event in enumerate(later) if isinstance(event, PhaseClosed)]
    opening = later[: closes[0]] if closes else later
    powers = game.powers_of(reader)
    taken = tuple(event for event in opening if isinstance(event, PlanTaken) and event.power in powers)
    votes = (event for event in opening if isinstance(event, VotesLapsed) and event.power in powers)
    lapsed = tuple(event for event in votes if event.reader == game.readers[reader])
    return Results(event, powers, taken, passed=bool(closes), lapsed=lapsed)
