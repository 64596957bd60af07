"""The orders of the game, each naming its unit by the province where it stands."""

from dataclasses import dataclass

from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.fast import fast_init


@fast_init
@dataclass(frozen=True, slots=True)
class Hold:
    """Hold; ``powered`` if a gifted unit uses its power to heal itself."""

    at: Province
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Move:
    """Attack a location; ``by_sea`` if the order asks for a convoy (``VIA``, or ``c`` on the FAF site).

    ``powered``, here and in supports, if a gifted unit uses its power (004 8).
    """

    at: Province
    to: Location
    by_sea: bool = False
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class SupportHold:
    """Support the unit in a province to hold."""

    at: Province
    target: Province
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class SupportMove:
    """Support the move of another unit; a coast in ``to`` is kept as written and need not be given."""

    at: Province
    origin: Province
    to: Location
    powered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Convoy:
    """Convoy an army from one province to another."""

    at: Province
    origin: Province
    to: Province


@fast_init
@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat the dislodged unit of a province to a location."""

    at: Province
    to: Location


@fast_init
@dataclass(frozen=True, slots=True)
class Disband:
    """Remove the unit of a province: a dislodged one in a retreat phase, a surplus one in an adjustment phase."""

    at: Province


@fast_init
@dataclass(frozen=True, slots=True)
class Build:
    """Build a unit in a home centre, of a ``troop`` on a board with troops; for an ally if ``power`` names one."""

    kind: UnitKind
    at: Location
    troop: str = ""
    power: Power | None = None


@dataclass(frozen=True)
class Waive:
    """Leave every build not otherwise ordered for a later year."""


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy
RetreatOrder = Retreat | Disband
AdjustmentOrder = Build | Disband | Waive
Order = MovementOrder | RetreatOrder | AdjustmentOrder

MOVEMENT_ORDERS = (Hold, Move, SupportHold, SupportMove, Convoy)
"""The orders of a movement phase, as a tuple: ``isinstance`` is several times as fast with it as with a union."""


def province_of(order: Order) -> Province | None:
    """Return the province of the unit an order is for, None for a waived build."""
    match order:
        case Build():
            return order.at.province
        case Waive():
            return None
        case _:
            return order.at
