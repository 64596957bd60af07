"""A database of each version that was ever released is brought up to date, and its game goes on; none goes back."""

import gzip
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from pathlib import Path

import pytest

from judge.shell.local_game import GAME, start_local_game
from judge.shell.play import load_record, play_phase
from judge.store.data_folder import FolderLock
from judge.system.files import __version__, changes_since
from tests.shared.shell import shell

HERE = Path(__file__).parent
RELEASED = {path.name.removesuffix(".db.gz"): path for path in sorted((HERE / "released").glob("*.db.gz"))}
BEFORE_SNAPSHOTS = "0.0.2"
LATER = datetime(2026, 1, 14, 12, 0, tzinfo=UTC)
WELL = "log: ok\nsnapshots: ok\ninbox: ok\noutbox: ok\narchive: ok\n"


def lay_database_of(version: str, folder: Path) -> Path:
    """A folder with the database that a version left behind, stopped in the autumn of 1901."""
    database = folder / "data" / "judge.db"
    database.parent.mkdir(parents=True)
    database.write_bytes(gzip.decompress(RELEASED[version].read_bytes()))
    (folder / "config.toml").write_text("", encoding="utf-8")
    return database


def versions_in(database: Path) -> list[str]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return [version for (version,) in db.execute("SELECT version FROM program")]


def last_letters(database: Path) -> dict[str, EmailMessage]:
    """What each reader had last had of the game."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        rows = db.execute("SELECT recipient, raw FROM outbox WHERE game = ? AND occasion = 'news' ORDER BY id", [GAME])
        return {to: BytesParser(EmailMessage, policy=modern).parsebytes(raw) for to, raw in rows}


@pytest.mark.parametrize("version", RELEASED)
def test_the_game_in_a_database_of_an_older_judge_goes_on(version: str, tmp_path: Path) -> None:
    database = lay_database_of(version, tmp_path)
    done = shell(tmp_path, "upgrade")
    assert (done.exit_code, done.stderr) == (0, "")
    assert versions_in(database) == [__version__]
    table = start_local_game(tmp_path, now=LATER)
    try:
        table.settle()
        for player in table.players.values():
            player.read.append(last_letters(database)[player.address])
        assert play_phase(table, load_record("one")[1], {}) == ()
        assert str(table.game.position.phase if table.game.position else "") == "W1901A"
    finally:
        table.judge.stop()
    (tmp_path / "config.toml").write_text('[folders]\narchive = "archive"\n', encoding="utf-8")
    assert shell(tmp_path, "fsck").stdout.endswith(WELL)


def test_an_upgrade_tells_what_has_changed_and_keeps_the_database_as_it_was(tmp_path: Path) -> None:
    database = lay_database_of("0.1.0", tmp_path)
    before = database.read_bytes()
    done = shell(tmp_path, "upgrade")
    (kept,) = database.parent.glob("judge.db.before-*")
    assert done.stdout == (
        f"What has changed since judge 0.1.0:\n\n{changes_since('0.1.0')}\n\n"
        f"kept: {kept}, the database as it was\n{database} is now that of judge {__version__}; start the judge\n"
    )
    assert kept.read_bytes() == before
    assert database.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.toml", "data"]
    again = shell(tmp_path, "upgrade")
    assert again.stdout == f"{database} is that of judge {__version__}; start the judge\n"
    assert list(database.parent.glob("judge.db.before-*")) == [kept]


def test_where_there_is_no_database_yet_nothing_is_to_be_done(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    assert "there is no database at" in shell(tmp_path, "upgrade").stdout
    assert not (tmp_path / "data").exists()


def test_what_has_changed_is_told_at_any_time(tmp_path: Path) -> None:
    assert shell(tmp_path, "upgrade", "--since", "0.1.0").stdout == f"{changes_since('0.1.0')}\n"
    assert shell(tmp_path, "upgrade", "--since", __version__).stdout.startswith(
        f"nothing has changed since {__version__}"
    )


def test_what_is_no_version_is_told_which_there_are(tmp_path: Path) -> None:
    done = shell(tmp_path, "upgrade", "--since", "nonsense")
    assert done.exit_code == 2
    assert "“nonsense” is no version; there are" in done.stderr


def test_the_changes_since_a_version_are_those_of_all_later_ones() -> None:
    assert re.findall(r"^## (.+)$", changes_since("0.0.9"), re.MULTILINE)[-1] == "0.1.0"
    assert changes_since("0.1.0").startswith(f"## {__version__}\n")
    assert "## 0.1.0" not in changes_since("0.1.0")
    assert changes_since(__version__) == ""


def test_a_judge_that_runs_is_not_upgraded(tmp_path: Path) -> None:
    database = lay_database_of("0.1.0", tmp_path)
    before, lock = database.read_bytes(), FolderLock(database.parent)
    try:
        done = shell(tmp_path, "upgrade")
    finally:
        lock.release()
    assert done.exit_code == 1
    assert "stop it first" in done.stderr
    assert database.read_bytes() == before


def test_a_damaged_database_is_left_as_it_is(tmp_path: Path) -> None:
    database = lay_database_of("0.1.0", tmp_path)
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("INSERT INTO letter_bytes (letter, raw) VALUES (7777, x'00')")
    before = database.read_bytes()
    done = shell(tmp_path, "upgrade")
    assert done.stderr == f"Error: {database} is damaged: restore the last backup, see docs/operating.md\n"
    assert database.read_bytes() == before
    assert not [path.name for path in database.parent.iterdir() if path.name not in {"judge.db", "judge.lock"}]


# --- no way back

BY_ITS_VERSION = "UPDATE program SET version = '99.0'"
BY_ITS_TABLES = "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('judge', 'things_to_come')"

COMMANDS = {
    "serve": (),
    "upgrade": (),
    "games": (),
    "game": ("rome",),
    "letters": ("rome", "FRANCE"),
    "status": (),
    "story": ("1",),
    "queue": (),
    "queue --again": ("--again",),
    "players": (),
    "standings": (),
    "master": ("rome", "PAUSE"),
    "confirm": ("rome", "--yes"),
    "backup": ("copy.db",),
    "restore": ("{database}", "--replace"),
    "drill": (),
    "recover": ("--from", "{record}", "--write"),
    "fsck": (),
    "forget": ("alice@example.org", "--yes"),
    "doctor": (),
    "read": ("{letter}",),
    "archive": ("rome", "--to", "record"),
    "export": ("rome", "--to", "csv"),
    "import": ("{record}", "--name", "paris"),
    "map": ("rome", "--out", "rome.svg"),
    "tribune": (),
    "site": ("site",),
    "zine": ("--out", "zine.txt"),
}


@pytest.fixture(scope="module")
def of_today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("today")
    lay_database_of("0.1.0", folder)
    assert shell(folder, "upgrade").exit_code == 0
    return folder


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("newer", [BY_ITS_VERSION, BY_ITS_TABLES], ids=["version", "tables"])
def test_every_command_says_that_a_database_is_of_a_newer_judge(
    newer: str, command: str, of_today: Path, tmp_path: Path
) -> None:
    database = tmp_path / "data" / "judge.db"
    database.parent.mkdir()
    database.write_bytes((of_today / "data" / "judge.db").read_bytes())
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "letter").write_bytes(b"From: alice@example.org\nTo: judge@localhost\n\nHELP\n")
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(newer)
    before = database.read_bytes()
    places = {"database": database, "letter": tmp_path / "letter", "record": HERE / "released" / "record-1"}
    words = (word.format(**places) for word in COMMANDS[command])
    done = shell(tmp_path, command.split(maxsplit=1)[0], *words)
    assert done.exit_code == 1
    assert done.exception is None or isinstance(done.exception, SystemExit)
    said = done.stdout if command == "doctor" else done.stderr
    assert re.search("is of (judge 99.0|a newer judge)", said), said
    assert said.count("\n") == 1 or command == "doctor"
    assert database.read_bytes() == before


def test_every_command_that_reads_the_database_is_tried() -> None:
    without = {"adjudicate", "board", "init", "letter", "open", "play", "text", "verify", "words"}
    found = set(re.findall(r"^  ([a-z]+)  ", shell(HERE, "--help").stdout, re.MULTILINE))
    assert {name.split()[0] for name in COMMANDS} == found - without
