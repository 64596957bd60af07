"""The board: regions, coasts, borders, powers and their homes, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, NewType

from judge.languages import Spoken
from judge.rules.fast import fast_init

# --- names the centres where a board lets powers build


class BuildPlaces(StrEnum):
    """The centres where a power may build."""

    HOMES = "homes"
    OWNED = "owned"  # every centre it owns
    OWNED_WITH_HOME = "owned_with_home"  # every centre it owns, as long as one of its homes is among them


# --- how many centres a power needs to win, where that is not one number for everybody in every year


@dataclass(frozen=True)
class VictoryNumbers:
    """Numbers of centres that win a game.

    ``by_year`` has one for each year from the first of the board on, the last of them for all years that follow; empty
    where no number changes. ``of`` are the powers that need another one, the same in every year.
    """

    by_year: tuple[int, ...] = ()
    of: Mapping[str, int] = field(default_factory=dict)

    def in_year(self, years_passed: int, usual: int) -> int:
        """Return the number of those who have none of their own, so many years after the first; ``usual`` without."""
        return self.by_year[min(max(years_passed, 0), len(self.by_year) - 1)] if self.by_year else usual


ONE_NUMBER = VictoryNumbers()


# --- the board: regions, coasts, borders, powers and their homes, as frozen values


Province = NewType("Province", str)
"""The neutral code of a region, as the board file spells it: ``PAR``, ``NTH``."""

Power = NewType("Power", str)
"""The neutral name of a power: ``FRANCE``."""

Year = NewType("Year", int)


class Terrain(StrEnum):
    """The kind of ground of a region: inland, coastal or sea."""

    LAND = "land"
    COAST = "coast"
    SEA = "sea"


class UnitKind(StrEnum):
    """The two kinds of units."""

    ARMY = "A"
    FLEET = "F"


class Location(NamedTuple):
    """A province and, where a fleet stands on one of several coasts, that coast (``NC``, ``SC``, ``EC``)."""

    province: Province
    coast: str = ""

    def __str__(self) -> str:
        return f"{self.province}/{self.coast}" if self.coast else self.province

    @classmethod
    def read(cls, text: str) -> "Location":
        """The location that is written so."""
        province, _, coast = text.partition("/")
        return cls(Province(province), coast)


@dataclass(frozen=True)
class Region:
    """One region of the board; ``names`` maps a language to the name printed there; in a ``port`` fleets convoy."""

    code: Province
    terrain: Terrain
    names: Mapping[str, str]
    is_centre: bool = False
    home_of: Power | None = None
    coasts: tuple[str, ...] = ()
    port: bool = False


@fast_init
@dataclass(frozen=True, order=True, slots=True)
class Corps:
    """The numbers of one unit on a board with troops, and the letter of its troop.

    ``support`` and ``defence`` are its strengths in these, ``health`` its hit points, ``rest`` the phases until it may
    use its power again. ``host`` is the ally on whose land it was built and whose unit others take it for, if any (004
    5).
    """

    troop: str
    support: int
    defence: int
    health: int
    rest: int = 0
    host: Power | None = None


@fast_init
@dataclass(frozen=True, order=True, slots=True)
class Unit:
    """An army or a fleet of a power; ``strength`` is 1 on the standard board.

    With a ``corps``, ``strength`` is that in attack; the strengths in support and in defence are those of the corps.
    """

    power: Power
    kind: UnitKind
    at: Location
    strength: int = 1
    corps: Corps | None = None

    def __str__(self) -> str:
        return f"{self.letter} {self.at}"

    @property
    def letter(self) -> str:
        """The letter of the unit in orders: that of its troop, else that of its kind."""
        return self.corps.troop if self.corps else self.kind.value

    def moved_to(self, place: Location) -> "Unit":
        """The unit once it stands elsewhere."""
        return Unit(self.power, self.kind, place, self.strength, self.corps)

    def with_health(self, health: int, rest: int) -> "Unit":
        """The unit with so many hit points left, and so many phases of rest before it."""
        return self if self.corps is None else replace(self, corps=replace(self.corps, health=health, rest=rest))


@dataclass(frozen=True)
class Troop:
    """One row of the table of troops of a board: its kind, strengths, hit points, and who may build it.

    A power may have ``most`` of it at once (0: any number), and ``more`` for each of its factories. Any power may build
    it if ``powers`` is empty. A ``gifted`` troop has the power of thaumaturgy (004 9, 13).
    """

    letter: str
    names: Mapping[str, str] = field(hash=False)
    kind: UnitKind
    attack: int
    support: int
    defence: int
    health: int
    most: int = 0
    more: int = 0
    powers: frozenset[Power] = frozenset()
    gifted: bool = False

    def name_in(self, language: str) -> str:
        """Return its name in a language, in English where it has none; what an event has stored is a plain mapping."""
        return Spoken(self.names)[language]

    def raised(self, power: Power, at: Location, host: Power | None = None) -> Unit:
        """Return a new unit of this troop with all its hit points."""
        return Unit(
            power, self.kind, at, self.attack, Corps(self.letter, self.support, self.defence, self.health, 0, host)
        )


@dataclass(frozen=True)
class WarRules:
    """The rules of war of a board beyond its map; all empty on the standard board.

    ``rivers`` are the borders, as pairs of regions, that cost an attacker a point. A region counts as ``worth``
    territories, 1 if it is not listed; a power may have one unit for each ``per_unit`` of its territories, less its
    ``penalties``. After using its power a unit rests ``rest`` phases; a unit of fewer than ``dispersed_from`` hit
    points cannot be disbanded instead of retreating. ``scouts`` is the largest number of scouts of a power, ``posts``
    where its first ones stand. ``allies`` are the pairs allied from the start; ``strategists`` is how many players a
    power may have, 1 if it is not listed. ``capitals`` only matter to pictures.
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


NO_WAR = WarRules()


@dataclass(frozen=True)
class LateJoining:
    """A power that nobody plays until the spring of a year; a coin then gives it to one of the seats (001 XIV.2)."""

    power: Power
    year: Year


@dataclass(frozen=True, eq=False)
class Board:
    """A map and who plays on it: all that the rules may ask of either; a board is equal only to itself.

    ``borders`` maps, for each kind of unit, a location to its neighbours. Locations of armies never bear a coast; for
    fleets a region of several coasts has one location for each. No border leads into a ``closed`` region.

    ``map`` is the name of the board whose province codes this one shares, its own name by default. ``owners`` are the
    owners at the start; ``builds`` are the centres where units appear. A seat is what one player plays: one power or
    several; nobody plays the ``standing`` powers, whose units hold. ``victory_centres`` of one power win where
    ``victory`` has no other number, or ``victory_units`` of one seat; 0 turns either off. ``later`` is the board from
    the year of ``joining`` on. ``points`` are the places of regions in a picture, from its upper left corner.
    ``policies`` override choices of the rule book, by their names; ``notation`` is the usual one of its orders;
    ``calendar`` is ``years`` with seasons, or ``turns`` of two phases each (004 4). ``called`` are names of powers and
    ``phases`` those of phases that the rule book of a game has instead; ``book_words`` is that book, whose words
    letters use. Records keep those of the board.
    """

    name: str
    powers: Mapping[Power, Mapping[str, str]]
    regions: Mapping[Province, Region]
    borders: Mapping[UnitKind, Mapping[Location, frozenset[Location]]]
    start: tuple[Unit, ...]
    start_year: Year
    victory_centres: int
    map: str = ""
    starts_in_autumn: bool = False
    starts_in_winter: bool = False
    builds: BuildPlaces = BuildPlaces.HOMES
    owners: Mapping[Province, Power] = field(default_factory=dict)
    seats: tuple[tuple[Power, ...], ...] = ()
    standing: frozenset[Power] = frozenset()
    closed: frozenset[Province] = frozenset()
    joining: LateJoining | None = None
    victory_units: int = 0
    victory: VictoryNumbers = ONE_NUMBER
    rulebook: str = ""
    last_year: Year | None = None
    points: Mapping[Province, tuple[int, int]] = field(default_factory=dict)
    later: "Board | None" = None
    war: WarRules = NO_WAR
    policies: Mapping[str, Any] = field(default_factory=dict)
    notation: str = ""
    calendar: str = "years"
    called: Mapping[Power, Mapping[str, str]] = field(default_factory=dict)
    phases: str = ""
    book_words: str = ""

    def name_of(self, power: Power, language: str) -> str:
        """Return the name of a power as letters print it in a language."""
        return self.called.get(power, self.powers[power])[language]

    @property
    def phase_names(self) -> str:
        """The names of phases as letters print them: those of the rule book, else those of the calendar."""
        return self.phases or self.calendar

    def in_year(self, year: Year) -> "Board":
        """Return the board of a year: from the year of ``joining`` on the late power is open and played."""
        return self.later if self.later and self.joining and year >= self.joining.year else self

    def seat_of(self, power: Power) -> tuple[Power, ...]:
        """Return the powers of the seat a power belongs to; empty for a power that nobody plays."""
        return next((seat for seat in self.seats if power in seat), ())

    def neighbours(self, kind: UnitKind, at: Location) -> frozenset[Location]:
        """Where a unit of this kind at this location may move without a convoy."""
        return self.borders[kind].get(at, _NO_PLACES)

    def ways(self, unit: Unit) -> Mapping[Province, tuple[Location, ...]]:
        """Return the provinces a unit may move to without a convoy, each with its locations in reach, sorted."""
        return self._ways[unit.kind].get(unit.at, _NOWHERE)

    def reaches(self, unit: Unit, province: Province) -> bool:
        """Whether the unit may move to the province, on any coast of it, without a convoy."""
        return province in self._ways[unit.kind].get(unit.at, _NOWHERE)

    def shores(self, sea: Province) -> frozenset[Province]:
        """Return the provinces around a sea or a port."""
        return self._shores.get(sea, _NO_PROVINCES)

    def seas_off(self, province: Province) -> frozenset[Province]:
        """Return the open seas and the ports around a province."""
        return self._seas_off.get(province, _NO_PROVINCES)

    def waters_off(self, province: Province) -> tuple[frozenset[Province], ...]:
        """Return the seas around a province with one coast, those together that a fleet passes between past it.

        Several of them where a waterway leads through the province (001 VII.3): Kiel, Constantinople, Denmark, Sweden.
        """
        waters: list[frozenset[Province]] = []
        for sea in sorted(() if self.regions[province].coasts else self.seas_off(province)):
            joined = [water for water in waters if water & self._shores[sea]]
            waters = [*(water for water in waters if water not in joined), frozenset({sea}).union(*joined)]
        return tuple(waters) if self.terrain(province) is Terrain.COAST else ()

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
    def convoyable(self) -> frozenset[Province]:
        """Every region that convoys pass: the seas and the ports, unless they are closed."""
        ways = (code for code, region in self.regions.items() if region.terrain is Terrain.SEA or region.port)
        return frozenset(ways) - self.closed

    @cached_property
    def _ways(self) -> Mapping[UnitKind, Mapping[Location, Mapping[Province, tuple[Location, ...]]]]:
        return {
            kind: {at: _by_province(neighbours) for at, neighbours in borders.items()}
            for kind, borders in self.borders.items()
        }

    @cached_property
    def _shores(self) -> Mapping[Province, frozenset[Province]]:
        around = {sea: self.neighbours(UnitKind.FLEET, Location(sea)) for sea in self.convoyable}
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


# --- closes regions of a board: nobody may enter them, and a unit in one may leave but do nothing else


def with_closed(board: Board, provinces: frozenset[Province]) -> Board:
    """Return the board with these regions closed too; the same object for the same regions (004 3)."""
    return _with_closed(board, provinces) if provinces - board.closed else board


@lru_cache(maxsize=256)
def _with_closed(board: Board, provinces: frozenset[Province]) -> Board:
    borders = {
        kind: {
            at: frozenset(place for place in neighbours if place.province not in provinces)
            for at, neighbours in places.items()
        }
        for kind, places in board.borders.items()
    }
    return replace(board, closed=board.closed | provinces, borders=borders)


# --- adds kinds of units that have appeared while a game runs


@lru_cache(maxsize=256)
def with_troops(board: Board, troops: tuple[Troop, ...]) -> Board:
    """Return the board with these rows in its table of troops, too; the same object for the same rows (004 4)."""
    if not troops:
        return board
    return replace(board, war=replace(board.war, troops={**board.war.troops, **{one.letter: one for one in troops}}))
