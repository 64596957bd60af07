"""A game that is taken over from a saved game of the package ``diplomacy``: judged again, what differs is listed."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.formats.export import export
from judge.formats.positions_json import JsonFaultError
from judge.formats.record.logs import NewGame, SavedGameLog, log_of_saved_game
from judge.formats.record.verifying import Cast, verify
from judge.formats.record.whole import record_of
from judge.formats.saved_game import read_saved_game
from judge.game.apply import fold_events
from judge.game.folded_log import valid_phases
from judge.game.messages import Event
from judge.game.settings import GameName, Settings
from judge.rules.board import Power
from judge.rules.orders import Build
from judge.shell.local_game import GAME
from judge.shell.play import recorded_games
from judge.store.overview import open_read_only
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of
from tests.shared.recorded_logs import recorded_log
from tests.shared.shares import is_whole
from tests.shared.shell import shell

NOW = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)
HERE = NewGame(GameName("rome"), Cast(), "seedofthelots", Settings(), NOW)
Saved = dict[str, Any]


def saved_text(log: tuple[Event, ...]) -> str:
    game = fold_events(log)
    assert game is not None
    text = export(game, valid_phases(log), "diplomacy", sees_all=True)
    assert isinstance(text, str)
    return text


@cache
def _saved(name: str, phases: int | None) -> str:
    return saved_text(recorded_log(name, phases=phases))


def saved(name: str, phases: int | None = None) -> Saved:
    loaded: Saved = json.loads(_saved(name, phases))
    return loaded


def taken(file: Saved) -> SavedGameLog:
    return log_of_saved_game(read_saved_game(file), HERE)


@pytest.mark.parametrize("name", recorded_games() if is_whole() else ("one",))
def test_a_game_taken_over_is_saved_in_the_same_words_and_its_pages_verify(name: str) -> None:
    found = taken(saved(name))
    assert (found.differences, found.left_out) == ((), ())
    assert saved_text(found.events) == _saved(name, None)
    assert verify(record_of(found.events)).difference is None


# --- what differs


def nothing(_: Saved) -> None:
    pass


def a_unit_elsewhere(file: Saved) -> None:
    """The file says that Austria's army did not get to Serbia."""
    file["phases"][1]["state"]["units"]["AUSTRIA"] = ["F ALB", "A BUD", "A TRI"]


def another_result(file: Saved) -> None:
    file["phases"][0]["results"]["A BUD"] = ["bounce"]


def a_phase_is_left_out(file: Saved) -> None:
    """The winter of 1901 is missing: in the file nothing was built in it."""
    del file["phases"][2]


def an_order_that_is_none(file: Saved) -> None:
    file["phases"][0]["orders"]["AUSTRIA"][0] = "A BUD SLEEPS"


def a_beginning_under_way(file: Saved) -> None:
    del file["phases"][:2]


def press_and_rules(file: Saved) -> None:
    file["phases"][0]["messages"] = [{"message": "Peace?"}, {"message": "No."}]
    file["rules"] = ["NO_PRESS"]
    file["players"] = {"FRANCE": "florence"}


DIFFERENCES: dict[str, tuple[Callable[[Saved], None], list[str], list[str]]] = {
    "nothing": (nothing, [], []),
    "a unit elsewhere": (
        a_unit_elsewhere,
        [
            "F1901M, units of AUSTRIA: by 2023 A SER, A TRI, F ALB; in the file A BUD, A TRI, F ALB",
        ],
        ["F1901M, AUSTRIA: “A SER S F ALB - GRE” is no order of that phase"],
    ),
    "another result": (another_result, ["S1901M, result of A BUD: by 2023 none; in the file bounce"], []),
    "a phase is left out": (a_phase_is_left_out, ["S1902M: by 2023 W1901A would be next"], []),
    "an order that is none": (
        an_order_that_is_none,
        ["F1901M, units of AUSTRIA: by 2023 A BUD, A TRI, F ALB; in the file A SER, A TRI, F ALB"],
        ["S1901M, AUSTRIA: “A BUD SLEEPS” is no order of that phase"],
    ),
    "a beginning under way": (
        a_beginning_under_way,
        ["the file begins at W1901A, in a position that is not the opening"],
        [],
    ),
    "press, rules, players": (
        press_and_rules,
        [],
        ["the press: 2 letters", "the rules of the package: NO_PRESS", "other fields of the file: players"],
    ),
}


@each_case("what", DIFFERENCES)
def test_what_differs_and_what_is_left_out_is_listed_and_the_file_has_the_last_word(what: str) -> None:
    change, differences, left_out = DIFFERENCES[what]
    file = saved("one", 4)
    change(file)
    found = taken(file)
    assert [*found.left_out] == left_out
    assert [*found.differences][: len(differences)] == differences
    assert bool(found.differences) == bool(differences)
    words = json.loads(saved_text(found.events))
    assert [phase["name"] for phase in words["phases"]] == [phase["name"] for phase in file["phases"]]
    for ours, theirs in zip(words["phases"], file["phases"], strict=True):
        units = {power: sorted(texts) for power, texts in ours["state"]["units"].items()}
        assert units == {power: sorted(texts) for power, texts in theirs["state"]["units"].items()}


# --- how it ends


def test_a_draw_that_the_package_notes_ends_the_game_here() -> None:
    file = saved("one", 3)
    file["phases"][-1]["name"] = "COMPLETED"
    file["phases"][-1]["state"]["note"] = "Victory by: FRA, GER"
    game = fold_events(taken(file).events)
    assert game is not None
    assert game.ended is not None
    assert (game.ended.ending.value, game.ended.winners) == ("draw", ("FRANCE", "GERMANY"))


# --- files that cannot be used


def a_unit_that_is_none(file: Saved) -> None:
    file["phases"][1]["state"]["units"]["FRANCE"][0] = "A PRA"


def a_phase_that_is_none(file: Saved) -> None:
    file["phases"][1]["name"] = "F1901"


def no_state(file: Saved) -> None:
    del file["phases"][1]["state"]


def another_map(file: Saved) -> None:
    file["map"] = "ancmed"


def a_power_that_is_none(file: Saved) -> None:
    file["phases"][0]["orders"]["SPAIN"] = ["A MAR - BUR"]


FAULTS: dict[str, tuple[Callable[[Saved], None], str]] = {
    "a unit that is none": (
        a_unit_that_is_none,
        'phases[1].state.units.FRANCE[0]: "PRA" is no region of this board; write for example',
    ),
    "a phase that is none": (a_phase_that_is_none, 'phases[1].name: "F1901" is no phase; write for example “S1901M”'),
    "no position": (no_state, 'phases[1].state: there must be a position: {"units": {"FRANCE": ["A PAR", …]}'),
    "another map": (another_map, "map: the map must be “standard”"),
    "a power that is none": (a_power_that_is_none, "phases[0].orders: “SPAIN” is no power; there are AUSTRIA, "),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_file_that_cannot_be_used_is_answered_with_the_place_and_nothing_is_stored(tmp_path: Path, what: str) -> None:
    change, told = FAULTS[what]
    file = saved("one", 3)
    change(file)
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "rome.json").write_text(json.dumps(file), encoding="utf-8")
    refused = shell(tmp_path, "import", str(tmp_path / "rome.json"))
    assert (refused.exit_code, told in refused.output) == (1, True), refused.output
    assert not (tmp_path / "data" / "judge.db").exists()


def test_a_game_that_goes_on_after_our_rules_have_ended_it_is_refused() -> None:
    file = saved("one")
    file["phases"][-1] |= {"name": "W1908A"}
    with pytest.raises(JsonFaultError, match="by 2023 the game was over before W1908A"):
        taken(file)


# --- by the shell


def test_a_running_game_goes_on_with_those_who_are_named_and_its_open_orders(tmp_path: Path) -> None:
    file = saved("one", 2)
    file["phases"][-1]["orders"]["FRANCE"] = ["A MAR B"]
    (tmp_path / "config.toml").write_text('[folders]\narchive = "archive"\n', encoding="utf-8")
    (tmp_path / "rome.json").write_text(json.dumps(file), encoding="utf-8")
    words = ["--player", "France=florence@example.com", "--master", "anton@example.org", "--quiet"]
    told = shell(tmp_path, "import", str(tmp_path / "rome.json"), *words)
    assert told.exit_code == 0, told.output
    lines = told.output.splitlines()
    assert lines[0].startswith("rome: 2 phases taken over and judged again by 2023, W1901A, deadline ")
    assert lines[1:] == [
        *(
            f"the seat of {power} is free: TAKEOVER {power}"
            for power in sorted(file["phases"][0]["orders"])
            if power != "FRANCE"
        ),
        "not taken over: who played: the file names powers alone (--player FRANCE=alice@example.org)",
        "not taken over: the settings of the game: all are as usual; its master changes them (SET)",
        "not taken over: letters between players, diaries, votes, stand-bys, observers, reliability",
        "nobody has been told: judge.py master rome “PRESS …” writes to the players",
    ]
    with open_read_only(tmp_path / "data" / "judge.db") as found:
        game = found.game(GAME)
    assert game is not None
    assert ({**game.seats}, game.master) == ({"FRANCE": "florence@example.com"}, "anton@example.org")
    assert kinds_of(game.orders_of(Power("FRANCE"))) == [Build]
    assert shell(tmp_path, "fsck").exit_code == 0
    private = shell(tmp_path, "archive", "rome", "--for-import", str(tmp_path / "private"))
    assert ".invalid" not in private.output
