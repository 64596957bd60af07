"""The orders to scouts and their results (004 8, 13)."""

from dataclasses import dataclass
from enum import Enum

from judge.rules.board import Power, Province, Unit


class UnitTrait(Enum):
    """A fact that can be learned of a unit."""

    NAME = "name"
    HEALTH = "health"
    GROUND = "ground"
    POWER = "power"
    REACH = "reach"
    GIFTS = "gifts"


TRAITS_AT_FIRST_SIGHT = frozenset({UnitTrait.NAME})
SLOW_SPY_FIRST_TRAITS = frozenset({UnitTrait.HEALTH, UnitTrait.GROUND})
SLOW_SPY_LATER_TRAITS = frozenset({UnitTrait.POWER, UnitTrait.REACH, UnitTrait.GIFTS})
ALL_TRAITS = frozenset(UnitTrait)


# --- orders: ``at`` is where the scout is


@dataclass(frozen=True)
class Travel:
    """Go to a region up to two away, over any ground."""

    at: Province
    to: Province


@dataclass(frozen=True)
class SpySlowly:
    """``E L``: learn of a unit without risk, some traits in the first phase, the rest in the next."""

    at: Province
    target: Province


@dataclass(frozen=True)
class SpyQuickly:
    """``E R``: learn all of a unit at once, or be spotted."""

    at: Province
    target: Province


@dataclass(frozen=True)
class Investigate:
    """``I A``: look into something, described in free words for the master."""

    at: Province
    about: str = ""


@dataclass(frozen=True)
class Sabotage:
    """``S S``: take a hit point from the enemy unit where the scout is."""

    at: Province


@dataclass(frozen=True)
class Rest:
    """Stay there and do nothing."""

    at: Province


@dataclass(frozen=True)
class RestAll:
    """Every scout without an order stays where it is: one line for all of them."""


@dataclass(frozen=True)
class Enlist:
    """Recruit a scout in a strategic centre, at an adjustment."""

    at: Province


Errand = Travel | SpySlowly | SpyQuickly | Investigate | Sabotage | Rest
ScoutOrder = Errand | Enlist
"""All orders about scouts, in movement and adjustment phases."""


# --- what can come of them


class ErrandFailure(Enum):
    """Why an errand could not be carried out; the value is the key of its reason."""

    NO_SCOUT = "no_scout"  # no scout of this power is there, or each has an errand already
    TOO_FAR = "too_far"
    NO_UNIT = "no_unit"  # no unit to spy on or to sabotage is there
    OWN_UNIT = "own_unit"  # the unit is no enemy's
    NO_CENTRE = "no_centre"  # no strategic centre of this power that it still holds
    ENOUGH = "enough"  # a scout has been recruited already, or there are as many as may be


@dataclass(frozen=True)
class Nothing:
    """The errand could not be carried out."""

    why: ErrandFailure


@dataclass(frozen=True)
class Went:
    """The scout arrived."""


@dataclass(frozen=True)
class Captured:
    """The scout was spotted by the enemy unit at the end of a long way, and is lost."""


@dataclass(frozen=True)
class Learned:
    """The scout learned these traits of the unit of a region; ``unit`` is that unit as it was then."""

    target: Province
    traits: frozenset[UnitTrait]
    unit: Unit | None = None


@dataclass(frozen=True)
class Spotted:
    """The scout was spotted and learned nothing; ``named`` if its nation was found out."""

    named: bool


@dataclass(frozen=True)
class Sabotaged:
    """The unit lost a hit point and has ``left``; ``spotted`` if the scout and its nation were found out."""

    left: int
    spotted: bool


@dataclass(frozen=True)
class Asked:
    """The master has been asked."""

    about: str


@dataclass(frozen=True)
class Enlisted:
    """The power has one more scout."""


ErrandResult = Nothing | Went | Captured | Learned | Spotted | Sabotaged | Asked | Enlisted


@dataclass(frozen=True)
class Report:
    """The result of an errand, told to the power of the scout."""

    power: Power
    errand: ScoutOrder
    outcome: ErrandResult


@dataclass(frozen=True)
class Alert:
    """A scout was spotted near a unit, told to the power of the unit; ``nation`` is that of the scout, if found out."""

    power: Power
    at: Province
    nation: Power | None
