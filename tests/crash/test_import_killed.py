"""A game that is being taken over while the machine dies: at whatever line, it is there whole or not at all."""

import shutil
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.formats.njudge_report import read_njudge_report
from judge.formats.record.logs import NewGame
from judge.formats.record.verifying import Cast
from judge.game.people.messages import Person
from judge.game.settings import Address, GameName, Settings, Token
from judge.paths import archive
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.shell import take_over
from judge.shell.take_over import NotImportedError, report_taken_over
from judge.store import event_log, outbox, store
from judge.system import files
from judge.system.clock import SettableClock
from tests.crash.killed import PROCESSES
from tests.crash.lives import Line, assassin, config_of, lines_of, live, some_of

NOW = datetime(2026, 1, 14, 12, 0, tzinfo=UTC)
REPORT = """\
Status of the Movement phase for Spring of 1903.  (rome.010)

France: Army Paris.
Italy: Army Rome.

Ownership of supply centers:

France:    Brest, Marseilles, Paris.
Italy:     Naples, Rome, Venice.
"""
LINES = (
    *some_of(lines_of(take_over.import_game, take_over._store, take_over._letters)),
    *some_of(lines_of(archive.write_missing_pages)),
    *(some_of(lines_of(store.write_transaction, event_log.append, outbox.queue, files.write_whole))[1:]),
)


def imported(folder: Path) -> None:
    """Take the game of the report over, with the same secrets each time."""
    names = {Power("FRANCE"): "florence", Power("ITALY"): "ivo"}
    players = {power: Person(Address(f"{name}@example.org"), Token(name)) for power, name in names.items()}
    cast = Cast(Person(Address("anton@example.org"), Token("anton")), players, "rome.invalid")
    here = NewGame(GameName("rome"), cast, "seedofthelots", Settings(), NOW)
    taken = report_taken_over(read_njudge_report(REPORT, load_board("standard")), here)
    take_over.import_game(config_of(folder), SettableClock(NOW), taken)


def taken_over(folder: Path, end: Line) -> None:
    threading.settrace(assassin(end))
    thread = threading.Thread(target=lambda: imported(folder))
    thread.start()
    thread.join()


def contents(folder: Path) -> tuple[Sequence[object], Sequence[str]]:
    """The events and who is written to."""
    database = folder / "data" / "judge.db"
    if not database.exists():
        return ((), ())
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").fetchall():
            return ((), ())
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        events = tuple(db.execute("SELECT * FROM events ORDER BY number").fetchall())
        return (events, tuple(to for (to,) in db.execute("SELECT recipient FROM outbox ORDER BY recipient")))


def pages(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("archive/rome/*.txt")}


def test_a_game_is_taken_over_whole_or_not_at_all(tmp_path: Path) -> None:
    peace = tmp_path / "peace"
    imported(peace)
    whole, written = contents(peace), pages(peace)
    assert whole[1] == ("anton@example.org", "florence@example.org", "ivo@example.org")
    assert len(written) == 3
    found = set()
    for number, line in enumerate(LINES):
        folder = tmp_path / str(number)
        process = PROCESSES.Process(target=taken_over, args=(folder, line))
        process.start()
        process.join(600)
        stands = contents(folder)
        assert stands in (whole, ((), ())), line
        found.add((process.exitcode == 0, stands == whole))
        if stands == whole:
            with pytest.raises(NotImportedError, match="there is a game “rome” already"):
                imported(folder)
            live(folder, NOW, None, None)  # a judge that starts writes the pages that are missing
        else:
            imported(folder)
        assert contents(folder)[0] == whole[0], line
        assert pages(folder) == written, line
        shutil.rmtree(folder)
    assert found >= {(False, False), (False, True)}
