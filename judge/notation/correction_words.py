"""Finds the words by which a line corrects orders: its cues, its sentences, what is named and ordered between them."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property
from itertools import pairwise

from judge.notation.lexer import ARROW, DASH, LineToken, folded_words, tokens_of
from judge.notation.line import Misread, Offered, OrderReader
from judge.notation.sentence_roles import SPEAKING, Role, SentenceWord, tables_of
from judge.notation.sentence_words import sentence_words
from judge.notation.several_orders import read_all_orders
from judge.notation.tables import OrderPart, listed_phrases, shared_phrases, starred_keys, starred_phrase
from judge.rules.board import Province, UnitKind
from judge.rules.orders import Convoy, Move, Order, Retreat, SupportHold, SupportMove, province_of


class Cue(Enum):
    """What a phrase does in a correction; the value is the table of its phrases."""

    CONTRAST = "contrast"
    BECOMES = "becomes"
    CHANGE = "change"
    SWAP = "swap"
    PUTS_RIGHT = "puts_right"
    RETHINKS = "rethinks"
    PREFERS = "prefers"
    RECONSIDERS = "reconsiders"
    BACK = "back"
    ALL = "all"
    LAST = "last"
    THAT = "that"
    ORDINAL = "ordinals"
    STANDS = "stands"
    BESIDES = "besides"
    CONDITION = "condition"
    REPORT = "report"
    HARMLESS = "harmless"
    TOUCHES = "touches"
    ONLY = "only"


@dataclass(frozen=True)
class Mark:
    """A phrase that does something in a correction, from token ``start`` up to token ``end``."""

    cue: Cue
    start: int
    end: int


@dataclass(frozen=True)
class Piece:
    """The words between two cues or commas, from token ``start`` up to token ``end``; ``cue`` stands before them."""

    start: int
    end: int
    cue: Cue | None = None


@dataclass(frozen=True)
class Correction:
    """What a part of a line says of orders given before, with the words that say it.

    ``given`` count from now on; ``likely`` do once their writer says yes; ``dropped`` count no longer; ``doubtful`` are
    contradicted, and nothing certain stands in their place.
    """

    text: str
    given: tuple[Order, ...] = ()
    likely: tuple[Order, ...] = ()
    dropped: tuple[Order, ...] = ()
    doubtful: tuple[Order, ...] = ()

    @property
    def says_something(self) -> bool:
        """Whether any order is another one now."""
        return bool(self.given or self.likely or self.dropped or self.doubtful)


_STOP = re.compile(r"[.!?…;]+[\"'»”)]*\s|\n")
_WRITTEN_UNIT = re.compile(r"\b[AF]\b\s*\(?\s*[^\W\d_]{3}\)?\s*$")
_UNIT_STANDS = re.compile(rf"{_WRITTEN_UNIT.pattern[:-1]}stands?\b")
_BREAK = re.compile(r"[,:;.!?…()\n]")
_TIE = re.compile(r"\s*[-–—>/]")
ACTIVE = frozenset(
    {
        *(Cue.CONTRAST, Cue.BECOMES, Cue.CHANGE, Cue.SWAP, Cue.PUTS_RIGHT, Cue.RETHINKS, Cue.PREFERS),
        *(Cue.RECONSIDERS, Cue.BACK, Cue.ONLY),
    }
)
_HELP = frozenset({Role.SUPPORT, Role.CONVOY})
_NO_MORE = "plus"
_DOING = "ing"
_AND = frozenset({"and", "et"})
_LEADING = _AND | {"so", "then", "therefore", "donc", "alors"}
_LONGEST_PHRASE = 6
_DENIAL_BEFORE = 3
_MOST_OF_PAIR = 8
"""Words of a sentence about the first two orders, or the last."""
_SPEAKING_EN = frozenset({"i", "we"})
_BEHIND_ON = frozenset({"a", "à", "avait", "est", "s", "se", "en", "y", "ne", "n", "vient", "va", "peut", "doit"})
_BEFORE_CLAUSE = frozenset(
    {"que", "qu", "dont", "ou", "si", "comme", "quand", "ce", "that", "which", "what", "if", "as", "when", "and", "et"}
)
"""In front of a clause that tells which orders are meant, or when: « les ordres qu'on a donnés »."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ORDINALS_FR = ("premier", "deuxieme", "troisieme", "quatrieme", "cinquieme", "sixieme")
_NUMBERED = frozenset({"number", "no", "nr", "nb", "num", "numero", "n", "order", "line", "ordre", "ligne", "#"})
_REST = frozenset(
    {
        *("and", "the", "rest", "others", "other", "everything", "else", "all", "my", "orders", "remaining", "one"),
        *("et", "le", "reste", "les", "autres", "tout", "ordres", "mes", "two", "three", "four", "five", "six"),
        *("deux", "trois", "quatre", "cinq"),
    }
)
"""What is left as it was: ``and the other two stand``."""
_ALSO_ORDINAL = {"premiere": 0, "seconde": 1}


@dataclass(frozen=True)
class CorrectionLine:
    """A line with the orders that stand."""

    line: str
    tokens: Sequence[LineToken]
    standing: tuple[Order, ...]
    reader: OrderReader
    answers: bool
    _read: dict[str, list[tuple[Order, bool]]] = field(default_factory=dict)

    @cached_property
    def _marks(self) -> Mapping[int, Mark]:
        return {mark.start: mark for mark in self._all_marks()}

    def _all_marks(self) -> Iterator[Mark]:
        place = end = 0
        while place < len(self.tokens):
            mark = self._mark_at(place)
            if mark:
                yield mark if mark.cue is not Cue.STANDS else replace(mark, start=self._start_of_rest(mark.start, end))
                end = mark.end
            place = mark.end if mark else place + 1

    def _mark_at(self, place: int) -> Mark | None:
        texts = tuple(token.text for token in self.tokens[place : place + _LONGEST_PHRASE + 1])
        if texts[0] in _NUMBERED and texts[1:2] and texts[1].isdecimal():
            return Mark(Cue.ORDINAL, place, place + 2)
        if (texts[0],) in _phrases_of("latest") and texts[1:2] in _phrases_of("letters"):
            return Mark(Cue.ALL, place, place + 2)  # "my last mail"
        if size := self._end_of_denial(place):
            return Mark(Cue.RECONSIDERS, place, place + size)
        for size in range(min(len(texts), _LONGEST_PHRASE), 0, -1):
            for cue in _phrases().get(texts[:size], ()):
                mark = Mark(cue, place, place + size)
                if cue is Cue.LAST and texts[size : size + 1] in _phrases_of("letters"):
                    return Mark(Cue.ALL, place, place + size + 1)
                if cue is Cue.STANDS and self._holds_longer(place, size):
                    return None  # "Venice stays put"
                if cue is Cue.BECOMES and any(text.endswith(_DOING) for text in texts[size : size + 1]):
                    return None  # "should be supporting"
                if cue is Cue.BACK and self._is_denied(place):
                    return replace(mark, cue=Cue.HARMLESS, end=self._end_of(Cue.CONTRAST, mark.end))
                behind = self._end_of(Cue.BACK, mark.end) if cue is Cue.CONTRAST else mark.end
                return mark if behind == mark.end else Mark(Cue.HARMLESS, place, behind)
        if texts[0] == ARROW and self._is_between_ties(place):
            return Mark(Cue.BECOMES, place, place + 1)
        if texts[0] == _NO_MORE and self._is_denied(place):
            return Mark(Cue.CONTRAST, place, place + 1)
        if size := self._denies_region(place):
            return Mark(Cue.CONTRAST, place, place + size)
        is_no = texts[:1] in {("no",), ("non",)} and place + 1 < len(self.tokens) and self.breaks(place + 1)
        return Mark(Cue.PUTS_RIGHT, place, place + 1) if is_no else None

    def _end_of_denial(self, place: int) -> int:
        """How many words of a bare denial end a clause that begins with a kind of unit: ``the armies can't``."""
        size = phrase_length("bare_denial", [token.text for token in self.tokens[place : place + 2]])
        if not size or self.breaks(place) or not self.breaks(place + size):
            return 0
        start = max(at for at in range(place) if self.breaks(at))
        return size if self.kind_in(self.text(Piece(start, place))) and place - start <= _DENIAL_BEFORE else 0

    def _denies_region(self, place: int) -> int:
        """How many words deny the region behind them, at the head of a clause: ``no Burgundy``, « plus de Manche »."""
        texts = [token.text for token in self.tokens[place : place + _LONGEST_PHRASE]]
        is_denied = any((token.text,) in _denials() for token in self.tokens[:place])
        size = phrase_length("no_region", texts) or (phrase_length("nor", texts) if is_denied else 0)
        is_head = self.breaks(place) or self.tokens[place - 1].text in _LEADING
        if not (size and is_head) or self.breaks(place + size):
            return 0
        words = self._words(self.text(Piece(place + size, min(place + size + _LONGEST_PHRASE, len(self.tokens)))))
        roles = [word.role for word in words[:2]]
        return size if roles[:1] == [Role.UNIT] and roles[1:] != [Role.UNKNOWN] else 0  # "no Burgundy wine"

    def _holds_longer(self, place: int, size: int) -> bool:
        """Whether a phrase that has a unit stay where it is begins at a token, longer than so many words.

        So does one behind which the unit helps, or before which it is written as in an order: ``Venice stays and
        supports Trieste``, ``A(Pie) stands``.
        """
        if _WRITTEN_UNIT.search(self.line, 0, self.tokens[place].start):
            return True
        texts = tuple(token.text for token in self.tokens[place : place + _LONGEST_PHRASE])
        behind = " ".join(texts[size + 1 : size + 3]) if texts[size : size + 1] and texts[size] in _AND else ""
        if self.roles_in(behind) & {Role.SUPPORT, Role.CONVOY}:
            return True
        phrases = [texts[:end] for end in range(size + 1, len(texts) + 1)]
        known = (lexeme.part for one in phrases for lexeme in self.reader.own.phrases.get(one, ()))
        return OrderPart.HOLD in known or any("hold" in tables_of(one) for one in phrases)

    def _is_between_ties(self, place: int) -> bool:
        """Whether orders with a dash or an arrow of their own stand on both sides: ``A VEN - TYR => A VEN - TRI``."""
        sides = (self.tokens[:place], self.tokens[place + 1 :])
        return all(any(token.text in {DASH, ARROW} for token in side) for side in sides)

    def _end_of(self, cue: Cue, place: int) -> int:
        """The end of a phrase of a kind that begins at a token; the token itself where none does."""
        texts = tuple(token.text for token in self.tokens[place : place + _LONGEST_PHRASE])
        sizes = (size for size in range(len(texts), 0, -1) if cue in _phrases().get(texts[:size], ()))
        return place + next(sizes, 0)

    def _start_of_rest(self, start: int, least: int) -> int:
        """Where the words begin that say what stays as it was."""
        while start > least and self.tokens[start - 1].text in _REST and not self.breaks(start):
            start -= 1
        return start

    def _is_denied(self, place: int) -> bool:
        before = [token.text for token in self.tokens[max(0, place - _DENIAL_BEFORE) : place]]
        return any(tuple(before[at : at + 2]) in _denials() or (before[at],) in _denials() for at in range(len(before)))

    def marks_in(self, start: int, end: int) -> list[Mark]:
        """The cues between two tokens."""
        return [self._marks[at] for at in range(start, end) if at in self._marks]

    def breaks(self, place: int) -> bool:
        """Whether a comma, a stop or a bracket stands before a token."""
        if place == 0 or place >= len(self.tokens):
            return True
        between = self.line[self.tokens[place - 1].end : self.tokens[place].start]
        return bool(_BREAK.search(between)) or self.tokens[place].text in {"(", ")", ":", ";"}

    def whole(self, start: int, end: int) -> str:
        """The words from a token up to another, with the signs behind them."""
        last = self.tokens[end].start if end < len(self.tokens) else len(self.line)
        return self.line[self.tokens[start].start : last].strip() if end > start else ""

    def text(self, piece: Piece) -> str:
        """The words of a piece without what stands around them."""
        if piece.end <= piece.start:
            return ""
        return self.line[self.tokens[piece.start].start : self.tokens[piece.end - 1].end]

    # --- sentences

    def groups(self) -> list[tuple[int, int]]:
        """The sentences; a correcting word alone goes with the next one, what only denies with the one before."""
        groups: list[tuple[int, int]] = []
        for start, end in self.sentences():
            marks = [mark.cue for mark in self.marks_in(start, end)]
            before = groups[-1] if groups else None
            is_behind_cue = before and self._is_bare_cue(*before) and not self._takes_back_at(start)
            refers = self._refers_back(start, end) or self.tokens[start].text in _AND
            refers = refers or (bool(groups) and self._refers(self.whole(start, end)))
            if before and self._is_for_case(before, (start, end)):
                groups[-1] = before[0], end
                continue
            is_denial = marks[:1] == [Cue.CONTRAST] and start in self._marks and len(self.words_of(start, end)) == 1
            if before and (
                is_behind_cue or (refers and self._is_active(before)) or (is_denial and self.words_of(*before))
            ):
                groups[-1] = before[0], end
            else:
                groups.append((start, end))
        return groups

    def _is_for_case(self, before: tuple[int, int], then: tuple[int, int]) -> bool:
        """Whether a sentence says what to do where a question before it is answered yes: ``If so, please lose it``."""
        texts = [token.text for token in self.tokens[then[0] : then[1]]]
        size = phrase_length("if_so", texts)
        is_do = any(phrase_length("do_it", texts[at:]) for at in range(size, len(texts)))
        is_told = self._is_active(then) or (is_do and self._is_active(before))
        return bool(size and is_told and self.whole(*before).endswith("?"))

    def _takes_back_at(self, place: int) -> bool:
        return place in self._marks and self._marks[place].cue is Cue.BACK

    def _is_active(self, group: tuple[int, int]) -> bool:
        return any(mark.cue in ACTIVE for mark in self.marks_in(*group))

    def _refers_back(self, start: int, end: int) -> bool:
        """Whether a sentence begins with what stands for a unit named before, or leaves that as it is."""
        told = [word.role for word in self._words(self.whole(start, end)) if word.role is not Role.SMALL]
        is_left = "leave" in tables_of((self.tokens[start].text,))
        return told[is_left : is_left + 1] in ([Role.IT], [Role.ITS_SUBJECT])

    def _is_bare_cue(self, start: int, end: int) -> bool:
        marks = self.marks_in(start, end)
        cues = {mark.cue for mark in marks}
        if not cues & ACTIVE or cues & {Cue.ALL, Cue.ORDINAL} or self.words_of(start, end):
            return False
        ends = (start, *(mark.end for mark in marks)), (*(mark.start for mark in marks), end)
        pieces = (self.text(Piece(*piece)) for piece in zip(*ends, strict=True))
        return Cue.BACK not in cues or not any(self.roles_in(text) & _HELP for text in pieces)

    def sentences(self) -> list[tuple[int, int]]:
        """The sentences, each from its first token up to the first of the next one."""
        ends = [0, *(place for place in range(1, len(self.tokens)) if self._is_stopped(place)), len(self.tokens)]
        return [pair for pair in pairwise(ends) if pair[0] < pair[1]]

    def _is_stopped(self, place: int) -> bool:
        between = self.line[self.tokens[place - 1].end : self.tokens[place].start]
        is_end = _STOP.search(between) or self.tokens[place - 1].text == ";"
        return bool(is_end) and not _TIE.match(self.line, self.tokens[place].start)

    def runs_on(self, place: int) -> bool:
        """Whether its writer goes on to tell something else with no comma: « oublie mes ordres on a parlé au Turc »."""
        text, before = self.tokens[place].text, self.tokens[place - 1].text
        is_on = text == "on" and any(one.text in _BEHIND_ON for one in self.tokens[place + 1 : place + 2])
        # "the orders we gave"
        is_direct = text in _SPEAKING_EN and any(mark.end == place for mark in self._marks.values())
        return (is_on or text in SPEAKING) and before not in _BEFORE_CLAUSE and not is_direct

    # --- what is named

    def words_of(self, start: int, end: int) -> list[SentenceWord]:
        """The words that name a region between two tokens."""
        text = self.text(Piece(start, end))
        words = self._words(text)
        return [word for word in words if word.role is Role.UNIT]

    def is_put(self, place: int) -> bool:
        """Whether from a token on something is put in the place of what is taken back: ``and write A MUN H``."""
        return phrase_length("puts", [token.text for token in self.tokens[place : place + 1]]) > 0

    def name_in(self, text: str) -> str:
        """The first name of a region in a text, as it is written; nothing where there is none."""
        tokens = tokens_of(text)
        words = (word for word in self._words(text) if word.role is Role.UNIT)
        return next((text[tokens[word.start].start : tokens[word.end - 1].end] for word in words), "")

    def with_name(self, text: str, name: str) -> str:
        """A text with the name of a unit in the place of the word that points at it: ``Then Rome stays``."""
        tokens = tokens_of(text)
        pointing = (word for word in self._words(text) if word.role in {Role.IT, Role.ITS_SUBJECT})
        word = next(pointing, None)
        if word is None or word.end <= word.start:
            return text
        before, behind = text[: tokens[word.start].start].rstrip(" -"), text[tokens[word.end - 1].end :].lstrip(" -")
        return f"{before} {name} {behind}".strip()

    def is_tied(self, piece: Piece) -> bool:
        """Whether a dash, an arrow or a stroke stands in a piece."""
        return bool(_TIE.search(self.text(piece)))

    def is_strange(self, start: int, end: int) -> bool:
        """Whether a word stands between two tokens that no order knows."""
        return any(word.role is Role.UNKNOWN for word in self._words(self.text(Piece(start, end))))

    def is_swap_denied(self, start: int, marks: "Sequence[Mark]") -> bool:
        """Whether a denial stands in front of the first word for a swap: ``Do not swap Wales and the Channel``."""
        first = next((mark for mark in marks if mark.cue is Cue.SWAP), None)
        return first is not None and Role.DENIAL in self.roles_in(self.whole(start, first.start))

    def roles_in(self, text: str) -> frozenset[Role]:
        """What the words of a text do."""
        return frozenset(word.role for word in self._words(text))

    def tells_what_was(self, piece: Piece) -> bool:
        """Whether a word for what was stands in front of what a piece names: ``I had thought of Gascony for Paris``."""
        texts = [token.text for token in self.tokens[piece.start : piece.end]]
        first = next((word.start for word in self.words_of(piece.start, piece.end)), 0)
        return any(tuple(texts[at : at + size]) in _what_was() for at in range(first) for size in (1, 2))

    def reports(self, piece: Piece) -> bool:
        """Whether a piece tells what somebody else said: ``what I said about Liverpool`` does not."""
        told = [mark for mark in self.marks_in(piece.start, piece.end) if mark.cue is Cue.REPORT]
        return any(mark.start == 0 or self.tokens[mark.start - 1].text not in SPEAKING for mark in told)

    def ends_denied(self, piece: Piece) -> bool:
        """Whether a bare denial ends a piece: ``the armies can't``, « les armées non »."""
        texts = tuple(token.text for token in self.tokens[piece.start : piece.end])
        return any(texts[-size:] in _phrases_of("bare_denial") for size in (1, 2)) and len(texts) > 1

    def tells_mistake(self, mark: Mark) -> bool:
        """Whether a cue says that its writer was wrong."""
        return tuple(token.text for token in self.tokens[mark.start : mark.end]) in _phrases_of("mistakes")

    def says_count(self, piece: Piece) -> bool:
        """Whether a piece says that orders count."""
        return any((token.text,) in _phrases_of("count") for token in self.tokens[piece.start : piece.end])

    def names_people(self, start: int, end: int) -> bool:
        """Whether the people of a power are spoken of between two tokens: ``the Germans never leave …``."""
        return any(key in _peoples() for token in self.tokens[start:end] for key in starred_keys((token.text,)))

    def sentences_of(self, text: str) -> tuple[tuple[SentenceWord, ...], ...]:
        """The words of each sentence of a text."""
        scene = self.reader.scene
        powers = frozenset({str(scene.power)} if scene.power else {str(unit.power) for unit in scene.units()})
        return sentence_words(text, self.reader.lexicon(tokens_of(text)), powers)

    def pair_told(self, start: int, end: int) -> tuple[Order, ...]:
        """The two orders that stand first, or last, where few words tell of those: ``Swap the first two.``."""
        texts = tuple(token.text for token in self.tokens[start:end])
        pairs = {"first_two": self.standing[:2], "last_two": self.standing[-2:]}
        told = (pair for name, pair in pairs.items() for at in range(len(texts)) if phrase_length(name, texts[at:]))
        return next(told, ()) if len(texts) <= _MOST_OF_PAIR else ()

    def _words(self, text: str) -> list[SentenceWord]:
        return [word for sentence in self.sentences_of(text) for word in sentence]

    def kind_in(self, text: str) -> UnitKind | None:
        """The kind of unit that a text names, if one alone."""
        words = self._words(text)
        kinds = {word.kind for word in words if word.role is Role.KIND and word.kind} | {
            spot.kind for word in words for spot in word.spots if spot.kind
        }
        return kinds.pop() if len(kinds) == 1 else None

    def coast_in(self, text: str) -> str:
        """The coast that a text names without its region; « C’est » is none beside « la côte sud »."""
        lexicon = self.reader.lexicon(tokens_of(text))
        found = [(one.end - at, one) for at in lexicon.places for one in lexicon.of(at, OrderPart.COAST)]
        longest = max((size for size, _ in found), default=0)
        coasts = {one.lexeme.value for size, one in found if size == longest}
        return coasts.pop() if len(coasts) == 1 else ""

    def orders_in(self, texts: Sequence[str]) -> list[tuple[Order, bool]]:
        """The orders that texts give, each with whether it is certain: of each text, else of all together."""
        found = [one for text in texts for one in self._orders_of(text)]
        is_told = any(sure for _, sure in found)
        goes_on = any(text.partition(" ")[0].casefold() in _AND or self._refers(text) for text in texts)
        if len(texts) == 1 or (is_told and not goes_on) or all(map(self._orders_of, texts)):
            return found
        together = self._orders_of(" ".join(texts))
        return found if len(together) <= len(found) and is_told else together or found

    def _refers(self, text: str) -> bool:
        """Whether a text gives no order alone, and speaks of what stands before it: ``Burgundy supports it``."""
        roles = self.roles_in(text)
        return Role.IT in roles and bool(roles & {Role.SUPPORT, Role.CONVOY}) and not self._orders_of(text)

    def _orders_of(self, text: str) -> list[tuple[Order, bool]]:
        if text in self._read:
            return self._read[text]
        found = self._read.setdefault(text, [])
        for _, read in read_all_orders(text, self.reader, hinted=0) if text.strip() else ():
            if isinstance(read, Offered):
                found += [(order, False) for order in read.orders]
            elif isinstance(read, Order) and not isinstance(read, Misread):
                found.append((read, True))
        return found


def number_of(word: str) -> int | None:
    """Return which one of several a word names, from 0 on; None for any other word."""
    if word.isdecimal():
        return int(word) - 1
    for words in (_ORDINALS, _ORDINALS_FR):
        if word in words:
            return words.index(word)
    return _ALSO_ORDINAL.get(word)


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[Cue, ...]]:
    found: defaultdict[tuple[str, ...], list[Cue]] = defaultdict(list)
    for cue in Cue:
        for phrase in listed_phrases("corrections", cue.value):
            found[folded_words(phrase)].append(cue)
    for words in shared_phrases("sentences", "lived"):
        found[words].append(Cue.HARMLESS)
    return {words: tuple(cues) for words, cues in found.items()}


def speaks_of_last_letter(text: str) -> bool:
    """Return whether a text speaks of the last letter of its writer: ``Ignore that last mail``."""
    texts = [token.text for token in tokens_of(text)]
    pairs = pairwise(texts)
    return any((one,) in _phrases_of("latest") and (other,) in _phrases_of("letters") for one, other in pairs)


def reconsiders(text: str) -> bool:
    """Return whether a text has words beside which an order counts no longer."""
    texts = [token.text for token in tokens_of(text)]
    return any(phrase_length(Cue.RECONSIDERS.value, texts[at:]) for at in range(len(texts)))


def phrase_length(table: str, texts: Sequence[str]) -> int:
    """Return how many of these words the longest phrase of a table takes that they begin with; 0 without any."""
    sizes = range(min(_LONGEST_PHRASE, len(texts)), 0, -1)
    return next((size for size in sizes if tuple(texts[:size]) in _phrases_of(table)), 0)


@cache
def _phrases_of(table: str) -> frozenset[tuple[str, ...]]:
    return frozenset(map(folded_words, listed_phrases("corrections", table)))


@cache
def _what_was() -> frozenset[tuple[str, ...]]:
    return frozenset(map(folded_words, listed_phrases("sentences", "past")))


@cache
def _peoples() -> frozenset[tuple[str, ...]]:
    return frozenset(map(starred_phrase, listed_phrases("sentences", "nationality")))


@cache
def _denials() -> frozenset[tuple[str, ...]]:
    return frozenset(map(folded_words, listed_phrases("corrections", "denial")))


def split_last_sentence(line: str) -> tuple[str, str]:
    """Return what stands before the last sentence of a line, and that sentence."""
    end = max((found.end() for found in _STOP.finditer(line.rstrip())), default=0)
    return line[:end].strip(), line[end:].strip()


def is_into(word: str) -> bool:
    """Whether a word stands before what something is changed into."""
    return (word,) in _into()


def is_than(word: str) -> bool:
    """Whether a word stands before what something is preferred to."""
    return (word,) in _than()


@cache
def _than() -> frozenset[tuple[str, ...]]:
    return frozenset(map(folded_words, listed_phrases("corrections", "than")))


@cache
def _into() -> frozenset[tuple[str, ...]]:
    return frozenset(map(folded_words, listed_phrases("corrections", "into")))


def left_unchanged(line: str, standing: Sequence[Order], reader: OrderReader) -> tuple[Order, ...]:
    """Return the orders of which a line says that they stay, and nothing else: ``BRE and GAS unchanged``."""
    if _UNIT_STANDS.search(line):
        return ()
    lexicon, orders = reader.lexicon(tokens_of(line)), {province_of(one): one for one in standing}
    texts = tuple(token.text for token in lexicon.tokens)
    kept, is_said, at = dict[Order, None](), len(_STANDING_ORDERS.intersection(texts)) > 1, 0
    while at < len(texts):
        unit = next((one for one in lexicon.of(at, OrderPart.PLACE) if one.lexeme.value in orders), None)
        if size := phrase_length("unchanged", texts[at:]):
            is_said = True
        elif unit:
            kept[orders[Province(unit.lexeme.value)]], size = None, unit.end - at
        elif not (size := phrase_length("beside_unchanged", texts[at:])):
            return ()
        at += size
    return tuple(kept) if is_said else ()


_STANDING_ORDERS = frozenset({"orders", "ordres", "stand", "restent", "tiennent", "valables"})


def says_where(line: str) -> bool:
    """Whether a line tells where something stays: ``Leave it where it is``, not ``Leave it as it is``."""
    said = [token.text for token in tokens_of(line)]
    return not _WHERE.isdisjoint(said) or said[-1:] == ["la"]  # "la France" tells nothing of where


_WHERE = frozenset({"where", "there", "ou", "place"})


def speaks_of(word: SentenceWord, order: Order) -> bool:
    """Whether a word may name a region of an order."""
    places = set(provinces_of(order))
    return any(spot.province in places for spot in word.spots)


def provinces_of(order: Order) -> Iterator[Province]:
    """Yield the regions that an order names."""
    unit = province_of(order)
    if unit:
        yield unit
    match order:
        case Move(_, to) | Retreat(_, to):
            yield to.province
        case SupportHold(_, target):
            yield target
        case SupportMove(_, origin, to):
            yield from (origin, to.province)
        case Convoy(_, origin, to):
            yield from (origin, to)
