"""The orders a rule book knows, each naming its unit by the province where it stands."""

from dataclasses import dataclass

from judge.rules.board import Kind, Location, Power, Province
from judge.rules.swift import swift


@swift
@dataclass(frozen=True, slots=True)
class Hold:
    """Stand and defend; ``powered`` when a gifted unit heals itself meanwhile."""

    at: Province
    powered: bool = False


@swift
@dataclass(frozen=True, slots=True)
class Move:
    """Attack a location; ``by_sea`` when the order itself asks for a convoy (``VIA``, or ``c`` on the FAF site).

    It is ``powered``, as a support may be, when a gifted unit adds its power to it (004 8).
    """

    at: Province
    to: Location
    by_sea: bool = False
    powered: bool = False


@swift
@dataclass(frozen=True, slots=True)
class SupportHold:
    """Support the unit in a province to stay there."""

    at: Province
    target: Province
    powered: bool = False


@swift
@dataclass(frozen=True, slots=True)
class SupportMove:
    """Support the attack of another unit; a coast in ``to`` is kept as written, it need not be given."""

    at: Province
    origin: Province
    to: Location
    powered: bool = False


@swift
@dataclass(frozen=True, slots=True)
class Convoy:
    """Carry an army from one province to another."""

    at: Province
    origin: Province
    to: Province


@swift
@dataclass(frozen=True, slots=True)
class Retreat:
    """Withdraw the dislodged unit of a province to a location."""

    at: Province
    to: Location


@swift
@dataclass(frozen=True, slots=True)
class Disband:
    """Take the unit of a province off the board: dislodged in a retreat phase, surplus in an adjustment phase."""

    at: Province


@swift
@dataclass(frozen=True, slots=True)
class Build:
    """Raise a unit in a home centre, of a ``troop`` where the board has a table of them.

    It is raised for an ally where ``power`` names one.
    """

    kind: Kind
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

MOVEMENT = (Hold, Move, SupportHold, SupportMove, Convoy)
"""The orders of a movement phase: asking ``isinstance`` about a tuple is several times as quick as about a union."""


def province_of(order: Order) -> Province | None:
    """The province whose unit the order speaks to, or None for a waived build."""
    match order:
        case Build():
            return order.at.province
        case Waive():
            return None
        case _:
            return order.at
