"""Turn what players have kept for a phase into orders when it opens; close it at once if it is then complete.

Clockwork players give theirs at the same moment.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from judge.game.apply import Trail, apply_all
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import AdvanceKept, ErrandGiven, GiveErrand, GiveOrder, LeftAside, OrderGiven, PlanTaken
from judge.game.orders.order_status import powers_expected_to_write, scouts_without_errand
from judge.game.orders.plans import PlanSource, lines_for, wished_orders
from judge.game.phases.close import close_early
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.handlers.clockwork import with_clockwork_orders
from judge.handlers.names import notations_by_name
from judge.notation.line import Misread, Offered, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.several_orders import read_all_orders
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.war.errands import Rest, RestAll, ScoutOrder

_MOST_PHASES_AT_ONCE = 30
"""Phases that may close one after the other; more than anybody can have kept orders for."""


def with_plans_taken_up(trail: Trail, now: datetime) -> Trail:
    """Return the events and what follows: orders of clockwork players and, if a phase closes, plans, further closes."""
    trail = with_clockwork_orders(trail, now)
    is_closed = any(isinstance(event, PhaseClosed) for event in trail.events)
    for _ in range(_MOST_PHASES_AT_ONCE):
        if not is_closed or trail.game is None:
            break
        taken = with_clockwork_orders(trail.on(_plans_taken_up(trail.game, now)), now)
        closing = close_early(taken.game, now) if taken.game else ()
        is_closed = any(isinstance(event, PhaseClosed) for event in closing)
        trail = taken.on(closing)
    return trail


def _apply(game: Game, events: Sequence[Event]) -> Game:
    return apply_all(game, events) or game


def _plans_taken_up(game: Game, now: datetime) -> tuple[Event, ...]:
    """Return the events of all plans for the phase that has just opened."""
    position = game.open_position
    if position is None:
        return ()
    writing = {
        game.seats[power]
        for power in (*powers_expected_to_write(game), *_powers_with_scouts(game, position))
        if power in game.seats
    }
    powers = (power for power in game.board.powers if game.seats.get(power) in writing)
    return tuple(event for power in powers for event in _plan_of_power(game, position, power, now))


def _powers_with_scouts(game: Game, position: Position) -> Iterator[Power]:
    """Yield powers with plans for a phase in which only scouts, not their units, may need orders."""
    if game.board.war.scouts:
        yield from (power for power in game.board.powers if game.advance_of(power, position.phase))


def _plan_of_power(game: Game, position: Position, power: Power, now: datetime) -> Iterator[Event]:
    """Yield the orders that a power has kept; if those come to no order, what its standing wishes come to."""
    known = as_seen_by(game, game.seats[power]).position or position
    kept = game.advance_of(power, position.phase)
    found: list[OrderGiven | ErrandGiven | LeftAside] = []
    for step in kept:
        for line in lines_for(step.step, known):
            found += _read_plan_line(
                _apply(game, [one for one in found if isinstance(one, ErrandGiven)]), known, step, line, now
            )
    given = [one for one in found if isinstance(one, OrderGiven)]
    yield from (one for one in found if isinstance(one, OrderGiven | ErrandGiven))
    if kept:
        aside = tuple(one for one in found if isinstance(one, LeftAside))
        yield PlanTaken(power, position.phase, PlanSource.ADVANCE, aside, now)
    wished = game.wished.get(power)
    orders = () if given or not wished else wished_orders(game.board, known, power, wished.wishes)
    if wished and orders:
        yield from (OrderGiven(power, order, wished.letter, None, now) for order in orders)
        yield PlanTaken(power, position.phase, PlanSource.WISHES, (), now)


def _read_plan_line(
    game: Game, position: Position, kept: AdvanceKept, line: str, now: datetime
) -> Iterator[OrderGiven | ErrandGiven | LeftAside]:
    """Yield what each order of a kept line comes to in the position, as far as its writer knows it."""
    own, others = notations_by_name(kept.notation, game.board)
    reader = OrderReader(own, others, OrderContext(game.board, position, kept.power))
    for part, read in read_all_orders(line, reader, hinted=0):
        match read:
            case Misread() | Offered():
                yield LeftAside(part, kept.notation, None)
            case RestAll():
                posts = scouts_without_errand(game.scouting, game.errands, kept.power)
                yield from (_decide_plan_order(game, kept, part, Rest(at), now) for at in posts)
            case _:
                yield _decide_plan_order(game, kept, part, read, now)


def _decide_plan_order(
    game: Game, kept: AdvanceKept, part: str, order: Order | ScoutOrder, now: datetime
) -> OrderGiven | ErrandGiven | LeftAside:
    """Decide an order as if it came by letter at the very opening of the phase."""
    by, phase = game.seats[kept.power], kept.phase
    command: GiveOrder | GiveErrand = (
        GiveErrand(by, order, kept.letter, now, None, phase)
        if isinstance(order, ScoutOrder)
        else GiveOrder(by, order, kept.letter, now, None, phase, kept.power)
    )
    decided = decide(game, command, now)
    if isinstance(decided, Refused):
        return LeftAside(part, kept.notation, decided)
    (given,) = (event for event in decided if isinstance(event, OrderGiven | ErrandGiven))
    return given
