"""The shell as an operator uses it: the real command on a real database, with a judge at work and without one."""

import json
import os
import pty
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from judge.cli import main
from judge.game.deadlines.messages import GamePaused
from judge.game.mastery.messages import ActAgreed
from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame, start_local_game, text_of
from judge.store.records import ComposedLetter, SendFailure, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from tests.shared.seated import lay_seated_table
from tests.shared.shell import folder_of, lay_half_written_table, shell

HERE = Path(__file__).parent.parent
PATIENCE = 600
"""Seconds after which something must be wrong."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    """A game whose first spring is over; for the second phase England alone has written, in part."""
    table = lay_half_written_table(tmp_path_factory.mktemp("shell"), "WAITED public ANONYMOUS no")
    yield table
    table.judge.stop()


def said(folder: Path, *words: str) -> list[str]:
    done = shell(folder, *words)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.splitlines()


def rows(folder: Path, *words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said(folder, *words, "--json")]


def test_the_help_lists_every_command_by_the_first_paragraph_of_its_own() -> None:
    file = tomllib.loads((HERE / "judge" / "shell" / "commands.toml").read_text(encoding="utf-8"))
    told = {name: does for commands in file.values() for name, (_, does) in commands.items()}
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    helps = {name: one.help for name, one in commands.items() if one and one.help and one.name == name}
    assert {name: " ".join(one.split("\n\n")[0].split()) for name, one in helps.items()} == told


OF_LETTERS = {"judge.handlers", "judge.requests", "jinja2", "icalendar", "dns", "flufl"}
OF_SERVICE = {"judge.service", "aiosmtpd", "apscheduler", "prometheus_client"}
OF_DRAWING = {"PIL", "resvg_py", "typst"}
OF_PICTURES = {"judge.maps", *OF_DRAWING}
OF_GAMES = {"judge.paths", "judge.game.state", "judge.formats.record", "holidays", "cattrs", "networkx"}
OF_ROWS = ("status", "backup", "queue")
"""Commands that need no game."""

ON_DEMAND = {*("jinja2", "holidays", "icalendar", "dns", "dkim", "flufl.bounce", "prometheus_client"), *OF_DRAWING}
OF_RULES = {"judge.rules", "judge.game.settings", "judge.game.messages"}
OF_TABLES = {"judge.store", "judge.game.messages", "sqlite_utils", "rich"}


@pytest.mark.parametrize(
    ("command", "unneeded"),
    [
        ("--help", OF_LETTERS | OF_SERVICE | OF_PICTURES | OF_TABLES),
        ("letter", OF_LETTERS | OF_SERVICE | OF_PICTURES | OF_TABLES),
        *((one, OF_LETTERS | OF_SERVICE | OF_PICTURES | OF_GAMES | OF_RULES | {"rich", "smtplib"}) for one in OF_ROWS),
        ("text", (OF_LETTERS - {"jinja2"}) | OF_SERVICE | OF_PICTURES | OF_GAMES),
        ("serve", ON_DEMAND),
        ("adjudicate", (OF_LETTERS - {"jinja2"}) | OF_SERVICE | OF_PICTURES | OF_TABLES | OF_GAMES),
    ],
)
def test_a_command_loads_what_it_needs(command: str, unneeded: set[str]) -> None:
    """A judge is asked how it stands once a minute, on small machines."""
    program = "import sys; from judge.cli import main; main(sys.argv[1:], standalone_mode=False); print(*sys.modules)"
    words = [sys.executable, "-c", program, *dict.fromkeys((command, "--help"))]
    done = subprocess.run(words, cwd=HERE, timeout=PATIENCE, check=True, capture_output=True, text=True)
    assert unneeded & {*done.stdout.split()} == set()


def test_the_games_are_told_with_who_is_waited_for(table: LocalGame) -> None:
    (row,) = rows(folder_of(table), "games")
    assert row["game"] == "rome"
    assert row["phase"] == "F1901M"
    assert row["deadline"].endswith("21:00+01:00")
    assert row["waits for"] == list(map(str, table.players)), "England has written in part"


def test_in_a_pipe_every_row_is_a_line_of_columns(table: LocalGame) -> None:
    head, row = said(folder_of(table), "games")
    assert head.split() == ["game", "phase", "deadline", "waits", "for", "players", "standbys", "seeks"]
    assert row.index("F1901M") == head.index("phase")
    assert row.isprintable()


def test_on_a_terminal_tables_are_drawn(table: LocalGame) -> None:
    leader, follower = pty.openpty()
    config = str(folder_of(table) / "config.toml")
    command = [sys.executable, str(HERE / "judge.py"), "--config", config, "games"]
    done = subprocess.run(
        command, stdout=follower, cwd=HERE, timeout=PATIENCE, check=True, env=os.environ | {"TERM": "xterm"}
    )
    os.close(follower)
    drawn = os.read(leader, 100_000).decode()
    os.close(leader)
    assert done.returncode == 0
    assert "┃" in drawn
    assert "rome" in drawn


def test_one_game_is_told_in_full(table: LocalGame) -> None:
    told = rows(folder_of(table), "game", "rome")
    facts = {row["what"]: row["is"] for row in told if row["table"] == "rome"}
    assert facts["phase"] == "F1901M"
    assert "7 days" in facts["why then"]
    seats = {row["power"]: row for row in told if row["table"] == "seats"}
    assert seats["ENGLAND"]["player"] == "edith@example.net"
    assert seats["ENGLAND"]["orders"] == "has written, but not everything"
    assert seats["TURKEY"]["orders"] == "has not written"
    assert [row["start"] for row in told if row["table"] == "centres"] == [3, 3, 3, 3, 3, 4, 3]


@pytest.mark.parametrize("words", [("games",), ("game", "rome"), ("letters", "rome", "england"), ("queue",)])
def test_no_order_is_shown_before_its_deadline(table: LocalGame, words: tuple[str, ...]) -> None:
    for form in ((), ("--json",)):
        assert not [line for line in said(folder_of(table), *words, *form) if "NWY" in line or "NTH" in line]


def test_the_letters_of_a_player_are_told_in_and_out(table: LocalGame) -> None:
    by_power = rows(folder_of(table), "letters", "rome", "Angleterre")
    assert by_power == rows(folder_of(table), "letters", "rome", "edith@example.net")
    numbers = [row["number"] for row in by_power if row["number"].startswith("out")]
    assert numbers == [f"out {place}" for place in range(1, len(numbers) + 1)]
    assert {row["fate"] for row in by_power} == {"done", "sent"}
    assert "[rome] Results of spring 1901" in [row["subject"] for row in by_power]


def test_a_queue_without_letters_is_a_heading_alone(table: LocalGame) -> None:
    assert said(folder_of(table), "queue")[1:] == []


def test_a_letter_that_cannot_leave_stands_in_the_queue(tmp_path: Path) -> None:
    table = start_local_game(tmp_path)
    try:
        (tmp_path / "config.toml").write_text("", encoding="utf-8")
        (tmp_path / "mailboxes").mkdir(exist_ok=True)
        (tmp_path / "mailboxes" / "anton@example.org").write_text("not a folder", encoding="utf-8")
        anton = table.players[Power("AUSTRIA")]
        anton.write("judge@localhost", "HELP\n")
        table.judge.settle(PATIENCE)
        (row,) = rows(tmp_path, "queue")
    finally:
        table.judge.stop()
    assert row["to"] == "anton@example.org"
    assert (row["state"], row["tries"]) == ("waiting", 1)
    assert row["why"]
    assert row["next try"] > row["since"]


def test_letters_given_up_are_sent_once_more(tmp_path: Path) -> None:
    table = start_local_game(tmp_path)
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    table.judge.stop()
    store = Store(table.judge.services.config.folders.data / "judge.db", table.clock.now)
    letter = ComposedLetter(
        "<1@localhost>", None, "bob@example.com", "judge@localhost", b"Subject: Rome\r\n\r\nBonjour\r\n"
    )
    store.commit(Transaction(None, LetterStatus.DONE, outgoing=(letter,)))
    store.mark_failed(1, SendFailure("554 5.7.1 Relay access denied", None))
    assert said(tmp_path, "queue", "--again")[0] == "1 letters that were given up wait again"
    (row,) = rows(tmp_path, "queue")
    assert (row["state"], row["tries"], row["why"]) == ("waiting", 0, "")
    assert said(tmp_path, "queue", "--again")[0] == "0 letters that were given up wait again"
    store.close()


def test_what_the_master_writes_in_the_shell_is_done_announced_and_logged(table: LocalGame) -> None:
    done = shell(folder_of(table), "master", "rome", "PAUSE")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "the answer goes to the master, anton@example.org" in done.stdout
    table.judge.wake()
    table.settle()
    assert any(isinstance(event, GamePaused) for event in table.judge.services.store.events(GAME))
    for player in table.players.values():
        assert re.search("paused|suspendue", text_of(player.read[-1]))
    assert table.game.timekeeping.paused
    done = shell(folder_of(table), "master", "rome", stdin="RESUME\n")
    assert done.exit_code == 0
    table.judge.wake()
    table.settle()
    assert table.game.timekeeping.paused is None


def test_the_master_of_the_shell_may_do_no_more_than_by_mail(table: LocalGame) -> None:
    shell(folder_of(table), "master", "rome", "CLOSE")
    table.judge.wake()
    table.settle()
    assert table.game.open_position
    assert str(table.game.open_position.phase) == "F1901M", "a master who plays closes no phase over others' heads"


def test_the_operator_agrees_to_what_a_master_who_plays_proposes(tmp_path: Path) -> None:
    """Everybody is told, and the record says that it was the operator; said twice it is done once."""
    table = lay_half_written_table(tmp_path)
    archive = table.judge.services.config.folders.archive / "rome"
    try:
        assert "the game master of rome proposes nothing" in shell(tmp_path, "confirm", "rome", "--yes").stderr
        _write_and_settle(table, "master", "rome", "CLOSE")
        kept = shell(tmp_path, "confirm", "rome", stdin="n\n")
        assert (kept.exit_code, "Close fall 1901 now" in kept.stdout) == (1, True)
        shell(tmp_path, "confirm", "rome", "--yes")
        _write_and_settle(table, "confirm", "rome", stdin="y\n")
        log = table.judge.services.store.events(GAME)
    finally:
        table.judge.stop()
    assert [one.by_operator for one in log if isinstance(one, ActAgreed)] == [True]
    assert sum(isinstance(one, PhaseClosed) for one in log) == 2
    for player in table.players.values():
        assert any(re.search("is confirmed|est confirmée", str(mail["Subject"])) for mail in player.read)
    page = (archive / "002-F1901M-agreed.txt").read_text(encoding="utf-8")
    assert "the operator of the judge agreed to proposal 1" in " ".join(page.split())
    assert shell(tmp_path, "verify", str(archive)).exit_code == 0


def _write_and_settle(table: LocalGame, *words: str, stdin: str = "") -> None:
    assert shell(folder_of(table), *words, stdin=stdin).exit_code == 0
    table.judge.wake()
    table.settle()


def test_a_game_that_hides_names_hides_them_from_the_master_who_plays(tmp_path: Path) -> None:
    lay_seated_table(tmp_path, "WAITED secret").judge.stop()
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (row,) = rows(tmp_path, "games")
    assert row["waits for"] == "hidden"
    told = rows(tmp_path, "game", "rome")
    assert {row["player"] for row in told if row["table"] == "seats"} == {"hidden"}
    assert {row["orders"] for row in told if row["table"] == "seats"} == {"hidden"}


def test_players_and_standings_are_told(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "tournaments").mkdir()
    text = (
        'title = "Winter Cup"\ngames = ["rome"]\n[players]\n"edith@example.net" = { name = "Edith", team = "Lions" }\n'
    )
    (tmp_path / "tournaments" / "winter.toml").write_text(text, encoding="utf-8")
    try:
        assert said(tmp_path, "players")[1:] == []
        for player in table.players.values():
            player.answer("VOTE DRAW" if player.language == "en" else "VOTER NULLE")
        table.settle()
        asker = table.players[Power("FRANCE")]
        asker.answer("CLASSEMENT winter\nJOUEUR")
        table.settle()
    finally:
        table.judge.stop()
    assert "Edith, Lions" in text_of(asker.read[-1])
    assert "nulle partagée" in text_of(asker.read[-1])
    assert {(row["games"], row["c-diplo"]) for row in rows(tmp_path, "players")} == {(1, "14.29")}
    assert [(row["name"], row["over"]) for row in rows(tmp_path, "standings")] == [("winter", 1)]
    told = rows(tmp_path, "standings", "winter")
    assert {row["who"] for row in told if row["table"] == "standings"} >= {"Edith", "France (rome)"}
    assert [(row["who"], row["points"]) for row in told if row["table"] == "teams"] == [("Lions", "14 2/7")]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("game", "paris"), "there is no game “paris”; games there are: rome"),
        (("letters", "rome", "Spain"), "rome has no player “Spain”; name an address of the game, or a power"),
        (("master", "paris", "PAUSE"), "there is no game “paris”; games there are: rome"),
        (("standings", "winter"), "there is no tournament “winter” in "),
        (("master", "rome", " "), "there is nothing to send; PAUSE is a line"),
    ],
)
def test_a_mistake_is_one_clear_line(table: LocalGame, words: tuple[str, ...], error: str) -> None:
    done = shell(folder_of(table), *words)
    assert done.exit_code
    assert error in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("games",), ("game", "rome"), ("letters", "rome", "x"), ("queue",)])
def test_without_a_database_it_says_so_and_makes_none(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    done = shell(tmp_path, *words)
    assert done.exit_code == 1
    assert done.stderr == f"Error: there is no database at {tmp_path}/data/judge.db yet; the first start makes it\n"
    assert not (tmp_path / "data").exists()


def test_a_database_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "judge.db").write_text("no database at all" * 100, encoding="utf-8")
    done = shell(tmp_path, "games")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: {tmp_path}/data/judge.db cannot be read: ")
    assert done.stderr.count("\n") == 1
