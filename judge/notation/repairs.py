"""Yields lines in which a misread line is repaired at its marked place, nearest first; they are tried, not followed."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon, printed_names
from judge.notation.misread import Misread, MisreadReason
from judge.notation.prose_tables import prose_phrases
from judge.notation.reader import OrderReader
from judge.notation.tables import Notation, OrderPart
from judge.notation.write import write_place
from judge.rules.board import Board, Location, Province

_NEAREST_PLACES = 6
_SURE_LIKENESS = 0.6
_VERBS = (
    OrderPart.HOLD,
    OrderPart.MOVE,
    OrderPart.SUPPORT,
    OrderPart.CONVOY,
    OrderPart.RETREAT,
    OrderPart.DISBAND,
    OrderPart.BUILD,
    OrderPart.WAIVE,
)
_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХІЅЈаеорсухіѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTYXISJaeopcyxisjABEZHIKMNOPTYX")


def repairs(misread: Misread, reader: OrderReader) -> Iterator[str]:
    """Yield the line with its marked place repaired, in each way that is near."""
    line, marked = misread.line, misread.line[misread.start : misread.end]
    before, after = line[: misread.start], line[misread.end :]
    match misread.why:
        case MisreadReason.UNKNOWN_PLACE:
            yield from (before + place + after for place in _places_like(marked, reader))
        case MisreadReason.UNKNOWN_WORD if not tokens_of(before):
            yield after
            yield from _from_its_unit(line, reader)
        case MisreadReason.UNKNOWN_WORD | MisreadReason.INCOMPLETE:
            sign = reader.own.signs.get(OrderPart.MOVE.value) or words_for(reader.own, OrderPart.MOVE)[0]
            yield from (f"{before} {sign} {place} {after}" for place in _slips_for(marked, reader))
            if tokens_of(after) or not marked:
                yield before + after
            is_verb = any(_likest(part, marked, reader.own) >= _SURE_LIKENESS for part in _VERBS)
            for word in _lacking(line, marked, reader):
                is_apt = bool(tokens_of(after)) or not marked or is_verb
                if is_apt:
                    yield f"{before} {word} {after}"
                if marked and (is_apt or not _ends_an_order(word, reader)):
                    yield f"{before} {word} {marked} {after}"
        case MisreadReason.NO_UNIT_THERE:
            yield from (before + place + after for place in _places_of_units(marked, reader))
        case MisreadReason.TOO_MUCH:
            yield before
            yield marked
        case MisreadReason.CONDITIONAL:
            yield before
        case MisreadReason.MIXED_SCRIPTS:
            yield line.translate(_LOOKALIKES)
        case MisreadReason.AMBIGUOUS | MisreadReason.REPORT_MARK | MisreadReason.WRONG_PHASE:
            return


def places_in_reach(lexicon: Lexicon, reader: OrderReader) -> tuple[Location, ...]:
    """Return where the unit that a line names may go; the home centres if it names none."""
    board, power = reader.scene.board, reader.scene.power
    if unit := reader.named_unit(lexicon):
        return tuple(sorted(board.neighbours(unit.kind, unit.at)))
    return tuple(map(Location, sorted(board.homes(power)))) if power else ()


def _places_like(word: str, reader: OrderReader) -> Iterator[str]:
    """Abbreviations and names that look like a word, nearest first: of the convention, or as the board prints them."""
    board = reader.scene.board
    texts = words_for(reader.own, OrderPart.PLACE) if reader.own.board == board.map else _named(board)
    yield from get_close_matches(_folded(word), texts, n=_NEAREST_PLACES)


def _slips_for(word: str, reader: OrderReader) -> Iterator[str]:
    """Yield places whose code has the letters of a word in another order: ``OAM``; none for a known word."""
    letters = sorted(_folded(word))
    codes = (str(code) for code in reader.scene.board.regions)
    yield from (_place(Location(Province(code)), reader) for code in codes if sorted(code.casefold()) == letters)


def _ends_an_order(word: str, reader: OrderReader) -> bool:
    """Whether nothing follows such a word, so that what stands behind it would only be dropped."""
    return any(word == reader.own.signs.get(part.value) for part in (OrderPart.HOLD, OrderPart.DISBAND))


@lru_cache(maxsize=1)
def _going() -> re.Pattern[str]:
    """What a sentence has in the place of the sign of an attack: ``to go to``."""
    spoken = sorted((r"\s+".join(words) for words in prose_phrases("going")), key=len, reverse=True)
    return re.compile(rf"\s(?:{'|'.join(spoken)})\s", re.IGNORECASE)


def _from_its_unit(line: str, reader: OrderReader) -> Iterator[str]:
    """A sentence from its first unit on, ``I'd like the fleet at Brest to go to Wales``, its "to go" as ordered."""
    lexicon = reader.lexicon(tokens_of(line))
    units = (OrderPart.ARMY, OrderPart.FLEET, OrderPart.TROOP, OrderPart.PLACE)
    start = next((place for place in lexicon.places if place and any(lexicon.of(place, *units))), None)
    if start is not None:
        sentence = line[lexicon.tokens[start].start :]
        yield sentence
        yield _going().sub(f" {reader.own.signs.get(OrderPart.MOVE.value, '-')} ", sentence, count=1)


@lru_cache
def _named(board: Board) -> tuple[str, ...]:
    """The codes and names of the places of a board, folded."""
    names = (
        " ".join(key) for key, found in printed_names(board).items() if OrderPart.PLACE in {one.part for one in found}
    )
    return (*(code.casefold() for code in board.regions), *names)


def _places_of_units(word: str, reader: OrderReader) -> Iterator[str]:
    """Where the reader's own units stand, likest first; only those much like the word where there are any."""
    likeness = {
        place: _likeness(_folded(word), _folded(place))
        for place in (_place(unit.at, reader) for unit in reader.scene.units())
    }
    sure = max(likeness.values(), default=0.0) >= _SURE_LIKENESS
    ranked = sorted(likeness, key=lambda place: -likeness[place])
    yield from (place for place in ranked if not sure or likeness[place] >= _SURE_LIKENESS)


def _lacking(line: str, marked: str, reader: OrderReader) -> Iterator[str]:
    """Yield what could follow where the parse broke off: places near the unit, or order words, most similar first."""
    lexicon = reader.lexicon(tokens_of(line))
    lacked = reader.understand(lexicon).reading.lacked
    if OrderPart.PLACE.value in lacked:
        yield from (_place(location, reader) for location in places_in_reach(lexicon, reader))
    likeness = {part: _likest(part, marked, reader.own) for part in _VERBS if part.value in lacked}
    if OrderPart.MOVE in likeness and _names_place(marked, reader):
        likeness[OrderPart.MOVE] = 1.0
    sure = max(likeness.values(), default=0.0) >= _SURE_LIKENESS
    for part in sorted(likeness, key=lambda part: -likeness[part])[: 1 if sure else None]:
        yield reader.own.signs.get(part.value) or words_for(reader.own, part)[0]


def _names_place(word: str, reader: OrderReader) -> bool:
    lexicon = reader.lexicon(tokens_of(word))
    return any(found.end == len(lexicon.tokens) for found in lexicon.of(0, OrderPart.PLACE))


def _likest(part: OrderPart, word: str, own: Notation) -> float:
    """How much a word looks like any word of a part of an order."""
    return max((_likeness(_folded(word), text) for text in words_for(own, part)), default=0.0)


@lru_cache
def words_for(notation: Notation, part: OrderPart) -> tuple[str, ...]:
    """Return every word of a convention for a part of an order, normalised, in the order of its tables."""
    return tuple(" ".join(key) for key, found in notation.phrases.items() if part in {lexeme.part for lexeme in found})


def _place(location: Location, reader: OrderReader) -> str:
    return write_place(location, reader.own, reader.scene.board)


def _folded(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
