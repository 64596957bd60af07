"""Every recorded game goes out in every format, and what can be read back is what was played."""

import csv
import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from judge.formats.export import FORMATS, export
from judge.formats.positions_json import read_position
from judge.formats.saved_game import order_text, position_json_of, read_orders
from judge.game.apply import fold_events
from judge.game.folded_log import valid_phases
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal
from judge.game.state import Game
from judge.requests.vocabulary import vocabulary
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from judge.shell.play import load_record, recorded_games
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import recorded_log, unplayed_log

GOLDEN = Path(__file__).parent / "golden"
GAMES = recorded_games()


@cache
def played(name: str, phases: int | None = None) -> tuple[Game, tuple[PhaseClosed, ...]]:
    log = recorded_log(name, phases=phases)
    game = fold_events(log)
    assert game is not None
    return game, valid_phases(log)


@cache
def exported(name: str, to: str, phases: int | None = None) -> str:
    text = export(*played(name, phases), to, sees_all=True)
    assert isinstance(text, str), text
    return text


def saved(name: str) -> dict[str, Any]:
    loaded = json.loads(exported(name, "diplomacy"))
    assert isinstance(loaded, dict)
    return loaded


def told(texts: Mapping[Any, Sequence[str]]) -> dict[str, list[str]]:
    """What is told of powers that are told of, in order; VIA is told of every army that can only come by sea."""
    return {power: sorted(text.removesuffix(" VIA") for text in some) for power, some in texts.items() if some}


# --- saved games of the package


@each_case("name", GAMES)
def test_a_saved_game_is_field_by_field_the_recorded_one(name: str) -> None:
    phases, record = saved(name)["phases"], load_record(name)
    assert [phase["name"] for phase in phases[:-1]] == [str(phase.phase) for phase in record]
    for phase, following, recorded in zip(phases, phases[1:], record, strict=False):
        assert told(phase["orders"]) == told(recorded.orders), phase["name"]
        assert _standing(following) == told(recorded.units), phase["name"]
        if recorded.centres is not None:
            assert told(following["state"]["centers"]) == told(recorded.centres), phase["name"]


def _standing(phase: Mapping[str, Any]) -> dict[str, list[str]]:
    units = phase["state"]["units"]
    return told({power: [unit for unit in some if not unit.startswith("*")] for power, some in units.items()})


@each_case("name", GAMES)
def test_positions_and_orders_are_read_back_from_it(name: str) -> None:
    game, closed = played(name)
    for phase, event in zip(saved(name)["phases"], closed, strict=False):
        before = event.before
        read = read_position(position_json_of(phase["state"]), game.board, game.book)
        assert (read.phase, read.units, read.owners) == (before.phase, before.units, before.owners)
        ways = {at: (one.unit, one.retreats) for at, one in before.dislodged.items()}
        assert {at: (one.unit, one.retreats) for at, one in read.dislodged.items()} == ways
        assert phase["name"] == str(before.phase)
        for power, texts in phase["orders"].items():
            orders, unread = read_orders(texts, read, game.board, Power(power))
            assert unread == ()
            assert [order_text(order, read, game.board) for order in orders] == texts


@each_case("name", GAMES)
def test_a_saved_game_has_the_shape_that_its_package_writes(name: str) -> None:
    game = saved(name)
    assert list(game) == ["id", "map", "rules", "phases"]
    seven = sorted(load_powers())
    for phase in game["phases"]:
        assert list(phase) == ["name", "state", "orders", "results", "messages"]
        state = phase["state"]
        assert state.keys() >= STATE
        for field in ("units", "retreats", "centers", "homes", "influence", "civil_disorder", "builds"):
            assert sorted(state[field]) == seven, field
        assert {code for codes in phase["results"].values() for code in codes} <= CODES
        assert all(re.fullmatch(r"[AF] [A-Z]{3}(/[NSE]C)?", unit) for unit in phase["results"])
    assert (game["phases"][-1]["name"] == "COMPLETED") is (played(name)[0].ended is not None)


STATE = {
    "timestamp",
    "zobrist_hash",
    "note",
    "name",
    "units",
    "retreats",
    "centers",
    "homes",
    "builds",
    "game_id",
    "map",
}
CODES = {"", "no convoy", "bounce", "void", "cut", "dislodged", "disrupted", "disband"}


def load_powers() -> Sequence[str]:
    return tuple(played("one", 1)[0].board.powers)


# --- DiploBN


@each_case("name", GAMES)
def test_an_archive_entry_is_what_its_readers_take_and_none_of_a_game_that_goes_on(name: str) -> None:
    """As strict as the one program that reads it: every order is for a unit that its season lists."""
    game, closed = played(name)
    if game.ended is None:
        assert export(game, closed, "diplobn", sees_all=True) is Refusal.EXPORT_RUNNING
        return
    entry = json.loads(exported(name, "diplobn"))
    results = entry["ResultSummary"]
    assert {power: one["CenterCount"] for power, one in results.items()} == {
        game.board.powers[power]["en"]: count for power, count in game.ended.centres.items()
    }
    assert [power for power, one in results.items() if one["Rank"] == 1] == [
        game.board.powers[power]["en"] for power in game.ended.winners
    ]
    seasons = list(dict.fromkeys((event.before.phase.year, event.before.phase.season) for event in closed))
    assert len(entry["GamePhases"]) == len(seasons)
    for season in entry["GamePhases"]:
        assert 19011 <= season["Phase"] <= 19999
        for power, orders in season["Orders"].items():
            stands = {_province(place): kind for kind, place in season["Units"][power]}
            for place, order, result in orders:
                assert order[0] == "b" or place in stands
                assert order[0] in {"h", "m", "sh", "sm", "c", "b", "d"}
                assert result[0] in {"s", "f"}
        for power, retreats in season.get("RetreatOrders", {}).items():
            driven_out = {_province(place) for _, place in season["DislodgedUnits"].get(power, ())}
            assert {place for place, *_ in retreats} == driven_out


def _province(place: object) -> object:
    return place[0] if isinstance(place, list) else place


def test_who_is_eliminated_bears_the_year() -> None:
    results = json.loads(exported("one", "diplobn"))["ResultSummary"]
    assert results["Germany"]["YearOfElimination"] is not None
    assert results["England"]["YearOfElimination"] is None
    assert (results["Germany"]["InGameAtEnd"], results["England"]["InGameAtEnd"]) == (False, True)


# --- texts


ORDER = re.compile(r"(\w+): (?:Army|Fleet) [A-Z].*?\.(?: \(\*[a-z, ]+\*\))?")
ADJUSTMENT = re.compile(
    r"(\w+): (?:(?:Builds an? |Removes the )(?:army|fleet) in (?:the )?[A-Z].*|.*[bB]uilds? waived)\."
)
BALANCE = re.compile(r"(\w+): +(\d+) Supply centers?, +(\d+) Units?:  (?:Builds |Removes) +\d+ units?\.")


@each_case("name", GAMES)
def test_njudges_wording_is_what_its_readers_take(name: str) -> None:
    """A line for every order, ended by a full stop or a result in stars; centres and units counted after an autumn."""
    game, closed = played(name)
    reports = re.split(r"\n\n(?=\w+ results for )", exported(name, "njudge"))[1:]
    assert len(reports) == len(closed)
    for report, event in zip(reports, closed, strict=True):
        orders, _, rest = report.partition("\nOwnership of supply centers:")
        pattern = ADJUSTMENT if event.before.phase.kind is PhaseKind.ADJUSTMENT else ORDER
        lines = [line for line in orders.splitlines() if re.match(r"\w+: ", line)]
        assert [line for line in lines if not pattern.fullmatch(line)] == []
        assert len(lines) == sum(map(len, event.judgement.verdicts.values()))
        after = event.judgement.after
        for power, centres, units in BALANCE.findall(rest):
            code = next(one for one, names in game.board.powers.items() if names["en"] == power)
            assert (int(centres), int(units)) == (len(after.centres_of(code)), len(after.units_of(code)))


@each_case("name", GAMES)
def test_a_zine_finds_every_order_in_72_columns(name: str) -> None:
    text = exported(name, "pbm")
    assert max(map(len, text.splitlines())) <= 72
    _, closed = played(name)
    assert text.count("ROME, ") == len(closed)


@each_case("to", [*FORMATS])
def test_the_first_five_phases_read_so(to: str) -> None:
    """Whole texts; a game that is over for the format that takes no other."""
    text = exported("one", to) if FORMATS[to].when_over else exported("one", to, 6)
    if FORMATS[to].suffix.endswith(".json"):
        text = json.dumps(json.loads(text), indent=1)[:6000]
    path = GOLDEN / f"{to}{FORMATS[to].suffix}"
    if "UPDATE_LETTERS" in os.environ:
        path.write_text(text, encoding="utf-8", newline="")
    assert path.read_bytes().decode() == text


# --- tables


@each_case("name", GAMES)
def test_the_centres_by_years_are_those_of_the_record(name: str) -> None:
    game, _ = played(name)
    rows = [*csv.DictReader(StringIO(exported(name, "csv"), newline=""))]
    counts = {(int(row["year"]), row["power"]): int(row["centres"]) for row in rows}
    for phase in load_record(name):
        for power, centres in (phase.centres or {}).items():
            assert counts[phase.phase.year, power] == len(centres)
    assert {counts[1900, power] for power in game.board.powers} == {3, 4}
    last = max(year for year, _ in counts)
    final = {int(row["year"]) for row in rows if row["final"] == "1"}
    assert final == ({last} if game.ended else set())


@each_case("name", GAMES)
def test_the_units_of_each_phase_are_those_of_the_record(name: str) -> None:
    rows = [*csv.DictReader(StringIO(exported(name, "units"), newline=""))]
    phases = list(dict.fromkeys(row["phase"] for row in rows))
    for phase, recorded in zip(phases[1:], load_record(name), strict=False):
        assert _units(rows, phase) == told(recorded.units), phase


def _units(rows: Sequence[Mapping[str, str]], phase: str) -> dict[str, list[str]]:
    units: dict[str, list[str]] = {}
    for row in rows:
        if row["phase"] == phase and row["dislodged"] == "0":
            place = "/".join(filter(None, (row["province"], row["coast"])))
            units.setdefault(row["power"], []).append(f"{row['unit']} {place}")
    return told(units)


# --- what a format cannot hold


CANNOT = {
    ("nine", "diplomacy"): Refusal.EXPORT_OTHER_MAP,
    ("duel", "diplobn"): Refusal.EXPORT_OTHER_MAP,
    ("seuil", "njudge"): Refusal.EXPORT_TROOPS,
}


@pytest.mark.parametrize(("board", "to"), CANNOT, ids=str)
def test_what_a_format_cannot_hold_is_refused(board: str, to: str) -> None:
    log = unplayed_log(board)
    game = fold_events(log)
    assert game is not None
    assert export(game, (), to, sees_all=True) is CANNOT[board, to]
    assert export(game, (), to, sees_all=False) is Refusal.EXPORT_HIDDEN


@pytest.mark.parametrize("board", ["duel", "nine", "seuil", "1971-two"])
def test_every_board_goes_out_as_tables_and_for_zines(board: str) -> None:
    game = fold_events(unplayed_log(board))
    assert game is not None
    for to in ("pbm", "csv", "units"):
        assert isinstance(export(game, (), to, sees_all=True), str)


def test_what_letters_may_ask_for_are_the_formats_there_are() -> None:
    assert {*vocabulary().formats.values()} == {*FORMATS}
