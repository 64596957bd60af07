"""Looks once more, when a letter has been read, at what it says of each unit that it leaves without an order."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from judge.game.orders.order_status import order_status
from judge.game.refusals import Refused
from judge.handlers.fitted import without_quotations
from judge.handlers.plain_words import reader_for
from judge.handlers.session import GameSession, Session
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.notation.line import Misread, OfferReason
from judge.notation.second_look import Looked, orders_at_second_look
from judge.reports.line_answers import Fate, OrderAccepted, OrdersOffered, fate_of
from judge.rules.board import Province
from judge.rules.orders import Hold, Move, Order, province_of
from judge.rules.position import PhaseKind, Position

_MOST_EFFORT = 6_000
"""What it may take of one letter, apart from reading it."""
_TELLING = (Misread, OrdersOffered, OrderAccepted, Refused)


def with_line_kept(before: Session, session: Session, line: str) -> Session:
    """Return the session with a line to look at again: one that nothing holds, and that is read as orders or talk."""
    there, told = session.in_game, [one.answer for one in session.answers[len(before.answers) :]]
    if there is None or before.held or there.held:
        return session
    position = there.view.open_position
    if position is None or there.phase not in {None, position.phase}:
        return session
    is_read = all(isinstance(one, _TELLING) or fate_of(one) is Fate.CONVERSATION for one in told)
    return replace(session, looked_at=(*session.looked_at, without_quotations(line))) if is_read else session


def with_second_look(session: GameSession) -> GameSession:
    """Return the session in which what lines may mean of units without an order is offered.

    So is the help that a line tells of in place of a move which was guessed from a verb that nobody knows.
    """
    position = session.view.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT or session.game.board.war.troops:
        return session
    reader = reader_for(session.view, position, session.person)
    known, guessed = _orders(session), _guessed(session)
    denied = {order for _, order in session.denied}
    places = (at for power in session.powers for at in order_status(session.game, power).missing)
    missing = [at for at in places if at not in known]
    missing += [at for order in denied if (at := province_of(order)) and at not in {*known, *missing}]
    silent = [at for at in (*missing, *guessed) if (unit := position.unit_at(at)) and unit.power in session.powers]
    if not silent or not session.looked_at:
        return session
    others = {at: order for at, order in known.items() if at not in guessed}
    with suppress(EffortSpentError), bounded_effort(_MOST_EFFORT):
        for found in tuple(orders_at_second_look(session.looked_at, reader, others, silent)):
            is_instead = province_of(found.order) in guessed
            if found.order not in denied and (not (is_instead and isinstance(found.order, Hold))):
                session = _offered(session, position, found)
    return session


def _offered(session: GameSession, position: Position, found: Looked) -> GameSession:
    """The session with an order offered, and nothing else to its unit."""
    at = province_of(found.order)
    unit = position.unit_at(at) if at else None
    if unit is None:
        return session
    told = OrdersOffered((found.order,), OfferReason.GUESS, found.line.strip())
    gone = {order for _, order in session.offered if province_of(order) == at}
    answers = tuple(
        one for one in session.answers if not (isinstance(one.answer, OrdersOffered) and {*one.answer.orders} == gone)
    )
    offered = (*(one for one in session.offered if one[1] not in gone), (unit.power, found.order))
    return replace(session, offered=offered, answers=answers).told(found.line, told)


def _guessed(session: GameSession) -> Mapping[Province, Order]:
    """The moves guessed of units to where another of the writer's stands, or goes: a verb may mean help instead."""
    known = _orders(session)
    goals = [order.to.province for order in known.values() if isinstance(order, Move)]
    guesses = {
        order
        for one in session.answers
        if isinstance(one.answer, OrdersOffered) and one.answer.why is OfferReason.GUESS and len(one.answer.orders) == 1
        for order in one.answer.orders
    }
    return {
        at: order
        for at, order in known.items()
        if order in guesses
        and (
            isinstance(order, Hold)
            or (isinstance(order, Move) and (order.to.province in known or goals.count(order.to.province) > 1))
        )
    }


def _orders(session: GameSession) -> Mapping[Province, Order]:
    """The orders of the writer's units, in force and not denied, or offered in this letter or an earlier one."""
    denied = {order for _, order in session.denied}
    given = (one.order for one in session.given if one.order not in denied)
    earlier = () if session.settled else (order for left in session.left_open for order in left.offered_orders)
    offered = (*(order for order in earlier if order not in denied), *given, *(order for _, order in session.offered))
    return {at: order for order in offered if (at := province_of(order))}
