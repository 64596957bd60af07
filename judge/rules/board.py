"""The board: regions, coasts, borders, powers and their homes, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, NewType

from judge.rules.swift import swift

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


@swift
@dataclass(frozen=True, order=True, slots=True)
class Corps:
    """What a unit is made of where its board has a table of troops: the letter of its troop, and its own numbers.

    ``health`` are its hit points, ``rest`` the phases until it may use its power again. The ``host``, if any, is the
    ally on whose land it was raised and whom others take for its power (004 5).
    """

    troop: str
    support: int
    defence: int
    health: int
    rest: int = 0
    host: Power | None = None


@swift
@dataclass(frozen=True, order=True, slots=True)
class Unit:
    """An army or a fleet of a power; ``strength`` is 1 on the standard board.

    With a ``corps`` it is its strength in attack; that in support and in defence, which may differ, the corps has.
    """

    power: Power
    kind: Kind
    at: Location
    strength: int = 1
    corps: Corps | None = None

    def __str__(self) -> str:
        return f"{self.letter} {self.at}"

    @property
    def letter(self) -> str:
        """What it is called in orders: by its troop, else by its kind."""
        return self.corps.troop if self.corps else self.kind.value

    def moved_to(self, place: Location) -> "Unit":
        """The unit once it stands elsewhere."""
        return Unit(self.power, self.kind, place, self.strength, self.corps)

    def with_health(self, health: int, rest: int) -> "Unit":
        """The unit with so many hit points left, and so many phases of rest before it."""
        return self if self.corps is None else replace(self, corps=replace(self.corps, health=health, rest=rest))


@dataclass(frozen=True)
class Troop:
    """One row of a table of troops: where it moves, its power by what it does, its hit points, who may raise it.

    ``most`` a power may have at once (0: any number), and ``more`` for each of its factories; any power raises it where
    ``powers`` names none. A ``gifted`` troop has the power of thaumaturgy (004 9, 13).
    """

    letter: str
    names: Mapping[str, str]
    kind: Kind
    attack: int
    support: int
    defence: int
    health: int
    most: int = 0
    more: int = 0
    powers: frozenset[Power] = frozenset()
    gifted: bool = False

    def raised(self, power: Power, at: Location, host: Power | None = None) -> Unit:
        """A fresh unit of this troop."""
        return Unit(
            power, self.kind, at, self.attack, Corps(self.letter, self.support, self.defence, self.health, 0, host)
        )


@dataclass(frozen=True)
class Warfare:
    """What a board says of war beyond its map: nothing on the standard board.

    ``rivers`` are the borders that cost an attacker a point, each as its two regions. A region counts ``worth``
    territories, 1 where it is not listed; a power may have a unit for each ``per_unit`` of them, after its
    ``penalties``. Used power wants ``rest`` phases; a unit of fewer than ``dispersed_from`` hit points is never
    dispersed. ``scouts`` are the most of a power, ``posts`` where those it begins with are; ``allies`` the powers
    that are allied from the start, two by two; ``strategists`` how many players a power may have, 1 where it is not
    listed; ``capitals`` are for the eye.
    """

    troops: Mapping[str, Troop] = field(default_factory=dict)
    rivers: frozenset[frozenset[Province]] = frozenset()
    worth: Mapping[Province, int] = field(default_factory=dict)
    per_unit: int = 1
    penalties: Mapping[Power, int] = field(default_factory=dict)
    rest: int = 4
    dispersed_from: int = 0
    scouts: Mapping[Power, int] = field(default_factory=dict)
    posts: Mapping[Power, tuple[Province, ...]] = field(default_factory=dict)
    capitals: frozenset[Province] = frozenset()
    allies: tuple[tuple[Power, Power], ...] = ()
    strategists: Mapping[Power, int] = field(default_factory=dict)


PEACE = Warfare()


@dataclass(frozen=True)
class Joining:
    """A power that stands aside until the spring of a year; a coin then gives it to one of the seats (001 XIV.2)."""

    power: Power
    year: Year


@dataclass(frozen=True, eq=False)
class Board:
    """Everything the rules may ask of a map and of who plays on it; each board is equal to itself alone.

    ``borders`` holds, for each kind of unit, the locations next to a location. For armies the keys and
    neighbours never bear a coast; for fleets a region of several coasts appears once for each coast. There are none
    into a ``closed`` region, which nobody may enter.

    ``map`` is the name of the board whose codes this one shares, its own where it shares none. ``owners`` are those at
    the start. A seat is what one player plays: a power, or several; the ``standing`` powers nobody plays, so that their
    units hold. ``victory_centres`` of one power win, ``victory_units`` of one seat; 0 of either wins nothing. ``later``
    is the board from the year of the ``joining`` on. ``points`` say where a region lies in a picture, from its upper
    left corner. ``policies`` are what the board chooses instead of a rule book's choices, by the names of a rule book;
    ``notation`` is how its orders are usually written; its ``calendar`` counts
    ``years`` with their seasons, or ``turns`` of two phases each (004 4).
    """

    name: str
    powers: Mapping[Power, Mapping[str, str]]
    regions: Mapping[Province, Region]
    borders: Mapping[Kind, Mapping[Location, frozenset[Location]]]
    start: tuple[Unit, ...]
    start_year: Year
    victory_centres: int
    map: str = ""
    starts_in_autumn: bool = False
    owners: Mapping[Province, Power] = field(default_factory=dict)
    seats: tuple[tuple[Power, ...], ...] = ()
    standing: frozenset[Power] = frozenset()
    closed: frozenset[Province] = frozenset()
    joining: Joining | None = None
    victory_units: int = 0
    rulebook: str = ""
    last_year: Year | None = None
    points: Mapping[Province, tuple[int, int]] = field(default_factory=dict)
    later: "Board | None" = None
    war: Warfare = PEACE
    policies: Mapping[str, Any] = field(default_factory=dict)
    notation: str = ""
    calendar: str = "years"

    def in_year(self, year: Year) -> "Board":
        """The board as it is in a year: once the power that stood aside has joined, it is open and played."""
        return self.later if self.later and self.joining and year >= self.joining.year else self

    def seat_of(self, power: Power) -> tuple[Power, ...]:
        """The powers of the seat a power belongs to; none of a power that nobody plays."""
        return next((seat for seat in self.seats if power in seat), ())

    def neighbours(self, kind: Kind, at: Location) -> frozenset[Location]:
        """Where a unit of this kind at this location may move without a convoy."""
        return self.borders[kind].get(at, _NO_PLACES)

    def ways(self, unit: Unit) -> Mapping[Province, tuple[Location, ...]]:
        """The provinces a unit may move to without a convoy, each with its locations in reach, sorted."""
        return self._ways[unit.kind].get(unit.at, _NOWHERE)

    def reaches(self, unit: Unit, province: Province) -> bool:
        """Whether the unit may move to the province, on any coast of it, without a convoy."""
        return province in self._ways[unit.kind].get(unit.at, _NOWHERE)

    def shores(self, sea: Province) -> frozenset[Province]:
        """The provinces around a sea."""
        return self._shores.get(sea, _NO_PROVINCES)

    def seas_off(self, province: Province) -> frozenset[Province]:
        """The seas around which a province lies."""
        return self._seas_off.get(province, _NO_PROVINCES)

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
        """Every sea of the board that is open: no convoy passes a closed one."""
        seas = frozenset(code for code, region in self.regions.items() if region.terrain is Terrain.SEA)
        return seas - self.closed

    # --- what is asked of a board again and again, worked out once

    @cached_property
    def _ways(self) -> Mapping[Kind, Mapping[Location, Mapping[Province, tuple[Location, ...]]]]:
        return {
            kind: {at: _by_province(neighbours) for at, neighbours in borders.items()}
            for kind, borders in self.borders.items()
        }

    @cached_property
    def _shores(self) -> Mapping[Province, frozenset[Province]]:
        around = {sea: self.neighbours(Kind.FLEET, Location(sea)) for sea in self.seas}
        return {sea: frozenset(place.province for place in places) for sea, places in around.items()}

    @cached_property
    def _seas_off(self) -> Mapping[Province, frozenset[Province]]:
        return {
            province: frozenset(sea for sea, around in self._shores.items() if province in around)
            for province in self.regions
        }

    @cached_property
    def _homes(self) -> Mapping[Power, frozenset[Province]]:
        return {
            power: frozenset(code for code, region in self.regions.items() if region.home_of == power)
            for power in self.powers
        }


_NO_PLACES: frozenset[Location] = frozenset()
_NO_PROVINCES: frozenset[Province] = frozenset()
_NOWHERE: Mapping[Province, tuple[Location, ...]] = MappingProxyType({})


def _by_province(places: frozenset[Location]) -> Mapping[Province, tuple[Location, ...]]:
    ways: dict[Province, tuple[Location, ...]] = {}
    for place in sorted(places):
        ways[place.province] = (*ways.get(place.province, ()), place)
    return ways
