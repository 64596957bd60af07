"""Carry out what is said of things given or offered before: orders taken, put right, taken back; a line wished for."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import TypeGuard

from judge.game.orders.messages import Alternative, LinesLeft
from judge.handlers.corrections import TakeLine, carry_out_correction
from judge.handlers.deadlines import day_of_arrival
from judge.handlers.letter_context import LetterContext, lines_of_letter, written_anew
from judge.handlers.offers import (
    answer_offer,
    as_answered,
    is_first_answer,
    offer_orders,
    offers_meant,
    says_another_act,
    take_offers,
    take_orders,
    with_powers,
    words_behind_assent,
)
from judge.handlers.plain_words import is_near_order, is_order, named_units, reader_for
from judge.handlers.session import GameSession, Held, LineContext, Session
from judge.handlers.which_offers import read_which, read_whole, words_for_number
from judge.handlers.yes_or_no import Assent, first_word_of_assent, is_doubtful, is_exclamation
from judge.mail.identity import read_recipient
from judge.mail.letter import read_letter
from judge.notation.afterthoughts import read_afterthought
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_ORDER_LINE
from judge.notation.tables import OrderPart
from judge.reports.language import days_text
from judge.reports.line_answers import Done, Fate, InvalidCommand, LineAnswer, OrdersDropped, Outcome, Unknown, fate_of
from judge.requests.dates import read_days
from judge.requests.deadlines import TellAbsenceRequest
from judge.requests.governing import Governs, puts_in_question, sentences_of, sets_condition
from judge.requests.read_lines import read_lines
from judge.requests.requests import Line
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.requests.suggestions import near as wish_in
from judge.requests.vocabulary import form_of, verb_of
from judge.rules.board import Province, UnitKind
from judge.rules.legality import why_illegal
from judge.rules.orders import Build, Convoy, Move, Order, Retreat, SupportHold, SupportMove, Waive, province_of
from judge.rules.position import Position


def answer_by_numbers(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Take and drop offers by the numbers that the answer gave them, line by line; what no line names waits on.

    None where a line says nothing of numbers, or they may have changed since: a later letter has given other orders.
    """
    asked = session.asked or (offers_meant(session, context) if is_first_answer(session) else ())
    offers = [(left, each) for left in asked for each in left.offers]
    titles = {n: each.title for n, (_, each) in enumerate(offers, 1) if is_plan(each)}
    units = {} if titles else _units_named(session, line, [each for _, each in offers])
    which = read_which(as_answered(session, line), len(offers), titles, units=units)
    if which is None or not (session.asked or _are_as_told(session, asked, context)):
        return None
    chosen = [each for number, (_, each) in enumerate(offers, 1) if number in which.taken and is_plan(each)]
    if len({each.title for each in chosen}) > 1:
        return None
    session = replace(session, settled=True, asked=asked, numbered=session.numbered | which.taken | which.dropped)
    known, dropped = {each for _, each in offers}, []
    session = replace(
        session,
        offered=tuple(one for one in session.offered if one[1] not in known),
        plans=tuple(one for one in session.plans if one[1] not in known),
        choices=tuple(one for one in session.choices if one[1] not in known),
    )
    for number, (left, each) in enumerate(offers, start=1):
        if number in which.taken and is_plan(each):
            session = take_orders(session, line, each.orders, context)
        elif number in which.taken:
            others = [one for one in (*left.offered, *left.plans) if one != each]
            session = take_offers(session, line, (left,), context, others)
        elif number in which.dropped:
            dropped.append(each)
        elif number not in session.numbered and not (chosen and is_plan(each)):
            session = _offered_again(session, left, each)
    session = _with_one_left(session)
    orders = tuple(each for each in dropped if not isinstance(each, str | Alternative))
    if dropped:
        session = session.told(line, OrdersDropped(orders) if orders else Done(Outcome.OFFER_DROPPED))
    return session


_ANSWER_ENDS = re.compile(r"(?<=[.!;:])\s+|\s*[,–—-]\s+(?:(?:but|and|mais|et)\s+)?|\s+(?:but|mais|and|et)\s+")
"""Where an answer to what was offered may end, and something else begin."""
_MOST_ENDS = 4
_LONGEST_DOUBT = 4
"""Words of a sentence that takes an answer back and says nothing else: ``But not yet.``"""


def answer_first(session: GameSession, line: str, context: LineContext, otherwise: TakeLine) -> GameSession | None:
    """Carry out the answer to what was offered with which a line begins; None for any other line.

    ``otherwise`` takes the rest, which is a sentence of its own, an order, or no word about orders. What was offered to
    the units that the rest names is not taken: it says what they do, or leaves it open still.
    """
    offers = offers_meant(session, context)
    count = sum(len(left.offers) for left in offers)
    if not offers or not is_first_answer(session) or is_exclamation(line):
        return None
    if as_answered(session, line) != line and read_whole(as_answered(session, line), count):
        return answer_offer(session, line, context)
    for found in reversed([*islice(_ANSWER_ENDS.finditer(line), _MOST_ENDS)]):
        head, rest = line[: found.start()], line[found.end() :]
        is_conditioned = sets_condition(rest) and not _ASKS_WHEN.fullmatch(rest)
        is_otherwise = says_another_act(session, rest, offers) or _answers_head(head, rest)
        if not rest or is_conditioned or is_otherwise or not _stands_apart(session, head, rest):
            continue
        if taken := answer_by_numbers(session, head, context):
            named = named_units(session, rest)
            free = tuple(one for one in taken.offered if province_of(one[1]) not in named)
            taken = otherwise(replace(taken, offered=free), rest, context)
            return _without_orders_in_doubt(_still_offered(taken, offers, named), named)
        whole = read_whole(head, count)
        if whole is False:  # a no to what the rest says otherwise, or to all
            return None if is_near_order(session, rest) else answer_offer(session, head, context)
        if whole is not None and (taken := _answer_besides(session, head, rest, context)):
            return _still_offered(otherwise(taken, rest, context), offers, named_units(session, rest))
    return None


_ASKS_WHEN = re.compile(r"(?:when|quand)\b[^.!]*\?\s*", re.IGNORECASE)
_NO_BEFORE_ORDER = re.compile(r"(?:no|nope|non|nan)\b[\s,;:.!]*", re.IGNORECASE)


def answer_last(session: GameSession, line: str, context: LineContext, otherwise: TakeLine) -> GameSession | None:
    """Carry out a line that ends with an answer to what else was offered; None for any other line.

    ``Paris to Picardy, the others yes.``; ``otherwise`` takes what stands before the answer, which must be orders; or
    it is talk, in sentences of its own: ``You are a hard man to please. YES!``
    """
    offers = offers_meant(session, context)
    count = sum(len(left.offers) for left in offers)
    for found in reversed([*islice(_ANSWER_ENDS.finditer(line), _MOST_ENDS)] if offers else []):
        head, rest = line[: found.start()], line[found.end() :]
        if _is_talk_before(session, head) and (read_whole(rest, count) or first_word_of_assent(rest) is Assent.YES):
            return answer_by_numbers(session, rest, context) or answer_offer(session, rest, context)
        if all(read_whole(rest, left, rest=True) is None for left in range(1, count + 1)):
            continue
        denial = _NO_BEFORE_ORDER.match(head)
        head = head[denial.end() :] if denial else head
        if is_order(session, head) and (answered := answer_offer(otherwise(session, head, context), rest, context)):
            return answered
    return None


def _is_talk_before(session: GameSession, head: str) -> bool:
    """Whether sentences before an answer set no condition, doubt nothing, name no unit and are no answer themselves."""
    is_apart = head.endswith((".", "!", "…")) and first_word_of_assent(head) is None
    is_doubted = puts_in_question(head) or sets_condition(head)
    return is_apart and not (is_doubted or named_units(session, head) or is_near_order(session, head))


def answer_otherwise(session: GameSession, line: str, context: LineContext, otherwise: TakeLine) -> GameSession | None:
    """Carry out a no that says what one of the orders offered is to be instead; None for any other line.

    ``No, Munich to Tyrolia.``, ``No, Silesia.``: what was offered to other units waits on.
    """
    offers, position = offers_meant(session, context), session.view.open_position
    is_no = first_word_of_assent(line) is Assent.NO and is_first_answer(session)
    if position is None or not (is_no and offers) or any(left.choices for left in offers):
        return None
    rest = words_behind_assent(line)
    mine = with_powers(session, tuple(order for left in offers for order in left.offered))
    named, reader = named_units(session, rest), reader_for(session.view, position, session.person)
    meant = [one for one in mine if province_of(one[1]) in named]
    if meant and is_near_order(session, rest):
        others = tuple(one for one in mine if one not in meant)
        dropped = OrdersDropped(tuple(order for _, order in meant))
        kept = replace(session, settled=True, offered=(*session.offered, *others)).told(line, dropped)
        return otherwise(kept, rest, context) if others else None
    put = [(one, said) for one in mine if (said := read_afterthought(line, one[1], reader)) and not said.doubtful]
    put = [(one, said) for one, said in put if any(_may_be(session, each) for each in (*said.given, *said.likely))]
    lexicon = reader.lexicon(tokens_of(rest[:LONGEST_ORDER_LINE]))
    says_what = reader.named_places(rest) or any(any(lexicon.of(at, *_KINDS)) for at in lexicon.places)
    if named or not says_what or len(put) != 1:
        return None
    ((one, said),) = put
    others = tuple(each for each in mine if each != one)
    said = replace(said, dropped=(), likely=(*said.given, *said.likely), given=()) if others else said
    return carry_out_correction(replace(session, settled=True, offered=(*session.offered, *others)), said, context)


def _may_be(session: GameSession, order: Order) -> bool:
    """Whether an order could be in force as things stand."""
    position = session.view.open_position
    return position is not None and (isinstance(order, Build) or not why_illegal(session.game.board, position, order))


def _stands_apart(session: GameSession, head: str, rest: str) -> bool:
    """Whether what follows an answer cannot take it back.

    It is a sentence of its own or an order for a unit that it names; whatever else denies, excepts or doubts may.
    """
    if head.endswith((".", "!", ";")):
        is_short = len(rest.split()) <= _LONGEST_DOUBT
        return not (puts_in_question(rest) or (is_short and is_doubtful(rest.rstrip(" ?!."))))
    return bool(named_units(session, rest)) or not (puts_in_question(rest) or is_doubtful(rest.rstrip(" ?!.")))


def _answers_head(head: str, rest: str) -> bool:
    """Whether what follows begins with an answer to what was named last: « … et Kiel. Pour le Danemark, non : … »."""
    return not head.endswith((".", "!", ";")) and first_word_of_assent(rest) is not None


def _without_orders_in_doubt(session: GameSession, named: frozenset[Province]) -> GameSession:
    """Return the session without the orders just taken to units that the rest names, and offers another order."""
    asked = named & {at for _, order in session.offered if (at := province_of(order))}
    standing = tuple(one.order for one in session.given if province_of(one.order) in asked)
    return replace(session, denied=(*session.denied, *with_powers(session, standing)))


def _answer_besides(session: GameSession, head: str, rest: str, context: LineContext) -> GameSession | None:
    """Take what was offered, or drop it, but for the orders to units that ``rest`` names."""
    offers, named = offers_meant(session, context), named_units(session, rest)
    spared = [order for left in offers for order in left.offered if province_of(order) in named]
    if not spared or read_whole(head, len(spared)) is False or any(left.choices for left in offers):
        return answer_offer(session, head, context)
    return take_offers(session, head, offers, context, spared)


def _still_offered(session: GameSession, offers: Sequence[LinesLeft], named: frozenset[Province]) -> GameSession:
    """Offer again what was offered to units that the rest of an answer names without giving them another order."""
    known = {province_of(one) for _, one in session.offered}
    known |= {province_of(one) for power in session.game.orders for one in session.game.orders_of(power)}
    again = tuple(
        (left.power, order)
        for left in offers
        for order in left.offered
        if province_of(order) in named and province_of(order) not in known
    )
    return replace(session, offered=(*session.offered, *again))


def _units_named(
    session: GameSession, line: str, offers: Sequence[Alternative | Order | str]
) -> Mapping[str, frozenset[int]]:
    """Return the names on a line of the unit of one offer, or of where that goes, each with the number of the offer.

    ``Yes to Naples``, « Oui, l'Albanie »; where none stands behind it, the word for a kind: ``just the fleet``.
    """
    position = session.view.open_position
    if position is None or not offers:
        return {}
    orders = [None if isinstance(each, str | Alternative) else each for each in offers]
    units = [province_of(one) if one else None for one in orders]
    aims = [one.to.province if isinstance(one, Move | Retreat) else None for one in orders]
    lexicon = reader_for(session.view, position, session.person).lexicon(tokens_of(line[:LONGEST_ORDER_LINE]))
    named: dict[str, frozenset[int]] = {}
    for place in lexicon.places:
        for found in lexicon.of(place, OrderPart.PLACE):
            region = Province(found.lexeme.value)
            known = next((regions for regions in (units, aims) if region in regions), [])
            if known.count(region) == 1:
                first = place - 1 if place and any(lexicon.of(place - 1, *_KINDS)) else place
                text = line[lexicon.tokens[first].start : lexicon.tokens[found.end - 1].end]
                named[text] = frozenset({known.index(region) + 1})
    return {**dict(_kinds_named(lexicon, position, orders)), **named}


_NEAR = 4
"""Words within which the name of a unit stands behind the word for its kind."""
_KINDS: Mapping[OrderPart, UnitKind] = {OrderPart.ARMY: UnitKind.ARMY, OrderPart.FLEET: UnitKind.FLEET}
_ACTS: Mapping[OrderPart, tuple[type, ...]] = {
    OrderPart.SUPPORT: (SupportHold, SupportMove),
    OrderPart.CONVOY: (Convoy,),
    OrderPart.BUILD: (Build,),
    OrderPart.WAIVE: (Waive,),
}


def _kinds_named(
    lexicon: Lexicon, position: Position, offers: Sequence[Order | None]
) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield each word for a kind of units, or of orders, with the numbers of such offers; "the fleet" is but one.

    Not where a name follows: ``the fleet in Brest``.
    """
    for at in lexicon.places:
        is_named = any(any(lexicon.of(near, OrderPart.PLACE)) for near in lexicon.places[at + 1 : at + _NEAR])
        for part in (one for one in (*_KINDS, *_ACTS) if not is_named and any(lexicon.of(at, one))):
            word = lexicon.tokens[at].text
            of_kind = [number for number, order in enumerate(offers, 1) if order and _is_of_kind(order, part, position)]
            if len(word) > 1 and of_kind and (len(of_kind) == 1 or word.endswith("s")):
                yield word, frozenset(of_kind)
                yield from ((f"{number} {word}", frozenset(of_kind)) for number in words_for_number(len(of_kind)))


def _is_of_kind(order: Order, part: OrderPart, position: Position) -> bool:
    if part in _ACTS:
        return isinstance(order, _ACTS[part])
    unit = position.unit_at(place) if (place := province_of(order)) else None
    return (order.kind if isinstance(order, Build) else unit and unit.kind) is _KINDS[part]


def _are_as_told(session: GameSession, asked: Sequence[LinesLeft], context: LineContext) -> bool:
    """Whether the offers stand as an answer has numbered them: nothing has changed them since.

    That is the answer to the letter that a reply goes to; for one that goes to none, the first with these offers. Where
    lines of the letter could not be read, a number may be one of theirs.
    """
    game, is_reply = session.game, context.assent_to != context.number
    if context.assent_to is None or game.deadline is None:
        return False
    answered = context.assent_to if is_reply else min(left.letter for left in asked)
    later = [*(left.letter for left in session.left_open), *(one.letter for one in session.given)]
    is_now = all(left.at >= game.deadline.opened for left in asked)
    return is_now and max(later, default=0) <= answered and not any(left.unclear for left in asked)


def _offered_again(session: GameSession, left: LinesLeft, each: Alternative | Order | str) -> GameSession:
    match each:
        case Alternative():
            return replace(session, choices=(*session.choices, (left.power, each)))
        case str():
            return replace(session, plans=(*session.plans, (left.phase, each)))
        case order:
            return replace(session, offered=(*session.offered, (left.power, order)))


def _with_one_left(session: GameSession) -> GameSession:
    """Return the session in which the orders of the one plan that is left are offered as any others."""
    if len({choice.title for _, choice in session.choices}) != 1:
        return session
    orders = ((power, order) for power, choice in session.choices for order in choice.orders)
    return replace(session, choices=(), offered=(*session.offered, *orders))


def is_plan(offer: Alternative | Order | str) -> TypeGuard[Alternative]:
    """Whether an offer is one of several plans."""
    return isinstance(offer, Alternative)


_CLAUSE = re.compile(r"(?<=[.!;:])\s+|,\s+")


_ITEM = re.compile(r"\s*(?:[-*•]\s*)?(?:\((?P<in>[a-f]|\d)\)|(?P<by>[a-f]|\d)\s?[).:/])\s+(?=\S)", re.IGNORECASE)
_MARK = re.compile(r"\((?P<mark>[a-f]|\d)\)", re.IGNORECASE)
_OPTION = "Option"


def with_rivals_titled(session: Session, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines in which items of a list that rule each other out are plans: ``(a) A PAR - BUR``, ``(b) …``.

    Each item has an order for a unit that the first has one for; they are titled ``Option a:``.
    """
    there = session.in_game
    lines = [piece for line in lines for piece in (_items_apart(line) if there else (line,))]
    found = [(at, one) for at, line in enumerate(lines) if (one := _ITEM.match(line.text))] if there else []
    marks = [(one["in"] or one["by"]).lower() for _, one in found]
    if there is None or len(marks) < _FEWEST_PLANS or not "abcdef123456".partition("".join(marks))[1]:
        return lines
    ends = [*(at for at, _ in found[1:]), len(lines)]
    units = [
        frozenset[Province]().union(*(_units_begun(there, line.text) for line in lines[at:end]))
        for (at, _), end in zip(found, ends, strict=True)
    ]
    if marks[0] not in {"a", "1"} or not frozenset.intersection(*units):
        return lines
    titled = {
        at: f"{_OPTION} {mark}: {lines[at].text[one.end() :]}" for (at, one), mark in zip(found, marks, strict=True)
    }
    return [replace(line, text=titled.get(at, line.text)) for at, line in enumerate(lines)]


def _items_apart(line: Line) -> Sequence[Line]:
    """The pieces of a line within which the items of a list stand: ``I am torn between (a) … and (b) ….``."""
    marks = list(_MARKED.finditer(line.text)) if isinstance(line.request, PossibleOrder) else []
    if len(marks) < _FEWEST_PLANS or [one["mark"].lower() for one in marks[:_FEWEST_PLANS]] not in (
        ["a", "b"],
        ["1", "2"],
    ):
        return (line,)
    starts = [0, *(one.start() for one in marks)]
    *pieces, last = [line.text[start:end] for start, end in pairwise([*starts, len(line.text)])]
    item, *behind = sentences_of(last)
    told = [_JOINING.sub("", piece).strip() for piece in (*pieces, item, " ".join(behind))]
    return [Line(piece, PossibleOrder()) for piece in told if piece]


_MARKED = re.compile(r"(?<!\S)\((?P<mark>[a-f]|\d)\)\s+(?=\S)", re.IGNORECASE)
_JOINING = re.compile(r"[\s,;]+(?:and|or|et|ou)\s*$", re.IGNORECASE)
_FEWEST_PLANS = 2
_BETWEEN = re.compile(r"[,;.]\s|\s(?:and|et)\s")


def _units_begun(session: GameSession, line: str) -> frozenset[Province]:
    """The units with which the orders of a line begin."""
    position, bare = session.view.open_position, _ITEM.sub("", line)
    if position is None or not is_near_order(session, bare):
        return frozenset()
    reader = reader_for(session.view, position, session.person)
    units = (reader.unit_of_line(" ".join(piece.split()[:_NEAR])) for piece in _BETWEEN.split(bare))
    return frozenset(unit.at.province for unit in units if unit)


def choose_plan(session: GameSession, line: str, context: LineContext) -> tuple[GameSession, str] | None:
    """Offer the orders of one of the letter's plans alone where a clause says that it is the one.

    With the words of the line besides that clause, which belong to no plan any more. None for any other line.
    """
    titles = tuple(dict.fromkeys(one.title for one in session.alternatives))
    if len(titles) <= 1:
        return None
    clauses = _CLAUSE.split(line)
    for at, clause in enumerate(clauses):
        named = _MARK.sub(lambda found: f" {_OPTION} {found['mark']} ", clause)
        which = None if is_order(session, clause) else read_which(named, len(titles), dict(enumerate(titles, 1)))
        if which is None or len(which.taken) != 1 or clause.endswith(":"):  # that is the title itself
            continue
        title = titles[min(which.taken) - 1]
        orders = tuple(one.order for one in session.alternatives if one.title == title)
        session = _without_alternatives(session)
        held = Held(clause, Governs.HOLDS)
        rest = " ".join(clauses[:at]), ", ".join(clauses[at + 1 :])
        chosen = replace(offer_orders(session, line, orders, held, context), held=held)
        return chosen, " ".join(filter(None, rest))
    return None


def _without_alternatives(session: GameSession) -> GameSession:
    planned = session.alternatives
    lines, orders = {one.line for one in planned}, {one.order for one in planned}
    return replace(
        session,
        alternatives=(),
        offered=tuple(one for one in session.offered if one[1] not in orders),
        answers=tuple(one for one in session.answers if one.line not in lines),
    )


# --- the line that does what a letter wishes for: offered, and taken once its writer says yes


_BY_YES = frozenset({"vote", "unvote", "absence", "extend", "take", "wait", "nowait"})
"""Verbs of the lines that a yes takes. What cannot be undone, as to give up a seat, needs its line."""

_LATEST_YES = 1
"""Lines above the yes: a greeting."""

HandleLines = Callable[[Session, LineContext, Sequence[Line]], Session]


def with_wish_offered(session: Session, context: LineContext) -> Session:
    """Return the session in which a yes has done what the letter wishes for.

    Only where it wishes for one thing, and nothing else waits for a yes.
    """
    there = session.in_game
    if there is None or not (wish := _wish_of(there, context)) or _waits(there):
        return session
    told = Done(Outcome.WISH_OFFERED, wish)
    return replace(
        there, answers=tuple(replace(one, answer=told) if _wished_by(one.answer) else one for one in there.answers)
    )


def _waits(session: GameSession) -> bool:
    left = any(one.offers for one in session.game.left_open if one.power in session.powers)
    return left or any(fate_of(one.answer) is Fate.OFFERED for one in session.answers)


def _wished_by(answer: LineAnswer) -> str:
    """Return the one line that an answer names for a wish, if a yes may take it; empty for any other answer."""
    if not isinstance(answer, InvalidCommand) or answer.what is not Unknown.COMMAND_WISHED or len(answer.hints) != 1:
        return ""
    (line,) = answer.hints
    return line if verb_of(line)[0] in _BY_YES else ""


def _wish_of(session: GameSession, context: LineContext) -> str:
    """Return the one line that does what is wished for, its days as dates; empty for none or several."""
    wishes = {line for one in session.answers if (line := _wished_by(one.answer))}
    if len(wishes) != 1:
        return ""
    (wish,) = wishes
    request = read_lines(wish)[0].request
    if not isinstance(request, TellAbsenceRequest):
        return wish
    days = read_days(request.words.text, day_of_arrival(session, context)) if request.words else ()
    language = session.person.language
    return f"{form_of('verbs', 'absence', language)} {days_text(days[0], days[-1], language)}" if days else ""


def with_wish_taken(case: LetterContext, start: Session, lines: Sequence[Line], handle: HandleLines) -> Sequence[Line]:
    """Return the lines of a letter, with that which a yes takes in its place.

    It is the one that the letter wished for whose answer is replied to, read once more: a wish that cannot be
    fulfilled any longer is none.
    """
    at, wish = _answered(case, start, lines, handle, Assent.YES)
    if not wish:
        return lines
    said = lines[at]
    rest = "" if read_whole(said.text, 1) else words_behind_assent(said.text)
    below = [Line(rest, wish_in(rest))] if rest else []
    return [*lines[:at], Line(said.text, read_lines(wish)[0].request), *below, *lines[at + 1 :]]


def with_wish_refused(
    case: LetterContext, start: Session, done: Session, lines: Sequence[Line], handle: HandleLines
) -> Session:
    """Return the session in which a no to an answer that offered to do what was wished for is told to be one."""
    at, wish = _answered(case, start, lines, handle, Assent.NO)
    if not wish:
        return done
    told = Done(Outcome.WISH_DROPPED, wish)
    return replace(
        done,
        answers=tuple(
            replace(one, answer=told) if one.line == lines[at].text and one.answer in _NO_MORE else one
            for one in done.answers
        ),
    )


_NO_MORE = frozenset(map(Done, (Outcome.NOTHING_TO_REFUSE, Outcome.PLAIN_WORDS)))
"""What a no is told where no order is offered."""


def _answered(
    case: LetterContext, start: Session, lines: Sequence[Line], handle: HandleLines, said: Assent
) -> tuple[int, str]:
    """Return the number of the line that answers what a letter wishes for, and the line that does it; else nothing."""
    there, context = start.in_game, case.context(case.services.clock.now())
    if there is None or context.assent_to in {None, context.number} or offers_meant(there, context):
        return 0, ""
    at = next((at for at, line in enumerate(lines[: _LATEST_YES + 1]) if _assent_of(line.text)), None)
    if at is None:
        return 0, ""
    is_words = isinstance(lines[at].request, PossibleOrder | SuggestedCommand)
    if not is_words or _assent_of(lines[at].text) is not said:
        return 0, ""
    return at, _wish_of_letter(case, there, context.assent_to, handle)


def _assent_of(line: str) -> Assent | None:
    whole = read_whole(line, 1)
    return first_word_of_assent(line) if whole is None else Assent.YES if whole else Assent.NO


def _wish_of_letter(case: LetterContext, start: GameSession, number: int | None, handle: HandleLines) -> str:
    """Return the line that does what an earlier letter of the same writer wishes for; empty where there is none.

    The letter must have come to its writer's own reply address, or have been confirmed.
    """
    try:
        kept = case.services.store.letter(number or 0)
    except KeyError:
        return ""
    letter, recipient = read_letter(kept.raw), read_recipient(kept.recipient, case.services.config.judge.address)
    written = written_anew(case.services, letter)
    is_own = recipient is not None and (kept.confirmed or recipient.token == start.person.token)
    if written is None or recipient is None or letter.sender != case.sender or not is_own:
        return ""
    earlier = replace(case, kept=kept, letter=written)
    context = replace(earlier.context(case.services.clock.now()), assent_to=None)
    read = handle(start, context, lines_of_letter(written, recipient)).in_game
    return _wish_of(read, context) if read else ""
