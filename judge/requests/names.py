"""Names of games and of phases: what can be one, and which stand among the words of a line."""

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from judge.game.settings import GameName
from judge.languages import word_table
from judge.requests.dates import read_dates
from judge.requests.vocabulary import Word, fold_case, vocabulary
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season

CONFIRMATION_WORD, BOUNCE_WORD = "ok", "bounce"
"""What stands in the place of a game in the judge's addresses for confirmations and for bounces; no game has it."""

ROAD_WORD = "road_letter"
"""The same for letters of the operator's that go from the judge to itself; with "_" it can be no game's name."""

GAME_NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")
"""What a game may be called: the name stands in addresses, folder names and subjects."""


def game_name(word: str) -> GameName | None:
    """A word as the name of a game; None when no game may be called so."""
    name = word.lower()
    return GameName(name) if GAME_NAME.fullmatch(name) and name not in {CONFIRMATION_WORD, BOUNCE_WORD} else None


_CODE = re.compile(r"\b[sfwpaeh](?:\d{1,4}[mra]|\d{4}|\d{2})\b")
_KINDS = tuple("mra")
_TURN_PATTERNS = tuple(
    (re.compile(pattern), season)
    for pattern, season in (
        (r"\b(?:1(?:st|re|ere)|premiere|first)\b", " s "),
        (r"\b(?:2(?:nd|nde|e|eme)|deuxieme|seconde|second)\b", " f "),
        (r"\b1\b(?=\W+(?:of|du|de)\W+(?:turn|tour)\b)|\bphase 1\b(?=.*\d)|(?<=\d)\W+phase 1\b", " s "),
        (r"\b2\b(?=\W+(?:of|du|de)\W+(?:turn|tour)\b)|\bphase 2\b(?=.*\d)|(?<=\d)\W+phase 2\b", " f "),
        (r"\b(?:phase|tour|turn)\b", " "),
    )
)
"""What boards whose year is a turn call their seasons (004 5): ``tour 2, deuxième phase``, ``phase 1 of turn 3``."""

_CENTURY, _TWO, _FOUR = 100, 2, 4
_LONGEST_TITLE = 8
"""Words."""
_TURN = re.compile(r"\b(?:tour|turn)\b")
_ASIDE = re.compile(r"\([^()]*\)")
_CLAUSE = re.compile(r"[.,;:!?]\s+|\s(?:but|mais|and|et)\s")
_PIECE = re.compile(r"[^\W\d_]+|\d+")
_YEAR = re.compile(r"(?=.*[1-9])\d{1,4}")


def phase_named(text: str) -> Phase | None:
    """The phase that words name in any order: ``F1902M``, ``retraites d'automne 1902``, ``tour 2 phase 1``; or None.

    Where no kind is named movements are meant, in winter adjustments; those of autumn are written in winter.
    """
    year: Year | None = None
    season: Season | None = None
    kind: PhaseKind | None = None
    words = vocabulary()
    for piece in _PIECE.findall(_with_seasons(text)):
        if year is None and _YEAR.fullmatch(piece):
            year = Year(int(piece))
        elif season is None and piece in words.seasons:
            season = Season(words.seasons[piece])
        elif kind is None and piece in words.kinds:
            kind = PhaseKind(words.kinds[piece])
        elif piece not in words.fillers:
            return None
    if kind is PhaseKind.ADJUSTMENT:
        season = season or Season.WINTER
    return _phase(season, year, kind) if season and year else None


def _with_seasons(text: str) -> str:
    """The text folded, with the phases of a turn replaced by seasons."""
    folded = fold_case(text)
    for pattern, season in _TURN_PATTERNS:
        folded = pattern.sub(season, folded)
    return folded


@dataclass(frozen=True)
class NamedPhase:
    """The phase a heading names; not ``is_exact`` where it names the season alone, which may have several phases."""

    phase: Phase
    is_exact: bool


def phase_in(heading: str) -> NamedPhase | None:
    """The phase a heading names among its other words: ``FRANCE, fall 1903, orders:``; None without season and year.

    Single letters are no seasons here, except in a code: ``S1901M``.
    """
    codes, words = _CODE.findall(fold_case(heading)), vocabulary()
    if not codes and _TURN.search(fold_case(heading)):
        return _phase_of_turn(heading)
    told = _date_words(_told_last(heading))
    phase = phase_named(codes[0] if codes else " ".join(told))
    has_kind = codes[0].endswith(_KINDS) if codes else any(piece in words.kinds for piece in told)
    return NamedPhase(phase, has_kind or phase.season is Season.WINTER) if phase else None


@dataclass(frozen=True)
class PhaseHint:
    """What a heading that names no phase says of one: season, year, kind, each None where it is not named."""

    season: Season | None = None
    year: Year | None = None
    kind: PhaseKind | None = None

    def fits(self, phase: Phase) -> bool:
        """Whether a phase may be meant; autumn may be the winter after it, and any orders may be called moves."""
        seasons = {phase.season, Season.FALL} if phase.season is Season.WINTER else {phase.season}
        return (
            self.season in {None, *seasons}
            and self.year in {None, phase.year}
            and self.kind in {None, PhaseKind.MOVEMENT, phase.kind}
        )


def hint_in(heading: str, present: Phase) -> PhaseHint:
    """The season, the year, the kind among the words of a heading; where years are turns, ``tour 3`` names a year."""
    words, told = vocabulary(), _date_words(_told_last(heading))
    if present.year < _CENTURY and _TURN.search(fold_case(heading)):
        told = [
            piece
            for piece in _PIECE.findall(_with_seasons(heading))
            if _YEAR.fullmatch(piece) or piece in {"s", "f", *words.kinds}
        ]
    seasons = (Season(words.seasons[piece]) for piece in told if piece in words.seasons)
    years = (Year(int(piece)) for piece in told if _YEAR.fullmatch(piece))
    kinds = (PhaseKind(words.kinds[piece]) for piece in told if piece in words.kinds)
    return PhaseHint(next(seasons, None), next(years, None), next(kinds, None))


def in_century(phase: Phase, present: Phase) -> Phase:
    """A phase with a year of two digits, ``F01M``, in the century of the present one."""
    if phase.year >= _CENTURY or present.year < _CENTURY:
        return phase
    return replace(phase, year=Year(present.year // _CENTURY * _CENTURY + phase.year))


def _date_words(heading: str) -> list[str]:
    """The seasons, kinds and years of a heading in order; of two digits only a year that follows its season."""
    words = vocabulary()
    told: list[str] = []
    before = ""
    for piece in _PIECE.findall(fold_case(heading)):
        is_word = len(piece) > 1 and (piece in words.seasons or piece in words.kinds)
        is_year = piece.isdigit() and (len(piece) == _FOUR or (len(piece) == _TWO and before in words.seasons))
        told += [piece] if is_word or is_year else []
        before = piece
    return told


def _told_last(heading: str) -> str:
    """The last clause that names a season, of several: ``We are still in autumn 1902. This is for spring 1903:``.

    So is it in a heading too long for a title, whatever year its other clauses name.
    """
    pieces = _CLAUSE.split(_ASIDE.sub("", heading))
    told = [piece for piece in pieces if any(map(_is_season, _PIECE.findall(fold_case(piece))))]
    is_title = len(heading.split()) <= _LONGEST_TITLE
    return heading if not told or (len(told) == 1 and is_title) else told[-1]


def _is_season(word: str) -> bool:
    return len(word) > 1 and word in vocabulary().seasons


def _phase_of_turn(heading: str) -> NamedPhase | None:
    """The phase of a heading that speaks of a turn: ``Aadleron, tour 1, deuxième phase :``."""
    kinds = {word for word in vocabulary().kinds if len(word) > 1}
    told = [piece for piece in _PIECE.findall(_with_seasons(heading)) if piece.isdigit() or piece in {"s", "f", *kinds}]
    phase = phase_named(" ".join(told))
    return NamedPhase(phase, is_exact=True) if phase else None


def _phase(season: Season, year: Year, kind: PhaseKind | None) -> Phase | None:
    match season, kind:
        case (Season.WINTER | Season.FALL, PhaseKind.ADJUSTMENT) | (Season.WINTER, None):
            return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
        case (Season.WINTER, _) | (_, PhaseKind.ADJUSTMENT):
            return None
        case _:
            return Phase(season, year, kind or PhaseKind.MOVEMENT)


_MOST_WORDS = 20
"""Words of a line that are read: a game, a phase and an order need fewer."""

_CALENDAR_FROM = 1970
"""Years from here on are those of our own calendar, where a day alone is meant."""


@dataclass(frozen=True)
class HistoryStart:
    """Where the history is to start: at a phase, a year of the game, or a day; ``onwards`` if it says so."""

    word: Word
    moment: Phase | Year | date
    onwards: bool = False


@cache
def _onwards() -> frozenset[str]:
    """The words in front of the day on which something begins, in every language."""
    return frozenset(map(fold_case, word_table("requests", "dates")["ends"]["from"]))


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
            onwards = any(fold_case(one.text) in _onwards() for one in words)
            return HistoryStart(word, moment, onwards), _first_name_among(words[:start] + words[end:])
    return None, _first_name_among(words)


def _first_name_among(words: tuple[Word, ...]) -> Word | None:
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
