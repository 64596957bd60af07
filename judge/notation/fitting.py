"""Finds the legal orders that fit what a sentence names, whatever its verbs are: units, places, kinds of orders.

A sentence is cut into groups of what it names. Each group is explained by the legal orders that take part in all of it;
what has to be overlooked for that has its cost. Only orders that every cheap way to explain the sentence gives count.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from judge.notation.clause_orders import ClauseOrder, OrdersOfUnits, word_at
from judge.notation.effort import spend
from judge.notation.group_orders import MOST_NAMED, NAMING, NOT_SAID, UNLIKELY, Explained, OrderGroup
from judge.notation.order_readings import OrderContext
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.board import Location, Province
from judge.rules.orders import Order, province_of

_LONGEST = 70
"""Words of a sentence; no longer one is explained."""
_WIDEST = 16
"""Words of a group."""
_MOST_WAYS = 6
"""Ways that are followed side by side from any word on."""
_NEAR, _DEAREST = 0.6, 2.3
"""Costs: ways that are no dearer than the cheapest by so much may be meant too; a dearer group explains nothing."""

_JOINTS = frozenset({Role.COMMA, Role.COLON, Role.BUT, Role.AND})
_VERBS = frozenset({Role.HOLD, Role.IMMOBILE, Role.MOVE, Role.SUPPORT, Role.CONVOY})
_OTHERS = frozenset({Role.SOMEBODY, Role.NATIONALITY, Role.ITS_SUBJECT})
_ENDING = frozenset("nqkyYhimscrM=")
_HELPING = frozenset("wSCsc")
_GOES_ON = re.compile(r"r|[mp]+n|n(?![mpshicSCvy])")
_TOLD_OF_ITSELF = re.compile(r"n[mhi]")
_VERB_BEFORE = re.compile("[myY]+,")
"""What one unit does does not begin what is told of the next: ``Paris y va, Marseille l'appuie``."""
_LEAVING_OUT = {
    **dict.fromkeys(",&:b=", 0.0),
    **dict.fromkeys("pfwvd", 0.2),
    **dict.fromkeys("qmyYr", 0.5),
    **dict.fromkeys("scSCk", 1.0),
    **dict.fromkeys("hi", 1.6),
    "n": 1.3,
}
"""What it costs to leave a word out, by its letter; a unit of the writer costs more."""
_OWN_LEFT_OUT, _ANY_LEFT_OUT = 1.7, 0.2
_OVER_JOINT = {",": 0.4, "&": 0.5, ":": 0.1, "b": 1.0}
_STRANGE, _MOST_STRANGE = 0.06, 4
_HELP_WITH_LAST = 0.5
"""What it costs that a support helps what was said before it, where more follows that it may help."""


@dataclass(frozen=True)
class Fitted:
    """The orders that a sentence can only mean; ``is_whole`` if all it names has a part in one of them."""

    orders: tuple[ClauseOrder, ...] = ()
    is_whole: bool = False


@dataclass(frozen=True)
class _Way:
    """A way to explain the words up to one: the orders so far, what was overlooked for them."""

    orders: tuple[ClauseOrder, ...] = ()
    cost: float = 0.0
    left_out: int = 0


def fitted_orders(
    words: Sequence[SentenceWord],
    strange: Sequence[int],
    scene: OrderContext,
    own: set[Province],
    earlier: tuple[ClauseOrder, ...],
) -> Fitted:
    """Return the orders that fit the words of a sentence; ``strange`` are the tokens of those that it has besides.

    ``earlier`` are the orders of the sentences before it.
    """
    words = _with_kinds_merged(_without_others(_with_subjects(words, own), own), own)
    if not 0 < len(words) <= _LONGEST:
        return Fitted()
    return _Fitting(words, strange, OrdersOfUnits(scene, own), earlier).fitted()


def _without_others(words: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words without what others do, and without all that somebody says."""
    kept: list[SentenceWord] = []
    part: list[SentenceWord] = []
    for word, behind in zip_longest((*words, None), words[1:]):
        if word is not None and word.role is Role.REPORT:
            decided = _decided(words[words.index(word) :], own)
            return [*kept, *(_without_others(decided, own) if decided else ())]
        if word is not None and word.role not in _JOINTS:
            part.append(word)
            continue
        told = [] if _is_of_others(part, own) else [one for one in part if one.role not in _OTHERS]
        is_subject = word is not None and word.role is Role.AND and behind is not None and behind.role in _VERBS
        kept += told or _with_subject(part, own, goes_on=is_subject)
        part = []
        if word is not None:
            kept.append(word)
    return kept


def _decided(words: Sequence[SentenceWord], own: set[Province]) -> Sequence[SentenceWord]:
    """What the writer decides behind what somebody says: ``My wife says Munich should stay, but Munich goes to …``."""
    for at, (turn, unit, verb) in enumerate(zip(words, words[1:], words[2:], strict=False)):
        is_own = any(spot.province in own for spot in unit.spots)
        if turn.role is Role.BUT and is_own and verb.role in {*_VERBS, Role.TOWARDS}:
            return words[at + 1 :]
    return ()


def _with_subjects(words: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words in which a pronoun behind a unit of the writer is that unit, where nobody else is named before it."""
    kept: list[SentenceWord] = []
    for word in words:
        is_own = any(spot.province in own for one in kept for spot in one.spots)
        is_other = any(one.role in {Role.SOMEBODY, Role.NATIONALITY} for one in kept)
        is_unit = word.role is Role.ITS_SUBJECT and is_own and not is_other
        kept.append(replace(word, role=Role.IT) if is_unit else word)
    return kept


def _with_subject(part: Sequence[SentenceWord], own: set[Province], *, goes_on: bool) -> Sequence[SentenceWord]:
    """The unit of the writer's that begins a part of what it is, and does what follows: ``London is tired and holds``.

    That is the next part, where it ``goes_on``, or stands behind "it": ``London has nowhere to go so it holds``.
    """
    at = next((at for at, one in enumerate(part[:-1]) if one.role is Role.IT and part[at + 1].role in _VERBS), 0)
    told = part[at:] if at else ()
    is_own = bool(part) and any(spot.province in own for spot in part[0].spots)
    is_alone = not any(word.is_people or word.spots for word in part[1 : at or len(part)])
    return (part[0], *told[1:]) if is_own and is_alone and (told or goes_on) else ()


def _is_of_others(part: Sequence[SentenceWord], own: set[Province]) -> bool:
    """Whether somebody else does what a part of a sentence tells: they are named, and no unit of the writer's first."""
    first = next((at for at, word in enumerate(part) if word.role in _OTHERS), None)
    if first is None:
        return False
    is_told = any(spot.province in own for word in part[:first] for spot in word.spots)
    return not (is_told and all(word.is_people for word in part if word.role in _OTHERS))


def _with_kinds_merged(words: Sequence[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """The words without those for a unit whose place follows, and what leads there: ``my fleet lying in Brest``."""
    kept: list[SentenceWord] = []
    waiting: list[SentenceWord] = []
    for at, word in enumerate(words):
        is_leading = word.role in {Role.TOWARDS, Role.FROM, Role.WITH} or (bool(waiting) and _is_coming(words, at))
        if word.role is Role.KIND or (waiting and is_leading):
            kept += waiting if word.role is Role.KIND else []
            waiting = [word] if word.role is Role.KIND else [*waiting, word]
            continue
        is_helped = any(one.role is Role.MOVE for one in waiting) and kept[-1:] and kept[-1].role is Role.SUPPORT
        is_own = any(spot.province in own for spot in word.spots)
        is_its_place = word.role is Role.UNIT and (is_own or is_helped)
        kept += [*([] if is_its_place else waiting), word]
        waiting = []
    return kept + waiting


def _is_coming(words: Sequence[SentenceWord], at: int) -> bool:
    """Whether a word only says that a unit comes from where it stands: ``the army going from Belgium to Ruhr``."""
    return words[at].role is Role.MOVE and at + 1 < len(words) and words[at + 1].role is Role.FROM


@dataclass
class _Fitting:
    words: Sequence[SentenceWord]
    strange: Sequence[int]
    units: OrdersOfUnits
    earlier: tuple[ClauseOrder, ...]
    known: dict[tuple[int, int], list[Explained]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.letters = "".join(word.role.value for word in self.words)

    def fitted(self) -> Fitted:
        """The orders that all the cheapest ways have in common."""
        ways: list[list[_Way]] = [[] for _ in range(len(self.words) + 1)]
        ways[0] = [_Way()]
        for at in range(len(self.words)):
            ways[at] = _cheapest(ways[at])
            for way in ways[at]:
                ways[at + 1].append(self._leaving_out(at, way))
                for end, found in self._groups(at, way):
                    ways[end].append(found)
        last = _cheapest(ways[-1])
        near = [way for way in last if way.cost <= last[0].cost + _NEAR]
        common = [one for one in last[0].orders if all(one.order in {o.order for o in way.orders} for way in near)]
        return Fitted(tuple(common), len(common) == len(last[0].orders) and not last[0].left_out)

    def _leaving_out(self, at: int, way: _Way) -> _Way:
        letter = self.letters[at]
        is_own = letter == "n" and self.units.are_own(self.words[at])
        cost = _OWN_LEFT_OUT if is_own else _LEAVING_OUT.get(letter, _ANY_LEFT_OUT)
        return replace(way, cost=way.cost + cost, left_out=way.left_out + (letter in "nk"))

    def _groups(self, start: int, way: _Way) -> Iterator[tuple[int, _Way]]:
        """The way with each group that begins at a word and can be explained, and where the group ends."""
        if self.letters[start] not in _ENDING | frozenset("dfp") or self._is_led(start):
            return
        named = 0
        for end in range(start + 1, min(start + _WIDEST, len(self.words)) + 1):
            named += self.letters[end - 1] in NAMING
            if named > MOST_NAMED:
                return
            if not named or self.letters[end - 1] not in _ENDING or self._is_cut(start, end):
                continue
            more = _HELP_WITH_LAST * self._goes_on(start, end)
            for orders, cost in self._explained(start, end, way):
                if added := self._added(start, end, orders, way):
                    yield end, replace(way, orders=(*way.orders, *added), cost=way.cost + cost + more)

    def _is_led(self, start: int) -> bool:
        """Whether the unit here only helps, and tells nothing of itself: ``supported by Holland, Denmark holds``.

        Behind a support it may tell of itself where a verb follows: ``HOL supports MUN goes to BUR``.
        """
        is_behind_help = self.letters[start] in NAMING and start > 0 and self.letters[start - 1] in _HELPING
        is_told = self.letters[start - 1] == "s" and _TOLD_OF_ITSELF.match(self.letters, start) is not None
        return is_behind_help and not (is_told and self.units.are_own(self.words[start]))

    def _is_cut(self, start: int, end: int) -> bool:
        """Whether a support would end before the place where the helped unit goes: ``supports Ruhr Munich``."""
        _, support, helped = self.letters[start:end].partition("s")
        is_to_stay = bool(support) and sum(helped.count(letter) for letter in NAMING) == 1
        return is_to_stay and _GOES_ON.match(self.letters, end) is not None

    def _goes_on(self, start: int, end: int) -> bool:
        """Whether a support that names nothing stands before a unit that it may help: ``HOL supports MUN goes …``."""
        is_bare = self.letters[end - 1] == "s" and "s" not in self.letters[start : end - 1]
        return is_bare and _GOES_ON.match(self.letters, end) is not None

    def _added(self, start: int, end: int, orders: Iterable[Order], way: _Way) -> tuple[ClauseOrder, ...]:
        """The orders with their words, if none is for a unit that has another one."""
        taken = {province_of(one.order) for one in (*self.earlier, *way.orders)}
        if any(province_of(order) in taken for order in orders):
            return ()
        first, last = self.words[start].start, self.words[end - 1].end
        return tuple(ClauseOrder(order, first, last, sure=False) for order in orders)

    def _explained(self, start: int, end: int, way: _Way) -> list[Explained]:
        """The orders that a group may mean, with what each costs."""
        letters = self.letters[start:end]
        if not set(letters).isdisjoint("qkyYsSc="):  # hangs on what was said before
            return self._costed(start, end, way)
        if (start, end) not in self.known:
            self.known[start, end] = self._costed(start, end, way)
        return self.known[start, end]

    def _costed(self, start: int, end: int, way: _Way) -> list[Explained]:
        spend(1)
        letters = self.letters[start:end]
        before = tuple(one.order for one in (*self.earlier, *way.orders))
        named, topic = self._named(start, end, before), self._topic(start)
        group = OrderGroup(letters, named, self.units, before, self._gaps(start, end), topic)
        joints = sum(cost * letters.count(letter) for letter, cost in _OVER_JOINT.items())
        joints += UNLIKELY * (_VERB_BEFORE.match(letters) is not None)
        cost = joints + _STRANGE * sum(group.gaps) + sum(NOT_SAID for gap in group.gaps if gap > _MOST_STRANGE)
        found = [(orders, cost + more - group.is_list * _OVER_JOINT["&"]) for orders, more in group.explained()]
        return [one for one in found if one[1] <= _DEAREST]

    def _topic(self, start: int) -> SentenceWord | None:
        """The place that a sentence names first, where no own unit stands: ``Bulgaria: Serbia goes there``."""
        first = self.words[0]
        is_place = start > 0 and first.role is Role.UNIT and self.letters[1:2] in {",", ":"}
        return first if is_place and not self.units.are_own(first) else None

    def _gaps(self, start: int, end: int) -> list[int]:
        """How many strange words stand before each word of a group but the first."""
        pairs = zip(self.words[start : end - 1], self.words[start + 1 : end], strict=True)
        return [sum(one.end <= at < other.start for at in self.strange) for one, other in pairs]

    def _named(self, start: int, end: int, before: Sequence[Order]) -> list[SentenceWord | None]:
        """What each word of a group names; None for one that names nothing."""
        return [self._meant(at, before) for at in range(start, end)]

    def _meant(self, at: int, before: Sequence[Order]) -> SentenceWord | None:
        word = self.words[at]
        match word.role:
            case Role.UNIT:
                return word
            case Role.IT:
                named = [one for one in self.words[:at] if one.role is Role.UNIT and self.units.are_own(one)]
                last = province_of(before[-1]) if before else None
                return named[-1] if named else word_at(Location(last)) if last else None
            case Role.KIND:
                taken = {province_of(order) for order in before}
                free = [
                    unit
                    for unit in self.units.scene.units()
                    if (word.kind is None or unit.kind is word.kind) and unit.at.province not in taken
                ]
                spots = tuple(spot for unit in free for spot in word_at(unit.at).spots)
                role = Role.KIND if len(spots) > 1 else Role.UNIT
                return replace(word_at(free[0].at), role=role, spots=spots, count=word.count) if free else None
            case _:
                return None


def _cheapest(ways: Iterable[_Way]) -> list[_Way]:
    """The cheapest ways, each with other orders."""
    found: dict[frozenset[Order], _Way] = {}
    for way in sorted(ways, key=lambda one: one.cost):
        found.setdefault(frozenset(one.order for one in way.orders), way)
    return list(found.values())[:_MOST_WAYS]
