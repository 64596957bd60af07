"""Tell plain words from orders: whether a line is an order or near one, or a sentence that wishes for a command."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile

from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import GiveOrder
from judge.game.people.messages import Person
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.handlers.names import notations_of
from judge.handlers.session import GameSession, LineContext, Session
from judge.handlers.war import scout_hints_for
from judge.notation.hold_all import hold_clause_in
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import lexicon_of
from judge.notation.line import Misread, Offered, OfferReason, OrderReader
from judge.notation.loose_reading import tells_of_orders
from judge.notation.order_readings import OrderContext
from judge.notation.read import is_near_an_order, read_heading, split_orders
from judge.notation.sentences import LONGEST_TEXT, is_talk
from judge.notation.several_orders import (
    TITLE_OF_HOLDS,
    are_orders,
    below_title,
    is_title_of_orders,
    read_all_orders,
    read_errands,
    read_orders_with,
    word_of_title,
)
from judge.notation.tables import OrderPart
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Outcome, Unknown
from judge.requests.governing import sentences_of
from judge.requests.requests import Line
from judge.requests.suggestions import PossibleOrder, SuggestedCommand, near
from judge.rules.adjustments import required_orders
from judge.rules.board import Power, Province
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position, opening_position
from judge.rules.war.scouts import RestAll, ScoutOrder

_BULLETS = "-–—*•· "
_NUMBER = re.compile(r"\(?\d{1,2}[.)]\s*(?=\S)")


def orders_on(
    game: Game, position: Position, person: Person, line: str, *, hinted: int, title: str = ""
) -> Iterator[tuple[str, Order | ScoutOrder | RestAll | Misread | Offered]]:
    """Yield each part of a line with the order it is, to a unit or to a scout, or with its misreading.

    ``title`` is an order word above the line that may complete it.
    """
    scouts = scout_hints_for(game, game.powers_of(person.address))
    reader, *others = readers_for(game, position, person)
    read = tuple(read_all_orders(line, reader, hinted=hinted, scouts=scouts))
    for other in others:  # of several powers it is for the one whose order it can be
        if any(isinstance(meant, Misread | Offered) for _, meant in read):
            again = tuple(read_all_orders(line, other, hinted=0, scouts=scouts))
            reader, read = (other, again) if _is_read_better(again, read) else (reader, read)
    pieces = {line.strip(), *split_orders(line, reader.own, reader.scene.board)} if title else set()
    if title and any(part not in pieces for part, _ in read) and all(isinstance(one, Offered) for _, one in read):
        read = _led_by_title(title, line, read[0][1], reader) or read
    for part, meant in read:
        yield from (_led_by_title(title, part, meant, reader) if part in pieces else ()) or ((part, meant),)


def _led_by_title(
    title: str, part: str, meant: Order | ScoutOrder | RestAll | Misread | Offered, reader: OrderReader
) -> tuple[tuple[str, Order | Offered], ...]:
    """The orders of a part of a line that is none by itself, with the word of the title above it; else nothing.

    Names of units alone are offered: below ``Holds:`` may stand a place and a date as well.
    """
    if not title or not isinstance(meant, Misread | Offered):
        return ()
    below = below_title(title, _NUMBER.sub("", part.lstrip(_BULLETS)), reader)
    led = read_orders_with(below, reader, hinted=0) if below else ()
    given = [one for _, one in led if not isinstance(one, Misread | Offered)]
    if not given or len(given) < len(led):
        return ()
    if title == TITLE_OF_HOLDS:
        return tuple((part, Offered(part, (one,), OfferReason.GUESS)) for one in given)
    return ((part, given[0]),) if len(given) == 1 else ()


def reader_for(game: Game, position: Position, person: Person) -> OrderReader:
    """Return what reads the orders of somebody: their notation, the position, the one power that they write for."""
    return readers_for(game, position, person)[0]


def readers_for(game: Game, position: Position, person: Person) -> tuple[OrderReader, ...]:
    """Return what reads the orders of somebody with several powers: for none of them, then for each that owes any."""
    own, others = notations_of(person, game.board)
    powers = powers_written_for(game, position, game.powers_of(person.address))
    return tuple(OrderReader(own, others, OrderContext(game.board, position, power)) for power in powers)


def powers_written_for(game: Game, position: Position, powers: Sequence[Power]) -> tuple[Power | None, ...]:
    """Return the one power of several that owes orders between movements; None first where that leaves a choice."""
    if len(powers) == 1 or position.phase.kind is PhaseKind.MOVEMENT:
        return (powers[0],) if len(powers) == 1 else (None,)
    due = tuple(power for power in powers if required_orders(game.board, position, power).is_required)
    return due if len(due) == 1 else (None, *due)


_Read = Sequence[tuple[str, Order | ScoutOrder | RestAll | Misread | Offered]]


def _is_read_better(one: _Read, other: _Read) -> bool:
    """Return whether more of a line gives orders in one reading, or as much of it does and more is offered."""

    def worth(read: _Read) -> tuple[int, int]:
        misread = sum(isinstance(meant, Misread) for _, meant in read)
        return -misread, -sum(isinstance(meant, Offered) for _, meant in read)

    return worth(one) > worth(other)


def decide_order(session: Session, order: Order, context: LineContext) -> tuple[Event, ...] | Refused:
    """Return the events of an order for the phase that the letter has named, or why it is refused."""
    by, heading = session.person.address, session.heading
    command = GiveOrder(by, order, context.number, context.arrived, context.written, session.phase, heading)
    return decide(session.game, command, context.now)


def _position_to_read(game: Game | None) -> Position | None:
    """Return the position in which lines are read; before the start, the opening position."""
    return (game.position or opening_position(game.board)) if game else None


def is_order(session: Session, line: str) -> bool:
    """Return whether a line is nothing but orders, in the open phase of the writer's game."""
    game = session.view
    position = game.open_position if game else None
    if game is None or position is None:
        return False
    own, others = notations_of(session.person, game.board)
    powers = powers_written_for(game, position, game.powers_of(session.person.address))
    if pieces := read_errands(line, game.board, own, others):
        return all(
            isinstance(errand, ScoutOrder | RestAll)
            or (errand is None and are_orders(piece, position, game.board, powers[0], own, others))
            for piece, errand in pieces
        )
    return any(are_orders(line, position, game.board, power, own, others) for power in powers)


_FEWEST_WORDS_OF_TALK = 3
_FEWEST_SENTENCES = 2


def with_talk_apart(session: GameSession, line: str) -> tuple[str, str]:
    """Split a line into its orders and the sentences of talk behind them, which is empty where there are none."""
    position = session.view.open_position
    said = _sentences_dictated(line) or sentences_of(line)
    is_told = position is None or position.phase.kind is not PhaseKind.MOVEMENT  # "the other one I keep in reserve"
    if position is None or is_told or len(said) < _FEWEST_SENTENCES or len(line) > LONGEST_TEXT:
        return line, ""
    reader = reader_for(session.view, position, session.person)
    talk = tuple(takewhile(lambda one: _is_talk_behind(session, one, reader), reversed(said)))
    front = said[: len(said) - len(talk)]
    if not talk or not front or not is_near_order(session, front[-1]):
        return line, ""
    at = line.rindex(talk[-1])
    return line[:at].rstrip(), line[at:]


_DICTATED = 12
"""Words of a line without a sign between them that somebody must have dictated."""
_SAID_TO_SOMEBODY = re.compile(r"\s(?=(?:no|non)\s)", re.IGNORECASE)


def _sentences_dictated(line: str) -> tuple[str, ...]:
    """Return a line without signs, parted where a "no" may be said to somebody in the room; empty for others."""
    is_dictated = len(line.split()) >= _DICTATED and not re.search(r"[.,;:!?\n-]", line)
    return tuple(_SAID_TO_SOMEBODY.split(line)) if is_dictated else ()


def _is_talk_behind(session: GameSession, sentence: str, reader: OrderReader) -> bool:
    is_long = len(sentence.split()) >= _FEWEST_WORDS_OF_TALK
    return is_long and is_talk(sentence, reader) and not is_near_order(session, sentence)


MOST_GLANCED_AT = 10_000
"""What it may take, in words looked up, to tell which lines are orders where none is carried out."""


def is_own_order(session: Session, line: str, context: LineContext) -> bool:
    """Return whether a line is nothing but orders, and the writer could give one of them now."""
    game, person = session.view, session.person
    if session.game is None or game is None or game.open_position is None or not is_order(session, line):
        return False
    for _, read in orders_on(game, game.open_position, person, line, hinted=0):
        if isinstance(read, ScoutOrder | RestAll):
            return True
        if not isinstance(read, Misread | Offered) and not isinstance(decide_order(session, read, context), Refused):
            return True
    return False


def is_near_order(session: Session, line: str) -> bool:
    """Return whether any part of a line is an order or near to one, as far as its writer can know."""
    game = session.view
    position = _position_to_read(game)
    if game is None or position is None:
        return False
    own, others = notations_of(session.person, game.board)
    power = powers_written_for(game, position, game.powers_of(session.person.address))[0]
    if read_heading(line, game.board, own, others, game.powers_of(session.person.address)):
        return False
    if hold_clause_in(line):
        return True
    for piece, errand in read_errands(line, game.board, own, others) or ((line, None),):
        parts = split_orders(piece, own, game.board)
        if errand or any(is_near_an_order(part, position, game.board, power, own, others) for part in parts):
            return True
    return False


def point_out_order(session: Session, line: str) -> Session:
    """Point out a line that looks like an order where no lines are read any more."""
    return session.told(line, Done(Outcome.BELOW_END_NOT_READ)) if is_order(session, line) else session


_MOST_JOINS = 24
"""Pairs of lines of one letter that speak of orders and are tried as one."""
_SENTENCE_END = re.compile(r"(?<=[^\W_]{3}[.!?\u2026])\s+(?=\S)")
_WIDEST_WRAP = 200
"""Characters of a line that no mail program has broken: a paragraph of its own."""
_NARROWEST_WRAP = 65
"""Characters up to which no mail program breaks a line while the next word would still fit."""


def join_wrapped_lines(session: Session, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines, two of them joined where that makes an order of them.

    That is where the second is no order, both together are, and the first may go on: it is no order either, or it is as
    long as a mail program makes a line. ``… supports the army in Paris`` is an order, and perhaps not the one that was
    written; two regions on two lines are a list, and what has all units hold is a line of its own. The sentence that
    is broken must be one, too: of most lines it is none, and it takes less to read than both.
    """
    reads_as_order = cache(partial(is_order, session))
    waiting: Line | None = None
    tries = 0
    for line in _unwrapped(session, lines, reads_as_order):
        is_broken = isinstance(line.request, PossibleOrder) and len(line.text) <= _WIDEST_WRAP
        may_join = waiting and tries < _MOST_JOINS and is_broken
        is_title = line.text.rstrip().endswith(":")
        if waiting and may_join and not (is_title or reads_as_order(line.text) or hold_clause_in(line.text)):
            whole = Line(f"{waiting.text.rstrip()} {line.text.lstrip()}", PossibleOrder())
            broken = f"{_last_sentence(waiting.text).rstrip()} {_first_sentence(line.text)[0].lstrip()}"
            tries += names_regions(session, broken)
            is_whole = reads_as_order(broken) and reads_as_order(whole.text)
            if is_whole and not _names_places_alone(session, whole.text):
                yield whole
                waiting = None
                continue
        if waiting:
            yield waiting
        is_open = _may_be_wrapped(line, reads_as_order) and not _is_title_for_units(session, line.text)
        waiting = line if is_open else None
        if waiting is None:
            yield line
    if waiting:
        yield waiting


def _unwrapped(session: Session, lines: Sequence[Line], reads_as_order: Callable[[str], bool]) -> Iterator[Line]:
    """Yield the lines; the end of a sentence that a mail program has broken stands on the line where it begins.

    It breaks a line where the next word would have made it longer than the longest one of the letter.
    """
    widest = max((len(line.text.rstrip()) for line in lines), default=0)
    whole: Line | None = None
    last = ""
    for line in lines:
        goes_on = whole and len(line.text) <= _WIDEST_WRAP and _goes_on(last, line, widest)
        is_added = goes_on and _ADDS.match(line.text) and not reads_as_order(_last_sentence(last))
        if whole and goes_on and (is_added or _leads_on(session, last, line.text) or not reads_as_order(line.text)):
            end, rest = _first_sentence(line.text)
            text, is_wish = f"{whole.text.rstrip()} {end.lstrip()}", isinstance(line.request, SuggestedCommand)
            whole = Line(text, near(text)) if is_wish else replace(whole, text=text)
            if rest:
                yield whole
                whole = Line(rest, near(rest) if is_wish else PossibleOrder())
        else:
            if whole:
                yield whole
            whole = line
        is_text = isinstance(line.request, PossibleOrder | SuggestedCommand)
        last = line.text if is_text and len(whole.text) < LONGEST_TEXT else ""
    if whole:
        yield whole


_ADDS = re.compile(r"\s*(?:and|et|nor|ni)\s")
"""How a line begins that goes on with a unit whose order stands behind it: ``Paris`` / ``and Brest hold``."""

_LEADING = (
    *(OrderPart.PREPOSITION, OrderPart.MOVE, OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.FILLER),
    *(OrderPart.AND, OrderPart.FROM, OrderPart.BY, OrderPart.WITH, OrderPart.SEND),
)


def _leads_on(session: Session, last: str, line: str) -> bool:
    """Return whether a line ends within an order or a name: ``Rome goes to``, ``Rome in the Tyrrhenian``."""
    game = session.view
    position = game.open_position if game else None
    if game is None or position is None:
        return False
    before, behind = last.rsplit(maxsplit=1)[-1], line.split(maxsplit=1)[0]
    lexicon = reader_for(game, position, session.person).lexicon(tokens_of(f"{before} {behind}"))
    is_name = any(found.end > 1 for found in lexicon.of(0, OrderPart.PLACE))
    return is_name or any(lexicon.of(0, *_LEADING))


def _first_sentence(text: str) -> tuple[str, str]:
    """Return a text up to the end of its first sentence, and what stands behind that."""
    found = _SENTENCE_END.search(text)
    return (text[: found.start()], text[found.end() :]) if found else (text, "")


def _last_sentence(text: str) -> str:
    """Return the last sentence of a text, whole or not."""
    *_, last = _SENTENCE_END.split(text.rstrip())
    return last


def _goes_on(last: str, line: Line, widest: int) -> bool:
    """Return whether a sentence that has come to no end goes on in the next line.

    Its first word did not fit, or is one with a small letter, as no sentence begins.
    """
    text, word = last.rstrip(), line.text.split(maxsplit=1)[:1]
    is_inside = bool(word) and word[0][0].islower() and not last.islower()
    is_full = len(text) >= _NARROWEST_WRAP and bool(word) and (is_inside or len(text) + 1 + len(word[0]) > widest)
    is_led_on = bool(_ARTICLE.search(text)) and text.split()[-1].islower()  # "F TRI - MON" ends with no « mon »
    is_full = is_full or (is_led_on and len(text.split()) >= _FEWEST_WORDS)
    is_wish = isinstance(line.request, SuggestedCommand) and bool(is_inside or _UNFINISHED.search(text))
    is_text = (isinstance(line.request, PossibleOrder) or is_wish) and line.text.lstrip()[:1].isalnum()
    return is_full and is_text and not text.endswith((".", "!", "?", "\u2026", ":", ";"))


_FEWEST_WORDS = 6
"""Words of a line that goes on where it ends with an article, however short: ``… except that the fleet in the``."""
_ARTICLE = re.compile(r"\b(?:the|an?|my|our|l[ae]s?|une?|mon|ma|mes|nos)$")
_UNFINISHED = re.compile(
    r"\b(?:and|or|but|the|an?|my|to|from|in|of|with|et|ou|mais|l[ae]s?|une?|d[eu]s?|mon|ma|mes|en|au?x?|à|vers|avec)$",
    re.IGNORECASE,
)
"""Words behind which a sentence goes on, whatever the next line asks: ``Paris and``."""


def orders_behind(session: GameSession, line: str, own: Collection[str]) -> tuple[str, str] | None:
    """Return a sentence that begins with a command, and what stands behind it and may be orders; None for any other.

    So may what all units are told in a clause of that sentence: ``Away till Thursday, so all units hold``. ``own`` is
    how words for the writer's powers begin: ``Away till Thursday. Turkey holds.``
    """
    first, rest = _first_sentence(line)
    held = hold_clause_in(first)
    if held and held.before:
        command, orders = held.before, line[len(held.before) :].lstrip(" ,;")
        return command, orders
    cut = _CLAUSE.match(first)
    for behind in (rest, line[cut.end() :] if cut else ""):
        if hold_clause_in(behind, own):
            return line[: -len(behind)], behind
    if title := _TITLE_OF_ORDERS.match(line):  # "I'm away from tomorrow, so here they are: A PAR - BUR"
        orders = line[title.end() :]
        if named_units(session, orders) and is_near_order(session, orders):
            return title[0].rstrip(), orders
    return (first, rest) if rest and named_units(session, rest) and is_near_order(session, rest) else None


_CLAUSE = re.compile(r"[^,:]+[,:]\s+(?:so|donc|alors|then)?\s*", re.IGNORECASE)
_TITLE_OF_ORDERS = re.compile(r"[^:]+:(?!\d)\s*(?=\S)")


def named_units(session: GameSession, text: str) -> frozenset[Province]:
    """Return where the units stand that a text names."""
    position = session.view.open_position
    said = _NO_PARIS.sub(" ", text)
    return reader_for(session.view, position, session.person).named_units(said) if position else frozenset()


_NO_PARIS = re.compile(
    r"\bpar (?:ailleurs|exemple|contre|avance|hasard|erreur|mail|courrier|cons[ée]quent|retour|moments|piti[ée])\b",
    re.IGNORECASE,
)
"""French phrases with a word that is the code of a region, too."""


def names_regions(session: Session, text: str) -> bool:
    """Return whether a text speaks of orders or regions: reading it then takes the most work."""
    game = session.view
    if game is None:
        return False
    own, others = notations_of(session.person, game.board)
    return tells_of_orders(text, own, tuple(others), game.board)


def names_places(session: Session, text: str) -> bool:
    """Return whether a text names a region as it is called: by no word that is only like it, as "Best" is."""
    game = session.view
    if game is None:
        return False
    lexicon = lexicon_of(tokens_of(text), *notations_of(session.person, game.board), game.board)
    return any(any(lexicon.of(place, OrderPart.PLACE)) for place in lexicon.places)


def _names_places_alone(session: Session, line: str) -> bool:
    """Return whether a line has nothing but names of units and regions."""
    game = session.view
    position = game.open_position if game else None
    return game is not None and position is not None and reader_for(game, position, session.person).is_places(line)


def _is_title_for_units(session: Session, line: str) -> bool:
    """Return whether a line is a title such as ``Supports``: its word belongs behind the units below it."""
    game, position = session.view, _position_to_read(session.view)
    if game is None or position is None:
        return False
    reader = reader_for(game, position, session.person)
    return is_title_of_orders(line, reader) and word_of_title(line, position, reader.own) not in {"", TITLE_OF_HOLDS}


def _may_be_wrapped(line: Line, reads_as_order: Callable[[str], bool]) -> bool:
    """Return whether a line may have been broken; never a title such as ``Builds:``, for all lines below."""
    if not isinstance(line.request, PossibleOrder) or line.text.rstrip().endswith(":"):
        return False
    is_long = len(line.text) >= _NARROWEST_WRAP
    return is_long or not (_POINTS_BACK.search(line.text) or reads_as_order(line.text))


_POINTS_BACK = re.compile(r"\b(?:that|this|it|him|them|ça|cela|celle-ci|celui-ci)$", re.IGNORECASE)
"""Ends a short line that no mail program has broken: ``Serbia backs that`` / ``Budapest ditto``."""

_SUGGESTIONS = frozenset({Unknown.COMMAND_WISHED, Unknown.PRESS_WISHED})


def is_all_prose(session: Session, lines: Sequence[Line]) -> bool:
    """Return whether no line of a letter that was carried out was near to a command or an order."""
    game = session.game
    if (
        game is None
        or game.position is None
        or not all(isinstance(line.request, PossibleOrder | SuggestedCommand) for line in lines)
    ):
        return False
    return bool(session.answers) and all(_is_prose(one.answer) for one in session.answers)


def _is_prose(answer: LineAnswer) -> bool:
    """Return whether an answer says that the line was plain words, or suggests a command for them."""
    return answer == Done(Outcome.PLAIN_WORDS) or (isinstance(answer, InvalidCommand) and answer.what in _SUGGESTIONS)
