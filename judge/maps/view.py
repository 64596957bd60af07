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
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.verdicts import Judgement
from judge.rules.war.scouts import Scout


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
    def phase(self) -> str:
        """The phase in words."""
        return phase_name(self.position.phase, self.board.phase_names, self.phrasing.language)

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
