"""The status of a power's orders: which are void, which units have none, whether any are still to be written.

Nothing else decides whether somebody's orders are complete. Everything is judged by what the power's own player knows,
so that nobody learns from it what the fog hides from them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.game.state import Game, GivenErrand
from judge.game.visibility import has_fog
from judge.rules.adjustments import RequiredOrders, judge_ordered_adjustments, required_orders, units_without_orders
from judge.rules.board import Power, Province
from judge.rules.fast import kept_for_same
from judge.rules.legality import Slip, foreign_helped, slips, why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Built, Disbanded, Illegal, Verdict, Void, Waived
from judge.rules.war.fog import DEPENDS_ON_UNITS, PowerView, view_for, why_surely_illegal
from judge.rules.war.scouts import Enlist, RestAll, Scouting, ScoutOrder


@dataclass(frozen=True)
class VoidOrder:
    """An order in force that breaks a rule.

    ``seen``: under fog, it is void as far as its giver can see. ``meant``: they have confirmed it.
    """

    order: Order
    why: Illegal
    seen: bool
    meant: bool


@dataclass(frozen=True)
class OrderStatus:
    """The status of a power's orders in force in the open phase.

    ``missing`` are units without any order, ``left`` counts builds or removals that no order in force brings about;
    neither holds what a confirmed void order leaves out, nor what has been waived. ``scouts_to_send``: the power has
    scouts and they go in this phase; ``idle_scouts`` is where those are that have no errand; the order to rest is one
    (004 5).
    """

    duty: RequiredOrders
    orders: tuple[Order, ...] = ()
    void: tuple[VoidOrder, ...] = ()
    missing: tuple[Province, ...] = ()
    left: int = 0
    scouts_to_send: bool = False
    idle_scouts: tuple[Province, ...] = ()

    @property
    def mistakes(self) -> tuple[VoidOrder, ...]:
        """The void orders that nobody has confirmed: they count as no orders."""
        return tuple(one for one in self.void if not one.meant)

    @property
    def idle(self) -> tuple[Province, ...]:
        """The units that must have an order, and have none but an unconfirmed void one."""
        places = (province_of(one.order) for one in self.mistakes)
        return tuple(sorted(at for at in places if at in self.duty.orders))

    @property
    def is_complete(self) -> bool:
        """Whether every unit and scout has an order that is valid or confirmed, and no build or removal is left open.

        One build too many is void and leaves nothing open: the first legal ones count.
        """
        return not (self.missing or self.idle or self.left or self.idle_scouts)

    def void_order_for(self, order: Order) -> VoidOrder | None:
        """The fault of an order in force; None if it is valid."""
        return next((one for one in self.void if one.order == order), None)


@kept_for_same
def order_status(game: Game, power: Power) -> OrderStatus:
    """The status of a power's orders in the open phase, by all that its player knows."""
    position = game.open_position
    if position is None:
        return OrderStatus(RequiredOrders())
    view = _view(game, position, power)
    known = view.position if view else position
    if known.phase.kind is PhaseKind.ADJUSTMENT:
        return _adjustments(game, known, power)
    status = _of_units(game, known, view, power)
    if not has_scouts_to_send(game, power):
        return status
    idle = scouts_without_errand(game.scouting, game.errands, power)
    return replace(status, scouts_to_send=True, idle_scouts=idle)


def fault_of_order(game: Game, power: Power, order: Order) -> VoidOrder | None:
    """The fault of one order in force of a power, as ``order_status`` finds it; None if the order is valid."""
    position = game.open_position
    if position is None or position.phase.kind is PhaseKind.ADJUSTMENT:
        return order_status(game, power).void_order_for(order)
    view = _view(game, position, power)
    known = view.position if view else position
    return _fault(game, known, view, power, order, _orders_of_seat(game, power))


def probable_slips(game: Game, power: Power, *, foreseen: bool = False) -> tuple[Slip, ...]:
    """The orders of a power in force that are legal and probably not meant so, by all that its player knows.

    ``foreseen`` for orders that were kept before anybody knew the position.
    """
    position = game.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    view = _view(game, position, power)
    known = view.position if view else position
    void = {one.order for of in game.seat_of(power) for one in order_status(game, of).void}
    own = {at: one for at, one in _orders_of_seat(game, power).items() if one not in void and at in known.units}
    unseen = game.board.convoyable - view.sight if view else frozenset[Province]()
    found = (*slips(game.board, known, own, unseen), *(foreign_helped(known, own) if foreseen else ()))
    return tuple(one for one in found if known.units[_place(one.order)].power == power)


def _place(order: Order) -> Province:
    at = province_of(order)
    assert at is not None
    return at


def has_scouts_to_send(game: Game, power: Power) -> bool:
    """Whether a power that is left has scouts, in a phase in which they go."""
    position = game.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT or power in game.board.standing:
        return False
    return bool(game.scouting.of(power)) and power in game.survivors


def _view(game: Game, position: Position, power: Power) -> PowerView | None:
    """The view of a power's player, or of the next one where the seat is empty; None where nothing is hidden."""
    if not has_fog(game):
        return None
    player = game.seats.get(power)
    powers = game.powers_of(player) if player else game.seat_of(power)
    return view_for(game.board, position, game.scouting, *powers)


# --- movement and retreats


def _of_units(game: Game, known: Position, view: PowerView | None, power: Power) -> OrderStatus:
    orders, own = game.orders_of(power), _orders_of_seat(game, power)
    return OrderStatus(
        required_orders(game.board, known, power),
        orders,
        tuple(fault for order in orders if (fault := _fault(game, known, view, power, order, own))),
        units_without_orders(game.board, known, power, orders),
    )


def _orders_of_seat(game: Game, power: Power) -> Mapping[Province, Order]:
    """The orders of a power's player, by the province of their unit."""
    return {at: one for of in game.seat_of(power) for one in game.orders_of(of) if (at := province_of(one))}


def _fault(
    game: Game, known: Position, view: PowerView | None, power: Power, order: Order, own: Mapping[Province, Order]
) -> VoidOrder | None:
    """The rule an order breaks beside the player's ``own`` others.

    Under fog an order is not void for what the player cannot see.
    """
    if view is None:
        why = why_illegal(game.board, known, order, own)
    else:
        why = why_surely_illegal(game.board, known, view.sight, order, own)
    is_meant = order in game.confirmed_void_orders(power)
    return VoidOrder(order, why, bool(view) and why in DEPENDS_ON_UNITS, is_meant) if why else None


# --- adjustments


def _adjustments(game: Game, known: Position, power: Power) -> OrderStatus:
    """The status of adjustments; each is judged together with the others of its power."""
    orders, meant = game.orders_of(power), game.confirmed_void_orders(power)
    answers = judge_ordered_adjustments(game.board, known, power, orders)
    found = ((one, answer.reason) for one, answer in zip(orders, answers, strict=True))
    void = tuple(VoidOrder(one, why.why, False, one in meant) for one, why in found if isinstance(why, Void))
    owed = required_orders(game.board, known, power)
    return OrderStatus(owed, orders, void, left=_left(owed, answers, void))


def _left(owed: RequiredOrders, answers: Sequence[Verdict], void: Sequence[VoidOrder]) -> int:
    """The builds or removals left open; one waived build waives all without an order, but void orders waive nothing."""
    done = sum(isinstance(answer.reason, Built | Disbanded) for answer in answers)
    meant = sum(one.meant for one in void)
    left = max(0, owed.builds + owed.removals - done - meant)
    waived = any(isinstance(answer.reason, Waived) for answer in answers)
    return min(left, len(void) - meant) if waived else left


def powers_owing_orders(game: Game) -> tuple[Power, ...]:
    """The powers that must write in the open phase, in board order."""
    position = game.open_position
    if position is None:
        return ()
    return tuple(power for power in game.board.powers if required_orders(game.board, position, power).is_required)


def powers_publicly_owing_orders(game: Game) -> tuple[Power, ...]:
    """The powers that must write as far as everybody may know; under fog every survivor."""
    return game.survivors if has_fog(game) else powers_owing_orders(game)


def powers_expected_to_write(game: Game) -> tuple[Power, ...]:
    """The powers that have orders to write in the open phase: to units, or to scouts (004 5)."""
    owed = powers_owing_orders(game)
    return tuple(power for power in game.board.powers if power in owed or has_scouts_to_send(game, power))


def is_errand_of_phase(errand: ScoutOrder | RestAll, position: Position) -> bool:
    """Whether an errand belongs to the phase: scouts go with the movements, and are recruited at adjustments."""
    kind = PhaseKind.ADJUSTMENT if isinstance(errand, Enlist) else PhaseKind.MOVEMENT
    return position.phase.kind is kind


def scouts_without_errand(
    scouting: Scouting, errands: Mapping[Power, tuple[GivenErrand, ...]], power: Power
) -> tuple[Province, ...]:
    """The regions of a power's scouts that have no errand, each as often as there are such scouts."""
    posts = [scout.at for scout in scouting.of(power)]
    for sent in errands.get(power, ()):
        if sent.errand.at in posts:
            posts.remove(sent.errand.at)
    return tuple(posts)
