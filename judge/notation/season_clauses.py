"""Finds the orders that the words of a sentence give in a phase of retreats or of adjustments.

The position says what a region named can be: where a unit was driven from, where one may go, where one may be raised.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from judge.notation.clauses import ClauseOrder, ReadSentence
from judge.notation.grammar import OrderForm, OrderParse, WrittenPlace
from judge.notation.lexicon import Lexicon
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderContext, OrderReading, best_readings
from judge.notation.season_words import ACTS, Does, SeasonWord, season_words
from judge.notation.sentence_words import SentenceWord
from judge.rules.board import Province, Unit, UnitKind
from judge.rules.orders import Build, Disband, Order, Waive
from judge.rules.position import PhaseKind
from judge.rules.required_orders import RequiredOrders, required_orders

_JOINTS = frozenset({Does.AND, Does.COMMA})
_NAMING = frozenset({Does.PLACE, Does.KIND, Does.IT, Does.ALL, Does.OTHERS})
_LONGEST = 60
"""Words of a sentence; no longer one is read."""


class _UnreadError(Exception):
    """The words of a sentence fit no legal orders."""


def read_season_sentence(words: Sequence[SentenceWord], lexicon: Lexicon, scene: OrderContext) -> ReadSentence:
    """Return what a sentence orders in a phase of retreats or of adjustments, where all of it is legal; else nothing.

    A sentence that asks, sets a condition or leaves a choice orders nothing; of one that denies, what stands apart from
    that, never certain.
    """
    told = [word for word in season_words(words, lexicon) if word.does is not Does.SMALL]
    strange = tuple(word.start for word in told if word.does is Does.STRANGE)
    denies = any(word.does is Does.DENIAL for word in told)
    read = ReadSentence((), words[0].start, words[-1].end, names_own=False, strange=strange)
    if scene.power is None or len(told) > _LONGEST or any(word.does is Does.DOUBT for word in told):
        return read
    try:
        orders = tuple(_orders(told, scene, scene.power))
    except _UnreadError:
        return read
    if strange or denies or any(word.guessed for word in told):
        orders = tuple(replace(one, sure=False) for one in orders)
    return replace(read, orders=orders, names_own=bool(orders))


def _orders(words: Sequence[SeasonWord], scene: OrderContext, power: str) -> Iterable[ClauseOrder]:
    due = required_orders(scene.board, scene.position, scene.power) if scene.power else RequiredOrders()
    if scene.position.phase.kind is PhaseKind.RETREAT:
        return _Retreats(words, scene).orders()
    if due.builds:
        return _Builds(words, scene, due).orders()
    return _Removals(words, scene, due.removals).orders() if due.removals else ()


def _segments(words: Sequence[SeasonWord], joints: frozenset[Does]) -> Iterator[list[SeasonWord]]:
    """The words between joints; none of a segment in which somebody else does something, or in which it is past."""
    segment: list[SeasonWord] = []
    for word in (*words, None):
        if word is None or word.does in joints:
            if segment and not any(one.does is Does.SOMEBODY for one in segment):
                yield segment
            segment = []
        else:
            segment.append(word)


def _meanings(scene: OrderContext, form: OrderForm, *spots: WrittenPlace) -> tuple[Order, ...]:
    """The legal orders of a form with these places."""
    found = scene.meanings(OrderParse(form, 0, spots))
    return best_readings(one for one in found if isinstance(one, OrderReading) and is_legal(one.order, scene))


def _spot_of(unit: Unit) -> WrittenPlace:
    return WrittenPlace(unit.at.province, unit.at.coast, None, 0, 0)


@dataclass
class _Found:
    """The orders found so far, one for each province."""

    orders: dict[Province, ClauseOrder] = field(default_factory=dict)

    def add(self, place: Province, order: Order, words: Sequence[SeasonWord], *, sure: bool) -> None:
        """Note an order with its words; two for one unit are none."""
        known = self.orders.get(place)
        if known and known.order != order:
            raise _UnreadError
        start, end = min(word.start for word in words), max(word.end for word in words)
        self.orders.setdefault(place, ClauseOrder(order, start, max(end, start + 1), sure))


@dataclass
class _Units:
    """The units that a sentence may speak of, and which it has named last."""

    units: Sequence[Unit]
    last: tuple[Unit, ...] = ()

    def named(self, word: SeasonWord) -> tuple[Unit, ...]:
        """The units that a word names: that of a region, the only one of its kind, the one named last."""
        match word.does:
            case Does.PLACE:
                provinces = {spot.province for spot in word.spots}
                found = tuple(unit for unit in self.units if unit.at.province in provinces)
            case Does.KIND:
                found = tuple(unit for unit in self.units if word.kind in {None, unit.kind})
                found = found if len(found) == 1 else ()
            case Does.IT:
                found = self.last
            case Does.ALL:
                found = tuple(self.units)
            case _:
                found = ()
        self.last = found or self.last
        return found


def _qualified(words: Sequence[SeasonWord]) -> list[SeasonWord]:
    """The words without a kind of unit that a region right behind it tells more exactly: ``the fleet of Brest``."""
    kept: list[SeasonWord] = []
    for word in words:
        if kept and kept[-1].does is Does.KIND and word.does is Does.PLACE:
            kept.pop()
        kept.append(word)
    return kept


# --- retreats


class _Retreats:
    """The orders of a sentence about units driven out."""

    def __init__(self, words: Sequence[SeasonWord], scene: OrderContext) -> None:
        self._words, self._scene = words, scene
        self._units = _Units(scene.units())
        self._found = _Found()
        self._subjects: list[tuple[Unit, SeasonWord]] = []

    def orders(self) -> tuple[ClauseOrder, ...]:
        """Every order; a unit that is named and told nothing has none."""
        for segment in _segments(_qualified(self._words), frozenset({Does.COMMA})):
            if not (self._is_denied(segment) or any(word.does is Does.BUILD for word in segment)):
                for part in _segments(segment, frozenset({Does.AND})):
                    self._part(part)
        return tuple(self._found.orders.values())

    def _is_denied(self, segment: Sequence[SeasonWord]) -> bool:
        """Whether a segment says what is not to be done; its unit may be told more behind it."""
        if not any(word.does in {Does.DENIAL, Does.NOTHING} for word in segment):
            return False
        named = [(unit, word) for word in segment for unit in self._units.named(word) if word.does is Does.PLACE]
        self._subjects = named[:1] or self._subjects
        return True

    def _part(self, part: Sequence[SeasonWord]) -> None:
        """The words up to the next joint: a unit, what it does, where it goes, in any order."""
        act: SeasonWord | None = None
        goal: tuple[Unit, Order, SeasonWord] | None = None
        named: list[tuple[Unit, SeasonWord]] = []
        for word in part:
            if word.does in ACTS | {Does.DASH}:
                act = word if act is None or act.does is Does.EITHER or word.does is Does.DISBAND else act
            elif units := self._units.named(word):
                named += [(unit, word) for unit in units if unit not in [one for one, _ in named]]
            elif word.does is Does.PLACE:
                goal = self._goal(word, named, goal)
        if goal:
            unit, order, word = goal
            spoken = [one for told, one in named or self._subjects if told is unit]
            sure = bool(act or spoken) and (bool(spoken) or len(self._units.units) == 1)
            self._found.add(unit.at.province, order, [*spoken, word], sure=sure)
            self._subjects = []
            return
        if act and act.does in {Does.DISBAND, Does.EITHER}:
            gone = named or self._subjects or self._only_unit(part)
            for unit, word in gone:
                self._disband(unit, [word, act])
            self._subjects, self._awaits_object = [], not gone
        elif named and act is None and self._awaits_object:
            for unit, word in named:
                self._disband(unit, [word])
        elif named:
            self._subjects = [*self._subjects, *named]

    def _only_unit(self, part: Sequence[SeasonWord]) -> list[tuple[Unit, SeasonWord]]:
        """The only unit driven out, of words that name none: ``I disband``."""
        return [(self._units.units[0], part[0])] if len(self._units.units) == 1 else []

    _awaits_object = False

    def _disband(self, unit: Unit, words: Sequence[SeasonWord]) -> None:
        if not _meanings(self._scene, OrderForm.DISBAND, _spot_of(unit)):
            raise _UnreadError
        self._found.add(unit.at.province, Disband(unit.at.province), words, sure=True)

    def _goal(
        self,
        word: SeasonWord,
        named: Sequence[tuple[Unit, SeasonWord]],
        known: tuple[Unit, Order, SeasonWord] | None,
    ) -> tuple[Unit, Order, SeasonWord]:
        """The retreat to a region of the unit named before it, or of the only one that may go there."""
        kinds = {spot.kind for spot in word.spots}
        of_kind = [unit for unit in self._units.units if unit.kind in kinds]  # "the fleet to the Gulf", as one noun
        spoken = [unit for unit, _ in named or self._subjects][-1:] if named or len(of_kind) != 1 else of_kind
        free = [unit for unit in self._units.units if unit.at.province not in self._found.orders]
        ways = [(unit, order) for unit in spoken or free for order in self._ways(unit, word)]
        if len(ways) != 1 or (known and known[1] != ways[0][1]):
            raise _UnreadError
        return (*ways[0], word)

    def _ways(self, unit: Unit, word: SeasonWord) -> tuple[Order, ...]:
        ways = dict.fromkeys(
            order for spot in word.spots for order in _meanings(self._scene, OrderForm.RETREAT, _spot_of(unit), spot)
        )
        return tuple(ways)


# --- builds


class _Builds:
    """The orders of a sentence of somebody who may raise units."""

    def __init__(self, words: Sequence[SeasonWord], scene: OrderContext, due: RequiredOrders) -> None:
        self._words, self._scene, self._due = words, scene, due
        self._found = _Found()
        self._kind: UnitKind | None = None
        self._count: int = 0

    def orders(self) -> tuple[ClauseOrder, ...]:
        """Every build, or that none is wanted; no more than are due."""
        for segment in _segments(self._words, frozenset({Does.COMMA})):
            if not any(word.does in {Does.DENIAL, Does.KEEP, Does.LATER, Does.NOTHING} for word in segment):
                self._segment(segment)
        self._end_of_kind()
        found = tuple(self._found.orders.values())
        if len(found) > self._due.builds:
            raise _UnreadError
        return found or self._waived()

    def _segment(self, segment: Sequence[SeasonWord]) -> None:
        for at, word in enumerate(segment):
            if word.does is Does.KIND:
                self._begin_kind(word, segment[at - 1] if at else None)
            elif word.does is Does.PLACE:
                self._place(word, segment[at + 1 :])

    def _begin_kind(self, word: SeasonWord, before: SeasonWord | None) -> None:
        self._end_of_kind()
        self._kind, self._said = word.kind, 0
        self._count = before.number if before and before.does in {Does.NUMBER, Does.ONE} else 0

    def _end_of_kind(self) -> None:
        """Check that as many units of the last kind are named as a number says."""
        if self._count > 1 and self._said != self._count:
            raise _UnreadError

    def _place(self, word: SeasonWord, behind: Sequence[SeasonWord]) -> None:
        kinds = {spot.kind for spot in word.spots if spot.kind}
        after = behind[0].kind if behind and behind[0].does is Does.KIND and len(behind) == 1 else None
        if len(kinds) == 1:
            (self._kind,) = kinds
        kind = next(iter(kinds)) if len(kinds) == 1 else after if after and self._kind is None else self._kind
        sites = [spot for spot in word.spots if spot.province in self._due.sites]
        orders = dict.fromkeys(
            order
            for spot in sites
            for order in _meanings(self._scene, OrderForm.BUILD, replace(spot, kind=kind))
            if isinstance(order, Build)
        )
        if len(orders) != 1:
            raise _UnreadError
        (order,) = orders
        self._said = self._said + 1
        self._found.add(order.at.province, order, [word], sure=kind is not None)

    _said: int = 0

    def _waived(self) -> tuple[ClauseOrder, ...]:
        """That no unit is raised, where the words say so and name no region."""
        said = {word.does for word in self._words}
        refuses = Does.WAIVE in said or ({Does.DENIAL, Does.NOTHING} & said and Does.BUILD in said)
        if not refuses or Does.PLACE in said or Does.KIND in said:
            return ()
        return (ClauseOrder(Waive(), self._words[0].start, self._words[-1].end, sure=True),)


# --- removals


class _Removals:
    """The orders of a sentence of somebody who has units to lose."""

    def __init__(self, words: Sequence[SeasonWord], scene: OrderContext, due: int) -> None:
        self._words, self._scene, self._due = words, scene, due
        self._units = _Units(scene.units())
        self._gone: dict[Province, list[SeasonWord]] = {}
        self._kept: set[Province] = set()
        self._others: SeasonWord | None = None

    def orders(self) -> tuple[ClauseOrder, ...]:
        """Every removal; no more than are due, none of a unit that is kept."""
        waiting: list[tuple[Unit, SeasonWord]] = []
        act: Does | None = None
        for segment in _segments(_qualified(self._words), frozenset({Does.COMMA})):
            act, waiting = self._segment(segment, act, waiting)
        is_bare = act is None and not self._gone and not self._kept
        if is_bare and len(waiting) == self._due and not any(word.does is Does.STRANGE for word in self._words):
            self._gone = {unit.at.province: [word] for unit, word in waiting}
        self._infer_others()
        if len(self._gone) > self._due or self._gone.keys() & self._kept:
            raise _UnreadError
        return tuple(
            ClauseOrder(
                Disband(place),
                min(word.start for word in words),
                max(word.end for word in words),
                sure=not (is_bare or self._others),
            )
            for place, words in self._gone.items()
            if self._check(place)
        )

    def _check(self, place: Province) -> bool:
        if not is_legal(Disband(place), self._scene):
            raise _UnreadError
        return True

    def _segment(
        self, segment: Sequence[SeasonWord], act: Does | None, waiting: list[tuple[Unit, SeasonWord]]
    ) -> tuple[Does | None, list[tuple[Unit, SeasonWord]]]:
        """Take the units named before a word that says what becomes of them, or behind it; those left over wait."""
        acts = [word for word in segment if word.does in ACTS]
        denied = any(word.does is Does.DENIAL for word in segment)
        if acts:
            act = self._act(acts, denied=denied)
        others = [word for word in segment if word.does is Does.OTHERS]
        named = [(unit, word) for word in segment if word.does is not Does.ALL for unit in self._units.named(word)]
        if any(word.does is Does.PLACE and not self._units.named(word) for word in segment):
            if acts:
                raise _UnreadError
            return act, waiting
        if others and not acts:
            act = None
        if act is Does.DISBAND and others and not named:
            self._others = others[0]
        if act is None:
            return act, [*waiting, *named]
        taken = [*waiting, *named] if not waiting or not named or acts else named
        for unit, word in taken:
            if act is Does.KEEP:
                self._kept.add(unit.at.province)
            else:
                self._gone.setdefault(unit.at.province, [word])
        return act, []

    def _act(self, acts: Sequence[SeasonWord], *, denied: bool) -> Does:
        """What becomes of the units of a segment: they stay, or are no more."""
        stays = any(word.does is Does.KEEP for word in acts)
        return Does.DISBAND if stays == denied else Does.KEEP

    def _infer_others(self) -> None:
        """All units but those kept, where they are as many as must go."""
        rest = [unit for unit in self._units.units if unit.at.province not in self._kept]
        is_told = self._others or (self._kept and not self._gone)
        if is_told and self._kept and not self._gone and len(rest) == self._due:
            word = self._others or self._words[-1]
            self._others = word
            self._gone = {unit.at.province: [word] for unit in rest}
