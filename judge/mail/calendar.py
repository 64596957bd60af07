"""The phase that some words name."""

import re

from judge.mail.vocabulary import fold, vocabulary
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season

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


def _phase(season: Season, year: Year, kind: PhaseKind | None) -> Phase | None:
    match season, kind:
        case (Season.WINTER | Season.FALL, PhaseKind.ADJUSTMENT) | (Season.WINTER, None):
            return Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
        case (Season.WINTER, _) | (_, PhaseKind.ADJUSTMENT):
            return None
        case _:
            return Phase(season, year, kind or PhaseKind.MOVEMENT)
