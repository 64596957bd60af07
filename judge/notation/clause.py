"""What one clause of a sentence orders, as its pattern has cut it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.notation.clause_orders import ClauseOrder, OrdersOfUnits, word_at
from judge.notation.grammar import OrderForm
from judge.notation.order_readings import OrderContext
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.board import Location, Province, Terrain
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, province_of

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
