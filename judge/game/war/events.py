"""What has been decided of a war besides orders; each ``position`` is the one that stands since."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.settings import Address
from judge.rules.board import Power, Province, Unit
from judge.rules.position import Phase, Position


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


Announcement = AllianceAnnounced | AnnouncementTakenBack

OfAlliances = Announcement | AllianceMade | AllianceBroken

Decree = WarEntered | UnitStrengthened | FactoryBuilt | UnitsRepaired | RegionQuarantined | RegionReleased

WarEvent = OfAlliances | Decree
