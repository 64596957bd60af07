"""What a clockwork player orders: the same for the same position and seed, whatever the machine.

The method is that of David Norman's DumbBot: every place has a worth, made of the centres in and around it, of who
owns and who threatens them, and of who contends for it; every unit goes to the best place that is left or supports
whoever goes there. Fair and hard players draw up several such plans, for themselves and for the others, judge them
against each other, take the one that turns out best on the whole, and change its orders while that makes it better;
hard ones try more.
"""

from random import Random

from judge.clockwork.adjustments import adjustment_plan
from judge.clockwork.movement import movement_plan
from judge.clockwork.outlook import PowerOutlook
from judge.clockwork.retreats import retreat_plan
from judge.clockwork.weighing import weighed_plan
from judge.game.clockwork.messages import PlayingStrength
from judge.rules.board import Board, Power
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import RuleBook

_WHIM = {PlayingStrength.EASY: 0.55, PlayingStrength.FAIR: 0.05, PlayingStrength.HARD: 0.1}

_EFFORT = {PlayingStrength.EASY: 0, PlayingStrength.FAIR: 600, PlayingStrength.HARD: 2200}
"""So many units' orders are resolved in a phase at most: on a crowded board fewer plans are weighed."""


def clockwork_orders(
    board: Board, book: RuleBook, position: Position, power: Power, strength: PlayingStrength, seed: str
) -> tuple[Order, ...]:
    """Return the orders of a power in the phase of a position, all legal, none missing.

    ``position`` is what the power may know. ``seed`` is the game's: with the phase and the power it settles every lot.
    """
    outlook = PowerOutlook(board, position, power)
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            lots = Random(f"{seed} {position.phase} {power}")  # noqa: S311 - play, not a secret
            if _EFFORT[strength]:
                return tuple(weighed_plan(outlook, book, lots, _WHIM[strength], _EFFORT[strength]).values())
            return tuple(movement_plan(outlook, lots, _WHIM[strength]).values())
        case PhaseKind.RETREAT:
            return retreat_plan(outlook)
        case PhaseKind.ADJUSTMENT:
            return adjustment_plan(outlook)
