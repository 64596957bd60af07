"""Reads which of several offers a reply takes by their numbers: ``yes to the second``, « 1 et 3 oui, 2 non »."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, TypeVar

from judge.handlers.yes_or_no import Assent, first_word_of_assent, is_doubtful
from judge.languages import word_table
from judge.notation.tables import shared_phrases
from judge.requests.governing import sentences_of, sets_condition
from judge.requests.vocabulary import fold_case

T = TypeVar("T")

_LONGEST_LINE = 120
"""Characters; a line that says no more than numbers is shorter."""

_FEWEST = 2
"""Offers; one alone has no number."""
_BOTH = frozenset({1, 2})

_LONGEST_PHRASE = 8
"""Tokens of a phrase; an apostrophe parts two."""

_TOKEN = re.compile(r"\w+|[,.;:!?]")
_COUNTED = frozenset({"all", "the", "les", "aux", "toutes", "tous"})
"""Words before the number of all: ``all 3``."""
_BEFORE_NUMBER = frozenset({"to", "for", "number", "and", "order", "line", "yes", "no", "only"})
"""Words behind which "one" is the first: ``yes to one and three``."""
_STOPS = frozenset(",.;")
_SILENT = frozenset(":!")


class _Say(Enum):
    """What a phrase of a reply does; the value is its key in ``which.toml``."""

    YES = "yes"
    NO = "no"
    ASKING = "asking"
    ONLY = "only"
    BESIDES = "besides"
    ALL = "all"
    NONE = "none"
    BOTH = "both"
    REST = "rest"
    OTHER = "other"
    LAST = "last"
    OPEN = "open"
    FORGET = "forget"
    PARTS = "parts"
    SMALL = "small"
    PRAISE = "praise"


@dataclass(frozen=True)
class Which:
    """The numbers of the offers that a reply takes and drops, from 1; the others wait."""

    taken: frozenset[int] = frozenset()
    dropped: frozenset[int] = frozenset()


def read_which(
    line: str,
    count: int,
    titles: Mapping[int, str] | None = None,
    *,
    units: Mapping[str, frozenset[int]] | None = None,
) -> Which | None:
    """Return which of ``count`` offers a line takes and drops; None for one that does not say it in numbers alone.

    An answer stands either before the numbers that it is about or behind them, all through the line. What leaves open
    which numbers it is about says nothing. ``titles`` are names of some of them.
    ``units`` are the names on the line of units whose orders are offered: beside an answer they are as good as numbers.
    Sentences that each say it are read one by one: « Oui pour Kiel. Le Danemark, non. »
    """
    whole = _which(line, count, titles, units)
    if whole is not None or len(sentences := sentences_of(line)) == 1 or len(line) > _LONGEST_LINE:
        return whole
    said = [_which(sentence, count, titles, units) for sentence in sentences]
    taken = frozenset[int]().union(*(one.taken for one in said if one))
    dropped = frozenset[int]().union(*(one.dropped for one in said if one))
    return None if None in said or taken & dropped else Which(taken, dropped)


def _which(
    line: str, count: int, titles: Mapping[int, str] | None, units: Mapping[str, frozenset[int]] | None
) -> Which | None:
    """Which offers a line takes and drops that says so with one kind of answer, before its numbers or behind them."""
    if not (count >= _FEWEST or (count and units)) or len(line) > _LONGEST_LINE:
        return None
    tokens, names = _tokens_of(line), dict(_names_of(titles or {}))
    named_units = {tuple(_tokens_of(name)): numbers for name, numbers in (units or {}).items()}
    if named_units and any(_longest_at(tokens, at, _thoughts()) for at in range(len(tokens))):  # it puts one right
        return None
    whole = frozenset(range(1, count + 1))
    items = _with_rest(_without_idle_yes(_items_of(tokens, count, names | named_units)), whole)
    named = {number for item in items or () if isinstance(item, frozenset) for number in item}
    if not items or not named or max(named) > count or 0 in named:
        return None
    items = [_Say.NO if item is _Say.FORGET else item for item in items]
    said = [item for item in items if isinstance(item, _Say)]
    if said == [_Say.BESIDES, _Say.YES] and items[-1] is _Say.YES:  # "All but Paris, yes."
        items, said = _without_idle_stops(items[:-1]), said[:-1]
    elif said == [_Say.YES, _Say.ONLY] and items[0] is _Say.YES and items[-1] is _Say.ONLY:  # "Yes to the fleet only."
        items, said = [_Say.ONLY, *items[1:-1]], said[1:]
    if not said:
        return None if named_units else Which(taken=frozenset(named))
    ends_with_answer = isinstance(items[0], frozenset) and said[0] is not _Say.BESIDES
    reading = _behind(items, whole) if ends_with_answer else _before(items, whole)
    return None if reading is None or reading.taken & reading.dropped else reading


def read_whole(
    line: str, count: int, *, forgets: bool = False, rest: bool = False, pleased: bool = False
) -> bool | None:
    """Return whether a line takes all of ``count`` offers (``Sure, both of them``) or drops them all (``Neither``).

    None for one that says neither, or anything besides. ``forgets`` where a line such as ``Never mind`` can mean
    nothing but them; ``rest`` where a line must call them what is left: ``The other two yes.``; ``pleased`` where words
    of praise that say nothing else are a yes: ``Perfect, thanks so much!``
    """
    if not line.strip() or len(line) > _LONGEST_LINE:
        return None
    items = _items_of(_tokens_of(line), count, {}, pleased=pleased)
    left = [item for item in items or () if isinstance(item, _Rest)]
    if (rest and not left) or any(one.size not in {0, count} for one in left):
        return None
    if forgets and items and _Say.FORGET in items:  # "OK, forget it"
        items = [_Say.NO if item is _Say.FORGET else item for item in items if item is not _Say.YES]
    said = {item for item in items or () if isinstance(item, _Say)}
    named = {number for item in items or () if isinstance(item, frozenset) for number in item}
    if named not in (set(), {*range(1, count + 1)}) or len(said) != 1 or said & {_Say.ONLY, _Say.BESIDES}:
        return None
    return None if said == {_Say.FORGET} else said == {_Say.YES}


def is_courtesy(line: str) -> bool:
    """Whether a line has nothing but words that say nothing, praise among them: ``thanks``, ``all good``."""
    return _items_of(_tokens_of(line[:_LONGEST_LINE]), 0, {}) == []


@cache
def _done() -> Mapping[tuple[str, ...], bool]:
    return {tuple(_TOKEN.findall(fold_case(phrase))): True for phrase in _table()["done"]["words"]}


def says_done(line: str) -> bool:
    """Whether a line says that its writer has no more to write, and nothing else: ``That's me done``."""
    tokens, place, is_said = _tokens_of(line[:_LONGEST_LINE]), 0, False
    while place < len(tokens):
        found = _longest_at(tokens, place, _done())
        item, end = (_Say.SMALL, found[1]) if found else _item_at(tokens, place, 0, {})
        if item not in {_Say.SMALL, _Say.PRAISE, ","} or tokens[place] == "?":
            return False
        is_said, place = is_said or bool(found), end
    return is_said


_CLAUSE_ENDS = re.compile(r"[,.;:!]+|\s(?:but|mais)\s")


def says_of_orders(line: str) -> Assent | None:
    """Return whether a line says of orders that were put in question that they stand, or that they go; else None.

    ``My orders are fine as they were.``, ``Never mind.``; ``No, cancel them.``
    """
    if "?" in line or sets_condition(line):
        return None
    said = {answer for clause in _CLAUSE_ENDS.split(fold_case(line)) if (answer := _said_of_orders(clause))}
    return said.pop() if len(said) == 1 else None


def _said_of_orders(clause: str) -> Assent | None:
    said = {key for key, found in _stands().items() if found.search(" ".join(re.findall(r"\w+", clause)))}
    if "refuses" in said:
        return Assent.NO
    if "drops" in said:
        return Assent.YES if "denies" in said else Assent.NO
    is_affirmed = bool(said & {"keeps", "stands"}) and "denies" not in said
    return Assent.YES if is_affirmed or "minds" in said else None


class _Sending(Enum):
    """What a phrase says of a letter that may be sent; the value is its key in ``which.toml``."""

    SENDS = "sends"
    DENIES = "denies"
    LETTER = "letters"
    BESIDE = "beside"


def read_sending(line: str, count: int, names: Callable[[str], bool | None]) -> Assent | None:
    """Return whether a line has a letter that is offered sent (``Yeah, send it.``) or not; None for any other line.

    ``names`` says whether a word names somebody the letter is for (False: somebody else), None where it is no name.
    """
    whole, first = read_whole(line, count), first_word_of_assent(line)
    if whole is not None or (first and len(line.split()) == 1):
        return first if whole is None else Assent.YES if whole else Assent.NO
    said, is_clear = _sending_in(_tokens_of(line[:_LONGEST_LINE]), count, names)
    verbs = [_Sending.DENIES not in clause for clause in said if _Sending.SENDS in clause]
    answers = {item for clause in said for item in clause if isinstance(item, _Say)} - {_Say.SMALL, _Say.PRAISE}
    is_about_it = bool(verbs) and any(_Sending.LETTER in clause for clause in said)
    if not is_clear or len(line) > _LONGEST_LINE or sets_condition(line):
        return Assent.UNCLEAR if is_about_it or first else None
    if verbs:
        contradicts = len(set(verbs)) > 1 or (_Say.YES in answers and not verbs[0])
        return Assent.UNCLEAR if contradicts else Assent.YES if verbs[0] else Assent.NO
    denies = answers & {_Say.NO, _Say.NONE, _Say.FORGET} or any(_Sending.DENIES in clause for clause in said)
    if denies or answers == {_Say.YES}:
        return Assent.UNCLEAR if denies and _Say.YES in answers else Assent.NO if denies else Assent.YES
    return None


def _sending_in(
    tokens: list[str], count: int, names: Callable[[str], bool | None]
) -> tuple[list[set[_Say | _Sending]], bool]:
    """What each clause says of sending, and whether it has no other word."""
    said: list[set[_Say | _Sending]] = [set()]
    is_clear, place = True, 0
    while place < len(tokens):
        word, found, other = (
            tokens[place],
            _longest_at(tokens, place, _sendings()),
            _longest_at(tokens, place, _phrases()),
        )
        if found and found[0] is not _Sending.SENDS and other and other[1] > found[1]:
            found = None  # "never mind", "not yet"
        if word in _STOPS or word == "!":
            said.append(set())
        elif found:
            said[-1].add(found[0])
            place = found[1] - 1
        elif names(word) is not True:
            item, end = _item_at(tokens, place, count, {})
            is_clear = is_clear and isinstance(item, _Say) and word != "?"
            said[-1] |= {item} if isinstance(item, _Say) else set()
            place = max(place, end - 1)
        place += 1
    return said, is_clear


def _longest_at(tokens: list[str], place: int, phrases: Mapping[tuple[str, ...], T]) -> tuple[T, int] | None:
    ends = range(min(place + _LONGEST_PHRASE, len(tokens)), place, -1)
    return next(((phrases[words], end) for end in ends if (words := tuple(tokens[place:end])) in phrases), None)


_ASIDE = re.compile(r"\([^()]*\)")
"""What is said in brackets beside an answer, ``YES (at last)``, unless it doubts: ``YES (if Italy agrees)``."""


_WITHDRAWS = re.compile(
    r"\b(?:withdraw\w*|retire[rz]?|retirent)\b(?!.*\b(?:orders?|letter|ordres?|lettre)\b)", re.IGNORECASE
)


def of_retreats(line: str) -> str:
    """Return a line in which what a unit does that withdraws does not read as taking something back."""
    return _WITHDRAWS.sub("retreat", line)


_DRAWN_OUT = re.compile(r"([^\W\d_])\1{2,}")
"""A letter that somebody holds down: ``yesss``, « ouiiii »."""


def _tokens_of(line: str) -> list[str]:
    said = _ASIDE.sub(lambda aside: aside[0] if is_doubtful(aside[0]) else " ", line)
    return [_DRAWN_OUT.sub(r"\1", token) for token in _TOKEN.findall(fold_case(said))]


_Names = Mapping[tuple[str, ...], frozenset[int]]


@dataclass(frozen=True)
class _Rest:
    """What is left besides the numbers named; so many, where the line says how many."""

    size: int = 0


_Item = _Say | frozenset[int] | _Rest | str
"""An answer, the numbers named together, what is left, or a sign that parts."""


def _items_of(tokens: list[str], count: int, names: _Names, *, pleased: bool = False) -> list[_Item] | None:
    """The line as answers, numbers and the signs between them; None where it has any other word.

    Praise is an answer where nothing else is and its writer is ``pleased``.
    """
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
    if pleased and {item for item in items if item != ","} == {_Say.PRAISE}:
        return [_Say.YES]
    asking = _Say.SMALL if _Say.YES in items else _Say.NO  # "Yes to all, I was just asking"
    items = [asking if item is _Say.ASKING else item for item in items]
    return _without_idle_stops([item for item in items if item not in {_Say.SMALL, _Say.PRAISE}])


def _item_at(tokens: list[str], place: int, count: int, names: _Names) -> tuple[_Item | None, int]:
    word = tokens[place]
    named = next((one for one in names if tuple(tokens[place : place + len(one)]) == one), ())
    if named:
        return names[named], place + len(named)
    if word in _STOPS or word in _SILENT:
        return ("," if word in _STOPS else _Say.SMALL), place + 1
    if several := _several_at(tokens, place + (word in _COUNTED), count):
        return several
    if word.isdecimal():
        if tokens[place - 1 : place] and tokens[place - 1] in _COUNTED and int(word) == count:
            return frozenset(range(1, count + 1)), place + 1
        is_number = tokens[place - 1 : place] in (["no"], ["nos"])  # "no 2" may be "number 2"
        return (None if is_number or len(word) > len(str(count)) else frozenset({int(word)})), place + 1
    if word == "one" and tokens[place - 1 : place] and tokens[place - 1] in _BEFORE_NUMBER:
        return (None if tokens[place + 1 : place + 2] == ["of"] else frozenset({1})), place + 1
    if word in (cardinals := _table()["cardinals"]):
        return (frozenset(range(1, count + 1)) if cardinals[word] == count else None), place + 1
    if number := _ordinals().get(word):
        return frozenset({number}), place + 1
    said, end = _longest_at(tokens, place, _phrases()) or (None, place)
    match said:
        case _Say.ALL:
            return frozenset(range(1, count + 1)), end
        case _Say.BOTH:
            return (_BOTH if count == len(_BOTH) else None), end
        case _Say.NONE:
            return _Say.NO, end
        case _Say.LAST:
            return frozenset({count}), end
        case _Say.REST | _Say.OTHER:
            return _Rest(int(said is _Say.OTHER)), end
        case _Say.OPEN:
            return None, place
        case _Say.PARTS:
            return ",", end
        case _:
            return said, end


def _several_at(tokens: list[str], place: int, count: int) -> tuple[_Item, int] | None:
    """The first few, the last few, the other ones: ``the first two``, « les deux autres »; else None."""
    pair = tokens[place : place + 2]
    sizes = [size for word in pair if (size := _size_of(word))]
    ends = [end for end in ("first", "last", "other") for word in pair if word in _table()["ends"][end]]
    if len(sizes) != 1 or len(ends) != 1 or len(pair) != len({*sizes, *ends}):
        return None
    match ends[0]:
        case "other":
            return _Rest(sizes[0]), place + 2
        case _ if not 1 < sizes[0] <= count:
            return None
        case "first":
            return frozenset(range(1, sizes[0] + 1)), place + 2
        case _:
            return frozenset(range(count - sizes[0] + 1, count + 1)), place + 2


def _size_of(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) <= _MOST_DIGITS else _table()["cardinals"].get(word, 0)


_MOST_DIGITS = 3


def words_for_number(number: int) -> tuple[str, ...]:
    """Return the words for so many things, ``both`` among them."""
    words = tuple(word for word, size in _table()["cardinals"].items() if size == number)
    return (*words, *_table()["says"]["both"][:1]) if number == len(_BOTH) else words


def _with_rest(items: list[_Item] | None, whole: frozenset[int]) -> list[_Item] | None:
    """The items in which what is left besides the numbers named has numbers, too: ``Paris no, the rest yes``."""
    if not any(isinstance(item, _Rest) for item in items or ()):
        return items
    named = frozenset(number for item in items or () if isinstance(item, frozenset) for number in item)
    left = whole - named
    found = [left if isinstance(item, _Rest) and item.size in {0, len(left)} else item for item in items or ()]
    return None if not left or not named or any(isinstance(item, _Rest) for item in found) else found


def _names_of(titles: Mapping[int, str]) -> Iterator[tuple[tuple[str, ...], frozenset[int]]]:
    """The names of plans as tokens; the letter of one alone, too, unless it is a word."""
    for number, title in titles.items():
        words = tuple(word for word in _TOKEN.findall(fold_case(title)) if word != "n")
        yield words, frozenset({number})
        if len(words[-1]) == 1 and words[-1].isalpha() and words[-1] != "a":
            yield words[-1:], frozenset({number})


def _without_idle_stops(items: list[_Item]) -> list[_Item]:
    """The items without stops at the ends and beside each other."""
    kept = [one for before, one in pairwise([",", *items]) if one != "," or before != ","]
    return kept[:-1] if kept[-1:] == [","] else kept


def _without_idle_yes(items: list[_Item] | None) -> list[_Item] | None:
    """The items without a yes of which the next one says more: ``Fine, yes to Paris``."""
    said = [item for item in items or () if item != ","]
    if items and said[:2] == [_Say.YES, _Say.YES] and said[2:]:
        return items[items.index(_Say.YES, 1) :]
    return items


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
        if (answer is None and numbers != whole) or (is_idle and takes and answer is _Say.YES and not numbers):
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
        elif isinstance(item, frozenset):
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
def _table() -> Mapping[str, Mapping[str, Any]]:
    return word_table("handlers", "which")


@lru_cache(maxsize=1)
def _phrases() -> Mapping[tuple[str, ...], _Say]:
    return dict(_thoughts()) | {
        tuple(_TOKEN.findall(fold_case(phrase))): _Say(key)
        for key, phrases in _table()["says"].items()
        for phrase in phrases
    }


@lru_cache(maxsize=1)
def _thoughts() -> Mapping[tuple[str, ...], _Say]:
    """The words of who has thought again, which say nothing beside a number: ``On reflection, the second``."""
    return dict.fromkeys(shared_phrases("corrections", "rethinks"), _Say.SMALL)


@lru_cache(maxsize=1)
def _stands() -> Mapping[str, re.Pattern[str]]:
    """What matches each class of words that are said of orders, and a clause that says they are as they should be."""
    any_of = {
        key: "|".join(" ".join(re.findall(r"\w+", fold_case(phrase))) for phrase in phrases)
        for key, phrases in _table()["stand"].items()
    }
    stands = rf"\b(?:{any_of['orders']})(?: \w+){{0,4}}? (?:{any_of['good']})\b"
    minds = rf"^(?:\w+ ){{0,2}}(?:{any_of['minds']})(?: \w+){{0,2}}$"
    listed = {key: rf"\b(?:{words})\b" for key, words in any_of.items() if key not in {"orders", "good", "minds"}}
    return {key: re.compile(text) for key, text in {**listed, "stands": stands, "minds": minds}.items()}


@lru_cache(maxsize=1)
def _sendings() -> Mapping[tuple[str, ...], _Sending]:
    table = _table()["sending"]
    return {tuple(_TOKEN.findall(fold_case(phrase))): kind for kind in _Sending for phrase in table[kind.value]}


@lru_cache(maxsize=1)
def _ordinals() -> Mapping[str, int]:
    return dict(_numbered())


def _numbered() -> Iterator[tuple[str, int]]:
    for words in _table()["ordinals"].values():
        yield from ((fold_case(word), number) for number, word in enumerate(words, start=1))
