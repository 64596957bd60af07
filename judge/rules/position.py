"""The position between two phases: units, owners of centres, dislodged units; how many units its territories allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import itemgetter
from typing import assert_never

from judge.rules.board import Board, BuildPlaces, Location, Power, Province, Troop, Unit, Year, with_closed, with_troops


class Season(StrEnum):
    """The season of a phase; winter has the adjustments only."""

    SPRING = "S"
    FALL = "F"
    WINTER = "W"


class PhaseKind(StrEnum):
    """The kind of orders written in a phase."""

    MOVEMENT = "M"
    RETREAT = "R"
    ADJUSTMENT = "A"


@dataclass(frozen=True)
class Phase:
    """One phase of a game; ``str`` gives the code players know: ``S1901M``, ``F1901R``, ``W1901A``."""

    season: Season
    year: Year
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.value}{self.year}{self.kind.value}"

    @classmethod
    def parse(cls, code: str) -> "Phase":
        """Read a phase code; ValueError when it is not one."""
        return cls(Season(code[:1]), Year(int(code[1:-1])), PhaseKind(code[-1:]))


@dataclass(frozen=True)
class Dislodged:
    """A dislodged unit: the province its attacker came from, and the locations it may retreat to, sorted.

    ``by`` is empty if it is not known, as in a position written by hand.
    """

    unit: Unit
    by: Province
    retreats: tuple[Location, ...]


@dataclass(frozen=True)
class Position:
    """All that the rules need to know between two phases.

    ``units`` maps a province to the unit in it. ``dislodged``, in retreat phases only, maps the province a unit was
    driven from to that unit. ``owners`` maps a centre to its power; a neutral centre is absent. ``allies`` are pairs of
    a principal and its outside ally, who fights on the land of the first (004 10); ``factories`` is how many each power
    has built (004 9). ``quarantined`` regions are closed for now (004 3), ``troops`` have appeared since the game began
    (004 4): the board of this position is the one without the first and with the second, see ``with_closed`` and
    ``with_troops`` in ``board.py``.
    """

    phase: Phase
    units: Mapping[Province, Unit]
    owners: Mapping[Province, Power] = field(default_factory=dict)
    dislodged: Mapping[Province, Dislodged] = field(default_factory=dict)
    allies: frozenset[tuple[Power, Power]] = frozenset()
    factories: Mapping[Power, int] = field(default_factory=dict)
    quarantined: frozenset[Province] = frozenset()
    troops: tuple[Troop, ...] = ()

    def units_of(self, power: Power) -> tuple[Unit, ...]:
        """The standing units of a power, by place."""
        return self._units_by_power.get(power, ())

    @cached_property
    def _units_by_power(self) -> Mapping[Power, tuple[Unit, ...]]:
        units: dict[Power, tuple[Unit, ...]] = {}
        for _, unit in sorted(self.units.items(), key=itemgetter(0)):
            units[unit.power] = (*units.get(unit.power, ()), unit)
        return units

    def unit_at(self, province: Province) -> Unit | None:
        """The unit that an order for a province speaks to: in a retreat phase the dislodged one comes first."""
        dislodged = self.dislodged.get(province)
        return dislodged.unit if dislodged else self.units.get(province)

    def centres_of(self, power: Power) -> tuple[Province, ...]:
        """The centres a power controls, sorted."""
        return self._centres_by_power.get(power, ())

    @cached_property
    def _centres_by_power(self) -> Mapping[Power, tuple[Province, ...]]:
        centres: dict[Power, tuple[Province, ...]] = {}
        for centre in sorted(self.owners):
            owner = self.owners[centre]
            centres[owner] = (*centres.get(owner, ()), centre)
        return centres

    def are_allied(self, one: Power, other: Power) -> bool:
        """Whether one of two powers is the outside ally of the other."""
        return (one, other) in self.allies or (other, one) in self.allies


def opening_position(board: Board) -> Position:
    """Return the position of the first season: starting units, first owners of centres, first allies."""
    return Position(
        phase=_opening_phase(board),
        units={unit.at.province: unit for unit in board.start},
        owners={centre: board.owners[centre] for centre in board.regions if centre in board.owners},
        allies=frozenset(pair for one, other in board.war.allies for pair in ((one, other), (other, one))),
    )


def board_at(board: Board, position: Position) -> Board:
    """Return a board as it is in a position: in its year, with its quarantine, and the troops that have appeared."""
    return with_closed(with_troops(board.in_year(position.phase.year), position.troops), position.quarantined)


def _opening_phase(board: Board) -> Phase:
    if board.starts_in_winter:
        return Phase(Season.WINTER, board.start_year, PhaseKind.ADJUSTMENT)
    return Phase(Season.FALL if board.starts_in_autumn else Season.SPRING, board.start_year, PhaseKind.MOVEMENT)


# --- counts how many units a power's territories allow it, and where; for which power units count; centres taken


def counting_power(position: Position, unit: Unit) -> Power:
    """Return the power a unit counts for (004 10).

    That of an outside ally on its principal's land counts for the principal.
    """
    lord = position.owners.get(unit.at.province, unit.power)
    return lord if (lord, unit.power) in position.allies else unit.power


def territory_count(board: Board, position: Position, power: Power) -> int:
    """Return the number of territories of a power.

    Large towns and capitals count as often as the board says (004 4).
    """
    worth = board.war.worth
    held = sum(worth.get(region, 1) for region in position.centres_of(power))
    return max(0, held - board.war.penalties.get(power, 0))


def unit_allowance(board: Board, position: Position, power: Power) -> int:
    """Return how many units the territories of a power allow it: one for each, or for two, rounded down (004 5)."""
    return territory_count(board, position, power) // board.war.per_unit


def unit_balance(board: Board, position: Position, power: Power) -> int:
    """Return how many units a power has too few or, below zero, too many."""
    if not position.allies:
        return unit_allowance(board, position, power) - len(position.units_of(power))
    counted = sum(counting_power(position, unit) == power for unit in position.units.values())
    return unit_allowance(board, position, power) - counted


def centres_taken(board: Board, position: Position) -> dict[Province, Power]:
    """Return the centres that would change hands now, each with the power that the unit in it counts for."""
    return {
        region: power
        for region in sorted((board.centres - board.closed) & position.units.keys())
        if position.owners.get(region) != (power := counting_power(position, position.units[region]))
    }


def build_centres(board: Board, position: Position, power: Power) -> frozenset[Province]:
    """Return the centres of a power where it may build, a unit in them or not."""
    owned, homes = frozenset(position.centres_of(power)), board.homes(power)
    match board.builds:
        case BuildPlaces.HOMES:
            return owned & homes
        case BuildPlaces.OWNED:
            return owned
        case BuildPlaces.OWNED_WITH_HOME:
            return owned if owned & homes else frozenset()
        case _:
            assert_never(board.builds)


def building_power(board: Board, position: Position, at: Province) -> Power | None:
    """Return the power that a build in a region speaks for: whose home it is or, if homes do not count, its owner."""
    if board.builds is BuildPlaces.HOMES:
        return board.regions[at].home_of
    return position.owners.get(at)


def possible_build_centres(board: Board, power: Power) -> frozenset[Province]:
    """Return the centres where a power may build once it owns them."""
    return board.homes(power) if board.builds is BuildPlaces.HOMES else board.centres
