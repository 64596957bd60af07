"""All that is stored is compared: nothing is found where all is well, and whatever is damaged is named."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.play.local_game import GAME, LocalGame
from judge.play.recorded_play import load_record, play_phase
from tests.seated import lay_seated_table

WELL = "file: ok\nlog: ok\nsnapshots: ok\ninbox: ok\noutbox: ok\narchive: ok\n"


def play_a_year(table: LocalGame) -> None:
    for phase in load_record("one")[:3]:
        play_phase(table, phase, {})


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


def sql(*statements: str) -> Callable[[Path], None]:
    """Damage done in the database, without the triggers that would mend it."""

    def damage(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "data" / "judge.db")) as db, db:
            for statement in ("DROP TRIGGER event_changed", "DROP TRIGGER event_removed", *statements):
                db.execute(statement)

    return damage


def a_page_is_removed(folder: Path) -> None:
    (folder / "archive" / GAME / "002-F1901M.txt").unlink()


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
    "a page is missing": (a_page_is_removed, "archive: rome: 002-F1901M.txt is missing"),
}


@pytest.mark.parametrize(("damage", "told"), DAMAGES.values(), ids=DAMAGES)
def test_what_is_damaged_is_named(folder: Path, damage: Callable[[Path], None], told: str) -> None:
    damage(folder)
    code, said = fsck(folder)
    assert code == 1
    assert told in said
