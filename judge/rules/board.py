"""The board: regions, coasts, borders, powers and their homes, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, NewType

Province = NewType("Province", str)
"""The neutral code of a region, as the board file spells it: ``PAR``, ``NTH``."""

Power = NewType("Power", str)
"""The neutral name of a power: ``FRANCE``."""

Year = NewType("Year", int)


class Terrain(StrEnum):
    """What kind of region it is: an inland one, a coastal one or a sea."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


class Kind(StrEnum):
    """What a unit is."""

    ARMY = "A"
    FLEET = "F"


class Location(NamedTuple):
    """A province and, where a fleet stands on one of several coasts, that coast (``NC``, ``SC``, ``EC``)."""

    province: Province
    coast: str = ""

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province


@dataclass(frozen=True)
class Region:
    """One region of the board; ``names`` maps a language (``en``, ``fr``) to the name printed there."""

    code: Province
    terrain: Terrain
    names: Mapping[str, str]
    is_centre: bool = False
    home_of: Power | None = None
    coasts: tuple[str, ...] = ()


@dataclass(frozen=True, order=True)
class Unit:
    """An army or a fleet of a power; ``strength`` is 1 on the standard board."""

    power: Power
    kind: Kind
    at: Location
    strength: int = 1

    def __str__(self) -> str:
        return f"{self.kind.value} {self.at}"

    def moved_to(self, place: Location) -> "Unit":
        """The unit once it stands elsewhere."""
        return Unit(self.power, self.kind, place, self.strength)


@dataclass(frozen=True, eq=False)
class Board:
    """Everything the rules may ask of a map; each board is equal to itself alone.

    ``borders`` holds, for each kind of unit, the locations next to a location. For armies the keys and
    neighbours never bear a coast; for fleets a region of several coasts appears once for each coast.
    """

    name: str
    powers: Mapping[Power, Mapping[str, str]]
    regions: Mapping[Province, Region]
    borders: Mapping[Kind, Mapping[Location, frozenset[Location]]]
    start: tuple[Unit, ...]
    start_year: Year
    victory_centres: int

    def neighbours(self, kind: Kind, at: Location) -> frozenset[Location]:
        """Where a unit of this kind at this location may move without a convoy."""
        return self.borders[kind].get(at, frozenset())

    def ways(self, unit: Unit) -> Mapping[Province, tuple[Location, ...]]:
        """The provinces a unit may move to without a convoy, each with its locations in reach, sorted."""
        return self._ways.get((unit.kind, unit.at), _NOWHERE)

    def reaches(self, unit: Unit, province: Province) -> bool:
        """Whether the unit may move to the province, on any coast of it, without a convoy."""
        return province in self.ways(unit)

    def shores(self, sea: Province) -> frozenset[Province]:
        """The provinces around a sea."""
        return self._shores.get(sea, frozenset())

    def terrain(self, province: Province) -> Terrain:
        """The terrain of a province."""
        return self.regions[province].terrain

    def homes(self, power: Power) -> frozenset[Province]:
        """The home centres of a power, owned or not."""
        return self._homes.get(power, frozenset())

    @cached_property
    def centres(self) -> frozenset[Province]:
        """Every supply centre of the board."""
        return frozenset(code for code, region in self.regions.items() if region.is_centre)

    @cached_property
    def seas(self) -> frozenset[Province]:
        """Every sea of the board."""
        return frozenset(code for code, region in self.regions.items() if region.terrain is Terrain.SEA)

    # --- what is asked of a board again and again, worked out once

    @cached_property
    def _ways(self) -> Mapping[tuple[Kind, Location], Mapping[Province, tuple[Location, ...]]]:
        return {
            (kind, at): _by_province(neighbours)
            for kind, borders in self.borders.items()
            for at, neighbours in borders.items()
        }

    @cached_property
    def _shores(self) -> Mapping[Province, frozenset[Province]]:
        around = {sea: self.neighbours(Kind.FLEET, Location(sea)) for sea in self.seas}
        return {sea: frozenset(place.province for place in places) for sea, places in around.items()}

    @cached_property
    def _homes(self) -> Mapping[Power, frozenset[Province]]:
        return {
            power: frozenset(code for code, region in self.regions.items() if region.home_of == power)
            for power in self.powers
        }


_NOWHERE: Mapping[Province, tuple[Location, ...]] = MappingProxyType({})


def _by_province(places: frozenset[Location]) -> Mapping[Province, tuple[Location, ...]]:
    ways: dict[Province, tuple[Location, ...]] = {}
    for place in sorted(places):
        ways[place.province] = (*ways.get(place.province, ()), place)
    return ways
