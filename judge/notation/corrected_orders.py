"""Makes of an order that stands the one that words put in its place: another region, coast or kind of unit."""

from collections.abc import Sequence
from dataclasses import replace

from judge.notation.clause_orders import other_adjustment
from judge.notation.correction_words import CorrectionLine
from judge.notation.grammar import OrderForm, OrderParse, WrittenPlace
from judge.notation.lexer import tokens_of
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderReading, best_readings
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.tables import OrderPart
from judge.rules.board import Location, Province
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind

_SHORTEST_HELP = 4
"""Letters of a word for a support or a convoy; what is shorter may be another word."""


def with_other(of: CorrectionLine, order: Order, targets: Sequence[SentenceWord], text: str) -> Order | None:
    """An order with the one region that words name as its target, or with the coast or kind that a text names."""
    match order:
        case Build() | Disband():
            return other_adjustment(order, targets, of.kind_in(text), of.reader.scene)
        case Move(at, to) | Retreat(at, to) if not targets and (coast := of.coast_in(text)):
            return _legal(of, order, at, (WrittenPlace(to.province, coast, None, 0, 0),))
        case SupportMove() if len(targets) == 1 and (told := _supporting(of, order, targets[0], text)):
            return told
        case Move(at) | Hold(at) | SupportHold(at) | SupportMove(at) | Convoy(at) | Retreat(at) if len(
            targets
        ) == 1 and not _speaks_of_help(of, text):
            return _legal(of, order, at, targets[0].spots)
        case _:
            return None


def _supporting(of: CorrectionLine, order: SupportMove, target: SentenceWord, text: str) -> Order | None:
    """The support of the same unit to where words name: they say so, or the unit goes there and they do not."""
    roles = of.roles_in(text)
    to = {one.to.province: one.to for one in of.standing if isinstance(one, Move) and one.at == order.origin}
    ways = (to.get(spot.province, Location(spot.province, spot.coast)) for spot in target.spots)
    others = [replace(order, to=way) for way in ways if Role.SUPPORT in roles or way in to.values()]
    others = [other for other in others if other != order and is_legal(other, of.reader.scene)]
    return others[0] if len(others) == 1 and (Role.SUPPORT in roles or Role.MOVE not in roles) else None


def _legal(of: CorrectionLine, order: Order, at: Province, spots: Sequence[WrittenPlace]) -> Order | None:
    scene = of.reader.scene
    is_retreat = scene.position.phase.kind is PhaseKind.RETREAT
    form = OrderForm.RETREAT if is_retreat else OrderForm.MOVE
    here = WrittenPlace(at, "", None, 0, 0)
    parses = (OrderParse(form, 0, (here, spot)) for spot in spots)
    readings = [one for parse in parses for one in scene.meanings(parse) if isinstance(one, OrderReading)]
    best = best_readings([one for one in readings if is_legal(one.order, scene)])
    return best[0] if len(best) == 1 and best[0] != order else None


def _speaks_of_help(of: CorrectionLine, text: str) -> bool:
    """Whether a text has a word for a support or a convoy: with it no region is where the unit goes."""
    lexicon = of.reader.lexicon(tokens_of(text))
    helping = (at for at in lexicon.places if any(lexicon.of(at, OrderPart.SUPPORT, OrderPart.CONVOY)))
    return any(len(lexicon.tokens[at].text) >= _SHORTEST_HELP for at in helping)
