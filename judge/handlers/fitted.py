"""Read on where a line is no plain order: offer what fits it, explain its pieces, answer questions about orders."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import zip_longest

from judge.game.orders.messages import OrderGiven
from judge.game.orders.order_status import fault_of_order, order_status
from judge.game.refusals import Refused
from judge.handlers.help import answer_help
from judge.handlers.offers import offer_orders
from judge.handlers.plain_words import decide_order, reader_for
from judge.handlers.session import GameSession, Held, LineContext, Session
from judge.notation.effort import EffortSpentError, effort_aside
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_ORDER_LINE, Misread, Offered, OfferReason, OrderReader
from judge.notation.sentences import FittedSentence, fitted_sentences
from judge.notation.several_orders import has_one_fault, read_orders_with
from judge.notation.tables import OrderPart, prose_phrases
from judge.notation.write import write_unit
from judge.reports.deadlines import retreats_of
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    OrderAccepted,
    OrderAskedAbout,
    OrdersOffered,
    Outcome,
)
from judge.requests.governing import Governs, sentences_of
from judge.requests.questions import HelpRequest
from judge.requests.suggestions import spaced_words
from judge.requests.vocabulary import Word, fold_case
from judge.rules.adjustments import possible_builds, required_orders
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.orders import Convoy, Disband, Move, Order, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind, Position

_UNREAD = (Misread, OrdersOffered, OrderAccepted)
"""What lines that name units and places are answered; beside any other answer nothing more is read of them."""
_MOST_EFFORT = 2_500
"""What it may take of one letter, apart from reading it."""
_PIECE = re.compile(r"[,;]\s")
_OF_NO_UNIT = re.compile(r"«[^»]+»|“[^”]+”|\"[^\"]+\"|\b\d{1,2}\w{0,2} [^\W\d]+ \d{4}\b")
"""The words of somebody else, and the day on which a letter was written: ``A Paris, le 3 mars 2026``."""
_LONG_LINE = 200
"""Characters of a line in which units are not looked for under names with a slip."""


def with_fitted_orders(before: Session, session: Session, line: str, context: LineContext) -> Session:
    """Return the session with the orders offered that fit what a line names, for units without another one (0297).

    ``before`` is how the session was above the line. Where orders fit all of a sentence, the answers are
    dropped that say what could not be read in it.
    """
    there = session.in_game
    if there is None or before.held or there.held or not _may_name_more(line, session.answers[len(before.answers) :]):
        return session
    if _OF_NO_UNIT.search(line):
        return session
    position = there.view.open_position
    if position is None or there.phase not in {None, position.phase}:
        return session
    reader = reader_for(there.view, position, there.person)
    earlier = tuple(order for one in before.answers for order in _orders_of(one))
    found: tuple[FittedSentence, ...] = ()
    pieces: tuple[tuple[Province, str, Misread], ...] = ()
    with suppress(EffortSpentError), effort_aside(_MOST_EFFORT, "fitted"):
        left = {unit.at.province for unit in reader.scene.units()} - _ordered(there)
        is_short = len(line) <= _LONG_LINE or position.phase.kind is not PhaseKind.MOVEMENT
        if left and (is_short or not left.isdisjoint(reader.named_units(line))):
            found = fitted_sentences(line, reader, earlier)
        told = there.answers[len(before.answers) :]
        is_told = any(isinstance(one.answer, Misread) for one in told)
        is_row = bool(_PIECE.search(line)) and any(map(_orders_of, told)) and not is_told
        pieces = tuple(_pieces_unread(line, reader, left)) if is_row else ()
    for sentence in found:
        there = _with_sentence(there, sentence, len(before.answers), context)
    given = _ordered(there)
    for unit, said, misread in pieces:
        there = there if unit in given else there.told(said, misread)
    return there


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

    That is the unit whose order is void, or that has none: ``Then let it support Brest.``, ``Just hold.``, in a reply.
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
    position, unit = there.view.open_position, _unit_asked_about(there)
    if position is None or unit is None or there.phase not in {None, position.phase}:
        return session
    reader = reader_for(there.view, position, there.person)
    name = write_unit(unit, reader.own, reader.scene.board)
    for said in sentences_of(line):
        read = [one for one in _about(said, name, reader) if isinstance(one, Order)]
        if len(read) == 1 and province_of(read[0]) == unit.at.province:
            kept = tuple(one for one in there.answers if one.line.strip() != line.strip())
            held = Held(said, Governs.HOLDS)
            return offer_orders(replace(there, answers=kept), said, (read[0],), held, context, OfferReason.GUESS)
    return session


def _unit_asked_about(session: GameSession) -> Unit | None:
    """Return the one unit of the writer's whose order is void, else the one that has none."""
    game, position = session.game, session.view.open_position
    statuses = [order_status(game, power) for power in game.powers_of(session.person.address)]
    void = [at for status in statuses for one in status.mistakes if (at := province_of(one.order))]
    asked = void or [at for status in statuses for at in status.missing]
    return position.unit_at(asked[0]) if position and len(asked) == 1 else None


def _about(said: str, name: str, reader: OrderReader) -> Iterator[object]:
    """Yield what a clause says of the unit of that name, which it speaks of by a pronoun or not at all."""
    if hold_clause_in(said):  # of all the others
        return
    if found := _PRONOUN.search(said):
        text = f"{said[: found.start()]}{name}{said[found.end() :]}"
    elif _is_mere_hold(said, reader):
        text = f"{name} {said}"
    else:
        return
    for _, read in read_orders_with(text, reader, hinted=0):
        yield from read.orders if isinstance(read, Offered) else (read,)


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


def _may_name_more(line: str, answers: Sequence[AnsweredLine]) -> bool:
    """Whether a line was read as orders, and not all of it is in force, but for a fault that its answer marks.

    Another sentence of it may be a wish.
    """
    told = [one.answer for one in answers if not _is_talk(one, line)]
    is_open = len(told) < len(answers) or any(not isinstance(one, OrderAccepted) for one in told)
    marked = any(isinstance(one, Misread) and has_one_fault(one) for one in told)
    return is_open and not marked and all(isinstance(one, _UNREAD) for one in told)


def _is_talk(one: AnsweredLine, line: str) -> bool:
    is_wish = isinstance(one.answer, InvalidCommand) and one.line.strip() != line.strip()
    return is_wish or isinstance(one.answer, OrderAskedAbout) or one.answer == Done(Outcome.PLAIN_WORDS)


def _orders_of(one: AnsweredLine) -> tuple[Order, ...]:
    match one.answer:
        case OrderAccepted(order=order):
            return (order,)
        case OrdersOffered(orders=orders):
            return orders
        case _:
            return ()


def _ordered(session: GameSession) -> set[Province | None]:
    """Where the units stand to which the letter has given an order, or which it is offered one for."""
    given = {province_of(one.answer.order) for one in session.answers if isinstance(one.answer, OrderAccepted)}
    return given | {province_of(order) for _, order in session.offered}


def _with_sentence(session: GameSession, sentence: FittedSentence, above: int, context: LineContext) -> GameSession:
    """The session with the orders of a sentence offered; ``above`` is how many answers stand above its line."""
    given = _ordered(session)
    for said, order in sentence.orders:
        if province_of(order) not in given:
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


# --- questions: what one asks for is offered, whether it may be done told, what may listed


_WORD = re.compile(r"[^\W_]+")
_LONGEST_QUESTION = 200
"""Characters; a longer one tells a story."""
_MOST_LISTED = 12
_IF_NOT = re.compile(r"\W*(?:if not|otherwise|sinon|si non)\b[\s,:]*", re.IGNORECASE)
_ANSWERED = re.compile(r"\W*(?:no|nope|yes|non|oui|nan|si oui|if (?:yes|so))\b", re.IGNORECASE)
"""The answer that somebody gives to their own question."""

_GO_AHEAD = re.compile(
    r"(?:if (?:yes|so|it is|possible|allowed)|si (?:oui|possible|c['’]est (?:possible|permis)))\W+"
    r"(?:(?:then|please|alors)\W+)*(?:do|faites|fais)\b(?: (?:it|that|so|le|ça|cela)|-le)*\W*(?:please|svp)?\W*",
    re.IGNORECASE,
)
"""Words behind a question that ask for what it asks about, and nothing else: ``If yes, please do that.``"""

TakeLine = Callable[[GameSession, str, LineContext], GameSession]


def answer_questions(session: GameSession, line: str, context: LineContext, otherwise: TakeLine) -> GameSession | None:
    """Answer the questions of a line that ask about orders; ``otherwise`` takes its other sentences.

    None for a line that has none, and for one whose writer answers it.
    """
    position = session.view.open_position
    if (
        "?" not in line
        or position is None
        or session.view.board.war.troops
        or session.phase not in {None, position.phase}
    ):
        return None
    sentences = [one for one in sentences_of(line) if not _GO_AHEAD.fullmatch(one)]
    told, rest, is_any = session, list[str](), False
    for sentence, behind in zip_longest(sentences, sentences[1:], fillvalue=""):
        is_alone = not behind or asks_about_orders(sentence)  # "F TRI - VEN? Over my dead body."
        is_open = _is_question(sentence) and is_alone and not _ANSWERED.match(behind)
        answered = _answer(told, sentence, context) if is_open else None
        if answered is None:
            rest.append(sentence)
        elif rest:
            told = otherwise(told, " ".join(rest), context)
            told = _answer(told, sentence, context) or told
            rest, is_any = [], True
        else:
            told, is_any = answered, True
    if not is_any:
        return None
    return _with_rest(told, " ".join(rest), context, otherwise) if rest else told


def _with_rest(session: GameSession, rest: str, context: LineContext, otherwise: TakeLine) -> GameSession:
    """Take what follows questions; what is to count if the answer is no is only offered."""
    if not (no := _IF_NOT.match(rest)):
        return otherwise(session, rest, context)
    below = otherwise(replace(session, held=session.held or Held(rest, Governs.HOLDS)), rest[no.end() :], context)
    return replace(below, held=session.held)


def _unread(session: GameSession, question: str, reader: OrderReader) -> GameSession | None:
    """Return the session with a question, in which nothing is asked for that orders do, answered as such; else None.

    It would be taken for an order with faults.
    """
    if not asks_about_orders(question) or hold_clause_in(question):
        return None
    read = [one for _, one in read_orders_with(question, reader, hinted=0)]
    is_talk = all(isinstance(one, Misread) and one.is_prose for one in read)
    is_misread = all(isinstance(one, Misread) for one in read)
    return session.told(question, Done(Outcome.FOR_A_PERSON)) if is_misread and not is_talk else None


def asks_about_orders(line: str) -> bool:
    """Whether a line is a question that asks whether something may be done, or which: nothing that it leaves open."""
    texts = tuple(fold_case(word) for word in _WORD.findall(line))
    at = _behind(texts, 0, "courtesies")
    return _is_question(line) and any(_size_of(key, texts, at) for key in ("asks", "which", "past"))


def _is_question(sentence: str) -> bool:
    return sentence.rstrip(' \t*_"”»)').endswith("?") and len(sentence) <= _LONGEST_QUESTION


def _answer(session: GameSession, question: str, context: LineContext) -> GameSession | None:
    """Return the session with a question answered; None for one that asks about nothing that orders do."""
    position = session.view.open_position
    if position is None:
        return None
    reader = reader_for(session.view, position, session.person)
    if all(isinstance(one, Order) for _, one in read_orders_with(question, reader, hinted=0)):
        return None  # "Would you please move Paris to Burgundy?"
    kind, statement, is_conditional = _statement_of(question)
    is_choice = _says(question, "choices")
    if kind in {"asks", ""} and not is_choice and (orders := _orders_in(statement, reader, is_asked=kind == "asks")):
        is_doubt = not kind and any(
            order in session.game.orders_of(power) for power in session.game.orders for order in orders
        )
        return None if is_doubt else _told(session, question, orders, context, offers=not is_conditional)
    listed = _listed(session, question, reader, statement) if kind in {"asks", "which", ""} else None
    return listed or _unread(session, question, reader)


def _listed(session: GameSession, question: str, reader: OrderReader, statement: str) -> GameSession | None:
    """Return the session with what may be done by the units that a question is about; None where it asks no such."""
    is_movement = reader.scene.position.phase.kind is PhaseKind.MOVEMENT
    if is_movement and _says(question, "builds") and _says(question, "possible"):
        about = Word("MOBILISATIONS" if session.person.language == "fr" else "BUILDS", 0)
        asked = HelpRequest(session.person.language, about)
        return session.told(question, answer_help(asked, session.person, session.view.board, session.view.book))
    is_choice = bool(reader.named_places(question) or (not is_movement and _says(question, "things")))
    is_unit = reader.is_places(statement) and len(reader.named_units(statement)) == 1  # "And Trieste?"
    if not is_unit and not (is_choice and _says(question, "possible")):
        return None
    possible = _possible(session, reader, question)
    return session.told(question, OrderAskedAbout(instead=possible[:_MOST_LISTED])) if possible else None


def _told(
    session: GameSession, question: str, orders: Sequence[Order], context: LineContext, *, offers: bool
) -> GameSession | None:
    """Return the session with each order that a question asks for offered, or told whether it may be given.

    Where its unit has an order, another one is only offered to a polite request.
    """
    standing = [one for power in session.game.orders for one in session.game.orders_of(power)]
    words = spaced_words(question)
    is_request = any(f" {' '.join(phrase)} " in words for phrase in _phrases("requests"))
    for order in orders:
        events = decide_order(session, order, context)
        if isinstance(events, Refused):
            return None
        power = next(event.power for event in events if isinstance(event, OrderGiven))
        void = fault_of_order(session.happened(events).game, power, order)
        has_other = province_of(order) in map(province_of, standing)
        if void or order in standing or not offers or (has_other and not is_request):
            session = session.told(question, OrderAskedAbout(order, void.why if void else None))
        else:
            held = Held(question, Governs.HOLDS)
            session = offer_orders(session, question, (order,), held, context, OfferReason.QUESTION)
    return session


def _statement_of(question: str) -> tuple[str, str, bool]:
    """Return how a question begins, what it asks for as if that were stated, whether on a condition.

    It begins with a phrase of "asks", "which", "past", "conditions", or with none of these.
    """
    words = [(fold_case(found[0]), found.start(), found.end()) for found in _WORD.finditer(question)]
    texts = tuple(text for text, _, _ in words)
    at = _behind(texts, 0, "courtesies")
    kind = max(("", "asks", "which", "past", "conditions"), key=lambda key: _size_of(key, texts, at) if key else 0)
    if kind not in {"", "asks"}:
        return kind, "", False
    asks = _behind(texts, at, "asks")
    while (further := _behind(texts, asks, "asks", "pronouns", "fillers")) > asks > at:
        asks = further
    first = max(asks, at)
    kept, place, end = list[str](), first, len(texts)
    while place < end:
        size = _size_of("within", texts, place)
        if not size and place > first and _size_of("conditions", texts, place):
            end = place
            break
        until = words[place + 1][1] if place + 1 < len(words) else len(question)
        kept += [] if size else [question[words[place][1] : until]]
        place += size or 1
    return kind, "".join(kept).strip(' \t?!.,;:*_"“”«»()'), end < len(texts)


def _behind(texts: tuple[str, ...], at: int, *keys: str) -> int:
    """Return the place behind all phrases of some tables that stand here, one after the other."""
    while size := max(_size_of(key, texts, at) for key in keys):
        at += size
    return at


def _size_of(key: str, texts: tuple[str, ...], at: int) -> int:
    """Return how many words the longest phrase of a table has that stands here; 0 for none."""
    return max((len(one) for one in _phrases(key) if texts[at : at + len(one)] == one), default=0)


def _orders_in(statement: str, reader: OrderReader, *, is_asked: bool) -> tuple[Order, ...]:
    """Return the orders that all of a statement gives, or the one that fits all it names; a legal one or not.

    What fits counts only where it ``is_asked`` for in words.
    """
    if _says(statement, "denials"):
        return ()
    read = [one for _, one in read_orders_with(statement, reader, hinted=0)]
    given = [one for one in read if not isinstance(one, Misread)]
    lexicon = reader.lexicon(tokens_of(statement))
    speaks_of_help = any(any(lexicon.of(at, OrderPart.SUPPORT, OrderPart.CONVOY)) for at in lexicon.places)
    if read and len(given) == len(read):
        orders = tuple(order for one in given for order in (one.orders if isinstance(one, Offered) else (one,)))
        helps = any(isinstance(order, SupportHold | SupportMove | Convoy) for order in orders)
        return orders if helps or not speaks_of_help else ()
    if speaks_of_help or not is_asked:
        return ()
    fitted = fitted_sentences(statement, reader, ())
    found = {order for sentence in fitted if sentence.is_whole for _, order in sentence.orders}
    return tuple(found) if len(found) == 1 else tuple(_march_named(statement, reader, lexicon))


def _march_named(statement: str, reader: OrderReader, lexicon: Lexicon) -> Iterator[Order]:
    """Yield the march of the one unit of the reader's that a statement names to the one other region it names."""
    holds = any(any(lexicon.of(at, OrderPart.HOLD)) for at in lexicon.places)
    units, places = reader.named_units(statement), reader.named_places(statement)
    others = places - units
    if reader.scene.position.phase.kind is PhaseKind.MOVEMENT and not holds and len(units) == len(others) == 1:
        (at,), (to,) = units, others
        yield Move(at, Location(to))


def _possible(session: GameSession, reader: OrderReader, question: str) -> tuple[Order, ...]:
    """Return what may be done in the open phase by the units that a question is about; none where that is too much."""
    board, position = session.game.board, reader.scene.position
    named = reader.named_units(question)
    units = [unit for unit in reader.scene.units() if not named or unit.at.province in named]
    match position.phase.kind:
        case PhaseKind.MOVEMENT if named:
            ways = [(unit.at.province, place) for unit in units for to in board.ways(unit).values() for place in to]
            return tuple(Move(at, place) for at, place in sorted(ways))
        case PhaseKind.RETREAT:
            driven = [position.dislodged[unit.at.province] for unit in units]
            return tuple(order for one in driven for order in retreats_of(one, board))
        case PhaseKind.ADJUSTMENT:
            powers = session.game.powers_of(session.person.address)
            return tuple(order for power in powers for order in _changes(board, position, power))
        case _:
            return ()


def _changes(board: Board, position: Position, power: Power) -> Sequence[Order]:
    due = required_orders(board, position, power)
    if due.removals:
        return [Disband(unit.at.province) for unit in position.units_of(power)]
    return possible_builds(board, position, power) if due.builds else ()


def _says(question: str, key: str) -> bool:
    """Whether a word of a table stands in a question; a star stands for any ending."""
    words = spaced_words(question)
    return any(f" {one.removesuffix('*')}{'' if one.endswith('*') else ' '}" in words for one in _table()[key])


@cache
def _phrases(key: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(fold_case(phrase).split()) for phrase in _table()[key])


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Sequence[str]]:
    return tomllib.loads((files("judge.handlers") / "asked_orders.toml").read_text(encoding="utf-8"))
