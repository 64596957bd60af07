"""The orders of scouts, and what can come of them (004 8, 13)."""

from dataclasses import dataclass
from enum import Enum

from judge.rules.board import Power, Province, Unit


class Trait(Enum):
    """What there is to learn of a unit."""

    NAME = "name"
    HEALTH = "health"
    GROUND = "ground"
    POWER = "power"
    REACH = "reach"
    GIFTS = "gifts"


FIRST_SIGHT = frozenset({Trait.NAME})
SLOWLY_FIRST = frozenset({Trait.HEALTH, Trait.GROUND})
SLOWLY_THEN = frozenset({Trait.POWER, Trait.REACH, Trait.GIFTS})
EVERYTHING = frozenset(Trait)


# --- orders: ``at`` is where the scout is


@dataclass(frozen=True)
class Travel:
    """Go to a region up to two away, over any ground."""

    at: Province
    to: Province


@dataclass(frozen=True)
class SpySlowly:
    """``E L``: learn of a unit, some in the first phase, the rest in the next, without risk."""

    at: Province
    target: Province


@dataclass(frozen=True)
class SpyQuickly:
    """``E R``: learn all of a unit at once, or be spotted."""

    at: Province
    target: Province


@dataclass(frozen=True)
class Investigate:
    """``I A``: look into something, in free words for the master."""

    at: Province
    about: str = ""


@dataclass(frozen=True)
class Sabotage:
    """``S S``: take a hit point from an enemy unit where the scout is."""

    at: Province


@dataclass(frozen=True)
class Rest:
    """Stay there, and do nothing."""

    at: Province


@dataclass(frozen=True)
class RestAll:
    """Every scout that has no order yet stays where it is: what a line may say of all at once."""


@dataclass(frozen=True)
class Enlist:
    """Recruit a scout in a strategic centre, at an adjustment."""

    at: Province


Errand = Travel | SpySlowly | SpyQuickly | Investigate | Sabotage | Rest
Commission = Errand | Enlist
"""What may be written about scouts, in a phase of movements or of adjustments."""


# --- what can come of them


class Futile(Enum):
    """Why an errand came to nothing, though understood; the value is the name of its reason."""

    NO_SCOUT = "no_scout"  # no scout of this power is there, or each has an errand already
    TOO_FAR = "too_far"
    NO_UNIT = "no_unit"  # no unit to spy on or to sabotage is there
    OWN_UNIT = "own_unit"  # the unit is no enemy's
    NO_CENTRE = "no_centre"  # no strategic centre of this power that it still holds
    ENOUGH = "enough"  # a scout has been recruited already, or there are as many as may be


@dataclass(frozen=True)
class Nothing:
    """The errand could not be carried out."""

    why: Futile


@dataclass(frozen=True)
class Went:
    """The scout arrived."""


@dataclass(frozen=True)
class Captured:
    """The scout was spotted at the end of a long way by the enemy unit there, and is lost."""


@dataclass(frozen=True)
class Learned:
    """The scout knows these traits of the unit of a region; ``unit`` is that unit, whole, as it was then."""

    target: Province
    traits: frozenset[Trait]
    unit: Unit | None = None


@dataclass(frozen=True)
class Spotted:
    """The scout was spotted, and learned nothing; ``named`` when its nation was found out too."""

    named: bool


@dataclass(frozen=True)
class Sabotaged:
    """The unit lost a hit point and has so many ``left``; the scout and its nation may have been ``spotted``."""

    left: int
    spotted: bool


@dataclass(frozen=True)
class Asked:
    """The master has been asked."""

    about: str


@dataclass(frozen=True)
class Enlisted:
    """A scout more serves the power."""


Outcome = Nothing | Went | Captured | Learned | Spotted | Sabotaged | Asked | Enlisted


@dataclass(frozen=True)
class Report:
    """What a power learns of its own scout's errand."""

    power: Power
    errand: Commission
    outcome: Outcome


@dataclass(frozen=True)
class Alert:
    """What a power learns of a scout spotted near its unit; ``nation`` if it was found out."""

    power: Power
    at: Province
    nation: Power | None
