"""Distinguishes plain words from a line near an order, by its share of order words and how it begins."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from judge.notation.effort import once_a_letter, spend
from judge.notation.grammar import LineParser
from judge.notation.lexer import DASH, LineToken, tokens_of
from judge.notation.lexicon import LEAST_LIKENESS, SHORTEST_NAME, FoundLexeme, Lexicon, is_like_a_place, likeness
from judge.notation.line import Misread, MisreadReason, OrderReader
from judge.notation.season_words import tells_of_seasons
from judge.notation.tables import OrderPart, prose_phrases
from judge.rules.adjustments import required_orders
from judge.rules.board import Board
from judge.rules.position import PhaseKind, possible_build_centres

_UNITS = frozenset({OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP})
_VERBS = frozenset(
    {
        *(OrderPart.HOLD, OrderPart.MOVE, OrderPart.SUPPORT, OrderPart.CONVOY, OrderPart.VIA, OrderPart.RETREAT),
        *(OrderPart.DISBAND, OrderPart.BUILD, OrderPart.REMOVE, OrderPart.POWERED_HOLD, OrderPart.POWERED_MOVE),
        *(OrderPart.POWERED_SUPPORT,),
    }
)
_LIKE_AN_ORDER = frozenset({MisreadReason.AMBIGUOUS, MisreadReason.REPORT_MARK, MisreadReason.WRONG_PHASE})
_DOUBLE = 2
_EFFORT_TO_COMPARE = 2
"""What it takes to compare two words."""
_MOST_GUESSED = 12
"""The number of tokens tested for misspelt regions: no order has many more."""


class WordEvidence(Enum):
    """What a word or a phrase shows about its line."""

    PLACE = "place"
    UNIT = "unit"
    VERB = "verb"
    WAIVER = "waiver"
    COURTESY = "courtesy"
    STRANGE = "strange"  # no order knows it
    SILENT = "silent"  # shows nothing


@dataclass(frozen=True)
class _Phrase:
    """A phrase of a line up to token ``end``; ``code`` is the region it names, empty if that is only guessed.

    ``weight`` is the number of words it counts as: two for a courtesy or a code in capitals.
    """

    kind: WordEvidence
    start: int
    end: int
    code: str = ""
    weight: int = 1


def is_prose(misread: Misread, reader: OrderReader) -> bool:
    """Return whether a line that is no order is not near one either: a greeting, a signature, small talk."""
    tokens = tokens_of(misread.line)
    if not any(token.is_word for token in tokens):
        return True
    if misread.why in _LIKE_AN_ORDER:
        return False
    denied = misread.why is MisreadReason.DENIED
    key = (is_prose, misread.line, denied, reader.key)
    return once_a_letter(key, lambda: _is_prose(misread.line, reader, tokens, denied))


def _is_prose(line: str, reader: OrderReader, tokens: Sequence[LineToken], denied: bool) -> bool:
    return not _Line(line, reader.lexicon(tokens), reader, denied=denied).is_near_an_order()


_LONGEST_GREETING = 6


def is_greeting(text: str) -> bool:
    """Return whether a short text begins with a courtesy, or is made of nothing but small words."""
    texts = tuple(token.text for token in tokens_of(text))
    begins = any(texts[:size] in _polite() for size in range(1, _longest_courtesy() + 1))
    beside = prose_phrases("beside_courtesies")
    return (begins and len(texts) <= _LONGEST_GREETING) or all((one,) in beside for one in texts)


class _Line:
    """The phrases of one line with their weights."""

    def __init__(self, line: str, lexicon: Lexicon, reader: OrderReader, *, denied: bool) -> None:
        self._reader = reader
        self._starts = LineParser(lexicon).starts()
        self._tells_of_units = denied or tells_of_seasons(line)
        self._pieces = tuple(_Text(line, lexicon, reader.scene.board, self._starts).pieces())

    def is_near_an_order(self) -> bool:
        """Whether the line begins as an order does, or is made of more words that orders have than of others."""
        return (
            self._is_one_word_of_orders()
            or self._waives()
            or (self._places() and (self._begins_as_an_order() or self._outweighs(1)))
            or (self._joins_places() and self._outweighs(3))
            or (self._orders_something_unknown() and self._outweighs(1))
            or self._speaks_of_what_is_due()
        )

    def _of(self, *kinds: WordEvidence) -> tuple[_Phrase, ...]:
        return tuple(piece for piece in self._pieces if piece.kind in kinds)

    def _outweighs(self, times: int) -> bool:
        """Whether the words of orders, counted so many times, are more than the others."""
        for_it = sum(piece.weight for piece in self._of(WordEvidence.PLACE, WordEvidence.UNIT, WordEvidence.VERB))
        return times * for_it > sum(piece.weight for piece in self._of(WordEvidence.STRANGE, WordEvidence.COURTESY))

    def _places(self) -> bool:
        """Whether a place is named; alone on its line, only one that the reader may have orders for."""
        telling = self._of(WordEvidence.PLACE, WordEvidence.UNIT, WordEvidence.VERB)
        places = self._of(WordEvidence.PLACE)
        if len(telling) == 1 and places:
            return places[0].code in self._own()
        return bool(places)

    def _begins_as_an_order(self) -> bool:
        """``A PAR``, ``army in Paris``, ``Paris holds``, where the reader has a unit; no date behind it."""
        if self._of(WordEvidence.COURTESY):
            return False
        telling = [piece for piece in self._pieces if piece.kind is not WordEvidence.SILENT]
        match telling[:2]:
            case [_Phrase(WordEvidence.UNIT, start), _Phrase(WordEvidence.PLACE, code=code)]:
                return code in self._own() and self._is_start(start)
            case [_Phrase(WordEvidence.PLACE, start, code=code), _Phrase(WordEvidence.VERB)]:
                return code in self._own() and self._is_start(start)
            case _:
                return False

    def _is_start(self, place: int) -> bool:
        """Whether nothing but what may stand before an order stands before this word."""
        silent = {piece.start for piece in self._pieces if piece.kind is WordEvidence.SILENT}
        return place in self._starts or all(before in silent for before in range(place))

    def _joins_places(self) -> bool:
        """Whether two places are named, one with a unit of the reader's."""
        codes = {piece.code for piece in self._of(WordEvidence.PLACE) if piece.code}
        return len(codes) > 1 and bool(codes & self._own())

    def _orders_something_unknown(self) -> bool:
        """``A XYZ H``, ``build army``: a unit and an order word, whatever the place."""
        kinds = [piece.kind for piece in self._pieces if piece.kind is not WordEvidence.SILENT]
        match kinds:
            case [WordEvidence.VERB, WordEvidence.UNIT, *_]:
                return True
            case [WordEvidence.UNIT, WordEvidence.STRANGE, *rest]:
                return WordEvidence.VERB in rest
            case _:
                return False

    def _speaks_of_what_is_due(self) -> bool:
        """``I'll retreat to Sevastopol``, ``Gardez ma flotte``: a sentence of what the reader has to write."""
        scene = self._reader.scene
        places = {piece.code for piece in self._of(WordEvidence.PLACE) if piece.code}
        names_unit = self._tells_of_units and bool(self._of(WordEvidence.UNIT))
        if self._of(WordEvidence.COURTESY) or scene.power is None or not (places or names_unit):
            return False
        match scene.position.phase.kind:
            case PhaseKind.RETREAT:
                driven = [one for one in scene.position.dislodged.values() if one.unit.power == scene.power]
                ways = {str(way.province) for one in driven for way in (one.unit.at, *one.retreats)}
                return bool(driven) and (names_unit or bool(places & ways))
            case PhaseKind.ADJUSTMENT:
                due = required_orders(scene.board, scene.position, scene.power)
                is_due = bool(due.builds or due.removals)
                tells = self._of(WordEvidence.VERB, WordEvidence.UNIT)
                return is_due and (names_unit or bool(tells and places & self._own()))
            case _:
                return False

    def _is_one_word_of_orders(self) -> bool:
        return len(self._pieces) == 1 and self._pieces[0].kind in {WordEvidence.VERB, WordEvidence.WAIVER}

    def _waives(self) -> bool:
        return bool(self._of(WordEvidence.WAIVER)) and self._reader.scene.position.phase.kind is PhaseKind.ADJUSTMENT

    def _own(self) -> set[str]:
        """The regions the reader may have orders for."""
        scene = self._reader.scene
        standing = {str(unit.at.province) for unit in scene.units()}
        if scene.power and scene.position.phase.kind is PhaseKind.ADJUSTMENT:
            standing.update(map(str, possible_build_centres(scene.board, scene.power)))
        return standing


def speaks_of(part: OrderPart, lexicon: Lexicon, words: Iterable[str]) -> bool:
    """Return whether a line has a word of this part of an order that is no common word.

    Something much like such a word counts too.
    """
    for place in lexicon.places:
        if any(not _is_common(lexicon, place, found.end) for found in lexicon.of(place, part)):
            return True
    known = [word for word in words if len(word) >= SHORTEST_NAME and (word,) not in prose_phrases("common")]
    spend(_EFFORT_TO_COMPARE * len(known) * len(lexicon.tokens))
    return any(likeness(token.text, word) >= LEAST_LIKENESS for token in lexicon.tokens for word in known)


# --- the phrases of a line


@dataclass(frozen=True)
class _Text:
    """The words of a line, and the tokens where an order can begin."""

    line: str
    lexicon: Lexicon
    board: Board
    starts: Collection[int]

    def pieces(self) -> Iterator[_Phrase]:
        """Each phrase with what it shows."""
        place, before = 0, (WordEvidence.SILENT, WordEvidence.SILENT)
        while place < len(self.lexicon.tokens):
            piece = self._piece(place, before)
            yield piece
            before = (before[1], piece.kind)
            place = piece.end

    def _piece(self, place: int, before: tuple[WordEvidence, WordEvidence]) -> _Phrase:
        """The longest phrase that begins here."""
        if length := _courtesy(self.lexicon, place):
            return _Phrase(WordEvidence.COURTESY, place, place + length, weight=_DOUBLE)
        found = self.lexicon.at(place)
        return self._known(place, found, before) if found else self._unknown(place)

    def _unknown(self, place: int) -> _Phrase:
        token, end = self.lexicon.tokens[place], place + 1
        is_number = token.text.isdecimal() and place == 0
        if is_number or not token.is_word or _is_common(self.lexicon, place, end):
            return _Phrase(WordEvidence.SILENT, place, end)
        is_place = place < _MOST_GUESSED and is_like_a_place(token.text, self.board)
        return _Phrase(WordEvidence.PLACE if is_place else WordEvidence.STRANGE, place, end)

    def _known(self, place: int, found: tuple[FoundLexeme, ...], before: tuple[WordEvidence, WordEvidence]) -> _Phrase:
        end = found[0].end
        longest = [one.lexeme for one in found if one.end == end]
        parts = {lexeme.part for lexeme in longest}
        code = next((lexeme.value for lexeme in longest if lexeme.part is OrderPart.PLACE), "")
        is_common = _is_common(self.lexicon, place, end)
        if code and (not is_common or self._is_code(place, end) or _stands_beside_orders(self.lexicon, place, end)):
            return _Phrase(WordEvidence.PLACE, place, end, code, _DOUBLE if self._is_code(place, end) else 1)
        if parts & _UNITS and self._is_unit(place, end, before):
            return _Phrase(WordEvidence.UNIT, place, end)
        if OrderPart.WAIVE in parts and not is_common:
            return _Phrase(WordEvidence.WAIVER, place, end)
        if parts & _VERBS and not is_common and self._is_verb(place, end, before):
            return _Phrase(WordEvidence.VERB, place, end)
        return _Phrase(WordEvidence.SILENT, place, end)

    def _is_code(self, place: int, end: int) -> bool:
        token = self.lexicon.tokens[place]
        return end == place + 1 and self.line[token.start : token.end].isupper()

    def _is_unit(self, place: int, end: int, before: tuple[WordEvidence, WordEvidence]) -> bool:
        """A word for a unit always is one; a letter where an order begins, behind an order word, before a place."""
        is_apt = place in self.starts or before[1] is WordEvidence.VERB or any(self.lexicon.of(end, OrderPart.PLACE))
        return is_apt or not self._is_letter(place, end)

    def _is_verb(self, place: int, end: int, before: tuple[WordEvidence, WordEvidence]) -> bool:
        """An order word always is one; a letter behind a place, or behind what stands where a place would."""
        is_apt = before[1] is WordEvidence.PLACE or before == (WordEvidence.UNIT, WordEvidence.STRANGE)
        return is_apt or not self._is_letter(place, end)

    def _is_letter(self, place: int, end: int) -> bool:
        token = self.lexicon.tokens[place]
        return end == place + 1 and token.is_word and len(token.text) == 1


def _stands_beside_orders(lexicon: Lexicon, place: int, end: int) -> bool:
    """Whether a region whose code is a common word has a unit before it, or a sign of orders at either side."""
    before = any(lexicon.of(place - 1, *_UNITS)) if place else False
    beside = {token.text for token in (*lexicon.tokens[max(place - 1, 0) : place], *lexicon.tokens[end : end + 1])}
    return before or bool(beside & {DASH, ">"})


def _courtesy(lexicon: Lexicon, place: int) -> int:
    """How many tokens a courtesy or a date takes here."""
    texts = tuple(token.text for token in lexicon.tokens[place : place + _longest_courtesy()])
    keys = (texts[:size] for size in range(len(texts), 0, -1))
    return next((len(key) for key in keys if key in _polite()), 0)


@cache
def _polite() -> frozenset[tuple[str, ...]]:
    return prose_phrases("courtesies") | prose_phrases("dates")


@cache
def _longest_courtesy() -> int:
    return max(map(len, prose_phrases("courtesies")))


def _is_common(lexicon: Lexicon, place: int, end: int) -> bool:
    return tuple(token.text for token in lexicon.tokens[place:end]) in prose_phrases("common")
