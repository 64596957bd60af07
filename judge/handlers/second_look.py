"""Looks once more, when a letter has been read, at what it says of each unit that it leaves without an order."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce

from judge.game.orders.order_status import order_status
from judge.game.refusals import Refused
from judge.handlers.fitted import without_quotations
from judge.handlers.offers import orders_told
from judge.handlers.plain_words import reader_for
from judge.handlers.services import contained
from judge.handlers.session import GameSession, Held, Session
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.notation.group_look import orders_told_together
from judge.notation.likely_orders import LeftUnread, likely_orders
from judge.notation.line import Misread, OfferReason, OrderReader
from judge.notation.season_fitting import builds_at_second_look, puts_builds_off, retreats_at_second_look
from judge.notation.second_look import Looked
from judge.reports.line_answers import AnsweredLine, Done, Fate, OrderAccepted, OrdersOffered, Outcome, fate_of
from judge.requests.governing import Governs, plan_named
from judge.rules.board import Province
from judge.rules.orders import Build, Disband, Hold, Move, Order, Waive, province_of
from judge.rules.position import PhaseKind, Position

_MOST_EFFORT = 6_000
"""What it may take of one letter, apart from reading it."""
_TELLING = (Misread, OrdersOffered, OrderAccepted, Refused)


def with_line_kept(before: Session, session: Session, line: str) -> Session:
    """Return the session with a line to look at again: one that is for the judge, and is read as orders or talk."""
    there, told = session.in_game, [one.answer for one in session.answers[len(before.answers) :]]
    position = there.view.open_position if there else None
    if there is None or position is None or _is_kept_out(before.held) or there.phase not in {None, position.phase}:
        return session
    if _is_kept_out(there.held) and not puts_off_builds(there, line):
        return session  # "Save it for next year" holds what is below, and is no plan
    is_read = all(isinstance(one, _TELLING) or fate_of(one) is Fate.CONVERSATION for one in told)
    return replace(session, looked_at=(*session.looked_at, without_quotations(line))) if is_read else session


def _is_kept_out(held: Held | None) -> bool:
    """Whether what stands below a line is no order of its writer's, or one of a plan; what is held may be one."""
    return held is not None and (held.how is not Governs.HOLDS or bool(plan_named(held.line)))


def puts_off_builds(session: Session, line: str) -> bool:
    """Return whether a line says that its writer, who may raise units, raises none."""
    game, person = session.view, session.person
    position = game.open_position if game else None
    if game is None or position is None:
        return False
    return puts_builds_off(line, reader_for(game, position, person))


def with_second_look(session: GameSession) -> GameSession:
    """Return the session in which what lines may mean of units and builds without an order is offered.

    So is the help that a line tells of in place of a hold or a move which was guessed from a verb that nobody knows.
    """
    position = session.view.open_position
    if position is None or session.game.board.war.troops or not session.looked_at:
        return session
    is_movement = position.phase.kind is PhaseKind.MOVEMENT
    if is_movement and session.held and not orders_of(session):
        return session  # nothing of what is held is an order by its form
    reader = reader_for(session.view, position, session.person)
    with suppress(EffortSpentError), bounded_effort(_MOST_EFFORT):
        match position.phase.kind:
            case PhaseKind.MOVEMENT:
                session = _with_movements(session, position, reader)
            case PhaseKind.RETREAT:
                known, guessed = orders_of(session), _guesses(session, OfferReason.GUESS, OfferReason.WORDS)
                lost = [at for at, order in guessed.items() if isinstance(order, Disband)]
                silent = [*(at for at in _missing(session) if at not in known), *lost]
                found = tuple(retreats_at_second_look(session.looked_at, reader, silent)) if silent else ()
                new = (one for one in found if not (isinstance(one.order, Disband) and province_of(one.order) in lost))
                session = reduce(_offered, new, session)
            case PhaseKind.ADJUSTMENT:
                return _with_builds(session, reader)
    with suppress(EffortSpentError), bounded_effort(_MOST_EFFORT):
        weighed = partial(_with_likely, session, position, reader)
        return contained(weighed, lambda: session, "what a letter is likely to mean")
    return session


def _missing(session: GameSession) -> list[Province]:
    return [at for power in session.powers for at in order_status(session.game, power).missing]


def _with_movements(session: GameSession, position: Position, reader: OrderReader) -> GameSession:
    """The session with what units without an order are to do in a movement."""
    known, guessed = orders_of(session), _guessed(session)
    denied, apart = {order for _, order in session.denied}, _answered_apart(session)
    silent = [*(at for at in _silent(session, position) if at not in apart), *guessed]
    others = {at: order for at, order in known.items() if at not in guessed}
    for found in tuple(orders_told_together(session.looked_at, reader, others, silent)) if silent else ():
        is_instead = province_of(found.order) in guessed
        if found.order not in denied and not (is_instead and isinstance(found.order, Hold)):
            session = _offered(session, found)
    return reduce(_offered, tuple(_only_meanings(session)), session)


def _only_meanings(session: GameSession) -> Iterator[Looked]:
    """Yield what each line with several meanings can still mean, the units of the others having orders."""
    known = orders_of(session)
    for one in session.answers:
        left = [order for order in _meanings(one) if province_of(order) not in known]
        if len(left) == 1 < len(_meanings(one)):
            yield Looked(one.line, left[0])


def _silent(session: GameSession, position: Position) -> Sequence[Province]:
    """The units of the writer's that have no order, or one that the letter denies."""
    known = orders_of(session)
    denied = (at for _, order in session.denied if (at := province_of(order)))
    missing = dict.fromkeys(at for at in (*_missing(session), *denied) if at not in known)
    return [at for at in missing if (unit := position.unit_at(at)) and unit.power in session.powers]


def _with_likely(session: GameSession, position: Position, reader: OrderReader) -> GameSession:
    """The session with what units that still have no order, or one that was guessed, are likely to be meant to do."""
    denied, apart = {order for _, order in session.denied}, _answered_apart(session)
    silent = [at for at in _silent(session, position) if at not in apart]
    guessed = _guesses(session, OfferReason.GUESS, OfferReason.WORDS).keys() - apart
    if not (silent or guessed) or (session.given and not any(map(orders_told, session.answers))):
        return session  # what is said beside orders that stand is talk, or puts them right
    doubted = frozenset(silent if session.held else session.unread)
    left = LeftUnread(session.looked_at, orders_of(session), silent, guessed, doubted)
    return reduce(_offered, (one for one in tuple(likely_orders(left, reader)) if one.order not in denied), session)


def _answered_apart(session: GameSession) -> set[Province | None]:
    """The units of which an order was refused, that have one in each of several plans, that either of two may be."""
    refused = {one.answer.province for one in session.answers if isinstance(one.answer, Refused)}
    either = {province_of(order) for one in session.answers for order in _meanings(one)}
    return refused | either | {province_of(one.order) for one in session.alternatives}


def _meanings(answered: AnsweredLine) -> tuple[Order, ...]:
    return answered.answer.meanings if isinstance(answered.answer, Misread) else ()


def _with_builds(session: GameSession, reader: OrderReader) -> GameSession:
    """The session with the builds that are named, and what is left for later, where one power may build."""
    for power in session.powers if len(session.powers) == 1 else ():
        status = order_status(session.game, power)
        offered = [order for of, order in session.offered if of == power]
        denied = [order for of, order in session.denied if of == power]
        known = [order for order in (*status.orders, *offered) if order not in denied]
        here = [one.answer.order for one in session.answers if isinstance(one.answer, OrderAccepted)]
        if Waive() in offered and sum(isinstance(one, Build) for one in (*here, *offered)) >= status.duty.builds:
            session = _without_waiver(session)
        if 0 < len(known) < status.duty.builds or (status.duty.builds and not known):
            found = tuple(builds_at_second_look(session.looked_at, reader, known, status.duty.builds))
            session = reduce(_offered, (one for one in found if one.order not in denied), session)
    return session


def _without_waiver(session: GameSession) -> GameSession:
    """The session in which no build is left to be waived: ``I could save it, but no: army Rome.``."""
    offered = tuple(one for one in session.offered if one[1] != Waive())
    answers = tuple(map(_without_waiver_offered, session.answers))
    return replace(session, offered=offered, answers=answers)


def _without_waiver_offered(answered: AnsweredLine) -> AnsweredLine:
    is_waiver = isinstance(answered.answer, OrdersOffered) and answered.answer.orders == (Waive(),)
    return replace(answered, answer=Done(Outcome.PLAIN_WORDS)) if is_waiver else answered


def _offered(session: GameSession, found: Looked) -> GameSession:
    """The session with an order offered, and nothing else to its unit."""
    at, position = province_of(found.order), session.view.open_position
    unit = position.unit_at(at) if at and position and position.phase.kind is PhaseKind.MOVEMENT else None
    power = unit.power if unit else session.powers[0]
    told = OrdersOffered((found.order,), OfferReason.GUESS, found.line.strip())
    gone = {order for _, order in session.offered if at and province_of(order) == at}
    answers = tuple(
        one for one in session.answers if not (isinstance(one.answer, OrdersOffered) and {*one.answer.orders} == gone)
    )
    offered = (*(one for one in session.offered if one[1] not in gone), (power, found.order))
    return replace(session, offered=offered, answers=answers).told(found.line, told)


def _guessed(session: GameSession) -> Mapping[Province, Order]:
    """The moves guessed of units to where another of the writer's stands, or goes: a verb may mean help instead."""
    known, by_words = orders_of(session), _guesses(session, OfferReason.WORDS)
    goals = [order.to.province for order in known.values() if isinstance(order, Move)]
    moves = {at: order for at, order in by_words.items() if isinstance(order, Move)}
    return {
        at: order
        for at, order in {**_guesses(session, OfferReason.GUESS), **moves}.items()
        if isinstance(order, Hold)
        or (isinstance(order, Move) and (order.to.province in known or goals.count(order.to.province) > 1))
    }


def _guesses(session: GameSession, *why: OfferReason) -> Mapping[Province, Order]:
    """The orders that are offered for some reason: as the only one near to words, or beside words that are strange."""
    told = (one.answer for one in session.answers if isinstance(one.answer, OrdersOffered))
    guesses = {one.orders[0] for one in told if one.why in why and len(one.orders) == 1}
    return {at: order for at, order in orders_of(session).items() if order in guesses}


def orders_of(session: GameSession) -> Mapping[Province, Order]:
    """Return the orders of the writer's units, in force and not denied, or offered in this letter or an earlier one."""
    denied = {order for _, order in session.denied}
    given = (one.order for one in session.given if one.order not in denied)
    earlier = () if session.settled else (order for left in session.left_open for order in left.offered_orders)
    offered = (*(order for order in earlier if order not in denied), *given, *(order for _, order in session.offered))
    return {at: order for order in offered if (at := province_of(order))}
