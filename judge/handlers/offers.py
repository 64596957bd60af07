"""Give orders and offer them; take or drop what was offered, by a yes or a no; note what a letter leaves open."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from judge.game.orders.messages import Alternative, LinesLeft, OrderGiven, next_movement
from judge.game.orders.order_status import fault_of_order, order_status
from judge.game.refusals import Refusal, Refused
from judge.handlers.headings import other_stems, units_of, without_offer
from judge.handlers.names import notations_of
from judge.handlers.plain_words import (
    decide_order,
    is_near_order,
    is_order,
    named_units,
    names_places,
    orders_on,
    reader_for,
)
from judge.handlers.plans import keep_line, offer_to_keep
from judge.handlers.session import GameSession, Held, LineContext, Planned
from judge.handlers.which_offers import is_courtesy, of_retreats, read_whole, says_done, says_of_orders
from judge.handlers.yes_or_no import Assent, first_word_of_assent, is_doubtful, is_exclamation
from judge.notation.correction_words import Correction, reconsiders
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexer import tokens_of
from judge.notation.line import LONGEST_ORDER_LINE, Offered, OfferReason
from judge.notation.loose_reading import names_put_right
from judge.notation.read import is_in_codes, read_as_written
from judge.notation.tables import OrderPart
from judge.notation.write import write_order
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    Fate,
    InvalidCommand,
    OrderAccepted,
    OrderAskedAbout,
    OrdersOffered,
    Outcome,
    PressAccepted,
    TextAnswer,
    fate_of,
)
from judge.requests.governing import (
    Governs,
    denies_or_conditions,
    leaves_as_is,
    plan_named,
    puts_in_question,
    sentences_of,
    sets_condition,
    what_governs,
)
from judge.rules.board import Power, Province
from judge.rules.orders import Build, Disband, Move, Order, Retreat, Waive, province_of
from judge.rules.position import PhaseKind

_BEHIND_NO = re.compile(r"\W*(?:no|nope|nah|non|nan)\s+(?P<rest>\w.*)", re.IGNORECASE)
_REST = re.compile(r"[,.;:!]+\s*(?P<rest>\S.*)")


def give_order(session: GameSession, line: str, order: Order, context: LineContext) -> GameSession:
    """Give an order, or offer it below a line that holds it."""
    if session.held:
        return offer_orders(session, line, (order,), session.held, context)
    if session.foreign:
        beside = Held(session.foreign, Governs.HOLDS)
        return offer_orders(session, line, (order,), beside, context, OfferReason.LANGUAGE)
    game = session.game
    if early := _offered_early(session, line, order):
        return early
    events = decide_order(session, order, context)
    if isinstance(events, Refused):
        return session.told(line, events)
    session = _without_rivals(without_offer(session.happened(events), order), order)
    for event in events:
        if isinstance(event, OrderGiven):
            void = fault_of_order(session.game, event.power, order)
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            session = session.told(line, OrderAccepted(event.power, order, void, had, _names_put_right(session, line)))
    return session


def give_written_order(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Give the order that a line is as its writer's convention writes it, or in codes; None for any other line.

    Nothing in such a line says more than the order. None as well where something above it, or left open by earlier
    letters, may give it another meaning, and where the order is refused.
    """
    position, named = session.view.open_position, session.phase
    is_alone = session.powers and not (session.held or session.title or session.above or session.alternatives)
    has_more = session.left_open or session.game.board.war.scouts
    if position is None or named not in {None, position.phase} or has_more or not is_alone:
        return None
    order = read_as_written(line, reader_for(session.view, position, session.person))
    parts: Sequence[tuple[str, object]] = ((line, order),)
    if order is None and is_in_codes(line) and hold_clause_in(line) is None:
        parts = tuple(orders_on(session.view, position, session.person, line, hinted=0))
    (_, read), *others = parts
    given = give_order(session, line, read, context) if isinstance(read, Order) and not others else session
    told = given.answers[len(session.answers) :]
    return given if told and all(isinstance(one.answer, OrderAccepted) for one in told) else None


def _without_rivals(session: GameSession, order: Order) -> GameSession:
    """Return the session in which the builds and waives are denied that an order given later leaves no room for.

    A build takes the place of a waive; a waive that of the one build that is owed.
    """
    if not isinstance(order, Build | Waive):
        return session
    for power in session.powers:
        orders, rival = session.game.orders_of(power), Waive if isinstance(order, Build) else Build
        owed = order_status(session.game, power).duty.builds
        too_many = min(len(orders) - owed, owed if isinstance(order, Waive) and owed > 1 else len(orders))
        rivals = [one for one in orders if isinstance(one, rival)][: max(0, too_many)]
        if order in orders and (isinstance(order, Build) or owed == 1):
            session = replace(session, denied=(*session.denied, *((power, one) for one in rivals)))
    return session


def _offered_early(session: GameSession, line: str, order: Order) -> GameSession | None:
    """Offer to keep as a move what would be the retreat of a unit that nobody has dislodged; else None.

    As a retreat it would be void, and told to everybody.
    """
    position = session.view.open_position
    if position is None or not isinstance(order, Retreat):
        return None
    unit, powers = position.units.get(order.at), session.powers
    if unit is None or unit.power not in powers or order.at in position.dislodged:
        return None
    phase = next_movement(position.phase)
    own, _ = notations_of(session.person, session.game.board)
    moves = replace(position, phase=phase, dislodged={})
    return offer_to_keep(session, line, write_order(Move(order.at, order.to), moves, session.game.board, own), phase)


def _names_put_right(session: GameSession, line: str) -> tuple[tuple[str, Province], ...]:
    """Return the names with a slip in a line of orders, each with the region it was read as."""
    if session.game.position is None:
        return ()
    reader = reader_for(session.view, session.view.position or session.game.position, session.person)
    return tuple((one.written, one.region) for one in names_put_right(line, reader.own, reader.others, reader.scene))


def offer_orders(
    session: GameSession,
    line: str,
    orders: tuple[Order, ...],
    held: Held,
    context: LineContext,
    why: OfferReason = OfferReason.HEADING,
) -> GameSession:
    """Offer orders; what could not be given now is refused as if it had been given.

    Orders that a letter to somebody else holds for units which are not the writer's are its own words. A move that was
    offered as one by sea is that one again.
    """
    orders, offered = tuple(_by_sea_as_offered(session, order) for order in orders), []
    for order in orders:
        events = decide_order(session, order, context)
        if isinstance(events, Refused):
            is_to_other = held.how is Governs.ADDRESSES and why is OfferReason.HEADING
            return session.told(line, Done(Outcome.PLAIN_WORDS) if is_to_other else events)
        offered += [(event.power, event.order) for event in events if isinstance(event, OrderGiven)]
    is_beside = why in _BESIDE or (why is OfferReason.HEADING and _is_mere_title(session, held))
    if is_beside and _is_in_force(session, offered) and not any(map(_doubts, (line, held.line))):
        given = (OrderAccepted(power, order, fault_of_order(session.game, power, order)) for power, order in offered)
        return reduce(lambda done, answer: done.told(line, answer), given, without_offer(session, *orders))
    rivals = [order for _, order in session.offered if order not in orders and province_of(order) in units_of(orders)]
    if rivals and (why is OfferReason.QUESTION or _are_asked_about(session, rivals)):
        if why is OfferReason.QUESTION:
            return session.told(line, OrderAskedAbout(orders[0]))
        session, rivals = _only_asked_about(session, rivals), []
    if rivals and _are_of_others(session, rivals, held):
        session, rivals = _in_question_no_more(session, rivals), []
    if rivals and {order for _, order in session.denied}.issuperset(rivals):
        session, rivals = _in_question_no_more(session, rivals), []
    title = plan_named(held.line) if held.how is Governs.HOLDS else ""
    if title:
        planned = (Planned(title, power, order, line) for power, order in offered)
        session = replace(session, alternatives=(*session.alternatives, *planned))
    if rivals:
        return _undecided(session, line, orders, rivals)
    denied = offered if held.how is Governs.DENIES and why is OfferReason.HEADING else ()
    return replace(
        session,
        offered=(*without_offer(session, *orders).offered, *offered),
        denied=(*session.denied, *denied),  # what was taken back is in force no longer, whatever is offered instead
    ).told(line, OrdersOffered(orders, why, held.line.strip()))


def _by_sea_as_offered(session: GameSession, order: Order) -> Order:
    by_sea = replace(order, by_sea=True) if isinstance(order, Move) else order
    return by_sea if by_sea in {one for _, one in session.offered} else order


_BESIDE = {OfferReason.WORDS, OfferReason.GUESS, OfferReason.NOTATION}
"""Why a line is no certain order, though nothing around it says that it is not meant."""


def _doubts(words: str) -> bool:
    return puts_in_question(words) or is_doubtful(words)


def _is_mere_title(session: GameSession, held: Held) -> bool:
    """Whether what stands above orders neither denies nor conditions them: ``For the record:``."""
    is_own = leaves_as_is(held.line) or what_governs(held.line, other_stems(session)) is Governs.ANNOUNCES
    return held.how is not Governs.DENIES and (is_own or not denies_or_conditions(held.line))


def _is_in_force(session: GameSession, orders: Iterable[tuple[Power, Order]]) -> bool:
    """Whether orders are in force already, just as they stand: a yes to them would change nothing."""
    return all(order in session.game.orders_of(power) for power, order in orders)


def _in_question_no_more(session: GameSession, orders: Sequence[Order]) -> GameSession:
    """Return the session in which orders put in question give way to another one that is offered to their units."""
    told = (
        replace(one, answer=replace(one.answer, orders=tuple(each for each in one.answer.orders if each not in orders)))
        if isinstance(one.answer, OrdersOffered) and not {*one.answer.orders} <= {*orders}
        else one
        for one in session.answers
    )
    offered = tuple(one for one in session.offered if one[1] not in orders)
    return replace(session, answers=tuple(told), offered=offered)


def _are_of_others(session: GameSession, orders: Sequence[Order], held: Held) -> bool:
    """Whether orders stand under what another player says, and what is offered now does not: ``Austria wrote:``."""
    stems = other_stems(session)
    told = [one.answer for one in session.answers if isinstance(one.answer, OrdersOffered)]
    headings = [one.about for one in told if one.why is OfferReason.HEADING and {*orders} & {*one.orders}]
    return bool(headings) and all(_names_any(one, stems) for one in headings) and not _names_any(held.line, stems)


def _names_any(text: str, stems: Iterable[str]) -> bool:
    return any(word.startswith(stem) for word in text.casefold().split() for stem in stems)


def _are_asked_about(session: GameSession, orders: Sequence[Order]) -> bool:
    """Whether orders are offered because a question asks for them."""
    asked = [one.answer for one in session.answers if isinstance(one.answer, OrdersOffered)]
    return all(any(one.why is OfferReason.QUESTION and order in one.orders for one in asked) for order in orders)


def _only_asked_about(session: GameSession, orders: Sequence[Order]) -> GameSession:
    """Return the session in which orders that a question asks for are told to be possible, and offered no longer."""
    told = tuple(
        replace(one, answer=OrderAskedAbout(one.answer.orders[0]))
        if isinstance(one.answer, OrdersOffered) and {*orders} & {*one.answer.orders}
        else one
        for one in session.answers
    )
    return replace(without_offer(session, *orders), answers=told)


def _undecided(session: GameSession, line: str, orders: tuple[Order, ...], rivals: Sequence[Order]) -> GameSession:
    """Offer none of several orders to one unit: which of them is meant, a yes would not tell."""
    unit = next(at for at in map(province_of, rivals) if at)
    refused = Refused(Refusal.SEVERAL_OFFERED, province=unit)
    told = tuple(
        replace(one, answer=refused)
        if isinstance(one.answer, OrdersOffered) and {*rivals} & {*one.answer.orders}
        else one
        for one in session.answers
    )
    return replace(without_offer(session, *orders), answers=told).told(line, refused)


def orders_told(one: AnsweredLine) -> tuple[Order, ...]:
    """Return the orders that a line gives, or is offered."""
    match one.answer:
        case OrderAccepted(order=order):
            return (order,)
        case OrdersOffered(orders=orders):
            return orders
        case _:
            return ()


def tell_said_again(session: GameSession, said: Correction) -> tuple[GameSession, tuple[Order, ...]]:
    """Tell of orders in force that a sentence without a denial says once more, in other words: it takes none back."""
    position, standing = session.view.open_position, {one.order for one in session.given}
    if not position or not standing.intersection(said.doubtful) or said.given or said.dropped or said.likely:
        return session, ()
    plain = [
        one for one in sentences_of(said.text) if not (is_doubtful(one) or puts_in_question(one) or reconsiders(one))
    ]
    read = [meant for one in plain for _, meant in orders_on(session.view, position, session.person, one, hinted=0)]
    known = {order for meant in read for order in (meant.orders if isinstance(meant, Offered) else (meant,))}
    again = tuple(one for one in said.doubtful if one in standing and one in known)
    for power, order in with_powers(session, again):
        session = session.told(said.text, OrderAccepted(power, order, fault_of_order(session.game, power, order)))
    return session, again


# --- what is answered to an offer


def answer_offer(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Take what was offered by a yes, drop it by a no; None for a line that answers no offer.

    The word must be the first that the letter says, and nothing beside it near an order that cannot be read. A yes
    takes what is open still of letters up to the one that it answers; where nothing is, that is explained.
    """
    rest, mine = words_behind_assent(line), offers_meant(session, context)
    if (
        context.assent_to is None
        or is_exclamation(line)
        or _is_conditioned(session)
        or not (is_first_answer(session) or _answers_the_rest(session, line, mine))
    ):
        return None
    besides = _settled_above(session)
    if says_another_act(session, rest, mine):
        return None
    count = sum(one not in besides for left in mine for one in left.offers)
    said = _what_is_said(session, line, count, is_reply=context.assent_to != context.number)
    is_all_said = as_answered(session, line) != line and read_whole(as_answered(session, line), len(mine))
    is_unread = is_near_order(session, rest) and not (is_order(session, rest) or is_all_said)
    if said is None or said is Assent.UNCLEAR or is_unread:
        return None
    if sets_condition(rest) or (said is Assent.NO and first_word_of_assent(rest) is Assent.YES):
        return None
    if not mine:
        return _answer_to_nothing(session, line, said, context)
    if said is Assent.YES and any(left.choices for left in mine):
        return session.told(line, Done(Outcome.WHICH_PLAN))
    if said is Assent.NO:
        stood = tuple((left.power, order) for left in mine for order in left.stood if order in left.offered)
        if not stood or says_of_orders(line) is Assent.NO:
            return replace(session, settled=True).told(line, Done(Outcome.OFFER_DROPPED))
        asked = replace(session, settled=True, offered=(*session.offered, *stood))
        return asked.told(line, Done(Outcome.NO_TO_ORDERS_THAT_STOOD))
    return take_offers(session, line, mine, context, besides)


_BESIDE_ORDERS = frozenset(
    {
        *(
            Outcome.PLAIN_WORDS,
            Outcome.FOR_A_PERSON,
            Outcome.TOLD_HERE,
            Outcome.PREFERENCE_SET,
            Outcome.SETTINGS_CHANGED,
        ),
        *(
            Outcome.DEADLINE_MOVED,
            Outcome.ACT_PROPOSED,
            Outcome.ABSENCE_TOLD,
            Outcome.CLOSE_HELD,
            Outcome.CLOSE_RELEASED,
        ),
        *(Outcome.VOTE_CAST, Outcome.VOTE_AGREED, Outcome.VOTE_CAST_FOR_PHASE, Outcome.VOTES_WITHDRAWN),
    }
)
"""What lines do that may stand above an answer to an offer."""


def is_first_answer(session: GameSession) -> bool:
    """Whether no line above speaks of orders: an answer to an offer may stand below a greeting or a command."""
    return all(_is_beside_orders(session, one) for one in session.answers)


def _is_beside_orders(session: GameSession, one: AnsweredLine) -> bool:
    match one.answer:
        case Done(outcome):
            return outcome in _BESIDE_ORDERS
        case TextAnswer() | PressAccepted():
            return True
        case Refused() | InvalidCommand():
            return not is_near_order(session, one.line)
        case _:
            return False


def _answer_to_nothing(session: GameSession, line: str, said: Assent, context: LineContext) -> GameSession | None:
    """Answer a yes or a no where nothing is offered.

    A yes to the answer that told last how the orders stand leaves nothing open: they are in force. None for what may be
    mere politeness, and for a no behind which stands what is meant instead.
    """
    if context.assent_to in {None, context.number} or not session.powers or line.strip().casefold().startswith(_POLITE):
        return None
    if said is Assent.NO:
        rest = words_behind_assent(line)
        is_otherwise = names_places(session, line) or is_near_order(session, rest)
        is_talk = leaves_as_is(line) or (rest and (is_courtesy(rest) or says_done(rest)))
        return None if is_otherwise or is_talk else session.told(line, Done(Outcome.NOTHING_TO_REFUSE))
    given = [one.letter for one in session.given]
    left = session.left_open
    is_last = max((*given, *(one.letter for one in left)), default=0) <= (context.assent_to or 0)
    stands = bool(given) and is_last and not left
    return session.told(line, Done(Outcome.IN_FORCE_ALREADY if stands else Outcome.NOTHING_OFFERED))


_POLITE = ("ok", "👍", "👎")


def let_orders_stand(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Put orders back in force that a letter put in question, where a line says that they stand; else None."""
    mine = offers_meant(session, context)
    stood = [order for left in mine for order in left.stood if order in left.offered]
    if not stood or session.held or named_units(session, line) or says_of_orders(line) is not Assent.YES:
        return None
    for order in stood:
        session = give_order(session, line, order, context)
    return session


def as_answered(session: GameSession, line: str) -> str:
    """Return a line as an answer to what is offered: where units retreat, to withdraw one takes no order back."""
    position = session.game.open_position
    is_retreat = position is not None and position.phase.kind is PhaseKind.RETREAT
    return of_retreats(line) if is_retreat else line


_ACTS: Mapping[OrderPart, tuple[type, ...]] = {
    OrderPart.DISBAND: (Disband,),
    OrderPart.REMOVE: (Disband,),
    OrderPart.WAIVE: (Waive,),
    OrderPart.BUILD: (Build,),
}


def says_another_act(session: GameSession, words: str, mine: Sequence[LinesLeft]) -> bool:
    """Whether words beside an answer, which name no unit, say what none of the orders offered does: ``disband it``."""
    position, offered = session.view.open_position, [order for left in mine for order in left.offered]
    if position is None or position.phase.kind is PhaseKind.MOVEMENT or not offered or not words:
        return False
    reader = reader_for(session.view, position, session.person)
    lexicon = reader.lexicon(tokens_of(words[:LONGEST_ORDER_LINE]))
    parts = {part for at in lexicon.places for part in _ACTS if any(lexicon.of(at, part))}
    is_retreat = any(any(lexicon.of(at, OrderPart.RETREAT)) for at in lexicon.places)
    acts = {act for part in parts for act in _ACTS[part]}
    return bool(acts) and not is_retreat and not any(isinstance(order, tuple(acts)) for order in offered)


def _what_is_said(session: GameSession, line: str, offers: int, *, is_reply: bool) -> Assent | None:
    """What a line answers to so many offers: by its first word, or by words which all say the same.

    Whoever replies that it is perfect says yes.
    """
    line = as_answered(session, line)
    whole = read_whole(line, offers, forgets=not session.given, pleased=is_reply) if offers else None
    if whole is None:
        return first_word_of_assent(line)
    return Assent.YES if whole else Assent.NO


def _answers_the_rest(session: GameSession, line: str, mine: Sequence[LinesLeft]) -> bool:
    """Whether a line below orders of the same letter answers what else was offered, as ``The other two yes``."""
    is_unclear = any(fate_of(one.answer) is Fate.EXPLAINED for one in session.answers)
    besides = _settled_above(session)
    count = sum(one not in besides for left in mine for one in left.offers)
    return not (session.held or is_unclear) and read_whole(line, count, rest=True) is not None


def _settled_above(session: GameSession) -> tuple[Alternative | Order | str, ...]:
    """Return what was offered of which earlier lines of the letter say something: it is no part of the rest."""
    offers = [each for left in session.asked for each in left.offers]
    numbered = (each for number, each in enumerate(offers, 1) if number in session.numbered)
    return (*numbered, *(order for _, order in session.denied))


def offers_meant(session: GameSession, context: LineContext) -> tuple[LinesLeft, ...]:
    """Return what is open of letters up to the one that a yes answers; nothing where nobody can tell which."""
    powers = session.powers
    there = tuple(left for left in session.game.left_open if left.power in powers and left.offers)
    mine = tuple(left for left in there if context.assent_to is not None and left.letter <= context.assent_to)
    is_unclear = context.assent_to == context.number and len({left.letter for left in there}) > 1
    return () if is_unclear or _is_conditioned(session) else mine


def _is_conditioned(session: GameSession) -> bool:
    """Whether a line above sets a condition or denies: an answer below it takes nothing."""
    held = session.held
    return held is not None and (held.how is Governs.DENIES or sets_condition(held.line))


def take_offers(
    session: GameSession,
    line: str,
    open_lines: tuple[LinesLeft, ...],
    context: LineContext,
    besides: Collection[Alternative | Order | str] = (),
) -> GameSession:
    """Give the orders, and keep the lines for later phases, as they were offered, ``besides`` some."""
    session = replace(session, settled=True)
    phase, held = session.phase, session.held
    for left in open_lines:
        named = replace(session, phase=left.phase, held=None)
        for order in [one for one in left.offered if one not in besides]:
            named = give_order(named, line, order, context)
        for plan in [one for one in left.plans if one not in besides]:
            named = keep_line(named, line, plan, left.phase, context)
        session = named
    return replace(session, phase=phase, held=held)


def take_orders(session: GameSession, line: str, orders: tuple[Order, ...], context: LineContext) -> GameSession:
    """Give orders of an earlier letter, whatever stands above the line that takes them."""
    named = replace(session, held=None, settled=True)
    for order in orders:
        named = give_order(named, line, order, context)
    return replace(named, held=session.held)


def with_powers(session: GameSession, orders: tuple[Order, ...]) -> tuple[tuple[Power, Order], ...]:
    """Return orders in force, or offered, each with its power."""
    found: list[tuple[Power, Order]] = []
    for order in orders:
        given = [power for power in session.powers if order in session.game.orders_of(power)]
        left = [one.power for one in session.left_open if order in one.offered]
        here = [power for power, offered in session.offered if offered == order]
        found += [(power, order) for power in dict.fromkeys((*given, *left, *here))]
    return tuple(found)


def words_behind_assent(line: str) -> str:
    """Return what stands on a line behind the word that answers an offer."""
    found = _BEHIND_NO.match(line) or _REST.search(line)
    return found["rest"] if found else ""
