"""Deadlines as calendar entries: what one person's calendar must add, change or cancel."""

from dataclasses import dataclass, replace
from datetime import datetime

from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.position import Phase

_MOST_MOVES = 1000
"""More moves than any deadline ever has."""


@dataclass(frozen=True)
class CalendarEntry:
    """The deadline of a phase as a calendar entry; of two for the same phase the higher ``sequence`` counts.

    ``counted_by`` is what names the phase (``Board.phase_names``).
    """

    phase: Phase
    at: datetime
    sequence: int
    is_cancelled: bool = False
    counted_by: str = "years"


def calendar_entries(before: Game | None, game: Game, reader: Address, now: datetime) -> tuple[CalendarEntry, ...]:
    """The entries to send to a person who keeps a calendar, once ``before`` has become ``game``.

    The entry of a phase that has closed early, or of a paused game, is cancelled; one whose hour has come stays.
    """
    person = game.people.get(reader)
    if person is None or not person.calendar:
        return ()
    earlier = before.people.get(reader) if before else None
    old = _entry(before) if before and earlier and earlier.calendar else None
    new = _entry(game)
    told: list[CalendarEntry] = []
    if old and old.at > now and (new is None or new.phase != old.phase):
        told.append(replace(old, sequence=old.sequence + 1, is_cancelled=True))
    if new and new != old:
        told.append(new)
    return tuple(told)


def _entry(game: Game) -> CalendarEntry | None:
    """The entry of the open phase; None where no deadline runs.

    Each move counts twice in its ``sequence``, which leaves a number for a cancellation between two moves. A phase that
    opens again after a rollback has the same entry, newer than any before.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None or game.timekeeping.paused:
        return None
    sequence = 2 * (deadline.moves + _MOST_MOVES * len(game.undone))
    return CalendarEntry(position.phase, deadline.at, sequence, counted_by=game.board.phase_names)
