"""Reads and writes orders to scouts: ``E PON A AAD``, ``E PON E L BRU``, ``E PON S S``, ``+E AAD`` (004 5, 8)."""

import re
from typing import assert_never

from judge.rules.board import Board, Province
from judge.rules.errands import Commission, Enlist, Investigate, Sabotage, SpyQuickly, SpySlowly, Travel

_LINE = re.compile(
    r"\s*E\s+(?P<at>\w+)\s+(?:(?P<spy>E)\s*(?P<pace>[LR])|(?P<go>A)|(?P<look>I)\s*A|(?P<harm>S)\s*S)\b\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_ENLIST = re.compile(r"\s*\+\s*E\s+(?P<at>\w+)\s*", re.IGNORECASE)


def read_errand(line: str, board: Board) -> Commission | None:
    """The errand of a line, None where it has none; the booklet follows no other spelling (004 7).

    Regions are written by their codes. A spy that names no region spies where it is. Recruiting, of which 004 prints
    nothing, is written as that of units is.
    """
    if enlisted := _ENLIST.fullmatch(line):
        centre = _region(enlisted["at"], board)
        return Enlist(centre) if centre else None
    found = _LINE.fullmatch(line)
    at = _region(found["at"], board) if found else None
    if found is None or at is None:
        return None
    rest = found["rest"].strip()
    if found["look"]:
        return Investigate(at, rest)
    target = _region(rest, board) if rest else None
    if rest and target is None:
        return None
    if found["go"]:
        return Travel(at, target) if target else None
    if found["harm"]:
        return Sabotage(at) if target in {None, at} else None
    spy = SpySlowly if found["pace"].upper() == "L" else SpyQuickly
    return spy(at, target or at)


def write_errand(errand: Commission) -> str:
    """An errand as the booklet would write it; it prints no example."""
    match errand:
        case Travel(at, to):
            return f"E {at} A {to}"
        case SpySlowly(at, target):
            return f"E {at} E L {target}"
        case SpyQuickly(at, target):
            return f"E {at} E R {target}"
        case Investigate(at, about):
            return f"E {at} I A {about}".rstrip()
        case Sabotage(at):
            return f"E {at} S S"
        case Enlist(at):
            return f"+E {at}"
        case _:
            assert_never(errand)


def _region(word: str, board: Board) -> Province | None:
    code = Province(word.upper())
    return code if code in board.regions else None
