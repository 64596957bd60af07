"""Commands, events and news of a war besides orders; the ``position`` of an event stands since."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.settings import Address
from judge.rules.board import Power, Province, Unit
from judge.rules.orders import Build, Order
from judge.rules.position import Phase, Position

# --- what is asked


@dataclass(frozen=True)
class AnnounceAlliance:
    """Be allied with a power from the moment on when it has announced that too; ``power`` is the sender's, if named."""

    by: Address
    to: Power
    power: Power | None = None


@dataclass(frozen=True)
class BreakAlliance:
    """Be allied with a power no longer, or take back what was announced to it."""

    by: Address
    to: Power
    power: Power | None = None


@dataclass(frozen=True)
class EnterWar:
    """Let a nation enter the war with these units, each written as the order that would raise it."""

    by: Address
    power: Power
    units: tuple[Build, ...]


@dataclass(frozen=True)
class StrengthenUnit:
    """Give the unit that stands there a point of power: barracks."""

    by: Address
    at: Province


@dataclass(frozen=True)
class BuildFactory:
    """Give a nation one factory more."""

    by: Address
    power: Power


@dataclass(frozen=True)
class RepairUnits:
    """Give a hit point back to the unit in each of these regions; a region may stand there twice."""

    by: Address
    places: tuple[Province, ...]


@dataclass(frozen=True)
class CloseRegion:
    """Put a region under quarantine."""

    by: Address
    at: Province


@dataclass(frozen=True)
class ReopenRegion:
    """Put an end to the quarantine of a region."""

    by: Address
    at: Province


WarCommand = (
    AnnounceAlliance
    | BreakAlliance
    | EnterWar
    | StrengthenUnit
    | BuildFactory
    | RepairUnits
    | CloseRegion
    | ReopenRegion
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
    """Two powers have both announced it, ``power`` after ``to``."""

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
    """Barracks gave a unit a point of power; ``unit`` as it is since."""

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
    """A region is out of the map until it is released."""

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
)

# --- what is told


@dataclass(frozen=True)
class AllianceWanted:
    """To the other power and to the master: a power has announced an alliance, or ``withdrawn`` what it had."""

    power: Power
    to: Power
    withdrawn: bool = False


@dataclass(frozen=True)
class AlliancesChanged:
    """To the two and to the master: an alliance exists, or is ``broken`` by ``power``.

    ``powers`` are the reader's own of the two; ``taken`` are the regions of one that the other holds since, with it.
    """

    power: Power
    to: Power
    powers: tuple[Power, ...]
    broken: bool = False
    taken: tuple[tuple[Province, Power], ...] = ()


@dataclass(frozen=True)
class Entered:
    """To everyone: a nation is at war since; ``units`` are those of its units that the reader sees."""

    power: Power
    units: tuple[Unit, ...]
    is_own: bool


@dataclass(frozen=True)
class Strengthened:
    """To its nation: barracks have made a unit stronger."""

    unit: Unit


@dataclass(frozen=True)
class NewFactory:
    """To a nation: it has so many factories now."""

    power: Power
    factories: int


@dataclass(frozen=True)
class Repaired:
    """To a nation: these units have hit points back; so many may still be given back in this phase."""

    power: Power
    units: tuple[Unit, ...]
    left: int


@dataclass(frozen=True)
class MapChanged:
    """To everyone: a region is under quarantine since, or not ``closed`` any longer.

    ``void`` are orders of the reader's own in force that nobody can follow now, with their power.
    """

    region: Province
    closed: bool
    void: tuple[tuple[Power, Order], ...] = ()


WarNews = AllianceWanted | AlliancesChanged | Entered | Strengthened | NewFactory | Repaired | MapChanged
