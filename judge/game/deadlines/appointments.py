"""Deadlines as entries of a calendar: what is to be added, changed or taken away for one person."""

from dataclasses import dataclass, replace
from datetime import datetime

from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.position import Phase

_MOST_MOVES = 1000
"""More than any deadline is ever moved."""


@dataclass(frozen=True)
class Appointment:
    """The deadline of a phase as an entry; of two for the same phase the one of the higher ``sequence`` counts.

    Its phase is ``counted_by`` the calendar of its board.
    """

    phase: Phase
    at: datetime
    sequence: int
    is_cancelled: bool = False
    counted_by: str = "years"


def appointments(before: Game | None, game: Game, reader: Address, now: datetime) -> tuple[Appointment, ...]:
    """What a person who keeps a calendar must be told once ``before`` has become ``game``.

    The entry of a phase that has closed early, or whose time stands still, is taken away; one whose hour has come
    stays where it is.
    """
    person = game.people.get(reader)
    if person is None or not person.calendar:
        return ()
    earlier = before.people.get(reader) if before else None
    old = _entry(before) if before and earlier and earlier.calendar else None
    new = _entry(game)
    told: list[Appointment] = []
    if old and old.at > now and (new is None or new.phase != old.phase):
        told.append(replace(old, sequence=old.sequence + 1, is_cancelled=True))
    if new and new != old:
        told.append(new)
    return tuple(told)


def _entry(game: Game) -> Appointment | None:
    """Moves count double, to leave a number for what is taken away between two of them.

    A phase that opens again after some were undone is the same entry, and a newer one than any before.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None or game.pace.paused:
        return None
    sequence = 2 * (deadline.moves + _MOST_MOVES * len(game.undone))
    return Appointment(position.phase, deadline.at, sequence, counted_by=game.board.calendar)
