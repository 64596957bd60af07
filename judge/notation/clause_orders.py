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
from judge.rules.board import Location, Province, Terrain, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, SupportHold, SupportMove, province_of


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


# --- one clause of a sentence, as its pattern has cut it


_PAIR = 2  # words of a kind and a region, with none between them


@dataclass(frozen=True)
class Clause:
    """One clause as its pattern has cut it, with the orders before it; ``is_apart`` if places stand behind these."""

    match: re.Match[str]
    words: Sequence[SentenceWord]
    scene: OrderContext
    own: set[Province]
    before: tuple[ClauseOrder, ...]
    is_apart: bool

    def read(self, kind: str) -> tuple[tuple[Order, bool], ...]:
        """The orders of the clause with whether each is sure; nothing where one of them cannot be given."""
        found = list(self._orders(kind))
        told = tuple((order, sure) for order, sure in found if order is not None)
        return told if len(told) == len(found) else ()

    def _orders(self, kind: str) -> Iterator[tuple[Order | None, bool]]:
        match kind:
            case "hold":
                for unit in (*self._units("many"), *self._units("one")):
                    hold = self._order(OrderForm.HOLD, unit)
                    yield hold if self._is_there(unit) else None, not self.match.groupdict().get("left")
                    yield from self._backed(hold)
            case "move" | "pair":
                yield from self._move()
            case "support":
                yield from self._support()
            case "mutual":
                one, other = self._units("one"), self._units("other")
                if self.before and not (self._has("r") or self._has("M")):  # "…, Serbia and Budapest supporting"
                    yield None, False
                sure = self._has("M") or (self._has("r") and self._has("s"))
                yield self._order(OrderForm.SUPPORT_HOLD, *one, *other), sure
                yield self._order(OrderForm.SUPPORT_HOLD, *other, *one), sure
            case "convoy":
                yield from self._convoy()
            case "helping":
                yield from self._helping()
            case "goal":
                yield self._to_goal(), False

    def _move(self) -> Iterator[tuple[Order | None, bool]]:
        units, targets = self._units("one"), self._target()
        ferries = self._units("ferries")
        by_sea = bool(ferries or self._units("sea")) or self._has("v") or self._has("C")
        move = self._order(OrderForm.MOVE, *units, *targets, by_sea=by_sea) if self._is_there(units[0]) else None
        yield move, not self.match.groupdict().get("that")
        for ferry in ferries:
            yield self._order(OrderForm.CONVOY, ferry, *units, *targets), True
        yield from self._backed(move)

    def _support(self) -> Iterator[tuple[Order | None, bool]]:
        units = self._units("many")
        other = self._units("other")
        if self.match.groupdict().get("same"):
            for unit in units:
                yield self._likewise(unit), False
            return
        if not other:
            is_sure = (self._has("q") or self._has("y")) and not self._is_only_ferried()
            yield from ((self._help(unit, self._last_helped()), is_sure) for unit in units)
            return
        target = self._target()
        form = OrderForm.SUPPORT_MOVE if target else OrderForm.SUPPORT_HOLD
        for unit in units:
            is_on_place = other[0].of_attack and not target
            order = None if is_on_place else self._order(form, unit, *other, *target)
            is_there = order and not self._is_of_other_kind(other[0])
            into = None if is_there or target else self._move_into(other[0])
            yield self._help(unit, into) if into else order, into is None
        if self.match.groupdict().get("mutual"):
            yield self._order(OrderForm.SUPPORT_HOLD, *other, *units), True

    def _convoy(self) -> Iterator[tuple[Order | None, bool]]:
        fleets, army, target = (*self._units("one"), *self._units("many")), self._units("other"), self._target()
        last = self._last_helped()
        if not army and isinstance(last, Move):
            for fleet in fleets:
                yield self._order(OrderForm.CONVOY, fleet, word_at(Location(last.at)), word_at(last.to)), True
            return
        for fleet in fleets:
            convoy = self._order(OrderForm.CONVOY, fleet, *army, *target)
            yield convoy if self._is_there(fleet) else None, True
        move = self._order(OrderForm.MOVE, *army, *target, by_sea=True)
        if self.match.group().startswith("c") and self._is_own(army):
            yield move, True
        yield from self._backed(move)

    def _to_goal(self) -> Order | None:
        """The move of the one unit of a kind to where none of it stands: ``… et la flotte en Atlantique``."""
        (goal,) = self._units("alone")
        kind = (
            goal.spots[0].kind if goal.spots and goal.end - goal.start > _PAIR and not self._is_own((goal,)) else None
        )
        unit = self._resolved(SentenceWord(Role.KIND, goal.start, goal.end, kind=kind)) if kind else goal
        return self._order(OrderForm.MOVE, unit, goal) if kind else None

    def _helping(self) -> Iterator[tuple[Order | None, bool]]:
        """What a strange verb can only mean: a convoy of another unit, with its move, or the support of it."""
        words = (*self._units("one"), *self._units("other"), *self._target())
        convoy, support = (self._order(form, *words) for form in (OrderForm.CONVOY, OrderForm.SUPPORT_MOVE))
        yield (convoy or support if not (convoy and support) else None), False
        if convoy and self._is_own(words[1:2]):
            yield self._order(OrderForm.MOVE, *words[1:], by_sea=True), False

    def _backed(self, order: Order | None) -> Iterator[tuple[Order | None, bool]]:
        """The supports that a clause names at its end, for its own order."""
        for backer in (*self._units("backers"), *self._units("backer")):
            yield self._help(backer, order), True

    def _help(self, unit: SentenceWord, order: Order | None) -> Order | None:
        return self.told.help(unit, order)

    # --- what its words name

    def _has(self, letter: str) -> bool:
        return letter in self.match.group()

    def _is_own(self, words: Sequence[SentenceWord]) -> bool:
        return any(spot.province in self.own for word in words for spot in word.spots)

    def _units(self, name: str) -> tuple[SentenceWord, ...]:
        """The words of a group that name units; what refers to one is that unit."""
        if not self.match.groupdict().get(name):
            return ()
        start, end = self.match.span(name)
        words = (self.words[place] for place in range(start, end))
        named = (word for word in words if word.role in {Role.UNIT, Role.KIND, Role.IT})
        return tuple(one for word in named for one in (self._all_of(word) or (self._resolved(word),)))

    def _all_of(self, word: SentenceWord) -> tuple[SentenceWord, ...]:
        """The units of a kind that are named together, ``the two fleets``, where no other order is theirs."""
        if not word.count:
            return ()
        taken = {province_of(one.order) for one in self.before}
        units = [unit for unit in self.scene.units() if unit.kind is word.kind and unit.at.province not in taken]
        if len(units) != word.count:
            return ()
        return tuple(replace(word_at(unit.at), start=word.start, end=word.end) for unit in units)

    def _resolved(self, word: SentenceWord) -> SentenceWord:
        match word.role:
            case Role.KIND:
                taken = {province_of(one.order) for one in self.before}
                units = [
                    unit for unit in self.scene.units() if unit.kind is word.kind and unit.at.province not in taken
                ]
                where = {spot.province for there in self._units("where") for spot in there.spots}
                units = [unit for unit in units if not where or unit.at.province in where]
                return replace(word_at(units[0].at), start=word.start, end=word.end) if len(units) == 1 else word
            case Role.IT:
                named = [one for one in self.words[: self.match.start()] if self._is_own((one,))]
                last = self._last_order()
                at = province_of(last) if last else None
                return named[-1] if named else word_at(Location(at)) if at else word
            case _:
                return word

    def _is_there(self, unit: SentenceWord) -> bool:
        """Whether a unit stands where the clause says that it stays or leaves: ``the fleet stays in Brest``.

        What is crossed on the way must be a sea.
        """
        where = self._units("where")
        here = {spot.province for spot in unit.spots}
        board, crossed = self.scene.board, (spot.province for sea in self._units("sea") for spot in sea.spots)
        if any(board.terrain(at) is not Terrain.SEA for at in crossed):
            return False
        return not where or here == {spot.province for word in where for spot in word.spots if spot.province in here}

    def _target(self) -> tuple[SentenceWord, ...]:
        groups = self.match.groupdict()
        if groups.get("to"):
            return (self.words[self.match.start("to")],)
        if groups.get("that"):
            before = [word for word in self.words[: self.match.start()] if word.role is Role.UNIT]
            return tuple(before[-1:])
        order = self._last_order()
        if not groups.get("there") or order is None:
            return ()
        if groups["there"] in {Role.ITS_PLACE.value, Role.REPLACES.value}:
            at = province_of(order)
            return (word_at(Location(at)),) if at else ()
        return (word_at(order.to),) if isinstance(order, Move | SupportMove) else ()

    def _last_order(self) -> Order | None:
        return self.before[-1].order if self.before else None

    def _last_helped(self) -> Order | None:
        """The order named last that a unit may help; of an army and the fleet that takes it, the army's attack.

        None where what is told in between is read as no order: ``Wales throws them out, and London helps with that``.
        """
        last = None if self.is_apart else self._last_order()
        if isinstance(last, SupportMove):
            return Move(last.origin, last.to)
        return Move(last.origin, Location(last.to), by_sea=True) if isinstance(last, Convoy) else last

    def _is_only_ferried(self) -> bool:
        """Whether of an army and the fleet that takes it only the fleet's order stands right before."""
        last, moves = self._last_order(), {one.order.at for one in self.before if isinstance(one.order, Move)}
        return isinstance(last, Convoy) and last.origin not in moves

    def _is_of_other_kind(self, word: SentenceWord) -> bool:
        """Whether a unit is called a fleet where an army stands, or the other way round: one that goes there, maybe."""
        there = [self.scene.position.unit_at(spot.province) for spot in word.spots]
        return any(unit and spot.kind not in {None, unit.kind} for unit, spot in zip(there, word.spots, strict=True))

    def _move_into(self, word: SentenceWord) -> Order | None:
        """The attack named before that leads to a region: ``Budapest to Rumania, Serbia supports Rumania``."""
        regions = {spot.province for spot in word.spots}
        moves = (one.order for one in self.before if isinstance(one.order, Move))
        return next((one for one in moves if one.to.province in regions), None)

    def _likewise(self, unit: SentenceWord) -> Order | None:
        """The same for another unit as for the one before it: ``Serbia helps it, Albania likewise``."""
        match self._last_order():
            case None if len(self._units("many")) == 1:
                return None  # of a line above: "Aegean likewise"
            case Hold() | None:
                return self._order(OrderForm.HOLD, unit)
            case SupportHold(_, target):
                return self._order(OrderForm.SUPPORT_HOLD, unit, word_at(Location(target)))
            case SupportMove(_, origin, to):
                return self._order(OrderForm.SUPPORT_MOVE, unit, word_at(Location(origin)), word_at(to))
            case _:
                return None

    def _order(self, form: OrderForm, *words: SentenceWord, by_sea: bool = False) -> Order | None:
        return self.told.order(form, *words, by_sea=by_sea)

    @property
    def told(self) -> OrdersOfUnits:
        """What the units may be told."""
        return OrdersOfUnits(self.scene, self.own)
