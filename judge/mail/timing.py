"""What lines about time mean: absences, deadlines moved, pauses, waiting."""

import re
from dataclasses import dataclass
from datetime import date, time, timedelta

from judge.mail.dates import read_dates, read_hour, read_length, speaks_of_days
from judge.mail.vocabulary import value_of
from judge.mail.words import Word


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

ALONE = frozenset({"pause", "resume", "wait", "nowait"})
"""Verbs that are commands only when they stand alone on their line: prose begins with them, too."""


def read_about_time(line: str, key: str, words: tuple[Word, ...]) -> AboutTime | None:
    """What a line about time says, by the key of its verb; None when it is prose that begins with such a word."""
    match key:
        case "pause" | "resume":
            return StandStill(over=key == "resume")
        case "wait" | "nowait":
            return HoldOn(over=key == "nowait")
        case "absence" | "extend":
            behind = Word(line[words[0].start :].rstrip(), words[0].start) if words else None
            is_meant = line.split(maxsplit=1)[0].rstrip(":").isupper()
            return _away(behind, is_meant=is_meant) if key == "absence" else _extend(behind, is_meant=is_meant)
        case _:
            return None


def _away(words: Word | None, *, is_meant: bool) -> TellAway | NotAway | None:
    if words and value_of(words.text) in {"no", "cancelled"}:
        return NotAway()
    return TellAway(words) if words is None or is_meant or speaks_of_days(words.text) else None


def _extend(words: Word | None, *, is_meant: bool) -> Extend | None:
    if words and not is_meant and not speaks_of_days(words.text):
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
