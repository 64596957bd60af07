"""Plans for phases that are not open yet: conditions, orders in advance, standing wishes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from judge.rules.adjustments import judge_ordered_adjustments, required_orders
from judge.rules.board import Board, Location, Power, Province, UnitKind, Year
from judge.rules.legality import why_illegal
from judge.rules.orders import AdjustmentOrder, Build, Disband, Retreat, RetreatOrder, Waive
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.verdicts import Void


def next_movement(phase: Phase) -> Phase:
    """The movement phase that follows a phase of retreats."""
    is_spring = phase.season is Season.SPRING
    season, year = (Season.FALL, phase.year) if is_spring else (Season.SPRING, Year(phase.year + 1))
    return Phase(season, year, PhaseKind.MOVEMENT)


# --- conditions


@dataclass(frozen=True)
class Stands:
    """True where a unit stands at a place; its power, kind and coast may be any where none is named.

    A ``troop`` may be any where none is named; one that is named must be known of the unit.
    """

    at: Location
    power: Power | None = None
    kind: UnitKind | None = None
    troop: str = ""


@dataclass(frozen=True)
class Not:
    """True where another condition is false."""

    of: "Condition"


@dataclass(frozen=True)
class AllOf:
    """True where all of these conditions are."""

    of: "tuple[Condition, ...]"


@dataclass(frozen=True)
class AnyOf:
    """True where at least one of these conditions is."""

    of: "tuple[Condition, ...]"


Condition = Stands | Not | AllOf | AnyOf


def is_condition_true(condition: Condition, position: Position) -> bool:
    """Whether a condition is true of a position; a unit that was dislodged stands nowhere."""
    match condition:
        case Stands():
            return _stands(condition, position)
        case Not(of):
            return not is_condition_true(of, position)
        case AllOf(conditions):
            return all(is_condition_true(one, position) for one in conditions)
        case AnyOf(conditions):
            return any(is_condition_true(one, position) for one in conditions)
        case _:
            assert_never(condition)


def _stands(condition: Stands, position: Position) -> bool:
    unit = position.units.get(condition.at.province)
    return (
        unit is not None
        and condition.power in {None, unit.power}
        and condition.kind in {None, unit.kind}
        and condition.troop in {"", unit.letter}
        and condition.at.coast in {"", unit.at.coast}
    )


# --- plans


MOST_YEARS_AHEAD = 5
"""How many years ahead orders are kept, as by the older e-mail judges."""

MOST_STEPS_PER_PHASE = 100
"""The most steps a player may keep for one phase: more than anybody has units, for every case they can think of."""


@dataclass(frozen=True)
class OrderText:
    """Orders as they were written; they are read when the phase opens."""

    text: str


@dataclass(frozen=True)
class Choice:
    """Steps for the case that a condition holds when the phase opens, others for the case that it does not."""

    condition: Condition
    then: "tuple[PlanStep, ...]"
    otherwise: "tuple[PlanStep, ...]" = ()


PlanStep = OrderText | Choice


def lines_for(step: PlanStep, position: Position) -> tuple[str, ...]:
    """The lines of orders that a step amounts to when a phase opens with this position."""
    match step:
        case OrderText(text):
            return (text,)
        case Choice(condition, then, otherwise):
            steps = then if is_condition_true(condition, position) else otherwise
            return tuple(line for one in steps for line in lines_for(one, position))


@dataclass(frozen=True)
class RetreatWish:
    """Where a unit dislodged from a province (None: any) retreats to, best first; else disbanded if ``disband``."""

    of: Province | None
    to: tuple[Location, ...]
    disband: bool = False


@dataclass(frozen=True)
class BuildWish:
    """Units to build, best first; builds left over are waived if ``waive``."""

    builds: tuple[Build, ...]
    waive: bool = False


@dataclass(frozen=True)
class RemovalWish:
    """The provinces whose units are removed first when there are too many."""

    units: tuple[Province, ...]


Wish = RetreatWish | BuildWish | RemovalWish


def with_wish(wishes: Sequence[Wish], new: Wish) -> tuple[Wish, ...]:
    """The wishes with a new one, which replaces one of its kind; of retreats, one for the same province."""
    return (*(old for old in wishes if _wish_key(old) != _wish_key(new)), new)


def _wish_key(wish: Wish) -> tuple[type, Province | None]:
    return type(wish), wish.of if isinstance(wish, RetreatWish) else None


class PlanSource(Enum):
    """The source of a power's orders when a phase opened."""

    ADVANCE = "advance"
    WISHES = "wishes"


# --- the calendar ahead

_SEASONS, _KINDS = tuple(Season), tuple(PhaseKind)


def is_earlier_phase(phase: Phase, other: Phase) -> bool:
    """Whether a phase is earlier than another."""
    return phase_order(phase) < phase_order(other)


def phase_order(phase: Phase) -> tuple[int, int, int]:
    """The key that sorts phases by time."""
    return phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind)


# --- standing wishes


def wished_orders(
    board: Board, position: Position, power: Power, wishes: Sequence[Wish]
) -> tuple[RetreatOrder | AdjustmentOrder, ...]:
    """The legal orders that follow from a power's wishes in the phase of the position; none in a movement phase."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return ()
        case PhaseKind.RETREAT:
            return tuple(_retreats(board, position, power, [wish for wish in wishes if isinstance(wish, RetreatWish)]))
        case PhaseKind.ADJUSTMENT:
            return _adjustments(board, position, power, wishes)
        case _:
            assert_never(position.phase.kind)


def _retreats(board: Board, position: Position, power: Power, wishes: Sequence[RetreatWish]) -> Iterator[RetreatOrder]:
    """Each unit to the first place open to it, those with a wish of their own first, never two to one province."""
    wish_of = {wish.of: wish for wish in wishes}
    taken: set[Province] = set()
    for province in sorted(
        required_orders(board, position, power).orders, key=lambda province: province not in wish_of
    ):
        wish = wish_of.get(province, wish_of.get(None))
        order = _retreat(board, position, province, wish, taken) if wish else None
        if order:
            yield order
        if isinstance(order, Retreat):
            taken.add(order.to.province)


def _retreat(
    board: Board, position: Position, province: Province, wish: RetreatWish, taken: set[Province]
) -> RetreatOrder | None:
    ways = (Retreat(province, place) for place in wish.to if place.province not in taken)
    first = next((way for way in ways if why_illegal(board, position, way) is None), None)
    leaves = Disband(province)
    may_leave = wish.disband and why_illegal(board, position, leaves) is None
    return first or (leaves if may_leave else None)


def _adjustments(board: Board, position: Position, power: Power, wishes: Sequence[Wish]) -> tuple[AdjustmentOrder, ...]:
    """The first legal ones, as many as are due."""
    due = required_orders(board, position, power)
    wanted: list[AdjustmentOrder] = []
    for wish in wishes:
        match wish:
            case BuildWish(builds, waive) if due.builds:
                wanted += [*builds, *((Waive(),) if waive else ())]
            case RemovalWish(units) if due.removals:
                wanted += map(Disband, units)
            case _:
                pass
    answers = judge_ordered_adjustments(board, position, power, wanted)
    legal = tuple(order for order, answer in zip(wanted, answers, strict=True) if not isinstance(answer.reason, Void))
    filled = len(legal) - (Waive() in legal) == due.builds
    return tuple(order for order in legal if order != Waive() or not filled)
