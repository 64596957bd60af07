"""New databases by the hundred: their tables are made once, by every migration in turn, and copied from then on."""

import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from secrets import token_hex

from sqlite_utils import Database, Migrations

from judge.store import schema, spool


def make_tables_once() -> None:
    """Have a file without tables get those that the migrations have made before; any other is migrated."""
    for to in (schema.migrations, spool.migrations):
        to.apply = partial(_apply, to, to.apply, {})  # type: ignore[method-assign]


def _apply(
    to: Migrations,
    migrate: Callable[..., None],
    made: dict[tuple[str, ...], sqlite3.Connection],
    db: Database,
    *,
    stop_before: str | Iterable[str] | None = None,
) -> None:
    if stop_before is not None or db.execute("SELECT 1 FROM sqlite_master").fetchone():
        migrate(db, stop_before=stop_before)
        return
    names = tuple(one.name for one in to.pending(db))
    if names not in made:
        first = Database(sqlite3.connect(":memory:", check_same_thread=False), execute_plugins=False)
        migrate(first)
        made[names] = first.conn
    made[names].backup(db.conn)
    if to is schema.migrations:
        db.execute("UPDATE life SET judge = ?", [token_hex(16)])  # each of its own
