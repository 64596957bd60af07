"""Finds the orders that the words of a sentence give in a phase of retreats or of adjustments.

The position says what a region named can be: where a unit was driven from, where one may go, where one may be raised.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise

from judge.notation.clause_orders import ClauseOrder
from judge.notation.clauses import ReadSentence
from judge.notation.grammar import OrderForm, OrderParse, WrittenPlace
from judge.notation.lexicon import Lexicon
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderContext, OrderReading, best_readings
from judge.notation.season_words import (
    ACTS,
    EVERY,
    PUTTING_OFF,
    Does,
    SeasonWord,
    season_words,
    segments,
    sides_named,
    waives_all,
    without_nothing_but,
)
from judge.notation.sentence_roles import SentenceWord
from judge.rules.adjustments import RequiredOrders, required_orders
from judge.rules.board import Province, Unit, UnitKind
from judge.rules.orders import Build, Disband, Order, Waive
from judge.rules.position import PhaseKind

_NAMING = frozenset({Does.PLACE, Does.KIND, Does.IT, Does.ALL, Does.OTHERS, Does.SAME})
_SILENT = PUTTING_OFF | {Does.NOTHING, Does.DENIAL}
_MOST_STRANGE = 2
"""Words that say nothing beside a region alone, for it to be where a unit goes."""
_UNIT_AND_GOAL = 2
_LONGEST = 60
"""Words of a sentence; no longer one is read."""

Named = tuple[Unit, SeasonWord]


class _UnreadError(Exception):
    """The words of a sentence fit no legal orders."""


def read_season_sentence(
    words: Sequence[SentenceWord], lexicon: Lexicon, scene: OrderContext, earlier: Sequence[ClauseOrder] = ()
) -> ReadSentence:
    """Return what a sentence orders in a phase of retreats or of adjustments, where all of it is legal; else nothing.

    It may go on from what the sentences before it order, ``earlier``: ``Off with the fleet! And with the army.``

    A sentence that asks, sets a condition or leaves a choice orders nothing; of one that denies, what stands apart from
    that, never certain.
    """
    due = required_orders(scene.board, scene.position, scene.power) if scene.power else RequiredOrders()
    told = season_words(words, lexicon, may_build=due.builds > 0)
    strange = tuple(word.start for word in told if word.does is Does.STRANGE)
    read = ReadSentence((), words[0].start, words[-1].end, names_own=False, strange=strange)
    if scene.power is None or not 0 < len(told) <= _LONGEST or any(word.does is Does.DOUBT for word in told):
        return read
    try:
        orders = _orders(told, scene, due, len(earlier), sides_named(words, lexicon) if due.builds else frozenset())
    except _UnreadError:
        return read
    if strange or any(word.does is Does.DENIAL or word.guessed for word in told):
        orders = tuple(one if one.order == Waive() else replace(one, sure=False) for one in orders)
    return replace(read, orders=orders, names_own=bool(orders))


def _orders(
    words: Sequence[SeasonWord], scene: OrderContext, due: RequiredOrders, earlier: int, coasts: frozenset[str]
) -> tuple[ClauseOrder, ...]:
    if scene.position.phase.kind is PhaseKind.RETREAT:
        return _Retreats(words, scene).orders()
    if due.builds:
        return _Builds(words, scene, due, earlier, coasts).orders()
    return _Removals(words, scene, scene.units(), due.removals, goes_on=earlier > 0).orders() if due.removals else ()


def before_denial(segment: Sequence[SeasonWord]) -> Sequence[SeasonWord]:
    """The words before a denial, where they tell something: ``to Silesia rather than disbanding``; else all."""
    end = next((at for at, word in enumerate(segment) if word.does is Does.DENIAL), len(segment))
    said = {word.does for word in segment[:end]}
    is_told = said & (ACTS | {Does.DASH}) and said & (_NAMING | {Does.DISBAND})
    is_pair = (
        sum(word.does is Does.PLACE for word in segment[:end]) == _UNIT_AND_GOAL
    )  # "Trieste: Vienna, not Budapest"
    return segment[:end] if is_told or is_pair else segment


def describes_it(segment: Sequence[SeasonWord], behind: Sequence[SeasonWord]) -> bool:
    """Whether a segment, or the one behind it of a region alone, tells what the region is like, and orders nothing.

    ``The Baltic is a dead end``, « La Baltique, c'est un cul-de-sac ».
    """
    does, then = ([word.does for word in part] for part in (segment, behind))
    is_alone = set(does) == {Does.PLACE} and then[:1] == [Does.BEING] and not {Does.PLACE, *ACTS} & set(then)
    told = then if is_alone else does
    rest = told[told.index(Does.BEING) :] if Does.BEING in told else []
    return Does.STRANGE in rest and not {Does.PLACE, Does.KIND, *ACTS} & {*rest, *(() if is_alone else ACTS & {*does})}


def meanings(scene: OrderContext, form: OrderForm, *spots: WrittenPlace) -> tuple[Order, ...]:
    """The legal orders of a form with these places."""
    found = scene.meanings(OrderParse(form, 0, spots))
    return best_readings(one for one in found if isinstance(one, OrderReading) and is_legal(one.order, scene))


def builds_at(sites: Iterable[WrittenPlace], coasts: Iterable[str], scene: OrderContext) -> tuple[Build, ...]:
    """The builds at some sites; at one of several coasts, of which none is written, that which is told of beside it."""
    sites = tuple(sites)
    told = [replace(spot, coast=coast) for spot in sites if not spot.coast for coast in coasts]
    plain, beside = (
        tuple(dict.fromkeys(one for spot in spots for one in meanings(scene, OrderForm.BUILD, spot)))
        for spots in (sites, told)
    )
    named = tuple(one for one in beside if isinstance(one, Build) and one.at.coast)
    return named if len(plain) != 1 and named else tuple(one for one in plain if isinstance(one, Build))


def kept_in(words: Sequence[SeasonWord], scene: OrderContext, units: Sequence[Unit]) -> frozenset[Province]:
    """Return those of some units to be removed which a sentence keeps; none of one that asks or sets a condition."""
    if not words:
        return frozenset()
    told = _Removals(words, scene, units, len(units), goes_on=False)
    with suppress(_UnreadError):
        told.orders()
    return frozenset() if any(word.does is Does.DOUBT for word in words) else frozenset(told.kept)


@dataclass
class _Found:
    """The orders found so far, one for each province."""

    orders: dict[Province, ClauseOrder] = field(default_factory=dict)

    def add(self, order: Order, place: Province, words: Sequence[SeasonWord], *, sure: bool = True) -> None:
        """Note an order with its words; two for one unit are none."""
        known = self.orders.get(place)
        if known and known.order != order:
            raise _UnreadError
        start, end = min(word.start for word in words), max(word.end for word in words)
        self.orders.setdefault(place, ClauseOrder(order, start, max(end, start + 1), sure))

    def all(self) -> tuple[ClauseOrder, ...]:
        """Every order, in the order in which their words stand."""
        return tuple(sorted(self.orders.values(), key=lambda one: one.start))


def is_told_of_excepted(words: Sequence[SeasonWord]) -> bool:
    """Whether what is excepted is told of as others are: it goes where ``Keep all but it`` keeps the rest.

    Else the word that says what becomes of the others, before the exception or behind it, says the opposite of it.
    """
    at = next(at for at, word in enumerate(words) if word.does is Does.EXCEPT)
    acts = [word.does for word in (*reversed(words[:at]), *words[at:]) if word.does in ACTS]
    is_denied = any(word.does in {Does.DENIAL, Does.NOTHING} for word in words)
    return acts[:1] == [Does.KEEP] if not is_denied else bool(acts) and acts[0] is not Does.KEEP


@dataclass
class _Units:
    """The units that a sentence may speak of, without those that it excepts, and which it has named last."""

    units: Sequence[Unit]
    excepted: frozenset[Province] = frozenset()
    last: tuple[Unit, ...] = ()

    @classmethod
    def told_of(cls, words: Sequence[SeasonWord], units: Sequence[Unit]) -> "_Units":
        """The units, with what a sentence excepts."""
        found = cls(units)
        excepted = frozenset(unit.at.province for unit, _ in found.named_in([word for word in words if word.excepted]))
        return cls(units, excepted)

    def named(self, word: SeasonWord) -> tuple[Unit, ...]:
        """The units that a word names: that of a region, those of a kind as many as are said, those named last."""
        match word.does:
            case Does.PLACE:
                provinces = {spot.province for spot in word.spots}
                found = tuple(unit for unit in self.units if unit.at.province in provinces)
            case Does.KIND:
                found = tuple(unit for unit in self._others(word) if word.kind in {None, unit.kind})
                found = found if word.number == EVERY or len(found) == max(word.number, 1) else ()
            case Does.IT:
                found = self.last
            case Does.ALL:
                found = self._others(word)
            case _:
                found = ()
        self.last = found or self.last
        return found

    def _others(self, word: SeasonWord) -> tuple[Unit, ...]:
        """The units without those excepted, for a word that is no exception itself."""
        return tuple(unit for unit in self.units if word.excepted or unit.at.province not in self.excepted)

    def named_in(self, words: Sequence[SeasonWord]) -> list[Named]:
        """Each unit that some words name, with the word; all of them only where no other word names one."""
        exact = [word for word in words if word.does is not Does.ALL and self.named(word)]
        found = {unit: word for word in reversed(exact or words) for unit in self.named(word)}
        return [(unit, found[unit]) for unit in self.units if unit in found]


def _qualified(words: Sequence[SeasonWord]) -> list[SeasonWord]:
    """The words without a kind of unit that a region right behind it tells more exactly: ``the fleet of Brest``."""
    return [
        word
        for word, behind in zip(words, (*words[1:], None), strict=True)
        if not (word.does is Does.KIND and behind and behind.does is Does.PLACE)
    ]


class _Retreats:
    """The orders of a sentence about units driven out."""

    def __init__(self, words: Sequence[SeasonWord], scene: OrderContext) -> None:
        self._words, self._scene = words, scene
        self._units = _Units.told_of(words, scene.units())
        self._found = _Found()
        self._subjects: list[Named] = []
        self._is_list = True  # nothing but the subjects has been named since the last act
        self._alike: list[Named] = []  # named alone behind what is no more: "Munich is lost, and Marseilles too"
        self._gone: SeasonWord | None = None
        self._awaits_object = False

    def orders(self) -> tuple[ClauseOrder, ...]:
        """Every order; a unit that is named and told nothing has none."""
        parts = list(segments(_qualified(self._words), Does.COMMA))
        for segment, behind in zip(parts, [*parts[1:], ()], strict=False):
            told = before_denial(segment)
            if describes_it(segment, behind):
                continue
            if any(word.does in {Does.DENIAL, Does.NOTHING} for word in told):
                self._subjects = (
                    self._units.named_in([one for one in told if one.does is Does.PLACE])[:1] or self._subjects
                )
            elif not self._is_of_another_phase(told) and not self._pairs(told):
                for part in segments(told, Does.AND):
                    self._part(part)
        for unit, word in self._alike:
            self._disband(unit, [word])
        return self._found.all()

    def _pairs(self, segment: Sequence[SeasonWord]) -> bool:
        """Whether a segment names units and as many regions to which they go, in turn: ``Kiel and Munich …``."""
        places = [word for word in segment if word.does is Does.PLACE]
        units = [unit for word in places for unit in self._units.named(word)]
        goals = places[len(units) :]
        is_pairs = 1 < len(units) == len(goals) and not any(self._units.named(word) for word in goals)
        ways = [self._ways(unit, word) for unit, word in zip(units, goals, strict=is_pairs)] if is_pairs else []
        if not ways or any(len(way) != 1 for way in ways):
            return False
        for unit, word, goal, way in zip(units, places, goals, ways, strict=False):
            self._found.add(way[0], unit.at.province, [word, goal])
        self._subjects, self._alike = [], []
        return True

    def _is_of_another_phase(self, segment: Sequence[SeasonWord]) -> bool:
        """Whether a segment tells where a unit will be raised."""
        named = (word for word in segment if word.does is Does.PLACE and not self._units.named(word))
        is_build = any(word.does in {Does.BUILD, Does.WANT} for word in segment)
        return is_build and any(not any(self._ways(unit, word) for unit in self._units.units) for word in named)

    def _part(self, part: Sequence[SeasonWord]) -> None:
        """The words up to the next joint: a unit, what it does, where it goes, in any order."""
        acts = {word.does: word for word in part if word.does in ACTS | {Does.DASH}}
        named = self._units.named_in(part)
        goals = [one for one in part if one.does is Does.PLACE and not (one.excepted or self._units.named(one))]
        gone = acts.get(Does.DISBAND) or acts.get(Does.EITHER) or (acts.get(Does.WAIVE) if named else None)
        is_excepted = part[0].does is Does.EXCEPT
        if goals and Does.DISBAND in acts and not acts.keys() & {Does.GO, Does.EITHER, Does.DASH}:
            raise _UnreadError
        if goals:
            self._go(named, goals, is_told=bool(acts))
        elif gone:
            self._end(part, gone, named)
        elif named and not acts and self._awaits_object:
            for unit, word in named:
                self._disband(unit, [word])
        elif is_excepted and not acts:
            self._subjects = named if self._gone or self._found.orders else self._subjects
        else:
            is_bare = all(word.does in _NAMING for word in part)
            self._is_list = (self._is_list or not self._subjects) and is_bare
            self._subjects = [*self._subjects, *named]
            self._alike += named if self._gone and is_bare else []

    def _end(self, part: Sequence[SeasonWord], gone: SeasonWord, named: Sequence[Named]) -> None:
        """Note that units are no more: those named beside the word for it, or before; several: ``X and Y are lost``."""
        is_behind = bool(named) and self._is_list and all(word.start < gone.start for _, word in named)
        units = [*self._subjects, *named] if is_behind else named or self._subjects or self._only_unit(part)
        for unit, word in units:
            self._disband(unit, [word, gone])
        self._subjects, self._alike, self._awaits_object = [], [], not units
        self._gone, self._is_list = gone if units else None, True

    def _go(self, named: Sequence[Named], goals: Sequence[SeasonWord], *, is_told: bool) -> None:
        ways = dict.fromkeys(self._way(word, named) for word in goals)
        if len({order for _, order in ways}) != 1:
            raise _UnreadError
        unit, order = next(iter(ways))
        spoken = [word for one, word in named or self._subjects if one == unit]
        is_sure = bool(spoken) or (is_told and len(self._units.units) == 1)
        if not (spoken or is_told) and sum(word.does is Does.STRANGE for word in self._words) > _MOST_STRANGE:
            raise _UnreadError
        self._found.add(order, unit.at.province, [*spoken, goals[0]], sure=is_sure)
        self._subjects, self._alike, self._gone, self._is_list = [], [], None, True

    def _way(self, word: SeasonWord, named: Sequence[Named]) -> tuple[Unit, Order]:
        """The retreat to a region of the unit named beside it, or before it, or of the only one that may go there."""
        kinds = {spot.kind for spot in word.spots}
        of_kind = [unit for unit in self._units.units if unit.kind in kinds]  # "the fleet to the Gulf", as one noun
        spoken = [unit for unit, _ in named or self._subjects][-1:] if named or len(of_kind) != 1 else of_kind
        ways = [(unit, order) for unit in spoken or self._units.units for order in self._ways(unit, word)]
        told = {one.order for one in self._found.orders.values()}
        free = [(unit, order) for unit, order in ways if unit.at.province not in self._found.orders or order in told]
        if len(free) != 1:
            raise _UnreadError
        return free[0]

    def _ways(self, unit: Unit, word: SeasonWord) -> tuple[Order, ...]:
        here = WrittenPlace(unit.at.province, unit.at.coast, None, 0, 0)
        ways = (order for spot in word.spots for order in meanings(self._scene, OrderForm.RETREAT, here, spot))
        return tuple(dict.fromkeys(ways))

    def _only_unit(self, part: Sequence[SeasonWord]) -> list[Named]:
        """The only unit driven out, of words that name none: ``I disband``."""
        is_strange = any(word.does is Does.STRANGE for word in part)
        return [(self._units.units[0], part[0])] if len(self._units.units) == 1 and not is_strange else []

    def _disband(self, unit: Unit, words: Sequence[SeasonWord]) -> None:
        order = Disband(unit.at.province)
        if not is_legal(order, self._scene):
            raise _UnreadError
        self._found.add(order, unit.at.province, words)


def _leaves_another(part: Sequence[SeasonWord]) -> bool:
    """Whether words put off another unit than those beside them: ``and we'll forget about the other one``."""
    said = {word.does for word in part}
    return bool(said & _SILENT and said & {Does.OTHERS, Does.ONE}) and not said & {Does.PLACE, Does.KIND}


class _Builds:
    """The orders of a sentence of somebody who may raise units."""

    def __init__(
        self,
        words: Sequence[SeasonWord],
        scene: OrderContext,
        due: RequiredOrders,
        earlier: int,
        coasts: frozenset[str],
    ) -> None:
        """``earlier`` is how many orders the sentences before it give, ``coasts`` are told of beside regions."""
        self._words, self._scene, self._due, self._earlier = without_nothing_but(words), scene, due, earlier
        self._coasts = coasts
        self._found = _Found()
        self._kind: UnitKind | None = None
        self._site: SeasonWord | None = None  # a region whose kind of unit stands behind it
        self._said = self._count = 0

    def orders(self) -> tuple[ClauseOrder, ...]:
        """Every build, or that none is wanted; no more than are due."""
        if any(word.does is Does.EXCEPT for word in self._words):
            raise _UnreadError
        for segment in segments(self._words, Does.COMMA):
            told = [one for one in segments(segment, Does.AND) if not _leaves_another(one)]
            if not any(word.does in _SILENT for one in told for word in one):
                self._segment([word for one in told for word in one])
        self._end_of_kind()
        found = self._found.all()
        if self._site or len(found) > self._due.builds or (found and self._is_talk()):
            raise _UnreadError
        built = len(found) + self._earlier
        if built and built < self._due.builds and self._puts_off():
            return (*found, ClauseOrder(Waive(), self._words[0].start, self._words[-1].end, sure=False))
        return found or self._waived()

    def _puts_off(self) -> bool:
        """Whether the words leave a unit for another year: ``and the other one for later``."""
        said = {word.does for word in self._words}
        is_other = bool(said & (PUTTING_OFF - {Does.WAIVE}) and said & {Does.ONE, Does.OTHERS})
        return Does.WRITING not in said and (Does.LATER in said or is_other)

    def _is_talk(self) -> bool:
        """Whether strange words stand beside a region with a letter alone, and no word of building: a date line."""
        said = {word.does for word in self._words}
        in_words = any(
            word.does is Does.KIND or (any(spot.kind for spot in word.spots) and not word.lettered)
            for word in self._words
        )
        return Does.STRANGE in said and not said & {Does.BUILD, Does.WANT} and not in_words

    def _segment(self, segment: Sequence[SeasonWord]) -> None:
        named = [word.does for word in segment if word.does in {Does.PLACE, Does.KIND}]
        if named and named == [Does.PLACE, Does.KIND] * (len(named) // 2):  # "…, while Paris raises an army"
            self._end_of_kind()
            self._kind, self._count = None, 0
        for word in segment:
            if word.does is Does.KIND and self._site:
                self._raise(self._site, word.kind)
                self._site = None
            elif word.does is Does.KIND:
                self._end_of_kind()
                self._kind, self._said, self._count = word.kind, 0, word.number
            elif word.does is Does.PLACE:
                self._place(word)

    def _end_of_kind(self) -> None:
        """Check that as many units of the last kind are named as a number says."""
        if self._count > 1 and self._said != self._count:
            raise _UnreadError

    def _place(self, word: SeasonWord) -> None:
        """A region, of the kind of unit written with it, or before it; else that behind it, even behind a comma."""
        if self._site:
            raise _UnreadError
        kinds = {spot.kind for spot in word.spots if spot.kind}
        if len(kinds) == 1:
            self._end_of_kind()
            (self._kind,), self._said, self._count = kinds, 0, 0
        if self._kind is None:
            self._site = word
        else:
            self._raise(word, self._kind)
            self._said += 1

    def _raise(self, word: SeasonWord, kind: UnitKind | None) -> None:
        sites = [replace(spot, kind=kind) for spot in word.spots if spot.province in self._due.sites]
        orders = builds_at(sites, self._coasts, self._scene)
        if len(orders) != 1:
            raise _UnreadError
        self._found.add(orders[0], orders[0].at.province, [word])

    def _waived(self) -> tuple[ClauseOrder, ...]:
        """That no unit is raised, where the words say so and name no region and no kind of unit."""
        if not waives_all(self._words):
            return ()
        is_sure = not any(word.does in {Does.STRANGE, Does.SOMEBODY} for word in self._words)
        return (ClauseOrder(Waive(), self._words[0].start, self._words[-1].end, is_sure),)


class _Removals:
    """The orders of a sentence of somebody who has units to lose."""

    def __init__(
        self, words: Sequence[SeasonWord], scene: OrderContext, units: Sequence[Unit], due: int, *, goes_on: bool
    ) -> None:
        """``units`` are those that it may speak of; ``goes_on`` if a sentence before has removed some."""
        self._words, self._scene, self._due, self._goes_on = words, scene, due, goes_on
        self._units = _Units.told_of(words, units)
        self._act: Does | None = None
        self._goes = False  # a unit that goes may do so on the board
        self._is_denial = False  # it stays for something else is denied
        self._awaits_objects = False  # units named alone behind the act are told the same
        self._waiting: list[Named] = []
        self._gone: dict[Province, SeasonWord] = {}
        self.kept: set[Province] = set()
        self._others: SeasonWord | None = None  # what says that all units must go that are not kept

    def orders(self) -> tuple[ClauseOrder, ...]:
        """Every removal; no more than are due, none of a unit that is kept."""
        for segment in segments(_qualified(self._words), Does.COMMA):
            if segment[0].does is Does.EXCEPT:
                self._except(segment)
                continue
            for part in self._parts(before_denial(segment)):
                self._segment(part)
        if self._act and self._waiting:
            self._take(self._waiting, is_denial=False)
        is_bare = self._act is None and not self.kept
        if is_bare and (self._goes_on or len(self._waiting) == self._due) and not self._is_strange():
            self._gone = {unit.at.province: word for unit, word in self._waiting}
        is_inferred = self._infer_others()
        every = next((word for word in self._words if word.does is Does.ALL), None)
        if every and self._act is Does.DISBAND and not (self._gone or self.kept or self._units.excepted):
            self._gone = dict.fromkeys((unit.at.province for unit in self._units.units), every)
        if len(self._gone) > self._due or self._gone.keys() & self.kept or self._is_of_another_number():
            raise _UnreadError
        found = _Found()
        for place, word in self._gone.items():
            if not is_legal(Disband(place), self._scene):
                raise _UnreadError
            found.add(Disband(place), place, [word], sure=not (is_bare or is_inferred or self._goes))
        return found.all()

    def _parts(self, segment: Sequence[SeasonWord]) -> Sequence[Sequence[SeasonWord]]:
        """The parts of a segment, each with a word of its own that says what becomes of its units; else the whole.

        Whose the units between two such words are is not certain where the second stands behind others.
        """
        parts: list[list[SeasonWord]] = []
        is_told, was_told = False, True
        for piece in segments(segment, Does.AND):
            act = next((at for at, word in enumerate(piece) if word.does in ACTS), None)
            if act is not None and is_told:
                if not was_told and any(word.does in {Does.PLACE, Does.KIND} for word in piece[:act]):
                    return (segment,)
                parts.append([*piece])
            else:
                parts = [*parts[:-1], [*(parts[-1] if parts else ()), *piece]]
            was_told = act is not None
            is_told = is_told or was_told
        return parts

    def _is_of_another_number(self) -> bool:
        """Whether it says how many units go, and names others than those: ``I have only Paris, so I remove two``."""
        pairs = pairwise(self._words)
        said = {word.number for act, word in pairs if act.does is Does.DISBAND and word.does is Does.NUMBER}
        return bool(said and self._gone) and said != {len(self._gone)}

    def _is_strange(self) -> bool:
        return any(word.does is Does.STRANGE for word in self._words)

    def _except(self, segment: Sequence[SeasonWord]) -> None:
        """Take what is excepted: it stays where the others go, ``everything but London``, and goes where they stay."""
        named = self._units.named_in(segment)
        if is_told_of_excepted(self._words):
            self._gone.update((unit.at.province, word) for unit, word in named)
        else:
            self._keep(named, segment[0])

    def _segment(self, segment: Sequence[SeasonWord]) -> None:
        """Take the units named before a word that says what becomes of them, or behind it; those left over wait."""
        acts = [word for word in segment if word.does in ACTS]
        denied = any(word.does is Does.DENIAL for word in segment)
        others = next((word for word in segment if word.does is Does.OTHERS), None)
        is_same = any(word.does is Does.SAME for word in segment)
        named = self._units.named_in([word for word in segment if word.does is not Does.ALL])
        if acts or (others and not named):
            self._act, self._is_denial = self._act_of(acts, denied=denied) if acts else None, denied
            self._awaits_objects = not named or all(
                one.start < word.start for one in acts[-1:] for _, word in named[-1:]
            )
        if any(word.does in {Does.PLACE, Does.KIND} and not self._units.named(word) for word in segment):
            if acts:
                raise _UnreadError
        elif denied and not acts:  # "…, I have no use for it" keeps nothing
            kept = [(unit, word) for unit, word in named if word.does is not Does.IT]
            is_strange = any(word.does is Does.STRANGE for word in segment)
            if self._act is Does.KEEP and not (is_strange or self._is_denial):  # "I keep Berlin, but not Kiel"
                self._gone.update((unit.at.province, word) for unit, word in kept)
                return
            self._keep(kept, None)
            if kept and is_strange:  # "I do not touch Berlin, Kiel, …"
                self._act, self._awaits_objects, self._is_denial = Does.KEEP, True, True
        elif self._act is None or not (acts or others or is_same or self._awaits_objects):
            self._waiting += named
        else:
            self._others = self._others or (None if named or self._act is Does.KEEP else others)
            self._take([*self._waiting, *named] if acts else named, is_denial=denied)

    def _act_of(self, acts: Sequence[SeasonWord], *, denied: bool) -> Does:
        """What becomes of the units of a segment: they stay, or are no more."""
        stays = any(word.does is Does.KEEP for word in acts)
        self._goes = self._goes or all(word.does is Does.GO for word in acts)
        return Does.DISBAND if stays == denied else Does.KEEP

    def _take(self, named: Sequence[Named], *, is_denial: bool) -> None:
        self._waiting = []
        if self._act is Does.DISBAND:
            for unit, word in named:
                self._gone.setdefault(unit.at.province, word)
        else:
            self._keep(named, None if is_denial else self._words[-1])

    def _keep(self, named: Sequence[Named], others: SeasonWord | None) -> None:
        """Note units that stay; ``others`` where that says that those not named must go."""
        self.kept.update(unit.at.province for unit, _ in named)
        self._others = self._others or (others if named else None)

    def _infer_others(self) -> bool:
        """Whether all units but those kept must go: they are as many, and no other is named."""
        rest = [unit for unit in self._units.units if unit.at.province not in self.kept]
        if self._gone or not (self.kept and self._others) or len(rest) != self._due:
            return False
        self._gone = {unit.at.province: self._others for unit in rest}
        return True
