"""Effects of the events of orders. Nobody is notified: plans that were taken up stand in the results."""

from dataclasses import replace

from judge.game.effect import Effects, effect, nobody
from judge.game.orders.in_force import Given, Sent, Wished, with_errand
from judge.game.orders.messages import (
    AdvanceDropped,
    AdvanceKept,
    ErrandGiven,
    OrderGiven,
    OrdersMeant,
    OrdersWithdrawn,
    PlanTaken,
    WhatIfAsked,
    WishesDropped,
    WishKept,
)
from judge.game.orders.plans import with_wish
from judge.game.state import DAY, Game
from judge.rules.orders import province_of


def _ordered(game: Game, event: OrderGiven) -> Game:
    """The new order after those it leaves in force: same unit, older order out."""
    new = Given(event.order, event.letter, event.written)
    given = game.orders.get(event.power, ())
    left = (old for old in given if province_of(old.order) != province_of(new.order))
    return replace(game, orders={**game.orders, event.power: (*left, new)})


def _sent(game: Game, event: ErrandGiven) -> Game:
    there = sum(scout.at == event.errand.at for scout in game.scouting.of(event.power))
    new = Sent(event.errand, event.letter, event.written)
    return replace(
        game,
        errands={**game.errands, event.power: with_errand(game.errands.get(event.power, ()), new, there)},
    )


def _withdrawn(game: Game, event: OrdersWithdrawn) -> Game:
    return replace(game, orders={**game.orders, event.power: ()}, errands={**game.errands, event.power: ()})


def _meant(game: Game, event: OrdersMeant) -> Game:
    given = game.orders.get(event.power, ())
    meant = tuple(replace(one, meant=one.meant or one.order in event.orders) for one in given)
    return replace(game, orders={**game.orders, event.power: meant})


def _asked(game: Game, event: WhatIfAsked) -> Game:
    return replace(game, whatifs=(*game.whatifs_since(event.at - DAY), event))


def _kept(game: Game, event: AdvanceKept) -> Game:
    return replace(game, advance=(*game.advance, event))


def _dropped(game: Game, event: AdvanceDropped | PlanTaken) -> Game:
    gone = game.advance_of(event.power, event.phase)
    return replace(game, advance=tuple(kept for kept in game.advance if kept not in gone))


def _wished(game: Game, event: WishKept) -> Game:
    old = game.wished.get(event.power, Wished((), 0)).wishes
    return replace(game, wished={**game.wished, event.power: Wished(with_wish(old, event.wish), event.letter)})


def _unwished(game: Game, event: WishesDropped) -> Game:
    return replace(game, wished={whose: wished for whose, wished in game.wished.items() if whose != event.power})


EFFECTS: Effects = dict(
    (
        effect(OrderGiven, _ordered, nobody),
        effect(ErrandGiven, _sent, nobody),
        effect(OrdersWithdrawn, _withdrawn, nobody),
        effect(OrdersMeant, _meant, nobody),
        effect(WhatIfAsked, _asked, nobody),
        effect(AdvanceKept, _kept, nobody),
        effect(AdvanceDropped, _dropped, nobody),
        effect(PlanTaken, _dropped, nobody),
        effect(WishKept, _wished, nobody),
        effect(WishesDropped, _unwished, nobody),
    )
)
