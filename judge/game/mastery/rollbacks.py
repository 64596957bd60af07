"""Rollbacks in a log: which closed phases still count, what was undone, how a phase began."""

from collections.abc import Sequence

from judge.game.apply import apply
from judge.game.mastery.messages import RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import OrdersMissed, PhaseClosed
from judge.game.seats.messages import GameStarted
from judge.game.state import Game


def valid_phases(events: Sequence[Event]) -> tuple[PhaseClosed, ...]:
    """The closed phases of a log, oldest first, without those that the master has undone."""
    undone = {number for event in events if isinstance(event, RolledBack) for number in event.undone}
    return tuple(event for event in events if isinstance(event, PhaseClosed) and event.number not in undone)


def undone_events(events: Sequence[Event]) -> frozenset[int]:
    """The places in a log of the closes that were undone, and of the missed deadlines before them."""
    numbers = {number for event in events if isinstance(event, RolledBack) for number in event.undone}
    undone: set[int] = set()
    missed: set[int] = set()
    for place, event in enumerate(events):
        match event:
            case OrdersMissed():
                missed.add(place)
            case PhaseClosed(number=number) if number in numbers:
                undone |= {*missed, place}
                missed.clear()
            case PhaseClosed():
                missed.clear()
            case RolledBack():
                undone |= missed
                missed.clear()
            case _:
                pass
    return frozenset(undone)


def game_at_opening(events: Sequence[Event], closed: PhaseClosed) -> Game | None:
    """The game as it was when the phase that was ``closed`` later had just opened; None when no such phase closed."""
    game: Game | None = None
    opened: Game | None = None
    for event in events:
        if isinstance(event, PhaseClosed) and event.number == closed.number:
            return opened
        game = apply(game, event)
        if isinstance(event, GameStarted | PhaseClosed | RolledBack):
            opened = game
    return None
