"""All that is stored is compared: nothing is found where all is well, and whatever is damaged is named."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.formats.record.facts import body_of, read_form, read_seal, sealed
from judge.mail.letter import write_bounce
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame, start_local_game
from judge.shell.play import load_record, play_phase
from tests.shared.seated import lay_seated_table

WELL = "file: ok\nlog: ok\nsnapshots: ok\ninbox: ok\noutbox: ok\narchive: ok\n"


def play_a_year(table: LocalGame) -> None:
    for phase in load_record("one")[:3]:
        play_phase(table, phase, {})
    sent = table.judge.services.store.numbered(GAME, 2, 1)
    assert sent
    table.judge.services.store.keep(
        "smtp", None, sent.envelope_from, write_bounce("judge@localhost", sent.to, "5.1.1", "550 no")
    ).result()
    table.judge.wake()
    table.settle()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a judge leaves that has played a year."""
    lay_seated_table(tmp_path, played_on=play_a_year).judge.stop()
    config = "".join(
        f'{name} = "{tmp_path / name}"\n' for name in ("data", "archive", "mailboxes", "tournaments", "boards")
    )
    (tmp_path / "config.toml").write_text(f"[folders]\n{config}", encoding="utf-8")
    return tmp_path


def fsck(folder: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--config", str(folder / "config.toml"), "fsck"])
    return result.exit_code, result.output


def test_nothing_is_found_where_all_is_well_and_nothing_is_changed(folder: Path) -> None:
    before = {path: path.read_bytes() for path in (folder / "archive").rglob("*.txt")}
    assert fsck(folder) == (0, WELL)
    assert {path: path.read_bytes() for path in (folder / "archive").rglob("*.txt")} == before


def test_a_letter_that_came_back_is_no_fault(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "data" / "judge.db")) as db:
        assert db.execute(
            "SELECT count(*) FROM events JOIN letters ON id = letter WHERE state = 'robot'"
        ).fetchone() == (1,)
    assert fsck(folder) == (0, WELL)


def test_a_letter_before_the_first_game_is_no_fault(tmp_path: Path) -> None:
    table = start_local_game(tmp_path)
    table.players[Power("FRANCE")].write("judge@localhost", "HELP\n")
    table.settle()
    table.judge.stop()
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    assert fsck(tmp_path) == (0, WELL)


def sql(*statements: str) -> Callable[[Path], None]:
    """Damage done in the database, without the triggers that would mend it."""

    def damage(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "data" / "judge.db")) as db, db:
            for statement in ("DROP TRIGGER event_changed", "DROP TRIGGER event_removed", *statements):
                db.execute(statement)

    return damage


def a_page_is_removed(folder: Path) -> None:
    (folder / "archive" / GAME / "002-F1901M.txt").unlink()


def _rewritten(folder: Path, *, is_sealed: bool) -> None:
    """An order of a page is another; with a seal, so are the hashes of this page and of all behind it."""
    record, before = folder / "archive" / GAME, ""
    for path in sorted(record.glob("[0-9]*-*.txt")):
        text = path.read_text(encoding="utf-8")
        changed = text.replace("  A MOS - UKR", "  A MOS - SEV") if path.name == "001-S1901M.txt" else text
        form = read_form(text)
        assert form
        if is_sealed:
            changed = sealed(body_of(changed), form, before or read_seal(text).before)
            before = read_seal(changed).own
        path.write_text(changed, encoding="utf-8")


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "an event cannot be read": (
        sql("UPDATE events SET event = '{\"format\": 99}' WHERE number = 9"),
        "log: rome: its events cannot be read: event of format 99",
    ),
    "an event is missing": (sql("DELETE FROM events WHERE number = 9"), "log: rome: its "),
    "an event is another": (
        sql("UPDATE events SET event = replace(event, 'Europe/Paris', 'Europe/Rome') WHERE number = 1"),
        "snapshots: rome: its row of snapshots is not what its events come to",
    ),
    "an order of a phase that has closed is another": (
        sql("UPDATE events SET event = replace(event, 'POR', 'WES') WHERE number = 40"),
        "log: rome: event 40 is not what was written: its hash is another\n",
    ),
    "the last event is gone": (
        sql("DELETE FROM events WHERE number = (SELECT max(number) FROM events)"),
        " is missing, though its hash is there\n",
    ),
    "a hash is gone": (
        sql("DELETE FROM event_chain WHERE number = 9"),
        "log: rome: event 9 is not what was written: its hash is missing\n",
    ),
    "a snapshot is another": (
        sql("UPDATE snapshots SET state = json_set(state, '$.game.seed', 'x')"),
        "snapshots: rome: its row of snapshots is not what its events come to",
    ),
    "a snapshot is old": (
        sql("UPDATE snapshots SET version = version - 1"),
        "snapshots: rome: its row of snapshots is of ",
    ),
    "a summary is another": (
        sql("UPDATE summaries SET summary = json_set(summary, '$.waiting', 7)"),
        "snapshots: rome: its row of summaries is not what its events come to",
    ),
    "lists have it elsewhere": (
        sql("UPDATE listed_games SET hidden = 1"),
        "snapshots: rome: lists do not tell of it what its events come to",
    ),
    "a player has gone from the lists": (
        sql("DELETE FROM game_people WHERE address LIKE 'anton%'"),
        "snapshots: rome: lists do not tell of it what its events come to",
    ),
    "the bytes of a letter have changed": (
        sql("UPDATE letter_bytes SET raw = CAST('x' AS BLOB) WHERE letter = 5"),
        "inbox: letter 5 is not the letter that came",
    ),
    "a letter has lost its bytes": (sql("DELETE FROM letter_bytes WHERE letter = 5"), "inbox: letter 5 has no bytes"),
    "a letter is new again": (
        sql("UPDATE letters SET state = 'new' WHERE id = (SELECT max(letter) FROM events)"),
        "is new, though events of rome came of it",
    ),
    "a letter out is gone": (
        sql("DELETE FROM outbox WHERE reader = 2 AND number = 3"),
        "outbox: rome: the letters to reader 2 are numbered up to ",
    ),
    "letters of no game": (
        sql("UPDATE outbox SET game = 'oslo' WHERE reader = 2"),
        "outbox: letters tell of oslo, and there is no such game",
    ),
    "a game is never due": (
        sql("UPDATE games SET alarm = NULL"),
        "log: rome: it waits for 2026-01-25 20:00 UTC, and nothing is due then",
    ),
    "nobody was asked for a yes": (
        sql("UPDATE letters SET state = 'held' WHERE id = 3"),
        "inbox: letter 3 waits for a yes that nobody was asked for",
    ),
    "a letter went to somebody else": (
        sql("UPDATE outbox SET recipient = 'eve@example.org' WHERE reader = 2 AND number = 3"),
        "outbox: rome: letters to reader 2 went to eve@example.org, which was never their address",
    ),
    "a reader was not told of the closes": (
        sql("DELETE FROM outbox WHERE reader = 2 AND number > 1"),
        "outbox: rome: reader 2 is to be told of 3 closes, and ",
    ),
    "a page of another story": (
        lambda folder: (folder / "archive" / GAME / "004-S1902M.txt").touch(),
        "archive: rome: 004-S1902M.txt is of a phase that the log does not have",
    ),
    "an order of a page is another": (
        lambda folder: _rewritten(folder, is_sealed=False),
        "archive: rome: 001-S1901M.txt was changed: its hash, or that of the page before, does not fit",
    ),
    "an order of a page is another, and all hashes are made anew": (
        lambda folder: _rewritten(folder, is_sealed=True),
        "archive: rome: 001-S1901M.txt says “A MOS - SEV”, the log does not",
    ),
    "a page is missing": (a_page_is_removed, "archive: rome: 002-F1901M.txt is missing"),
}


@pytest.mark.parametrize(("damage", "told"), DAMAGES.values(), ids=DAMAGES)
def test_what_is_damaged_is_named(folder: Path, damage: Callable[[Path], None], told: str) -> None:
    damage(folder)
    code, said = fsck(folder)
    assert code == 1
    assert told in said
