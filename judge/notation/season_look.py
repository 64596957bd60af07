"""Looks once more at what a letter says of retreats and builds that it leaves open, whatever its words are."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from judge.notation.grammar import OrderForm, WrittenPlace
from judge.notation.lexer import tokens_of
from judge.notation.line import OrderReader
from judge.notation.names_of_units import DENYING
from judge.notation.season_clauses import builds_at, meanings
from judge.notation.season_words import (
    Does,
    SeasonWord,
    excepts,
    leaves_rest,
    season_words,
    segments,
    waives_all,
    without_nothing_but,
)
from judge.notation.second_look import ClauseOfUnit, Looked, clauses_of, tables_said
from judge.notation.sentence_roles import Role, SentenceWord
from judge.notation.sentence_words import sentence_words
from judge.notation.tables import OrderPart
from judge.rules.adjustments import required_orders
from judge.rules.board import Province, UnitKind
from judge.rules.orders import Build, Disband, Order, Waive

_POINTING = frozenset({Role.IT, Role.ITS_SUBJECT, Role.THERE})
_ENDING = (OrderPart.DISBAND, OrderPart.REMOVE)
_LATER = (OrderPart.WAIVE,)


def retreats_at_second_look(lines: Sequence[str], reader: OrderReader, silent: Sequence[Province]) -> Iterator[Looked]:
    """Yield the one retreat of each of some units that the clauses about it name, or that it is disbanded."""
    clauses = [clause for line in lines for clause in clauses_of(line, reader, silent)]
    for at in silent:
        found: dict[Order, str] = {}
        for number, clause in enumerate(clauses):
            goes_on = number > 0 and not clause.units and clauses[number - 1].units[-1:] == (at,)
            is_named = not clause.units and at in {spot.province for word in clause.words for spot in word.spots}
            is_about = at in clause.units or is_named or (goes_on and not _POINTING.isdisjoint(clause.roles))
            if is_about and not clause.is_open and "undecided" not in clause.tables:
                found.update(dict.fromkeys(_retreats(at, clause, reader), clause.line))
        if len(found) == 1:
            ((order, line),) = found.items()
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


def _tells_of_writing(words: Iterable[SeasonWord]) -> bool:
    return any(word.does is Does.WRITING for word in words)


def _sentences(line: str, reader: OrderReader) -> Iterator[tuple[SeasonWord, ...]]:
    """The sentences of a line, of somebody who may raise units."""
    lexicon, power = reader.lexicon(tokens_of(line)), reader.scene.power
    for words in sentence_words(line, lexicon, frozenset({power} if power else ())):
        if words:
            yield without_nothing_but(season_words(words, lexicon, may_build=True))


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
