"""Why an order given is going to be void, as far as its giver can know."""

from judge.game.settings import Address
from judge.game.sight import sees_all
from judge.game.state import Game
from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Power
from judge.rules.doubt import SEEN, why_void_as_known
from judge.rules.fog import sight_of
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Illegal, Void


def why_void(game: Game, reader: Address, power: Power, order: Order) -> Illegal | None:
    """The rule that an order in force breaks; an adjustment is judged beside the others of its power.

    ``game`` is as the reader knows it. What the fog may hide makes no order void.
    """
    position = game.position
    assert position is not None
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        orders = game.orders_of(power)
        answers = answer_adjustments(game.board, position, power, orders)
        reason = next(answer.reason for given, answer in zip(orders, answers, strict=True) if given == order)
        return reason.why if isinstance(reason, Void) else None
    if sees_all(game, reader):
        return why_illegal(game.board, position, order)
    sight = sight_of(game.board, position, game.scouting, *game.powers_of(reader))
    return why_void_as_known(game.board, position, sight, order)


def hangs_on_sight(game: Game, reader: Address, illegal: Illegal) -> bool:
    """Whether an order breaks a rule only as far as its giver can see."""
    return illegal in SEEN and not sees_all(game, reader)
