"""What a picture shows, and to whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from judge.maps.geometry import Geometry, Point
from judge.maps.powers import PowerLook, power_looks
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name
from judge.reports.phrasing import Phrasing
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.position import Position
from judge.rules.verdicts import Judgement


@dataclass(frozen=True)
class MapView:
    """A position as one reader knows it, in their ``phrasing``: nothing else comes into the picture.

    ``title`` is the name of the game, if any. With a ``judgement`` the orders of the phase are drawn, and what became
    of them. Where units are hidden, ``sight`` are the regions that the reader sees.
    """

    phrasing: Phrasing
    title: str = ""
    judgement: Judgement | None = None
    sight: frozenset[Province] | None = None

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.phrasing.board

    @property
    def position(self) -> Position:
        """The position at the beginning of the phase."""
        return self.phrasing.position

    @cached_property
    def looks(self) -> Mapping[Power, PowerLook]:
        """The look of each power."""
        return power_looks(self.board, self.phrasing.language)

    @property
    def phase(self) -> str:
        """The phase in words."""
        return phase_name(self.position.phase, self.board.calendar, self.phrasing.language)

    def place(self, at: Location | Province) -> str:
        """Return the abbreviation of a place in the reader's notation."""
        return plain_spaces(self.phrasing.place(at))

    def unit(self, unit: Unit) -> str:
        """Return a unit with its place, as lists in the reader's notation have it."""
        return plain_spaces(self.phrasing.unit(unit))

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence."""
        return plain_spaces(self.phrasing.say(key, **facts))


def place_of(geometry: Geometry, at: Location, *, driven_out: bool = False) -> Point:
    """Return where the sign of a unit is."""
    spots = geometry.spots[at.province]
    return spots.aside if driven_out else spots.coasts.get(at.coast, spots.unit)
