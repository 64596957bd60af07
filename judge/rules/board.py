"""The board: regions, coasts, borders, powers and their homes, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NewType

Province = NewType("Province", str)
"""The neutral code of a region, as the board file spells it: ``PAR``, ``NTH``."""

Power = NewType("Power", str)
"""The neutral name of a power: ``FRANCE``."""

Year = NewType("Year", int)


class Terrain(Enum):
    """What kind of region it is: an inland one, a coastal one or a sea."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


class Kind(Enum):
    """What a unit is."""

    ARMY = "A"
    FLEET = "F"


@dataclass(frozen=True, order=True)
class Location:
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


@dataclass(frozen=True)
class Board:
    """Everything the rules may ask of a map.

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

    def reaches(self, unit: Unit, province: Province) -> bool:
        """Whether the unit may move to the province, on any coast of it, without a convoy."""
        return any(place.province == province for place in self.neighbours(unit.kind, unit.at))

    def terrain(self, province: Province) -> Terrain:
        """The terrain of a province."""
        return self.regions[province].terrain

    @property
    def centres(self) -> frozenset[Province]:
        """Every supply centre of the board."""
        return frozenset(code for code, region in self.regions.items() if region.is_centre)

    def homes(self, power: Power) -> frozenset[Province]:
        """The home centres of a power, owned or not."""
        return frozenset(code for code, region in self.regions.items() if region.home_of == power)
