"""Looks once more, when a letter has been read, at what it says of each unit that it leaves without an order."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from judge.game.orders.order_status import order_status
from judge.handlers.plain_words import reader_for
from judge.handlers.session import GameSession, Session
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.notation.line import Misread, OfferReason
from judge.notation.second_look import orders_at_second_look
from judge.reports.line_answers import Done, OrderAccepted, OrdersOffered, Outcome
from judge.rules.board import Province
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind

_MOST_EFFORT = 1_500
"""What it may take of one letter, apart from reading it."""
_TELLING = (Misread, OrdersOffered, OrderAccepted)


def with_line_kept(before: Session, session: Session, line: str) -> Session:
    """Return the session with a line to look at again: one that nothing holds, and that is read as orders or talk."""
    there, told = session.in_game, [one.answer for one in session.answers[len(before.answers) :]]
    if there is None or before.held or there.held:
        return session
    position = there.view.open_position
    if position is None or there.phase not in {None, position.phase}:
        return session
    is_read = all(isinstance(one, _TELLING) or one == Done(Outcome.PLAIN_WORDS) for one in told)
    return replace(session, looked_at=(*session.looked_at, line)) if is_read else session


def with_second_look(session: GameSession) -> GameSession:
    """Return the session in which what lines may mean of units without an order is offered."""
    position = session.view.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT or session.game.board.war.troops:
        return session
    reader = reader_for(session.view, position, session.person)
    known = _orders(session)
    denied = {order for _, order in session.denied}
    for power in session.powers:
        missing = [at for at in order_status(session.game, power).missing if at not in known]
        missing += [at for order in denied if (at := province_of(order)) and at not in {*known, *missing}]
        silent = [at for at in missing if (unit := position.unit_at(at)) and unit.power == power]
        if not silent:
            continue
        with suppress(EffortSpentError), bounded_effort(_MOST_EFFORT):
            for found in tuple(orders_at_second_look(session.looked_at, reader, known, silent)):
                if found.order not in denied:
                    told = OrdersOffered((found.order,), OfferReason.GUESS, found.line.strip())
                    offered = (*session.offered, (power, found.order))
                    session = replace(session, offered=offered).told(found.line, told)
    return session


def _orders(session: GameSession) -> Mapping[Province, Order]:
    """The orders of the writer's units, in force and not denied, or offered."""
    denied = {order for _, order in session.denied}
    given = (one.order for one in session.given if one.order not in denied)
    return {at: order for order in (*given, *(each for _, each in session.offered)) if (at := province_of(order))}
