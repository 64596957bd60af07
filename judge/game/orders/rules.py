"""The rules of orders: who may give which, how the game changes; nobody is told."""

import hmac
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from judge.game.deadlines.deadline import Deadline
from judge.game.messages import Effects, Event, effect, evolve, no_notices
from judge.game.orders.messages import (
    MOST_STEPS_PER_PHASE,
    MOST_YEARS_AHEAD,
    AdvanceDropped,
    AdvanceKept,
    Alternative,
    AskWhatIf,
    Choice,
    DropAdvance,
    DropWishes,
    ErrandGiven,
    GiveErrand,
    GiveOrder,
    KeepAdvance,
    KeepWish,
    LeaveLines,
    LinesLeft,
    MeanOrders,
    OrderCommand,
    OrderGiven,
    OrdersMeant,
    OrdersWithdrawn,
    PlanCommand,
    PlanTaken,
    WhatIfAsked,
    WishesDropped,
    WishKept,
    WithdrawOrders,
    is_earlier_phase,
    with_wish,
)
from judge.game.orders.order_status import is_errand_of_phase, order_status
from judge.game.refusals import Refusal, Refused
from judge.game.state import WHATIF_PERIOD, Game, GivenErrand, GivenOrder, StandingWishes
from judge.game.visibility import as_seen_by
from judge.rules.adjustments import required_orders
from judge.rules.board import Power, Province
from judge.rules.orders import Build, Order, Waive, province_of
from judge.rules.position import Phase, PhaseKind, Position, building_power
from judge.rules.war.scouts import Enlist, ScoutOrder

# --- decisions about orders: those for the open phase, those kept for later ones; who may give any


def decide_orders(game: Game, command: OrderCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about orders, or why it is refused."""
    match command:
        case GiveOrder():
            return _order(game, command)
        case GiveErrand():
            return _errand(game, command)
        case WithdrawOrders(by):
            powers = game.powers_of(by)
            refused = _no_orders_now(game, powers)
            return refused or tuple(OrdersWithdrawn(power, now) for power in powers)
        case MeanOrders(by):
            return _no_orders_now(game, game.powers_of(by)) or tuple(_meant(game, game.powers_of(by), now))
        case LeaveLines(by):
            return _no_orders_now(game, game.powers_of(by)) or tuple(_left(game, command, now))
        case KeepAdvance() | DropAdvance() | KeepWish() | DropWishes():
            return _ahead(game, command, now)
        case AskWhatIf():
            return _what_if(game, command, now)
        case _:
            assert_never(command)


def _meant(game: Game, powers: tuple[Power, ...], now: datetime) -> Iterator[OrdersMeant]:
    """Each power's void orders that are not known to be meant yet; nothing where there are none."""
    for power in powers:
        if mistakes := order_status(game, power).mistakes:
            yield OrdersMeant(power, tuple(one.order for one in mistakes), now)


def _left(game: Game, command: LeaveLines, now: datetime) -> Iterator[LinesLeft]:
    """What is open of each power once a letter is carried out, where that is not what was open before.

    Orders offered by earlier letters stay offered until their units have others; lines that were explained count as
    corrected by any order.
    """
    for power in game.powers_of(command.by):
        before = next((one for one in game.left_open if (one.power, one.phase) == (power, command.phase)), None)
        was = before or LinesLeft(power, command.phase, 0, (), (), 0, (), now)
        offered = tuple(order for whose, order in command.offered if whose == power)
        named = (*offered, *(order for whose, order in command.denied if whose == power))
        choices = tuple(choice for whose, choice in command.choices if whose == power)
        units = frozenset(map(province_of, named)).union(*(choice.units for choice in choices))
        kept = () if command.settled else tuple(one for one in was.offered if province_of(one) not in units)
        plans = () if command.settled else was.plans
        left_to_choose = () if command.settled or choices else _untouched(was.choices, units)
        goes_on = not (command.orders_given or command.settled)
        unclear = command.unclear or (was.unclear if goes_on else 0)
        known = was.units if goes_on else ()
        left = replace(
            was,
            denied=(),
            offered=(*kept, *offered),
            plans=tuple(dict.fromkeys((*plans, *command.plans))),
            choices=choices or left_to_choose,
            unclear=unclear,
            units=tuple(dict.fromkeys((*known, *_units_of(power, command.units, game)))),
            stood=_stood(was, command, power, (*kept, *offered)),
        )
        denied = tuple(order for whose, order in command.denied if whose == power and order in game.orders_of(power))
        if denied or left != replace(was, denied=()):
            yield replace(left, letter=command.letter, denied=denied, at=now)


def _stood(was: LinesLeft, command: LeaveLines, power: Power, offered: Collection[Order]) -> tuple[Order, ...]:
    """Offered orders that were in force until they were put in question; those of which no letter has said no since."""
    before = () if command.settled else was.stood
    here = (order for whose, order in command.stood if whose == power)
    return tuple(order for order in dict.fromkeys((*before, *here)) if order in offered)


def _untouched(choices: tuple[Alternative, ...], units: Collection[Province | None]) -> tuple[Alternative, ...]:
    """Plans of which one is to count; none any more once one of their units has an order or an offer of its own."""
    return () if any(choice.units.intersection(units) for choice in choices) else choices


def _units_of(power: Power, provinces: Iterable[Province], game: Game) -> Iterator[Province]:
    """Those of several provinces in which a unit of a power stands, or waits to retreat."""
    for at in provinces:
        unit = game.open_position.unit_at(at) if game.open_position else None
        if unit and unit.power == power:
            yield at


def _no_orders_now(game: Game, powers: tuple[Power, ...]) -> Refused | None:
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    if game.locked:
        return Refused(Refusal.ORDERS_LOCKED, phase=game.position.phase)
    return Refused(Refusal.TOO_LATE, phase=game.position.phase) if game.deadline is None else None


def _order(game: Game, command: GiveOrder) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    refused = _no_orders_now(game, powers)
    if refused or game.position is None or game.deadline is None:
        return refused or Refused(Refusal.NOT_STARTED)
    refused = _out_of_time(game, command, game.position.phase, game.deadline)
    if refused:
        return refused
    known = as_seen_by(game, command.by).position or game.position
    power = _ordering_power(game, known, powers, command)
    if isinstance(power, Refused):
        return power
    given = OrderGiven(power, command.order, command.letter, command.written, command.arrived)
    if _is_overtaken(command.written, (earlier.written for earlier in game.orders.get(power, ()))):
        return Refused(Refusal.OVERTAKEN, at=command.written)
    return (given,)


def _errand(game: Game, command: GiveErrand) -> tuple[Event, ...] | Refused:
    """An errand of one of the sender's scouts; one to be recruited serves the power whose home the centre is."""
    powers = game.powers_of(command.by)
    refused = _no_orders_now(game, powers)
    if refused or game.position is None or game.deadline is None:
        return refused or Refused(Refusal.NOT_STARTED)
    refused = _out_of_time(game, command, game.position.phase, game.deadline)
    if refused:
        return refused
    errand = command.errand
    if not is_errand_of_phase(errand, game.position):
        return Refused(Refusal.NO_ERRANDS_NOW, phase=game.position.phase)
    power = _sending_power(game, powers, errand)
    if power is None:
        return Refused(Refusal.NO_SCOUT_THERE, province=errand.at)
    if _is_overtaken(command.written, (earlier.written for earlier in game.errands.get(power, ()))):
        return Refused(Refusal.OVERTAKEN, at=command.written)
    return (ErrandGiven(power, errand, command.letter, command.written, command.arrived),)


def _sending_power(game: Game, powers: tuple[Power, ...], errand: ScoutOrder) -> Power | None:
    if isinstance(errand, Enlist):
        home = game.board.regions[errand.at].home_of
        return home if home in powers else powers[0]
    return next((power for power in powers if any(one.at == errand.at for one in game.scouting.of(power))), None)


def _out_of_time(game: Game, command: GiveOrder | GiveErrand, phase: Phase, deadline: Deadline) -> Refused | None:
    """Why a letter is not for the open phase: it came too late, names another one, or was written before it opened."""
    if game.closes_at and command.arrived > game.closes_at:
        return Refused(Refusal.TOO_LATE, phase=phase, at=game.closes_at)
    if command.phase is not None:
        return None if command.phase == phase else Refused(Refusal.OTHER_PHASE, phase=command.phase)
    if command.written and command.written < deadline.opened.replace(microsecond=0):
        return Refused(Refusal.WRITTEN_BEFORE, phase=phase, at=command.written)
    return None


def _ordering_power(game: Game, position: Position, powers: tuple[Power, ...], command: GiveOrder) -> Power | Refused:
    """The sender's power that an order speaks for, by its unit; a build speaks for the power whose home it is.

    WAIVE speaks for the power of the heading, or for the first that has builds it has said nothing of.
    """
    order = command.order
    match order:
        case Waive():
            return command.power if command.power in powers else _with_builds(game, position, powers)
        case Build(at=place):
            builder = building_power(game.board, position, place.province)
            return builder if builder in powers else powers[0]
        case _:
            return _owner(position, powers, order.at)


def _with_builds(game: Game, position: Position, powers: tuple[Power, ...]) -> Power:
    due = [power for power in powers if required_orders(game.board, position, power).builds]
    open_still = (power for power in due if not order_status(game, power).is_complete)
    return next(open_still, next(iter(due), powers[0]))


def _owner(position: Position, powers: tuple[Power, ...], province: Province) -> Power | Refused:
    unit = position.units.get(province)
    if position.phase.kind is PhaseKind.RETREAT and province in position.dislodged:
        unit = position.dislodged[province].unit
    if unit is None:
        return Refused(Refusal.NO_UNIT_THERE, province=province)
    if unit.power not in powers:
        return Refused(Refusal.NOT_YOUR_UNIT, province=province, power=unit.power)
    return unit.power


def _ahead(game: Game, command: PlanCommand, now: datetime) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    refused = _no_orders_now(game, powers)
    if refused or game.position is None:
        return refused or Refused(Refusal.NOT_STARTED)
    theirs = powers if isinstance(command, KeepWish | DropWishes) else powers[:1]
    phase = game.position.phase
    decided = [_kept_or_dropped(game, power, phase, command, now) for power in theirs]
    happened = tuple(event for events in decided if not isinstance(events, Refused) for event in events)
    return happened or decided[0]


def _what_if(game: Game, command: AskWhatIf, now: datetime) -> tuple[Event, ...] | Refused:
    """Anyone of the game may ask, so many times in a day; the oldest of them makes room a day later."""
    if command.by not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    mine = game.whatifs_of(command.by, now - WHATIF_PERIOD)
    most = game.settings.whatifs_per_day
    return (
        Refused(Refusal.WHATIFS_USED_UP, at=mine[-most] + WHATIF_PERIOD)
        if len(mine) >= most
        else (WhatIfAsked(command.by, now),)
    )


# --- what is kept for later phases


def _kept_or_dropped(
    game: Game, power: Power, open_phase: Phase, command: PlanCommand, now: datetime
) -> tuple[Event] | Refused:
    """What a player of ``power`` may keep or take back while the game is played, ``open_phase`` being the open one."""
    match command:
        case KeepAdvance(phase=phase, letter=letter):
            why = _why_not_kept(game, power, open_phase, command)
            kept = AdvanceKept(power, phase, command.step, command.notation, letter, command.written, now)
            return why or (kept,)
        case DropAdvance(phase=phase):
            return _dropped(game, power, phase, now)
        case KeepWish(_, wish, letter):
            allowed = game.settings.advance
            return (WishKept(power, wish, letter, now),) if allowed else Refused(Refusal.NO_ADVANCE)
        case DropWishes():
            some = power in game.wished
            return (WishesDropped(power, now),) if some else Refused(Refusal.NOTHING_KEPT)
        case _:
            assert_never(command)


def _why_not_kept(game: Game, power: Power, open_phase: Phase, command: KeepAdvance) -> Refused | None:
    phase, last_year = command.phase, game.settings.last_year
    if phase == open_phase and isinstance(command.step, Choice):
        return Refused(Refusal.CONDITION_NOW, phase=phase)
    if not is_earlier_phase(open_phase, phase):
        return Refused(Refusal.OTHER_PHASE, phase=phase)
    if not game.settings.advance:
        return Refused(Refusal.NO_ADVANCE)
    if last_year is not None and phase.year > last_year:
        return Refused(Refusal.AFTER_THE_END, phase=phase)
    if phase.year > open_phase.year + MOST_YEARS_AHEAD:
        return Refused(Refusal.TOO_FAR_AHEAD, phase=phase)
    if len(game.advance_of(power, phase)) >= MOST_STEPS_PER_PHASE:
        return Refused(Refusal.TOO_MUCH_KEPT, phase=phase)
    if _is_overtaken(command.written, (kept.written for kept in game.advance_of(power, phase))):
        return Refused(Refusal.OVERTAKEN, at=command.written)
    return None


def _dropped(game: Game, power: Power, phase: Phase | None, now: datetime) -> tuple[Event] | Refused:
    if game.advance_of(power, phase):
        return (AdvanceDropped(power, phase, now),)
    return Refused(Refusal.NOTHING_KEPT, phase=phase)


_OVERTAKEN_BY = timedelta(minutes=2)
"""Clocks differ; a letter is older than another only by more than this (its own ``Date`` is all we have)."""


def _is_overtaken(written: datetime | None, received: Iterable[datetime | None]) -> bool:
    """Whether one of the letters received before this one was written later: a relay held this one up."""
    latest = max((other for other in received if other), default=None)
    return written is not None and latest is not None and written < latest - _OVERTAKEN_BY


# --- effects of the events of orders; nobody is told: the results show which plans were taken up


def _ordered(game: Game, event: OrderGiven) -> Game:
    """The game with the new order; an older order of the same unit is replaced."""
    new = GivenOrder(event.order, event.letter, event.written)
    given = game.orders.get(event.power, ())
    left = (old for old in given if province_of(old.order) != province_of(new.order))
    return evolve(
        game,
        orders={**game.orders, event.power: (*left, new)},
        left_open=_without_offer(game, event),
        order_sets={**game.order_sets, event.power: game.order_sets.get(event.power, 0) + 1},
    )


def _without_offer(game: Game, event: OrderGiven) -> tuple[LinesLeft, ...]:
    """What is open once a unit has its order: nothing is offered to it any more."""
    here, unit = game.left_open_by((event.power,)), province_of(event.order)
    if not any(unit in {*map(province_of, left.offered), *left.units_to_choose} for left in here):
        return game.left_open
    kept = (
        replace(
            left,
            offered=tuple(order for order in left.offered if province_of(order) != unit),
            choices=_untouched(left.choices, {unit}),
        )
        if left in here
        else left
        for left in game.left_open
    )
    return tuple(left for left in kept if left.is_open)


def _with_lines_left(game: Game, event: LinesLeft) -> Game:
    """The game with what is open now in the place of what was open before in the phase, without denied orders."""
    others = (one for one in game.left_open if (one.power, one.phase) != (event.power, event.phase))
    left = (*others, event) if event.is_open else tuple(others)
    kept = tuple(given for given in game.orders.get(event.power, ()) if given.order not in event.denied)
    if not event.denied:
        return evolve(game, left_open=left)
    order_sets = {**game.order_sets, event.power: game.order_sets.get(event.power, 0) + 1}
    return evolve(game, left_open=left, orders={**game.orders, event.power: kept}, order_sets=order_sets)


def _sent(game: Game, event: ErrandGiven) -> Game:
    there = sum(scout.at == event.errand.at for scout in game.scouting.of(event.power))
    new = GivenErrand(event.errand, event.letter, event.written)
    return evolve(
        game, errands={**game.errands, event.power: with_errand(game.errands.get(event.power, ()), new, there)}
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


def _with_orders_meant(game: Game, event: OrdersMeant) -> Game:
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


def _without_plan(game: Game, event: AdvanceDropped | PlanTaken) -> Game:
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
        effect(OrdersMeant, _with_orders_meant, no_notices),
        effect(LinesLeft, _with_lines_left, no_notices),
        effect(WhatIfAsked, _asked, no_notices),
        effect(AdvanceKept, _kept, no_notices),
        effect(AdvanceDropped, _without_plan, no_notices),
        effect(PlanTaken, _without_plan, no_notices),
        effect(WishKept, _wished, no_notices),
        effect(WishesDropped, _unwished, no_notices),
    )
)


# --- the salts of fingerprints: without its salt nobody can guess from a fingerprint which orders it is of


_OF_SETS = "sets:"
"""How the key of a game begins whose salts are of sets; those of older games are of letters."""

_SET = "s"
"""The first sign of the salt of a set."""

_SIGNS = 16
"""Signs of a salt; all of them, but that one, are hexadecimal digits."""


def fingerprint_key(secret: str) -> str:
    """The key of the salts of a new game."""
    return _OF_SETS + secret


def salt_of(game: Game, power: Power) -> str:
    """The salt of a power's orders in force in the open phase: an ``s`` and 15 hexadecimal digits.

    It follows from the key of the game and from how many sets of orders the power had before, so that no two sets share
    one: to know that of the set that was judged tells nothing of a set before it. In a game of an older judge it is 16
    digits, and follows from the newest letter that gave one of the orders.
    """
    phase = game.position.phase if game.position else ""
    if game.fingerprint_key.startswith(_OF_SETS):
        made, mark = game.order_sets.get(power, 0), _SET
    else:
        made, mark = max((given.letter for given in game.orders.get(power, ())), default=0), ""
    named = f"{game.name} {game.phases_closed + 1} {phase} {power} {made}"
    return (mark + hmac.digest(game.fingerprint_key.encode(), named.encode(), "sha256").hex())[:_SIGNS]


def is_of_sets(salt: str) -> bool:
    """Whether a salt is one of a set; with such a salt orders are fingerprinted with their coasts completed."""
    return salt.startswith(_SET)
