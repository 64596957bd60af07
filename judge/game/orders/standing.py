"""How the orders of a power stand: which are void, which units have none, whether anything is still to be written.

Nothing else decides whether the orders of somebody are complete. Everything is judged by what the power's own player
knows, so that nobody learns from it what the fog hides from them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.game.orders.in_force import idle_posts
from judge.game.sight import hides
from judge.game.state import Game
from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Power, Province
from judge.rules.doubt import SEEN, why_void_as_known
from judge.rules.duties import Duty, duty, missing
from judge.rules.fog import View, seen_by
from judge.rules.legality import why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Built, Disbanded, Illegal, Verdict, Void, Waived


@dataclass(frozen=True)
class VoidOrder:
    """An order in force that breaks a rule, if ``seen`` as far as its giver can see; ``meant`` when they want it so."""

    order: Order
    why: Illegal
    seen: bool
    meant: bool


@dataclass(frozen=True)
class Standing:
    """The orders of a power in force: those that are void, what is missing.

    ``missing`` are units without any order, ``left`` the builds or removals that no order in force brings about; what
    a void order is meant to leave out is not among them, nor is what has been waived. ``sends`` when there are scouts
    to send, ``idle_scouts`` where those are that have no errand; the order to rest is one (004 5).
    """

    duty: Duty
    orders: tuple[Order, ...] = ()
    void: tuple[VoidOrder, ...] = ()
    missing: tuple[Province, ...] = ()
    left: int = 0
    sends: bool = False
    idle_scouts: tuple[Province, ...] = ()

    @property
    def mistakes(self) -> tuple[VoidOrder, ...]:
        """The void orders that nobody has said are meant: as good as no order."""
        return tuple(one for one in self.void if not one.meant)

    @property
    def idle(self) -> tuple[Province, ...]:
        """The units that must have an order, and have none but a void one that nobody has said is meant."""
        places = (province_of(one.order) for one in self.mistakes)
        return tuple(sorted(at for at in places if at in self.duty.orders))

    @property
    def is_complete(self) -> bool:
        """Whether every unit has an order that is valid, or meant to be void, every build or removal due, every scout.

        One build too many is void and leaves nothing open: the first legal ones count.
        """
        return not (self.missing or self.idle or self.left or self.idle_scouts)

    def void_as(self, order: Order) -> VoidOrder | None:
        """What is wrong with an order in force; None where nothing is."""
        return next((one for one in self.void if one.order == order), None)


def standing_of(game: Game, power: Power) -> Standing:
    """How the orders of a power stand in the open phase, for all that its player knows."""
    position = game.open_position
    if position is None:
        return Standing(Duty())
    view = _view(game, position, power)
    known = view.position if view else position
    if known.phase.kind is PhaseKind.ADJUSTMENT:
        return _adjustments(game, known, power)
    sends = has_scouts_to_send(game, power)
    idle = idle_posts(game.scouting, game.errands, power) if sends else ()
    return replace(_of_units(game, known, view, power), sends=sends, idle_scouts=idle)


def has_scouts_to_send(game: Game, power: Power) -> bool:
    """Whether a power that is left has scouts, in a phase in which they go."""
    position = game.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT or power in game.board.standing:
        return False
    return power in game.survivors and bool(game.scouting.of(power))


def _view(game: Game, position: Position, power: Power) -> View | None:
    """What the player of a power sees, of an empty seat its next one; None where nothing is hidden."""
    if not hides(game):
        return None
    player = game.seats.get(power)
    powers = game.powers_of(player) if player else game.seat_of(power)
    return seen_by(game.board, position, game.scouting, *powers)


# --- movement and retreats


def _of_units(game: Game, known: Position, view: View | None, power: Power) -> Standing:
    orders, meant = game.orders_of(power), game.meant_by(power)
    own = {at: one for of in game.seat_of(power) for one in game.orders_of(of) if (at := province_of(one))}
    found = ((order, _why_void(game, known, view, order, own)) for order in orders)
    return Standing(
        duty(game.board, known, power),
        orders,
        tuple(VoidOrder(one, why, bool(view) and why in SEEN, one in meant) for one, why in found if why),
        missing(game.board, known, power, orders),
    )


def _why_void(
    game: Game, known: Position, view: View | None, order: Order, own: Mapping[Province, Order]
) -> Illegal | None:
    """The rule an order breaks beside the player's ``own`` others; what the fog may hide makes no order void."""
    if view is None:
        return why_illegal(game.board, known, order, own)
    return why_void_as_known(game.board, known, view.sight, order, own)


# --- adjustments


def _adjustments(game: Game, known: Position, power: Power) -> Standing:
    """Each is judged beside the others of its power."""
    orders, meant = game.orders_of(power), game.meant_by(power)
    answers = answer_adjustments(game.board, known, power, orders)
    found = ((one, answer.reason) for one, answer in zip(orders, answers, strict=True))
    void = tuple(VoidOrder(one, why.why, False, one in meant) for one, why in found if isinstance(why, Void))
    owed = duty(game.board, known, power)
    return Standing(owed, orders, void, left=_left(owed, answers, void))


def _left(owed: Duty, answers: Sequence[Verdict], void: Sequence[VoidOrder]) -> int:
    """One waived build waives all that no order was given for; an order that is void is no waived build."""
    done = sum(isinstance(answer.reason, Built | Disbanded) for answer in answers)
    meant = sum(one.meant for one in void)
    left = max(0, owed.builds + owed.removals - done - meant)
    waived = any(isinstance(answer.reason, Waived) for answer in answers)
    return min(left, len(void) - meant) if waived else left


def owing(game: Game) -> tuple[Power, ...]:
    """The powers that must write in the open phase, in board order."""
    position = game.open_position
    if position is None:
        return ()
    return tuple(power for power in game.board.powers if duty(game.board, position, power).owes)


def openly_owing(game: Game) -> tuple[Power, ...]:
    """The powers that must write as far as everybody may know: in fog any that is left may have to."""
    return game.survivors if hides(game) else owing(game)


def expected(game: Game) -> tuple[Power, ...]:
    """The powers from which something is expected in the open phase: orders to units, or to scouts (004 5)."""
    owed = owing(game)
    return tuple(power for power in game.board.powers if power in owed or has_scouts_to_send(game, power))
