"""Orders, for the open phase and for later ones: commands and events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import assert_never

from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.rules.adjustments import judge_ordered_adjustments, required_orders
from judge.rules.board import Board, Location, Power, Province, UnitKind, Year
from judge.rules.legality import why_illegal
from judge.rules.orders import AdjustmentOrder, Build, Disband, Order, Retreat, RetreatOrder, Waive, province_of
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.verdicts import Void
from judge.rules.war.scouts import ScoutOrder

# --- plans for phases that are not open yet: conditions, orders in advance, standing wishes


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


# --- what is asked


@dataclass(frozen=True)
class GiveOrder:
    """Give one order.

    ``letter`` is the number of its letter, ``arrived`` when the last byte of that was read, ``written`` the date it
    bears, if any (UTC). ``phase`` is the phase the letter names, if any; ``power`` the one of the sender's powers that
    a heading names.
    """

    by: Address
    order: Order
    letter: int
    arrived: datetime
    written: datetime | None = None
    phase: Phase | None = None
    power: Power | None = None


@dataclass(frozen=True)
class GiveErrand:
    """Give a scout an errand, or recruit one; the other fields are those of ``GiveOrder``."""

    by: Address
    errand: ScoutOrder
    letter: int
    arrived: datetime
    written: datetime | None = None
    phase: Phase | None = None


@dataclass(frozen=True)
class WithdrawOrders:
    """Take back every order of one's powers, those to scouts too."""

    by: Address


@dataclass(frozen=True)
class MeanOrders:
    """Confirm that one's void orders are meant, so that the phase waits for no others in their place."""

    by: Address


@dataclass(frozen=True)
class Alternative:
    """One of several plans that a letter leaves open, by the ``title`` it has there, with its orders."""

    title: str
    orders: tuple[Order, ...]

    @property
    def units(self) -> frozenset[Province | None]:
        """The regions of the units that its orders are for."""
        return frozenset(map(province_of, self.orders))


@dataclass(frozen=True)
class LeaveLines:
    """Note what a letter leaves open: the ``offered`` orders, each with its power, and lines that were explained.

    ``phase`` is the one they are for, ``unclear`` the number of lines explained; ``plans`` are lines offered for a
    later phase. ``denied`` are offered orders that are to be in force no longer. ``orders_given`` when the letter
    gave orders, so that lines of earlier letters count as corrected;
    ``settled`` when its writer has settled all that was open. ``units`` are where the units stand that the lines
    explained name first. ``choices`` are plans of which one is to count. ``stood`` are offered orders of earlier
    letters that are in force until this one puts them in question.
    """

    by: Address
    letter: int
    phase: Phase
    offered: tuple[tuple[Power, Order], ...] = ()
    unclear: int = 0
    plans: tuple[str, ...] = ()
    denied: tuple[tuple[Power, Order], ...] = ()
    orders_given: bool = False
    settled: bool = False
    units: tuple[Province, ...] = ()
    choices: tuple[tuple[Power, Alternative], ...] = ()
    stood: tuple[tuple[Power, Order], ...] = ()


@dataclass(frozen=True)
class KeepAdvance:
    """Keep a step towards the orders of a later phase; ``letter`` and ``written`` as in ``GiveOrder``.

    ``notation`` is the convention it is written in.
    """

    by: Address
    phase: Phase
    step: PlanStep
    notation: str
    letter: int
    written: datetime | None = None


@dataclass(frozen=True)
class DropAdvance:
    """Drop what was kept for a later phase; for every one without a ``phase``."""

    by: Address
    phase: Phase | None = None


@dataclass(frozen=True)
class KeepWish:
    """Keep a standing wish: what to do in every phase of a kind."""

    by: Address
    wish: Wish
    letter: int


@dataclass(frozen=True)
class DropWishes:
    """Drop all standing wishes."""

    by: Address


PlanCommand = KeepAdvance | DropAdvance | KeepWish | DropWishes


@dataclass(frozen=True)
class AskWhatIf:
    """Ask what orders would bring about; the orders themselves are not kept, for they are secret."""

    by: Address


OrderCommand = GiveOrder | GiveErrand | WithdrawOrders | MeanOrders | LeaveLines | PlanCommand | AskWhatIf

# --- what happens


@dataclass(frozen=True)
class OrderGiven:
    """An order was accepted for a power; it replaces the one its unit had."""

    power: Power
    order: Order
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class ErrandGiven:
    """An errand was accepted for a power; it replaces an older one where there is no scout for both."""

    power: Power
    errand: ScoutOrder
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class OrdersWithdrawn:
    """A player took back every order of a power."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class OrdersMeant:
    """A player confirmed that these void orders of a power are meant."""

    power: Power
    orders: tuple[Order, ...]
    at: datetime


@dataclass(frozen=True)
class LinesLeft:
    """What the letters of a power leave open in a phase, up to this one; it replaces what was open in it before.

    ``offered`` are the orders, ``plans`` the lines for a later phase, that count once somebody of the seat says yes;
    ``unclear`` is the number of lines that were explained, ``units`` are where the units stand that they are for, as
    far as they tell; ``denied`` orders are in force no longer; of the ``choices`` one is to count; ``stood`` are
    offered orders that were in force until a later letter put them in question. With none of them nothing is open.
    """

    power: Power
    phase: Phase
    letter: int
    offered: tuple[Order, ...]
    plans: tuple[str, ...]
    unclear: int
    denied: tuple[Order, ...]
    at: datetime
    units: tuple[Province, ...] = ()
    choices: tuple[Alternative, ...] = ()
    stood: tuple[Order, ...] = ()

    @property
    def offers(self) -> tuple[Alternative | Order | str, ...]:
        """All that a reply may take: the plans of which one is to count, the orders, the lines for a later phase."""
        return (*self.choices, *self.offered, *self.plans)

    @property
    def offered_orders(self) -> tuple[Order, ...]:
        """All orders that a reply may take."""
        return (*(order for choice in self.choices for order in choice.orders), *self.offered)

    @property
    def units_offered(self) -> tuple[Province, ...]:
        """Where the units stand whose orders a reply may take."""
        return tuple(at for order in self.offered_orders if (at := province_of(order)))

    @property
    def units_to_choose(self) -> frozenset[Province | None]:
        """The regions of the units whose orders depend on which plan is to count."""
        return frozenset[Province | None]().union(*(choice.units for choice in self.choices))

    @property
    def is_open(self) -> bool:
        """Whether anything is left open."""
        return bool(self.offers or self.unclear)


@dataclass(frozen=True)
class AdvanceKept:
    """A step towards the orders of a later phase was kept after those before it; ``notation`` is its convention."""

    power: Power
    phase: Phase
    step: PlanStep
    notation: str
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class AdvanceDropped:
    """A player dropped what was kept for a later phase, or for every one (``phase`` None)."""

    power: Power
    phase: Phase | None
    at: datetime


@dataclass(frozen=True)
class WishKept:
    """A player kept a standing wish: what to do in every phase of a kind, until they say otherwise."""

    power: Power
    wish: Wish
    letter: int
    at: datetime


@dataclass(frozen=True)
class WishesDropped:
    """A player dropped all standing wishes."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class LeftAside:
    """A line kept in advance that became no order: it was refused (``why``), or not understood (None)."""

    line: str
    notation: str
    why: Refused | None


@dataclass(frozen=True)
class PlanTaken:
    """A phase opened, and a power's orders, in the events just before this one, were taken from its plans."""

    power: Power
    phase: Phase
    plan: PlanSource
    aside: tuple[LeftAside, ...]
    at: datetime


@dataclass(frozen=True)
class WhatIfAsked:
    """A person had supposed orders judged; only that they asked is kept."""

    address: Address
    at: datetime


OrderEvent = (
    OrderGiven
    | ErrandGiven
    | OrdersWithdrawn
    | OrdersMeant
    | LinesLeft
    | AdvanceKept
    | AdvanceDropped
    | WishKept
    | WishesDropped
    | PlanTaken
    | WhatIfAsked
)
