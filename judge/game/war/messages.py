"""War: commands, events and news; each ``position`` is the one after the event."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.refusals import ToldInFull
from judge.game.settings import Address
from judge.rules.board import Power, Province, Troop, Unit
from judge.rules.orders import Build, Order
from judge.rules.position import Phase, Position

# --- what is asked


@dataclass(frozen=True)
class AnnounceAlliance:
    """Announce an alliance, which exists once both have announced it; ``power`` is the sender's, if named."""

    by: Address
    to: Power
    power: Power | None = None


@dataclass(frozen=True)
class BreakAlliance:
    """Break an alliance, or take back what was announced; ``power`` is the sender's, if named."""

    by: Address
    to: Power
    power: Power | None = None


@dataclass(frozen=True)
class EnterWar:
    """Let a nation enter the war with these units, each written as the order that would build it."""

    by: Address
    power: Power
    units: tuple[Build, ...]


@dataclass(frozen=True)
class StrengthenUnit:
    """Strengthen the unit that stands there by a point of power: barracks."""

    by: Address
    at: Province


@dataclass(frozen=True)
class BuildFactory:
    """Build one factory more for a nation."""

    by: Address
    power: Power


@dataclass(frozen=True)
class RepairUnits:
    """Give a hit point back to the unit in each of these regions; a region may be named twice."""

    by: Address
    places: tuple[Province, ...]


@dataclass(frozen=True)
class QuarantineRegion:
    """Put a region under quarantine."""

    by: Address
    at: Province


@dataclass(frozen=True)
class ReleaseRegion:
    """Release a region from quarantine."""

    by: Address
    at: Province


@dataclass(frozen=True)
class AddTroop:
    """Add a kind of troop to the table of the war (004 4)."""

    by: Address
    troop: Troop


WarCommand = (
    AnnounceAlliance
    | BreakAlliance
    | EnterWar
    | StrengthenUnit
    | BuildFactory
    | RepairUnits
    | QuarantineRegion
    | ReleaseRegion
    | AddTroop
)

# --- what happens


@dataclass(frozen=True)
class AllianceAnnounced:
    """A power announced an alliance with another, which has not announced it yet."""

    power: Power
    to: Power
    at: datetime


@dataclass(frozen=True)
class AnnouncementTakenBack:
    """A power took back what it had announced, before the other had announced it too."""

    power: Power
    to: Power
    at: datetime


@dataclass(frozen=True)
class AllianceMade:
    """Two powers have both announced an alliance, ``power`` after ``to``."""

    power: Power
    to: Power
    position: Position
    at: datetime


@dataclass(frozen=True)
class AllianceBroken:
    """A power broke its alliance with another."""

    power: Power
    to: Power
    position: Position
    at: datetime


@dataclass(frozen=True)
class WarEntered:
    """A nation entered the war with these units."""

    by: Address
    power: Power
    units: tuple[Unit, ...]
    position: Position
    at: datetime


@dataclass(frozen=True)
class UnitStrengthened:
    """Barracks gave a unit a point of power; ``unit`` is the stronger one."""

    by: Address
    unit: Unit
    position: Position
    at: datetime


@dataclass(frozen=True)
class FactoryBuilt:
    """A nation has one factory more."""

    by: Address
    power: Power
    position: Position
    at: datetime


@dataclass(frozen=True)
class UnitsRepaired:
    """Factories of a nation gave its units hit points back in a ``phase``, one for each of the ``places``."""

    by: Address
    power: Power
    places: tuple[Province, ...]
    phase: Phase
    position: Position
    at: datetime


@dataclass(frozen=True)
class RegionQuarantined:
    """A region is closed by quarantine until it is released."""

    by: Address
    region: Province
    position: Position
    at: datetime


@dataclass(frozen=True)
class RegionReleased:
    """A region that was under quarantine is open again."""

    by: Address
    region: Province
    position: Position
    at: datetime


@dataclass(frozen=True)
class TroopAdded:
    """A kind of troop has appeared, and may be raised from now on."""

    by: Address
    troop: Troop
    position: Position
    at: datetime


WarEvent = (
    AllianceAnnounced
    | AnnouncementTakenBack
    | AllianceMade
    | AllianceBroken
    | WarEntered
    | UnitStrengthened
    | FactoryBuilt
    | UnitsRepaired
    | RegionQuarantined
    | RegionReleased
    | TroopAdded
)

# --- what is told


@dataclass(frozen=True)
class AllianceAnnouncedNews(ToldInFull):
    """To the other power and the master: a power announced an alliance, or took that back (``withdrawn``)."""

    power: Power
    to: Power
    withdrawn: bool = False


@dataclass(frozen=True)
class AllianceNews(ToldInFull):
    """To the two powers and the master: an alliance was made, or ``broken`` by ``power``.

    ``powers`` are the reader's own of the two; ``taken`` are regions that went from one to the other with it.
    """

    power: Power
    to: Power
    powers: tuple[Power, ...]
    broken: bool = False
    taken: tuple[tuple[Province, Power], ...] = ()


@dataclass(frozen=True)
class WarEnteredNews(ToldInFull):
    """To everyone: a nation has entered the war; ``units`` are those of its units that the reader sees."""

    power: Power
    units: tuple[Unit, ...]
    is_own: bool


@dataclass(frozen=True)
class UnitStrengthenedNews(ToldInFull):
    """To its nation: barracks have made a unit stronger."""

    unit: Unit


@dataclass(frozen=True)
class FactoryBuiltNews(ToldInFull):
    """To a nation: it has so many ``factories`` now."""

    power: Power
    factories: int


@dataclass(frozen=True)
class UnitsRepairedNews(ToldInFull):
    """To a nation: these units have hit points back; ``left`` more may be given back in this phase."""

    power: Power
    units: tuple[Unit, ...]
    left: int


@dataclass(frozen=True)
class QuarantineNews(ToldInFull):
    """To everyone: a region was put under quarantine (``closed``), or released.

    ``void`` are orders of the reader's own in force that can no longer be followed, with their power.
    """

    region: Province
    closed: bool
    void: tuple[tuple[Power, Order], ...] = ()


@dataclass(frozen=True)
class TroopAddedNews(ToldInFull):
    """To everyone: a kind of troop has appeared."""

    troop: Troop


WarNews = (
    AllianceAnnouncedNews
    | AllianceNews
    | WarEnteredNews
    | UnitStrengthenedNews
    | FactoryBuiltNews
    | UnitsRepairedNews
    | QuarantineNews
    | TroopAddedNews
)
