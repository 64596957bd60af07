"""Reads the name of a phase."""

import re
from dataclasses import dataclass, replace

from judge.requests.vocabulary import fold_case, vocabulary
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season

_CODE = re.compile(r"\b[sfwpah]\d{1,4}[mra]\b")
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
_TURN = re.compile(r"\b(?:tour|turn)\b")
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
    told = _date_words(heading)
    phase = phase_named(codes[0] if codes else " ".join(told))
    has_kind = bool(codes) or any(piece in words.kinds for piece in told)
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
    words, told = vocabulary(), _date_words(heading)
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
