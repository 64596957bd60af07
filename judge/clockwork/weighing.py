"""Weighs plans against what the others may order, and mends the best of them order by order."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from judge.clockwork.movement import Plan, legal_plan, movement_plan
from judge.clockwork.outlook import PowerOutlook
from judge.rules.battle import prepare_battle
from judge.rules.board import Province
from judge.rules.legality import why_illegal
from judge.rules.orders import Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Season
from judge.rules.resolver import resolve
from judge.rules.rulebook import RuleBook

T = TypeVar("T")

_SITUATIONS = 4
"""Against how many plans of all others a plan is weighed."""

_PLANS = 4
"""Plans that are drawn up; the best of them is the one that is mended."""

_GAIN = {Season.SPRING: 1000, Season.FALL: 3000}
_LOSS = {Season.SPRING: 1500, Season.FALL: 4000}
"""What the prize weighs of a foreign centre that an own unit is in, and of an own one that another has entered."""


def weighed_plan(outlook: PowerOutlook, book: RuleBook, lots: Random, whim: float, effort: int) -> Plan:
    """Return the plan that does best on average against what the others may order, as far as it was searched.

    The best of a few plans is changed order by order, as long as that makes it better. ``whim`` as for
    ``movement_plan``, of the power's own plans and of those the others are thought to have. ``effort``: of so many
    units the orders are resolved at most, which on a crowded board is fewer plans.
    """
    units = outlook.position.units_of(outlook.power)
    tries = effort // (_SITUATIONS * max(1, len(outlook.position.units)))
    plans = [movement_plan(outlook, lots, whim if number else 0.0) for number in range(max(1, min(_PLANS, tries)))]
    if not plans[0] or tries <= 1:
        return plans[0]
    weigher = _Weigher(outlook, book, _plans_of_others(outlook, lots, whim))
    value, _, best = max((weigher.value(plan), -number, plan) for number, plan in enumerate(plans))
    for _ in range(tries - len(plans)):
        changed = weigher.changed(best, _drawn(units, lots).at.province, lots)
        if (again := weigher.value(changed)) > value:
            best, value = changed, again
    return legal_plan(outlook, best)


def _plans_of_others(outlook: PowerOutlook, lots: Random, whim: float) -> Sequence[Plan]:
    """What all others together may order, several times over."""
    board, position = outlook.board, outlook.position
    others = [PowerOutlook(board, position, power) for power in board.powers if power != outlook.power]
    return [
        {at: order for other in others for at, order in movement_plan(other, lots, whim).items()}
        for _ in range(_SITUATIONS)
    ]


def _drawn(choices: Sequence[T], lots: Random) -> T:
    """One of them by lot; of all functions of Random only this one gives the same on every version of Python."""
    return choices[int(lots.random() * len(choices))]


class _Weigher:
    """Weighs plans of one power against the same few situations."""

    def __init__(self, outlook: PowerOutlook, book: RuleBook, situations: Sequence[Plan]) -> None:
        self._outlook, self._book, self._situations = outlook, book, situations

    def changed(self, plan: Plan, at: Province, lots: Random) -> Plan:
        """A plan with another order for one unit, drawn by lot."""
        return {**plan, at: _drawn(self._choices(at, plan), lots)}

    def _choices(self, at: Province, plan: Plan) -> Sequence[MovementOrder]:
        """All that a unit may do: hold, go, support what another is to do by the plan."""
        board, position = self._outlook.board, self._outlook.position
        unit = position.units[at]
        near = board.ways(unit)
        orders: list[MovementOrder] = [Hold(at), *(Move(at, to) for to in sorted(board.neighbours(unit.kind, unit.at)))]
        for other, order in plan.items():
            if other != at and isinstance(order, Move) and order.to.province in near:
                orders.append(SupportMove(at, other, order.to))
            elif other in near:
                orders.append(SupportHold(at, other))
        return [order for order in orders if why_illegal(board, position, order, plan) is None]

    def value(self, plan: Plan) -> float:
        """What the board is worth to the power after the phase, summed over the situations."""
        return sum(self._value_in(plan, others) for others in self._situations)

    def _value_in(self, plan: Plan, others: Plan) -> float:
        known, position = self._outlook, self._outlook.position
        battle = prepare_battle(known.board, self._book, position, {**others, **plan})
        rulings = resolve(battle)
        arrived = {target: at for at, target in battle.targets.items() if rulings.moves(at)}
        value = 0.0
        for at, unit in position.units.items():
            to = battle.targets.get(at)
            has_moved = to is not None and arrived.get(to) == at
            if not has_moved and at in arrived:
                continue  # dislodged
            place = to if to and has_moved else at
            is_own_land = position.owners.get(place) == known.power
            if unit.power != known.power:
                value -= _LOSS[known.season] * known.prize(place) if is_own_land else 0
                continue
            order = plan[at]
            value += known.worth(unit.kind, order.to if has_moved and isinstance(order, Move) else unit.at)
            value += 0 if is_own_land else _GAIN[known.season] * known.prize(place)
        return value
