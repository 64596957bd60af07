"""One person reading lines: their convention, the other conventions, the board they look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.notation.grammar import Reading, Spot
from judge.notation.lexer import Token
from judge.notation.lexicon import Lexicon
from judge.notation.meanings import Meaning, Nobody, Scene, best_of
from judge.notation.tables import Notation, Part
from judge.rules.board import Province, Unit
from judge.rules.orders import Order
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Understood:
    """What came of one line: the orders it can mean; else a place where nobody stands, or how far the reading went."""

    orders: tuple[Order, ...]
    nobody: Spot | None
    reading: Reading


@dataclass(frozen=True)
class Reader:
    """Finds every meaning of a line, the reader's own convention first."""

    own: Notation
    others: Sequence[Notation]
    scene: Scene

    def lexicon(self, tokens: Sequence[Token]) -> Lexicon:
        """What the words of a line can be."""
        return Lexicon(tokens, self.own, self.others, self.scene.board)

    def understand(self, lexicon: Lexicon) -> Understood:
        """Every meaning of a line in the present phase that asks to overlook least."""
        reading = Reading(lexicon)
        sentences = sorted(reading.sentences(self.scene.position.phase.kind), key=lambda one: one.borrowed)
        found = [meaning for sentence in sentences for meaning in self.scene.meanings(sentence)]
        orders = best_of(meaning for meaning in found if isinstance(meaning, Meaning))
        nobody = next((meaning.spot for meaning in found if isinstance(meaning, Nobody)), None)
        return Understood(orders, nobody, reading)

    def named_unit(self, lexicon: Lexicon) -> Unit | None:
        """The first of the units the reader may order that a line names."""
        own = {unit.at.province: unit for unit in self.scene.units()}
        named = (found.lexeme.value for place in lexicon.places for found in lexicon.of(place, Part.PLACE))
        return next((own[Province(code)] for code in named if code in own), None)

    def fits(self, lexicon: Lexicon, phases: Iterable[PhaseKind]) -> bool:
        """Whether a line has the form of an order of one of these kinds of phase."""
        reading = Reading(lexicon)
        return any(True for phase in phases for _ in reading.sentences(phase))
