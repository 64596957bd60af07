"""What a picture shows, and to whom; how powers are told apart in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from judge.game.settings import Language
from judge.maps.geometry import Geometry, Point
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_place
from judge.reports.layout import plain_spaces
from judge.reports.names import names_of_powers, phase_name
from judge.reports.phrasing import Phrasing
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.verdicts import Judgement
from judge.rules.war.scouts import Scout

# --- how powers are told apart in a picture: by letters, by patterns of what they own, by colours last


@dataclass(frozen=True)
class PowerLook:
    """The sign of a power: its letters, the colour of its units, the tint and the pattern of what it owns.

    ``dashes`` are those of its line in a chart.
    """

    power: Power
    letters: str
    colour: str
    tint: str
    pattern: str
    dashes: str

    @property
    def fill(self) -> str:
        """The fill of a region that the power owns."""
        return f"url(#p-{self.power})"


_COLOURS = (
    ("#a23b32", "#eccfc0"),
    ("#2c4272", "#ccd3dc"),
    ("#3f7f9e", "#bbd8e3"),
    ("#3b3733", "#d9d3c9"),
    ("#3f7348", "#d3dfc3"),
    ("#75528a", "#dfd2dd"),
    ("#a8740f", "#f1deb0"),
    ("#8a4f2a", "#e5d1b8"),
    ("#1f7a74", "#c9e0d6"),
    ("#8c2f5e", "#ecccd6"),
)
"""The dark colour of units and the light one of regions, by the place of a power on its board."""

_PATTERNS = (
    "M-5 5L5-5M0 25L25 0M20 30L30 20",
    "M0 6H25M0 18.5H25",
    "M4 6h5M16.5 18.5h5",
    "M12.5 0V25M0 12.5H25",
    "M-5 20L5 30M0 0L25 25M20-5L30 5",
    "M6 0V25M18.5 0V25",
    "M0 0L25 25M25 0L0 25",
    "M5 5h15v15h-15z",
    "M6 6m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M18 18m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "M0 12L6 6L12 12L18 6L24 12",
)
"""A drawing on a tile of 25 by 25 for each place, which are 12 pixels in a PNG."""

_DASHES = ("", "16 7", "4 7", "26 7 4 7", "9 6", "26 6 4 6 4 6", "36 9", "14 5 4 5", "8 13", "14 5 14 5 4 5")


def _turned(place: int) -> int:
    """The pattern and the dashes of a place: where colours begin again, others go with them."""
    return (place + 3 * (place // len(_COLOURS))) % len(_PATTERNS)


@lru_cache
def power_looks(board: Board, language: Language) -> Mapping[Power, PowerLook]:
    """Return the look of each power of a board, with letters from its name in a language."""
    names = names_of_powers(board, language)
    return {
        power: PowerLook(
            power,
            _shortest(names[power], [other for each, other in names.items() if each != power]),
            *_COLOURS[place % len(_COLOURS)],
            _PATTERNS[_turned(place)],
            _DASHES[_turned(place)],
        )
        for place, power in enumerate(board.powers)
    }


def _shortest(name: str, others: list[str]) -> str:
    """The fewest letters, three at most, with which no other name begins."""
    return next(
        (name[:length] for length in (1, 2) if not any(other[:length] == name[:length] for other in others)), name[:3]
    )


@lru_cache
def pattern_definitions(looks: Sequence[PowerLook]) -> str:
    """Return the patterns of powers, to be referred to by fills."""
    return "".join(
        f'<pattern id="p-{look.power}" width="25" height="25" patternUnits="userSpaceOnUse"'
        ' patternTransform="scale(.5)">'
        f'<rect width="25" height="25" fill="{look.tint}"/>'
        f'<path d="{look.pattern}" stroke="{look.colour}" stroke-opacity=".38" stroke-width="2.4" fill="none"/>'
        "</pattern>"
        for look in looks
    )


# --- what a picture shows, and to whom


@dataclass(frozen=True)
class MapView:
    """A position as one reader knows it, in their ``phrasing``: nothing else comes into the picture.

    ``title`` is the name of the game, if any. With a ``judgement`` the orders of the phase are drawn, and what became
    of them. Where units are hidden, ``sight`` are the regions that the reader sees. ``scouts`` are those at the
    beginning of the phase.
    """

    phrasing: Phrasing
    title: str = ""
    judgement: Judgement | None = None
    sight: frozenset[Province] | None = None
    scouts: tuple[Scout, ...] = ()

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.phrasing.board

    @property
    def position(self) -> Position:
        """The position at the beginning of the phase."""
        return self.phrasing.position

    @cached_property
    def owners(self) -> Mapping[Province, Power]:
        """Who owns what: after the phase, where it is judged. Centres change hands once all units have moved."""
        return {**self.position.owners, **self.gained}

    @property
    def gained(self) -> Mapping[Province, Power]:
        """The centres that changed hands at the end of the phase, with their new owners."""
        return self.judgement.gained if self.judgement else {}

    @property
    def counts_later(self) -> bool:
        """Whether centres will change hands once the units driven out in this phase have withdrawn."""
        if self.judgement is None or self.position.phase.season is not Season.FALL:
            return False
        return self.judgement.after.phase.kind is PhaseKind.RETREAT

    def centres(self, power: Power) -> int:
        """Return how many centres a power has."""
        return sum(owner == power for owner in self.owners.values())

    @cached_property
    def looks(self) -> Mapping[Power, PowerLook]:
        """The look of each power."""
        return power_looks(self.board, self.phrasing.language)

    @property
    def blank(self) -> "MapView":
        """The board alone: nobody's units, nobody's centres, nothing hidden."""
        empty = Position(self.position.phase, {}, quarantined=self.position.quarantined)
        return MapView(replace(self.phrasing, position=empty), self.title)

    @property
    def phase(self) -> str:
        """The phase in words."""
        return phase_name(self.position.phase, self.board.phase_names, self.phrasing.language)

    def place(self, at: Location | Province) -> str:
        """Return the abbreviation of a place in the reader's notation."""
        return _abbreviation(at, self.phrasing.notation, self.board)

    def unit(self, unit: Unit) -> str:
        """Return a unit with its place, as lists in the reader's notation have it."""
        return plain_spaces(self.phrasing.unit(unit))

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence."""
        return plain_spaces(self.phrasing.say(key, **facts))


@lru_cache(maxsize=4096)
def _abbreviation(at: Location | Province, notation: Notation, board: Board) -> str:
    return write_place(at if isinstance(at, Location) else Location(at), notation, board)


def map_of_board(board: Board, language: Language, notation: str) -> MapView:
    """Return a board with nothing on it, for a reader of a language and a notation."""
    empty = Position(Phase.parse("S1901M"), {})
    return MapView(Phrasing(language, load_notation(notation), board, empty))


def place_of(geometry: Geometry, at: Location, *, driven_out: bool = False) -> Point:
    """Return where the sign of a unit is."""
    spots = geometry.spots[at.province]
    return spots.aside if driven_out else spots.coasts.get(at.coast, spots.unit)
