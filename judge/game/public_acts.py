"""What everybody is told of a game that is no order, a line for each act: hours moved, seats, votes passed, settings.

The fingerprint of the game is made of these lines, so that whoever holds a report can check them without any key. Each
has what all may know, field by field, and nothing else: a power, never who plays it; hours to the minute:
``2026-01-19T20:00Z deadline-moved F1901M 2026-01-21T20:00Z``.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from hashlib import sha256
from typing import get_args

from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import DeadlineMoved, GamePaused, GameResumed, PhaseExtended
from judge.game.mastery.messages import (
    ActAgreed,
    MasterChanged,
    PositionCorrected,
    PositionTakenOver,
    RolledBack,
    SettingsChanged,
)
from judge.game.messages import Event, Transition, tag_of
from judge.game.phases.messages import PhaseClosed, PhaseHeldOpen
from judge.game.replacements.messages import ReplacementSought, SearchEnded, SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.messages import GameStarted, PowerJoined
from judge.game.settings import Settings
from judge.game.votes.messages import VotePassed
from judge.game.war.messages import WarEvent

_ON_PAGES: Mapping[type, tuple[str, ...]] = {
    GameStarted: ("deadline",),
    PowerJoined: ("power", "seat"),
    ActAgreed: ("number", "act", "by_operator", "back_to_number"),
    PositionCorrected: ("corrections", "reason"),
    PositionTakenOver: ("deadline",),
    SettingsChanged: ("settings",),
    RolledBack: ("undone", "deadline"),
    **{
        kind: tuple(one.name for one in fields(kind) if one.name not in {"by", "at", "position", "phase"})
        for kind in get_args(WarEvent)
    },
}
"""Acts that have a page of their own in the record; what is told of each follows from it."""

TOLD: Mapping[type, tuple[str, ...]] = {
    **_ON_PAGES,
    PhaseExtended: ("phase", "deadline"),
    DeadlineMoved: ("phase", "deadline"),
    GamePaused: ("phase",),
    GameResumed: ("phase", "deadline"),
    PhaseHeldOpen: ("phase", "until"),
    SeatVacated: ("power",),
    ReplacementSought: ("power",),
    SearchEnded: ("power",),
    SeatTaken: ("power", "deadline"),
    SeatReturned: ("power", "deadline"),
    VotePassed: ("motion",),
    MasterChanged: (),
}
"""The fields of each act that everybody is told."""


def act_of(step: Transition[Event]) -> tuple[str, ...]:
    """The line of a public act in a game that has begun; none of any other event."""
    event = step.event
    names = TOLD.get(type(event))
    if names is None or step.after.position is None:
        return ()
    return (_line(event.at, type(event), " ".join(_told(step, name) for name in names)),)


def has_page(act: str) -> bool:
    """Whether the act of a line has a page of its own in the record."""
    return act.split(" ")[1:2] in _TAGS_ON_PAGES


def closing_line(event: PhaseClosed) -> str:
    """The line of a close: when, why, and the deadline that was set."""
    return _line(event.at, PhaseClosed, f"{_word(event.because)} {_word(event.deadline)}")


_WIDTH = 68
"""Characters of a line, so that no letter wraps it; longer words, which stand on pages of their own, go as a hash."""

_DIGITS = 28


def _line(at: datetime, kind: type, words: str) -> str:
    line = " ".join(filter(None, (_word(at), tag_of(kind), words)))
    digest = sha256(words.encode()).hexdigest()[:_DIGITS]
    return line if len(line) <= _WIDTH else f"{_word(at)} {tag_of(kind)} {digest}"[:_WIDTH]


_TAGS_ON_PAGES = [[tag_of(kind)] for kind in _ON_PAGES]


def _told(step: Transition[Event], name: str) -> str:
    value = getattr(step.event, name)
    if isinstance(value, Settings):
        return "; ".join(_differences(step.before.settings, value)) or "-"
    return _word(value)


def _differences(was: object, now: object, above: str = "") -> Iterator[str]:
    """What settings say otherwise than those before, so that settings of a later version change no line."""
    for one in fields(now) if is_dataclass(now) else ():
        before, after = getattr(was, one.name), getattr(now, one.name)
        if before == after or one.name == "board_text":
            continue
        if is_dataclass(after) and type(before) is type(after):
            yield from _differences(before, after, f"{above}{one.name}.")
        else:
            yield f"{above}{one.name} = {_word(after)}"


def _word(value: object) -> str:
    """A value in a line, its spaces single; a deadline without its reasons, which may be somebody's absence."""
    match value:
        case Deadline():
            return _word(value.at)
        case datetime():
            return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M}Z"
        case None | "":
            return "-"
        case Enum():
            return _word(value.value)
        case str():
            return " ".join(value.split())
        case AbstractSet():
            return " ".join(sorted(map(_word, value)))
        case Sequence():
            return " ".join(map(_word, value)) or "-"
        case _ if is_dataclass(value) and type(value).__str__ is object.__str__:
            told = (_word(getattr(value, one.name)) for one in fields(value))
            return f"({' '.join((tag_of(value.__class__), *told))})"
        case _:
            return str(value)
