"""Handle the lines that give orders to units: read in the position as the writer knows it, decided one by one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import GiveOrder, OrderGiven
from judge.game.orders.order_status import order_status
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.decide import seat_to_return_to
from judge.game.state import Game
from judge.handlers.headings import handle_announcement, handle_heading
from judge.handlers.names import notations_of
from judge.handlers.scout_orders import errands_on, rest_scouts, send_scout
from judge.handlers.session import GameSession, LineContext, Session, hints_left
from judge.notation.line import Misread, MisreadReason, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import is_near_an_order, read_heading, split_orders
from judge.notation.several_orders import are_orders, read_orders_with, units_told_to_hold, word_of_title
from judge.notation.tables import OrderPart
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, OrderAccepted, Unknown
from judge.reports.outcomes import Outcome
from judge.requests.requests import Line, PossibleOrder, SuggestedCommand
from judge.rules.board import Power
from judge.rules.orders import Build, Hold, Order, Waive, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.setup import opening_position
from judge.rules.war.errands import RestAll, ScoutOrder

_BULLETS = "-–—*•· "
_SUGGESTIONS = frozenset({Unknown.COMMAND_WISHED, Unknown.PRESS_WISHED})


def handle_orders(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Take a line that is no command: one order, several, a heading, or plain words."""
    game, person = session.view, session.person
    position = game.open_position
    if position is None or not game.powers_of(person.address):
        return session.told(line, _without_seat(session, line))
    heading = read_heading(line, game.board, *notations_of(person, game.board))
    if heading:
        title = word_of_title(line, position, notations_of(person, game.board)[0])
        return handle_heading(replace(session, title=title), line, heading)
    if (below := handle_announcement(session, line)) and not is_near_order(session, line):
        return below
    if session.orders_refused:
        return session.told(line, session.orders_refused if is_near_order(session, line) else Done(Outcome.PLAIN_WORDS))
    if held := units_told_to_hold(line, notations_of(person, game.board)[0]):
        return _hold_all(session, line, held, context)
    for part, read in _read_orders(
        game, position, person, line, hinted=hints_left(session.answers), title=session.title
    ):
        if isinstance(read, Misread):
            session = session.told(
                part, Done(Outcome.PLAIN_WORDS) if read.is_prose else _misread_answer(read, session, position)
            )
        elif isinstance(read, RestAll):
            session = rest_scouts(session, part, context)
        elif isinstance(read, ScoutOrder):
            session = send_scout(session, part, read, context)
        else:
            session = _give_order(session, part, read, context)
    return session


def _misread_answer(misread: Misread, session: Session, position: Position) -> LineAnswer:
    """Return the answer to a misread order.

    Where the line is for a phase that is not open, it says that instead of how to write the order.
    """
    if session.phase in {None, position.phase}:
        return misread
    return Refused(Refusal.OTHER_PHASE, phase=session.phase)


def point_out_order(session: Session, line: str) -> Session:
    """Point out a line that looks like an order where no lines are read any more."""
    return session.told(line, Done(Outcome.BELOW_END_NOT_READ)) if is_order(session, line) else session


def is_order(session: Session, line: str) -> bool:
    """Return whether a line is nothing but orders, in the open phase of the writer's game."""
    game = session.view
    position = game.open_position if game else None
    if game is None or position is None:
        return False
    power = _single_power(game.powers_of(session.person.address))
    own, others = notations_of(session.person, game.board)
    if pieces := errands_on(line, game, session.person):
        return all(
            isinstance(errand, ScoutOrder | RestAll)
            or (errand is None and are_orders(piece, position, game.board, power, own, others))
            for piece, errand in pieces
        )
    return are_orders(line, position, game.board, power, own, others)


def is_own_order(session: Session, line: str, context: LineContext) -> bool:
    """Return whether a line is nothing but orders, and the writer could give one of them now."""
    game, person = session.view, session.person
    if session.game is None or game is None or game.open_position is None or not is_order(session, line):
        return False
    for _, read in _read_orders(game, game.open_position, person, line, hinted=0):
        if isinstance(read, ScoutOrder | RestAll):
            return True
        if not isinstance(read, Misread) and not isinstance(_decide_order(session, read, context), Refused):
            return True
    return False


def is_near_order(session: Session, line: str) -> bool:
    """Return whether any part of a line is an order or near to one, as far as its writer can know."""
    game = session.view
    position = _position_to_read(game)
    if game is None or position is None:
        return False
    own, others = notations_of(session.person, game.board)
    power = _single_power(game.powers_of(session.person.address))
    if read_heading(line, game.board, own, others):
        return False
    if units_told_to_hold(line, own):
        return True
    for piece, errand in errands_on(line, game, session.person) or ((line, None),):
        parts = split_orders(piece, own, game.board)
        if errand or any(is_near_an_order(part, position, game.board, power, own, others) for part in parts):
            return True
    return False


def is_all_prose(session: Session, lines: Sequence[Line]) -> bool:
    """Return whether no line of a letter that was carried out was near to a command or an order."""
    game = session.game
    if (
        game is None
        or game.position is None
        or not all(isinstance(line.request, PossibleOrder | SuggestedCommand) for line in lines)
    ):
        return False
    return bool(session.answers) and all(_is_prose(one.answer) for one in session.answers)


def _is_prose(answer: LineAnswer) -> bool:
    """Return whether an answer says that the line was plain words, or suggests a command for them."""
    return answer == Done(Outcome.PLAIN_WORDS) or (isinstance(answer, InvalidCommand) and answer.what in _SUGGESTIONS)


def _decide_order(session: Session, order: Order, context: LineContext) -> tuple[Event, ...] | Refused:
    by, heading = session.person.address, session.heading
    command = GiveOrder(by, order, context.number, context.arrived, context.written, session.phase, heading)
    return decide(session.game, command, context.now)


def _position_to_read(game: Game | None) -> Position | None:
    """Return the position in which lines are read; before the start, the opening position."""
    return (game.position or opening_position(game.board)) if game else None


def _without_seat(session: GameSession, line: str) -> LineAnswer:
    """Answer a line of somebody who cannot give orders now: an order is refused, other words are not.

    Whoever may return to a seat does so with the first line that is an order; lines above it are plain words.
    """
    game, person = session.view, session.person
    if seat_to_return_to(game, person.address) or not is_near_order(session, line):
        return Done(Outcome.PLAIN_WORDS)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_A_PLAYER)


def _read_orders(
    game: Game, position: Position, person: Person, line: str, *, hinted: int, title: str = ""
) -> Iterator[tuple[str, Order | ScoutOrder | RestAll | Misread]]:
    """Yield each part of a line with the order it is, to a unit or to a scout, or with its misreading.

    ``title`` is an order word above the line that may complete it.
    """
    power = _single_power(game.powers_of(person.address))
    for piece, errand in errands_on(line, game, person) or ((line, None),):
        if errand:
            yield piece, errand
        else:
            own, others = notations_of(person, game.board)
            reader = OrderReader(own, others, OrderContext(game.board, position, power))
            read = read_orders_with(piece, reader, hinted=hinted)
            hinted -= sum(isinstance(one, Misread) for _, one in read)
            for part, meant in read:
                below = f"{title} {part.lstrip(_BULLETS)}" if title and isinstance(meant, Misread) else ""
                led = read_orders_with(below, reader, hinted=0) if below else ()
                is_led = len(led) == 1 and not isinstance(led[0][1], Misread)
                yield part, led[0][1] if is_led else meant


def _hold_all(session: GameSession, line: str, held: OrderPart, context: LineContext) -> GameSession:
    """Have all units hold, or all that have no order yet.

    They are those of all the writer's powers, or of the one that a heading has named.
    """
    game = session.view
    position = game.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT:
        return session.told(line, Misread(line, 0, len(line.rstrip()), MisreadReason.WRONG_PHASE))
    powers = (session.heading,) if session.heading else game.powers_of(session.person.address)
    ordered = {province_of(order) for power in powers for order in game.orders_of(power)}
    for unit in sorted(position.units.values(), key=lambda unit: unit.at):
        is_meant = held is OrderPart.ALL_HOLD or unit.at.province not in ordered
        if unit.power in powers and is_meant:
            session = _give_order(session, line, Hold(unit.at.province), context)
    return session


def _single_power(powers: tuple[Power, ...]) -> Power | None:
    return powers[0] if len(powers) == 1 else None


def _give_order(session: GameSession, line: str, order: Order, context: LineContext) -> GameSession:
    game = session.game
    if session.under and isinstance(order, Waive | Build):
        return session.told(line, Refused(Refusal.UNDER_OTHER_HEADING, power=session.under))
    events = _decide_order(session, order, context)
    if isinstance(events, Refused):
        return session.told(line, events)
    session = session.happened(events)
    for event in events:
        if isinstance(event, OrderGiven):
            void = order_status(session.game, event.power).void_order_for(order)
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            session = session.told(line, OrderAccepted(event.power, order, void, replaced=had))
    return session


_NARROWEST_WRAP = 65
"""Characters up to which no mail program breaks a line while the next word would still fit."""


def join_wrapped_lines(session: Session, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines, two of them joined where that makes an order of them.

    That is where the second is no order, both together are, and the first may go on: it is no order either, or it is as
    long as a mail program makes a line. ``… supports the army in Paris`` is an order, and perhaps not the one that was
    written.
    """
    reads_as_order = cache(partial(is_order, session))
    waiting: Line | None = None
    for line in lines:
        if waiting and isinstance(line.request, PossibleOrder) and not reads_as_order(line.text):
            whole = Line(f"{waiting.text.rstrip()} {line.text.lstrip()}", PossibleOrder())
            if reads_as_order(whole.text):
                yield whole
                waiting = None
                continue
        if waiting:
            yield waiting
        waiting = line if _may_be_wrapped(line, reads_as_order) else None
        if waiting is None:
            yield line
    if waiting:
        yield waiting


def _may_be_wrapped(line: Line, reads_as_order: Callable[[str], bool]) -> bool:
    """Return whether a line may have been broken; never a title such as ``Builds:``, for all lines below."""
    if not isinstance(line.request, PossibleOrder) or line.text.rstrip().endswith(":"):
        return False
    return len(line.text) >= _NARROWEST_WRAP or not reads_as_order(line.text)
