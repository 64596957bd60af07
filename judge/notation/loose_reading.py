"""Reads a line that no form fits as the one legal order that its words leave: two places, brackets, misspelt names."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from judge.notation.effort import once_a_letter, spend
from judge.notation.grammar import (
    FORMS,
    LOOSE_FORMS,
    TELLING,
    LineParser,
    OrderForm,
    OrderParse,
    WrittenForm,
    WrittenPlace,
)
from judge.notation.lexer import DASH, LineToken, folded_words, tokens_of
from judge.notation.lexicon import SHORTEST_NAME, FoundLexeme, GuessingLexicon, Lexicon, is_capital, lexicon_of
from judge.notation.order_readings import OrderContext, OrderReading, best_readings
from judge.notation.tables import Lexeme, Notation, OrderPart, shared_phrases, valued_phrases
from judge.rules.adjustments import judge_ordered_adjustments, required_orders
from judge.rules.board import Board, Province
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Order, SupportMove, province_of
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Void

_MOST_TOKENS = 24
_EFFORT = 2
"""What it takes to tell whether an order is legal."""
_LONGEST_CODE = 4
"""Capitals of a word that is a code, and not a name with a slip."""
_IN_BRACKETS = 5
_SHORTEST_POWER = 3


@dataclass(frozen=True)
class GuessedName:
    """A region's name as it was written, with a slip."""

    written: str
    region: Province


@dataclass(frozen=True)
class LooseReading:
    """The one order of a line that is not written in any form, with the names that were put right.

    Not ``sure`` where a name is a code that no convention has, a longer name cut short, or that of a capital.
    ``tongue`` is a word of another language in it.
    """

    order: Order
    guessed: tuple[GuessedName, ...] = ()
    sure: bool = True
    tongue: str = ""


def read_loosely(
    line: str, tokens: Sequence[LineToken], own: Notation, others: Sequence[Notation], scene: OrderContext
) -> LooseReading | None:
    """Return the only legal order that a line of no form can mean, None if there is none or there are several.

    In a war, whose words are letters, every line must have its form (004 8).
    """
    if len(tokens) > _MOST_TOKENS or scene.board.war.troops:
        return None
    if not tells_of_orders(line, own, tuple(others), scene.board):
        return None
    return _LooseLine(line, own, others, scene).read(tokens)


def names_put_right(
    line: str, own: Notation, others: Sequence[Notation], scene: OrderContext
) -> tuple[GuessedName, ...]:
    """Return the names with a slip in a line that was read as an order, each with the region that they were read as."""
    tokens = tokens_of(line)
    if not any(token.is_word and len(token.text) >= SHORTEST_NAME for token in tokens):
        return ()
    lexicon = lexicon_of(tokens, own, others, scene.board)
    if not any(token.is_word and not lexicon.at(place) for place, token in enumerate(tokens)):
        return ()
    loose = read_loosely(line, tokens, own, others, scene)
    return loose.guessed if loose else ()


def is_legal(order: Order, scene: OrderContext) -> bool:
    """Return whether the power of a context may give an order now."""
    spend(_EFFORT)
    province = province_of(order)
    if scene.power and scene.position.phase.kind is PhaseKind.ADJUSTMENT:
        answers = judge_ordered_adjustments(scene.board, scene.position, scene.power, (order,))
        return not any(isinstance(answer.reason, Void) for answer in answers)
    unit = scene.position.unit_at(province) if province else None
    is_own = unit is None or scene.power in (None, unit.power)
    return is_own and why_illegal(scene.board, scene.position, order) is None


def turns_on_own(order: Order, scene: OrderContext) -> bool:
    """Return whether an order helps a unit of another power against one of the writer's: no loose words mean that."""
    if not isinstance(order, SupportMove | Convoy):
        return False
    there = order.to.province if isinstance(order, SupportMove) else order.to
    own = {unit.at.province for unit in scene.units()}
    return order.origin not in own and there in own


@dataclass(frozen=True)
class _LooseLine:
    line: str
    own: Notation
    others: Sequence[Notation]
    scene: OrderContext

    def read(self, tokens: Sequence[LineToken]) -> LooseReading | None:
        """The order in an exact form, then with misspelt names, then in a loose one."""
        kind = self.scene.position.phase.kind
        plain = self._lexicon(without_brackets(self._lexicon(tokens)))
        guessing = guessing_lexicon(self.line, plain)
        for forms in (FORMS[kind], LOOSE_FORMS[kind]):
            for lexicon in filter(None, (plain, guessing)):
                if readings := tuple(self._readings(lexicon, forms)):
                    return self._only(readings, lexicon)
        return self._in_other_words(plain)

    def _in_other_words(self, plain: Lexicon) -> LooseReading | None:
        """The order in an exact form with words of another language."""
        lexicon = TongueLexicon(plain, *_strange_words(self.line, plain))
        word = lexicon.foreign_word()
        readings = tuple(self._readings(lexicon, FORMS[self.scene.position.phase.kind])) if word else ()
        found = self._only(readings, lexicon) if readings else None
        return replace(found, tongue=word) if found else None

    def _lexicon(self, tokens: Sequence[LineToken]) -> Lexicon:
        return lexicon_of(tokens, self.own, self.others, self.scene.board)

    def _readings(self, lexicon: Lexicon, forms: Sequence[WrittenForm]) -> Iterator[tuple[OrderParse, OrderReading]]:
        is_loose = forms is LOOSE_FORMS[self.scene.position.phase.kind]
        for sentence in LineParser(lexicon).sentences(forms):
            if is_loose and not self._is_certain(sentence):
                continue
            for found in self.scene.meanings(sentence):
                if isinstance(found, OrderReading) and is_legal(found.order, self.scene):
                    yield sentence, found

    def _only(self, readings: Sequence[tuple[OrderParse, OrderReading]], lexicon: Lexicon) -> LooseReading | None:
        """The order of the fewest slips; where a name is guessed, no other order may be near."""
        orders = dict.fromkeys(found.order for _, found in readings)
        best = tuple(orders) if isinstance(lexicon, GuessingLexicon) else best_readings(found for _, found in readings)
        if len(best) != 1:
            return None
        sentence = next(sentence for sentence, found in readings if found.order == best[0])
        names = tuple(self._names(sentence.spots, lexicon))
        return LooseReading(
            best[0], names, sure=not any(is_code(name.written) or is_capital(name.written) for name in names)
        )

    def _names(self, spots: Sequence[WrittenPlace], lexicon: Lexicon) -> Iterator[GuessedName]:
        for spot in spots:
            if any(
                found.guessed and found.lexeme.value == spot.province
                for found in lexicon.of(spot.start, OrderPart.PLACE)
            ):
                first, last = lexicon.tokens[spot.start], lexicon.tokens[spot.end - 1]
                yield GuessedName(self.line[first.start : last.end], spot.province)

    def _is_certain(self, sentence: OrderParse) -> bool:
        """Whether two places, or a unit alone, can only be an order: no list of units, nothing that is not due."""
        scene, spots = self.scene, sentence.spots
        match sentence.form:
            case OrderForm.MOVE:
                there = scene.position.units.get(spots[1].province)
                return there is None or scene.power not in (None, there.power)
            case OrderForm.BUILD:
                return bool(spots[0].kind or spots[0].troop) and self._is_due(builds=True)
            case OrderForm.DISBAND if spots:
                return self._is_due(builds=False)
            case _:
                return True

    def _is_due(self, *, builds: bool) -> bool:
        scene = self.scene
        if scene.power is None:
            return False
        due = required_orders(scene.board, scene.position, scene.power)
        return bool(due.builds if builds else due.removals)


@lru_cache(maxsize=1024)
def tells_of_orders(line: str, own: Notation, others: tuple[Notation, ...], board: Board) -> bool:
    """Return whether any word of a line is one of orders, or may name a region; no other line is tried in any form."""
    plain = lexicon_of(tokens_of(line), own, others, board)
    if any(one.lexeme.part in TELLING for place in plain.places for one in plain.at(place)):
        return True
    guessing = guessing_lexicon(line, plain)
    return guessing is not None and any(any(guessing.of(at, OrderPart.PLACE)) for at in guessing.places)


def guessing_lexicon(line: str, plain: Lexicon) -> GuessingLexicon | None:
    """Return the lexicon of a line in which the words that nothing knows may be names with a slip; None without any."""
    return once_a_letter((guessing_lexicon, line, plain), lambda: _guessing_lexicon(line, plain))


def _guessing_lexicon(line: str, plain: Lexicon) -> GuessingLexicon | None:
    strange, codes = _strange_words(line, plain)
    return GuessingLexicon(plain.tokens, plain.own, plain.others, plain.board, strange, codes) if strange else None


def _strange_words(line: str, plain: Lexicon) -> tuple[list[int], list[int]]:
    """The words that nothing knows, and those of them that are written as codes are."""
    tokens = plain.tokens
    known = {at for place in plain.places for one in plain.at(place) for at in range(place + 1, one.end)}
    named = known | {place for place in plain.places if any(plain.of(place, OrderPart.PLACE))}
    strange = [
        place
        for place in plain.places
        if tokens[place].text.isalpha() and place not in named and (not plain.at(place) or _is_cut(plain, place))
    ]
    written = [line[tokens[place].start : tokens[place].end] for place in strange]
    codes = [
        place
        for place, word in zip(strange, written, strict=True)
        if is_code(word) and (word.isupper() or _stands_as_code(plain, place))
    ]
    return strange, codes


def _stands_as_code(lexicon: Lexicon, place: int) -> bool:
    """Whether a word in small letters stands as a code does: beside the sign of an attack, behind a unit's letter."""
    tokens = lexicon.tokens
    is_behind_unit = place > 0 and any(lexicon.of(place - 1, OrderPart.ARMY, OrderPart.FLEET))
    before, behind = tokens[max(place - 1, 0) : place], tokens[place + 1 : place + 2]
    is_alone = is_behind_unit or not any(one.is_word for one in before)
    is_joined = any(one.text == DASH for one in (*before, *behind)) or is_behind_unit
    return is_alone and is_joined and not any(one.is_word for one in behind)


def _is_cut(lexicon: Lexicon, place: int) -> bool:
    """Whether a letter with a stop is no unit's: ``b. Helgoland``."""
    token = lexicon.tokens[place]
    is_unit = any(lexicon.of(place, OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP))
    return token.is_stopped and len(token.text) == 1 and not is_unit


def is_code(written: str) -> bool:
    """Return whether a word is written as a code is, or too short for a name: it is no name with a slip."""
    return (written.isupper() and len(written) <= _LONGEST_CODE) or len(written) < SHORTEST_NAME


def without_brackets(lexicon: Lexicon) -> tuple[LineToken, ...]:
    """Return the tokens without the brackets round a unit or a place, a place said twice, and the lines of a table."""
    tokens, kept = lexicon.tokens, list[LineToken]()
    place = 0
    while place < len(tokens):
        end = _closed(lexicon, place)
        if end:
            inside = tokens[place + 1 + _is_power(lexicon, place + 1) : end]
            kept.extend(() if _is_said_before(lexicon, place) else inside)
            place = end + 1
            continue
        if tokens[place].text != "|" and not _joins_kind(lexicon, place):
            kept.append(tokens[place])
        place += 1
    return tuple(kept)


def _joins_kind(lexicon: Lexicon, place: int) -> bool:
    """Whether a dash stands between the letter of a unit, where an order begins, and its place: ``A-Mos/Ukr``."""
    tokens = lexicon.tokens
    if tokens[place].text != DASH or not place or len(tokens[place - 1].text) > 1:
        return False
    begins = place == 1 or not tokens[place - 2].is_word
    is_unit = any(lexicon.of(place - 1, OrderPart.ARMY, OrderPart.FLEET))
    return begins and is_unit and any(lexicon.of(place + 1, OrderPart.PLACE))


def _closed(lexicon: Lexicon, place: int) -> int:
    """The bracket that closes the one here, where nothing but a unit or a place stands between them; else 0."""
    tokens = lexicon.tokens
    if tokens[place].text != "(":
        return 0
    end = next((at for at in range(place + 2, min(place + 2 + _IN_BRACKETS, len(tokens))) if tokens[at].text == ")"), 0)
    first = place + 1 + _is_power(lexicon, place + 1) if end else place
    starts = {first, *(found.end for found in lexicon.of(first, OrderPart.ARMY, OrderPart.FLEET))} if end else ()
    named = (found for start in starts for found in lexicon.of(start, OrderPart.PLACE))
    return end if any(found.end == end for found in named) else 0


def _is_power(lexicon: Lexicon, place: int) -> bool:
    """Whether a word is how the name of a power begins, before the word for a unit: ``(ENG FLT LON)``."""
    text = lexicon.tokens[place].text
    is_begun = len(text) >= _SHORTEST_POWER and any(power.casefold().startswith(text) for power in lexicon.board.powers)
    return is_begun and any(lexicon.of(place + 1, OrderPart.ARMY, OrderPart.FLEET))


def _is_said_before(lexicon: Lexicon, place: int) -> bool:
    """Whether the place in the bracket here is the one named just before it."""
    inside = {found.lexeme.value for found in lexicon.of(place + 1, OrderPart.PLACE)}
    before = (found for start in range(place) for found in lexicon.of(start, OrderPart.PLACE) if found.end == place)
    return any(found.lexeme.value in inside for found in before)


# --- the order words of languages in which the judge does not write


_LONGEST = 5
_LONGEST_READ = 500
"""Characters of a line; where a longer one is in another language its beginning tells it."""


class TongueLexicon(GuessingLexicon):
    """The words of a line, those of other languages included; some of them may be names with a slip."""

    def __init__(self, plain: Lexicon, strange: Iterable[int], codes: Iterable[int]) -> None:
        super().__init__(plain.tokens, plain.own, plain.others, plain.board, frozenset(strange), frozenset(codes))

    def _found(self, place: int) -> Iterator[FoundLexeme]:
        yield from super()._found(place)
        texts = tuple(token.text for token in self.tokens[place : place + _LONGEST])
        for size in range(1, len(texts) + 1):
            yield from (FoundLexeme(Lexeme(part), place + size) for part in _words().get(texts[:size], ()))

    def foreign_word(self) -> str:
        """The first word that only another language has; empty if there is none."""
        plain = lexicon_of(self.tokens, self.own, self.others, self.board)
        unlike = (token.text for place, token in enumerate(self.tokens) if not _is_known(plain, place))
        return next((text for text in unlike if (text,) in _words()), "")


def _is_known(plain: Lexicon, place: int) -> bool:
    """Whether a word is one of ours; a letter is another language's where it stands for a unit only there."""
    if len(plain.tokens[place].text) > 1:
        return bool(plain.at(place))
    is_unit = {OrderPart.ARMY, OrderPart.FLEET} & set(_words().get((plain.tokens[place].text,), ()))
    return not is_unit or any(plain.of(place, OrderPart.ARMY, OrderPart.FLEET))


@cache
def _words() -> Mapping[tuple[str, ...], tuple[OrderPart, ...]]:
    """What each order word of another language is."""
    found: defaultdict[tuple[str, ...], tuple[OrderPart, ...]] = defaultdict(tuple)
    for part, phrases in valued_phrases("tongues", "words").items():
        for phrase in phrases:
            found[folded_words(phrase)] += (OrderPart(part),)
    return dict(found)


def foreign_word_in(lines: Iterable[str]) -> str:
    """Return the first word of a letter that is of another language than English and French; empty if none is."""
    only_there = shared_phrases("tongues", "only_there")
    first = {phrase[0] for phrase in only_there}
    for line in lines:
        tokens = tokens_of(line[:_LONGEST_READ])
        for place, token in enumerate(tokens):
            if token.text not in first:
                continue
            texts = tuple(one.text for one in tokens[place : place + _LONGEST])
            if any(texts[:size] in only_there for size in range(1, len(texts) + 1)):
                return line[token.start : token.end]
    return ""
