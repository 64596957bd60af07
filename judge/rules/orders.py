"""The orders a rule book knows, each naming its unit by the province where it stands."""

from dataclasses import dataclass

from judge.rules.board import Kind, Location, Province


@dataclass(frozen=True)
class Hold:
    """Stand and defend."""

    at: Province


@dataclass(frozen=True)
class Move:
    """Attack a location; ``by_sea`` when the order itself asks for a convoy (``VIA``, or ``c`` on the FAF site)."""

    at: Province
    to: Location
    by_sea: bool = False


@dataclass(frozen=True)
class SupportHold:
    """Support the unit in a province to stay there."""

    at: Province
    target: Province


@dataclass(frozen=True)
class SupportMove:
    """Support the attack of another unit; a coast in ``to`` is kept as written, it need not be given."""

    at: Province
    origin: Province
    to: Location


@dataclass(frozen=True)
class Convoy:
    """Carry an army from one province to another."""

    at: Province
    origin: Province
    to: Province


@dataclass(frozen=True)
class Retreat:
    """Withdraw the dislodged unit of a province to a location."""

    at: Province
    to: Location


@dataclass(frozen=True)
class Disband:
    """Take the unit of a province off the board: dislodged in a retreat phase, surplus in an adjustment phase."""

    at: Province


@dataclass(frozen=True)
class Build:
    """Raise a unit in a home centre."""

    kind: Kind
    at: Location


@dataclass(frozen=True)
class Waive:
    """Leave every build not otherwise ordered for a later year."""


MovementOrder = Hold | Move | SupportHold | SupportMove | Convoy
RetreatOrder = Retreat | Disband
AdjustmentOrder = Build | Disband | Waive
Order = MovementOrder | RetreatOrder | AdjustmentOrder


def province_of(order: Order) -> Province | None:
    """The province whose unit the order speaks to, or None for a waived build."""
    match order:
        case Build():
            return order.at.province
        case Waive():
            return None
        case _:
            return order.at
