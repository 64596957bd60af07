"""Reads questions about the past of a game, and lines of older judges that name a game."""

import re
from dataclasses import dataclass
from datetime import date

from judge.requests.dates import read_dates
from judge.requests.phase_names import phase_named
from judge.requests.vocabulary import fold_case, vocabulary
from judge.requests.words import Word
from judge.rules.board import Year
from judge.rules.position import Phase

_MOST_WORDS = 20
"""Words of a line that are read: a game, a phase and an order need fewer."""

_CALENDAR_FROM = 1970
"""Years from here on are those of our own calendar, where a day alone is meant."""


@dataclass(frozen=True)
class HistoryStart:
    """Where the history is to start: at a phase, a year of the game, or a day."""

    word: Word
    moment: Phase | Year | date


def read_history_start(line: str, words: tuple[Word, ...]) -> tuple[HistoryStart | None, Word | None]:
    """The start that some words name, and the first of the others that is a name; either may be None."""
    words = words[:_MOST_WORDS]
    spans = ((start, end) for start in range(len(words)) for end in range(len(words), start, -1))
    for start, end in spans:
        if fold_case(words[end - 1].text) in vocabulary().fillers:
            continue
        word = Word(line[words[start].start : words[end - 1].end], words[start].start)
        moment = _moment(word.text)
        if moment:
            return HistoryStart(word, moment), first_name_among(words[:start] + words[end:])
    return None, first_name_among(words)


def first_name_among(words: tuple[Word, ...]) -> Word | None:
    """The first word that may be a name."""
    return next((word for word in words if fold_case(word.text) not in vocabulary().fillers), None)


def _moment(text: str) -> Phase | Year | date | None:
    bare = " ".join(word for word in fold_case(text).split() if word not in vocabulary().fillers)
    if re.fullmatch(r"\d{4}", bare) and int(bare) < _CALENDAR_FROM:
        return Year(int(bare))
    return next(iter(read_dates(bare)), None) or phase_named(text)


def phase_and_unit(line: str, words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The phase among some words, the first of which may be the name of a game; and the other words."""
    if len(words) > _MOST_WORDS:
        return None, words
    found, others = _phase_beside(line, words)
    if found is None or phase_named(found.text):
        return found, others
    behind, others_behind = _phase_beside(line, words[1:])
    return (behind, words[:1] + others_behind) if behind and phase_named(behind.text) else (found, others)


def _phase_beside(line: str, words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The phase before or behind a unit, for no name of a unit has a digit; and the other words."""
    years = [place for place, word in enumerate(words) if any(letter.isdigit() for letter in word.text)]
    if not years:
        return None, words
    end = years[0] + 1
    while end < len(words) and len(words[end].text) > 2 and _names_phase(line, words[: end + 1]):  # noqa: PLR2004 (A, F)
        end += 1
    if before := _names_phase(line, words[:end]):
        return before, words[end:]
    for start in range(1, len(words)):
        if behind := _names_phase(line, words[start:]):
            return behind, words[:start]
    place = years[0]
    return words[place], words[:place] + words[place + 1 :]


def _names_phase(line: str, words: tuple[Word, ...]) -> Word | None:
    """The words as one, if they name a phase."""
    text = line[words[0].start : words[-1].end]
    return Word(text, words[0].start) if phase_named(text) else None


def games_signed_on(word: str) -> tuple[str, ...]:
    """The games that the word behind SIGNON may mean: ``?rome`` a seat in rome, ``frome`` its F, ``rome`` itself."""
    return (word[1:],) if word.startswith("?") else (word, word[1:])
