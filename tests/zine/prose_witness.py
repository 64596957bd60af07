"""A witness of the season's prose: finds each claim again in positions and orders, and knows no verdict."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from judge.game.figures import Stab
from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import Standoff
from judge.rules.board import Board, Power, Province, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position
from judge.zine import claims as c
from tests.game.movement_seen import MovementSeen


class SeasonSeen:
    """The closed phases of a season on a plain board, and how it began and ended."""

    def __init__(self, board: Board, closed: Sequence[PhaseClosed]) -> None:
        self.board, self.start, self.end = board, closed[0].before, closed[-1].judgement.after
        by_kind = {event.before.phase.kind: event for event in closed}
        moved = by_kind.get(PhaseKind.MOVEMENT)
        self.movement = MovementSeen(moved, closed[-1]) if moved else None
        self.retreats, self.winter = by_kind.get(PhaseKind.RETREAT), by_kind.get(PhaseKind.ADJUSTMENT)
        self.given = {power for power, orders in (moved.orders.items() if moved else ()) if orders}

    def is_true(self, claim: c.Claim) -> bool:
        """Whether a claim is found again."""
        check: Callable[..., bool] = getattr(self, f"_{type(claim).__name__.lower()}")
        return check(claim)

    # --- movement

    @property
    def seen(self) -> MovementSeen:
        assert self.movement
        return self.movement

    def _ordered_to(self, power: Power, province: Province) -> list[Province]:
        return [at for at, goal in self.seen.goals() if goal == province and self.seen.power(at) == power]

    def _unitdislodged(self, one: c.UnitDislodged) -> bool:
        seen = self.seen
        return (
            seen.power(one.province) == one.victim
            and seen.power(one.origin) == one.by != one.victim
            and (one.origin, one.province) in [*seen.goals()]
            and seen.left(one.origin)
            and seen.after.units[one.province].power == one.by
            and not self._is_elsewhere(one.province)
        )

    def _is_elsewhere(self, province: Province) -> bool:
        """Whether the unit of a province has gone where it was ordered to go."""
        return province not in self.seen.after.dislodged and self.seen.left(province)

    def _backed(self, one: c.Backed) -> bool:
        """Whether somebody ordered such a support of what the other really did, and was not attacked from elsewhere."""
        seen = self.seen
        for at, order in seen.orders.items():
            match order:
                case SupportHold(target=helped) if not one.into and helped == one.province:
                    fits = not isinstance(seen.orders.get(helped), Move)
                case SupportMove(origin=helped, to=to) if one.into and to.province == one.province:
                    fits = (helped, to.province) in [*seen.goals()]
                case _:
                    continue
            foes = [start for start, goal in seen.goals() if goal == at and seen.power(start) != one.giver]
            cut = [start for start in foes if start != one.province and self._came_by_land(start, at)]
            is_whose = seen.power(at) == one.giver != one.receiver == seen.power(helped)
            if fits and is_whose and not cut and seen.stayed(at):
                return True
        return False

    def _came_by_land(self, start: Province, goal: Province) -> bool:
        order = self.seen.orders[start]
        by_land = self.board.reaches(self.seen.before.units[start], goal)
        return by_land and isinstance(order, Move) and not order.by_sea and not self._convoyed(start, goal)

    def _convoyed(self, start: Province, goal: Province) -> bool:
        return any(
            isinstance(one, Convoy) and (one.origin, one.to) == (start, goal) for one in self.seen.orders.values()
        )

    def _standoff(self, one: Standoff) -> bool:
        is_empty = one.province not in self.seen.after.units and one.province not in self.seen.after.dislodged
        return is_empty and len({*one.powers}) > 1 and all(self._ordered_to(who, one.province) for who in one.powers)

    def _repelled(self, one: c.Repelled) -> bool:
        tried = self._ordered_to(one.attacker, one.province)
        kept = self.seen.after.units.get(one.province) == self.seen.before.units[one.province]
        stays = self.seen.stayed(one.province) and self.seen.power(one.province) == one.defender
        return bool(tried) and one.attacker != one.defender and kept and stays

    def _outpaced(self, one: c.Outpaced) -> bool:
        went = [at for at in self._ordered_to(one.winner, one.province) if self.seen.left(at)]
        there = self.seen.after.units.get(one.province)
        is_winner = there is not None and there.power == one.winner != one.loser
        return bool(went) and is_winner and bool(self._ordered_to(one.loser, one.province))

    def _occupied(self, one: c.Occupied) -> bool:
        was, now = self.seen.before.units.get(one.province), self.seen.after.units.get(one.province)
        is_in = now is not None and now.power == one.power and bool(self._ordered_to(one.power, one.province))
        is_foreign = self.seen.before.owners.get(one.province) == one.owner != one.power
        is_free = was is None or was.power != one.owner
        return is_in and is_foreign and is_free and one.contested == self.is_contested(one.power, one.province)

    def is_contested(self, power: Power, province: Province) -> bool:
        """Whether somebody else ordered a unit into a province."""
        return any(goal == province and self.seen.power(at) != power for at, goal in self.seen.goals())

    def _marched(self, one: c.Marched) -> bool:
        seen = self.seen
        was = one.province in seen.before.units
        is_own = seen.power(one.origin) == one.power and (one.origin, one.province) in [*seen.goals()]
        is_free = not was or self._is_elsewhere(one.province)
        is_contested = self.is_contested(one.power, one.province)
        return is_own and seen.left(one.origin) and is_free and one.contested == is_contested

    def _landed(self, one: c.Landed) -> bool:
        seen = self.seen
        fleets = {
            seen.power(at)
            for at, order in seen.orders.items()
            if isinstance(order, Convoy) and (order.origin, order.to) == (one.origin, one.province)
        }
        is_own = seen.power(one.origin) == one.power and seen.before.units[one.origin].kind is UnitKind.ARMY
        return is_own and seen.left(one.origin) and {*one.carriers} <= fleets and bool(one.carriers)

    def _stab(self, one: Stab) -> bool:
        """That it was a stab is shown in tests/game/test_course.py; here what was done."""
        there = self.seen.before.units.get(one.province)
        if one.dislodged:
            gone = there is not None and there.power == one.victim and not self._is_elsewhere(one.province)
            return gone and self.seen.after.units[one.province].power == one.by
        return self._took(c.Took(one.by, one.province, one.victim))

    def _silent(self, one: c.Silent) -> bool:
        return one.power not in self.given and bool(self.seen.before.units_of(one.power))

    def _harmed(self, one: c.Harmed) -> bool:
        """Whether the unit, wherever it is now, has so many hit points left, fewer than it had."""
        was = self.seen.before.units[one.province]
        driven = self.seen.after.dislodged.get(one.province)
        goals = [goal for at, goal in self.seen.goals() if at == one.province and self.seen.left(at)]
        now = driven.unit if driven else self.seen.after.units.get(goals[0] if goals else one.province)
        left = now.corps.health if now and now.corps and now.power == one.power else 0
        return was.power == one.power and was.corps is not None and was.corps.health > left == one.left

    # --- retreats, winter, centres

    def _orders(self, event: PhaseClosed) -> Iterable[Order]:
        return (order for orders in event.orders.values() for order in orders)

    def _unitretreated(self, one: c.UnitRetreated) -> bool:
        assert self.retreats
        before, after = self.retreats.before, self.retreats.judgement.after
        asked = [(order.at, order.to.province) for order in self._orders(self.retreats) if isinstance(order, Retreat)]
        there = after.units.get(one.province)
        is_there = there is not None and there.power == one.power and one.province not in before.units
        return is_there and before.dislodged[one.origin].unit.power == one.power and (one.origin, one.province) in asked

    def _gone(self, one: c.Gone) -> bool:
        if self.retreats and one.province in self.retreats.before.dislodged:
            driven = self.retreats.before.dislodged[one.province]
            orders = [order for order in self._orders(self.retreats) if isinstance(order, Retreat)]
            goal = next((order.to.province for order in orders if order.at == one.province), None)
            rivals = [order for order in orders if order.to.province == goal]
            is_lost = goal is None or len(rivals) > 1 or goal not in {place.province for place in driven.retreats}
            return is_lost and driven.unit.power == one.power and one.trapped == (not driven.retreats)
        seen = self.seen
        is_away = seen.power(one.province) == one.power and not self._is_elsewhere(one.province)
        there = seen.after.units.get(one.province)
        return one.trapped and is_away and there is not None and there.power != one.power

    def had_retreats(self, province: Province) -> bool:
        """Whether the unit that was driven out of a province could have gone somewhere."""
        driven = self.retreats.before.dislodged.get(province) if self.retreats else None
        return driven is not None and bool(driven.retreats)

    def _took(self, one: c.Took) -> bool:
        return self.start.owners.get(one.province) == one.loser != self.end.owners.get(one.province) == one.power

    def _holds(self, one: c.Holds) -> bool:
        held = [at for at, power in self.end.owners.items() if power == one.power]
        return sum(2 if at in self.board.war.worth else 1 for at in held) == one.number

    def _eliminated(self, one: c.Eliminated) -> bool:
        return _has_something(self.start, one.power) and not _has_something(self.end, one.power)

    def _unitbuilt(self, one: c.UnitBuilt) -> bool:
        assert self.winter
        unit = self.winter.judgement.after.units[one.province]
        asked = [(order.at.province, order.kind) for order in self._orders(self.winter) if isinstance(order, Build)]
        is_new = one.province not in self.winter.before.units and (one.province, one.kind) in asked
        return is_new and (unit.power, unit.kind) == (one.power, one.kind)

    def _removed(self, one: c.Removed) -> bool:
        assert self.winter
        was = self.winter.before.units[one.province]
        return was.power == one.power and one.province not in self.winter.judgement.after.units

    def _buildswaived(self, one: c.BuildsWaived) -> bool:
        assert self.winter
        after = self.winter.judgement.after
        return len(after.centres_of(one.power)) - len(after.units_of(one.power)) >= one.number > 0


def _has_something(position: Position, power: Power) -> bool:
    units: list[Unit] = [*position.units.values(), *(one.unit for one in position.dislodged.values())]
    return power in position.owners.values() or any(unit.power == power for unit in units)


def names_in(claims: Iterable[c.Claim]) -> set[str]:
    """All provinces and powers that claims are about."""
    values = (value for claim in claims for value in vars(claim).values())
    return {name for value in values for name in (value if isinstance(value, tuple) else (value,))
            if isinstance(name, str)}  # fmt: skip


def names_table(board: Board, name_of: Callable[[Province], str], language: str) -> Mapping[str, set[str]]:
    """Provinces and powers by their names without an article."""
    table: dict[str, set[str]] = {}
    for province in board.regions:
        table.setdefault(name_of(province), set()).add(province)
    for power, names in board.powers.items():
        table.setdefault(names[language], set()).add(power)
    return table
