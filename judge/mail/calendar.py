"""The phase that some words name."""

import re
from dataclasses import dataclass

from judge.mail.vocabulary import fold, vocabulary
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season

_CODE = re.compile(r"\b[sfw]\d{1,4}[mra]\b")
_OF_TURNS = tuple(
    (re.compile(pattern), season)
    for pattern, season in (
        (r"\b(?:1(?:st|re|ere)|premiere|first)\b", " s "),
        (r"\b(?:2(?:nd|nde|e|eme)|deuxieme|seconde|second)\b", " f "),
        (r"\b1\b(?=\W+(?:of|du|de)\W+(?:turn|tour)\b)|\bphase 1\b(?=.*\d)|(?<=\d)\W+phase 1\b", " s "),
        (r"\b2\b(?=\W+(?:of|du|de)\W+(?:turn|tour)\b)|\bphase 2\b(?=.*\d)|(?<=\d)\W+phase 2\b", " f "),
        (r"\b(?:phase|tour|turn)\b", " "),
    )
)
"""What boards whose year is a turn call its seasons (004 5): ``tour 2, deuxième phase``, ``phase 1 of turn 3``."""

_TURN = re.compile(r"\b(?:tour|turn)\b")
_PIECE = re.compile(r"[^\W\d_]+|\d+")


def read_phase(text: str) -> Phase | None:
    """The phase that words name in any order: ``F1902M``, ``retraites d'automne 1902``, ``tour 2 phase 1``.

    Where no kind is named movements are meant, in winter adjustments; those of autumn are written in winter.
    """
    year: Year | None = None
    season: Season | None = None
    kind: PhaseKind | None = None
    words = vocabulary()
    for piece in _PIECE.findall(_plain(text)):
        if year is None and re.fullmatch(r"[1-9]\d{0,3}", piece):
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


def _plain(text: str) -> str:
    """The words folded, the phases of a turn as the seasons they are."""
    folded = fold(text)
    for pattern, season in _OF_TURNS:
        folded = pattern.sub(season, folded)
    return folded


@dataclass(frozen=True)
class Named:
    """The phase a heading names; not ``is_exact`` where it tells the season alone, which may have several phases."""

    phase: Phase
    is_exact: bool


def phase_in(heading: str) -> Named | None:
    """The phase a heading names among its other words: ``FRANCE, fall 1903, orders:``; None without season and year.

    Single letters are no seasons here, but for those of a code: ``S1901M``.
    """
    codes, words = _CODE.findall(fold(heading)), vocabulary()
    if not codes and _TURN.search(fold(heading)):
        return _of_a_turn(heading)
    spelt = [piece for piece in _PIECE.findall(fold(heading)) if re.fullmatch(r"\d{4}|[^\W\d_]{2,}", piece)]
    named = [piece for piece in spelt if piece.isdigit() or piece in {**words.seasons, **words.kinds}]
    phase = read_phase(codes[0] if codes else " ".join(named))
    has_kind = bool(codes) or any(piece in words.kinds for piece in named)
    return Named(phase, has_kind or phase.season is Season.WINTER) if phase else None


def _of_a_turn(heading: str) -> Named | None:
    """The phase of a heading that speaks of a turn: ``Aadleron, tour 1, deuxième phase :``."""
    kinds = {word for word in vocabulary().kinds if len(word) > 1}
    told = [piece for piece in _PIECE.findall(_plain(heading)) if piece.isdigit() or piece in {"s", "f", *kinds}]
    phase = read_phase(" ".join(told))
    return Named(phase, is_exact=True) if phase else None


def _phase(season: Season, year: Year, kind: PhaseKind | None) -> Phase | None:
    match season, kind:
        case (Season.WINTER | Season.FALL, PhaseKind.ADJUSTMENT) | (Season.WINTER, None):
            return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
        case (Season.WINTER, _) | (_, PhaseKind.ADJUSTMENT):
            return None
        case _:
            return Phase(season, year, kind or PhaseKind.MOVEMENT)
