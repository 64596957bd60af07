"""Events survive being written down, every kind of them, for as long as the file does."""

import json
import os
from collections.abc import Mapping
from dataclasses import is_dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import PhaseClosed
from judge.game.seats.messages import GameOpened
from judge.rules.board import Corps, Location, Power, Province, Unit, UnitKind
from judge.store.event_json import dump_event, read_event
from tests.shared.each_case import each_case
from tests.shared.shares import drawn
from tests.store.event_samples import SAMPLES

GOLDEN = Path(__file__).with_name("golden") / "events.jsonl"
OLDER = GOLDEN.with_name("older.jsonl")
"""What judges wrote before events had all the fields they have now; it is never written again."""

if os.environ.get("UPDATE_LETTERS"):
    GOLDEN.write_text("".join(f"{dump_event(event)}\n" for event in SAMPLES.values()), encoding="utf-8")

LITTLE: Mapping[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    int: st.integers(-5, 5000),
    bool: st.booleans(),
    NoneType: st.none(),
    datetime: st.datetimes(timezones=st.just(UTC)),
    date: st.dates(),
    time: st.times(),
    timedelta: st.timedeltas(),
    Fraction: st.fractions(),
    Province: st.sampled_from(["PAR", "STP", "NTH", "BUR"]),
    Power: st.sampled_from(["FRANCE", "RUSSIA", "THE TWO SICILIES"]),
    Location: st.builds(Location, st.sampled_from(["PAR", "STP", "NTH"]), st.sampled_from(["", "NC", "SC"])),
    Corps: st.builds(
        Corps,
        st.sampled_from("IWC"),
        *[st.integers(0, 9)] * 4,
        st.sampled_from([None, Power("FRANCE"), Power("THE TWO SICILIES")]),
    ),
}


@cache
def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, found by its hints, so that a field added later is tried without a word here."""
    parts = get_args(kind)
    match get_origin(kind):
        case origin if origin in {Union, UnionType}:
            return st.one_of([_when_drawn(part) for part in parts])
        case origin if origin is Mapping:
            return st.dictionaries(values_of(parts[0]), values_of(parts[1]), max_size=3)
        case origin if origin is tuple and Ellipsis not in parts:
            return st.tuples(*map(values_of, parts))
        case origin if origin is tuple:
            return st.lists(values_of(parts[0]), max_size=3).map(tuple)
        case origin if origin is frozenset:
            return st.frozensets(values_of(parts[0]), max_size=3)
        case origin if origin is Literal:
            return st.sampled_from(parts)
        case _:
            return _plain(kind)


def _when_drawn(kind: Any) -> st.SearchStrategy[Any]:
    """Found only when a value is drawn, for a condition may hold conditions."""
    return st.deferred(lambda: values_of(kind))


def _plain(kind: Any) -> st.SearchStrategy[Any]:
    if kind in LITTLE:
        return LITTLE[kind]
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, tuple)):
        return st.builds(kind, **{name: values_of(hint) for name, hint in get_type_hints(kind).items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return values_of(kind.__supertype__)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@settings(drawn(25), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_an_event_read_back_is_the_event_that_was_written(kind: Any, data: st.DataObject) -> None:
    event = data.draw(values_of(kind))
    assert read_event(dump_event(event)) == event


@each_case("line", OLDER.read_text("utf-8").splitlines(), ids=lambda line: json.loads(line)["is"])
def test_what_was_written_long_ago_is_still_read(line: str) -> None:
    """Nobody wished for a form of letters then."""
    now = dump_event(SAMPLES[json.loads(line)["is"]])
    assert dump_event(read_event(line)) == now.replace('"letters": "text"', '"letters": null')


@each_case("line", GOLDEN.read_text("utf-8").splitlines(), ids=lambda line: json.loads(line)["is"])
def test_the_format_has_not_changed_unnoticed(line: str) -> None:
    assert dump_event(SAMPLES[json.loads(line)["is"]]) == line


def test_every_kind_of_event_stands_in_the_golden_file() -> None:
    kinds = {type(read_event(line)) for line in GOLDEN.read_text("utf-8").splitlines()}
    assert kinds == set(get_args(Event))


def test_a_person_can_read_it() -> None:
    order = json.loads(dump_event(SAMPLES["order-given"]))
    assert order["order"] == {"is": "build", "kind": "F", "at": "STP/SC", "troop": "", "power": None}
    assert order["at"] == "2026-01-05T20:00:00.000000+00:00"
    closed = json.loads(dump_event(SAMPLES["phase-closed"]))
    assert closed["before"]["phase"] == "S1901M"
    assert closed["before"]["units"]["PAR"] == "FRANCE A PAR"
    assert json.loads(dump_event(SAMPLES["game-ended"]))["scores"]["FRANCE"] == "59/3"
    assert json.loads(dump_event(SAMPLES["game-opened"]))["settings"]["lengths"]["movement"] == "P7D"


@each_case(
    ("unit", "text"),
    [
        (Unit(Power("FRANCE"), UnitKind.ARMY, Location(Province("PAR"))), "FRANCE A PAR"),
        (Unit(Power("RUSSIA"), UnitKind.FLEET, Location(Province("STP"), "SC")), "RUSSIA F STP/SC"),
        (Unit(Power("THE TWO SICILIES"), UnitKind.ARMY, Location(Province("NAP")), 2), "THE TWO SICILIES A NAP x2"),
        (
            Unit(Power("REINHEIM"), UnitKind.ARMY, Location(Province("BRU")), 1, Corps("C", 2, 1, 3, 4)),
            "REINHEIM A BRU (C 2 1 3 4 -)",
        ),
        (
            Unit(
                Power("MILANIA"),
                UnitKind.ARMY,
                Location(Province("BRU")),
                2,
                Corps("W", 2, 1, 4, host=Power("THE TWO SICILIES")),
            ),
            "MILANIA A BRU x2 (W 2 1 4 0 THE TWO SICILIES)",
        ),
    ],
    ids=str,
)
def test_a_unit_is_written_as_players_write_it(unit: Unit, text: str) -> None:
    closed = SAMPLES["phase-closed"]
    assert isinstance(closed, PhaseClosed)
    position = type(closed.before)(
        closed.before.phase,
        {unit.at.province: unit},
        allies=frozenset({(Power("FRANCE"), Power("ITALY"))}),
        quarantined=frozenset({Province("RUH")}),
        factories={Power("FRANCE"): 2},
    )
    event = type(closed)(1, position, {}, closed.judgement, (), closed.because, None, closed.at)
    written = dump_event(event)
    assert list(json.loads(written)["before"]["units"].values()) == [text]
    assert read_event(written) == event


def test_a_default_is_written_out_because_defaults_change() -> None:
    opened = SAMPLES["game-opened"]
    assert isinstance(opened, GameOpened)
    assert '"rulebook": "2023"' in dump_event(opened)
    assert '"last_year": null' in dump_event(opened)


def test_a_setting_younger_than_the_event_has_its_default() -> None:
    opened = SAMPLES["game-opened"]
    assert isinstance(opened, GameOpened)
    older = dump_event(opened).replace(', "whatifs_per_day": 10, "advance": true', "")
    assert older != dump_event(opened)
    assert read_event(older) == opened


def test_a_format_from_the_future_is_refused() -> None:
    line = dump_event(SAMPLES["orders-withdrawn"]).replace('"format": 1', '"format": 2')
    with pytest.raises(ValueError, match="format 2; this judge reads format 1"):
        read_event(line)


def test_a_time_without_a_zone_is_refused() -> None:
    given_order = SAMPLES["order-given"]
    assert isinstance(given_order, OrderGiven)
    naive = OrderGiven(given_order.power, given_order.order, 1, None, datetime(1901, 5, 1, 21))
    with pytest.raises(ValueError, match="names no time zone"):
        dump_event(naive)
