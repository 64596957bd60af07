"""What a letter leaves open when its lines are carried out: what waits for a yes, moves only helps name, no order."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from judge.game.decide import decide
from judge.game.orders.messages import Alternative, LeaveLines
from judge.game.orders.order_status import order_status
from judge.game.refusals import Refused
from judge.handlers.headings import units_of, without_offer
from judge.handlers.letter_context import own_subject
from judge.handlers.offers import is_first_answer
from judge.handlers.orders import take_line
from judge.handlers.plain_words import (
    MOST_GLANCED_AT,
    is_near_order,
    join_wrapped_lines,
    named_units,
    names_places,
    reader_for,
)
from judge.handlers.second_look import with_second_look
from judge.handlers.services import contained
from judge.handlers.session import GameSession, Held, LineContext, Planned, Session
from judge.mail.letter import Letter
from judge.mail.quoted_letters import words_passed_on
from judge.notation.correction_words import says_where
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.notation.lexer import tokens_of
from judge.notation.line import LONGEST_ORDER_LINE, Misread, MisreadReason, OfferReason
from judge.notation.tables import OrderPart, covers
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    Fate,
    LineAnswer,
    OrderAccepted,
    OrdersOffered,
    Outcome,
    fate_of,
)
from judge.requests.governing import Governs, denies_or_conditions, leaves_as_is, sentences_of, takes_back
from judge.requests.read_lines import read_lines
from judge.requests.small_talk import about_subject, calls_for_answer, is_thanks
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.rules.board import Location, Power, Province
from judge.rules.legality import why_illegal
from judge.rules.orders import Build, Convoy, Hold, Move, Order, SupportHold, SupportMove, Waive, province_of


def leave_lines(session: Session, context: LineContext) -> Session:
    """Note what the letter leaves open, in the open phase and in later ones."""
    there = session.in_game
    if there is None or there.game.open_position is None or not there.powers:
        return session
    now = there.game.open_position.phase
    with_moves = _with_implied(with_offered_supports_of_moves(with_second_look(_with_implied(_with_supports(there)))))
    there = _told_what_waits(_with_rivals_asked_about(with_moves, context), context)
    given = any(isinstance(one.answer, OrderAccepted) for one in there.answers)
    known = {left.phase for left in there.game.left_open} if there.settled else set()
    for phase in sorted({now, *known, *there.unclear, *(phase for phase, _ in there.plans)}, key=str):
        command = LeaveLines(
            there.person.address,
            context.number,
            phase,
            there.offered if phase == now else (),
            there.unclear.count(phase),
            tuple(plan for of, plan in there.plans if of == phase),
            there.denied if phase == now else (),
            orders_given=given and phase == now,
            settled=there.settled,
            units=there.unread if phase == now else (),
            choices=there.choices if phase == now else (),
            stood=there.stood if phase == now else (),
        )
        events = decide(there.game, command, context.now)
        there = there if isinstance(events, Refused) else there.happened(events)
    return there


def _with_supports(session: GameSession) -> GameSession:
    return with_moves_supported(_with_choices(session))


def _with_implied(session: GameSession) -> GameSession:
    return with_convoys_implied(with_moves_implied(session))


_UNCERTAIN = frozenset({OfferReason.GUESS, OfferReason.WORDS, OfferReason.NOTATION, OfferReason.LANGUAGE})
"""Why an order is offered that is meant as an order, though how it reads is not certain."""


def _with_rivals_asked_about(session: GameSession, context: LineContext) -> GameSession:
    """Return the session without the orders of earlier letters for whose units this one is offered others.

    Who writes of a unit again means no longer what stood, unless it is to stay. A build leaves no room for the only one
    that is owed, nor for another kind of unit.
    """
    session = _without_offers_to_keep(session, context)
    told = [(one.line, one.answer) for one in session.answers if isinstance(one.answer, OrdersOffered)]
    uncertain = {
        order
        for line, one in told
        for order in one.orders
        if (one.why in _UNCERTAIN and not _may_go_on(session, line, order))
        or (one.why is OfferReason.CORRECTION and _raises(order))
    }
    for power in session.powers:
        new = [order for of, order in session.offered if of == power and order in uncertain]
        places, is_over = frozenset(map(_place_of, new)), any(map(_raises, new))
        is_over = is_over and order_status(session.game, power).duty.builds == 1
        rivals = [
            one
            for one in _given_before(session, power, context)
            if (is_over and isinstance(one, Build | Waive)) or (_place_of(one) in places and not isinstance(one, Waive))
        ]
        gone = ((power, one) for one in rivals if one not in new and (power, one) not in session.denied)
        session = replace(session, denied=(*session.denied, *gone))
    return session


def _may_go_on(session: GameSession, line: str, order: Order) -> bool:
    """Whether a line that names no unit may leave an order as it was: ``The fleets remain``."""
    return isinstance(order, Hold) and order.at not in named_units(session, line)


def _given_before(session: GameSession, power: Power, context: LineContext) -> list[Order]:
    return [one.order for one in session.game.orders.get(power, ()) if one.letter != context.number]


def _without_offers_to_keep(session: GameSession, context: LineContext) -> GameSession:
    """Return the session without what was guessed from a line that has the order of its unit stay as it is."""
    offers = [one.answer for one in session.answers if isinstance(one.answer, OrdersOffered)]
    if not any(one.why in _UNCERTAIN for one in offers):
        return session
    places = {_place_of(one) for power in session.powers for one in _given_before(session, power, context)}
    lines = [*(one.line for one in session.answers), *(one.about for one in offers)]
    said = [line for line in lines if leaves_as_is(line) and not says_where(line)]
    for at, one in enumerate(session.answers):
        if not (isinstance(one.answer, OrdersOffered) and one.answer.why in _UNCERTAIN):
            continue
        if any(one.line.strip() in line for line in said) and places.issuperset(map(_place_of, one.answer.orders)):
            told = replace(one, answer=Done(Outcome.PLAIN_WORDS))
            answers = (*session.answers[:at], told, *session.answers[at + 1 :])
            offered = tuple(each for each in session.offered if each[1] not in one.answer.orders)
            session = replace(session, answers=answers, offered=offered)
    return session


def _raises(order: Order) -> bool:
    return isinstance(order, Build)


def _place_of(order: Order) -> Province | None:
    """Return where the unit of an order stands, or is to be raised."""
    return order.at.province if isinstance(order, Build) else province_of(order)


def _with_choices(session: GameSession) -> GameSession:
    """Return the session in which one of several plans may be taken whole, instead of orders of some of them."""
    planned, position = session.alternatives, session.game.open_position
    titles, told = dict.fromkeys(one.title for one in planned), {one.line: one for one in planned}
    if len(titles) <= 1 or position is None:
        rivals = [one for one in session.answers if one.line in told and isinstance(one.answer, Refused)]
        unclear = [position.phase for _ in rivals] if position else []
        return replace(session, unclear=(*session.unclear, *unclear))
    powers = dict.fromkeys(one.power for one in planned)
    choices = (
        (power, Alternative(title, tuple(dict.fromkeys(orders))))
        for title in titles
        for power in powers
        if (orders := [one.order for one in planned if (one.title, one.power) == (title, power)])
    )
    units = units_of([one.order for one in planned])
    return replace(
        session,
        choices=tuple(choices),
        answers=tuple(_as_planned(one, told.get(one.line), planned) for one in session.answers),
        offered=tuple(one for one in session.offered if province_of(one[1]) not in units),
    )


def _as_planned(answered: AnsweredLine, planned: Planned | None, all_planned: Sequence[Planned]) -> AnsweredLine:
    if planned is None or not isinstance(answered.answer, Refused):
        return answered
    orders = tuple(one.order for one in all_planned if (one.line, one.title) == (planned.line, planned.title))
    return replace(answered, answer=OrdersOffered(orders, OfferReason.HEADING, planned.title))


def _told_what_waits(session: GameSession, context: LineContext) -> GameSession:
    """Return the session with a word on what still waits, where a reply says nothing that settles any of it."""
    is_reply = context.assent_to is not None and context.assent_to != context.number
    is_talk = bool(session.answers) and all(fate_of(one.answer) is Fate.CONVERSATION for one in session.answers)
    left = session.left_open
    if not (is_reply and is_talk and left):
        return session
    is_told = all(one.letter != context.assent_to for one in left)  # before: thanks for that are not answered for ever
    said = "\n".join(one.line for one in session.answers)
    if is_told and is_thanks(said):
        return session
    return session.told(session.answers[0].line, Done(Outcome.STILL_OPEN))


# --- moves that only the units name which help them


_SHORTEST_VERB = 4
"""Letters; what is shorter is a sign of a convention, which means what the convention says."""


def with_moves_supported(session: GameSession) -> GameSession:
    """Return the session in which a support in words for a unit that goes elsewhere is offered as one of its move."""
    for at, one in enumerate(session.answers):
        if not (isinstance(one.answer, OrderAccepted) and isinstance(one.answer.order, SupportHold)):
            continue
        power, order = one.answer.power, one.answer.order
        standing = {province_of(each): each for each in session.game.orders_of(power)}
        move = standing.get(order.target)
        if isinstance(move, Move) and not _says_but_support(session, one.line):
            continue
        move = move or _move_into(session, standing.values(), order.target)
        if standing.get(order.at) != order or not isinstance(move, Move):
            continue
        position = session.game.open_position
        ways: list[Order] = [SupportMove(order.at, move.at, Location(move.to.province))]
        if move.at == order.target and any(covers(token.text) for token in tokens_of(one.line)):
            ways.append(Move(order.at, Location(order.target)))  # "York covers London", which leaves
        legal = (way for way in ways if position and why_illegal(session.game.board, position, way) is None)
        if meant := next(legal, None):
            asked = replace(one, answer=OrdersOffered((meant,), OfferReason.GUESS, one.line.strip()))
            session = replace(
                without_offer(session, meant),
                answers=(*session.answers[:at], asked, *session.answers[at + 1 :]),
                offered=(*session.offered, (power, meant)),
                denied=(*session.denied, (power, order)),
            )
    return session


def with_offered_supports_of_moves(session: GameSession) -> GameSession:
    """Return the session in which a support in words is offered as that of the move that the unit helped is to make."""
    position = session.view.open_position
    for at, one in enumerate(session.answers):
        orders = one.answer.orders if isinstance(one.answer, OrdersOffered) else ()
        power, order = next((given for given in session.offered if orders == (given[1],)), (None, None))
        if position is None or power is None or not isinstance(order, SupportHold):
            continue
        known = (*session.game.orders_of(power), *(each for of, each in session.offered if of == power))
        move = next((each for each in known if isinstance(each, Move) and each.at == order.target), None)
        meant = SupportMove(order.at, move.at, Location(move.to.province)) if move else None
        if meant and _says_but_support(session, one.line) and why_illegal(session.game.board, position, meant) is None:
            told = replace(one, answer=OrdersOffered((meant,), OfferReason.GUESS, one.line.strip()))
            offered = tuple((power, meant) if each == (power, order) else each for each in session.offered)
            session = replace(
                session, offered=offered, answers=(*session.answers[:at], told, *session.answers[at + 1 :])
            )
    return session


def _move_into(session: GameSession, orders: Iterable[Order], place: Province) -> Order | None:
    """Return the one attack on a region in which nobody stands: only that can be supported there."""
    position = session.game.open_position
    moves = [one for one in orders if isinstance(one, Move) and one.to.province == place]
    return moves[0] if position and position.unit_at(place) is None and len(moves) == 1 else None


def with_moves_implied(session: GameSession) -> GameSession:
    """Return the session in which the moves of the writer's units are offered that only those who help them name.

    Not of a unit that has an order, or is offered one, nor of one that a line which denies something names.
    """
    position = session.view.open_position
    if position is None or session.game.board.war.troops:
        return session
    reader = reader_for(session.view, position, session.person)
    denied = {order.at for _, order in session.denied if isinstance(order, Move)}
    for one in session.answers:
        if isinstance(one.answer, Misread) and one.answer.why is MisreadReason.DENIED:
            denied |= reader.named_units(one.line)
    for one in session.answers:
        for power, order in _helping(session, one.answer):
            ordered = {province_of(each) for each in session.game.orders_of(power)} | {
                province_of(each) for _, each in session.offered
            }
            unit = position.unit_at(order.origin)
            to = order.to if isinstance(order, SupportMove) else Location(order.to)
            move = Move(order.origin, to, by_sea=isinstance(order, Convoy))
            is_free = unit is not None and unit.power == power and order.origin not in ordered | denied
            if is_free and why_illegal(session.game.board, position, move) is None:
                session = replace(session, offered=(*session.offered, (power, move))).told(
                    one.line, OrdersOffered((move,), OfferReason.GUESS, one.line.strip())
                )
    return session


def with_convoys_implied(session: GameSession) -> GameSession:
    """Return the session in which the convoys are offered that only the attack of an army names: « … par NRD ».

    They are those of the writer's fleets on its line that have no order, and are offered none; where it names none, the
    only one that could bring the army there alone.
    """
    position, board = session.view.open_position, session.game.board
    if position is None or board.war.troops:
        return session
    reader = reader_for(session.view, position, session.person)
    denied = {province_of(order) for _, order in session.denied}
    for one in session.answers:
        for power, move in _attacking(session, one.answer):
            orders = (*session.game.orders_of(power), *(each for _, each in session.offered))
            army, taken = position.unit_at(move.at), {province_of(each) for each in orders} | denied
            if army is None or not (move.by_sea or not board.reaches(army, move.to.province)):
                continue
            free = [unit.at.province for unit in position.units_of(power) if unit.at.province not in taken]
            near = [at for at in free if {move.at, move.to.province} <= board.shores(at)]
            named = [at for at in free if at in reader.named_units(one.line)]
            is_carried = any(isinstance(each, Convoy) and each.origin == move.at for each in orders)
            for fleet in named or (near if len(near) == 1 and not is_carried else []):
                convoy = Convoy(fleet, move.at, move.to.province)
                if why_illegal(board, position, convoy) is None:
                    session = replace(session, offered=(*session.offered, (power, convoy))).told(
                        one.line, OrdersOffered((convoy,), OfferReason.GUESS, one.line.strip())
                    )
    return session


def _attacking(session: GameSession, answer: LineAnswer) -> Iterator[tuple[Power, Move]]:
    """Yield the attacks in an answer that gives or offers them."""
    match answer:
        case OrderAccepted(power=power, order=Move() as order):
            yield power, order
        case OrdersOffered(orders=orders):
            yield from ((power, one) for power, one in session.offered if one in orders and isinstance(one, Move))


def _helping(session: GameSession, answer: LineAnswer) -> Iterator[tuple[Power, SupportMove | Convoy]]:
    """Yield the supports and convoys of a move in an answer that gives or offers them for how they read."""
    match answer:
        case OrderAccepted(power=power, order=SupportMove() | Convoy() as order):
            yield power, order
        case OrdersOffered(orders=orders, why=why) if why is not OfferReason.HEADING:
            for power, offered in session.offered:
                if offered in orders and isinstance(offered, SupportMove | Convoy):
                    yield power, offered


def _says_but_support(session: GameSession, line: str) -> bool:
    """Return whether a line has words for a support that no convention has, or a verb, and no word for holding."""
    position = session.view.open_position
    if position is None:
        return False
    lexicon = reader_for(session.view, position, session.person).lexicon(tokens_of(line[:LONGEST_ORDER_LINE]))
    verbs = [at for at in lexicon.places if any(lexicon.of(at, OrderPart.SUPPORT))]
    holds = any(any(lexicon.of(at, OrderPart.HOLD, OrderPart.IMMOBILE)) for at in lexicon.places)
    return not holds and (not verbs or any(len(lexicon.tokens[at].text) >= _SHORTEST_VERB for at in verbs))


# --- a letter that gives no order: offers those of its subject, or passed on; tells whoever calls for a person so


_MOST_LINES = 40
"""Lines of what is passed on that are read; orders for a whole board take fewer."""


def answer_talk(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which a letter of plain words has an answer: what its subject orders, what it passes on.

    Else that nobody can tell. A letter that only thanks, greets or speaks to others has none.
    """
    session = _offer_passed_on(_offer_subject(session, letter, context), letter, context)
    there = session.in_game
    if there is None or not there.answers or there.left_open or (there.held and there.held.how is Governs.ADDRESSES):
        return session
    if any(one.answer != Done(Outcome.PLAIN_WORDS) for one in there.answers):
        return session
    said = [one for answered in there.answers for one in sentences_of(answered.line)]
    call = calls_for_answer(letter.text, said, partial(_names_something, there))
    at = next((at for at, one in enumerate(there.answers) if call and call in one.line), None)
    if at is None:
        return session
    told = replace(there.answers[at], answer=Done(Outcome.FOR_A_PERSON))
    return replace(there, answers=(*there.answers[:at], told, *there.answers[at + 1 :]))


def _names_something(session: GameSession, sentence: str) -> bool:
    return bool(named_units(session, sentence)) or names_places(session, sentence)


def _offer_subject(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which the orders are offered that stand in the subject of a letter without any.

    Not where the letter takes the subject back, is for somebody else, or asks about it.
    """
    there = session.in_game
    subject = own_subject(letter.subject, there.view.name) if there else ""
    if there is None or not (subject and there.powers) or "?" in f"{subject}{letter.text}":
        return session
    if there.held and there.held.how in {Governs.DENIES, Governs.ADDRESSES}:
        return session
    is_talk = all(one.answer == Done(Outcome.PLAIN_WORDS) for one in there.answers)
    about = map(about_subject, sentences_of(letter.text))
    is_taken_back = any(takes_back(one) or denies_or_conditions(one) for one in about if one)
    if not is_talk or is_taken_back or not is_near_order(there, subject):
        return session
    read = partial(_with_lines, there, [subject], Held(subject, Governs.HOLDS), context)
    return contained(read, lambda: session, "what the subject of a letter orders")


def _offer_passed_on(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which the orders are offered that a letter passes on or quotes, for its writer's units.

    Not where the letter replies to one of the judge's, which programs quote below, or says something of orders itself.
    """
    there = session.in_game
    if there is None or not (letter.cut and there.powers) or context.assent_to not in {None, context.number}:
        return session
    if context.own_address.lower() in next((line.lower() for line in letter.cut if "@" in line), ""):
        return session
    if any(isinstance(one.answer, OrderAccepted | OrdersOffered) for one in there.answers):
        return session
    told = [one for one in there.answers if one.answer != Done(Outcome.ORDERS_ASKED)]  # "Did my orders arrive?"
    is_talk = all(fate_of(one.answer) is Fate.CONVERSATION for one in told)
    if not (is_talk or is_first_answer(replace(there, answers=tuple(told)))):
        return session
    return contained(partial(_with_words, there, letter, context), lambda: session, "what a letter passes on")


def _with_words(session: GameSession, letter: Letter, context: LineContext) -> Session:
    said = "\n".join(words_passed_on(letter.cut)[:_MOST_LINES])
    lines = [line for line in read_lines(said) if isinstance(line.request, PossibleOrder | SuggestedCommand)]
    title = next((line for line in reversed(letter.text.split("\n")) if line.strip()), letter.cut[0])
    beside = Held(title, Governs.HOLDS)
    return _with_lines(session, (line.text for line in join_wrapped_lines(session, lines)), beside, context)


def _with_lines(session: GameSession, lines: Iterable[str], held: Held, context: LineContext) -> Session:
    """The session with the orders offered that lines give which stand apart from the letter."""
    with bounded_effort(MOST_GLANCED_AT), suppress(EffortSpentError):
        for line in lines:
            read = take_line(replace(session, held=held, above="", answers=()), line, PossibleOrder(), context)
            offered = tuple(one for one in read.answers if isinstance(one.answer, OrdersOffered))
            if offered and (there := read.in_game):
                session = replace(there, held=session.held, above="", answers=(*session.answers, *offered))
    return session
