"""Finds the legal retreats, builds and removals that fit what a line names, whatever its verbs are.

Each region that a line names is explained by a legal order in which it has a part; what has to be overlooked for that
has its cost, as in notation/fitting.py. Only orders that every cheap way to explain the line gives count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import chain

from judge.notation.clause_orders import ClauseOrder
from judge.notation.effort import spend
from judge.notation.fitting import Fitted
from judge.notation.grammar import OrderForm, WrittenPlace
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import OrderReader
from judge.notation.names_of_units import DENYING
from judge.notation.order_readings import OrderContext
from judge.notation.season_clauses import before_denial, builds_at, describes_it, is_told_of_excepted, kept_in, meanings
from judge.notation.season_words import (
    EVERY,
    Does,
    SeasonWord,
    excepts,
    leaves_rest,
    season_words,
    segments,
    sides_named,
    waives_all,
    without_nothing_but,
)
from judge.notation.second_look import ClauseOfUnit, Looked, clauses_of, tables_said
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.sentence_words import sentence_words
from judge.notation.tables import OrderPart
from judge.rules.adjustments import RequiredOrders, required_orders
from judge.rules.board import Province, Unit, UnitKind
from judge.rules.orders import Build, Disband, Order, Retreat, Waive, province_of
from judge.rules.position import PhaseKind

_LONGEST = 70
"""Words of a line; of no longer one is anything explained."""
_MOST_TOLD = 8
"""Regions and words for units that a line may tell something of."""
_MOST_WAYS = 8
"""Ways that are followed side by side."""
_LEFT_OUT, _NOTHING_TOLD = 1.3, 1.0
"""Costs: a region left out; a unit named that has no order."""
_NEAR, _DEAREST = 0.3, 1.5
"""Costs: ways that are no dearer than the cheapest by so much may be meant too; a dearer order explains nothing."""
_BESIDE, _BEFORE, _BEHIND, _NOT_NAMED, _OTHER_NAMED = 0.1, 0.4, 0.8, 0.5, 0.5
"""Costs of where its unit is named: a word further on, a part before, behind; nowhere; where others are named."""
_STRANGE, _SPOKEN_OF = 0.25, 0.8
_TELLING = frozenset({Does.GO, Does.BUILD, Does.WANT, Does.KIND, Does.DASH})
"""Words beside which strange ones cost nothing."""
_NAMES = frozenset({Does.PLACE, Does.KIND, Does.AND, Does.ONE, Does.NUMBER, Does.SAME})
_MOST_STRANGE = 5
"""Strange words beside a unit, for it to be one that must go."""


@dataclass(frozen=True)
class _Said:
    """A word, the part of the line that it stands in, how many strange words that has without one of orders.

    ``is_spoken_of`` if the line tells what the region is like: ``The Baltic is a dead end``.
    """

    word: SeasonWord
    part: int
    strange: int
    is_spoken_of: bool = False


_Option = tuple[Order, float]


@dataclass(frozen=True)
class _Way:
    """Orders that explain a line up to some word, what was overlooked for them."""

    orders: Mapping[Province, tuple[Order, SeasonWord]] = field(default_factory=dict)
    cost: float = 0.0
    left_out: int = 0


def fitted_season_orders(
    sentences: Sequence[Sequence[SentenceWord]], lexicon: Lexicon, scene: OrderContext, earlier: Sequence[Order]
) -> Fitted:
    """Return the orders that fit what the sentences of a line name; ``earlier`` are the orders above the line.

    Nothing is explained of a sentence that asks, sets a condition or leaves a choice, of what is denied, and of what
    others do or say.
    """
    if scene.power is None or sum(map(len, sentences)) > _LONGEST:
        return Fitted()
    due = required_orders(scene.board, scene.position, scene.power)
    told = [season_words(_before_report(words), lexicon, may_build=due.builds > 0) for words in sentences]
    told = [without_nothing_but(words) for words in told] if due.builds else told
    own = {unit.at.province for unit in scene.units()} if not due.builds else set()
    clear = [words for words in told if not any(word.does is Does.DOUBT for word in words)]
    line = _Line(clear, own, is_removal=due.removals > 0)
    if len(line.said) > _MOST_TOLD:
        return Fitted()
    if scene.position.phase.kind is PhaseKind.RETREAT:
        return _Retreats(line, scene).fitted()
    if due.builds:
        coasts = _coasts(lexicon).union(*(sides_named(words, lexicon) for words in sentences if words))
        coasts = coasts or _coasts_at(line.of(Does.PLACE), scene, due)
        return _Builds(line, scene, due, coasts).fitted(due.builds - len(earlier))
    return _removed(line, scene.units(), due.removals - len(earlier))


def _before_report(words: Sequence[SentenceWord]) -> Sequence[SentenceWord]:
    at = next((at for at, word in enumerate(words) if word.role is Role.REPORT), len(words))
    return words[:at]


def _coasts(lexicon: Lexicon) -> frozenset[str]:
    """The coasts that a line names, wherever in it."""
    tokens = range(len(lexicon.tokens))
    return frozenset(one.lexeme.value for at in tokens for one in lexicon.of(at, OrderPart.COAST))


def _coasts_at(named: Sequence[_Said], scene: OrderContext, due: RequiredOrders) -> frozenset[str]:
    """The coasts of sites that lie at a sea that is named: ``a fleet at St Petersburg, facing the Barents Sea``."""
    regions = {spot.province for one in named for spot in one.word.spots} - {*due.sites}
    ways = scene.board.borders[UnitKind.FLEET].items()
    return frozenset(at.coast for at, to in ways if at.province in due.sites and regions & {one.province for one in to})


class _Line:
    """What the parts of a line name: regions, kinds of units, words that say what becomes of them."""

    def __init__(self, sentences: Sequence[Sequence[SeasonWord]], own: set[Province], *, is_removal: bool) -> None:
        self.said: list[_Said] = []
        self.denied: set[Province] = set()
        self.kept: list[SeasonWord] = []
        self.excepted: list[SeasonWord] = []
        self.does: set[Does] = set()
        self._alone: list[SeasonWord] = []
        self._keeps = False  # units named alone behind what stays, stay
        number = 0
        for words in sentences:
            is_excepting = is_removal and any(word.does is Does.EXCEPT for word in words)
            self._names_excepted = is_excepting and is_told_of_excepted(words)
            parts = list(segments(tuple(_without_others(words, own)), Does.COMMA))
            for segment, behind in zip(parts, [*parts[1:], ()], strict=False):
                number += 1
                self._take(segment, number, is_remark=describes_it(segment, behind))

    def _take(self, segment: Sequence[SeasonWord], number: int, *, is_remark: bool) -> None:
        told = before_denial(segment)
        self._deny(segment[len(told) :])
        does = {word.does for word in told}
        self.does |= does
        if segment[0].does is Does.EXCEPT:
            self._except(segment, number)
            return
        if self._names_excepted and not does & {Does.DISBAND, Does.GO}:  # "All my armies but Berlin stay"
            self.kept += [word for word in told if word.does in {Does.PLACE, Does.KIND}]
            return
        is_bare = does <= _NAMES
        if Does.KEEP in does and not does & {Does.PLACE, Does.KIND}:  # "Berlin, Prussia: keep"
            self.kept += self._alone
        self._alone = [*self._alone, *told] if is_bare else []
        self._keeps = is_bare and self._keeps
        if self._keeps:
            self.kept += told
            return
        if does & {Does.DENIAL, Does.NOTHING} or Does.KEEP in does:
            self._deny(told)
            if not any(word.spots or word.kind for word in told):  # "so none there"
                self._deny(one.word for one in self.said if one.part == number - 1)
            self.kept += [word for word in told if word.does in {Does.PLACE, Does.KIND}]
            is_led = told[-1].does in _NAMES and told[0].does not in _NAMES
            self._keeps = is_led and bool(does & {Does.KEEP, Does.STRANGE})
            return
        if does & {Does.LATER, Does.NEXT_YEAR, Does.PUT_OFF}:
            return
        strange = 0 if does & _TELLING else sum(word.does is Does.STRANGE for word in told)
        naming = {Does.PLACE, Does.KIND, Does.DISBAND, Does.EITHER}
        self.said += [_Said(word, number, strange, is_remark) for word in told if word.does in naming]

    def _except(self, segment: Sequence[SeasonWord], number: int) -> None:
        """Take what is excepted, and a kind of unit that is told of it: ``but in Brest, where I want a fleet``."""
        named = [word for word in segment if word.does in {Does.PLACE, Does.KIND}]
        self.said += [_Said(word, number, 0) for word in named if self._names_excepted or not word.excepted]
        if not self._names_excepted:
            self.excepted += [word for word in segment if word.excepted]
            self.kept += self.excepted
            self._deny(self.excepted)

    def _deny(self, words: Iterable[SeasonWord]) -> None:
        self.denied |= {spot.province for word in words for spot in word.spots}

    def of(self, *does: Does) -> list[_Said]:
        """The words that do something."""
        return [one for one in self.said if one.word.does in does]


def _without_others(words: Sequence[SeasonWord], own: set[Province]) -> Iterator[SeasonWord]:
    """The words without those that tell of somebody else, where a unit of the writer's is named: ``has been``."""
    is_own = False
    for word in words:
        is_own = word.does is not Does.COMMA and (is_own or any(spot.province in own for spot in word.spots))
        if not (is_own and word.does is Does.SOMEBODY):
            yield word


def _cheapest(ways: Iterable[_Way]) -> list[_Way]:
    """The cheapest ways, each with other orders."""
    found: dict[frozenset[Order], _Way] = {}
    for way in sorted(ways, key=lambda one: one.cost):
        found.setdefault(frozenset(order for order, _ in way.orders.values()), way)
    return list(found.values())[:_MOST_WAYS]


def _explained(told: Sequence[tuple[_Said, Sequence[_Option]]]) -> list[_Way]:
    """The ways to give each word one of its orders, or none."""
    ways = [_Way()]
    for said, options in told:
        further = [replace(way, cost=way.cost + _LEFT_OUT, left_out=way.left_out + 1) for way in ways]
        for way in ways:
            for order, cost in options:
                spend(1)
                at = province_of(order)
                known = way.orders.get(at) if at else None
                if at and cost <= _DEAREST and (known is None or known[0] == order):
                    orders = {**way.orders, at: known or (order, said.word)}
                    further.append(replace(way, orders=orders, cost=way.cost + cost))
        ways = _cheapest(further)
    return ways


def _common(ways: Sequence[_Way]) -> Fitted:
    """The orders that all the cheapest ways have in common."""
    last = _cheapest(ways)
    near = [way for way in last if way.cost <= last[0].cost + _NEAR]
    orders = tuple(
        ClauseOrder(order, word.start, max(word.end, word.start + 1), sure=False)
        for at, (order, word) in last[0].orders.items()
        if all(way.orders.get(at, (None, None))[0] == order for way in near)
    )
    return Fitted(orders, len(orders) == len(last[0].orders) and not last[0].left_out)


@dataclass(frozen=True)
class _Retreats:
    line: _Line
    scene: OrderContext

    def fitted(self) -> Fitted:
        """The orders of the units driven out."""
        units = self.scene.units()
        named = {
            unit: [one for one in self.line.of(Does.PLACE, Does.KIND) if self._names(one.word, unit)] for unit in units
        }
        told = [
            (one, list(self._options(one, named)))
            for one in self.line.said
            if not any(one in of for of in named.values())
        ]
        told = [(one, options) for one, options in told if options]
        return _common([self._whole(way, named) for way in _explained(told)])

    def _whole(self, way: _Way, named: Mapping[Unit, Sequence[_Said]]) -> _Way:
        """The way with what it costs that units are named and have no order."""
        idle = sum(bool(words) and unit.at.province not in way.orders for unit, words in named.items())
        return replace(way, cost=way.cost + idle * _NOTHING_TOLD, left_out=way.left_out + idle)

    def _names(self, word: SeasonWord, unit: Unit) -> bool:
        if word.does is Does.PLACE:
            return any(spot.province == unit.at.province for spot in word.spots)
        of_kind = [one for one in self.scene.units() if word.kind in {None, one.kind}]
        return of_kind == [unit]

    def _options(self, one: _Said, named: Mapping[Unit, Sequence[_Said]]) -> Iterator[_Option]:
        for unit, words in named.items():
            cost = self._cost(one, words, any(named.values()))
            if one.word.does in {Does.DISBAND, Does.EITHER}:
                yield Disband(unit.at.province), cost
            here = WrittenPlace(unit.at.province, unit.at.coast, None, 0, 0)
            for spot in one.word.spots:
                if spot.province not in self.line.denied:
                    cost += _SPOKEN_OF * one.is_spoken_of
                    yield from ((order, cost) for order in meanings(self.scene, OrderForm.RETREAT, here, spot))

    def _cost(self, one: _Said, words: Sequence[_Said], are_named: bool) -> float:
        """What it costs that something is told of a unit that some words name."""
        at = self.line.said.index(one)
        costs = [_NOT_NAMED + _OTHER_NAMED * are_named + _STRANGE * one.strange]
        for word in words:
            there = self.line.said.index(word)
            between = abs(at - there) - 1
            beside = 0.0 if word.part == one.part else _BEFORE if there < at else _BEHIND
            costs.append(beside + _BESIDE * between)
        return min(costs)


@dataclass(frozen=True)
class _Builds:
    line: _Line
    scene: OrderContext
    due: RequiredOrders
    coasts: frozenset[str]

    def fitted(self, most: int) -> Fitted:
        """The builds, no more than ``most``."""
        sites = [one for one in self.line.of(Does.PLACE) if self._sites(one.word)]
        kinds = [one for one in self.line.said if one.word.does is Does.KIND or self._kind(one.word)]
        if not sites or self.line.excepted:
            return self._everywhere(kinds, most)
        ways = _explained([(one, list(self._options(one, kinds))) for one in sites])
        return _common([way for way in ways if len(way.orders) <= most] or [_Way()])

    def _sites(self, word: SeasonWord) -> list[Province]:
        return [one for one in self._named(word) if one not in self.line.denied]

    def _named(self, word: SeasonWord) -> list[Province]:
        places = dict.fromkeys(spot.province for spot in word.spots)
        return [one for one in places if one in self.due.sites]

    def _kind(self, word: SeasonWord) -> UnitKind | None:
        kinds = {spot.kind for spot in word.spots if spot.kind}
        return word.kind if word.does is Does.KIND else kinds.pop() if len(kinds) == 1 else None

    def _options(self, one: _Said, kinds: Sequence[_Said]) -> Iterator[_Option]:
        for site in self._sites(one.word):
            for kind in UnitKind:
                builds = self._builds(site, kind)
                if not builds:
                    continue
                is_only = not any(self._may_raise(site, other) for other in UnitKind if other is not kind)
                cost = self._cost(one, [word for word in kinds if self._kind(word.word) is kind])
                if is_only and self.line.does & {Does.BUILD, Does.WANT, Does.KIND}:
                    cost = min(cost, _NOT_NAMED + _STRANGE * one.strange)
                yield from ((build, cost) for build in builds)

    def _may_raise(self, site: Province, kind: UnitKind) -> bool:
        return any(at.province == site for at in self.scene.board.borders[kind])

    def _builds(self, site: Province, kind: UnitKind) -> tuple[Build, ...]:
        """The builds of a kind of unit in a region; of several coasts the one that the line names."""
        return builds_at([WrittenPlace(site, "", kind, 0, 0)], self.coasts, self.scene)

    def _cost(self, one: _Said, words: Sequence[_Said]) -> float:
        """What it costs that a unit of the kind which some words name is raised in a region."""
        at = self.line.said.index(one)
        costs = [_LEFT_OUT]
        for word in words:
            there = self.line.said.index(word)
            low, high = sorted((at, there))
            between = self.line.said[low + 1 : high]
            parts = 0.0 if word.part == one.part else _BEFORE
            is_other = any(other.word.does is Does.KIND for other in between)
            costs.append(parts + is_other * _BEHIND + (there > at) * _BESIDE * (1 + len(between)))
        return min(costs)

    def _everywhere(self, kinds: Sequence[_Said], most: int) -> Fitted:
        """Units of one kind in all regions, or all but those excepted; the kind named last may be for these."""
        excepted = {site for word in self.line.excepted for site in self._named(word)}
        told = [*dict.fromkeys(kind for one in kinds if (kind := self._kind(one.word)))]
        if not told or Does.ALL not in self.line.does or len(told) > 1 + bool(excepted):
            return Fitted()
        builds = [build for site in self.due.sites if site not in excepted for build in self._builds(site, told[0])]
        builds += [build for site in excepted for kind in told[1:] for build in self._builds(site, kind)]
        is_all = len(builds) == most or (bool(excepted) and 0 < len(builds) <= most)
        word = kinds[0].word
        orders = tuple(ClauseOrder(build, word.start, word.end, sure=False) for build in builds if is_all)
        return Fitted(orders, bool(orders))


def _removed(line: _Line, units: Sequence[Unit], due: int) -> Fitted:
    """The removals: of the units named that do not stay, or of all others, where that is as many as must go."""
    gone = _named(line.of(Does.PLACE, Does.KIND), units)
    kept = _named([_Said(word, 0, 0) for word in line.kept], units)
    if not gone and kept and {Does.ALL, Does.OTHERS} & line.does:
        gone = {unit: next(iter(kept.values())) for unit in units if unit not in kept}
    is_told = line.does & {Does.DISBAND, Does.EITHER}
    is_talk = not is_told and any(one.strange > _MOST_STRANGE for one in line.said)
    if due <= 0 or len(gone) != due or gone.keys() & kept.keys() or is_talk:
        return Fitted()
    words = [(unit, one.word) for unit, one in gone.items()]
    return Fitted(
        tuple(ClauseOrder(Disband(unit.at.province), word.start, word.end, sure=False) for unit, word in words), True
    )


def _named(words: Sequence[_Said], units: Sequence[Unit]) -> dict[Unit, _Said]:
    """The units that some words name, each with the first of these."""
    found: dict[Unit, _Said] = {}
    for one in words:
        places = {spot.province for spot in one.word.spots}
        of_kind = [unit for unit in units if one.word.kind in {None, unit.kind}]
        is_kind = one.word.does is Does.KIND and (len(of_kind) == max(one.word.number, 1) or one.word.number == EVERY)
        for unit in of_kind if is_kind else [unit for unit in units if unit.at.province in places]:
            found.setdefault(unit, one)
    return found


# --- what a letter leaves open


_POINTING = frozenset({Role.IT, Role.ITS_SUBJECT, Role.THERE})
_ENDING = (OrderPart.DISBAND, OrderPart.REMOVE)
_LATER = (OrderPart.WAIVE,)


def retreats_at_second_look(lines: Sequence[str], reader: OrderReader, silent: Sequence[Province]) -> Iterator[Looked]:
    """Yield the one retreat of each of some units that the clauses about it name, or that it is disbanded.

    Where both are said, what is lost is the region: ``Smyrna's lost then. The fleet retreats to Syria.``
    """
    clauses = [clause for line in lines for clause in clauses_of(line, reader, silent)]
    for at in silent:
        found: dict[Order, str] = {}
        for number, clause in enumerate(clauses):
            goes_on = number > 0 and not clause.units and clauses[number - 1].units[-1:] == (at,)
            is_named = not clause.units and at in {spot.province for word in clause.words for spot in word.spots}
            is_about = at in clause.units or is_named or (goes_on and not _POINTING.isdisjoint(clause.roles))
            if is_about and not clause.is_open and "undecided" not in clause.tables:
                found.update(dict.fromkeys(_retreats(at, clause, reader), clause.line))
        ways = {order: line for order, line in found.items() if isinstance(order, Retreat)} or found
        if len(ways) == 1:
            ((order, line),) = ways.items()
            yield Looked(line, order)


def _retreats(at: Province, clause: ClauseOfUnit, reader: OrderReader) -> Iterator[Order]:
    """The retreats of a unit to the places of a clause; where it names none, its end if that is said."""
    unit = next(one for one in reader.scene.units() if one.at.province == at)
    here = WrittenPlace(at, unit.at.coast, None, 0, 0)
    spots = [spot for word in clause.words for spot in word.spots if spot.province != at]
    pieces = [replace(clause, pieces=(piece,)) for piece in clause.pieces]
    is_denied = not DENYING.isdisjoint(clause.roles)
    ways = [order for spot in spots for order in meanings(reader.scene, OrderForm.RETREAT, here, spot)]
    if ways and not is_denied:
        yield from ways
    elif not spots and any(_is_ended(piece) for piece in pieces):
        yield Disband(at)


def _is_ended(piece: ClauseOfUnit) -> bool:
    """Whether a part of a clause says that a unit is no more: ``It is gone``, ``No retreat``."""
    is_denied = not DENYING.isdisjoint(piece.roles)
    return _says(piece, (OrderPart.RETREAT,)) if is_denied else "ending" in piece.tables or _says(piece, _ENDING)


def _says(clause: ClauseOfUnit, parts: tuple[OrderPart, ...]) -> bool:
    tokens = (at for word in clause.words for at in range(word.start, word.end))
    return any(any(clause.lexicon.of(at, *parts)) for at in tokens)


def builds_at_second_look(
    lines: Sequence[str], reader: OrderReader, known: Sequence[Order], owed: int
) -> Iterator[Looked]:
    """Yield the builds that parts of sentences name, a kind and a site each, and that the others are waived.

    ``known`` are those ordered or offered, ``owed`` is how many there may be.
    """
    clauses = [clause for line in lines for clause in clauses_of(line, reader, ()) if not clause.is_open]
    naming = [clause for clause in clauses if not excepts(clause.line)]
    found = {order: clause.line for clause in naming for order in _builds(clause, reader) if order not in known}
    found = {**dict(_alike(lines, reader)), **found}
    sites = {one.at.province for one in known if isinstance(one, Build)}
    new = {order: line for order, line in found.items() if order.at.province not in sites}
    is_clear = len({order.at.province for order in new}) == len(new) and len(new) + len(sites) <= owed
    yield from (Looked(line, order) for order, line in (new.items() if is_clear else ()))
    built = len(sites) + len(new) * is_clear
    says_so = leaves_rest if built else waives_all
    writing = {line for line in lines for words in _sentences(line, reader) if _tells_of_writing(words)}
    taken = sites | {order.at.province for order in new}
    left = (one for one in clauses if built and (_waives(one) or _leaves_empty(one, taken, reader)))
    waiving = [clause.line for clause in left if clause.line not in writing]
    waiving += [line for line in lines for words in _sentences(line, reader) if says_so(words)]
    if built < owed and waiving and Waive() not in known:
        yield Looked(waiving[-1], Waive())


def units_kept(line: str, reader: OrderReader, among: AbstractSet[Province]) -> frozenset[Province]:
    """Return those of some units to be removed which a line keeps: ``Sorry, keep the fleet! Remove Piedmont``."""
    units = [unit for unit in reader.scene.units() if unit.at.province in among]
    sentences = _sentences(line, reader, may_build=False) if units else ()
    return frozenset(chain.from_iterable(kept_in(words, reader.scene, units) for words in sentences))


def _tells_of_writing(words: Iterable[SeasonWord]) -> bool:
    return any(word.does is Does.WRITING for word in words)


def _sentences(line: str, reader: OrderReader, *, may_build: bool = True) -> Iterator[tuple[SeasonWord, ...]]:
    """The sentences of a line, of somebody who may raise units, or must remove some."""
    lexicon, power = reader.lexicon(tokens_of(line)), reader.scene.power
    for words in sentence_words(line, lexicon, frozenset({power} if power else ())):
        if words:
            yield without_nothing_but(season_words(words, lexicon, may_build=may_build))


def _alike(lines: Sequence[str], reader: OrderReader) -> Iterator[tuple[Build, str]]:
    """Yield the builds of the kind named last, where a line says that there is another one: ``and one at London``."""
    kind: UnitKind | None = None
    for line in lines:
        for words in _sentences(line, reader):
            for part in (one for segment in segments(words, Does.COMMA) for one in segments(segment, Does.AND)):
                does = {word.does for word in part}
                kinds = [word.kind for word in part if word.kind] + [one.kind for word in part for one in word.spots]
                named = [word for word in part if word.spots]
                if (said := next(filter(None, kinds), None)) or does & {Does.DENIAL, Does.NOTHING, Does.DOUBT}:
                    kind = said or kind
                elif kind and len(named) == 1 and does & {Does.ONE, Does.SAME}:
                    sites = [replace(spot, kind=kind) for spot in named[0].spots]
                    yield from ((order, line) for order in builds_at(sites, (), reader.scene))


def puts_builds_off(line: str, reader: OrderReader) -> bool:
    """Return whether a line says that its writer raises no unit, where there may be one."""
    scene = reader.scene
    owed = required_orders(scene.board, scene.position, scene.power).builds if scene.power else 0
    return owed > 0 and any(waives_all(words) for words in _sentences(line, reader))


def _builds(clause: ClauseOfUnit, reader: OrderReader) -> Iterator[Build]:
    """The build of each piece of a clause that names one kind of unit and one site; a coast may stand in the next."""
    for piece in _with_places(clause.pieces):
        kinds = {word.kind for word in piece if word.role is Role.KIND and word.kind}
        kinds |= {spot.kind for word in piece for spot in word.spots if spot.kind}
        spots = {spot.province for word in piece for spot in word.spots}
        roles = {word.role for word in piece}
        is_of_any = Role.OTHER_PHASE in roles or "building" in tables_said(clause.lexicon, piece)
        if len(kinds) != 1 - (is_of_any and not kinds) or len(spots) != 1 or roles & DENYING:
            continue
        kind, (site,) = next(iter(kinds), None), spots
        for coast in ("", *clause.coasts):
            builds = meanings(reader.scene, OrderForm.BUILD, WrittenPlace(site, coast, kind, 0, 0))
            if len(builds) == 1 and isinstance(builds[0], Build):
                yield builds[0]
                break


def _with_places(pieces: Iterable[tuple[SentenceWord, ...]]) -> Iterator[tuple[SentenceWord, ...]]:
    """The pieces, one that names only a kind with the one behind it that names where: ``One army, in Paris``."""
    before: tuple[SentenceWord, ...] = ()
    for piece in pieces:
        is_place = any(word.spots for word in piece) and not any(word.role is Role.KIND for word in piece)
        is_kind = bool(before) and not any(word.spots for word in before)
        if is_place and is_kind and piece[0].role is Role.TOWARDS:
            yield (*before, *piece)
            before = ()
            continue
        yield from (before,) if before else ()
        before = piece
    yield from (before,) if before else ()


def _leaves_empty(clause: ClauseOfUnit, taken: AbstractSet[Province], reader: OrderReader) -> bool:
    """Whether a clause says that a site stays empty, on which nothing is raised: ``Leave Vienna empty``."""
    named = {spot.province for word in clause.words for spot in word.spots}
    sites = {at for at in named if any(builds_at([WrittenPlace(at, "", None, 0, 0)], (), reader.scene))}
    is_said = "emptying" in clause.tables and DENYING.isdisjoint(clause.roles)
    return is_said and bool(sites) and sites.isdisjoint(taken)


def _waives(clause: ClauseOfUnit) -> bool:
    """Whether a clause says of the other builds that they are not for now."""
    is_put_off = "putting_off" in clause.tables or not DENYING.isdisjoint(clause.roles) or _says(clause, _LATER)
    return is_put_off and "resting" in clause.tables
