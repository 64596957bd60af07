"""The lines of the rule texts, read as the judge reads those of a player who writes that way."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from judge.notation.lexer import folded_words
from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order
from judge.notation.tables import Notation, OrderPart, load_notation
from judge.notation.write import write_place
from judge.rules.board import Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import Order, province_of
from judge.rules.position import Dislodged, Phase, PhaseKind, Position

STANDARD = load_board("standard")
SEASONS = tuple(map(Phase.parse, ("S1901M", "S1901R", "W1901A")))


@dataclass(frozen=True)
class Printed:
    """The convention of one text; its report marks are taken out of a line as an order has none."""

    notation: Notation

    def power(self, heading: str) -> Power:
        """The power a heading names, in the text's own language."""
        names = self.notation.phrases[folded_words(heading)]
        return next(Power(name.value) for name in names if name.part is OrderPart.POWER)

    def unit(self, power: Power, line: str) -> Unit | None:
        """The unit a line speaks to; an army where the text writes no letter."""
        province = _province(self.notation, line)
        letter = re.match(r"-?([AF])\b", line)
        kind = UnitKind(letter.group(1)) if letter else UnitKind.ARMY
        return Unit(power, kind, Location(province)) if province else None

    def order(self, line: str, position: Position, power: Power) -> Order:
        """The one order the line means for the units that stand there."""
        order = _read(self.notation, line, position, power)
        assert not isinstance(order, Misread), order
        return order

    def place(self, location: Location) -> str:
        """The abbreviation of the text."""
        return write_place(location, self.notation, STANDARD)


def printed(name: str) -> Printed:
    """The language of a text by the name of its convention."""
    return Printed(load_notation(name))


def _read(notation: Notation, line: str, position: Position, power: Power) -> Order | Misread:
    """A line of an order, or that of a report with the order it was."""
    read = read_order(line, position, STANDARD, power, notation)
    if isinstance(read, Misread) and read.why is MisreadReason.REPORT_MARK and len(read.meanings) == 1:
        return read.meanings[0]
    return read


@cache
def _province(notation: Notation, line: str) -> Province | None:
    """The region of the unit a line speaks to, found where units stand everywhere; None for a build or for nothing."""
    for text in (line, f"{line} {notation.signs['hold']}"):
        for phase in SEASONS:
            power = next(iter(STANDARD.powers))
            order = _read(notation, text, _everywhere(phase, power), power)
            if not isinstance(order, Misread):
                return None if phase.kind is PhaseKind.ADJUSTMENT and line.startswith("+") else province_of(order)
    return None


@lru_cache
def _everywhere(phase: Phase, power: Power) -> Position:
    """Units of one power in every region, driven out in a retreat phase."""
    units = {
        at: Unit(power, UnitKind.FLEET if region.terrain is Terrain.SEA else UnitKind.ARMY, Location(at))
        for at, region in STANDARD.regions.items()
    }
    if phase.kind is not PhaseKind.RETREAT:
        return Position(phase, units)
    return Position(phase, {}, {}, {at: Dislodged(unit, at, ()) for at, unit in units.items()})
