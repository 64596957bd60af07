"""Answer questions about orders: why one came out as it did, what would come of some, whether they may be given."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import zip_longest

from judge.game.decide import decide
from judge.game.orders.messages import AskWhatIf, OrderGiven
from judge.game.orders.order_status import fault_of_order
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.state import WHATIF_PERIOD, Game
from judge.game.visibility import close_as_seen_by
from judge.handlers.books import answer_help
from judge.handlers.names import closed_phase_named, notations_of, read_powers, unknown_phase
from judge.handlers.offers import offer_orders
from judge.handlers.plain_words import decide_order, reader_for
from judge.handlers.services import Services
from judge.handlers.session import GameSession, Held, LineContext, Session, always, handles_in_game, hints_left, no_game
from judge.handlers.war import scout_hints_for
from judge.languages import word_table
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import Misread, Offered, OfferReason, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import misread_of, read_order
from judge.notation.sentences import fitted_sentences
from judge.notation.several_orders import read_all_orders, read_orders_with
from judge.notation.tables import OrderPart, load_notation
from judge.notation.write import write_unit
from judge.reports.deadlines import retreats_of
from judge.reports.game_answers import what_if_order_text, what_if_power_text, write_what_if, write_why
from judge.reports.language import say
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    OrderAskedAbout,
    Outcome,
    TextAnswer,
    Unknown,
    WhatIfAnswer,
)
from judge.reports.phrasing import phrasing_for
from judge.reports.war_report import what_if_scout_order_text
from judge.requests.governing import Governs, is_question, sentences_of
from judge.requests.names import phase_named
from judge.requests.questions import HelpRequest, WhatIfRequest, WhyRequest
from judge.requests.vocabulary import Word, fold_case, phrase_of, spaced_words, words_in
from judge.rules.adjustments import possible_builds, required_orders
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.explanation import verdict_at
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    province_of,
)
from judge.rules.position import Phase, PhaseKind, Position, Season, building_power
from judge.rules.verdicts import Verdict
from judge.rules.war.scouts import RestAll, ScoutOrder

# --- what-ifs: a block of orders of any powers is read and judged, every line answered; no real order is touched


_MOST_LINES = 100
"""Lines of one block that are read: the orders of every unit a board can hold, each power with a line of its own."""


@dataclass(frozen=True)
class WhatIfOrders:
    """How far a block has been read; ``power`` is the one named last, None before any was."""

    answers: tuple[AnsweredLine, ...] = ()
    orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    power: Power | None = None

    def told(self, line: str, answer: LineAnswer) -> "WhatIfOrders":
        """Return it with one more line answered."""
        return replace(self, answers=(*self.answers, AnsweredLine(line, answer)))

    def ordered(self, power: Power, order: Order) -> "WhatIfOrders":
        """Return it with one more order of a power."""
        return replace(self, orders={**self.orders, power: (*self.orders.get(power, ()), order)})


@dataclass(frozen=True)
class _BlockContext:
    """How the lines are read: the game as the reader knows it, the position, answers ``above`` the block."""

    game: Game
    reader: Person
    position: Position
    above: Sequence[AnsweredLine]


def _read_what_if_block(
    lines: Sequence[str], game: Game, reader: Person, position: Position, above: Sequence[AnsweredLine] = ()
) -> WhatIfOrders:
    """Return the orders of a block, with an answer to each line.

    A line that cannot be read is answered and left out; of a block that is too long the end is not read. ``above`` are
    the answers to the lines above the block.
    """
    read = WhatIfOrders()
    for line in lines[:_MOST_LINES]:
        read = _read_line(read, line, _BlockContext(game, reader, position, above))
    for line in lines[_MOST_LINES : _MOST_LINES + 1]:
        read = read.told(line, Done(Outcome.TOO_MANY_LINES, str(_MOST_LINES)))
    return read


def _read_line(read: WhatIfOrders, line: str, on: _BlockContext) -> WhatIfOrders:
    """Read a power, with or without orders behind it, or orders alone, whose power their units show."""
    head, colon, rest = line.partition(":")
    powers = read_powers(words_in(head), on.game.board, load_notation(on.reader.notation))
    if colon and not rest.strip() and isinstance(powers, InvalidCommand):
        return read.told(line, powers)
    if isinstance(powers, InvalidCommand) or len(powers) != 1:
        return _read_line_of_orders(read, line, on)
    (power,) = powers
    read = replace(read, power=power).told(
        head + colon, WhatIfAnswer(what_if_power_text(on.reader, power, on.game.board))
    )
    return _read_line_of_orders(read, rest, on)


def _read_line_of_orders(read: WhatIfOrders, line: str, on: _BlockContext) -> WhatIfOrders:
    own, others = notations_of(on.reader, on.game.board)
    reader = OrderReader(own, others, OrderContext(on.game.board, on.position, read.power))
    hinted = hints_left((*on.above, *read.answers))
    scouts = scout_hints_for(on.game, on.game.powers_of(on.reader.address))
    for part, order in read_all_orders(line, reader, hinted=hinted, scouts=scouts):
        if isinstance(order, Misread | Offered):
            read = read.told(part, misread_of(order))
        elif isinstance(order, ScoutOrder | RestAll):
            phrasing = phrasing_for(on.game, on.reader, on.position)
            read = read.told(part, WhatIfAnswer(what_if_scout_order_text(order, phrasing)))
        else:
            read = _with_order(read, part, order, on)
    return read


def _with_order(read: WhatIfOrders, line: str, order: Order, on: _BlockContext) -> WhatIfOrders:
    power = _power_of(read, order, on)
    if power is None:
        return read.told(line, InvalidCommand.missing(Unknown.POWER, len(line), tuple(on.game.board.powers)[:1]))
    said = what_if_order_text(order, phrasing_for(on.game, on.reader, on.position))
    return read.ordered(power, order).told(line, WhatIfAnswer(said))


def _power_of(read: WhatIfOrders, order: Order, on: _BlockContext) -> Power | None:
    """The power whose order it is: its unit's, or the home's; for waived builds the one named, or the reader's."""
    match order:
        case Waive():
            return read.power or next(iter(on.game.powers_of(on.reader.address)), None)
        case Build(at=place):
            return building_power(on.game.board, on.position, place.province) or read.power
        case _:
            unit = on.position.unit_at(order.at)
            return unit.power if unit else read.power


@handles_in_game(no_game, tells_course=always)
def handle_what_if(session: GameSession, text: str, asked: WhatIfRequest, context: LineContext) -> Session:
    """Answer a what-if, for the open phase or for a closed one.

    Only one that is judged counts towards the day's allowance.
    """
    game = session.view
    position = _position_of(game, asked.phase, context.services, session.person)
    if not isinstance(position, Position):
        return session.told(text, position)
    events = decide(game, AskWhatIf(session.person.address), context.now)
    if isinstance(events, Refused):
        return session.told(text, events)
    return _judge_block(session.happened(events), text, asked, position, context)


def _position_of(
    game: Game, named: Word | None, services: Services, reader: Person
) -> Position | InvalidCommand | Refused:
    """Return the position a what-if starts from, or why there is none."""
    if named is None:
        none = Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
        return game.open_position or none
    current = game.open_position
    if current and phase_named(named.text) == current.phase:
        return current
    closed = services.phases(game.name)
    if event := closed_phase_named(named, closed):
        return close_as_seen_by(game, event, reader.address).before
    return unknown_phase(named, [event.before.phase for event in closed] + ([current.phase] if current else []))


def _judge_block(
    session: GameSession, text: str, asked: WhatIfRequest, position: Position, context: LineContext
) -> Session:
    game, reader = session.view, session.person
    read = _read_what_if_block(asked.lines, game, reader, position, session.answers)
    judgement = judge_phase(game.board, game.book, position, read.orders)
    used = len(game.whatifs_of(reader.address, context.now - WHATIF_PERIOD))
    report = write_what_if(game, reader, position, judgement, game.settings.whatifs_per_day - used)
    session = session.told(text.partition("\n")[0], WhatIfAnswer(say(reader.language, "supposed.begun")))
    session = replace(session, answers=(*session.answers, *read.answers))
    return session.told(asked.closing, WhatIfAnswer(report=report))


# --- answer WHY: how the order to a unit came out in a closed phase, and for what reason


_MOST_HINTS = 4


def answer_why(game: Game, closed: Sequence[PhaseClosed], question: WhyRequest, reader: Person) -> LineAnswer:
    """Return the chain of reasons for one order of a closed phase.

    Without a named phase it is the last one that had the unit. ``closed`` are the closed phases of the game, oldest
    first, as the reader may know them. Only people of the game are answered.
    """
    if reader.address not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    asked = _phases_to_search(question.phase, closed)
    if not asked:
        return unknown_phase(question.phase, [event.before.phase for event in closed])
    if not question.unit:
        end = question.phase.end if question.phase else 0
        return InvalidCommand.missing(Unknown.UNIT, end, _example_units(game, asked[0], reader))
    unit = _without_game_name(question.unit, game)
    for words in dict.fromkeys((question.unit, unit)):
        for event in asked:
            verdict = _verdict_on(game, event, words, reader)
            if isinstance(verdict, Verdict):
                return TextAnswer(write_why(game, reader, event, verdict))
    for event in asked:
        if (verdict := _verdict_on_own(game, event, unit, reader)) is not None:
            return TextAnswer(write_why(game, reader, event, verdict))
    return _unknown_unit(game, asked[0], unit, reader)


def _without_game_name(words: tuple[Word, ...], game: Game) -> tuple[Word, ...]:
    """Return the words of a unit without the name of the game before them."""
    return words[1:] if words[1:] and words[0].text.lower() == game.name else words


def _phases_to_search(named: Word | None, closed: Sequence[PhaseClosed]) -> Sequence[PhaseClosed]:
    """Return the named phase, or all phases, newest first."""
    if named is None:
        return closed[::-1]
    event = closed_phase_named(named, closed)
    return (event,) if event else ()


def _verdict_on(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> Verdict | Misread | None:
    """Return the verdict on the unit that the words name, or on the unit of the order that they are.

    None where the phase has no verdict on it; the misreading where they are neither.
    """
    own, others = notations_of(reader, game.board)
    text, units = _as_written(words), _as_if_all_stood(event)
    named = read_order(f"{text} H", units, game.board, None, own, others)
    order = read_order(text, event.before, game.board, None, own, others) if isinstance(named, Misread) else named
    if isinstance(order, Misread):
        return named if isinstance(named, Misread) else order
    province = province_of(order)
    return verdict_at(event.judgement, province) if province else None


def _verdict_on_own(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> Verdict | None:
    """Return the verdict on the reader's own unit that a sentence names, by its region or as the one of its kind."""
    text, units = _as_written(words), _as_if_all_stood(event)
    for power in game.powers_of(reader.address):
        asked = OrderReader(*notations_of(reader, game.board), OrderContext(game.board, units, power))
        if (unit := asked.unit_of_line(text) or asked.only_unit_of_kind(text)) is not None:
            return verdict_at(event.judgement, unit.at.province)
        aims = asked.named_places(text)
        bound = [one for one in event.judgement.verdicts.get(power, ()) if _leads_to(one.order, aims)]
        if len(bound) == 1:
            return bound[0]
    return None


def _leads_to(order: Order | None, regions: frozenset[Province]) -> bool:
    return isinstance(order, Move | Retreat) and order.to.province in regions


def _as_written(words: Sequence[Word]) -> str:
    """Return the words with the spaces between them, without a question mark at the end."""
    text = ""
    for word in words:
        text = text.ljust(word.start - words[0].start) + word.text
    return text.rstrip(" ?")


def _as_if_all_stood(event: PhaseClosed) -> Position:
    """Return a position in which every unit that has a verdict in a phase can be named."""
    return Position(Phase(Season.SPRING, event.before.phase.year, PhaseKind.MOVEMENT), _units_of_phase(event))


def _units_of_phase(event: PhaseClosed) -> Mapping[Province, Unit]:
    """Return every unit that has a verdict in a phase, by its province; builds that failed, too."""
    units: dict[Province, Unit] = {}
    for power, verdicts in event.judgement.verdicts.items():
        for verdict in verdicts:
            match verdict.unit, verdict.order:
                case None, Build(kind, at):
                    units.setdefault(at.province, Unit(power, kind, at))
                case Unit() as unit, _:
                    units[unit.at.province] = unit
                case _:
                    pass
    return units


def _unknown_unit(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> InvalidCommand:
    """Say which words name no unit, as far as the reading tells, and suggest some units of the phase."""
    text, start = _as_written(words), words[0].start
    found = _verdict_on(game, event, words, reader)
    at, end = (found.start, found.end) if isinstance(found, Misread) and found.start < len(text) else (0, len(text))
    return InvalidCommand.at(Unknown.UNIT, Word(text[at:end], start + at), _example_units(game, event, reader))


def _example_units(game: Game, event: PhaseClosed, reader: Person) -> tuple[str, ...]:
    """Return some of the reader's own units in a phase; of anybody's where they had none."""
    units, powers = _units_of_phase(event).values(), game.powers_of(reader.address)
    own = [unit for unit in units if unit.power in powers] or list(units)
    notation = load_notation(reader.notation)
    return tuple(write_unit(unit, notation, game.board) for unit in sorted(own, key=str)[:_MOST_HINTS])


# --- whether orders may be given: what one asks for is offered, whether it may be done told, what may be listed


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
    if position is None or session.view.board.war.troops or session.phase not in {None, position.phase}:
        return None
    sentences = [one for one in sentences_of(line) if not _GO_AHEAD.fullmatch(one)]
    told, rest, is_any = session, list[str](), False
    for sentence, behind in zip_longest(sentences, sentences[1:], fillvalue=""):
        is_alone = not behind or _asks_about_orders(sentence)  # "F TRI - VEN? Over my dead body."
        is_open = _is_short_question(sentence) and is_alone and not _ANSWERED.match(behind)
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


def _unread(session: GameSession, question: str, read: Sequence[object]) -> GameSession | None:
    """Return the session with a question, in which nothing is asked for that orders do, answered as such; else None.

    It would be taken for an order with faults: ``read`` is what it reads as.
    """
    if not _asks_about_orders(question) or hold_clause_in(question):
        return None
    is_talk = all(isinstance(one, Misread) and one.is_prose for one in read)
    is_misread = all(isinstance(one, Misread) for one in read)
    return session.told(question, Done(Outcome.FOR_A_PERSON)) if is_misread and not is_talk else None


def _asks_about_orders(line: str) -> bool:
    """Whether a line is a question that asks whether something may be done, or which: nothing that it leaves open."""
    texts = tuple(fold_case(word) for word in _WORD.findall(line))
    at = _behind(texts, 0, "courtesies")
    return _is_short_question(line) and any(_size_of(key, texts, at) for key in ("asks", "which", "past"))


def _is_short_question(sentence: str) -> bool:
    return is_question(sentence) and len(sentence) <= _LONGEST_QUESTION


def _answer(session: GameSession, question: str, context: LineContext) -> GameSession | None:
    """Return the session with a question answered; None for one that asks about nothing that orders do."""
    position = session.view.open_position
    if position is None:
        return None
    reader = reader_for(session.view, position, session.person)
    read = [one for _, one in read_orders_with(question, reader, hinted=0)]
    if all(isinstance(one, Order) for one in read) and not hold_clause_in(question):
        return None  # "Would you please move Paris to Burgundy?"
    kind, statement, is_conditional = _statement_of(question)
    is_choice = _says(question, "choices")
    if kind in {"asks", ""} and not is_choice and (orders := _orders_in(statement, reader, is_asked=kind == "asks")):
        is_doubt = not kind and any(
            order in session.game.orders_of(power) for power in session.game.orders for order in orders
        )
        return None if is_doubt else _told(session, question, orders, context, offers=not is_conditional)
    listed = _listed(session, question, reader, statement) if kind in {"asks", "which", ""} else None
    return listed or _unread(session, question, read)


def has_all_hold(line: str) -> bool:
    """Return whether a question of a line asks that all units hold, and nothing else."""
    asked = (_statement_of(one)[1] for one in sentences_of(line) if _is_short_question(one))
    return any(held.is_whole for one in asked if one and (held := hold_clause_in(one)))


def _listed(session: GameSession, question: str, reader: OrderReader, statement: str) -> GameSession | None:
    """Return the session with what may be done by the units that a question is about; None where it asks no such."""
    is_movement = reader.scene.position.phase.kind is PhaseKind.MOVEMENT
    if is_movement and _says(question, "builds") and _says(question, "possible"):
        about = Word(phrase_of("topic_builds", session.person.language), 0)
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
    is_request = _says(question, "requests")
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
    if reader.scene.position.phase.kind is PhaseKind.MOVEMENT and not holds and len(units) == len(places - units) == 1:
        (at,), (to,) = units, places - units
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
            return tuple(one for unit in units for one in retreats_of(position.dislodged[unit.at.province], board))
        case PhaseKind.ADJUSTMENT:
            powers = session.powers
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
    return word_table("handlers", "order_questions")
