"""What becomes of a game when something happens to its orders."""

from dataclasses import replace
from typing import assert_never

from judge.game.orders.errands import Sent, with_errand
from judge.game.orders.events import (
    AdvanceDropped,
    AdvanceKept,
    AheadEvent,
    ErrandGiven,
    OrderEvent,
    OrderGiven,
    OrdersMeant,
    OrdersWithdrawn,
    PlanTaken,
    WhatIfAsked,
    WishesDropped,
    WishKept,
)
from judge.game.orders.in_force import Given, Wished
from judge.game.orders.plans import with_wish
from judge.game.state import DAY, Game
from judge.rules.board import Power
from judge.rules.orders import province_of
from judge.rules.position import Phase


def ordered(game: Game, event: OrderEvent) -> Game:
    """The game after one of these events."""
    match event:
        case OrderGiven():
            return replace(game, orders={**game.orders, event.power: _with_order(game, event)})
        case ErrandGiven(power):
            return replace(game, errands={**game.errands, power: _with_errand(game, event)})
        case OrdersWithdrawn(power):
            return replace(game, orders={**game.orders, power: ()}, errands={**game.errands, power: ()})
        case OrdersMeant(power, orders):
            given = (replace(one, meant=one.meant or one.order in orders) for one in game.orders.get(power, ()))
            return replace(game, orders={**game.orders, power: tuple(given)})
        case WhatIfAsked():
            return replace(game, whatifs=(*game.whatifs_since(event.at - DAY), event))
        case AdvanceKept() | AdvanceDropped() | PlanTaken() | WishKept() | WishesDropped():
            return _ahead(game, event)
        case _:
            assert_never(event)


def _ahead(game: Game, event: AheadEvent) -> Game:
    match event:
        case AdvanceKept():
            return replace(game, advance=(*game.advance, event))
        case AdvanceDropped(power, phase):
            return _without_advance(game, power, phase)
        case PlanTaken(power, phase):
            return _without_advance(game, power, phase)
        case WishKept(power, wish, letter):
            old = game.wished.get(power, Wished((), 0)).wishes
            return replace(game, wished={**game.wished, power: Wished(with_wish(old, wish), letter)})
        case WishesDropped(power):
            return replace(game, wished={whose: wished for whose, wished in game.wished.items() if whose != power})
        case _:
            assert_never(event)


def _with_order(game: Game, event: OrderGiven) -> tuple[Given, ...]:
    """The new order after those it leaves in force: same unit, older order out."""
    new = Given(event.order, event.letter, event.written)
    given = game.orders.get(event.power, ())
    return (*(old for old in given if province_of(old.order) != province_of(new.order)), new)


def _with_errand(game: Game, event: ErrandGiven) -> tuple[Sent, ...]:
    there = sum(scout.at == event.errand.at for scout in game.scouting.of(event.power))
    return with_errand(game.errands.get(event.power, ()), Sent(event.errand, event.letter, event.written), there)


def _without_advance(game: Game, power: Power, phase: Phase | None) -> Game:
    gone = game.advance_of(power, phase)
    return replace(game, advance=tuple(kept for kept in game.advance if kept not in gone))
