"""Judges an adjustment phase: what has to be ordered in it, which units are built or removed."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, assert_never

from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.fast import kept_for_same
from judge.rules.legality import not_a_build_place, why_illegal
from judge.rules.orders import Build, Disband, Order, Waive, province_of, with_coast
from judge.rules.position import PhaseKind, Position, build_centres, building_power, unit_balance
from judge.rules.rulebook import DisorderRemovals, RuleBook
from judge.rules.verdicts import Built, Disbanded, Illegal, RemovedByDefault, Verdict, Void, Waived
from judge.rules.war.troops import unit_built, why_illegal_troop

# --- judges an adjustment phase: units are built or removed until each power has as many as it has centres


@dataclass(frozen=True)
class AdjustmentResult:
    """An adjustment phase judged: the verdicts of each power, and the units on the board afterwards."""

    verdicts: Mapping[Power, tuple[Verdict, ...]]
    units: Mapping[Province, Unit]


def judge_adjustments(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]
) -> AdjustmentResult:
    """Judge every power's adjustments (000 XIV.B, 001 XIII.2, DATC 4.D.4 to 4.D.8).

    Orders are taken in the sequence given and the first legal ones count. Builds not used are left for a later
    year; removals not ordered follow the civil disorder rule of the book. Verdicts stand in the order given,
    what happened by default last.
    """
    verdicts = {power: _adjust(board, book, position, power, orders.get(power, ())) for power in board.powers}
    units = dict(position.units)
    for verdict in chain.from_iterable(verdicts.values()):
        match verdict.reason, verdict.unit:
            case Built(), Unit() as unit:
                units[unit.at.province] = unit
            case ((Disbanded() | RemovedByDefault()), Unit() as unit):
                del units[unit.at.province]
            case _:
                pass
    return AdjustmentResult(verdicts, units)


@kept_for_same
def builds_due(board: Board, position: Position, power: Power) -> int:
    """Return how many units a power may build or, below zero, must remove (000 XIV.B, 001 XIII.2).

    Only a power's own units are removed, not those of its allies on its land, although these count for it (004 10).
    Builds are limited by the number of sites; the rest waits for a later year. A power that nobody plays builds nothing
    (001 XIV.2, XIV.3).
    """
    due = min(unit_balance(board, position, power), len(build_sites(board, position, power)))
    return max(due, -len(position.units_of(power)))


def build_sites(board: Board, position: Position, power: Power) -> tuple[Province, ...]:
    """Return the centres of a power where it may build and no unit stands, sorted.

    None of a power nobody plays.
    """
    if power in board.standing:
        return ()
    return tuple(sorted(centre for centre in build_centres(board, position, power) if centre not in position.units))


def possible_builds(board: Board, position: Position, power: Power) -> tuple[Build, ...]:
    """Return every build that would be legal for a power on its own, sorted by site.

    Builds for its allies come last.
    """
    allies = tuple(sorted(outside for principal, outside in position.allies if principal == power))
    sites = build_sites(board, position, power) if builds_due(board, position, power) > 0 else ()
    builds = [
        build
        for owner in (None, *(allies if board.war.troops else ()))
        for site in sites
        for build in builds_at(board, site, owner)
    ]
    return tuple(
        build
        for build in builds
        if not _why_void(board, position, power, build, set())
        and not why_illegal_troop(board, position, power, build, ())
    )


def builds_at(board: Board, site: Province, owner: Power | None = None) -> tuple[Build, ...]:
    """Return every build that the terrain of a site allows.

    One of each troop of the board, or of each kind of unit on a board without troops.
    """
    named = [(troop.kind, troop.letter) for troop in board.war.troops.values()] or [(kind, "") for kind in UnitKind]
    coasts = board.regions[site].coasts or ("",)
    return tuple(
        Build(kind, Location(site, coast), letter, owner)
        for kind, letter in named
        if kind is UnitKind.ARMY or board.terrain(site) is not Terrain.LAND
        for coast in (coasts if kind is UnitKind.FLEET else ("",))
    )


def judge_ordered_adjustments(
    board: Board, position: Position, power: Power, orders: Sequence[Order]
) -> tuple[Verdict, ...]:
    """Return the verdict on each order a power gave, in the order given, before anything is removed by default."""
    taken: set[Province] = set()
    raised: list[Unit] = []
    answers: list[tuple[Order, Illegal | None]] = []
    for written in orders:
        order = with_coast(written, board, position)
        why = _why_void(board, position, power, order, taken) or why_illegal_troop(
            board, position, power, order, raised
        )
        if why is None and not isinstance(order, Waive):
            taken.add(order.at.province if isinstance(order, Build) else order.at)
        if why is None and isinstance(order, Build):
            raised.append(unit_built(board, power, order))
        answers.append((order, why))
    unused = Waived(builds_due(board, position, power) - len(taken), by_order=True)
    return tuple(_verdict(board, position, power, order, why, unused) for order, why in answers)


def _adjust(
    board: Board, book: RuleBook, position: Position, power: Power, orders: Sequence[Order]
) -> tuple[Verdict, ...]:
    answers = judge_ordered_adjustments(board, position, power, orders)
    done = [answer.unit for answer in answers if isinstance(answer.reason, Built | Disbanded)]
    waived = any(isinstance(answer.reason, Waived) for answer in answers)
    builds = builds_due(board, position, power)
    if builds > len(done) and not waived:
        return (*answers, Verdict(None, None, Waived(builds - len(done), by_order=False)))
    left = [unit for unit in position.units_of(power) if unit not in done]
    removals = disorder_removals(board, book, position, power, left)[: max(-builds - len(done), 0)]
    return (*answers, *(Verdict(one.unit, None, RemovedByDefault(one.distance, one.from_home)) for one in removals))


def _why_void(board: Board, position: Position, power: Power, order: Order, taken: set[Province]) -> Illegal | None:
    """Return the rule an order breaks, None for a legal one.

    ``taken`` are the provinces of the legal orders before it.
    """
    builds = builds_due(board, position, power)
    match order:
        case Waive():
            return None if builds > 0 else Illegal.BUILD_NOT_DUE
        case Build(at=place):
            if building_power(board, position, place.province) != power:
                return not_a_build_place(board)
            if place.province in taken and builds > 0:
                return Illegal.BUILD_TWICE
            return why_illegal(board, position, order) or (Illegal.BUILD_NOT_DUE if len(taken) >= builds else None)
        case Disband(at=province):
            unit = position.units.get(province)
            if unit is None or unit.power != power:
                return Illegal.NO_UNIT
            if province in taken:
                return Illegal.REMOVAL_TWICE
            return Illegal.REMOVAL_NOT_DUE if len(taken) >= -builds else None
        case _:
            return Illegal.WRONG_PHASE


def _verdict(
    board: Board, position: Position, power: Power, order: Order, why: Illegal | None, unused: Waived
) -> Verdict:
    own = {unit.at.province: unit for unit in position.units_of(power)}
    unit = own.get(order.at) if isinstance(order, Disband) else None
    match order:
        case _ if why:
            return Verdict(unit, order, Void(why))
        case Build():
            return Verdict(unit_built(board, power, order), order, Built())
        case Disband():
            return Verdict(unit, order, Disbanded())
        case _:
            return Verdict(None, order, unused)


# --- civil disorder --------------------------------------------------------------------------------------------------


class DisorderRemoval(NamedTuple):
    """A unit to be removed, and its distance in borders from the nearest centre that the rule book counts from.

    ``from_home`` if that is a home centre, owned or not; else it is a centre that the power owns.
    """

    unit: Unit
    distance: int
    from_home: bool


def disorder_removals(
    board: Board, book: RuleBook, position: Position, power: Power, units: Sequence[Unit]
) -> tuple[DisorderRemoval, ...]:
    """Return these units of a power in the order in which they are removed (000 XV, 001 XIV.4, DATC 4.D.8)."""
    owned = _owned_origins(book, position, power)
    distances = distances_from(board, owned or board.homes(power))
    removals = [DisorderRemoval(unit, distances.get(unit.at.province, len(board.regions)), not owned) for unit in units]
    return tuple(sorted(removals, key=lambda removal: _rank(board, book, removal)))


def distances_from(board: Board, origins: Iterable[Province]) -> dict[Province, int]:
    """Return the number of borders between each region and the nearest origin, by land and sea, coasts merged."""
    distances: dict[Province, int] = {}
    around, edge = _around(board), set(origins)
    while edge:
        distances |= dict.fromkeys(edge, max(distances.values(), default=-1) + 1)
        edge = {other for province in edge for other in around.get(province, ())} - distances.keys()
    return distances


@lru_cache
def _around(board: Board) -> Mapping[Province, set[Province]]:
    """The regions that any unit reaches from each, from whichever of its coasts."""
    found: defaultdict[Province, set[Province]] = defaultdict(set)
    for borders in board.borders.values():
        for place, neighbours in borders.items():
            found[place.province].update(other.province for other in neighbours)
    return found


def _owned_origins(book: RuleBook, position: Position, power: Power) -> tuple[Province, ...]:
    """Return the owned centres if distances start there, as in 2023; empty if they start at the home centres."""
    match book.disorder_removals:
        case DisorderRemovals.FARTHEST_2023:
            return position.centres_of(power)
        case DisorderRemovals.FARTHEST_FRENCH_2003 | DisorderRemovals.FARTHEST_1971:
            return ()
        case _:
            assert_never(book.disorder_removals)


def _rank(board: Board, book: RuleBook, removal: DisorderRemoval) -> tuple[int | str, ...]:
    """Return the sort key of a unit; the lower is removed sooner.

    On an owned centre the distance is 0, so 2023 removes that unit last.
    """
    region = board.regions[removal.unit.at.province]
    army_later = int(removal.unit.kind is UnitKind.ARMY)
    match book.disorder_removals:
        case DisorderRemovals.FARTHEST_FRENCH_2003:
            return -removal.distance, int(region.is_centre), army_later, _plain(region.names["fr"])
        case DisorderRemovals.FARTHEST_2023 | DisorderRemovals.FARTHEST_1971:
            return -removal.distance, army_later, _plain(region.names["en"])
        case _:
            assert_never(book.disorder_removals)


def _plain(name: str) -> str:
    """A name as an index sorts it: without capitals or accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if letter.isalnum()).casefold()


# --- determines what orders a power still has to write in a phase


@dataclass(frozen=True)
class RequiredOrders:
    """The orders a power must write: for the units in ``orders``, or ``builds`` on ``sites``, or ``removals``."""

    orders: tuple[Province, ...] = ()
    builds: int = 0
    removals: int = 0
    sites: tuple[Province, ...] = ()

    @property
    def is_required(self) -> bool:
        """Return whether any order is required."""
        return bool(self.orders or self.builds or self.removals)


def required_orders(board: Board, position: Position, power: Power) -> RequiredOrders:
    """Return what this power must write in the phase of the position; nothing of a power that nobody plays."""
    if power in board.standing:
        return RequiredOrders()
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return RequiredOrders(orders=tuple(unit.at.province for unit in position.units_of(power)))
        case PhaseKind.RETREAT:
            return RequiredOrders(orders=_driven_out(position, power))
        case PhaseKind.ADJUSTMENT:
            due = builds_due(board, position, power)
            sites = build_sites(board, position, power) if due > 0 else ()
            return RequiredOrders(builds=max(due, 0), removals=max(-due, 0), sites=sites)
        case _:
            assert_never(position.phase.kind)


def units_without_orders(
    board: Board, position: Position, power: Power, orders: Sequence[Order]
) -> tuple[Province, ...]:
    """Return the units of a power without any order, void or not; none in an adjustment phase."""
    ordered = {province_of(order) for order in orders}
    return tuple(province for province in required_orders(board, position, power).orders if province not in ordered)


def _driven_out(position: Position, power: Power) -> tuple[Province, ...]:
    return tuple(sorted(at for at, dislodged in position.dislodged.items() if dislodged.unit.power == power))
