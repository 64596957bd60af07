"""The orders that clauses of sentences give: what they name as the one legal order of a form."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import product

from judge.notation.effort import spend
from judge.notation.grammar import OrderForm, OrderParse, WrittenPlace
from judge.notation.loose_reading import is_legal, turns_on_own
from judge.notation.order_readings import OrderContext, OrderReading, best_readings
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.adjustments import required_orders
from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, SupportHold, SupportMove


@dataclass(frozen=True)
class ClauseOrder:
    """An order with the words that give it, from token ``start`` up to token ``end``.

    ``sure`` if nothing but words of orders says it; ``bare`` if nothing but two regions does.
    """

    order: Order
    start: int
    end: int
    sure: bool = True
    bare: bool = False


_SPOTS = {
    OrderForm.HOLD: 1,
    OrderForm.MOVE: 2,
    OrderForm.SUPPORT_HOLD: 2,
    OrderForm.SUPPORT_MOVE: 3,
    OrderForm.CONVOY: 3,
    OrderForm.RETREAT: 2,
}
"""How many regions each form names."""
_EFFORT = 2
"""Of looking whether an order is legal."""


@dataclass(frozen=True)
class OrdersOfUnits:
    """What the units of a power may be told in a position; they stand in ``own``."""

    scene: OrderContext
    own: AbstractSet[Province]

    def order(self, form: OrderForm, *words: SentenceWord, by_sea: bool = False) -> Order | None:
        """Return the one legal order of a form for what words name; None if there is none, or several."""
        if len(words) < _SPOTS[form] or not all(word.spots for word in words):
            return None
        readings: list[OrderReading] = []
        for spots in product(*(word.spots for word in words)):
            if spots[0].province in self.own:
                spend(_EFFORT)
                parse = OrderParse(form, 0, spots, by_sea=by_sea)
                readings += [one for one in self.scene.meanings(parse) if isinstance(one, OrderReading)]
        legal = [one for one in readings if is_legal(one.order, self.scene) and not turns_on_own(one.order, self.scene)]
        best = best_readings(legal)
        return best[0] if len(best) == 1 else None

    def help(self, unit: SentenceWord, order: Order | None) -> Order | None:
        """Return the support of an order by a unit; None where it is not legal."""
        match order:
            case Move(at, to):
                return self.order(OrderForm.SUPPORT_MOVE, unit, word_at(Location(at)), word_at(to))
            case Hold(at) | SupportHold(at) | SupportMove(at) | Convoy(at):
                return self.order(OrderForm.SUPPORT_HOLD, unit, word_at(Location(at)))
            case _:
                return None

    def are_own(self, *words: SentenceWord) -> bool:
        """Return whether every one of some words names a unit of the power."""
        return all(any(spot.province in self.own for spot in word.spots) for word in words)


def word_at(location: Location) -> SentenceWord:
    """Return a word that names a place, as if it stood in the sentence."""
    return SentenceWord(Role.UNIT, 0, 0, (WrittenPlace(location.province, location.coast, None, 0, 0),))


# --- the readings of a sentence


def leads_to(one: ClauseOrder, places: set[Province]) -> bool:
    """Return whether nothing but two regions is an order to one of some places."""
    return one.bare and isinstance(one.order, Move) and one.order.to.province in places


def once(way: Iterable[ClauseOrder]) -> tuple[ClauseOrder, ...]:
    """Return the orders of a reading, each once."""
    found: dict[Order, ClauseOrder] = {}
    for one in way:
        found.setdefault(one.order, one)
    return tuple(found.values())


def fullest(ways: Iterable[tuple[ClauseOrder, ...]]) -> list[tuple[ClauseOrder, ...]]:
    """Return the readings with the most orders, of these those that leave the fewest words out, the surest."""
    found = {way: (len(way), _covered(way), sum(one.sure for one in way)) for way in ways}
    most = max(found.values(), default=(0, 0, 0))
    return [way for way, weight in found.items() if weight == most]


def _covered(way: Iterable[ClauseOrder]) -> int:
    """How many words the clauses of a reading span."""
    return sum(end - start for start, end in {(one.start, one.end) for one in way})


def is_all_due(count: int, scene: OrderContext) -> bool:
    """Return whether no more builds or removals are due than some: what stands besides is meant no more."""
    due = required_orders(scene.board, scene.position, scene.power) if scene.power else None
    return due is not None and max(due.builds, due.removals) == count


def other_adjustment(
    order: Build | Disband, targets: Sequence[SentenceWord], kind: UnitKind | None, scene: OrderContext
) -> Order | None:
    """Return the build or the removal that words mean in the place of one: of another region, of another kind."""
    spots = [spot for word in targets for spot in word.spots]
    if len(targets) > 1 or not (targets or kind) or (isinstance(order, Build) and order.troop):
        return None
    found: list[Order] = []
    if isinstance(order, Build) and not targets:
        found = [Build(kind, Location(order.at.province))] if kind and kind is not order.kind else []
        found = [one for one in found if is_legal(one, scene)]
    elif isinstance(order, Build):
        for each in (kind,) if kind else (order.kind, *(one for one in UnitKind if one is not order.kind)):
            builds = [Build(each, Location(spot.province, spot.coast)) for spot in spots]
            found = found or [one for one in builds if is_legal(one, scene)]
    else:
        named = {spot.province for spot in spots}
        own = [unit for unit in scene.units() if unit.at.province != order.at]
        gone = [one for one in own if (one.at.province in named if targets else one.kind is kind)]
        found = [one for one in (Disband(unit.at.province) for unit in gone) if is_legal(one, scene)]
    return found[0] if len(found) == 1 and found[0] != order else None


# --- what another power's unit does, and the help for it


_MOVE_OF_OTHER = re.compile(r"(?P<unit>n)[mp]+(?P<to>n)|m[mp]*(?P<goal>n)f(?P<from>n)")
_HELP_OF_OTHER = tuple(
    map(
        re.compile,
        (
            r"(?<=n)(?:w?S|ws)[wf]?(?P<many>n(?:[,&]+[wf]*n)*)",  # "… to Serbia with support from my Bulgaria"
            r"[,&:]*[eqP]?s[qPyYe]?[wf]+(?P<many>n(?:[,&]+[wf]*n)*)(?![mpshic])",  # "…, which I support with Bulgaria"
            r"[,&:]*e?(?P<many>n(?:[,&]+[wf]*n)*)s[qPyYe]?(?:[mp]+(?P<into>n))?(?=[,:&b]|$)",  # "…, BUL supports him"
        ),
    )
)


def with_helped_of_others(
    words: Sequence[SentenceWord], before: Sequence[SentenceWord], scene: OrderContext
) -> Sequence[SentenceWord]:
    """Return the words with what another power's unit does spelt out in the help for it: ``he moves …, I support him``.

    What it does may stand in the sentence ``before``.
    """
    both = [word for word in (*before, *words) if word.role not in {Role.SMALL, Role.UNKNOWN}]
    letters, first = "".join(word.role.value for word in both), len(both)
    first -= sum(word.role not in {Role.SMALL, Role.UNKNOWN} for word in words)
    own = {unit.at.province for unit in scene.units()}
    for found in reversed(list(_MOVE_OF_OTHER.finditer(letters))):
        unit, to = (
            both[found.start(one if found[one] else other)] for one, other in (("unit", "from"), ("to", "goal"))
        )
        at = next((spot.province for spot in unit.spots if scene.position.unit_at(spot.province)), None)
        helps = (one for pattern in _HELP_OF_OTHER for one in pattern.finditer(letters, found.end()))
        said = next((one for one in helps if one.start() >= first), None)
        if said is None or at is None or at in own:
            continue
        goal = both[said.start("into")] if said.groupdict().get("into") else None
        is_next = not any(word.spots for word in both[found.end() : said.start()])
        if not (_regions(goal) == _regions(to) if goal else is_next):
            continue
        helpers = [one for one in both[slice(*said.span("many"))] if any(spot.province in own for spot in one.spots)]
        begin, end = both[said.start()].start, both[said.end() - 1].end
        spelt = [word for one in helpers for word in _helping(one, unit, to)]
        kept = [word for word in words if found.start() < first or not unit.start <= word.start < to.end]
        if spelt:
            return [*(w for w in kept if w.start < begin), *spelt, *(w for w in kept if w.start >= end)]
    return words


def _regions(word: SentenceWord) -> set[Province]:
    return {spot.province for spot in word.spots}


def _helping(helper: SentenceWord, unit: SentenceWord, to: SentenceWord) -> Iterator[SentenceWord]:
    """The words by which a unit supports the move of another."""
    end = helper.end
    yield from (SentenceWord(Role.COMMA, helper.start, helper.start), helper, SentenceWord(Role.SUPPORT, end, end))
    yield from (replace(unit, start=end, end=end), SentenceWord(Role.MOVE, end, end), replace(to, start=end, end=end))
