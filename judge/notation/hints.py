"""Suggests legal orders near a misread line; a suggestion never becomes an order by itself."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import islice

from judge.notation.effort import EffortSpentError, effort_aside, spend_once
from judge.notation.grammar import FORMS, LineParser, OrderForm
from judge.notation.lexer import DASH, folded_words, tokens_of
from judge.notation.lexicon import Lexicon, likeness, printed_names
from judge.notation.line import Misread, MisreadReason, Offered, OrderReader, read_line
from judge.notation.loose_reading import is_legal, turns_on_own
from judge.notation.order_readings import OrderReading
from judge.notation.prose import speaks_of
from judge.notation.tables import Notation, OrderPart, listed_phrases, prose_phrases
from judge.notation.write import write_order, write_place
from judge.rules.board import Board, Location, Province
from judge.rules.orders import Disband, Hold, Move, Order, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind

_NEAREST_PLACES = 6
_SURE_LIKENESS = 0.6
_SHORT_WORD = 3
"""Letters of words with which almost any other shares a letter or two."""
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
            sign = reader.own.signs.get(OrderPart.MOVE.value) or _words_for(reader.own, OrderPart.MOVE)[0]
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
        case MisreadReason.AMBIGUOUS | MisreadReason.REPORT_MARK | MisreadReason.WRONG_PHASE | MisreadReason.DENIED:
            return


def _has_doubt(text: str, reader: OrderReader) -> bool:
    """Whether a remark behind an order says that it may not be meant."""
    lexicon = reader.lexicon(tokens_of(text))
    words = (place for place in lexicon.places if lexicon.tokens[place].is_word)
    return any(any(lexicon.of(place, OrderPart.DOUBT, OrderPart.DENIAL)) for place in words)


def _tells_of_others(line: str) -> bool:
    """Whether a line begins with what somebody else says or wants: ``My wife reckons``."""
    texts = tuple(token.text for token in tokens_of(line)[:_LONGEST_REPORT])
    runs = (texts[start:end] for start in range(len(texts)) for end in range(start + 1, len(texts) + 1))
    return any(run in _reports() for run in runs)


@lru_cache(maxsize=1)
def _reports() -> frozenset[tuple[str, ...]]:
    return frozenset(map(folded_words, listed_phrases("sentences", "report")))


def _places_in_reach(lexicon: Lexicon, reader: OrderReader) -> tuple[Location, ...]:
    """Return where the unit that a line names may go; the home centres if it names none."""
    board, power = reader.scene.board, reader.scene.power
    if unit := reader.named_unit(lexicon):
        return tuple(sorted(board.neighbours(unit.kind, unit.at)))
    return tuple(map(Location, sorted(board.homes(power)))) if power else ()


def _places_like(word: str, reader: OrderReader) -> Iterator[str]:
    """Abbreviations and names that look like a word, nearest first: of the convention, or as the board prints them."""
    board = reader.scene.board
    texts = _words_for(reader.own, OrderPart.PLACE) if reader.own.board == board.map else _named(board)
    folded = _folded(word)
    spend_once((folded, OrderPart.PLACE), _EFFORT_TO_COMPARE)
    yield from get_close_matches(folded, texts, n=_NEAREST_PLACES)


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
    folded = _folded(word)
    spend_once((folded, OrderPart.ARMY), _EFFORT_TO_COMPARE)
    alike = {
        place: likeness(folded, _folded(place)) for place in (_place(unit.at, reader) for unit in reader.scene.units())
    }
    sure = max(alike.values(), default=0.0) >= _SURE_LIKENESS
    ranked = sorted(alike, key=lambda place: -alike[place])
    yield from (place for place in ranked if not sure or alike[place] >= _SURE_LIKENESS)


def _lacking(line: str, marked: str, reader: OrderReader) -> Iterator[str]:
    """Yield what could follow where the parse broke off: places near the unit, or order words, most similar first."""
    lexicon = reader.lexicon(tokens_of(line))
    lacked = reader.understand(lexicon).reading.lacked
    if OrderPart.PLACE.value in lacked:
        yield from (_place(location, reader) for location in _places_in_reach(lexicon, reader))
    alike = {part: _likest(part, marked, reader.own) for part in _VERBS if part.value in lacked}
    if OrderPart.MOVE in alike and _names_place(marked, reader):
        alike[OrderPart.MOVE] = 1.0
    sure = max(alike.values(), default=0.0) >= _SURE_LIKENESS
    for part in sorted(alike, key=lambda part: -alike[part])[: 1 if sure else None]:
        yield reader.own.signs.get(part.value) or _words_for(reader.own, part)[0]


def _names_place(word: str, reader: OrderReader) -> bool:
    lexicon = reader.lexicon(tokens_of(word))
    return any(found.end == len(lexicon.tokens) for found in lexicon.of(0, OrderPart.PLACE))


def _likest(part: OrderPart, word: str, own: Notation) -> float:
    """How much a word looks like any word of a part of an order."""
    folded = _folded(word)
    spend_once((folded, part), _EFFORT_TO_COMPARE)
    return _greatest_likeness(folded, part, own)


@lru_cache(maxsize=512)
def _greatest_likeness(word: str, part: OrderPart, own: Notation) -> float:
    best = 0.0
    for text in _words_for(own, part):
        if len(text) > _SHORT_WORD:
            pair = SequenceMatcher(None, word, text)
            if (
                pair.real_quick_ratio() > best and pair.quick_ratio() > best
            ):  # what ratio() is at most, in far less time
                best = max(best, pair.ratio())
    return best


@lru_cache
def _words_for(notation: Notation, part: OrderPart) -> tuple[str, ...]:
    """Return every word of a convention for a part of an order, normalised, in the order of its tables."""
    return tuple(" ".join(key) for key, found in notation.phrases.items() if part in {lexeme.part for lexeme in found})


def _place(location: Location, reader: OrderReader) -> str:
    return write_place(location, reader.own, reader.scene.board)


def _folded(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text))


_MOST_HINTS = 3
_LONGEST_LINE = 120
_LONGEST_REPORT = 8
"""Words at the beginning of a line in which it may say whose words follow."""
_DEPTH = 2
_BEHIND_NAME = 3
"""Tokens from the name of a unit within which the sign of its attack stands."""
_MOST_TOKENS = 20
"""Tokens of a line that is repaired once more: no order has as many, and each is another place to repair."""
_MOST_TRIED = 4
_MOST_EFFORT = 8_000
"""What looking for the hints of one letter may take, apart from reading it; no letter of the corpus takes more."""
_EFFORT_TO_COMPARE = 20
"""What it takes to compare a word with those of a part of an order, or with the names of places."""
_COUNTERPARTS = {
    OrderForm.RETREAT: OrderForm.MOVE,
    OrderForm.MOVE: OrderForm.RETREAT,
    OrderForm.CARRIED: OrderForm.RETREAT,
}


def hints_for(misread: Misread, reader: OrderReader) -> tuple[str, ...]:
    """Return legal orders near a misread line, in the reader's convention, best first.

    Its possible meanings if it has any; nothing near what a line takes back at its end, or tells of
    somebody else's words, nor once so much has been looked for in a letter.
    """
    if len(misread.line) > _LONGEST_LINE or not tokens_of(misread.line) or misread.why is MisreadReason.DENIED:
        return ()
    is_doubted = misread.why is MisreadReason.TOO_MUCH and _has_doubt(misread.line[misread.start :], reader)
    if is_doubted or _tells_of_others(misread.line):
        return ()
    near: Iterable[Order] = misread.meanings
    if not near:
        with suppress(EffortSpentError), effort_aside(_MOST_EFFORT, "hints"):
            near = tuple(islice(_near(misread, reader, _DEPTH), 2 * _MOST_HINTS))
    scene, lexicon = reader.scene, reader.lexicon(tokens_of(misread.line))
    near = [order for order in near if not (_says_less(order, lexicon) or turns_on_own(order, scene))]
    hints = (write_order(order, scene.position, scene.board, reader.own) for order in near)
    return tuple(dict.fromkeys(hints))[: max(_MOST_HINTS, len(misread.meanings))]


def _says_less(order: Order, lexicon: Lexicon) -> bool:
    """Whether a unit would only stay, or be helped to stay, that a line has go somewhere: ``F BLA S A RUM - Ssv``."""
    leads = [
        (lexicon.tokens[found.end - 1].is_word, {one.lexeme.value for one in lexicon.of(found.end, OrderPart.PLACE)})
        for place in lexicon.places
        for found in lexicon.of(place, OrderPart.MOVE, OrderPart.PREPOSITION)
        if place and found.end < len(lexicon.tokens)
    ]
    match order:
        case Hold(at):
            is_held = any(any(lexicon.of(place, OrderPart.HOLD)) for place in lexicon.places)
            return not is_held and any(places and at not in places for _, places in leads)
        case SupportHold(_, target):
            behind = max((at for at in lexicon.places if _names(lexicon, at, target)), default=len(lexicon.tokens))
            return any(token.text == DASH for token in lexicon.tokens[behind + 1 : behind + _BEHIND_NAME])
        case _:
            return False


def _names(lexicon: Lexicon, place: int, province: Province) -> bool:
    return any(one.lexeme.value == province for one in lexicon.of(place, OrderPart.PLACE))


def _near(misread: Misread, reader: OrderReader, depth: int) -> Iterator[Order]:
    """Yield the legal orders among the repairs of a line; a line that is repaired in part is tried once more."""
    found: list[Order] = list(_counterparts(misread, reader))
    half_right: list[Misread] = []
    for line in repairs(misread, reader):
        read = read_line(line, reader)
        if isinstance(read, Offered):
            found.extend(read.orders)
        elif not isinstance(read, Misread):
            found.append(read)
        else:
            found.extend(read.meanings)
            half_right.append(read)
    working = _working((order for order in found if not _is_unasked_loss(order, misread, reader)), reader)
    yield from working
    is_short = len(tokens_of(misread.line)) <= _MOST_TOKENS
    if (not working and is_short) or misread.why is MisreadReason.INCOMPLETE:
        further = (read for read in half_right if depth > 1 and read.start > misread.start)
        for read in islice(further, _MOST_TRIED):
            yield from islice(_near(read, reader, depth - 1), _MOST_HINTS)
        yield from _working(_supports(misread, reader), reader) if depth == _DEPTH else ()


def _working(orders: Iterable[Order], reader: OrderReader) -> tuple[Order, ...]:
    """Return the orders that are legal for the reader's power now, each once.

    No convoy that the line does not ask for.
    """
    works = dict.fromkeys(order for order in orders if is_legal(order, reader.scene))
    overland = {replace(order, by_sea=True) for order in works if isinstance(order, Move) and not order.by_sea}
    return tuple(order for order in works if order not in overland and not _needs_convoy(order, reader))


def _is_unasked_loss(order: Order, misread: Misread, reader: OrderReader) -> bool:
    """Return whether an order loses a build, or a unit that may retreat, without being asked by the line."""
    match order:
        case Waive():
            part = OrderPart.WAIVE
        case Disband(at) if (driven_out := reader.scene.position.dislodged.get(at)) and driven_out.retreats:
            part = OrderPart.DISBAND
        case _:
            return False
    return not speaks_of(part, reader.lexicon(tokens_of(misread.line)), _words_for(reader.own, part))


def _needs_convoy(order: Order, reader: OrderReader) -> bool:
    """Whether a plain attack is out of the unit's own reach."""
    if not isinstance(order, Move) or order.by_sea:
        return False
    unit = reader.scene.position.unit_at(order.at)
    return unit is not None and not reader.scene.board.reaches(unit, order.to.province)


def _counterparts(misread: Misread, reader: OrderReader) -> Iterator[Order]:
    """Yield the same order in another phase: a retreat for an attack, an attack for a retreat."""
    if misread.why is not MisreadReason.WRONG_PHASE:
        return
    reading = LineParser(reader.lexicon(tokens_of(misread.line)))
    for sentence in (sentence for phase in PhaseKind for sentence in reading.sentences(FORMS[phase])):
        if form := _COUNTERPARTS.get(sentence.form):
            found = reader.scene.meanings(replace(sentence, form=form))
            yield from (request.order for request in found if isinstance(request, OrderReading))


def _supports(misread: Misread, reader: OrderReader) -> Iterator[Order]:
    """Yield, for a line about support, every support its unit could give to one of the reader's own."""
    lexicon = reader.lexicon(tokens_of(misread.line))
    supporter = reader.named_unit(lexicon)
    if supporter and any(found for place in lexicon.places for found in lexicon.of(place, OrderPart.SUPPORT)):
        at = supporter.at.province
        for unit in reader.scene.units():
            yield SupportHold(at, unit.at.province)
            for to in _places_in_reach(lexicon, reader):
                yield SupportMove(at, unit.at.province, Location(to.province))
