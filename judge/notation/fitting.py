"""Finds the legal orders that fit what a sentence names, whatever its verbs are: units, places, kinds of orders.

A sentence is cut into groups of what it names. Each group is explained by the legal orders that take part in all of it;
what has to be overlooked for that has its cost. Only orders that every cheap way to explain the sentence gives count.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, zip_longest

from judge.notation.clause_orders import ClauseOrder, OrdersOfUnits, word_at
from judge.notation.effort import spend
from judge.notation.grammar import OrderForm
from judge.notation.order_readings import OrderContext
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.board import Location, Province
from judge.rules.orders import Hold, Move, Order, SupportHold, SupportMove, province_of

_LONGEST = 70
"""Words of a sentence; no longer one is explained."""
_WIDEST = 16
"""Words of a group."""
_MOST_NAMED = 4
"""Units and places of a group."""
_HELPER_AND_HELPED = 2
_MOST_WAYS = 6
"""Ways that are followed side by side from any word on."""
_NEAR, _DEAREST = 0.6, 2.3
"""Costs: ways that are no dearer than the cheapest by so much may be meant too; a dearer group explains nothing."""

_JOINTS = frozenset({Role.COMMA, Role.COLON, Role.BUT, Role.AND})
_VERBS = frozenset({Role.HOLD, Role.IMMOBILE, Role.MOVE, Role.SUPPORT, Role.CONVOY})
_OTHERS = frozenset({Role.SOMEBODY, Role.NATIONALITY, Role.ITS_SUBJECT})
_NAMING = frozenset("nqk")
_ENDING = frozenset("nqkyYhimscrM=")
_HELPING = frozenset("wSCsc")
_GOES_ON = re.compile(r"r|[mp]+n|n(?![mpshicSCvy])")
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
_STRANGE_VERB, _TURNED, _UNLIKELY, _NOT_SAID = 0.7, 0.8, 1.2, 1.5

_Explained = tuple[tuple[Order, ...], float]


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
            return kept
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
    for word in words:
        is_leading = word.role in {Role.TOWARDS, Role.FROM, Role.WITH}
        if word.role is Role.KIND or (waiting and is_leading):
            kept += waiting if word.role is Role.KIND else []
            waiting = [word] if word.role is Role.KIND else [*waiting, word]
            continue
        is_its_place = word.role is Role.UNIT and any(spot.province in own for spot in word.spots)
        kept += [*([] if is_its_place else waiting), word]
        waiting = []
    return kept + waiting


@dataclass
class _Fitting:
    words: Sequence[SentenceWord]
    strange: Sequence[int]
    units: OrdersOfUnits
    earlier: tuple[ClauseOrder, ...]
    known: dict[tuple[int, int], list[_Explained]] = field(default_factory=dict)

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
            named += self.letters[end - 1] in _NAMING
            if named > _MOST_NAMED:
                return
            if not named or self.letters[end - 1] not in _ENDING or self._is_cut(start, end):
                continue
            for orders, cost in self._explained(start, end, way):
                if added := self._added(start, end, orders, way):
                    yield end, replace(way, orders=(*way.orders, *added), cost=way.cost + cost)

    def _is_led(self, start: int) -> bool:
        """Whether the unit here only helps, and tells nothing of itself: ``supported by Holland, Denmark holds``."""
        return self.letters[start] in _NAMING and start > 0 and self.letters[start - 1] in _HELPING

    def _is_cut(self, start: int, end: int) -> bool:
        """Whether a support would end before the place where the helped unit goes: ``supports Ruhr Munich``."""
        _, support, helped = self.letters[start:end].partition("s")
        is_to_stay = bool(support) and sum(helped.count(letter) for letter in _NAMING) <= 1
        return is_to_stay and _GOES_ON.match(self.letters, end) is not None

    def _added(self, start: int, end: int, orders: Iterable[Order], way: _Way) -> tuple[ClauseOrder, ...]:
        """The orders with their words, if none is for a unit that has another one."""
        taken = {province_of(one.order) for one in (*self.earlier, *way.orders)}
        if any(province_of(order) in taken for order in orders):
            return ()
        first, last = self.words[start].start, self.words[end - 1].end
        return tuple(ClauseOrder(order, first, last, sure=False) for order in orders)

    def _explained(self, start: int, end: int, way: _Way) -> list[_Explained]:
        """The orders that a group may mean, with what each costs."""
        letters = self.letters[start:end]
        if not set(letters).isdisjoint("qkyYsSc="):  # hangs on what was said before
            return self._costed(start, end, way)
        if (start, end) not in self.known:
            self.known[start, end] = self._costed(start, end, way)
        return self.known[start, end]

    def _costed(self, start: int, end: int, way: _Way) -> list[_Explained]:
        spend(1)
        letters = self.letters[start:end]
        before = tuple(one.order for one in (*self.earlier, *way.orders))
        named, topic = self._named(start, end, before), self._topic(start)
        group = _Group(letters, named, self.units, before, self._gaps(start, end), topic)
        joints = sum(cost * letters.count(letter) for letter, cost in _OVER_JOINT.items())
        joints += _UNLIKELY * (_VERB_BEFORE.match(letters) is not None)
        cost = joints + _STRANGE * sum(group.gaps) + sum(_NOT_SAID for gap in group.gaps if gap > _MOST_STRANGE)
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
                return word_at(free[0].at) if len(free) == 1 else None
            case _:
                return None


def _cheapest(ways: Iterable[_Way]) -> list[_Way]:
    """The cheapest ways, each with other orders."""
    found: dict[frozenset[Order], _Way] = {}
    for way in sorted(ways, key=lambda one: one.cost):
        found.setdefault(frozenset(one.order for one in way.orders), way)
    return list(found.values())[:_MOST_WAYS]


def _helped_with(order: Order) -> Order:
    """The move that an order helps; any other order as it is."""
    return Move(order.origin, order.to) if isinstance(order, SupportMove) else order


@dataclass(frozen=True)
class _Group:
    """What a part of a sentence names, by its letters: ``named`` has for each of them the unit or place, if any."""

    letters: str
    named: Sequence[SentenceWord | None]
    units: OrdersOfUnits
    before: Sequence[Order]
    gaps: Sequence[int]
    topic: SentenceWord | None = None

    def explained(self) -> Iterator[_Explained]:
        """Yield the orders it may mean, with what has to be overlooked for them."""
        if any(self.letters[at] in _NAMING and one is None for at, one in enumerate(self.named)):
            return
        letters = set(self.letters)
        if letters & {"r", "M"}:
            yield from self._mutual()
        elif "S" in letters or self._helper_is_last():
            yield from self._helped()
        elif "s" in letters:
            yield from self._supports()
        elif letters & {"c", "C"}:
            yield from self._convoys()
        elif letters & {"h", "i"}:
            yield from self._holds()
        elif "=" in letters:
            yield from self._likewise()
        else:
            yield from self._moves()

    @property
    def is_list(self) -> bool:
        """Whether it begins with several units that do the same."""
        first, second, *_ = (*self._places(), -1, -1)
        between = set(self.letters[first + 1 : second]) if second > 0 else set()
        return bool(between) and between <= {",", "&"} and not any(self.gaps[first:second])

    def _places(self) -> list[int]:
        return [at for at, letter in enumerate(self.letters) if letter in _NAMING]

    def _words(self, start: int, end: int) -> list[SentenceWord]:
        return [one for one in self.named[start:end] if one]

    def _all(self) -> list[SentenceWord]:
        return self._words(0, len(self.letters))

    def _leads_from(self, at: int) -> bool:
        """Whether a word stands behind one that tells where something comes from, or with whom."""
        return at > 0 and self.letters[at - 1] in "fw"

    # --- what one unit does alone

    def _holds(self) -> Iterator[_Explained]:
        units = self._all()
        is_listed = len(units) == 1 or all(
            set(self.letters[one + 1 : other]) <= {",", "&"} and not any(self.gaps[one:other])
            for one, other in zip(self._places(), self._places()[1:], strict=False)
        )
        cost = _NOT_SAID * ("m" in self.letters)
        if is_listed and self.units.are_own(*units):
            yield tuple(Hold(at) for at in map(self._at, units) if at), cost
        elif len(units) > 1 and self.units.are_own(units[0]) and not self.is_list:
            at = self._at(units[0])
            if at:
                yield (Hold(at),), cost + _UNLIKELY * (len(units) - 1)

    def _likewise(self) -> Iterator[_Explained]:
        """The same for other units as for the one named last, if it stays or helps: ``Marseilles ditto``."""
        units, last = self._all(), self.before[-1] if self.before else None
        if isinstance(last, Hold) and self.units.are_own(*units):
            yield tuple(Hold(at) for at in map(self._at, units) if at), 0.3
        elif isinstance(last, SupportHold | SupportMove) and self.units.are_own(*units):
            yield from self._all_help(
                units, Hold(last.target) if isinstance(last, SupportHold) else _helped_with(last), 0.3
            )

    def _at(self, word: SentenceWord) -> Province | None:
        return next((spot.province for spot in word.spots if spot.province in self.units.own), None)

    def _moves(self) -> Iterator[_Explained]:
        words = self._all()
        verb = 0.0 if set(self.letters) & set("mpd:v") else _STRANGE_VERB if any(self.gaps) else 0.3
        match words:
            case [unit, _] if (
                self.letters == "nq" and any(self.gaps) and self.before
            ):  # "Marseilles lends it a shoulder"
                yield from self._all_help((unit,), self.before[-1], _STRANGE_VERB)
            case [unit] if set(self.letters) & set("yY"):
                to = self._there()
                if order := to and self.units.order(OrderForm.MOVE, unit, to):
                    yield (order,), verb
            case [unit, to]:
                yield from self._move(unit, to, self._places(), verb)
            case [unit, beside, to] if not self.is_list:
                first, second, third = self._places()
                yield from self._move(unit, beside, (first, second), verb + _UNLIKELY)
                if not (self.units.are_own(beside) and "m" in self.letters[second:third]):
                    yield from self._move(unit, to, (first, third), verb + _UNLIKELY)
                yield from self._strange_help()
                yield from self._by_sea(unit, beside, to)
            case [_, _, _, _] if self.is_list:
                yield from self._moves_together(words, verb)
                yield from self._strange_help()

    def _by_sea(self, army: SentenceWord, fleet: SentenceWord, to: SentenceWord) -> Iterator[_Explained]:
        """An army that goes over a sea in which a fleet of the writer's is: ``London over the North Sea to Norway``."""
        convoy = self.units.order(OrderForm.CONVOY, fleet, army, to)
        move = self.units.order(OrderForm.MOVE, army, to, by_sea=True)
        if convoy and move:
            yield (move, convoy), 0.3

    def _moves_together(self, words: Sequence[SentenceWord], verb: float) -> Iterator[_Explained]:
        """Two units with a place each: ``Paris and Brest to Burgundy and Picardy``."""
        if len(words) == _MOST_NAMED:
            one, other = (self.units.order(OrderForm.MOVE, words[at], words[at + 2]) for at in (0, 1))
            if one and other:
                yield (one, other), verb + _STRANGE_VERB

    def _move(self, unit: SentenceWord, to: SentenceWord, places: Sequence[int], verb: float) -> Iterator[_Explained]:
        first, second = places[0], places[1]
        between = self.letters[first + 1 : second]
        parted = _UNLIKELY if between and set(between) <= {",", "&"} and not any(self.gaps[first:second]) else 0.0
        by_sea = "v" in self.letters
        turned = self._leads_from(second)
        if order := self.units.order(OrderForm.MOVE, unit, to, by_sea=by_sea):
            yield (order,), verb + parted + turned * _UNLIKELY + self._onto_own(to, verb)
        is_way = "m" in between and not (turned or self.letters[:first])  # "Greece > Serbia" is no way to Greece
        if not is_way and (order := self.units.order(OrderForm.MOVE, to, unit, by_sea=by_sea)):
            yield (order,), verb + parted + (not turned) * _UNLIKELY + self._onto_own(unit, verb)

    def _onto_own(self, to: SentenceWord, verb: float) -> float:
        """What it costs that a strange verb leads to where another unit of the writer stays: it may mean help."""
        left = {one.at for one in self.before if isinstance(one, Move)}
        stays = self.units.are_own(to) and left.isdisjoint(spot.province for spot in to.spots)
        return _UNLIKELY if verb and stays else 0.0

    def _there(self) -> SentenceWord | None:
        last = self.before[-1] if self.before else None
        if "Y" in self.letters:
            at = province_of(last) if last else None
            return word_at(Location(at)) if at else None
        return word_at(last.to) if isinstance(last, Move | SupportMove) else self.topic

    # --- what units do for each other

    def _strange_help(self) -> Iterator[_Explained]:
        """A verb that nobody knows between units of the writer and another one with where that goes."""
        *actors, unit, to = self._all()
        if not any(self.gaps) or not self.units.are_own(*actors):
            return
        convoy = self.units.order(OrderForm.CONVOY, actors[0], unit, to)
        for one, other, turned in ((unit, to, False), (to, unit, True)):
            for helped, cost in self._any_move(one, other, _TURNED * turned):
                if not convoy:
                    yield from self._all_help(actors, helped, _STRANGE_VERB + cost)

    def _mutual(self) -> Iterator[_Explained]:
        """Two units that support each other."""
        units = self._all()
        if len(units) == _HELPER_AND_HELPED and self.units.are_own(*units):
            one, other = units
            helps = [self.units.order(OrderForm.SUPPORT_HOLD, *pair) for pair in ((one, other), (other, one))]
            if all(helps):
                yield tuple(help_ for help_ in helps if help_), 0.0

    def _supports(self) -> Iterator[_Explained]:
        verb = self.letters.index("s")
        is_last = not any(at > verb for at in self._places())
        is_object = verb > 1 and self.letters[verb - 1] == "q"  # "Londres la soutient"
        actors, others = self._words(0, verb - is_object), self._words(verb, len(self.letters))
        if is_object:
            yield from self._support_of_last(actors if is_last else ())
            return
        is_beside = verb > 0 and self.letters[verb - 1] == "w"  # "with all the support of …"
        if (
            actors
            and others
            and (is_beside or self._leads_from(next((at for at in self._places() if at > verb), verb)))
        ):
            yield from self._helped_by(actors, others)
        elif actors and others:
            if self.units.are_own(*actors):
                for helped, cost in self._helped_order(others, verb):
                    yield from self._all_help(actors, helped, cost)
        elif actors:
            yield from self._support_of_last(actors)
        elif len(others) > 1 and self._leads_from(self._places()[-1]) and not self._leads_from(self._places()[0]):
            for helped, cost in self._helped_order(others[:-1], verb):
                yield from self._all_help(others[-1:], helped, cost)

    def _support_of_last(self, actors: Sequence[SentenceWord]) -> Iterator[_Explained]:
        """Units that help with the order named last; two, of which the first gives the other a hand."""
        last = _helped_with(self.before[-1]) if self.before and actors else None
        if last and (len(actors) == 1 or self.is_list):
            for orders, cost in self._all_help(actors, last, 0.3 if set(self.letters) & set("qyY") else 0.6):
                yield orders, cost
        if len(actors) > 1 and any(self.gaps) and not set(self.letters) & set(",&:b"):
            for helped, cost in self._helped_order(actors[1:], self._places()[0]):
                yield from self._all_help(actors[:1], helped, cost + _STRANGE_VERB)

    def _helped_order(self, words: Sequence[SentenceWord], behind: int) -> Iterator[tuple[Order, float]]:
        """The orders that may be helped, of any power: what the words behind a place name."""
        there = self._there() if set(self.letters[behind:]) & set("yY") else None
        match words:
            case [unit]:
                if there:
                    yield from self._any_move(unit, there, 0.0)
                    return
                province = unit.spots[0].province
                stands = self.units.scene.position.unit_at(province) is not None
                led = [one for one in self.before if isinstance(one, Move) and one.to.province == province]
                its = [one for one in self.before if isinstance(one, Move) and one.at == province]
                if stands:
                    yield (its[-1] if its else Hold(province)), 0.0
                elif len(led) == 1:
                    yield led[0], 0.2
            case [unit, to]:
                turned = self.letters.rfind("f", behind) > 0 or self.letters.rfind("w", behind) > 0
                yield from self._any_move(unit, to, _TURNED * turned)
                yield from self._any_move(to, unit, _TURNED * (not turned))

    def _any_move(self, unit: SentenceWord, to: SentenceWord, cost: float) -> Iterator[tuple[Order, float]]:
        """The move of a unit of any power, as it can be helped."""
        position = self.units.scene.position
        for at in dict.fromkeys(spot.province for spot in unit.spots if position.unit_at(spot.province)):
            for spot in dict.fromkeys(Location(spot.province, spot.coast) for spot in to.spots):
                if spot.province != at:
                    yield Move(at, spot), cost

    def _all_help(self, actors: Sequence[SentenceWord], order: Order, cost: float) -> Iterator[_Explained]:
        """The supports of an order by each of some units, if all are legal."""
        helps = [self.units.help(actor, order) for actor in actors]
        if all(helps):
            yield tuple(one for one in helps if one), cost

    def _helper_is_last(self) -> bool:
        """Whether the unit named last is one that helps: ``…, with Barents in support``."""
        last = self._places()[-1] if self._places() else 0
        return last > 0 and "w" in self.letters[last - 2 : last] and "s" in self.letters[last:]

    def _helped(self) -> Iterator[_Explained]:
        """What is done with the help of units named behind it."""
        cut = self.letters.index("S") if "S" in self.letters else self.letters.rindex("w")
        helpers = [one for at, one in enumerate(self.named) if at > cut and one and self.letters[at] != "q"]
        yield from self._helped_by(self._words(0, cut), helpers)

    def _helped_by(self, told: Sequence[SentenceWord], helpers: Sequence[SentenceWord]) -> Iterator[_Explained]:
        """What some words tell of a unit, or the order named last, and the supports of it."""
        if not helpers or not self.units.are_own(*helpers):
            return
        its, cost, is_new = (self.before[-1] if self.before else None), 0.4, False
        match told:
            case [unit]:
                at = self._at(unit)
                given = next((one for one in reversed(self.before) if province_of(one) == at), None)
                its, is_new = given or (Hold(at) if at else None), given is None
                cost = 0.0 if given or set(self.letters) & set("hi") else 0.3
            case [unit, to]:
                its, is_new, cost = self.units.order(OrderForm.MOVE, unit, to), True, 0.0
                if its is None:  # "to Greece goes the fleet, supported by …"
                    its, cost = self.units.order(OrderForm.MOVE, to, unit), _TURNED
            case [_, _, *_]:
                its = None
        if its:
            for helps, more in self._all_help(helpers, its, cost):
                yield (its, *helps) if is_new else helps, more

    def _convoys(self) -> Iterator[_Explained]:
        words = self._all()
        if len(words) > _HELPER_AND_HELPED:
            yield from self._strange_help()
        if len(words) != _HELPER_AND_HELPED + 1:
            return
        by_army = self.letters.find("c") < self._places()[1]  # "the fleet convoys …", not "the army goes, convoyed by"
        for fleet, army, to in permutations(words):
            convoy = self.units.order(OrderForm.CONVOY, fleet, army, to)
            if convoy:
                move = self.units.order(OrderForm.MOVE, army, to, by_sea=True)
                is_natural = words == ([fleet, army, to] if "c" in self.letters and by_army else [army, to, fleet])
                yield (convoy, move) if move else (convoy,), 0.0 if is_natural else _TURNED
