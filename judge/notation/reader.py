"""The reader of orders for one person: own convention, other conventions, context."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.notation.grammar import LineParser, WrittenPlace
from judge.notation.lexer import LineToken
from judge.notation.lexicon import Lexicon
from judge.notation.order_readings import NoUnitThere, OrderContext, OrderReading, best_readings
from judge.notation.tables import Notation, OrderPart
from judge.rules.board import Province, Unit
from judge.rules.orders import Order
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class LineMeaning:
    """The result of one line: the orders it can mean.

    Else a place without a unit, or the parser with how far it got.
    """

    orders: tuple[Order, ...]
    nobody: WrittenPlace | None
    reading: LineParser


@dataclass(frozen=True)
class OrderReader:
    """Finds every meaning of a line, in the person's own convention first."""

    own: Notation
    others: Sequence[Notation]
    scene: OrderContext

    def lexicon(self, tokens: Sequence[LineToken]) -> Lexicon:
        """Return the lexicon of a line's tokens."""
        return Lexicon(tokens, self.own, self.others, self.scene.board)

    def understand(self, lexicon: Lexicon) -> LineMeaning:
        """Return the meanings of a line in the present phase with the fewest slips."""
        reading = LineParser(lexicon)
        sentences = sorted(reading.sentences(self.scene.position.phase.kind), key=lambda one: one.borrowed)
        found = [request for sentence in sentences for request in self.scene.meanings(sentence)]
        orders = best_readings(request for request in found if isinstance(request, OrderReading))
        nobody = next((request.spot for request in found if isinstance(request, NoUnitThere)), None)
        return LineMeaning(orders, nobody, reading)

    def named_unit(self, lexicon: Lexicon) -> Unit | None:
        """The first of the units the reader may order that a line names."""
        own = {unit.at.province: unit for unit in self.scene.units()}
        named = (found.lexeme.value for place in lexicon.places for found in lexicon.of(place, OrderPart.PLACE))
        return next((own[Province(code)] for code in named if code in own), None)

    def fits(self, lexicon: Lexicon, phases: Iterable[PhaseKind]) -> bool:
        """Whether a line has the form of an order of one of these kinds of phase."""
        reading = LineParser(lexicon)
        return any(True for phase in phases for _ in reading.sentences(phase))
