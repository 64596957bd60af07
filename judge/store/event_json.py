"""Events as JSON, in a format that a person can read now and a later judge too.

The supports that make up a stated strength are all those given to a unit, or all but those of the power it would have
dislodged (000 X.C, 001 IX.3), or none of a unit that failed to leave.

A value of a union has its class under ``is``. Nothing is left out because it equals a default, for defaults change
while what happened does not.
"""

import json
import re
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any, Union, get_args, get_origin

from cattrs import Converter

from judge.game.folded_log import FoldedLog
from judge.game.league import Summary
from judge.game.messages import Event, tag_of
from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import Hostilities, PowerPair, Standoff
from judge.rules.board import Corps, Location, Power, Province, Unit, UnitKind
from judge.rules.explanation import VerdictsByProvince, verdicts_by_province
from judge.rules.orders import Move, SupportHold, SupportMove
from judge.rules.position import Phase
from judge.rules.verdicts import Bounced, HeadToHead, Judgement, Moved, OwnSupport, Side, Verdict
from judge.store.rows import format_timestamp, parse_timestamp

# --- the hostilities of a movement phase as JSON: lists without names, because a snapshot has one for each phase


def write_hostilities(known: Hostilities) -> list[Any]:
    """Standoffs, pairs of supports, pairs opposed to each other, provinces whose units stayed."""
    standoffs = [[one.province, *one.powers] for one in known.standoffs]
    return [standoffs, [*map(list, known.supports)], [*map(list, known.opposed)], [*known.stayed]]


def read_hostilities(values: Any, _: object) -> Hostilities:
    """What ``write_hostilities`` wrote; ValueError or TypeError where it is damaged."""
    standoffs, supports, opposed, stayed = values
    found = tuple(Standoff(province, tuple(powers)) for province, *powers in standoffs)
    return Hostilities(found, _pairs(supports), _pairs(opposed), tuple(stayed))


def _pairs(values: Any) -> tuple[PowerPair, ...]:
    return tuple((one, other) for one, other in values)


# --- events as JSON, in a format that a person can read now and a later judge too


# --- completes verdicts stored before they named supporters: the supports are found by adding strengths


def with_supporters(judgement: Judgement) -> Judgement:
    """Return the judgement with the sides of every fight in its verdicts, as far as adding can tell."""
    sums = _Sums(verdicts_by_province(judgement))
    verdicts = {power: tuple(map(sums.completed, listed)) for power, listed in judgement.verdicts.items()}
    return replace(judgement, verdicts=verdicts)


@dataclass(frozen=True)
class _Sums:
    """The verdicts of a phase, and what their strengths add up to."""

    of: VerdictsByProvince

    def completed(self, verdict: Verdict) -> Verdict:
        """The verdict with the sides of its fight, if it tells of one."""
        if verdict.unit is None:
            return verdict
        at = verdict.unit.at.province
        match verdict.reason:
            case Moved(strength, against, opposed_by):
                opposition = tuple(self._beaten(at, by, against) for by in opposed_by)
            case Bounced(by, strength, against):
                opposition = tuple(self._side(opponent, against) for opponent in by)
            case HeadToHead(by, strength, against) | OwnSupport(by, _, strength, against):
                opposition = (self._side(by, against),)
            case _:
                return verdict
        return replace(verdict, supporters=self._attack(at, strength).supporters, opposition=opposition)

    def _side(self, at: Province, strength: int | None = None, without: Power | None = None) -> Side:
        """A unit with as many of its supports as make up its strength; without one stated, with all of them.

        Of a unit whose verdict is not known there is the strength alone.
        """
        if at not in self.of.verdicts:
            return Side(at, strength or 0)
        supporters = tuple(self.of.supports(at, counted=True))
        full = self._sum(at, supporters)
        if strength is None or strength == full:
            return Side(at, full, supporters)
        others = tuple(by for by in supporters if without and self._power(by) != without)
        return Side(at, strength, min((supporters, others), key=lambda some: abs(strength - self._sum(at, some))))

    def _attack(self, at: Province, strength: int) -> Side:
        """The side of an attacker; support of the unit it meets may not have counted."""
        target = self.of.target(at)
        return self._side(at, strength, without=self._power(target) if target else None)

    def _power(self, at: Province) -> Power | None:
        verdict = self.of.verdicts.get(at)
        return verdict.unit.power if verdict and verdict.unit else None

    def _sum(self, at: Province, supporters: Iterable[Province]) -> int:
        """What a unit and some supports come to, but for a river, of which verdicts say nothing."""
        return _own(self.of.verdicts[at]) + sum(_help(self.of.verdicts[by]) for by in supporters)

    def _beaten(self, at: Province, by: Province, against: int) -> Side:
        """The side of an opponent that an attack overcame: a rival with all it had, or the unit driven out."""
        if by not in self.of.verdicts:
            return self._side(by, against)
        dislodged = self.of.verdicts[by].dislodged
        return self._side(by, dislodged.against if dislodged and dislodged.by == at else None)


def _own(verdict: Verdict) -> int:
    """The power a unit attacks with, or stands with, used power counted (004 8, 13)."""
    unit = verdict.unit
    if unit is None:
        return 0
    if isinstance(verdict.order, Move):
        return unit.strength + verdict.order.powered
    return unit.corps.defence if unit.corps else unit.strength


def _help(verdict: Verdict) -> int:
    """The power a unit supports with."""
    if verdict.unit is None or not isinstance(verdict.order, SupportHold | SupportMove):
        return 0
    corps = verdict.unit.corps
    return (corps.support if corps else verdict.unit.strength) + verdict.order.powered


# --- events as JSON, in a format that a person can read now and a later judge too


FORMAT = 1
"""The number of the format written here; every event has it."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What is raised where JSON is damaged, or of values that are declared otherwise by now."""


def dump_event(event: Event) -> str:
    """An event as one line of JSON."""
    return json.dumps({"format": FORMAT, **_json.unstructure(event, Event)}, ensure_ascii=False)


def dump_summary(summary: Summary) -> str:
    """A summary of a game as one line of JSON, to be read by the same version of the code only."""
    return _compact(_json.unstructure(summary))


def read_summary(text: str) -> Summary:
    """The summary that ``dump_summary`` wrote."""
    return _json.structure(json.loads(text), Summary)


def dump_folded_log(folded: FoldedLog) -> str:
    """The fold of a log as one line of JSON, to be read by the same version of the code only.

    It is written as SQLite writes JSON, which puts parts of it in the place of others.
    """
    return _compact(_json.unstructure(folded))


def dump_part(part: Any, kind: Any) -> str:
    """A part of a fold, a value of the type ``kind``, as it is written in the JSON of the whole."""
    return _compact(_json.unstructure(part, unstructure_as=kind))


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def read_folded_log(text: str) -> FoldedLog:
    """The fold that ``dump_folded_log`` wrote."""
    return _json.structure(json.loads(text), FoldedLog)


def read_event(text: str) -> Event:
    """The event that ``dump_event`` wrote; ValueError for a format unknown to this judge."""
    fields = json.loads(text)
    written = fields.pop("format", None)
    if written != FORMAT:
        message = f"event of format {written}; this judge reads format {FORMAT}"
        raise ValueError(message)
    event: Event = _json.structure(fields, Event)  # type: ignore[arg-type]  # a union is no class to mypy
    if isinstance(event, PhaseClosed) and _lacks_supporters(fields):
        return replace(event, judgement=with_supporters(event.judgement))
    return event


def _lacks_supporters(closed: Mapping[str, Any]) -> bool:
    """Whether a phase was written when verdicts did not tell yet who supported whom."""
    verdicts = chain.from_iterable(closed["judgement"]["verdicts"].values())
    return any("supporters" not in verdict for verdict in verdicts)


# --- parts of events


def as_json(value: Any) -> Any:
    """A value that events hold, or an event, as JSON."""
    return _json.unstructure(value)


def from_json(value: Any, kind: Any) -> Any:
    """The value of a class that ``as_json`` wrote; one of ``UNREADABLE`` where it is none."""
    return _json.structure(value, kind)


# --- small values as short texts

_MOST_KEPT = 5000
"""Units and places that are kept as they were read: those of all games are nearly the same."""


def _write_unit(unit: Unit) -> str:
    """``FRANCE A PAR``, with its strength ``x2`` if that is not 1, with its corps ``(W 2 1 4 0 -)`` if it has one."""
    strength = "" if unit.strength == 1 else f" x{unit.strength}"
    return f"{unit.power} {unit.kind.value} {unit.at}{strength}{_write_corps(unit.corps)}"


def _write_corps(corps: Corps | None) -> str:
    """Its troop, its power in support and in defence, its hit points, its rest, its host."""
    if corps is None:
        return ""
    return f" ({corps.troop} {corps.support} {corps.defence} {corps.health} {corps.rest} {corps.host or '-'})"


_UNIT = re.compile(
    r"(?P<power>.+) (?P<kind>[AF]) (?P<at>\S+?)(?: x(?P<strength>-?\d+))?"
    r"(?: \((?P<troop>[A-Z]) (?P<support>\d+) (?P<defence>\d+) (?P<health>\d+) (?P<rest>\d+) (?P<host>.+)\))?"
)


@lru_cache(_MOST_KEPT)
def _read_unit(text: str) -> Unit:
    found = _UNIT.fullmatch(text)
    if found is None:
        message = f"no unit: {text}"
        raise ValueError(message)
    strength = int(found["strength"] or 1)
    return Unit(Power(found["power"]), UnitKind(found["kind"]), _read_place(found["at"]), strength, _read_corps(found))


_read_place = lru_cache(_MOST_KEPT)(Location.read)


def _read_corps(found: re.Match[str]) -> Corps | None:
    if not found["troop"]:
        return None
    support, defence, health, rest = (int(found[name]) for name in ("support", "defence", "health", "rest"))
    host = None if found["host"] == "-" else Power(found["host"])
    return Corps(found["troop"], support, defence, health, rest, host)


def _write_length(length: timedelta) -> str:
    """Days and seconds as in ISO 8601: ``P7D``, ``P0DT5400S``."""
    seconds = length - timedelta(days=length.days)
    return f"P{length.days}D" + (f"T{seconds.total_seconds():f}".rstrip("0").rstrip(".") + "S" if seconds else "")


_LENGTH = re.compile(r"P(?P<days>-?\d+)D(?:T(?P<seconds>\d+)(?:\.(?P<micro>\d{1,6}))?S)?")


def _read_length(text: str) -> timedelta:
    found = _LENGTH.fullmatch(text)
    if found is None:
        message = f"no length of time: {text}"
        raise ValueError(message)
    micro = int((found["micro"] or "0").ljust(6, "0"))
    return timedelta(days=int(found["days"]), seconds=int(found["seconds"] or 0), microseconds=micro)


# --- unions


def _is_union(kind: Any) -> bool:
    """Whether a type is a union of several dataclasses, with or without None."""
    return get_origin(kind) in {Union, types.UnionType} and len(_classes(kind)) > 1


def _is_frozenset(kind: Any) -> bool:
    return get_origin(kind) is frozenset


def _write_set(values: frozenset[Any]) -> list[Any]:
    """Sorted, so that the same set is the same text."""
    return sorted(_json.unstructure(value) for value in values)


def _classes(union: Any) -> dict[str, type]:
    return {tag_of(kind): kind for kind in get_args(union) if isinstance(kind, type) and is_dataclass(kind)}


def _union_writer(_: Any) -> Callable[[Any], Any]:
    def write(value: Any) -> Any:
        if value is None:
            return None
        return {"is": tag_of(value.__class__), **_json.unstructure(value)}

    return write


def _union_reader(union: Any) -> Callable[[Any, Any], Any]:
    classes = _classes(union)

    def read(value: Any, _: Any) -> Any:
        if value is None:
            return None
        fields = dict(value)
        return _json.structure(fields, classes[fields.pop("is")])

    return read


def _reader(read: Callable[[str], Any]) -> Callable[[Any, Any], Any]:
    return lambda text, _: read(text)


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    small: tuple[tuple[type, Callable[[Any], str], Callable[[str], Any]], ...] = (
        (datetime, format_timestamp, parse_timestamp),
        (date, date.isoformat, date.fromisoformat),
        (time, time.isoformat, time.fromisoformat),
        (timedelta, _write_length, _read_length),
        (Fraction, str, Fraction),
        (Phase, str, Phase.parse),
        (Location, str, _read_place),
        (Unit, _write_unit, _read_unit),
    )
    for kind, write, read in small:
        converter.register_unstructure_hook(kind, write)
        converter.register_structure_hook(kind, _reader(read))
    converter.register_unstructure_hook(Hostilities, write_hostilities)
    converter.register_structure_hook(Hostilities, read_hostilities)
    converter.register_unstructure_hook_func(_is_frozenset, _write_set)
    converter.register_unstructure_hook_factory(_is_union, _union_writer)
    converter.register_structure_hook_factory(_is_union, _union_reader)
    return converter


_json = _converter()
