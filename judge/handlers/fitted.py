"""Read on where a line is read in part: offer the orders that fit what it names, explain pieces near an order."""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from judge.game.orders.order_status import order_status
from judge.handlers.offers import give_order, offer_orders, orders_told
from judge.handlers.plain_words import reader_for
from judge.handlers.session import GameSession, Held, LineContext, Session
from judge.handlers.which_offers import is_courtesy, read_whole
from judge.handlers.yes_or_no import Assent, first_word_of_assent, is_doubtful
from judge.notation.correction_words import provinces_of
from judge.notation.effort import EffortSpentError, effort_aside
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_ORDER_LINE, Misread, Offered, OfferReason, OrderReader
from judge.notation.read import read_without_hints
from judge.notation.sentences import FittedSentence, fitted_sentences
from judge.notation.several_orders import has_one_fault, read_orders_with
from judge.notation.tables import OrderPart, prose_phrases, regions_of_adjective
from judge.notation.write import write_unit
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    OrderAccepted,
    OrderAskedAbout,
    OrdersDropped,
    OrdersOffered,
    Outcome,
    TextAnswer,
)
from judge.requests.governing import QUOTATION, Governs, denies_or_conditions, sentences_of, tells_what_was_not
from judge.rules.board import Location, Province, Unit, UnitKind
from judge.rules.legality import why_illegal
from judge.rules.orders import Hold, Move, Order, Retreat, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Illegal

_IN_QUOTES = re.compile('["“«][^"“”«»]*["”»]')
_UNREAD = (Misread, OrdersOffered, OrderAccepted)
"""What lines that name units and places are answered; beside any other answer nothing more is read of them."""
_MOST_EFFORT = 2_500
"""What it may take of one letter, apart from reading it."""
_PIECE = re.compile(r"[,;]\s")
_DAY = re.compile(r"\b\d{1,2}\w{0,2} [^\W\d]+ \d{4}\b")
"""The day on which a letter was written: ``A Paris, le 3 mars 2026``."""
_MOST_QUOTED = 2
"""Words of a quotation that somebody has only put in quotes: ``"purely defensive"``."""
_LONG_LINE = 200
"""Characters of a line in which units are not looked for under names with a slip."""


def with_fitted_orders(before: Session, session: Session, line: str, context: LineContext) -> Session:
    """Return the session with the orders offered that fit what a line names, for units without another one (0297).

    ``before`` is how the session was above the line. Where orders fit all of a sentence, the answers are
    dropped that say what could not be read in it.
    """
    there, told = session.in_game, session.answers[len(before.answers) :]
    if any(isinstance(one.answer, OrdersDropped) for one in told):  # what is taken back is never offered
        told = tuple(one for one in told if isinstance(one.answer, Misread))
        line = next((one.answer.line for one in reversed(told) if isinstance(one.answer, Misread)), "")
    if there is None or _is_denied(before.held, there.held) or not _may_name_more(line, told):
        return session
    line = without_quotations(line)
    position = there.view.open_position
    if position is None or there.phase not in {None, position.phase}:
        return session
    reader = reader_for(there.view, position, there.person)
    earlier = tuple(order for one in before.answers for order in orders_told(one))
    found: tuple[FittedSentence, ...] = ()
    written: tuple[FittedSentence, ...] = ()
    pieces: tuple[tuple[Province, str, Misread], ...] = ()
    with suppress(EffortSpentError), effort_aside(_MOST_EFFORT, "fitted"):
        left = {unit.at.province for unit in reader.scene.units()} - _ordered(there)
        is_short = len(line) <= _LONG_LINE or position.phase.kind is not PhaseKind.MOVEMENT
        described = {region for token in tokens_of(line) for region in regions_of_adjective(token.text)}
        described |= _of_kinds_named(reader.lexicon(tokens_of(line)), position, left)
        if left and (is_short or not left.isdisjoint(reader.named_units(line) | described)):
            found = fitted_sentences(line, reader, earlier)
        written = tuple(_written_orders(line, reader)) if left else ()
        told = there.answers[len(before.answers) :]
        is_told = any(isinstance(one.answer, Misread) for one in told)
        is_row = bool(_PIECE.search(line)) and any(map(orders_told, told)) and not is_told
        is_row = is_row and not _are_all_removed(there)
        pieces = tuple(_pieces_unread(line, reader, left)) if is_row else ()
    for sentence in (*found, *written):
        there = _with_sentence(there, sentence, len(before.answers), context)
    given = _ordered(there)
    for unit, said, misread in pieces:
        there = there if unit in given else there.told(said, misread)
    return there


_UNIT_WRITTEN = re.compile(r"(?<![\w-])[AF]\s+[A-Z]\w+")
_END_OF_WRITTEN = re.compile(r"[,.;:=()]|\s(?:and|et|so|donc|with|avec)\s|$")


def _written_orders(line: str, reader: OrderReader) -> Iterator[FittedSentence]:
    """Yield each order that stands in full in talk: ``she wants the boat to eat Constantinople = F BLA - CON``.

    A denial, a condition, what somebody else says reach to where a sign or a word tells what is meant instead.
    """
    sentences = sentences_of(line)
    for said, behind in zip(sentences, (*sentences[1:], ""), strict=False):
        end, is_open = 0, "?" in said or _WAIT.match(behind) is not None
        while head := _UNIT_WRITTEN.search(said, end):
            before = said[end : head.start()]
            is_open = (is_open or denies_or_conditions(before)) and not _INSTEAD.search(before)
            end = next((one.start() for one in _END_OF_WRITTEN.finditer(said, head.end())), len(said))
            text = said[head.start() : end].strip()
            read = read_without_hints(text, reader)
            if isinstance(read, Order) and not is_open:
                yield FittedSentence(text, ((text, read),), is_whole=True)


_INSTEAD = re.compile(r"(?:=|\b(?:so|I mean|rather|but|donc|alors|mais|plutôt|je veux dire))\s*$", re.IGNORECASE)
_WAIT = re.compile(r"\W*(?:wait|no|hang on|hold on|scratch|non|attende?z)\b", re.IGNORECASE)


def _of_kinds_named(lexicon: Lexicon, position: Position, left: Collection[Province]) -> set[Province]:
    """The regions of units without an order of whose kind a line speaks: ``the army is off to Wales``."""
    kinds = {OrderPart.ARMY: UnitKind.ARMY, OrderPart.FLEET: UnitKind.FLEET}
    words = (at for at in lexicon.places if len(lexicon.tokens[at].text) > 1)
    named = {kinds[one.lexeme.part] for at in words for one in lexicon.of(at, *kinds)}
    return {at for at in left if (unit := position.unit_at(at)) and unit.kind in named}


_UNREAD_TALK = (OfferReason.WORDS, OfferReason.GUESS, OfferReason.CORRECTION)


def as_talk(before: Session, session: Session, line: str) -> Session:
    """Return the session with a line taken for talk that could not be read for certain, and leaves no order open.

    What only others do is theirs, what was not done is no order: ``I wonder whether Munich moves to Burgundy.``, ``I
    should have moved Paris.``; a question that names nothing but what orders in force say asks about those.
    """
    above, there, told = before.in_game, session.in_game, session.answers[len(before.answers) :]
    position = there.view.open_position if there else None
    if above is None or there is None or position is None or there.held or not told or there.game.board.war.troops:
        return session
    stood = {one.order for given in above.game.orders.values() for one in given}
    if not all(_is_unread(one, stood) for one in told) or all(isinstance(one.answer, Done) for one in told):
        return session
    reader = reader_for(there.view, position, there.person)
    is_asked = "?" in line and _names_what_stands(there, line, reader)
    if not (
        is_asked
        or _denies_no_order(there, line, reader)
        or _is_of_others(there, line, reader)
        or tells_what_was_not(line)
    ):
        return session
    talk = replace(there, answers=above.answers, offered=above.offered, denied=above.denied)
    return talk.told(line, Done(Outcome.ORDERS_ASKED if is_asked else Outcome.PLAIN_WORDS))


def _is_unread(one: AnsweredLine, stood: Collection[Order]) -> bool:
    """Whether a line was not read for certain, or says again what stood before it."""
    match one.answer:
        case OrderAccepted(order=order):
            return order in stood
        case OrdersOffered(why=why):
            return why in _UNREAD_TALK
        case Misread() | Done(Outcome.PLAIN_WORDS):
            return True
        case _:
            return False


_DENIAL = re.compile(r"\b(?:and not|not|et pas|pas)\b", re.IGNORECASE)


def _denies_no_order(session: GameSession, line: str, reader: OrderReader) -> bool:
    """Whether a line names what orders in force say, and denies what none does: ``ah yes, Burgundy, not Picardy``."""
    said, *denied = _DENIAL.split(line)
    regions = {at for one in session.given for at in provinces_of(one.order)}
    named, others = reader.named_places(said), reader.named_places(" ".join(denied))
    return bool(named and others) and named <= regions and others.isdisjoint(regions)


def with_refused_order(before: Session, session: Session, line: str, context: LineContext) -> Session:
    """Return the session with what a reply names behind a no: ``No, Gascony.``, ``No, I meant Picardy``.

    It is offered in place of that of the one order in force that it fits; where it fits several, or none, nothing is.
    """
    there, told = session.in_game, session.answers[len(before.answers) :]
    is_reply = context.assent_to not in {None, context.number}
    position = there.view.open_position if there else None
    if there is None or position is None or there.held or not is_reply or first_word_of_assent(line) is not Assent.NO:
        return session
    reader = reader_for(there.view, position, there.person)
    places = reader.named_places(line)
    if any(one.answer != Done(Outcome.PLAIN_WORDS) for one in told) or not places or "?" in line:
        return session
    talk = replace(there, answers=before.answers)
    fits = [
        (power, order, new)
        for power in there.powers
        for order in there.game.orders_of(power)
        if isinstance(order, Move) and len(places) == 1
        for new in [replace(order, to=Location(next(iter(places))))]
        if new.to != order.to and why_illegal(there.game.board, position, new) is None
    ]
    if len(fits) != 1:
        return talk.told(line, Done(Outcome.NOTHING_TO_REFUSE))
    ((power, order, new),) = fits
    asked = offer_orders(talk, line, (new,), Held(line, Governs.HOLDS), context, OfferReason.CORRECTION)
    return replace(asked, denied=(*asked.denied, (power, order)))


_DASH = re.compile(r"\s[-–—>=]+\s*\w")


def _names_what_stands(session: GameSession, question: str, reader: OrderReader) -> bool:
    """Whether a question names units of the writer's, where their orders in force lead, and nothing else.

    It is a sentence: ``A PAR - PIC?`` doubts that order.
    """
    if reader.unit_length(question) and _DASH.search(question):
        return False
    named, places = reader.named_units(question), reader.named_places(question)
    orders = {province_of(one.order): one.order for one in session.given}
    meant = [orders.get(at) for at in named]
    regions = {at for one in meant if one for at in provinces_of(one)}
    leading = {[*provinces_of(one)][-1] for one in meant if one}
    return bool(named) and None not in meant and leading <= places <= regions


def _is_of_others(session: GameSession, line: str, reader: OrderReader) -> bool:
    """Whether the first that a sentence names is another power, or the unit of one, and does something."""
    lexicon = reader.lexicon(tokens_of(line[:LONGEST_ORDER_LINE]))
    own, sites = session.powers, {one.at.province for one in session.possible_builds}
    if reader.named_units(line) or sites & reader.named_places(line) or _has_signs(lexicon):
        return False
    named = [at for at in lexicon.places if any(lexicon.of(at, *_NAMING)) and not any(lexicon.of(at, OrderPart.FILLER))]
    if not named or any(any(lexicon.of(at, *_BEFORE_OBJECTS)) for at in lexicon.places if at < named[0]):
        return False
    first, *others = named
    powers = {found.lexeme.value for at in named[:2] for found in lexicon.of(at, OrderPart.POWER)}
    if any(lexicon.of(first, OrderPart.POWER)) or (others[:1] == [first + 1] and powers):
        return bool(powers) and powers.isdisjoint(own)
    units = reader.scene.position.units
    places = [(found.end, Province(found.lexeme.value)) for found in lexicon.of(first, OrderPart.PLACE)]
    doing = {at for at in lexicon.places if any(lexicon.of(at, *_DOING))}
    return bool(places) and all(at in units and doing & {end, end + 1} for end, at in places)


_NAMING = (OrderPart.POWER, OrderPart.ARMY, OrderPart.FLEET, OrderPart.PLACE)
_DOING = (OrderPart.MOVE, OrderPart.HOLD, OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.MODAL)
_BEFORE_OBJECTS = (
    *(OrderPart.MOVE, OrderPart.HOLD, OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.SEND),
    *(OrderPart.PREPOSITION, OrderPart.WITH, OrderPart.BY, OrderPart.FROM, OrderPart.REQUEST),
)
"""What stands before a name that does nothing itself: ``attack Munich``, ``with Italy``."""


def _has_signs(lexicon: Lexicon) -> bool:
    """Whether a line is written in the signs of a convention: a dash, or a letter for a kind of unit at its head."""
    dashes = (at for at in lexicon.places if not lexicon.tokens[at].text.isalnum())
    is_led = bool(lexicon.tokens) and len(lexicon.tokens[0].text) == 1
    kinds = (OrderPart.ARMY, OrderPart.FLEET)
    return any(any(lexicon.of(at, OrderPart.MOVE)) for at in dashes) or (is_led and any(lexicon.of(0, *kinds)))


_PRONOUN = re.compile(
    r"(?<!as )\b(?:qu['’](?=elle|il))?"
    r"(?:it|she|he|them|they|elle|il|celle-ci|celui-ci|cette unité|that (?:unit|one|army|fleet))\b",
    re.IGNORECASE,
)
_LONGEST_HOLD, _SHORTEST_HOLD = 4, 4
"""Words of a sentence that has something hold and names nothing: ``Just hold.``; letters of its word for holding."""
_BESIDE_HOLD = (OrderPart.FILLER, OrderPart.COURTESY, OrderPart.OPENING, OrderPart.MODAL, OrderPart.REQUEST)


def with_unit_spoken_of(before: Session, session: Session, line: str, context: LineContext) -> Session:
    """Return the session with an order offered to the one unit that the judge's letter asked about.

    That is the unit whose order is void, or that has none: ``Then let it support Brest.``, ``Just hold.``, ``Denmark
    please!`` in a reply.
    """
    there, told = session.in_game, [one.answer for one in session.answers[len(before.answers) :]]
    is_reply = context.assent_to not in {None, context.number}
    if (
        there is None
        or there.held
        or not is_reply
        or any(isinstance(one, OrderAccepted | OrdersOffered) for one in told)
    ):
        return session
    position, asked = there.view.open_position, _units_asked_about(there)
    if position is None or there.phase not in {None, position.phase}:
        return session
    reader = reader_for(there.view, position, there.person)
    if put := _put_on_coast(replace(there, answers=before.answers), position, line, reader, context):
        return put
    for said in sentences_of(line):
        read = [*_moves_named(said, asked, there, reader)] or [*_about(said, asked, reader)]
        if len(read) == 1:
            kept = tuple(one for one in there.answers if one.line.strip() != line.strip())
            held = Held(said, Governs.HOLDS)
            return offer_orders(replace(there, answers=kept), said, (read[0],), held, context, OfferReason.GUESS)
    return _with_what_was_meant(there, line, reader, context)


def _with_what_was_meant(session: GameSession, line: str, reader: OrderReader, context: LineContext) -> GameSession:
    """Return the session with the moves offered that clauses of a reply tell of lines which were not read whole."""
    clauses = [clause for said in sentences_of(line) for clause in _CLAUSES.split(said)]
    read = [(clause, moves[0]) for clause in clauses if len(moves := _meant(session, clause, reader)) == 1]
    if not read or len({order.at for _, order in read}) < len(read):
        return session
    session = replace(session, answers=tuple(one for one in session.answers if one.line.strip() != line.strip()))
    for clause, order in read:
        held = Held(clause, Governs.HOLDS)
        session = offer_orders(session, clause, (order,), held, context, OfferReason.GUESS)
    return session


def _put_on_coast(
    session: GameSession, position: Position, line: str, reader: OrderReader, context: LineContext
) -> GameSession | None:
    """Return the session with the one order put on the coast that a reply names and nothing else: ``South coast.``.

    That is the move for which no coast was named, which counts; where there is none, the one build that may be meant.
    """
    coasts = {coast for said in sentences_of(line) for coast in _named_alone(said, reader, OrderPart.COAST)}
    if len(coasts) != 1:
        return None
    board = session.game.board
    lacking = [
        replace(order, to=Location(order.to.province, coast))
        for order in (one.order for one in session.given)
        if isinstance(order, Move | Retreat) and why_illegal(board, position, order) is Illegal.COAST_NEEDED
        for coast in coasts
    ]
    meant = [one for one in lacking if why_illegal(board, position, one) is None]
    if len(meant) == 1:
        return give_order(session, line, meant[0], context)
    builds = [one for one in session.possible_builds if one.at.coast in coasts]
    if len(builds) != 1:
        return None
    return offer_orders(session, line, (builds[0],), Held(line, Governs.HOLDS), context, OfferReason.GUESS)


def _named_alone(said: str, reader: OrderReader, part: OrderPart) -> frozenset[str]:
    """Return the coasts, or the regions, that the one name in a sentence may mean, if it says nothing else.

    A yes, a word of courtesy, a small word are nothing.
    """
    lexicon = reader.lexicon(tokens_of(said[:LONGEST_ORDER_LINE]))
    named = [(at, one) for at in lexicon.places for one in lexicon.of(at, part)]
    words = [token.text for token in lexicon.tokens]
    for at, found in named[:1]:
        rest = [word for word in words[:at] + words[found.end :] if (word,) not in prose_phrases("openings")]
        if not rest or is_courtesy(" ".join(rest)) or read_whole(" ".join(rest), 1):
            return frozenset(one.lexeme.value for start, one in named if (start, one.end) == (at, found.end))
    return frozenset()


def _units_asked_about(session: GameSession) -> list[Unit]:
    """Return the units of the writer's whose orders are void, else those that have none."""
    position = session.view.open_position
    statuses = [order_status(session.game, power) for power in session.powers]
    void = [at for status in statuses for one in status.mistakes if (at := province_of(one.order))]
    asked = void or [at for status in statuses for at in status.missing]
    return [unit for at in asked if position and (unit := position.unit_at(at))]


def _moves_named(said: str, asked: Sequence[Unit], session: GameSession, reader: OrderReader) -> Iterator[Order]:
    """Yield the moves of the units asked about, and offered none, to the region that a clause names alone."""
    if "?" in said:
        return
    position, is_retreat = reader.scene.position, reader.scene.position.phase.kind is PhaseKind.RETREAT
    ways = [Location(Province(place)) for place in _named_alone(said, reader, OrderPart.PLACE)]
    offered = {province_of(one) for left in session.left_open for one in left.offered_orders}
    for at in (unit.at.province for unit in asked if unit.at.province not in offered):
        moves = [Retreat(at, to) if is_retreat else Move(at, to) for to in ways]
        yield from (move for move in moves if why_illegal(session.game.board, position, move) is None)


_MEANS = re.compile(
    r"\b(?:mean|meant|obviously|of course"
    r"|je (?:voulais|veux) (?:dire|parler)|je (?:parle|parlais)|j['’]entend\w+|évidemment|bien sûr)\b",
    re.IGNORECASE,
)
"""What says that a name beside it is what was not understood, or is to count in place of what was."""


_CLAUSES = re.compile(r"(?<=\w{2}),\s+(?:(?:and|et)\s+)?(?=yes\b|oui\b|no\b|non\b)|;\s+")
_YES_TO = re.compile(r"\W*(?:yes|oui)\W+(?:for|pour|to|au|en|à)\b", re.IGNORECASE)
_FOR_UNIT = re.compile(
    r"\b(?:for (?:the|my)|pour (?:la|ma|mon|l['’]))\s*(?P<kind>fleet|army|flotte|armée)\b", re.IGNORECASE
)


def _meant(session: GameSession, said: str, reader: OrderReader) -> list[Move]:
    """Return the one move to the region that a clause names as what a line not read whole meant.

    ``The Channel, I mean.``, ``Portugal for the fleet``, ``yes to Spain``: it is of a unit that such a line named, or
    that was offered another move; no other is named.
    """
    plain, for_unit = _IN_QUOTES.sub(" ", said), _FOR_UNIT.search(said)
    means, is_yes = _MEANS.search(said), _YES_TO.match(said)
    if not (means or is_yes or for_unit) or "?" in said or is_doubtful(plain):
        return []
    ways, left = reader.named_places(plain), session.left_open
    unread = {at for one in left for at in one.units}
    offered = {at for one in left for order in one.offered if isinstance(order, Move) and (at := province_of(order))}
    units, position, named = unread | offered, reader.scene.position, reader.named_units(plain)
    if len(ways - units) != 1 or not (named <= units and (means or unread)):
        return []
    of_kind = [unit.at.province for unit in reader.scene.units() if for_unit and _is_kind(unit, for_unit["kind"])]
    others = of_kind if for_unit and len(of_kind) == 1 else unread or offered
    moves = [Move(at, Location(to)) for at in (named or others) for to in ways - units]
    return [move for move in moves if why_illegal(session.game.board, position, move) is None]


def _is_kind(unit: Unit, word: str) -> bool:
    return word.casefold() in ({"fleet", "flotte"} if unit.kind is UnitKind.FLEET else {"army", "armée"})


def _about(said: str, asked: Sequence[Unit], reader: OrderReader) -> Iterator[Order]:
    """Yield the orders that a clause gives the one unit asked about, of which it speaks by a pronoun or not at all."""
    if hold_clause_in(said) or len(asked) != 1:  # of all the others
        return
    name = write_unit(asked[0], reader.own, reader.scene.board)
    if found := _PRONOUN.search(said):
        text = f"{said[: found.start()]}{name}{said[found.end() :]}"
    elif _is_mere_hold(said, reader):
        text = f"{name} {said}"
    else:
        return
    for _, read in read_orders_with(text, reader, hinted=0):
        orders = read.orders if isinstance(read, Offered) else (read,)
        yield from (one for one in orders if isinstance(one, Order) and province_of(one) == asked[0].at.province)


def _is_mere_hold(said: str, reader: OrderReader) -> bool:
    """Whether a clause has a word for holding and nothing besides that tells anything."""
    lexicon = reader.lexicon(tokens_of(said[:LONGEST_ORDER_LINE]))
    if not 0 < len(lexicon.tokens) <= _LONGEST_HOLD:
        return False
    holds = [at for at in lexicon.places if any(lexicon.of(at, OrderPart.HOLD, OrderPart.IMMOBILE))]
    small = {at for at in lexicon.places if (lexicon.tokens[at].text,) in prose_phrases("openings")}
    is_plain = all(at in small or at in holds or any(lexicon.of(at, *_BESIDE_HOLD)) for at in lexicon.places)
    return is_plain and any(len(lexicon.tokens[at].text) >= _SHORTEST_HOLD for at in holds)


def _pieces_unread(line: str, reader: OrderReader, left: set[Province]) -> Iterator[tuple[Province, str, Misread]]:
    """Yield each piece between commas that names a unit of ``left`` and is near an order, with what is wrong in it."""
    for piece in _PIECE.split(line):
        unit = reader.unit_of_line(piece)
        if unit and unit.at.province in left:
            read = read_orders_with(piece, reader, hinted=1)
            for said, misread in read[:1]:
                if len(read) == 1 and isinstance(misread, Misread) and not misread.is_prose:
                    yield unit.at.province, said, misread


_SEVERAL = 2
"""Orders that would work in place of one line that has several."""


def _may_name_more(line: str, answers: Sequence[AnsweredLine]) -> bool:
    """Whether a line was read as orders, and not all of it is in force, but for a fault that its answer marks.

    Another sentence of it may be a wish.
    """
    told = [one.answer for one in answers if not _is_talk(one, line)]
    is_open = len(told) < len(answers) or any(not isinstance(one, OrderAccepted) for one in told)
    faults = (one for one in told if isinstance(one, Misread) and has_one_fault(one))
    # "Denmark to Kiel Munich to Burgundy" has two orders; what has two meanings is asked about
    marked = any(one.meanings or len(one.hints) < _SEVERAL for one in faults)
    return is_open and not marked and all(isinstance(one, _UNREAD) for one in told)


def _is_talk(one: AnsweredLine, line: str) -> bool:
    is_wish = isinstance(one.answer, InvalidCommand | TextAnswer) and one.line.strip() != line.strip()
    is_talk = one.answer in {Done(Outcome.PLAIN_WORDS), Done(Outcome.FOR_A_PERSON)}
    return is_wish or is_talk or isinstance(one.answer, OrderAskedAbout)


def without_quotations(line: str) -> str:
    """Return the line without what somebody else is quoted with, and the sentences that name a day."""
    told = QUOTATION.sub(lambda found: " " if len(found[0].split()) > _MOST_QUOTED else found[0], line)
    return " ".join(one for one in sentences_of(told) if not _DAY.search(one))


def _ordered(session: GameSession) -> set[Province | None]:
    """Where the units stand to which the letter has given an order, or which it is offered one for."""
    given = {province_of(one.answer.order) for one in session.answers if isinstance(one.answer, OrderAccepted)}
    return given | {province_of(order) for _, order in session.offered}


def _are_all_removed(session: GameSession) -> bool:
    """Whether as many units are removed, or offered so, as must be: what is named beside them stays."""
    removals = sum(order_status(session.game, power).duty.removals for power in session.powers)
    return 0 < removals <= len(_ordered(session) - {None})


def _with_sentence(session: GameSession, sentence: FittedSentence, above: int, context: LineContext) -> GameSession:
    """The session with the orders of a sentence offered; ``above`` is how many answers stand above its line."""
    given, all_held = _ordered(session), hold_clause_in(sentence.text)
    is_excepting = bool(all_held and all_held.held.besides)
    for said, order in sentence.orders:
        if province_of(order) not in given and not (is_excepting and isinstance(order, Hold)):
            session = offer_orders(session, said, (order,), Held(said, Governs.HOLDS), context, OfferReason.GUESS)
    return _without_misread(session, sentence, above) if sentence.is_whole else session


def _without_misread(session: GameSession, sentence: FittedSentence, above: int) -> GameSession:
    """The session without the answers that say what could not be read in a sentence."""
    kept = (
        one
        for at, one in enumerate(session.answers)
        if at < above or not isinstance(one.answer, Misread) or one.line.strip() not in sentence.text
    )
    return replace(session, answers=tuple(kept))


def _is_denied(*governing: Held | None) -> bool:
    """Whether a line that governs another denies what stands below it; below any other, orders are offered as well."""
    return any(held is not None and (held.how is Governs.DENIES or held.phase_unread) for held in governing)


def with_words_understood(session: Session) -> Session:
    """Return the session in which no word is told to be unknown that another line of the letter reads as a name."""
    offered = [one for one in session.answers if isinstance(one.answer, OrdersOffered)]
    guessed = [
        one.line for one in offered if isinstance(one.answer, OrdersOffered) and one.answer.why is OfferReason.GUESS
    ]

    def understood(one: AnsweredLine) -> AnsweredLine:
        answer = one.answer
        if not isinstance(answer, OrdersOffered) or answer.why is not OfferReason.WORDS or not answer.about:
            return one
        is_read = any(answer.about in line and answer.about not in one.line for line in guessed)
        return replace(one, answer=replace(answer, why=OfferReason.GUESS)) if is_read else one

    return replace(session, answers=tuple(map(understood, session.answers)))
