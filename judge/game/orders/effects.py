"""Effects of the events of orders; nobody is told: the results show which plans were taken up."""

from dataclasses import replace

from judge.game.effect import Effects, effect, evolve, no_notices
from judge.game.orders.messages import (
    AdvanceDropped,
    AdvanceKept,
    ErrandGiven,
    LinesLeft,
    OrderGiven,
    OrdersMeant,
    OrdersWithdrawn,
    PlanTaken,
    WhatIfAsked,
    WishesDropped,
    WishKept,
)
from judge.game.orders.plans import with_wish
from judge.game.state import Game
from judge.game.state_parts import WHATIF_PERIOD, GivenErrand, GivenOrder, StandingWishes
from judge.rules.orders import province_of
from judge.rules.war.errands import Enlist, ScoutOrder


def _ordered(game: Game, event: OrderGiven) -> Game:
    """The game with the new order; an older order of the same unit is replaced."""
    new = GivenOrder(event.order, event.letter, event.written)
    given = game.orders.get(event.power, ())
    left = (old for old in given if province_of(old.order) != province_of(new.order))
    return evolve(
        game,
        orders={**game.orders, event.power: (*left, new)},
        left_open=_without_offer(game, event),
        ordered_at={**game.ordered_at, event.power: game.version},
    )


def _without_offer(game: Game, event: OrderGiven) -> tuple[LinesLeft, ...]:
    """What is open once a unit has its order: nothing is offered to it any more."""
    here, unit = game.left_open_by((event.power,)), province_of(event.order)
    if not any(unit == province_of(order) for left in here for order in left.offered):
        return game.left_open
    kept = (
        replace(left, offered=tuple(order for order in left.offered if province_of(order) != unit))
        if left in here
        else left
        for left in game.left_open
    )
    return tuple(left for left in kept if left.is_open)


def _left(game: Game, event: LinesLeft) -> Game:
    """The game with what is open now in the place of what was open before in the phase, without denied orders."""
    others = (one for one in game.left_open if (one.power, one.phase) != (event.power, event.phase))
    left = (*others, event) if event.is_open else tuple(others)
    kept = tuple(given for given in game.orders.get(event.power, ()) if given.order not in event.denied)
    if not event.denied:
        return evolve(game, left_open=left)
    ordered_at = {**game.ordered_at, event.power: game.version}
    return evolve(game, left_open=left, orders={**game.orders, event.power: kept}, ordered_at=ordered_at)


def _sent(game: Game, event: ErrandGiven) -> Game:
    there = sum(scout.at == event.errand.at for scout in game.scouting.of(event.power))
    new = GivenErrand(event.errand, event.letter, event.written)
    return evolve(
        game,
        errands={**game.errands, event.power: with_errand(game.errands.get(event.power, ()), new, there)},
    )


def with_errand(given: tuple[GivenErrand, ...], new: GivenErrand, scouts: int) -> tuple[GivenErrand, ...]:
    """The errands of a power with one more; the oldest at its place give way where it has fewer ``scouts`` there.

    Of several orders to recruit the last counts.
    """
    most = 1 if isinstance(new.errand, Enlist) else scouts
    rivals = [one for one in given if _is_rival(one, new)]
    overdue = rivals[: max(0, len(rivals) + 1 - most)]
    return (*(one for one in given if one not in overdue), new)


def replaced_errand(before: tuple[GivenErrand, ...], now: tuple[GivenErrand, ...]) -> ScoutOrder | None:
    """The errand that a newer one has replaced; None if there is none."""
    return next((one.errand for one in before if one not in now), None)


def _is_rival(one: GivenErrand, other: GivenErrand) -> bool:
    if isinstance(other.errand, Enlist):
        return isinstance(one.errand, Enlist)
    return one.errand.at == other.errand.at


def _withdrawn(game: Game, event: OrdersWithdrawn) -> Game:
    return evolve(game, orders={**game.orders, event.power: ()}, errands={**game.errands, event.power: ()})


def _meant(game: Game, event: OrdersMeant) -> Game:
    given = game.orders.get(event.power, ())
    meant = tuple(replace(one, meant=one.meant or one.order in event.orders) for one in given)
    return evolve(game, orders={**game.orders, event.power: meant})


def _asked(game: Game, event: WhatIfAsked) -> Game:
    """The game with one what-if more; those that count no longer are dropped."""
    by, since = game.readers[event.address], event.at - WHATIF_PERIOD
    asked = {one: tuple(at for at in hours if at > since) for one, hours in game.members.whatifs.items()}
    whatifs = {one: hours for one, hours in asked.items() if hours}
    return evolve(game, members=replace(game.members, whatifs={**whatifs, by: (*whatifs.get(by, ()), event.at)}))


def _kept(game: Game, event: AdvanceKept) -> Game:
    return evolve(game, advance=(*game.advance, event))


def _dropped(game: Game, event: AdvanceDropped | PlanTaken) -> Game:
    gone = game.advance_of(event.power, event.phase)
    return evolve(game, advance=tuple(kept for kept in game.advance if kept not in gone))


def _wished(game: Game, event: WishKept) -> Game:
    old = game.wished.get(event.power, StandingWishes((), 0)).wishes
    return evolve(game, wished={**game.wished, event.power: StandingWishes(with_wish(old, event.wish), event.letter)})


def _unwished(game: Game, event: WishesDropped) -> Game:
    return evolve(game, wished={whose: wished for whose, wished in game.wished.items() if whose != event.power})


EFFECTS: Effects = dict(
    (
        effect(OrderGiven, _ordered, no_notices),
        effect(ErrandGiven, _sent, no_notices),
        effect(OrdersWithdrawn, _withdrawn, no_notices),
        effect(OrdersMeant, _meant, no_notices),
        effect(LinesLeft, _left, no_notices),
        effect(WhatIfAsked, _asked, no_notices),
        effect(AdvanceKept, _kept, no_notices),
        effect(AdvanceDropped, _dropped, no_notices),
        effect(PlanTaken, _dropped, no_notices),
        effect(WishKept, _wished, no_notices),
        effect(WishesDropped, _unwished, no_notices),
    )
)
