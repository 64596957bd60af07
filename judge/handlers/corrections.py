"""Carry out what a line says of orders given before: what it puts right, takes back, contradicts."""

from collections.abc import Callable
from dataclasses import replace

from judge.handlers.held_lines import take_back, without_offer
from judge.handlers.offers import give_order, offer_orders, offers_meant, take_offers
from judge.handlers.plain_words import is_near_order, is_order, reader_for
from judge.handlers.session import GameSession, Held, LineContext
from judge.handlers.yes_or_no import Assent, first_word_of_assent
from judge.notation.corrections import Correction, contradicted_by, read_corrections
from judge.notation.line import OfferReason
from judge.reports.line_answers import Done, Fate, OrdersDropped, OrdersOffered, fate_of
from judge.reports.outcomes import Outcome
from judge.requests.governing import Governs
from judge.requests.wishes import wish_of
from judge.rules.board import Power
from judge.rules.orders import Order, province_of

TakeLine = Callable[[GameSession, str, LineContext], GameSession]


_MOST_CORRECTIONS = 12
"""Orders of one letter that are dropped or asked about, after which no line is read as a correction any more."""


def correct_orders(session: GameSession, line: str, context: LineContext, otherwise: TakeLine) -> GameSession | None:
    """Carry out a line that corrects orders of its writer's; None for any other line.

    ``otherwise`` takes the parts of the line that correct nothing.
    """
    position = session.view.open_position
    if position is None or session.held or session.phase not in {None, position.phase} or session.view.board.war.troops:
        return None
    if sum(isinstance(one.answer, OrdersDropped | OrdersOffered) for one in session.answers) >= _MOST_CORRECTIONS:
        return None
    standing = standing_orders(session)
    reader = reader_for(session.view, position, session.person)
    parts = read_corrections(line, standing, reader)
    other = contradicted_by(line, standing, reader) if not parts and standing and not is_order(session, line) else None
    if (parts or other) and _gives_up_seat(line):
        return None
    if other:
        return _corrected(session, other, context)
    for part in parts:
        if isinstance(part, Correction):
            is_all = set(part.dropped) == set(standing)
            back = take_back(session, part.text, context.number) if is_all else None
            session = back or _corrected(session, part, context)
        else:
            session = otherwise(session, part, context)
    return session if parts else None


def _gives_up_seat(line: str) -> bool:
    """Whether a line that might take orders back gives up the seat: « J'abandonne »."""
    wish = wish_of(line, None)
    return wish is not None and wish.key == "resign"


def answer_with_changes(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Take what was offered by a yes that excepts or changes some of it; None for any other line."""
    position, offers = session.view.open_position, offers_meant(session, context)
    is_first = all(fate_of(one.answer) is Fate.CONVERSATION for one in session.answers)
    if position is None or not offers or not is_first or first_word_of_assent(line) not in {Assent.YES, Assent.UNCLEAR}:
        return None
    offered = tuple(order for left in offers for order in left.offered)
    reader = reader_for(session.view, position, session.person)
    parts = read_corrections(line, offered, reader, answers=True)
    changes = [part for part in parts if isinstance(part, Correction) and part.says_something]
    if not changes or any(isinstance(part, str) and is_near_order(session, part) for part in parts):
        return None
    besides = [order for change in changes for order in (*change.dropped, *change.doubtful)]
    session = take_offers(session, line, offers, context, besides)
    for change in changes:
        session = _corrected(
            session, replace(change, dropped=(*change.dropped, *change.doubtful), doubtful=()), context
        )
    return session


def standing_orders(session: GameSession) -> tuple[Order, ...]:
    """Return the orders that the writer has given or was offered, one for each unit, the last one last."""
    game, powers = session.game, session.game.powers_of(session.person.address)
    given = [one.order for power in powers for one in game.orders.get(power, ())]
    left = [order for one in game.left_open_by(powers) for order in one.offered]
    here = [order for _, order in session.offered]
    by_unit = {province_of(order): order for order in (*given, *left, *here)}
    return tuple(order for unit, order in by_unit.items() if unit)


def _corrected(session: GameSession, said: Correction, context: LineContext) -> GameSession:
    """Give what counts now, offer what is likely, drop what is taken back, ask about what is contradicted."""
    if not said.says_something:
        return session.told(said.text, Done(Outcome.PLAIN_WORDS))
    for order in said.given:
        session = give_order(session, said.text, order, context)
    gone = _with_powers(session, said.dropped)
    if said.dropped:
        session = without_offer(session, *said.dropped).told(said.text, OrdersDropped(said.dropped))
    for order in said.likely:
        held = Held(said.text, Governs.HOLDS)
        session = offer_orders(
            without_offer(session, order), said.text, (order,), held, context, OfferReason.CORRECTION
        )
    if said.doubtful:
        asked = _with_powers(session, said.doubtful)
        gone = (*gone, *asked)
        answer = OrdersOffered(said.doubtful, OfferReason.HEADING, said.text)
        session = without_offer(session, *said.doubtful)
        session = replace(session, offered=(*session.offered, *asked)).told(said.text, answer)
    return replace(session, denied=(*session.denied, *gone))


def _with_powers(session: GameSession, orders: tuple[Order, ...]) -> tuple[tuple[Power, Order], ...]:
    game = session.game
    powers = game.powers_of(session.person.address)
    found: list[tuple[Power, Order]] = []
    for order in orders:
        given = [power for power in powers if order in game.orders_of(power)]
        left = [one.power for one in game.left_open_by(powers) if order in one.offered]
        here = [power for power, offered in session.offered if offered == order]
        found += [(power, order) for power in dict.fromkeys((*given, *left, *here))]
    return tuple(found)
