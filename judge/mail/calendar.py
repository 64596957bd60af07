"""The phase that some words name."""

import re
from dataclasses import dataclass

from judge.mail.vocabulary import fold, vocabulary
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season

_CODE = re.compile(r"[sfw]\d{4}[mra]")
_PIECE = re.compile(r"[^\W\d_]+|\d+")


def read_phase(text: str) -> Phase | None:
    """The phase that words name in any order: ``F1902M``, ``Fall 1902``, ``retraites d'automne 1902``.

    Where no kind is named movements are meant, in winter adjustments; those of autumn are written in winter.
    """
    year: Year | None = None
    season: Season | None = None
    kind: PhaseKind | None = None
    words = vocabulary()
    for piece in _PIECE.findall(fold(text)):
        if year is None and re.fullmatch(r"\d{4}", piece):
            year = Year(int(piece))
        elif season is None and piece in words.seasons:
            season = Season(words.seasons[piece])
        elif kind is None and piece in words.kinds:
            kind = PhaseKind(words.kinds[piece])
        elif piece not in words.fillers:
            return None
    return _phase(season, year, kind) if season and year else None


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
    spelt = [piece for piece in _PIECE.findall(fold(heading)) if re.fullmatch(r"\d{4}|[^\W\d_]{2,}", piece)]
    named = [piece for piece in spelt if piece.isdigit() or piece in {**words.seasons, **words.kinds}]
    phase = read_phase(codes[0] if codes else " ".join(named))
    has_kind = bool(codes) or any(piece in words.kinds for piece in named)
    return Named(phase, has_kind or phase.season is Season.WINTER) if phase else None


def _phase(season: Season, year: Year, kind: PhaseKind | None) -> Phase | None:
    match season, kind:
        case (Season.WINTER | Season.FALL, PhaseKind.ADJUSTMENT) | (Season.WINTER, None):
            return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
        case (Season.WINTER, _) | (_, PhaseKind.ADJUSTMENT):
            return None
        case _:
            return Phase(season, year, kind or PhaseKind.MOVEMENT)
