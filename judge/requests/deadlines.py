"""Requests about time: absences, deadlines moved, pauses, waiting."""

import re
from dataclasses import dataclass
from datetime import date, time, timedelta

from judge.requests.dates import read_dates, read_day_count, read_hour, read_length, speaks_of_days
from judge.requests.registry import reads
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, near
from judge.requests.vocabulary import VerbLine, Word, fold_case, value_of, vocabulary


@dataclass(frozen=True)
class TellAbsenceRequest:
    """Announce an absence on the days that ``words`` name, none where there are none."""

    words: Word | None


@dataclass(frozen=True)
class CancelAbsenceRequest:
    """Cancel an absence."""


@dataclass(frozen=True)
class MoveDeadlineRequest:
    """Move the deadline by a length, or to a day, perhaps at an hour; neither where ``words`` name neither."""

    length: timedelta | None
    day: date | None
    hour: time | None
    words: Word | None


@dataclass(frozen=True)
class TakeReserveRequest:
    """Take so many ``days`` of one's reserve; 0 where ``words`` name no whole days."""

    days: int
    words: Word | None


@dataclass(frozen=True)
class PauseGameRequest:
    """Pause the game, or resume it (``over``)."""

    over: bool


@dataclass(frozen=True)
class HoldCloseRequest:
    """Hold the early close, or release it (``over``)."""

    over: bool


DeadlineRequest = (
    TellAbsenceRequest
    | CancelAbsenceRequest
    | MoveDeadlineRequest
    | TakeReserveRequest
    | PauseGameRequest
    | HoldCloseRequest
)


@reads("pause", "resume", is_alone=True)
def read_pause(verb: VerbLine) -> PauseGameRequest:
    """Whether the game is to stand still or to go on."""
    return PauseGameRequest(over=verb.key == "resume")


@reads("wait", "nowait", is_alone=True)
def read_wait(verb: VerbLine) -> HoldCloseRequest:
    """Whether the early close is to be held."""
    return HoldCloseRequest(over=verb.key == "nowait")


@reads("absence")
def read_absence(verb: VerbLine) -> TellAbsenceRequest | CancelAbsenceRequest | None:
    """When somebody will be away, or that they will not; None of prose that begins with the word."""
    words = verb.rest
    if words and value_of(words.text) in {"no", "cancelled"}:
        return CancelAbsenceRequest()
    return TellAbsenceRequest(words) if words is None or _is_meant(verb) or speaks_of_days(words.text) else None


@reads("extend")
def read_extension(verb: VerbLine) -> MoveDeadlineRequest | None:
    """By how much, or to when, the deadline is to move; None of prose that begins with the word."""
    words = verb.rest
    if words and not _is_meant(verb) and not speaks_of_days(words.text):
        return None
    text = words.text if words else ""
    bare = re.sub(r"^(?:by|de|for|pour)\s+", "", text, flags=re.IGNORECASE)
    length = read_length(bare)
    if length:
        return MoveDeadlineRequest(length, None, None, words)
    *most, last = text.split() or [""]
    hour = read_hour(last) if most else None
    dates = read_dates(" ".join(most) if hour else text)
    return MoveDeadlineRequest(None, dates[0] if len(dates) == 1 else None, hour, words)


@reads("take")
def read_take(verb: VerbLine) -> TakeReserveRequest | SuggestedCommand | PossibleOrder:
    """How many days of a reserve are to be taken; whatever else begins with the word is read without it."""
    text = verb.rest.text if verb.rest else ""
    behind, days = read_day_count(text)
    names_it = any(vocabulary().settings.get(word) == "reserve" for word in re.findall(r"\w+", fold_case(behind)))
    if names_it or (days and not behind.strip(" .!")):
        return TakeReserveRequest(days, verb.rest)
    is_length = read_length(text) is not None or not text
    return TakeReserveRequest(0, verb.rest) if is_length and _is_meant(verb) else near(verb.text)


def _is_meant(verb: VerbLine) -> bool:
    """Whether the verb stands in capitals."""
    return verb.text.split(maxsplit=1)[0].rstrip(":").isupper()
