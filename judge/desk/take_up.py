"""Takes up what players have kept for a phase once it opens; a phase whose answers are all known closes at once."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from judge.desk.notations import notations_from
from judge.desk.scouts import errands_in
from judge.game.after import after_all
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.in_force import idle_posts
from judge.game.orders.messages import AdvanceKept, ErrandGiven, GiveOrder, LeftAside, OrderGiven, PlanTaken, SendScout
from judge.game.orders.plans import Plan, lines_for, wished_orders
from judge.game.orders.standing import expected
from judge.game.phases.close import close_early
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refused
from judge.game.sight import as_known
from judge.game.state import Game
from judge.game.trail import Trail
from judge.notation.meanings import Scene
from judge.notation.misread import Misread
from judge.notation.reader import Reader
from judge.notation.several import orders_on
from judge.rules.board import Power
from judge.rules.errands import Commission, Rest, RestAll
from judge.rules.orders import Order
from judge.rules.position import Position

_MOST_AT_ONCE = 30
"""Phases that close in one go: more than anybody can have kept orders for."""


def with_plans(trail: Trail, now: datetime) -> Trail:
    """What has happened, and what follows when a phase closes in it: plans taken up, perhaps further closes."""
    is_closed = any(isinstance(event, PhaseClosed) for event in trail.events)
    for _ in range(_MOST_AT_ONCE):
        if not is_closed or trail.game is None:
            break
        taken = trail.on(_taken_up(trail.game, now))
        closing = close_early(taken.game, now) if taken.game else ()
        is_closed = any(isinstance(event, PhaseClosed) for event in closing)
        trail = taken.on(closing)
    return trail


def _after(game: Game, events: Sequence[Event]) -> Game:
    return after_all(game, events) or game


def _taken_up(game: Game, now: datetime) -> tuple[Event, ...]:
    """Everyone's orders for the phase that has just opened, as far as they are known."""
    position = game.open_position
    if position is None:
        return ()
    writing = {game.seats[power] for power in (*expected(game), *_sending(game, position)) if power in game.seats}
    powers = (power for power in game.board.powers if game.seats.get(power) in writing)
    return tuple(event for power in powers for event in _of_power(game, position, power, now))


def _sending(game: Game, position: Position) -> Iterator[Power]:
    """Powers that may send scouts, or recruit one, in a phase in which their units need no orders."""
    if game.board.war.scouts:
        yield from (power for power in game.board.powers if game.advance_of(power, position.phase))


def _of_power(game: Game, position: Position, power: Power, now: datetime) -> Iterator[Event]:
    """Orders in advance; where those come to no order, what the power wishes."""
    known = as_known(game, game.seats[power]).position or position
    kept = game.advance_of(power, position.phase)
    found: list[OrderGiven | ErrandGiven | LeftAside] = []
    for step in kept:
        for line in lines_for(step.step, known):
            found += _read(_after(game, [one for one in found if isinstance(one, ErrandGiven)]), known, step, line, now)
    given = [one for one in found if isinstance(one, OrderGiven)]
    yield from (one for one in found if isinstance(one, OrderGiven | ErrandGiven))
    if kept:
        aside = tuple(one for one in found if isinstance(one, LeftAside))
        yield PlanTaken(power, position.phase, Plan.ADVANCE, aside, now)
    wished = game.wished.get(power)
    orders = () if given or not wished else wished_orders(game.board, known, power, wished.wishes)
    if wished and orders:
        yield from (OrderGiven(power, order, wished.letter, None, now) for order in orders)
        yield PlanTaken(power, position.phase, Plan.WISHES, (), now)


def _read(
    game: Game, position: Position, kept: AdvanceKept, line: str, now: datetime
) -> Iterator[OrderGiven | ErrandGiven | LeftAside]:
    """What each order on a line comes to, now that the position is known, as far as its writer knows it."""
    own, others = notations_from(kept.notation, game.board)
    reader = Reader(own, others, Scene(game.board, position, kept.power))
    for piece, errand in errands_in(line, game.board, own, others) or ((line, None),):
        if isinstance(errand, RestAll):
            posts = idle_posts(game.scouting, game.errands, kept.power)
            yield from (_given(game, kept, piece, Rest(at), now) for at in posts)
            continue
        if isinstance(errand, Commission):
            yield _given(game, kept, piece, errand, now)
            continue
        for part, read in orders_on(piece, reader, hinted=0):
            if isinstance(read, Misread):
                yield LeftAside(part, kept.notation, None)
            else:
                yield _given(game, kept, part, read, now)


def _given(
    game: Game, kept: AdvanceKept, part: str, order: Order | Commission, now: datetime
) -> OrderGiven | ErrandGiven | LeftAside:
    """Decided as if it came by letter at the very opening of the phase."""
    by, phase = game.seats[kept.power], kept.phase
    command: GiveOrder | SendScout = (
        SendScout(by, order, kept.letter, now, None, phase)
        if isinstance(order, Commission)
        else GiveOrder(by, order, kept.letter, now, None, phase, kept.power)
    )
    decided = decide(game, command, now)
    if isinstance(decided, Refused):
        return LeftAside(part, kept.notation, decided)
    (given,) = (event for event in decided if isinstance(event, OrderGiven | ErrandGiven))
    return given
