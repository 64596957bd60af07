"""A witness of movement phases, who reads orders and positions, and no verdicts."""

from collections.abc import Iterator

from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power, Province
from judge.rules.orders import Move, SupportHold, SupportMove, province_of


class MovementSeen:
    """A movement phase of which nothing is known but the positions and the orders."""

    def __init__(self, event: PhaseClosed, settled: PhaseClosed) -> None:
        self.phase, self.before, self.after = event.before.phase, event.before, event.judgement.after
        self.owners = settled.judgement.after.owners
        given = (order for orders in event.orders.values() for order in orders)
        placed = ((province_of(one), one) for one in given)
        self.orders = {at: one for at, one in placed if at is not None and at in self.before.units}

    def power(self, at: Province) -> Power:
        return self.before.units[at].power

    def stayed(self, at: Province) -> bool:
        return at in self.before.units and at not in self.after.dislodged and not self.left(at)

    def left(self, at: Province, on_the_way: frozenset[Province] = frozenset()) -> bool:
        """Whether a unit is where it was ordered to go: none like it stood there and stayed."""
        order = self.orders.get(at)
        if at in on_the_way or at not in self.before.units or not isinstance(order, Move):
            return at in on_the_way and len(on_the_way) > 2  # two units do not change places
        goal, unit = order.to.province, self.before.units[at]
        comes = [start for start, to in self.goals() if to == at and self.power(start) == unit.power]
        if self.after.units.get(at) == unit and not comes:
            return False
        there, was = self.after.units.get(goal), self.before.units.get(goal)
        if there is None or there.power != unit.power or there.kind is not unit.kind:
            return False
        return was is None or was.power != there.power or self.left(goal, on_the_way | {at})

    def goals(self) -> Iterator[tuple[Province, Province]]:
        for at, order in self.orders.items():
            if isinstance(order, Move):
                yield at, order.to.province

    def acts_against(self, one: Power, other: Power) -> bool:
        """Whether a power ordered a move, or backed one, into where the other was, owned or wanted to go."""
        for at, order in self.orders.items():
            if isinstance(order, Move):
                moving, goal = at, order.to.province
            elif isinstance(order, SupportMove) and order.origin in self.before.units:
                moving, goal = order.origin, order.to.province
            else:
                continue
            wanted = {self.power(start) for start, to in self.goals() if to == goal}
            there = {unit.power for unit in [self.before.units.get(goal)] if unit} | {self.before.owners.get(goal)}
            if self.power(at) == one and self.power(moving) != other and other in wanted | there:
                return True
        return False

    def at_odds(self, one: Power, other: Power) -> bool:
        return self.acts_against(one, other) or self.acts_against(other, one)

    def supported(self, giver: Power, receiver: Power) -> bool:
        """Whether a power backed what a unit of another really did, and nobody attacked the supporter."""
        attacked = {goal: self.power(at) for at, goal in self.goals()}
        for at, order in self.orders.items():
            match order:
                case SupportHold(target=helped):
                    fits = not isinstance(self.orders.get(helped), Move)
                case SupportMove(origin=helped, to=to):
                    fits = (helped, to.province) in self.goals()
                case _:
                    continue
            unit = self.before.units.get(helped)
            if fits and unit and self.power(at) == giver != receiver == unit.power and at not in attacked:
                return True
        return False
