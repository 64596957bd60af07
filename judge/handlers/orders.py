"""Handle the lines that give orders, and those that stand among them: phase headings, the end of the letter."""

from dataclasses import replace

from judge.game.orders.messages import OrderGiven
from judge.game.orders.order_status import fault_of_order
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.decide import seat_to_return_to
from judge.handlers.advance_orders import handle_advance_orders, phase_ahead, refused_condition
from judge.handlers.headings import (
    begin_earlier_orders,
    end_earlier_orders,
    handle_announcement,
    handle_heading,
    split_title,
)
from judge.handlers.names import notations_of
from judge.handlers.plain_words import decide_order, is_near_order, orders_on
from judge.handlers.replacements import return_by_order
from judge.handlers.scout_orders import rest_scouts, send_scout
from judge.handlers.seats import answer_muster_by_order, handle_answer_muster, is_awaited_at_muster
from judge.handlers.session import GameSession, LineContext, Session, hints_left, with_game
from judge.handlers.war import handle_war
from judge.notation.line import Misread, MisreadReason, Offered
from judge.notation.read import read_heading
from judge.notation.several_orders import units_told_to_hold, word_of_title
from judge.notation.tables import OrderPart
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, OrderAccepted, OrdersOffered, Unknown
from judge.reports.outcomes import Outcome
from judge.requests.names import in_century
from judge.requests.requests import PhaseHeading, PossibleOrder, StopReading, UnreadRest
from judge.requests.seats import AnswerMusterRequest
from judge.requests.vocabulary import Word
from judge.requests.war import WarRequest
from judge.rules.orders import Build, Hold, Order, Waive, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.war.errands import RestAll, ScoutOrder


def _handle_possible_order(session: GameSession, line: str, _: PossibleOrder, context: LineContext) -> GameSession:
    """Take orders for the open phase or for a later one, or a heading above such lines.

    A condition before orders for the open phase is refused, with the orders below it.
    """
    if answered := answer_muster_by_order(session, line, context):
        return answered
    title, *orders = split_title(session, line)
    if orders:
        headed = _handle_possible_order(session, title, PossibleOrder(), context)
        return _handle_possible_order(headed, orders[0], PossibleOrder(), context)
    if old := begin_earlier_orders(session, line):
        return old
    session = return_by_order(end_earlier_orders(session, line), line, context)
    if ahead := phase_ahead(session):
        return handle_advance_orders(session, line, ahead, context)
    condition = refused_condition(session, line)
    if condition:
        orders_refused = session.orders_refused or condition
        return replace(session, orders_refused=orders_refused).told(line, orders_refused)
    return handle_orders(session, line, context)


def _plain_words(*_: object) -> LineAnswer:
    return Done(Outcome.PLAIN_WORDS)


take_line = with_game(_handle_possible_order, _plain_words)
"""Takes a line that is no command: without a game there are but plain words."""


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
    for part, read in orders_on(game, position, person, line, hinted=hints_left(session.answers), title=session.title):
        if isinstance(read, Misread):
            session = session.told(
                part, Done(Outcome.PLAIN_WORDS) if read.is_prose else _misread_answer(read, session, position)
            )
        elif isinstance(read, RestAll):
            session = rest_scouts(session, part, context)
        elif isinstance(read, ScoutOrder):
            session = send_scout(session, part, read, context)
        elif isinstance(read, Offered):
            session = _offer(session, part, read, context)
        else:
            session = _give_order(session, part, read, context)
    return session


def _offer(session: GameSession, line: str, read: Offered, context: LineContext) -> GameSession:
    """Offer orders; what could not be given now is refused as if it had been given."""
    refused = [why for order in read.orders if isinstance(why := decide_order(session, order, context), Refused)]
    return session.told(line, refused[0] if refused else OrdersOffered(read.orders, read.why, read.about))


def _misread_answer(misread: Misread, session: Session, position: Position) -> LineAnswer:
    """Return the answer to a misread order.

    Where the line is for a phase that is not open, it says that instead of how to write the order.
    """
    if session.phase in {None, position.phase}:
        return misread
    return Refused(Refusal.OTHER_PHASE, phase=session.phase)


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


def _give_order(session: GameSession, line: str, order: Order, context: LineContext) -> GameSession:
    game = session.game
    if session.under and isinstance(order, Waive | Build):
        return session.told(line, Refused(Refusal.UNDER_OTHER_HEADING, power=session.under))
    events = decide_order(session, order, context)
    if isinstance(events, Refused):
        return session.told(line, events)
    session = session.happened(events)
    for event in events:
        if isinstance(event, OrderGiven):
            void = fault_of_order(session.game, event.power, order)
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            session = session.told(line, OrderAccepted(event.power, order, void, replaced=had))
    return session


def handle_phase_heading(session: Session, line: str, named: PhaseHeading, _: LineContext) -> Session:
    """Set the phase that the lines below are for.

    Below a phase that cannot be read all orders are refused, for nobody knows which phase they are for.
    """
    phase = named.phase
    position = session.game.open_position if session.game else None
    if phase is None:
        place = named.words or Word("", len(line.rstrip()))
        hint = (f"{line[: place.start].strip(' :')} {position.phase}",) if position else ()
        session = session.told(line, InvalidCommand.at(Unknown.VALUE, place, hint))
    elif position:
        phase = in_century(phase, position.phase)
    return replace(session, phase=phase, orders_refused=None if phase else Refused(Refusal.PHASE_UNREAD))


def handle_muster_or_order(session: Session, line: str, here: AnswerMusterRequest, context: LineContext) -> Session:
    """Answer the muster; without one, a line such as ``Here are my orders for fall:`` is read as orders."""
    if here.is_bare or is_awaited_at_muster(session.game, session.person.address):
        return handle_answer_muster(session, line, here, context)
    return take_line(session, line, PossibleOrder(), context)


def handle_war_or_order(session: Session, line: str, asked: WarRequest, context: LineContext) -> Session:
    """Carry out a war command; in a game without troops such a line is read as orders."""
    game = session.in_game
    if game and game.game.board.war.troops:
        return handle_war(game, line, asked, context)
    return take_line(session, line, PossibleOrder(), context)


def handle_stop_reading(session: Session, _: str, __: StopReading, ___: LineContext) -> Session:
    """Read nothing below this line."""
    return replace(session, stopped=True)


def handle_unread_rest(session: Session, line: str, _: UnreadRest, __: LineContext) -> Session:
    """Tell from where on the letter is not read, because it is too long."""
    return session.told(line, Done(Outcome.BEYOND_LENGTH_READ))
