"""How the lines of a case are read, and its places named: here in the neutral spelling."""

from typing import Protocol

from judge.rules.board import Location, Power, Unit
from judge.rules.orders import Order
from judge.rules.position import Position
from tests.rules import plain


class Language(Protocol):
    """How the lines of a case are written."""

    def power(self, heading: str) -> Power:
        """The power a heading names."""
        ...

    def unit(self, power: Power, line: str) -> Unit | None:
        """The unit a line speaks to, None for a build or for nothing at all."""
        ...

    def order(self, line: str, position: Position, power: Power) -> Order:
        """The order of a line."""
        ...

    def place(self, location: Location) -> str:
        """The name of a place."""
        ...


class Plain:
    """The neutral spelling of ``plain``."""

    def power(self, heading: str) -> Power:
        return Power(heading)

    def unit(self, power: Power, line: str) -> Unit | None:
        if line in {"nothing", "WAIVE"} or line.endswith(" B"):
            return None
        return plain.unit(power, " ".join(line.split()[:2]))

    def order(self, line: str, position: Position, power: Power) -> Order:  # noqa: ARG002 (it needs no position)
        return plain.order(line)

    def place(self, location: Location) -> str:
        return str(location)


PLAIN = Plain()
