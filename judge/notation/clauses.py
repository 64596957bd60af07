"""Finds the orders that the words of a sentence give, clause by clause, where one legal reading fits all of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from judge.notation.clause_orders import Clause, ClauseOrder, fullest, leads_to, once
from judge.notation.effort import once_a_letter, spend
from judge.notation.fitting import fitted_orders
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderContext
from judge.notation.sentence_roles import Role, SentenceWord, clause_patterns
from judge.notation.told_words import plain_words, told_words
from judge.rules.board import Province
from judge.rules.orders import Hold, Move, Order, SupportHold, province_of

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
    leading: dict[int, bool] = field(default_factory=dict)

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
        if not self._leads_on(at):
            return
        spend(_EFFORT)
        if self.is_loose and (behind := self._behind_others(at)):
            yield from self._ways(behind, before, sure=False)
            return
        is_read = False
        for kind, pattern in clause_patterns():
            match = pattern.match(self.letters, at)
            orders = self._clause(kind, match, before) if match and self._leads_on(match.end()) else ()
            if match and orders:
                for way in self._ways(match.end(), (*before, *orders), sure=sure):
                    is_read = True
                    yield way
        if is_read:
            return
        if self._is_stray(at):
            yield from self._ways(at + 1, before, sure=False)
        elif end := self._end_of_idle(at):
            is_silent = all(word.role is Role.IT for word in self.words[at:end])
            yield from self._ways(end, before, sure=sure and is_silent)
        elif end := self._end_of_impossible(at):
            self.impossible[at] = end
            yield from self._ways(end, before, sure=False)
        elif self.is_loose:
            yield from self._ways(self._behind_unread(at), before, sure=False)

    def _leads_on(self, at: int) -> bool:
        """Whether clauses, be they legal or not, lead from a letter to the end: no others are tried for a way."""
        if self.is_loose or at == len(self.letters):
            return True
        if at not in self.leading:
            spend(_EFFORT)
            self.leading[at] = any(map(self._leads_on, self._ends(at)))
        return self.leading[at]

    def _ends(self, at: int) -> Iterator[int]:
        """Where what begins at a letter may end."""
        if self.letters[at] in _BETWEEN_CLAUSES:
            yield at + 1
            return
        matches = (pattern.match(self.letters, at) for _, pattern in clause_patterns())
        yield from (match.end() for match in matches if match)
        if self._is_stray(at):
            yield at + 1
        elif end := self._end_of_idle(at):
            yield end

    def _is_stray(self, at: int) -> bool:
        """Whether a letter may be left out wherever it stands."""
        return self.letters[at] in _STRAYS or (self.letters[at] in _HELPED and self.letters[at + 1 : at + 2] == "n")

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
        if match.groupdict().get("left") and words[0].start - 1 in self.strange:  # « j'avais pensé garder Paris »
            return ()
        if is_given and not self._widest_gap((self.words[match.start("other") - 1], self.words[match.start("other")])):
            return ()
        if kind == "helping" and not (self._widest_gap(words[:2]) or words[1].role in {Role.SEND, Role.MOVE}):
            return ()
        listed = self.words[slice(*match.span("many"))] if match.groupdict().get("many") else ()
        if kind == "mutual":  # not "The Channel attacks and Wales supports"
            listed = self.words[match.start("one") : match.end("other")]
        if self._widest_gap(listed):
            return ()
        read_to = max((one.end for one in before), default=0)
        is_apart = any(word.spots and word.start >= read_to for word in self.words[: match.start()])
        orders = Clause(match, self.words, self.scene, self.own, (*self.earlier, *before), is_apart).read(kind)
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
