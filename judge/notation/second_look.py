"""Looks once more at what a letter says of each unit that it leaves without an order, whatever its words are.

A sentence is cut where the next unit of the writer's begins to be told of. What stands there of a unit without an order
is explained by its legal orders: each has the cost of what speaks for it in these words. Where the cheapest is cheap
enough, and no other is about as cheap, it is what may be meant.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, pairwise

from judge.notation.clause_orders import OrdersOfUnits, word_at
from judge.notation.effort import spend
from judge.notation.grammar import OrderForm
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import OrderReader
from judge.notation.loose_reading import guessing_lexicon
from judge.notation.names_of_units import DENYING, GOING, OTHERS, SILENT, NamesOfUnits, Words, roles_of
from judge.notation.sentence_roles import Role, SentenceWord, with_leaving_denied
from judge.notation.sentence_words import sentence_words
from judge.notation.tables import Openings, OrderPart, listed_phrases, starred_keys, starred_phrase
from judge.rules.board import Location, Province
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, province_of
from judge.rules.position import PhaseKind

_DEAREST, _NEAR = 1.0, 0.3
"""Costs: a dearer order is not meant; nor is any where another is no dearer by more than so much."""
_SURE = 0.15
"""The cost up to which an order counts in a letter that gives no other."""
_MOST_GUESSED = 40
"""Words of a line in which names with a slip are looked for."""
_AS_FAR_BACK = 2
"""Clauses before one in which the unit is named that a pronoun in it may be."""
_LONGEST = 70
"""Words of a sentence; of no longer one is anything explained."""
_SAID, _BROADLY, _NEARLY, _HARDLY = 0.1, 0.2, 0.4, 0.7
"""Costs of an order for which a word speaks and the name of what it is about; so does one of many meanings; one of the
two; neither."""
_PAST = 0.1
"""What it costs that somebody else is named in the clause, or what is past."""

_JOINTS = frozenset({Role.COMMA, Role.COLON, Role.BUT, Role.AND})
_OPEN = frozenset({Role.CONDITION, Role.CORRECTION, Role.NO, Role.CHOICE, Role.REPORT, Role.OTHER_PHASE})
"""What sets a condition, puts something right, leaves a choice, tells what others say: nothing is read beside it."""
_THINKING = frozenset({Role.NO, Role.CORRECTION})
"""Second thoughts: of the unit that they are about nothing is told."""
_BEFORE_HELPER = frozenset({Role.WITH, Role.SUPPORTED, Role.FROM})
_POINTING = frozenset({Role.IT, Role.ITS_SUBJECT, Role.THERE, Role.ITS_PLACE})
_HELPING = frozenset({Role.SUPPORT, Role.SUPPORTED})
_CARRYING = frozenset({Role.CONVOY, Role.CONVOYED})
_STAYING = frozenset({Role.HOLD, Role.IMMOBILE, Role.LEAVE, Role.NOWHERE})
_OF_TOPIC = frozenset({Role.SMALL, Role.KIND, Role.UNIT, Role.TOWARDS, Role.CONDITION})
"""Words that only name a unit: ``The army up in Picardy?``."""
_ELSEWHERE = _POINTING | {Role.MOVE, Role.SEND}
_TELLING = GOING | _HELPING | _CARRYING | _STAYING
_NOT = frozenset({"not", "t", "ne", "n", "pas", "plus", "no", "never", "dont", "wont"})


@dataclass(frozen=True)
class Looked:
    """An order that may be meant, with the line that speaks of its unit."""

    line: str
    order: Order


def orders_at_second_look(
    lines: Sequence[str], reader: OrderReader, known: Mapping[Province, Order], silent: Sequence[Province]
) -> Iterator[Looked]:
    """Yield the order that each of some units may be meant to have, as far as the lines of a letter tell.

    ``silent`` are the units of the power that have none, ``known`` the orders of its others: what is found of one unit
    may tell what another one helps.
    """
    clauses = [clause for line in lines for clause in clauses_of(line, reader, silent)]
    named = [unit for clause in clauses for unit in clause.units]
    is_told = bool(known)
    left = sorted((at for at in silent if at in named), key=named.index)
    for at in (*left, *left):
        looked = None if at in known else _meant(_Letter(clauses, reader, known), at, _DEAREST if is_told else _SURE)
        if looked:
            known = {**known, at: looked.order}
            yield looked


def _meant(letter: "_Letter", at: Province, dearest: float) -> Looked | None:
    """The one order that a unit may be meant to have, if there is one, and it costs no more than some."""
    found: dict[Order, tuple[float, str]] = {}
    for order, cost, line in letter.explained(at):
        if order not in found or cost < found[order][0]:
            found[order] = cost, line
    ways = sorted(found.items(), key=lambda one: one[1][0])
    if not ways or (ways[1:] and ways[1][1][0] < ways[0][1][0] + _NEAR):
        return None
    order, (cost, line) = ways[0]
    return Looked(line, order) if cost <= dearest else None


# --- the clauses of a line, each about one unit


@dataclass(frozen=True)
class ClauseOfUnit:
    """What stands between two units that a sentence tells of: its ``pieces`` between joints.

    ``units`` are those that it is about, none for one that goes on with what stands before it. ``lead`` is what stands
    in front of the first of them in the sentence. ``is_open`` if the sentence asks, or it sets a condition, leaves a
    choice, tells of others.
    """

    line: str
    lexicon: Lexicon
    pieces: tuple[Words, ...]
    units: tuple[Province, ...]
    lead: Words
    is_open: bool
    is_movement: bool = True

    @cached_property
    def words(self) -> Words:
        """The words that tell what is to be done: none of a part in which something is denied, if another tells it."""
        kept = [piece for piece in self.pieces if DENYING.isdisjoint(roles_of(piece))]
        is_told = any(_tells(piece, self.units if self.is_movement else ()) for piece in kept)
        return tuple(chain.from_iterable(kept if is_told else self.pieces))

    @cached_property
    def roles(self) -> frozenset[Role]:
        """What its words do."""
        return roles_of(self.words)

    @cached_property
    def tables(self) -> frozenset[str]:
        """The tables in which strange words of it stand."""
        return tables_said(self.lexicon, self.words)

    @cached_property
    def coasts(self) -> frozenset[str]:
        """The coasts that it names."""
        tokens = {at for word in self.words for at in range(word.start, word.end)}
        return frozenset(one.lexeme.value for at in tokens for one in self.lexicon.of(at, OrderPart.COAST))


def _tells(piece: Words, units: Sequence[Province]) -> bool:
    """Whether words tell what units are to do: to go to another region, or anything else."""
    told = [word for word in piece if word.role not in SILENT]
    is_led = any(
        one.role is Role.TOWARDS and other.spots and other.spots[0].province not in units
        for one, other in pairwise(told)
    )
    return is_led or bool(roles_of(piece) & (_TELLING - {Role.TOWARDS}))


_TABLES = (
    *("helping", "carrying", "staying", "sharing", "undecided", "ending"),
    *("resting", "putting_off", "mutual", "building", "emptying"),
)
_LOOSE = frozenset(
    {Role.HOLD, Role.IMMOBILE, Role.SMALL, Role.UNKNOWN, Role.WITH, Role.IT, Role.KIND, Role.SAME, Role.SOMEBODY}
)
"""What words do that may as well stand in one of the tables."""


def tables_said(lexicon: Lexicon, words: Iterable[SentenceWord]) -> frozenset[str]:
    """Return the names of the tables (tables/looks.toml) in which words stand that a grammar has no order for."""
    free = {at for word in words if word.role in _LOOSE for at in range(word.start, word.end)}
    texts = {at: lexicon.tokens[at].text for at in range(len(lexicon.tokens))}
    found: set[str] = set()
    for at in sorted(free):
        for size in _openings().sizes(texts[at]):
            phrase = tuple(texts.get(place, "") for place in range(at, at + size))
            found.update(name for key in starred_keys(phrase) for name in _phrases().get(key, ()))
    return frozenset(found)


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The tables in which each phrase stands."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for name in _TABLES:
        for phrase in map(starred_phrase, listed_phrases("looks", name)):
            found[phrase] = (*found.get(phrase, ()), name)
    return found


@cache
def _openings() -> Openings:
    return Openings(_phrases())


def told_sentences(line: str, reader: OrderReader) -> tuple[Lexicon, Sequence[Words]]:
    """Return the sentences of a line, names with a slip put right, and the lexicon that has them."""
    plain, scene = reader.lexicon(tokens_of(line)), reader.scene
    lexicon = (guessing_lexicon(line, plain) if len(plain.tokens) <= _MOST_GUESSED else None) or plain
    own = frozenset({scene.power} if scene.power else {unit.power for unit in scene.units()})
    return lexicon, sentence_words(line, lexicon, own)


def clauses_of(line: str, reader: OrderReader, silent: Sequence[Province]) -> Iterator[ClauseOfUnit]:
    """Yield the clauses of the sentences of a line; ``silent`` are the units without an order."""
    (lexicon, sentences), scene = told_sentences(line, reader), reader.scene
    is_movement = scene.position.phase.kind is PhaseKind.MOVEMENT
    other = silent[0] if len(silent) == 1 and len(scene.units()) > 1 and not is_movement else None
    names = NamesOfUnits(lexicon, scene.units(), other)
    not_told = _OPEN if is_movement else _OPEN - {Role.OTHER_PHASE}
    sites = {unit.at.province for unit in scene.units()}
    for told in sentences:
        if not 0 < len(told) <= _LONGEST:
            continue
        sentence = list(names.meant(with_leaving_denied(list(told), sites)))
        is_asked = lexicon.tokens[told[-1].end - 1].text == "?"
        told_pieces = _pieces(sentence, names, silent)
        is_supposed = any(Role.NEITHER in roles_of(piece) and not names.are_places(piece) for piece in told_pieces)
        for pieces, units, lead in _parted(told_pieces, names):
            words = tuple(chain.from_iterable(pieces))
            is_supposed = is_supposed or any(names.is_supposing(word) for word in (*lead, *words))
            is_told = not _TELLING.isdisjoint(roles_of(words))
            is_of_others = names.is_of_others(words if is_told else (*lead, *words))
            is_open = is_asked or is_supposed or is_of_others or not not_told.isdisjoint(roles_of((*lead, *words)))
            is_open = is_open or not DENYING.isdisjoint(roles_of(lead))  # « Je ne veux pas, …, que Munich y aille »
            is_topic = roles_of(words) <= _OF_TOPIC and sum(bool(names.places(word)) for word in words) == 1
            is_taken_back = any(map(names.takes_back, pieces[1:]))
            yield ClauseOfUnit(
                line,
                lexicon,
                pieces,
                units,
                lead,
                (is_open and not is_topic) or (is_taken_back and is_told),
                is_movement,
            )


def _pieces(
    sentence: Sequence[SentenceWord], names: "NamesOfUnits", silent: Sequence[Province]
) -> list[tuple[SentenceWord, ...]]:
    """What stands between the joints of a sentence, each without what tells why or what for.

    With whom something is done is a piece of its own.
    """
    pieces: list[list[SentenceWord]] = [[]]
    is_reason = False
    for at, word in enumerate(sentence):
        if word.role in _BEFORE_HELPER and pieces[-1] and names.is_helper(sentence[at + 1 :], silent):
            pieces.append([])
        if word.role in _JOINTS:
            pieces.append([])
            is_reason = is_reason and word.role is Role.AND
            continue
        is_reason = is_reason or word.role in {Role.REASON, Role.PURPOSE}
        if not is_reason:
            pieces[-1].append(word)
    return [tuple(piece) for piece in pieces if piece]


def _parted(
    pieces: Sequence[Words], names: "NamesOfUnits"
) -> Iterator[tuple[tuple[Words, ...], tuple[Province, ...], Words]]:
    """The clauses of pieces, each with the units that it is about, the first with what leads to it.

    Several units are told of together where nothing is said of the first.
    """
    told: tuple[Words, ...] = ()
    units: tuple[Province, ...] = ()
    lead: Words = ()
    for piece in pieces:
        subject = names.subject(piece, is_first=piece is pieces[0])
        is_listed = bool(units and told) and names.is_bare(piece) and names.unit(told[-1][-1]) == units[-1]
        if subject and told and not is_listed and not (units and all(names.is_bare(one) for one in told)):
            if units:
                yield told, units, lead
            lead = () if units else tuple(chain.from_iterable(told))
            told, units = (), ()
        told += (piece,)
        units += (subject,) if subject and subject not in units else ()
    if told:
        yield told, units, lead


# --- what is said of one unit


@dataclass(frozen=True)
class _Letter:
    """The clauses of a letter, and the orders of the units that have one."""

    clauses: Sequence[ClauseOfUnit]
    reader: OrderReader
    known: Mapping[Province, Order]

    @cached_property
    def units(self) -> OrdersOfUnits:
        """What the units of the writer may be told."""
        return OrdersOfUnits(self.reader.scene, {unit.at.province for unit in self.reader.scene.units()})

    def explained(self, at: Province) -> Iterator[tuple[Order, float, str]]:
        """Yield the orders of a unit that clauses may tell, each with its cost and its line."""
        about = (clause for clause in self.clauses if at in clause.units)
        if any(_THINKING & roles_of((*clause.lead, *chain.from_iterable(clause.pieces))) for clause in about):
            return
        for number, clause in enumerate(self.clauses):
            if self._is_about(at, number):
                spend(1)
                is_behind = number > 0 and self.clauses[number - 1].line == clause.line
                before, there = self._before(at, number), self._there(number)
                look = _Look(self, clause, at, before, there, self._is_helped_before(number), is_behind)
                more = _PAST * (not OTHERS.isdisjoint(clause.roles))
                yield from ((order, cost + more, clause.line) for order, cost in look.options())

    def _is_about(self, at: Province, number: int) -> bool:
        """Whether a clause is about a unit, by its name or as one that goes on with what was said of it."""
        clause = self.clauses[number]
        if clause.is_open or clause.units:
            return at in clause.units and not clause.is_open
        told = (one.units for one in reversed(self.clauses[max(number - _AS_FAR_BACK, 0) : number]))
        last = next((units for units in told if units), ())
        return not _POINTING.isdisjoint(clause.roles) and last[-1:] == (at,)

    def _there(self, number: int) -> tuple[Location, ...]:
        """The place that was named last before a clause, or leads it, where no unit of the writer's stands."""
        clause = self.clauses[number]
        names = NamesOfUnits(clause.lexicon, self.reader.scene.units())
        end = next((at for at, word in enumerate(clause.words) if word.role is Role.THERE), 0)
        before = self.clauses[number - 1] if number else clause
        others = NamesOfUnits(before.lexicon, self.reader.scene.units())
        for words, of in ((clause.words[:end], names), (clause.lead, names), (before.words, others)):
            for word in reversed(words):
                if (places := of.places(word)) and of.unit(word) is None:
                    return places
        return ()

    def _before(self, at: Province, number: int) -> tuple[Order, ...]:
        """The orders that were told before a clause, the last one first."""
        told = (unit for clause in reversed(self.clauses[:number]) for unit in reversed(clause.units))
        return tuple(self.known[unit] for unit in told if unit in self.known and unit != at)

    def _is_helped_before(self, number: int) -> bool:
        """Whether the clause before one ends in what its unit does for the other: ``with shelling from the …``."""
        before = self.clauses[number - 1] if number else None
        return before is not None and ("helping" in before.tables or not _HELPING.isdisjoint(before.roles))


@dataclass(frozen=True)
class _Look:
    """A clause about the unit ``at``; ``orders`` are those told before it, ``there`` is the place named last."""

    letter: _Letter
    clause: ClauseOfUnit
    at: Province
    orders: tuple[Order, ...]
    there: tuple[Location, ...]
    is_helped_before: bool
    is_behind_on_line: bool

    def options(self) -> Iterator[tuple[Order, float]]:
        """Yield its legal orders for which something speaks, each with its cost."""
        roles, tables = self.clause.roles, self.clause.tables
        first = next((word.role for word in self.clause.words if word.role is not Role.SMALL), None)
        is_with = first in _BEFORE_HELPER and (first is Role.SUPPORTED or self.is_helped_before)
        if "undecided" in tables:
            return
        is_helping = is_with or not _HELPING.isdisjoint(roles) or "helping" in tables
        is_carrying = not _CARRYING.isdisjoint(roles) or "carrying" in tables
        is_same = Role.SAME in roles or "sharing" in tables
        if not DENYING.isdisjoint(roles) or self._is_kept_from_going():
            yield from self._denied(is_helping or is_carrying)
            return
        names = NamesOfUnits(self.clause.lexicon, self.letter.reader.scene.units())
        is_beside = self.is_behind_on_line and not isinstance(self.before, Move)
        if is_beside and all(map(names.is_bare, self.clause.pieces)):
            yield from self._same()
        if is_carrying:
            yield from self._convoys()
        helps = [*self._helps(_SAID)] if is_helping else []
        yield from helps
        if is_helping and not helps and not self.clause.roles.isdisjoint({Role.HOLD, Role.IMMOBILE}):
            yield Hold(self.at), _BROADLY  # "The army that they support sits still"
        if is_same:
            yield from self._same()
        yield from self._stays(told=is_helping or is_carrying or is_same)
        yield from self._goes(told=is_helping or is_carrying)

    @property
    def before(self) -> Order | None:
        """The order told last before the clause."""
        return self.orders[0] if self.orders else None

    @cached_property
    def named(self) -> list[tuple[Location, bool]]:
        """The places that the clause names besides, and whether something leads there."""
        names = NamesOfUnits(self.clause.lexicon, self.letter.reader.scene.units())
        found: list[tuple[Location, bool]] = []
        last: Role | None = None
        for word in self.clause.words:
            pointed = self._pointed(word.role)
            found += [(one, last in GOING or bool(pointed)) for one in pointed or names.places(word)]
            last = word.role if word.role not in SILENT else last
        if not found and Role.REASON not in self.clause.roles:
            found = [(one, False) for word in self.clause.lead for one in names.places(word)]
        return [(one, is_led) for one, is_led in found if one.province not in {self.at, *self.clause.units}]

    def _pointed(self, role: Role) -> tuple[Location, ...]:
        """The place that a word points at: the one named last, the one that the last unit leaves."""
        if role in {Role.ITS_PLACE, Role.REPLACES} and isinstance(self.before, Move):
            return (Location(self.before.at),)
        return self.there if role is Role.THERE else ()

    def _is_kept_from_going(self) -> bool:
        """Whether a word for staying is a denial, with what is denied: ``I am not moving Trieste to Venice``."""
        tokens = self.clause.lexicon.tokens
        denials = (word for word in self.clause.words if word.role in {Role.HOLD, Role.IMMOBILE})
        is_denial = any(tokens[at].text in _NOT for word in denials for at in range(word.start, word.end))
        return is_denial and bool(self.named)

    def _denied(self, is_helping: bool) -> Iterator[tuple[Order, float]]:
        """A unit of which it is denied that it goes anywhere stays; so does one that does something else instead."""
        told = [word.role for word in self.clause.words if word.role not in {*SILENT, Role.UNIT}]
        pairs = pairwise(told)
        is_denied = any(one in DENYING and other in {Role.HOLD, Role.IMMOBILE} for one, other in pairs)
        apart = {self.at, *self.clause.units}
        named = any(
            word.spots and not word.guessed and word.spots[0].province not in apart
            for word in (*self.clause.lead, *self.clause.words)
        )
        is_led = named or any(self._move(place) for place, _ in self.named)
        if not (is_helping or is_led or is_denied):
            yield Hold(self.at), _SAID if self.clause.roles & {Role.HOLD, Role.IMMOBILE} else _NEARLY

    def _convoys(self) -> Iterator[tuple[Order, float]]:
        """Yield the convoys of armies that go somewhere: of one that is named, else of the only one."""
        places = {place.province for place, _ in self.named}
        for order in self.letter.known.values():
            if isinstance(order, Move):
                is_named = bool(places & {order.at, order.to.province})
                convoy = self._order(OrderForm.CONVOY, Location(order.at), order.to)
                if convoy and (is_named or not places):
                    yield convoy, _SAID if is_named else _NEARLY

    def _helps(self, cost: float) -> Iterator[tuple[Order, float]]:
        """Yield the supports of what is named: an order of the writer's, a unit that stands there; else of the last."""
        position, known = self.letter.reader.scene.position, self.letter.known
        moves = [order for order in known.values() if isinstance(order, Move)]
        for place, _ in self.named:
            told: list[Order] = [known[place.province]] if place.province in known else []
            told += [order for order in moves if order.to.province == place.province and not told]
            foreign = (
                not told
                and position.unit_at(place.province) is not None
                and place.province not in self.letter.units.own
            )
            told += [Hold(place.province)] if foreign else []
            helped = (help_ for order in told if (help_ := self._help(order)))
            yield from ((order, cost + 0.3 * foreign) for order in helped)
            if foreign:
                for to, _ in self.named:
                    if help_ := self._order(OrderForm.SUPPORT_MOVE, place, to):
                        yield help_, cost
        helps = [(order, help_) for order in self.orders if (help_ := self._help(order))]
        attack = next((help_ for order, help_ in helps if isinstance(order, Move)), None)
        last = helps[0][1] if helps and helps[0][0] is self.before else attack
        if not self.named and last:
            yield last, cost + (_NEARLY - _SAID) * self.clause.roles.isdisjoint(_POINTING)

    def _help(self, order: Order) -> Order | None:
        """The support of an order, or of what it supports."""
        match order:
            case SupportMove(origin=origin, to=to):
                order = Move(origin, to)
            case SupportHold(target=target):
                order = Hold(target)
        return self.letter.units.help(word_at(Location(self.at)), order)

    def _same(self) -> Iterator[tuple[Order, float]]:
        """Yield what the order before is, for this unit: to stay, to help the same; beside an attack to help it."""
        match self.before:
            case Hold() if not self.named:
                yield Hold(self.at), _SAID
            case SupportHold() | SupportMove() | Move() as order if not self.named and (help_ := self._help(order)):
                yield help_, _HARDLY if isinstance(order, Move) else _SAID
                if isinstance(order, Move) and Role.SAME in self.clause.roles and (move := self._move(order.to)):
                    yield move, _HARDLY
            case Convoy(origin=origin, to=to) if not self.named:
                if convoy := self._order(OrderForm.CONVOY, Location(origin), Location(to)):
                    yield convoy, _SAID

    def _stays(self, *, told: bool) -> Iterator[tuple[Order, float]]:
        """Yield that it stays: a word says so, or nothing else is said of it."""
        is_said = not _STAYING.isdisjoint(self.clause.roles)
        reachable = any(self._move(place) for place, _ in self.named)
        if (is_said or "staying" in self.clause.tables) and not told:
            yield Hold(self.at), _HARDLY if reachable else _SAID if is_said else _BROADLY
        elif not (told or self.named or self.clause.roles & _ELSEWHERE) and self._is_sentence():
            yield Hold(self.at), _HARDLY

    def _is_sentence(self) -> bool:
        """Whether the clause says anything at all of the unit, and not where it is to go: ``F BRE to the sea``."""
        at = next((at for at, word in enumerate(self.clause.words) if word.spots), 0)
        is_led = any(word.role is Role.TOWARDS for word in self.clause.words[at + 1 :])
        return Role.UNKNOWN in self.clause.roles and not is_led

    def _goes(self, *, told: bool) -> Iterator[tuple[Order, float]]:
        """Yield where it may go, of the places named; to where others go it may as well help."""
        known = self.letter.known
        entered = {order.to.province for order in known.values() if isinstance(order, Move)}
        for place, is_led in self.named:
            stays = place.province in known and not isinstance(known[place.province], Move)
            order = self._move(place)
            if order is None:
                continue
            going = is_led or not GOING.isdisjoint(self.clause.roles)
            cost = _SAID if is_led else _NEARLY if going else _HARDLY
            yield order, cost + _HARDLY * told + (1 - _SAID) * (stays or place.province in entered)
            if not (told or is_led) and (place.province in known or place.province in entered):
                yield from self._helps(cost)

    def _move(self, place: Location) -> Order | None:
        on_coasts: Iterator[Order | None] = (
            self._order(OrderForm.MOVE, Location(place.province, coast)) for coast in self.clause.coasts
        )
        return next((one for one in on_coasts if one), None) or self._order(OrderForm.MOVE, place)

    def _order(self, form: OrderForm, *places: Location) -> Order | None:
        order = self.letter.units.order(form, word_at(Location(self.at)), *map(word_at, places))
        return order if order and province_of(order) == self.at else None
