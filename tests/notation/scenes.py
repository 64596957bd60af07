"""Lines of orders kept as text, each with a position in which its units stand."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.notation.tables import Notation, load_notation, notation_names
from judge.rules.board import Power, Province, Unit
from judge.rules.board_file import load_board
from judge.rules.orders import Order
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from tests.rules import plain

BOARD = load_board("standard")
NOTATIONS = tuple(load_notation(name) for name in notation_names())
FRANCE, ITALY = Power("FRANCE"), Power("ITALY")

_HERE = Path(__file__).parent / "lines"
_STANDING = re.compile(r"(?:^| [SC] )([AF] [A-Z]{3}(?:/[NSE]C)?)(?! B)")


@dataclass(frozen=True)
class Row:
    """One line of a file: a text in a convention, for a phase, among units of France, with what the file says of it."""

    notation: str
    phase: str
    text: str
    facts: tuple[str, ...]
    units: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.notation} {self.phase[-1]}: {self.text}"

    @property
    def own(self) -> Notation:
        return load_notation(self.notation)


@dataclass(frozen=True)
class Line(Row):
    """A text with its one meaning."""

    @property
    def order(self) -> Order:
        return plain.order(self.facts[0])

    @property
    def position(self) -> Position:
        """The units the meaning speaks of, and those the heading names where these leave room."""
        meant = standing_in(self.facts[0])
        taken = {unit[2:5] for unit in meant}
        return scene(self.phase, *meant, *(unit for unit in self.units if unit[2:5] not in taken))


def lines(*names: str) -> tuple[Line, ...]:
    """The rows ``text | meaning | …`` of these files."""
    return tuple(Line(**vars(row)) for name in names for row in rows(name))


def rows(name: str) -> Iterator[Row]:
    r"""The rows ``text | fact | …`` of a file under headings ``[notation phase units]``; ``\u00ad`` is a character."""
    notation = phase = ""
    units: tuple[str, ...] = ()
    for row in (_HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"\[(\S+) (\S+)(?: (.+))?\]", row):
            notation, phase, units = heading[1], heading[2], tuple((heading[3] or "").split(", "))
        elif row and not row.startswith("#"):
            text, *facts = (cell.strip() for cell in re.sub(r"\\u(....)", _character, row).split("|"))
            yield Row(notation, phase, text, tuple(facts), tuple(filter(None, units)))


def standing_in(request: str) -> list[str]:
    """The units that an order in its plain spelling speaks of, but for one to be built."""
    return _STANDING.findall(request)


def scene(phase: str, *units: str, foreign: Iterable[str] = ()) -> Position:
    """These units of France (``A PAR``) and foreign ones of Italy; in a retreat phase all of them are driven out.

    In W1902A France owns its home centres, else nobody owns any.
    """
    standing = [plain.unit(FRANCE, text) for text in units] + [plain.unit(ITALY, text) for text in foreign]
    by_place = {unit.at.province: unit for unit in standing}
    if Phase.parse(phase).kind is not PhaseKind.RETREAT:
        owned = BOARD.homes(FRANCE) if phase == "W1902A" else ()
        return Position(Phase.parse(phase), by_place, dict.fromkeys(owned, FRANCE))
    return Position(Phase.parse(phase), {}, {}, {at: _driven_out(unit) for at, unit in by_place.items()})


def others(own: Notation) -> tuple[Notation, ...]:
    """Every convention but one."""
    return tuple(notation for notation in NOTATIONS if notation != own)


def _driven_out(unit: Unit) -> Dislodged:
    return Dislodged(unit, Province("SWI"), tuple(sorted(BOARD.neighbours(unit.kind, unit.at))))


def _character(match: re.Match[str]) -> str:
    return chr(int(match.group(1), 16))
