"""A data folder with many copies of one game that was played by real mail: many games, young or old."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path

import click
from sqlite_utils import Database

from judge.game.settings import GameName
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from judge.shell.local_game import GAME, LocalGame, open_and_join, start_local_game
from judge.shell.play import RecordedPhase, load_record, play_phase
from judge.store.store import Store

RECORD = "four"
"""The recorded game, of 53 phases."""

LATE = Power("TURKEY")
"""Who has not written yet in the open phase."""

YOUNG, OLD = 1, 50
"""The phases after which a young game and an old one are left: at the next movement phase, open."""


_LONG_AGO = "2000-01-01T00:00:00.000000+00:00"
"""When all that was sent is said to have been queued: all copies have the same players, who are to be answered."""


def name_of(number: int) -> GameName:
    """The name of a copy."""
    return GameName(f"copy-{number}")


def lay_copies(folder: Path, phases: int, count: int, *, is_bare: bool = False) -> datetime:
    """Lay the data folder of a judge with so many copies of a game below ``folder``; return the hour it was left at.

    The letters that were received are not copied, nor are the texts of those that were sent; the pages of
    the archive are the same files. Of ``is_bare`` copies there are the snapshots and the last event alone: enough for a
    judge that is started, and laid a hundred times as fast.
    """
    source, now = _played(phases)
    shutil.copytree(source, folder, dirs_exist_ok=True)
    db = Database(folder / "data" / "judge.db")
    with db.atomic():
        _clear(db)
    with db.atomic(), click.progressbar(range(count), label=f"{count} games of {phases} phases") as numbers:
        for number in numbers:
            _copy(db, number, is_bare=is_bare)
            if is_bare and number:
                continue
            shutil.copytree(folder / "archive" / GAME, folder / "archive" / name_of(number), copy_function=os.link)
    with db.atomic():
        _delete_source(db)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    store = Store(folder / "data" / "judge.db", lambda: now)
    store.first_games(1)  # puts all of them into the lists
    store.close()
    return now


@cache
def _played(phases: int) -> tuple[Path, datetime]:
    """The folder of a judge with one game played by mail for so many phases, then on to a movement phase."""
    folder = Path(tempfile.mkdtemp(prefix="judge-bench-"))
    atexit.register(shutil.rmtree, folder)
    table = start_local_game(folder)
    try:
        open_and_join(table)
        with click.progressbar(load_record(RECORD), label=f"{phases} phases by mail") as record:
            for number, phase in enumerate(record):
                if number >= phases and phase.phase.kind is PhaseKind.MOVEMENT:
                    _write_orders(table, phase)
                    break
                play_phase(table, phase, {})
        return folder, table.clock.now()
    finally:
        table.judge.stop()


def _write_orders(table: LocalGame, phase: RecordedPhase) -> None:
    """Everybody but one orders what the record has, so that the phase waits for its deadline."""
    for power, player in table.players.items():
        if power != LATE and phase.orders.get(power):
            player.answer("\n".join(phase.orders[power]))
    table.settle()


def _tables(db: Database) -> list[str]:
    """The tables whose rows belong to a game, without those that are made of them for lists."""
    return [table.name for table in db.tables if "game" in table.columns_dict and table.name != "listed_games"]


def _clear(db: Database) -> None:
    db.execute("PRAGMA foreign_keys=OFF")
    db.execute("UPDATE outbox SET raw = X'', state = 'sent', queued = ?", [_LONG_AGO])
    db.execute("DELETE FROM outbox WHERE game IS NULL")
    for table in ("holds", "letter_bytes", "letters"):
        db.execute(f"DELETE FROM {table}")  # noqa: S608


def _copy(db: Database, number: int, *, is_bare: bool) -> None:
    """Copy every row of the game, under another name; where a text quotes the name, it quotes the other one."""
    name = name_of(number)
    db.execute("INSERT INTO games (name, alarm) SELECT ?, alarm FROM games WHERE name = ?", [name, GAME])
    tables = ("snapshots", "summaries", "events") if is_bare else tuple(_tables(db))
    for statement in _statements(db, tables, is_bare=is_bare):
        db.execute(statement, {"name": name, "game": GAME})


@cache
def _statements(db: Database, tables: tuple[str, ...], *, is_bare: bool) -> tuple[str, ...]:
    """For each table the statement that copies the rows of a game; of bare copies the last event alone."""
    copied = {table: _statement(table, db[table].columns_dict) for table in tables}
    if is_bare:
        copied["events"] += " ORDER BY number DESC LIMIT 1"
    return tuple(copied.values())


def _statement(table: str, columns: Mapping[str, type]) -> str:
    taken = [column for column in columns if column not in {"id", "domain"}]  # the database gives those by itself
    chosen = ", ".join(_renamed(column, columns[column]) for column in taken)
    return f"INSERT INTO {table} ({', '.join(taken)}) SELECT {chosen} FROM {table} WHERE game = :game"  # noqa: S608


def _renamed(column: str, kind: type) -> str:
    """The column of a copy, in SQL."""
    match column:
        case "game":
            return ":name"
        case "letter":
            return "NULL"
        case "message_id":
            return ":name || message_id"
        case _ if kind is str:
            return f"""replace({column}, '"' || :game || '"', '"' || :name || '"')"""
        case _:
            return column


def _delete_source(db: Database) -> None:
    for table in _tables(db):
        db.execute(f"DELETE FROM {table} WHERE game = ?", [GAME])  # noqa: S608
    db.execute("DELETE FROM game_people")
    for table, column in (("listed_games", "game"), ("games", "name")):
        db.execute(f"DELETE FROM {table} WHERE {column} = ?", [GAME])  # noqa: S608
