"""Which of several offers a reply takes, by their numbers or the title of a plan: read, then carried out.

So are ``yes to the second``, « 1 et 3 oui, 2 non ».
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TypeGuard

from judge.game.orders.messages import Alternative, LinesLeft
from judge.handlers.offers import offer_orders, offers_meant, take_offers, take_orders
from judge.handlers.session import GameSession, Held, LineContext
from judge.reports.line_answers import Done, Fate, OrdersDropped, Outcome, fate_of
from judge.requests.governing import Governs
from judge.requests.vocabulary import fold_case
from judge.rules.orders import Order

_LONGEST_LINE = 120
"""Characters; a line that says no more than numbers is shorter."""

_FEWEST = 2
"""Offers; one alone has no number."""
_BOTH = frozenset({1, 2})

_LONGEST_PHRASE = 5
"""Tokens of a phrase; an apostrophe parts two."""

_TOKEN = re.compile(r"\w+|[,.;:!?]")
_STOPS = frozenset(",.;")
_SILENT = frozenset(":!")


class _Say(Enum):
    """What a phrase of a reply does; the value is its key in ``which.toml``."""

    YES = "yes"
    NO = "no"
    ONLY = "only"
    BESIDES = "besides"
    ALL = "all"
    BOTH = "both"
    LAST = "last"
    PARTS = "parts"
    SMALL = "small"


@dataclass(frozen=True)
class Which:
    """The numbers of the offers that a reply takes and drops, from 1; the others wait."""

    taken: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()


def read_which(
    line: str, count: int, titles: Mapping[int, str] | None = None, *, by_title: bool = False
) -> Which | None:
    """Return which of ``count`` offers a line takes and drops; None for one that does not say it in numbers alone.

    An answer stands either before the numbers that it is about or behind them, all through the line. What leaves open
    which numbers it is about says nothing. ``titles`` are names of some of them; ``by_title`` if one must be named so.
    """
    if count < _FEWEST or len(line) > _LONGEST_LINE:
        return None
    tokens, names = _TOKEN.findall(fold_case(line)), dict(_names_of(titles or {}))
    if by_title and not any(tuple(tokens[at : at + len(one)]) == one for one in names for at in range(len(tokens))):
        return None
    items = _items_of(tokens, count, names)
    named = {number for item in items or () if isinstance(item, frozenset) for number in item}
    if not items or not named or max(named) > count or 0 in named:
        return None
    whole = frozenset(range(1, count + 1))
    said = [item for item in items if isinstance(item, _Say)]
    if not said:
        return Which(taken=frozenset(named))
    ends_with_answer = isinstance(items[0], frozenset) and said[0] is not _Say.BESIDES
    reading = _behind(items, whole) if ends_with_answer else _before(items, whole)
    return None if reading is None or reading.taken & reading.dropped else reading


_Names = Mapping[tuple[str, ...], int]
_Item = _Say | frozenset[int] | str
"""An answer, the numbers named together, or a sign that parts."""


def _items_of(tokens: list[str], count: int, names: _Names) -> list[_Item] | None:
    """The line as answers, numbers and the signs between them; None where it has any other word."""
    items: list[_Item] = []
    place = 0
    while place < len(tokens):
        item, end = _item_at(tokens, place, count, names)
        if item is None or tokens[place] == "?":
            return None
        if isinstance(item, frozenset) and items and isinstance(items[-1], frozenset):
            items[-1] |= item
        elif item is not _Say.SMALL:
            items.append(item)
        place = end
    return _without_idle_stops(items)


def _item_at(tokens: list[str], place: int, count: int, names: _Names) -> tuple[_Item | None, int]:
    token = tokens[place]
    named = next((one for one in names if tuple(tokens[place : place + len(one)]) == one), ())
    if named:
        return frozenset({names[named]}), place + len(named)
    if token in _STOPS or token in _SILENT:
        return ("," if token in _STOPS else _Say.SMALL), place + 1
    if token.isdecimal():
        is_number = tokens[place - 1 : place] in (["no"], ["nos"])  # "no 2" may be "number 2"
        return (None if is_number or len(token) > len(str(count)) else frozenset({int(token)})), place + 1
    if number := _ordinals().get(token):
        return frozenset({number}), place + 1
    for end in range(min(place + _LONGEST_PHRASE, len(tokens)), place, -1):
        match _phrases().get(tuple(tokens[place:end])):
            case None:
                continue
            case _Say.ALL:
                return frozenset(range(1, count + 1)), end
            case _Say.BOTH:
                return (_BOTH if count == len(_BOTH) else None), end
            case _Say.LAST:
                return frozenset({count}), end
            case _Say.PARTS:
                return ",", end
            case said:
                return said, end
    return None, place


def _names_of(titles: Mapping[int, str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The names of plans as tokens; the letter of one alone, too, unless it is a word."""
    for number, title in titles.items():
        words = tuple(word for word in _TOKEN.findall(fold_case(title)) if word != "n")
        yield words, number
        if words[-1].isalpha() and words[-1] != "a":
            yield words[-1:], number


def _without_idle_stops(items: list[_Item]) -> list[_Item]:
    """The items without stops at the ends and beside each other."""
    kept = [one for before, one in pairwise([",", *items]) if one != "," or before != ","]
    return kept[:-1] if kept[-1:] == [","] else kept


def _put(which: Which, numbers: frozenset[int], *, takes: bool) -> Which:
    """What is taken and dropped once numbers are, too."""
    taken, dropped = which.taken - numbers, which.dropped - numbers
    return Which(taken | numbers, dropped) if takes else Which(taken, dropped | numbers)


_DROPPING = frozenset({_Say.NO, _Say.BESIDES})


def _before(items: list[_Item], whole: frozenset[int]) -> Which | None:
    """Each answer before its numbers; one without any is about all but those that the next one names."""
    which, takes, is_idle = Which(), True, False
    for answer, numbers in _answers(items):
        was_dropping = is_idle and not takes
        if (answer is None and numbers != whole) or (is_idle and takes and answer is _Say.YES):
            return None
        takes = answer not in _DROPPING or (answer is _Say.BESIDES and was_dropping)
        if answer is _Say.ONLY or (answer is _Say.BESIDES and not is_idle and not which.taken):
            which = _put(which, whole, takes=not takes)
        if numbers is None or (was_dropping and not takes):
            return None
        which, is_idle = _put(which, numbers or whole, takes=takes), not numbers
    return None if is_idle else which


def _answers(items: list[_Item]) -> Iterator[tuple[_Say | None, frozenset[int] | None]]:
    """Each answer with its numbers; None where a sign may end what is dropped: "not the second, the first"."""
    answer: _Say | None = None
    numbers: frozenset[int] | None = frozenset()
    is_parted = False
    for item in items:
        if isinstance(item, _Say):
            if answer or numbers:
                yield answer, numbers
            answer, numbers, is_parted = item, frozenset(), False
        elif isinstance(item, str):
            is_parted = bool(numbers)
        else:
            is_open = numbers is None or (is_parted and answer in _DROPPING)
            numbers = None if is_open else (numbers or frozenset()) | item
    yield answer, numbers


def _behind(items: list[_Item], whole: frozenset[int]) -> Which | None:
    """Each answer behind its numbers: ``1 and 3 yes, 2 no``; ``the second only`` drops the others."""
    which, waiting = Which(), frozenset[int]()
    for item in items:
        if isinstance(item, frozenset):
            waiting |= item
        elif isinstance(item, _Say):
            if not waiting or item is _Say.BESIDES:
                return None
            which = _put(which, whole, takes=False) if item is _Say.ONLY else which
            which, waiting = _put(which, waiting, takes=item is not _Say.NO), frozenset()
    return None if waiting else which


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads((files("judge.handlers") / "which.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _phrases() -> Mapping[tuple[str, ...], _Say]:
    return {
        tuple(_TOKEN.findall(fold_case(phrase))): _Say(key)
        for key, phrases in _table()["says"].items()
        for phrase in phrases
    }


@lru_cache(maxsize=1)
def _ordinals() -> Mapping[str, int]:
    return dict(_numbered())


def _numbered() -> Iterator[tuple[str, int]]:
    for words in _table()["ordinals"].values():
        yield from ((fold_case(word), number) for number, word in enumerate(words, start=1))


# --- carry out replies that take some of several offers: by the numbers of an answer, by the title of a plan


def answer_by_numbers(session: GameSession, line: str, context: LineContext) -> GameSession | None:
    """Take and drop offers by the numbers that the answer gave them, line by line; what no line names waits on.

    None where a line says nothing of numbers, or they may have changed since: a later letter has given other orders.
    """
    is_first = all(fate_of(one.answer) is Fate.CONVERSATION for one in session.answers)
    asked = session.asked or (offers_meant(session, context) if is_first else ())
    offers = [(left, each) for left in asked for each in left.offers]
    which = read_which(line, len(offers), {n: each.title for n, (_, each) in enumerate(offers, 1) if is_plan(each)})
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


def _are_as_told(session: GameSession, asked: Sequence[LinesLeft], context: LineContext) -> bool:
    """Whether the offers stand as an answer has numbered them: nothing has changed them since.

    That is the answer to the letter that a reply goes to; for one that goes to none, the first with these offers. Where
    lines of the letter could not be read, a number may be one of theirs.
    """
    game, is_reply = session.game, context.assent_to != context.number
    if context.assent_to is None or game.deadline is None:
        return False
    answered = context.assent_to if is_reply else min(left.letter for left in asked)
    powers = game.powers_of(session.person.address)
    later = [left.letter for left in game.left_open if left.power in powers]
    later += [one.letter for power in powers for one in game.orders.get(power, ())]
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


_CLAUSE = re.compile(r"(?<=[.!;])\s+|,\s+")


def choose_plan(session: GameSession, line: str, context: LineContext) -> tuple[GameSession, str] | None:
    """Offer the orders of one of the letter's plans alone where a clause says that it is the one.

    With the words of the line besides that clause, which belong to no plan any more. None for any other line.
    """
    titles = tuple(dict.fromkeys(one.title for one in session.alternatives))
    if len(titles) <= 1:
        return None
    clauses = _CLAUSE.split(line)
    for at, clause in enumerate(clauses):
        which = read_which(clause, len(titles), dict(enumerate(titles, 1)), by_title=True)
        if which is None or len(which.taken) != 1:
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
