"""Looks again at what a letter says of several units together: both fleets, all the rest, each other, only one of them.

The words for them are read as the names of the units: ``Both fleets support it`` as ``F ANK & F SMY support it``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from judge.notation.clause_orders import OrdersOfUnits, word_at
from judge.notation.hold_all import HoldAll, groups_in, hold_clause_in, is_of_orders
from judge.notation.line import OrderReader
from judge.notation.names_of_units import NamesOfUnits
from judge.notation.second_look import ClauseOfUnit, Looked, clauses_of, orders_at_second_look, tables_said
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.tables import valued_phrases
from judge.notation.write import write_unit
from judge.rules.board import Location, Province, Unit
from judge.rules.orders import Hold, Move, Order, province_of

_STAYING = frozenset({Role.HOLD, Role.IMMOBILE, Role.LEAVE, Role.NOWHERE})
_STRANGE = frozenset({Role.UNKNOWN, Role.TOWARDS, Role.MOVE, Role.SEND, Role.SOMEBODY, Role.REPORT})
_HELPING = frozenset({Role.SUPPORT, Role.SUPPORTED, Role.EACH_OTHER, Role.MUTUAL})
_CARRYING = frozenset({Role.CONVOY, Role.CONVOYED, Role.VIA})
_KEEPING = frozenset({Role.HOLD, Role.IMMOBILE})
_GOING = frozenset({Role.MOVE, Role.SEND})
_PAIR = 2
_THEIRS = re.compile(r"\b(?:their|his|her|your|its|whose|leurs?|ses|vos|tes|votre|ton)\W+$", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:as |et |and |but |mais )?(?:for|pour|quant [àa]ux?|du côté de)\s+$", re.IGNORECASE)
"""What leads to those that something is told of: ``and for the others it is …``."""
_WHILE = re.compile(r"\b(?:while|whilst|as|whereas|pendant que|tandis que|alors que|que)\s+$", re.IGNORECASE)
_BACKING = re.compile(r"\s+back(?=\s+(?!to\b|in\b|into\b|from\b|at\b|home\b))", re.IGNORECASE)
"""A verb, behind several units: ``The fleets back Paris``."""
_CAPITAL = re.compile(
    r"\b(?:the|my|our) capital\b(?! of)|\b(?:la|ma|notre) capitale\b(?! (?:d[eu'’]|[^\W_]+(?:ienne|aise|ande|que)\b))",
    re.IGNORECASE,
)
_IN = re.compile(r"\s+(?:in|at|off|en|à|aux?|dans)\s+((?:the\s+|l['’])?\S+(?:\s+\S+)?)", re.IGNORECASE)
_OF = re.compile(r"\s+(?:of|de|du|des|d['’])\b", re.IGNORECASE)
_NOTHING_BUT = re.compile(
    r"\bn(?:e\s+|['’])(?P<verb>y\s+a|[^\W_]+(?:\s+[^\W_]+)?)\s+qu(?:e\s+|['’])(?!(?:elle|il|on)\b)", re.IGNORECASE
)
"""What denies all but what follows: « Je n’avance que Varsovie », « Il n’y a que l’Ionienne qui … »."""
_ALONE = re.compile(
    r"\b(?:only|alone|sole|solely|nobody but|no one but|nothing but|seule?|seulement|uniquement|rien que)\b",
    re.IGNORECASE,
)
_STIRRING = re.compile(
    r"\b(?:mov(?:e[sd]?|ing)|goes|going|go|leaves|marches|sails|stirs|budges|travels?"
    r"|boug\w+|se déplace\w*|avanc\w+|va|part|partira|ira|voyage\w*|mouvement|déplacement)\b",
    re.IGNORECASE,
)


def orders_told_together(
    lines: Sequence[str], reader: OrderReader, known: Mapping[Province, Order], silent: Sequence[Province]
) -> Iterator[Looked]:
    """Yield what the lines of a letter may mean for units without an order, those told of together included.

    ``silent`` are the units of the power that have none, ``known`` the orders of its others.
    """
    look = _Look(lines, reader, silent)
    told = {look.named_apart(line): line for line in lines}
    for one in orders_at_second_look(tuple(told), reader, known, silent):
        known = {**known, **_by_unit(one)}
        yield replace(one, line=told.get(one.line, one.line))
    for line, apart in zip(lines, map(look.named_apart, lines), strict=True):
        yield from (replace(one, line=line) for one in look.mutual(apart))
        yield from look.resting(line, known)


def _by_unit(one: Looked) -> Mapping[Province, Order]:
    at = province_of(one.order)
    return {at: one.order} if at else {}


@dataclass(frozen=True)
class _Look:
    """The lines of a letter, and the units that it leaves without an order."""

    lines: Sequence[str]
    reader: OrderReader
    silent: Sequence[Province]

    def named_apart(self, line: str) -> str:
        """A line with the names of the units for the words that name them together, where it tells what these do."""
        parts, end, named = [""], 0, set[Province]()
        for start, behind, group in () if is_of_orders(line) or hold_clause_in(line) else groups_in(line):
            before = line[end:start]
            is_some = _OF.match(line, behind) or self._is_in_places(line[behind:])
            if _THEIRS.search(before) or is_some or not (units := self._units(group)):
                parts += (before, line[start:behind])
                end = behind
                continue
            joined = _WHILE.sub(lambda said: f"{said[0].rstrip()}, ", _ABOUT.sub("", before))
            backing = _BACKING.match(line, behind)
            parts += (joined, self._listed(units), " supports" if backing else "")
            named.update(unit.at.province for unit in units)
            end = backing.end() if backing else behind
        told = "".join((*parts, line[end:]))
        apart = _NOTHING_BUT.sub(r"\g<verb> ", told if named and self._is_telling(told, named) else line)
        named_whole = _CAPITAL.sub(self._capital, apart) if self._capital else apart
        return named_whole if self._tells(named_whole) else apart

    def _is_in_places(self, behind: str) -> bool:
        """Whether the words behind those for units tell in which places they stand: ``The fleets in Norway and …``."""
        found = _IN.match(behind)
        return found is not None and bool(self.reader.named_places(found[1]))

    def _tells(self, line: str) -> bool:
        """Whether a line has words for help or for staying."""
        clauses = clauses_of(line, self.reader, self.silent)
        return any(one.roles & (_HELPING | _STAYING) or one.tables & {"helping", "staying"} for one in clauses)

    @cached_property
    def _capital(self) -> str:
        """The unit that stands in the writer's capital; empty where none does."""
        capitals = valued_phrases("looks", "capitals").get(str(self.reader.scene.power), ())
        return self._listed([unit for unit in self.reader.scene.units() if unit.at.province in capitals])

    def _units(self, group: HoldAll) -> Sequence[Unit]:
        """The units that words name together, where they have no order; none if there are not so many as they say."""
        own = [unit for unit in self.reader.scene.units() if group.speaks_of(unit)]
        free = [unit for unit in own if unit.at.province in self.silent]
        named = frozenset(chain.from_iterable(map(self.reader.named_units, self.lines)))
        rest = [unit for unit in free if unit.at.province not in named]
        ways = (rest,) if group.others else (own, rest, free)
        found = next((units for units in ways if units and group.count in {0, len(units)}), [])
        return sorted(found, key=lambda unit: unit.at) if any(unit in free for unit in found) else []

    def _listed(self, units: Sequence[Unit]) -> str:
        return " & ".join(write_unit(unit, self.reader.own, self.reader.scene.board) for unit in units)

    def _is_telling(self, line: str, units: AbstractSet[Province]) -> bool:
        """Whether the units are told to help or to stay in a line that names them, and nothing is said behind that."""
        told = list(clauses_of(line, self.reader, self.silent))
        if any(one.roles & _CARRYING or "carrying" in one.tables for one in told):
            return False  # which of them helps, and which convoys, is not said
        clauses = [one for one in told if not units.isdisjoint(one.units)]
        return bool(clauses) and all(
            not one.is_open and (self._are_helping(one) or self._are_staying(one)) for one in clauses
        )

    def _are_helping(self, clause: ClauseOfUnit) -> bool:
        return bool(clause.roles & _HELPING) or "helping" in clause.tables

    def _are_staying(self, clause: ClauseOfUnit) -> bool:
        """Whether words say of units that they stay, no more: not ``I hope the armies hold``, ``They hold a party``."""
        words = _words(clause)
        first = next((at for at, word in enumerate(words) if self._is_named(word, clause)), len(words))
        staying = [at for at, word in enumerate(words) if word.role in _STAYING or _says(clause, word, "staying")]
        strange = [at for at, word in enumerate(words) if word.role in _STRANGE and at not in staying]
        is_led = any(at < first for at in strange)
        last = max((at for at, word in enumerate(words) if self._is_named(word, clause)), default=0)
        is_others = Role.SOMEBODY in {word.role for word in words} or last + 1 in strange  # « les armées françaises »
        return bool(staying) and not (is_led or is_others) and not any(at > staying[-1] for at in strange)

    def _is_named(self, word: SentenceWord, clause: ClauseOfUnit) -> bool:
        return NamesOfUnits(clause.lexicon, self.reader.scene.units()).unit(word) in clause.units

    def mutual(self, line: str) -> Iterator[Looked]:
        """Yield the supports of two units for each other: ``Mutual support between Budapest and Vienna``."""
        clauses = list(clauses_of(line, self.reader, self.silent))
        named = [unit for clause in clauses for unit in self._named(clause)]
        words = [(clause.lexicon, _words(clause)) for clause in clauses]
        tables = frozenset(chain.from_iterable(tables_said(lexicon, said) for lexicon, said in words))
        roles = {word.role for _, said in words for word in said}
        is_crossed = len(named) == 2 * _PAIR and named[:_PAIR] == named[: -_PAIR - 1 : -1]
        is_crossed = is_crossed and Role.SUPPORTED not in roles
        is_said = "mutual" in tables or Role.EACH_OTHER in roles or Role.MUTUAL in roles
        is_help = bool(roles & (_HELPING | (_KEEPING if is_crossed else frozenset()))) or "helping" in tables
        if len(set(named)) != _PAIR or not (is_said or (is_crossed and not roles & _GOING)) or not is_help:
            return
        if any(clause.is_open for clause in clauses):
            return
        units = OrdersOfUnits(self.reader.scene, {unit.at.province for unit in self.reader.scene.units()})
        one, other = dict.fromkeys(named)
        helps = [units.help(word_at(Location(at)), Hold(of)) for at, of in ((one, other), (other, one))]
        if all(helps):
            yield from (Looked(line, order) for order in helps if order and province_of(order) in self.silent)

    def _named(self, clause: ClauseOfUnit) -> Iterator[Province]:
        names = NamesOfUnits(clause.lexicon, self.reader.scene.units())
        for word in _words(clause):
            if places := names.places(word):
                yield names.unit(word) or places[0].province

    def resting(self, line: str, known: Mapping[Province, Order]) -> Iterator[Looked]:
        """Yield the holds of the units that nothing is said of, where only one is to move: ``Only Munich moves``."""
        if not ((_ALONE.search(line) or _NOTHING_BUT.search(line)) and _STIRRING.search(line)):
            return
        clauses = list(clauses_of(_NOTHING_BUT.sub(r"\g<verb> ", line), self.reader, self.silent))
        moved = [unit for clause in clauses for unit in clause.units]
        if len(moved) == 1 and isinstance(known.get(moved[0]), Move) and not any(one.is_open for one in clauses):
            named = frozenset(chain.from_iterable(map(self.reader.named_units, self.lines)))
            yield from (Looked(line, Hold(at)) for at in self.silent if at not in named and at not in known)


def _says(clause: ClauseOfUnit, word: SentenceWord, table: str) -> bool:
    return table in tables_said(clause.lexicon, (word,))


def _words(clause: ClauseOfUnit) -> Sequence[SentenceWord]:
    return (*clause.lead, *chain.from_iterable(clause.pieces))
