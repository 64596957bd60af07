"""Who is told what of some events, for tests that have no trail."""

from collections.abc import Sequence

from judge.game.apply import Trail, notices_of
from judge.game.messages import Event, Notice
from judge.game.state import Game


def notices(before: Game | None, events: Sequence[Event]) -> tuple[Notice, ...]:
    """The notices of events that happened to the game as it stood before."""
    return notices_of(Trail(before).on(events))
