"""Orders near a misread line that would work now; suggestions alone, for no guess ever becomes an order."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import islice

from judge.notation.grammar import Form, Reading
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import read_line
from judge.notation.meanings import Meaning
from judge.notation.misread import Misread, Misreading
from judge.notation.reader import Reader
from judge.notation.tables import Notation, Part
from judge.notation.write import write_order, write_place
from judge.rules.board import Location, Province, Unit
from judge.rules.legality import why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind

MOST_HINTS = 3
_LONGEST_LINE = 120
_NEAREST_PLACES = 6
_LOOKALIKES = str.maketrans("АВЕКМНОРСТУХІЅЈаеорсухіѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTYXISJaeopcyxisjABEZHIKMNOPTYX")
_COUNTERPARTS = {Form.RETREAT: Form.MOVE, Form.MOVE: Form.RETREAT, Form.CARRIED: Form.RETREAT}


def hints_for(misread: Misread, reader: Reader) -> tuple[str, ...]:
    """Legal orders near a misread line, in the reader's convention, best first; where it had meanings, those."""
    if len(misread.line) > _LONGEST_LINE:
        return ()
    hints = _Hints(reader)
    orders = misread.meanings or tuple(islice(hints.near(misread, 2), MOST_HINTS))
    return hints.written(orders)


class _Hints:
    """What one reader could have meant."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._scene = reader.scene

    def written(self, orders: Iterable[Order]) -> tuple[str, ...]:
        scene = self._scene
        return tuple(write_order(order, scene.position, scene.board, self._reader.own) for order in orders)

    def near(self, misread: Misread, depth: int) -> Iterator[Order]:
        """The orders that work among the repairs of a line, each once; what is half repaired is tried again."""
        seen: set[Order] = set()
        for order in self._repaired(misread, depth):
            if order not in seen and self._works(order):
                seen.add(order)
                yield order

    def _repaired(self, misread: Misread, depth: int) -> Iterator[Order]:
        if misread.why is Misreading.WRONG_PHASE:
            yield from self._counterparts(misread.line)
        half_repaired: list[Misread] = []
        for line in self._variants(misread):
            found = read_line(line, self._reader)
            if isinstance(found, Misread):
                yield from found.meanings
                half_repaired.append(found)
            else:
                yield found
        for found in half_repaired:
            if depth > 1 and found.start > misread.start:
                yield from islice(self.near(found, depth - 1), MOST_HINTS)

    def _variants(self, misread: Misread) -> Iterator[str]:
        """The line with its marked place put right, in each way that is near."""
        line, marked = misread.line, misread.line[misread.start : misread.end]
        before, after = line[: misread.start], line[misread.end :]
        match misread.why:
            case Misreading.UNKNOWN_PLACE:
                yield from (before + place + after for place in self._places_like(marked))
            case Misreading.UNKNOWN_WORD if not tokens_of(before):
                yield after
            case Misreading.UNKNOWN_WORD | Misreading.INCOMPLETE:
                yield before + after
                for word in self._lacking(line, marked):
                    yield f"{before} {word} {after}"
                    yield f"{before} {word} {marked} {after}"
            case Misreading.NO_UNIT_THERE:
                yield from (before + place + after for place in self._places_of_units(marked))
            case Misreading.TOO_MUCH | Misreading.CONDITIONAL:
                yield before
            case Misreading.MIXED_SCRIPTS:
                yield line.translate(_LOOKALIKES)
            case _:
                return

    def _counterparts(self, line: str) -> Iterator[Order]:
        """An order of another phase, as this one has it: a retreat for an attack, an attack for a retreat."""
        for phase in PhaseKind:
            for sentence in Reading(self._reader.lexicon(tokens_of(line))).sentences(phase):
                if form := _COUNTERPARTS.get(sentence.form):
                    found = self._scene.meanings(replace(sentence, form=form))
                    yield from (meaning.order for meaning in found if isinstance(meaning, Meaning))

    def _places_like(self, word: str) -> Iterator[str]:
        """Abbreviations and names that look like a word, nearest first."""
        yield from get_close_matches(_folded(word), _texts_of(self._reader.own, Part.PLACE), n=_NEAREST_PLACES)

    def _places_of_units(self, word: str) -> Iterator[str]:
        """Where the reader's own units stand, the places that look most like a word first."""
        places = (self._place(unit.at) for unit in self._units())
        yield from sorted(places, key=lambda place: -_likeness(_folded(word), _folded(place)))

    def _lacking(self, line: str, marked: str) -> Iterator[str]:
        """What could stand where a reading broke off: order words, likest first, or places near the unit."""
        lexicon = self._reader.lexicon(tokens_of(line))
        lacked = self._reader.understand(lexicon).reading.lacked
        parts = (part for part in Part if part is not Part.PLACE and part.value in lacked)
        yield from (self._sign(part) for part in sorted(parts, key=lambda part: -self._likest(part, marked)))
        if Part.PLACE.value in lacked:
            yield from map(self._place, self._reach(lexicon))

    def _likest(self, part: Part, word: str) -> float:
        """How much a word looks like any word of a part of an order."""
        return max(_likeness(_folded(word), text) for text in _texts_of(self._reader.own, part))

    def _sign(self, part: Part) -> str:
        return self._reader.own.signs.get(part.value) or _texts_of(self._reader.own, part)[0]

    def _place(self, location: Location) -> str:
        return write_place(location, self._reader.own, self._scene.board)

    def _reach(self, lexicon: Lexicon) -> tuple[Location, ...]:
        """Where the first unit a line names may go; the home centres where it names none."""
        for place in range(len(lexicon.tokens)):
            for found in lexicon.of(place, Part.PLACE):
                unit = self._scene.unit(Province(found.lexeme.value))
                if unit in self._units():
                    return tuple(sorted(self._scene.board.neighbours(unit.kind, unit.at)))
        power = self._scene.power
        return tuple(map(Location, sorted(self._scene.board.homes(power)))) if power else ()

    def _units(self) -> tuple[Unit, ...]:
        """The units the reader may order in this phase."""
        position = self._scene.position
        driven_out = (dislodged.unit for dislodged in position.dislodged.values())
        units = driven_out if position.phase.kind is PhaseKind.RETREAT else position.units.values()
        own = (unit for unit in units if self._scene.power in (None, unit.power))
        return tuple(sorted(own, key=lambda unit: unit.at))

    def _works(self, order: Order) -> bool:
        """Whether the power that reads may give the order, under the rules, now."""
        province = province_of(order)
        unit = self._scene.unit(province) if province else None
        own = unit is None or self._scene.power in (None, unit.power)
        return own and why_illegal(self._scene.board, self._scene.position, order) is None


@lru_cache
def _texts_of(notation: Notation, part: Part) -> tuple[str, ...]:
    """Every word a convention reads as a part of an order, folded, in the order of its tables."""
    return tuple(" ".join(key) for key, found in notation.phrases.items() if part in {lexeme.part for lexeme in found})


def _folded(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
