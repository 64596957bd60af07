"""News of what was decided of a war besides orders; it bears nothing of a position but what its reader may know."""

from dataclasses import dataclass

from judge.rules.board import Power, Province, Unit
from judge.rules.orders import Order


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
