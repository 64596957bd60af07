"""Finds the orders that the words of a sentence give, clause by clause, where one legal reading fits all of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from judge.notation.clause_orders import ClauseOrder, OrdersOfUnits, fullest, leads_to, once, word_at
from judge.notation.effort import once_a_letter, spend
from judge.notation.fitting import fitted_orders
from judge.notation.grammar import OrderForm
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderContext
from judge.notation.sentence_roles import Role, SentenceWord, clause_patterns
from judge.notation.told_words import plain_words, told_words
from judge.rules.board import Location, Province, Terrain
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, province_of

_TELLING = frozenset({"move", "support", "convoy"})
"""The clauses in which a verb or a sign tells a unit what to do."""
_JOINTS = frozenset(",:&b")
_BETWEEN_CLAUSES = frozenset(",&:pb")
_ORDERING = frozenset("shicSC")
_ACTING = _ORDERING | frozenset("mpvd=")
_BARRIERS = frozenset("!N?|xo")
_HELPED = frozenset("SC")
_NAMED = frozenset("nkq")
_STRAYS = frozenset("dmpfwkvyYrq")
"""What leads nowhere where no clause begins with it."""
_BESIDE_UNIT = frozenset("wpfSCv")
"""Behind these stands a unit that does not act."""
_OF_OTHERS = frozenset("Peg")
_RESTING = re.compile(r"(?<![^,:&b])n(?:(?:,&*|&+)n)*[pwf!]*(?=[,:&b]|$)")
_WIDEST, _WIDEST_IN_PAIR = 4, 2
"""The most strange words that may stand between two words of a clause, between two regions alone."""
_EFFORT = 8
"""What it takes to try all clauses at one word."""
_MOST_STEPS = 300
_MOST_READINGS = 3
_PAIR = 2  # words of a kind and a region, with none between them
_LONGEST = 80  # words of a sentence; no longer one is read


@dataclass(frozen=True)
class ReadSentence:
    """What a sentence is: its ``orders``; whether it names units of the writer's, ``denies``, or ``corrects`` others.

    ``taken_back`` if the one behind it takes its orders back.

    ``strange`` are its words that no order knows, as tokens; ``impossible`` where a clause begins and ends that tells
    one of the writer's units what it cannot do, as tokens. ``resting`` are holds of the units that it names with
    strange words alone, ``Paris sulks``: they are likely beside orders. ``is_whole`` if all that it names has a part in
    its orders; ``named`` is the unit of the writer's that it names last.
    """

    orders: tuple[ClauseOrder, ...]
    start: int
    end: int
    names_own: bool
    denies: bool = False
    corrects: bool = False
    taken_back: bool = False
    strange: tuple[int, ...] = ()
    denied_of: SentenceWord | None = None
    impossible: tuple[tuple[int, int], ...] = ()
    resting: tuple[ClauseOrder, ...] = ()
    is_whole: bool = False
    named: SentenceWord | None = None


def read_sentence(
    words: Sequence[SentenceWord],
    scene: OrderContext,
    earlier: tuple[ClauseOrder, ...] = (),
    about: SentenceWord | None = None,
    *,
    is_loose: bool = False,
    is_fitted: bool = False,
) -> ReadSentence:
    """Return the orders of a sentence where its words have one legal reading for the power's own units, else none.

    Its pronouns may stand for what the sentences before it order, ``earlier``, or for the unit of which the one right
    before it denies something, ``about``.

    A sentence that asks, sets a condition, leaves a choice or tells what somebody else does has none; of one that
    denies, what stands apart from that. Where ``is_loose``, words are left out for which there is no clause; where
    ``is_fitted``, the orders are those that fit what it names (notation/fitting.py).
    """
    key = (read_sentence, tuple(words), scene.key, earlier, about, is_loose, is_fitted)
    return once_a_letter(key, lambda: _read_sentence(words, scene, earlier, about, is_loose, is_fitted))


def _read_sentence(
    words: Sequence[SentenceWord],
    scene: OrderContext,
    earlier: tuple[ClauseOrder, ...],
    about: SentenceWord | None,
    is_loose: bool,
    is_fitted: bool,
) -> ReadSentence:
    own = {unit.at.province for unit in scene.units()}
    told, odd = told_words(words, own, about)
    named = [word for word in told if any(spot.province in own for spot in word.spots)]
    names_own = bool(named) or any(word.role is Role.KIND for word in told)
    strange = tuple(word.start for word in told if word.role is Role.UNKNOWN or _is_nameless(word))
    roles = {word.role for word in told}
    is_no = bool(told) and told[0].role is Role.NO and any(word.spots for word in told)  # "no wait, rather to Armenia"
    read = ReadSentence(
        (),
        words[0].start,
        words[-1].end,
        names_own,
        denies=Role.DENIAL in roles or is_no,
        denied_of=named[0] if named and (Role.DENIAL in roles or told[-1].role is Role.CONDITION) else None,
        named=named[-1] if named else None,
        corrects=bool(roles & {Role.NO, Role.CORRECTION}),
        strange=() if names_own else strange,
    )
    plain = plain_words(told, own)
    letters = "".join(word.role.value for word in plain)
    if not names_own or len(plain) > _LONGEST or (_BARRIERS - {Role.DENIAL.value}) & set(letters):
        return read
    if is_fitted:
        if Role.DENIAL.value in letters or any(map(_is_nameless, plain)):
            return read
        fitted = fitted_orders(plain, strange, scene, own, earlier)
        return replace(read, orders=fitted.orders, strange=strange, is_whole=fitted.is_whole)
    reading = _Reading(letters, plain, strange, scene, own, earlier, is_loose=is_loose, odd=odd)
    resting = reading.resting if is_loose else _none
    if Role.DENIAL.value in letters:
        return replace(read, resting=tuple(resting(())))
    orders = reading.orders()
    if read.corrects or read.denies or any(word.guessed or word.count or word.is_doubtful for word in told):
        orders = tuple(replace(one, sure=False) for one in orders)
    orders = _held_beside(strange, plain, orders)
    impossible = reading.impossible_beside(orders)
    return replace(read, orders=orders, strange=strange, impossible=impossible, resting=tuple(resting(orders)))


def _is_nameless(word: SentenceWord) -> bool:
    """Whether a word stands where a place does, and names none."""
    return word.role is Role.UNIT and not word.spots


def _held_beside(
    strange: Sequence[int], words: Sequence[SentenceWord], orders: tuple[ClauseOrder, ...]
) -> tuple[ClauseOrder, ...]:
    """The orders, none of them sure that has a strange word in it or right beside it.

    One in front of all of them may tell of all; so may one behind all of them that a joint parts from the last.
    """
    joints = [word.start for word in words if word.role.value in _JOINTS]
    first, last = min((one.start for one in orders), default=0), max((one.end for one in orders), default=0)
    held = set[ClauseOrder]()
    for at in strange:
        around = {one for one in orders if one.start <= at < one.end}
        before = max((one.end for one in orders if one.end <= at), default=0)
        behind = min((one.start for one in orders if one.start > at), default=last)
        is_of_all = at < first or (at >= last and any(before <= joint <= at for joint in joints))
        beside = (one for one in orders if is_of_all or one.end == before or one.start == behind)
        held.update(around or beside)
    return tuple(replace(one, sure=False) if one in held else one for one in orders)


def _none(_: Sequence[ClauseOrder]) -> Iterator[ClauseOrder]:
    """No holds."""
    return iter(())


@dataclass
class _Reading:
    """The ways to read the letters of a sentence; those words whose letters they are; the power's own units."""

    letters: str
    words: Sequence[SentenceWord]
    strange: Sequence[int]
    scene: OrderContext
    own: set[Province]
    earlier: tuple[ClauseOrder, ...]
    steps: int = 0
    is_loose: bool = False
    odd: frozenset[int] = frozenset()
    impossible: dict[int, int] = field(default_factory=dict)

    def impossible_beside(self, orders: Sequence[ClauseOrder]) -> tuple[tuple[int, int], ...]:
        """The clauses beside the orders that were left out, as none of their readings is legal."""
        spans = ((self.words[at].start, self.words[end - 1].end) for at, end in self.impossible.items())
        return tuple(
            (start, end) for start, end in spans if not any(one.start < end and start < one.end for one in orders)
        )

    def resting(self, orders: Sequence[ClauseOrder]) -> Iterator[ClauseOrder]:
        """Holds of units without an order that stand in a part of the sentence with strange words alone."""
        ordered = {province_of(one.order) for one in (*self.earlier, *orders)}
        if not {Role.SOMEBODY, Role.REPORT, Role.NATIONALITY}.isdisjoint(word.role for word in self.words):
            return
        for found in _RESTING.finditer(self.letters):
            units = [word for word in self.words[found.start() : found.end()] if word.role is Role.UNIT]
            end = units[-1].end
            behind = (
                self.words[found.end()].start if found.end() < len(self.words) else max(self.strange, default=0) + 1
            )
            before = self.words[found.start() - 1].end if found.start() else 0
            strange = [at for at in self.strange if end <= at < behind]
            if (
                not strange
                or not self.odd.issuperset(strange)
                or any(before <= at < units[0].start for at in self.strange)
            ):
                continue
            places = [
                next((one for one in self.own for spot in word.spots if spot.province == one), None) for word in units
            ]
            if all(places) and ordered.isdisjoint(places):
                yield from (ClauseOrder(Hold(at), units[0].start, end, sure=False) for at in places if at)

    def orders(self) -> tuple[ClauseOrder, ...]:
        """The orders of the only reading; nothing where there are several, or two orders for one unit."""
        found: dict[tuple[Order, ...], tuple[ClauseOrder, ...]] = {}
        for way in self._ways(0, (), sure=True):
            orders = once(way)
            if orders:
                found.setdefault(tuple(one.order for one in orders), orders)
            if len(found) >= _MOST_READINGS:
                return ()
        best = fullest(found.values())
        if len(best) != 1:
            return ()
        units = [province_of(one.order) for one in best[0]]
        return self._certain(best[0]) if len(set(units)) == len(units) else ()

    def _ways(self, at: int, before: tuple[ClauseOrder, ...], *, sure: bool) -> Iterator[tuple[ClauseOrder, ...]]:
        """The readings of the letters from one on, with the orders before it; not ``sure`` if anything is left out."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return
        if at == len(self.letters):
            yield before if sure else tuple(replace(one, sure=False) for one in before)
        elif self.letters[at] in _BETWEEN_CLAUSES:
            yield from self._ways(at + 1, before, sure=sure)
        else:
            yield from self._beginning(at, before, sure=sure)

    def _beginning(self, at: int, before: tuple[ClauseOrder, ...], *, sure: bool) -> Iterator[tuple[ClauseOrder, ...]]:
        """The readings in which a clause begins here; where there is none, words that order nothing are left out."""
        spend(_EFFORT)
        if self.is_loose and (behind := self._behind_others(at)):
            yield from self._ways(behind, before, sure=False)
            return
        is_read = False
        for kind, pattern in clause_patterns():
            match = pattern.match(self.letters, at)
            orders = self._clause(kind, match, before) if match else ()
            if match and orders:
                for way in self._ways(match.end(), (*before, *orders), sure=sure):
                    is_read = True
                    yield way
        if is_read:
            return
        if self.letters[at] in _STRAYS or (self.letters[at] in _HELPED and self.letters[at + 1 : at + 2] == "n"):
            yield from self._ways(at + 1, before, sure=False)
        elif end := self._end_of_idle(at):
            is_silent = all(word.role is Role.IT for word in self.words[at:end])
            yield from self._ways(end, before, sure=sure and is_silent)
        elif end := self._end_of_impossible(at):
            self.impossible[at] = end
            yield from self._ways(end, before, sure=False)
        elif self.is_loose:
            yield from self._ways(self._behind_unread(at), before, sure=False)

    def _end_of_impossible(self, at: int) -> int:
        """The end of the longest clause here that tells an own unit what it cannot do; 0 where there is none.

        What stands behind it is the next clause.
        """
        is_own = any(spot.province in self.own for spot in self.words[at].spots)
        is_first = not at or self.letters[at - 1] in _BETWEEN_CLAUSES
        found = (pattern.match(self.letters, at) for kind, pattern in clause_patterns() if kind in _TELLING)
        ends = [one.end() for one in found if one] if is_own and is_first else []
        return max((end for end in ends if self.letters[end : end + 1] in {"", *_BETWEEN_CLAUSES}), default=0)

    def _behind_unread(self, at: int) -> int:
        """Where a clause may begin behind one that is not read."""
        start, end = self._part(at)
        part = self.letters[start:end]
        if self.letters[at] == Role.IMMOBILE.value:
            return len(self.letters)
        if part == Role.UNIT.value and self.letters[end : end + 1] == Role.AND.value and self.letters[end + 1 :]:
            return self._behind_unread(end + 1)
        if self.letters[at] in _BESIDE_UNIT and self.letters[at + 1 : at + 2] == Role.UNIT.value:
            return at + 1 + 1
        return end if Role.UNIT.value == self.letters[at] else at + 1

    def _behind_others(self, at: int) -> int:
        """The end of the part that tells what somebody does, of all that somebody says; else 0."""
        start, end = self._part(at)
        part = set(self.letters[start:end])
        return len(self.letters) if Role.REPORT.value in part else end if part & _OF_OTHERS else 0

    def _part(self, at: int) -> tuple[int, int]:
        """The part of the sentence around a word, between two joints."""
        joints = [place for place, letter in enumerate(self.letters) if letter in _JOINTS]
        end = next((place for place in joints if place >= at), len(self.letters))
        return 1 + max((place for place in joints if place < at), default=-1), end

    def _end_of_idle(self, at: int) -> int:
        """The end of the words up to the next joint, where they order none of the power's units; else 0."""
        if at and self.letters[at - 1] not in _BETWEEN_CLAUSES | _STRAYS:
            return 0
        end = next(
            (place for place in range(at, len(self.letters)) if self.letters[place] in _JOINTS), len(self.letters)
        )
        words, roles = self.words[at:end], set(self.letters[at:end])
        if roles == {Role.UNIT.value}:
            return end if self._is_talk(words) else 0
        if self.letters[end : end + 1] == Role.COLON.value and not roles & _NAMED:
            return 0 if Role.REPORT.value in roles else end
        names_own = any(spot.province in self.own for word in words for spot in word.spots)
        return 0 if roles & (_ACTING if names_own else _ORDERING) else end

    def _is_talk(self, words: Sequence[SentenceWord]) -> bool:
        """Whether strange words stand right beside what is named, in the same part of the sentence."""
        return words[0].start - 1 in self.strange or words[-1].end in self.strange

    # --- one clause

    def _clause(self, kind: str, match: re.Match[str], before: tuple[ClauseOrder, ...]) -> tuple[ClauseOrder, ...]:
        """The orders of a clause; nothing unless all that it says is legal for the units it names."""
        words = self.words[match.start() : match.end()]
        in_pair = 1 if self.is_loose else _WIDEST_IN_PAIR
        if self._widest_gap(words) > (in_pair if kind == "pair" else _WIDEST):
            return ()
        is_given = match.groupdict().get("given") is not None  # "the boat in Brest" holds with nothing behind it
        if kind == "hold" and words[-1].end in self.strange and not {*"hil"} & {*match.group()}:
            return ()
        if is_given and not self._widest_gap((self.words[match.start("other") - 1], self.words[match.start("other")])):
            return ()
        if kind == "helping" and not (self._widest_gap(words[:2]) or words[1].role in {Role.SEND, Role.MOVE}):
            return ()
        listed = self.words[slice(*match.span("many"))] if match.groupdict().get("many") else ()
        if self._widest_gap(listed):
            return ()
        read_to = max((one.end for one in before), default=0)
        is_apart = any(word.spots and word.start >= read_to for word in self.words[: match.start()])
        orders = _Clause(match, self.words, self.scene, self.own, (*self.earlier, *before), is_apart).read(kind)
        start, end = words[0].start, words[-1].end
        return tuple(ClauseOrder(order, start, end, sure, bare=kind == "pair") for order, sure in orders)

    def _widest_gap(self, words: Sequence[SentenceWord]) -> int:
        """The most strange words that stand between two words of a clause."""
        gaps = pairwise(words)
        return max((sum(one.end <= at < other.start for at in self.strange) for one, other in gaps), default=0)

    def _certain(self, orders: tuple[ClauseOrder, ...]) -> tuple[ClauseOrder, ...]:
        """Two regions alone are no certain order where a unit that stays stands in the second.

        With a strange verb between them the order is help for that unit: ``the Black Sea props up Rumania``.
        """
        leaving = {one.order.at for one in orders if isinstance(one.order, Move)}
        return tuple(self._beside_own(one) if leads_to(one, self.own - leaving) else one for one in orders)

    def _beside_own(self, one: ClauseOrder) -> ClauseOrder:
        move = one.order
        if isinstance(move, Move) and any(one.start <= at < one.end for at in self.strange):
            help_ = SupportHold(move.at, move.to.province)
            return replace(one, order=help_, sure=False) if is_legal(help_, self.scene) else replace(one, sure=False)
        return replace(one, sure=False)


@dataclass(frozen=True)
class _Clause:
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
                    yield hold if self._is_there(unit) else None, True
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
            into = None if order or target else self._move_into(other[0])
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
