"""Follow what plain words say of the orders near them: what holds those below, what takes back those above."""

from collections.abc import Sequence
from dataclasses import replace

from judge.handlers.session import GameSession, Held
from judge.notation.line import Misread, OfferReason
from judge.reports.line_answers import AnsweredLine, Done, OrderAccepted, OrdersOffered
from judge.reports.outcomes import Outcome
from judge.requests.governing import (
    Governs,
    denies_or_conditions,
    introduces,
    is_finished,
    sentences_of,
    stems_of,
    takes_back,
    what_governs,
)
from judge.rules.board import Province
from judge.rules.orders import Order, province_of

_HOLDING = frozenset({Governs.HOLDS, Governs.DENIES, Governs.ADDRESSES})


def stand_above(session: GameSession, line: str, *, is_prose: bool = True) -> GameSession:
    """Take a line that gave no order as what stands above the next ones.

    A sentence goes on in the next line until it ends. A line near an order counts only where it introduces others.
    """
    if not is_prose and not introduces(line):
        return replace(session, above="")
    *ended, last = sentences_of(f"{session.above} {line}" if is_prose else line) or ("",)
    is_greeting = last.rstrip().endswith(",")
    for sentence in (*ended, *([last] if is_finished(last) or is_greeting else [])):
        session = _under(session, sentence)
    return replace(session, above="" if is_finished(last) else last)


def close_above(session: GameSession) -> GameSession:
    """Return the session below a sentence that has not come to its end where an order follows it."""
    return replace(_under(session, session.above), above="") if session.above else session


def _under(session: GameSession, sentence: str) -> GameSession:
    """Return the session below a sentence: what is held, what is held no longer.

    A letter to somebody else is not ended by words such as "my orders", but by a title or by its end.
    """
    how = what_governs(sentence, other_stems(session))
    held = session.held
    if how in _HOLDING and not (held and held.phase_unread):
        return replace(session, held=Held(sentence, how))
    if held is None or held.phase_unread:
        return session
    is_over = how is Governs.ENDS or (how is Governs.ANNOUNCES and held.how is not Governs.ADDRESSES)
    return replace(session, held=None) if is_over else session


def other_stems(session: GameSession) -> frozenset[str]:
    """Return how words begin that speak of powers which the writer does not play."""
    board, own = session.game.board, session.game.powers_of(session.person.address)
    mine = stems_of([name for power in own for name in board.powers[power].values()])
    return (
        stems_of([name for power in board.powers if power not in own for name in board.powers[power].values()]) - mine
    )


def held_beside(session: GameSession, parts: Sequence[tuple[str, object]]) -> Held | None:
    """Return what holds the orders of a line: what stands above it, or a clause of the line itself."""
    if session.held:
        return session.held
    clauses = [part for part, read in parts if isinstance(read, Misread)]
    others = other_stems(session) if clauses else frozenset()
    holding = (one for one in clauses if denies_or_conditions(one) or what_governs(one, others) in _HOLDING)
    return next((Held(clause, Governs.HOLDS) for clause in holding), None)


def take_back(session: GameSession, line: str, letter: int) -> GameSession | None:
    """Ask about the orders that a letter has given where a line below takes them back; None for any other line."""
    game = session.game
    given = tuple(
        (power, one.order)
        for power in game.powers_of(session.person.address)
        for one in game.orders.get(power, ())
        if one.letter == letter
    )
    if not given or not takes_back(line):
        return None
    asked = tuple(_asked_about(one, line) for one in session.answers)
    return replace(
        without_offer(session, *(order for _, order in given)),
        answers=asked,
        offered=(*session.offered, *given),
        denied=(*session.denied, *given),
    ).told(line, Done(Outcome.ORDERS_HEADING))


def _asked_about(answered: AnsweredLine, line: str) -> AnsweredLine:
    match answered.answer:
        case OrderAccepted(order=order):
            return replace(answered, answer=OrdersOffered((order,), OfferReason.HEADING, line.strip()))
        case _:
            return answered


def without_offer(session: GameSession, *orders: Order) -> GameSession:
    """Return the session in which nothing else is offered to the units of some orders, or denied of them."""
    units = units_of(orders)
    return replace(
        session,
        offered=tuple(one for one in session.offered if province_of(one[1]) not in units),
        denied=tuple(one for one in session.denied if province_of(one[1]) not in units),
    )


def units_of(orders: Sequence[Order]) -> frozenset[Province | None]:
    """Return the regions of the units that orders are for."""
    return frozenset(map(province_of, orders))
