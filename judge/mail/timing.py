"""What lines about time mean: absences, deadlines moved, pauses, waiting."""

import re
from dataclasses import dataclass
from datetime import date, time, timedelta

from judge.mail.dates import read_dates, read_hour, read_length, speaks_of_days
from judge.mail.vocabulary import value_of
from judge.mail.words import VerbLine, Word


@dataclass(frozen=True)
class TellAway:
    """Somebody will be away on the days that ``words`` name, none where there are none."""

    words: Word | None


@dataclass(frozen=True)
class NotAway:
    """Somebody will be there after all."""


@dataclass(frozen=True)
class Extend:
    """The deadline is to move by a length, or to a day, perhaps at an hour; neither where ``words`` alone do not."""

    length: timedelta | None
    day: date | None
    hour: time | None
    words: Word | None


@dataclass(frozen=True)
class StandStill:
    """The game is to be paused, or to go on (``over``)."""

    over: bool


@dataclass(frozen=True)
class HoldOn:
    """The early close is to be held, or no longer (``over``)."""

    over: bool


AboutTime = TellAway | NotAway | Extend | StandStill | HoldOn


def read_pause(verb: VerbLine) -> StandStill:
    """Whether the game is to stand still or to go on."""
    return StandStill(over=verb.key == "resume")


def read_wait(verb: VerbLine) -> HoldOn:
    """Whether the early close is to be held."""
    return HoldOn(over=verb.key == "nowait")


def read_absence(verb: VerbLine) -> TellAway | NotAway | None:
    """When somebody will be away, or that they will not; None of prose that begins with the word."""
    words = verb.rest
    if words and value_of(words.text) in {"no", "cancelled"}:
        return NotAway()
    return TellAway(words) if words is None or _is_meant(verb) or speaks_of_days(words.text) else None


def read_extension(verb: VerbLine) -> Extend | None:
    """By how much, or to when, the deadline is to move; None of prose that begins with the word."""
    words = verb.rest
    if words and not _is_meant(verb) and not speaks_of_days(words.text):
        return None
    text = words.text if words else ""
    bare = re.sub(r"^(?:by|de|for|pour)\s+", "", text, flags=re.IGNORECASE)
    length = read_length(bare)
    if length:
        return Extend(length, None, None, words)
    *most, last = text.split() or [""]
    hour = read_hour(last) if most else None
    dates = read_dates(" ".join(most) if hour else text)
    return Extend(None, dates[0] if len(dates) == 1 else None, hour, words)


def _is_meant(verb: VerbLine) -> bool:
    """Whether the verb stands in capitals."""
    return verb.text.split(maxsplit=1)[0].rstrip(":").isupper()
