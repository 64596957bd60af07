"""What is asked of a war besides orders: of alliances by nations, of the rest by the master."""

from dataclasses import dataclass

from judge.game.settings import Address
from judge.rules.board import Power, Province
from judge.rules.orders import Build


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


AllianceCommand = AnnounceAlliance | BreakAlliance

DecreeCommand = EnterWar | StrengthenUnit | BuildFactory | RepairUnits | CloseRegion | ReopenRegion

WarCommand = AllianceCommand | DecreeCommand
