"""Orders kept for later phases: conditions, plans, standing wishes for retreats and adjustments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Board, Kind, Location, Power, Province
from judge.rules.duties import duty
from judge.rules.legality import why_illegal
from judge.rules.orders import AdjustmentOrder, Build, Disband, Retreat, RetreatOrder, Waive
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.verdicts import Void

# --- conditions


@dataclass(frozen=True)
class Stands:
    """A unit stands there: of any power and either kind where none is named, on any coast where none is.

    Of any ``troop`` where none is named; what troop a unit is of must be known.
    """

    at: Location
    power: Power | None = None
    kind: Kind | None = None
    troop: str = ""


@dataclass(frozen=True)
class Not:
    """The opposite."""

    of: "Condition"


@dataclass(frozen=True)
class AllOf:
    """Every one of them."""

    of: "tuple[Condition, ...]"


@dataclass(frozen=True)
class AnyOf:
    """One of them at least."""

    of: "tuple[Condition, ...]"


Condition = Stands | Not | AllOf | AnyOf


def holds(condition: Condition, position: Position) -> bool:
    """Whether a condition is true of a position; a unit that was dislodged stands nowhere."""
    match condition:
        case Stands():
            return _stands(condition, position)
        case Not(of):
            return not holds(of, position)
        case AllOf(conditions):
            return all(holds(one, position) for one in conditions)
        case AnyOf(conditions):
            return any(holds(one, position) for one in conditions)
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
"""As far as the old e-mail judges took orders in advance."""

MOST_STEPS = 100
"""What a player may keep for one phase: more than anybody has units to order, for every case they can think of."""


@dataclass(frozen=True)
class OrderText:
    """Orders as they were written; what they mean shows when the phase opens."""

    text: str


@dataclass(frozen=True)
class Choice:
    """Steps for the case that a condition holds when the phase opens, others for the case that it does not."""

    condition: Condition
    then: "tuple[Step, ...]"
    otherwise: "tuple[Step, ...]" = ()


Step = OrderText | Choice


def lines_for(step: Step, position: Position) -> tuple[str, ...]:
    """The lines of orders that a step comes to when a phase opens with this position."""
    match step:
        case OrderText(text):
            return (text,)
        case Choice(condition, then, otherwise):
            steps = then if holds(condition, position) else otherwise
            return tuple(line for one in steps for line in lines_for(one, position))


@dataclass(frozen=True)
class RetreatWish:
    """Where a unit goes that is driven from a province (None: from any), best first; off the board if ``disband``."""

    of: Province | None
    to: tuple[Location, ...]
    disband: bool = False


@dataclass(frozen=True)
class BuildWish:
    """What to raise, best first; ``waive`` what is left then."""

    builds: tuple[Build, ...]
    waive: bool = False


@dataclass(frozen=True)
class RemovalWish:
    """Whose unit goes first when there are too many."""

    units: tuple[Province, ...]


Wish = RetreatWish | BuildWish | RemovalWish


def with_wish(wishes: Sequence[Wish], new: Wish) -> tuple[Wish, ...]:
    """The new wish after those it leaves standing: it replaces one of its kind, of retreats one for that province."""
    return (*(old for old in wishes if _subject(old) != _subject(new)), new)


def _subject(wish: Wish) -> tuple[type, Province | None]:
    return type(wish), wish.of if isinstance(wish, RetreatWish) else None


class Plan(Enum):
    """What orders were taken from when a phase opened."""

    ADVANCE = "advance"
    WISHES = "wishes"


# --- the calendar ahead

_SEASONS, _KINDS = tuple(Season), tuple(PhaseKind)


def comes_before(phase: Phase, other: Phase) -> bool:
    """Whether a phase is earlier than another."""
    return rank(phase) < rank(other)


def rank(phase: Phase) -> tuple[int, int, int]:
    """A key that sorts phases in the order they are played."""
    return phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind)


# --- standing wishes


def wished_orders(
    board: Board, position: Position, power: Power, wishes: Sequence[Wish]
) -> tuple[RetreatOrder | AdjustmentOrder, ...]:
    """What a power's wishes order in the phase of the position: legal orders alone, none of them in a movement."""
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
    for province in sorted(duty(board, position, power).orders, key=lambda province: province not in wish_of):
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
    due = duty(board, position, power)
    wanted: list[AdjustmentOrder] = []
    for wish in wishes:
        match wish:
            case BuildWish(builds, waive) if due.builds:
                wanted += [*builds, *((Waive(),) if waive else ())]
            case RemovalWish(units) if due.removals:
                wanted += map(Disband, units)
            case _:
                pass
    answers = answer_adjustments(board, position, power, wanted)
    legal = tuple(order for order, answer in zip(wanted, answers, strict=True) if not isinstance(answer.reason, Void))
    filled = len(legal) - (Waive() in legal) == due.builds
    return tuple(order for order in legal if order != Waive() or not filled)
