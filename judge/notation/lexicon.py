"""Looks up what each word of a line can be, misspelt, cut short or of another language as it may be."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache

from judge.languages import guessed_at
from judge.notation.effort import once_a_letter, spend, spend_once
from judge.notation.lexer import DASH, LineToken, folded_words
from judge.notation.tables import (
    Lexeme,
    Notation,
    OrderPart,
    every_notation,
    load_notation,
    notation_names,
    shared_phrases,
    valued_phrases,
)
from judge.rules.board import Board, Province, Terrain
from judge.rules.board_file import BoardFault
from judge.rules.fast import fast_init
from judge.rules.war.fog import UNKNOWN_TROOP

# --- looks up what each word of a line can be; finds misspelt names, and names that clash with words of orders


_COAST_LENGTH = 2
_EFFORT = 1
"""What it takes to look up one word, and hardly less to do so again."""

_SETTLED = (OrderPart.PLACE, OrderPart.COAST)


@fast_init
@dataclass(frozen=True, slots=True)
class FoundLexeme:
    """A lexeme read up to token ``end``, with a coast written in the same word.

    ``borrowed`` if only another convention names the place so, ``guessed`` if its name has a slip.
    """

    lexeme: Lexeme
    end: int
    borrowed: bool = False
    coast: str = ""
    guessed: bool = False


class Lexicon:
    """The words of one line, each looked up once."""

    def __init__(self, tokens: Sequence[LineToken], own: Notation, others: Sequence[Notation], board: Board) -> None:
        self.tokens = tuple(tokens)
        self.own = own
        self.others = tuple(other for other in others if other != own)
        self.board = board
        self._reach = 2 * max(one.longest for one in (own, *self.others))  # in a phrase may stand hyphens
        self._words = tuple([token.text if token.is_word else f"{token.text}{_SIGN}" for token in self.tokens])
        self._seen: dict[int, tuple[FoundLexeme, ...]] = {}

    @property
    def places(self) -> range:
        """The number of each token."""
        return range(len(self.tokens))

    def at(self, place: int) -> tuple[FoundLexeme, ...]:
        """Return every lexeme that can begin at a token, longest first, each once for each end."""
        if place not in self._seen:
            self._seen[place] = tuple(sorted(self._found(place), key=lambda found: -found.end))
        return self._seen[place]

    def _found(self, place: int) -> Iterator[FoundLexeme]:
        ahead = self._words[place : place + self._reach]
        words = _phrase_in(ahead, self.own, self.others, self.board)
        spend(_EFFORT)
        for lexeme, size, borrowed, coast in _lexemes_at(words, self.own, self.others, self.board):
            yield FoundLexeme(lexeme, place + size, borrowed, coast)

    def of(self, place: int, *parts: OrderPart) -> Iterator[FoundLexeme]:
        """Yield the lexemes at a token that are one of these parts of an order."""
        there = self._seen.get(place)
        if there is None:
            there = self.at(place)
        return iter([found for found in there if found.lexeme.part in parts] if there else ())

    def is_convoyable(self, province: Province) -> bool:
        """Whether convoys may pass a province of the board: a sea, or a port."""
        return self.board.terrain(province) is Terrain.SEA or self.board.regions[province].port

    def has_coasts(self, province: Province) -> bool:
        """Whether a province of the board has several coasts."""
        return bool(self.board.regions[province].coasts)


def lexicon_of(tokens: Sequence[LineToken], own: Notation, others: Sequence[Notation], board: Board) -> Lexicon:
    """Return the lexicon of a line: for the same tokens of a letter the same one, with what it has looked up."""
    key = (Lexicon, tuple(tokens), own, tuple(others), board)
    return once_a_letter(key, lambda: Lexicon(tokens, own, others, board))


_SIGN = "\0"
_DASH_SIGN = f"{DASH}{_SIGN}"


@lru_cache(maxsize=8192)
def _phrase_in(words: tuple[str, ...], own: Notation, others: tuple[Notation, ...], board: Board) -> tuple[str, ...]:
    """The first words as far as they begin a known phrase, one at least: what else follows makes no difference."""
    known, end = _beginnings(own, others, board), 1
    for key, size in _keys(words, max(notation.longest for notation in (own, *others))):
        if key not in known:
            break
        end = size
    return words[:end]


@lru_cache(maxsize=8192)
def _lexemes_at(
    words: tuple[str, ...], own: Notation, others: tuple[Notation, ...], board: Board
) -> tuple[tuple[Lexeme, int, bool, str], ...]:
    """What the first words can be together: the lexeme, how many they are, whether it is borrowed, its coast.

    A line is looked at in many pieces, and its words are the same in each.
    """
    longest = max(notation.longest for notation in (own, *others))
    found = [
        (lexeme, size, borrowed, "")
        for key, size in _keys(words, longest)
        for lexeme, borrowed in _meanings(key, own, others, board)
    ]
    return (*found, *(_glued(words[0].rstrip(_SIGN), own, others, board) if words else ()))


@lru_cache
def _beginnings(own: Notation, others: tuple[Notation, ...], board: Board) -> frozenset[tuple[str, ...]]:
    """Each run of words that a phrase begins with, the phrases themselves among them."""
    named = (printed_names(board), _codes(board), *(notation.phrases for notation in (own, *others)))
    return frozenset(key[:size] for phrases in named for key in phrases for size in range(1, len(key) + 1))


def _keys(words: tuple[str, ...], longest: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """The phrases that begin here: the first text, then longer ones; a hyphen inside a name is skipped."""
    key: tuple[str, ...] = ()
    place = 0
    while place < len(words) and len(key) < longest:
        word = words[place]
        place += 1
        if word == _DASH_SIGN and key:
            if key[-1].isalpha() and place < len(words) and not words[place].endswith(_SIGN):
                continue
            return
        key = (*key, word.rstrip(_SIGN))
        yield key, place


def _glued(
    word: str, own: Notation, others: tuple[Notation, ...], board: Board
) -> Iterator[tuple[Lexeme, int, bool, str]]:
    """A place with its coast in one word: ``BULcn``, ``ESPCS``."""
    name, coast = word[:-_COAST_LENGTH], word[-_COAST_LENGTH:]
    sides = [side for side in _meanings((coast,), own, others, board) if side[0].part is OrderPart.COAST]
    for place, borrowed in _meanings((name,), own, others, board) if sides else ():
        if place.part is OrderPart.PLACE and board.regions[Province(place.value)].coasts:
            for side, is_borrowed in sides:
                yield place, 1, borrowed or is_borrowed, side.value


@lru_cache(maxsize=4096)
def _meanings(
    key: tuple[str, ...], own: Notation, others: tuple[Notation, ...], board: Board
) -> tuple[tuple[Lexeme, bool], ...]:
    """Return the lexemes of a phrase, each with whether only other conventions know it.

    The reader's own convention and the board come first.
    """
    ours = {*_known(own, key, board), *printed_names(board).get(key, ())}
    theirs = {lexeme for notation in others for lexeme in _known(notation, key, board)}
    theirs.update(_codes(board).get(key, ()))
    return tuple(
        (lexeme, borrowed and lexeme.part in _SETTLED)
        for lexemes, borrowed in ((ours, False), (theirs - ours, True))
        for lexeme in sorted(lexemes, key=lambda lexeme: (lexeme.part.value, lexeme.value))
    )


def _known(notation: Notation, key: tuple[str, ...], board: Board) -> Iterator[Lexeme]:
    """Yield the lexemes of a phrase in a convention, whose places count only on the board they were made for."""
    for lexeme in notation.phrases.get(key, ()):
        match lexeme.part:
            case OrderPart.PLACE:
                if notation.board == board.map and lexeme.value in board.regions:
                    yield lexeme
            case OrderPart.POWER:
                if lexeme.value in board.powers:
                    yield lexeme
            case _:
                yield lexeme


@lru_cache
def printed_names(board: Board) -> Mapping[tuple[str, ...], frozenset[Lexeme]]:
    """Return the names of places, powers and troops as the board prints them."""
    found: defaultdict[tuple[str, ...], set[Lexeme]] = defaultdict(set)
    for code, region in board.regions.items():
        for name in region.names.values():
            found[folded_words(name)].add(Lexeme(OrderPart.PLACE, code))
    for power, names in board.powers.items():
        for name in (power, *names.values()):
            found[folded_words(name)].add(Lexeme(OrderPart.POWER, power))
    for letter, troop in board.war.troops.items():
        for name in (letter, *troop.names.values()):
            found[folded_words(name)].add(Lexeme(OrderPart.TROOP, letter))
        found[(UNKNOWN_TROOP,)].add(Lexeme(OrderPart.TROOP, UNKNOWN_TROOP))
    return {key: frozenset(lexemes) for key, lexemes in found.items()}


@lru_cache
def _codes(board: Board) -> Mapping[tuple[str, ...], tuple[Lexeme, ...]]:
    """The board's own codes of its places."""
    return {(code.casefold(),): (Lexeme(OrderPart.PLACE, code),) for code in board.regions}


def keeps_out(lexicon: Lexicon, place: int) -> bool:
    """Return whether "out of" tells where something is not to go: ``Keep Paris out of Burgundy``."""
    keeping = shared_phrases("sentences", "keeping")
    away = shared_phrases("sentences", "away")
    texts = tuple(token.text for token in lexicon.tokens)
    is_away = any(texts[place : place + size] in away for size in (1, 2, 3))
    return is_away and any((text,) in keeping for text in texts[max(place - _NEAR, 0) : place])


_NEAR = 8
LEAST_LIKENESS = 0.75
SHORTEST_NAME = 4
_CODE = 3


def is_like_a_place(word: str, board: Board) -> bool:
    """Return whether a word is a misspelt region: a code with its letters in another order, or nearly a whole name."""
    if _rearranged(word) in _sorted_codes(board):
        return True
    if len(word) < SHORTEST_NAME:
        return False
    spend_once((word, _is_like_a_name), _EFFORT_FOR_LIKELY_NAMES)
    return _is_like_a_name(word, board)


@lru_cache(maxsize=2048)
def _is_like_a_name(word: str, board: Board) -> bool:
    names = _long_names(board)
    return any(name.startswith(word) for name in names) or bool(get_close_matches(word, names, 1, LEAST_LIKENESS))


@lru_cache
def _long_names(board: Board) -> tuple[str, ...]:
    return tuple(name for name in map(" ".join, _own_names(board)) if len(name) >= SHORTEST_NAME)


@lru_cache
def _own_names(board: Board) -> Mapping[tuple[str, ...], tuple[Lexeme, ...]]:
    """The names of places that the board gives itself: those that a table translates are read, and never guessed at."""
    named: defaultdict[tuple[str, ...], set[Lexeme]] = defaultdict(set)
    for code, region in board.regions.items():
        for name in (region.names[language] for language in guessed_at() if language in region.names):
            named[folded_words(name)].add(Lexeme(OrderPart.PLACE, code))
    return {words: tuple(lexemes) for words, lexemes in named.items()}


@lru_cache
def _sorted_codes(board: Board) -> frozenset[str]:
    return frozenset(_rearranged(Province(code).casefold()) for code in board.regions)


def _rearranged(word: str) -> str:
    return "".join(sorted(word))


def likeness(one: str, other: str) -> float:
    """Return how similar two words are, from 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()


_HARMLESS = frozenset({OrderPart.PLACE, OrderPart.POWER, OrderPart.LINK})
"""Meanings that do no harm.

Places and powers of the tables count on their own board only; small words of titles are in no order.
"""
_UNITS = frozenset({OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP})
"""Meanings that the name of a troop may have besides."""
_SECTIONS = {OrderPart.PLACE: "regions", OrderPart.POWER: "powers", OrderPart.TROOP: "war.troops"}
_TAKEN = {"E": "scouts", "P": "used power"}
"""Letters with another meaning in orders of a campaign (004 8)."""


def find_clashes(board: Board) -> Iterator[BoardFault]:
    """Yield every code or name of the board that a notation takes for another word.

    Also those that name two things of the board, and an unknown notation of the board.
    """
    if board.notation and board.notation not in every_notation():
        known = ", ".join(sorted(every_notation()))
        yield BoardFault("", "notation", f"there is no notation {board.notation!r}; there are {known}")
    yield from _troop_clashes(board)
    if any(load_notation(name).board == board.map for name in notation_names()):
        return
    meanings: defaultdict[tuple[str, ...], set[tuple[str, str]]] = defaultdict(set)
    for key, lexemes in printed_names(board).items():
        meanings[key] |= {(_SECTIONS[lexeme.part], lexeme.value) for lexeme in lexemes}
    for region in board.regions:
        meanings[folded_words(region)].add(("regions", region))
    for key, named in meanings.items():
        (section, code), *others = sorted(named)
        text = " ".join(key)
        if others:
            yield BoardFault(section, code, f"{text!r} names {code} and {', '.join(other for _, other in others)}")
        if section != _SECTIONS[OrderPart.TROOP] and (word := _meaning_in_orders(key, _HARMLESS)):
            yield BoardFault(section, code, f"{text!r} is a word of orders ({word})")


def _troop_clashes(board: Board) -> Iterator[BoardFault]:
    """Yield the letters and names of troops that mean something else.

    A letter may be an order word where no unit stands.
    """
    for letter, troop in board.war.troops.items():
        if letter in _TAKEN:
            yield BoardFault(_SECTIONS[OrderPart.TROOP], letter, f"{letter} stands for {_TAKEN[letter]} in orders")
        for name in sorted(set(troop.names.values())):
            if word := _meaning_in_orders(folded_words(name), _HARMLESS | _UNITS):
                yield BoardFault(_SECTIONS[OrderPart.TROOP], letter, f"{name!r} is a word of orders ({word})")


def _meaning_in_orders(key: tuple[str, ...], harmless: frozenset[OrderPart]) -> str:
    """Return what a text means in an order of some notation, harmless meanings left out."""
    parts = {
        (name, one.part.value)
        for name in notation_names()
        for one in load_notation(name).phrases.get(key, ())
        if one.part not in harmless
    }
    return ", ".join(f"{part} in {name}" for name, part in sorted(parts)[:1])


# --- finds the regions whose name a word, or a few, may be


_EFFORT_FOR_LIKELY_NAMES = 20
"""What it takes to compare words with the names of all regions."""
_EFFORT_TO_GUESS = 8
"""What it takes to compare words with the names of regions that begin as they do."""
_MOST_WORDS = 4
_LONG_NAME = 8
"""Letters from which on a name may have two slips."""


_SMALL = frozenset({"of", "the", "de", "du", "d", "la", "le", "l", "et", "and"})
"""What may be left out of a name: ``mer Nord``."""


class GuessingLexicon(Lexicon):
    """The words of a line of which some, ``strange``, may be names of regions with a slip.

    Those of them that are written as ``codes`` are may only be names cut short.
    """

    def __init__(
        self,
        tokens: Sequence[LineToken],
        own: Notation,
        others: Sequence[Notation],
        board: Board,
        strange: Collection[int],
        codes: Collection[int] = (),
    ) -> None:
        super().__init__(tokens, own, others, board)
        self._strange = strange
        self._codes = codes

    def _found(self, place: int) -> Iterator[FoundLexeme]:
        yield from super()._found(place)
        words: tuple[str, ...] = ()
        for end in range(place + 1, min(place + _MOST_WORDS, len(self.tokens)) + 1):
            if not self.tokens[end - 1].is_word:
                return
            words = (*words, self.tokens[end - 1].text)
            if any(at in self._strange for at in range(place, end)):
                is_cut = any(at in self._codes for at in range(place, end))
                spend_once((words, is_cut), _EFFORT_TO_GUESS)
                elsewhere = _names_elsewhere().get(words, ()) if self.board.map == self.own.board else ()
                for region in elsewhere or likely_regions(words, self.own, self.board, is_cut=is_cut):
                    yield FoundLexeme(Lexeme(OrderPart.PLACE, region), end, guessed=True)


@cache
def _names_elsewhere() -> Mapping[tuple[str, ...], tuple[Province, ...]]:
    """The regions that other languages call so, or players by their capital: ``mare del Nord``, ``Oslo``."""
    found: defaultdict[tuple[str, ...], tuple[Province, ...]] = defaultdict(tuple)
    for table in ("names", "capitals"):
        for code, names in valued_phrases("tongues", table).items():
            for name in names:
                found[folded_words(name)] += (Province(code),)
    return found


def is_capital(written: str) -> bool:
    """Return whether a region is called by the name of its capital: ``Oslo``."""
    return folded_words(written) in _capitals()


@cache
def _capitals() -> frozenset[tuple[str, ...]]:
    named = valued_phrases("tongues", "capitals").values()
    return frozenset(folded_words(name) for names in named for name in names)


def _regions_of_swapped(code: str, own: Notation, board: Board) -> tuple[Province, ...]:
    """The regions whose code is this one with two letters beside each other swapped: ``BRU``; else with one wrong."""
    swapped = (code[1] + code[0] + code[2], code[0] + code[2] + code[1])
    named = _by_code(own, board)
    near = [one for one in swapped if one in named] or [
        one for one in named if one[0] == code[0] and (one[1] == code[1]) + (one[2] == code[2]) == 1
    ]
    return tuple(dict.fromkeys(region for one in near for region in named[one]))


@lru_cache
def _by_code(own: Notation, board: Board) -> Mapping[str, tuple[Province, ...]]:
    named = _by_name(own, board).items()
    return {words[0]: tuple(sorted(regions)) for words, regions in named if len(words) == 1 and len(words[0]) == _CODE}


@lru_cache(maxsize=2048)
def likely_regions(
    words: tuple[str, ...], own: Notation, board: Board, *, is_cut: bool = False
) -> tuple[Province, ...]:
    """Return the regions that normalised words may name: ``burgandy``, ``n sea``, ``york``; none for a short word.

    If it ``is_cut``, only those of which each word begins a name, and a code with two letters in each other's place.
    """
    text = " ".join(words)
    if is_cut and len(text) == _CODE:
        return _regions_of_swapped(text, own, board)
    if len(text) < SHORTEST_NAME or not words[0]:
        return ()
    found: dict[Province, int] = {}
    written = _name(words, ())
    for name in _names(own, board)[_first_sound(text)]:
        is_near = abs(len(name.text) - len(text)) <= _MOST_SLIPS or name.text.startswith(words[0])  # few are
        slips = name.slips_of(written, is_cut=is_cut) if is_near else None
        if slips is not None:
            found |= {region: min(slips, found.get(region, slips)) for region in name.regions}
    nearest = min(found.values(), default=0)
    allowed = nearest if nearest == 1 else nearest + 1  # with one slip "Noth Sea" is no "Nor Sea", which has two
    return tuple(region for region, slips in found.items() if slips <= allowed)


@dataclass(frozen=True)
class _Name:
    """A name of regions: its ``words``, all of them in one ``text``, how it sounds, a bit for each of its letters."""

    words: tuple[str, ...]
    text: str
    sound: str
    letters: int
    regions: tuple[Province, ...]

    def slips_of(self, written: "_Name", *, is_cut: bool) -> int | None:
        """How many slips make the name of words, none where each is cut short; one more may be where it sounds so.

        None where they are no such name.
        """
        words, other = written.words, (written.letters ^ self.letters).bit_count()
        if other > _SWAPPED * _MOST_SLIPS and written.letters & ~self.letters:  # most names: a slip changes two letters
            return None
        if len(words) == len(self.words) and all(map(str.startswith, self.words, words)):
            return 0
        if len(words) > len(self.words):
            return None
        most = 0 if is_cut else 1 + (len(self.text) >= _LONG_NAME) + (written.sound == self.sound)
        if abs(len(written.text) - len(self.text)) > most or other > _SWAPPED * most:
            return None
        slips = slips_between(written.text, self.text, most)
        return slips if slips <= most else None


def _name(words: tuple[str, ...], regions: Collection[Province]) -> _Name:
    text, letters = " ".join(words), 0
    for sign in text:
        letters |= 1 << (ord(sign) & 31)
    return _Name(words, text, _sound(text), letters, tuple(sorted(regions)))


_SPELT_ALIKE = (
    *(("ph", "f"), ("th", "t"), ("gh", ""), ("sch", "k"), ("ch", "k"), ("qu", "k"), ("q", "k"), ("c", "k"), ("z", "k")),
    *(("s", "k"), ("w", "v"), ("y", "i"), ("j", "i"), ("h", "")),
)
"""Letters of English and French names for which others are written; those of a hiss are one with "c"."""
_VOWELS = re.compile(r"[aeiou ]+")
_DOUBLED = re.compile(r"(.)\1+")


@lru_cache(maxsize=4096)
def _sound(text: str) -> str:
    """The consonants of a text, those that are heard alike as one letter."""
    for written, heard in _SPELT_ALIKE:
        text = text.replace(written, heard)
    return _DOUBLED.sub(r"\1", _VOWELS.sub("", text))


_SHORTEST_SLIP = 3
_MOST_SLIPS = 3
"""Slips that a long name may bear which sounds as what was written."""
_SWAPPED = 2
"""Letters that one slip may change, where they stand in each other's place."""


def slips_between(one: str, other: str, most: int) -> int:
    """Return how many letters are missing, too many, wrong or in a neighbour's place; ``most + 1`` for more."""
    shortest, end, start = min(len(one), len(other)), 0, 0
    while end < shortest and one[-1 - end] == other[-1 - end]:
        end += 1
    while start < shortest - end and one[start] == other[start]:
        start += 1
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    longest = max(len(one), len(other))
    if not (one and other) or abs(len(one) - len(other)) > most or (most == 1 and longest > _SWAPPED):
        return min(longest, most + 1)
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, sign in enumerate(one, 1):
        last, row, before_last = row, [place], before
        for at, letter in enumerate(other, 1):
            cost = min(last[at] + 1, row[at - 1] + 1, last[at - 1] + (sign != letter))
            if before_last and at > 1 and sign == other[at - 2] and one[place - 2] == letter:
                cost = min(cost, before_last[at - 2] + 1)
            row.append(cost)
        if min(row) > most and min(last) > most:
            return most + 1
        before = last
    return min(row[-1], most + 1)


def is_slip(word: str, known: str) -> bool:
    """Whether a word is another one but for a slip; of a short word every other one would be."""
    return min(len(word), len(known)) >= _SHORTEST_SLIP and slips_between(word, known, 1) <= 1


_OF_UNITS = ("army", "armee", "fleet", "flotte")


@lru_cache(maxsize=2048)
def is_slip_of_unit(word: str) -> bool:
    """Return whether a word is one for a unit but for a slip: ``armie``."""
    return word not in _OF_UNITS and any(is_slip(word, known) for known in _OF_UNITS)


def _first_sound(text: str) -> str:
    """How a name begins: its first consonant as it is heard, or any vowel."""
    heard = _sound(text[:1])
    return heard or "a"


@lru_cache
def _names(own: Notation, board: Board) -> Mapping[str, tuple[_Name, ...]]:
    """The names of regions of four letters or more, by how they begin."""
    found: defaultdict[str, list[_Name]] = defaultdict(list)
    for words, regions in _by_name(own, board).items():
        name = _name(words, regions)
        if len(name.text) >= SHORTEST_NAME:
            found[_first_sound(words[0])].append(name)
    return defaultdict(tuple, {letter: tuple(names) for letter, names in found.items()})


def _by_name(own: Notation, board: Board) -> Mapping[tuple[str, ...], set[Province]]:
    named: defaultdict[tuple[str, ...], set[Province]] = defaultdict(set)
    for words, region in _pairs(own, board):
        named[words].add(region)
    return named


def _pairs(own: Notation, board: Board) -> Iterator[tuple[tuple[str, ...], Province]]:
    tables = (own.phrases if own.board == board.map else {}, _own_names(board))
    for phrases in tables:
        for words, lexemes in phrases.items():
            for one in lexemes:
                if one.part is OrderPart.PLACE and one.value in board.regions:
                    yield words, Province(one.value)
                    if short := tuple(word for word in words if word not in _SMALL):
                        yield short, Province(one.value)
