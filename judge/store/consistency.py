"""Whether what is stored agrees with itself: each fault found in the database, in words for its operator."""

from collections.abc import Callable, Iterator, Sequence

from sqlite_utils import Database

from judge.game.folded_log import FoldedLog, fold_log
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.store import event_log
from judge.store.event_json import UNREADABLE, dump_folded_log, dump_summary
from judge.store.game_lists import is_listed_as
from judge.store.inbox import fingerprint
from judge.store.records import ArrivedLetter
from judge.store.snapshots import code_digest
from judge.store.timestamps import parse_timestamp


def file_faults(db: Database) -> Iterator[str]:
    """What SQLite finds wrong with its file."""
    yield from (said for (said,) in db.execute("PRAGMA integrity_check").fetchall() if said != "ok")
    for table, row, to, _ in db.execute("PRAGMA foreign_key_check").fetchall():
        yield f"row {row} of {table} refers to a row of {to} that is not there"


def events_or_fault(db: Database, game: GameName) -> tuple[Event, ...] | str:
    """The events of a game that can be folded, or what is wrong with them."""
    numbers = [number for (number,) in db.execute("SELECT number FROM events WHERE game = ? ORDER BY number", [game])]
    if numbers != [*range(1, len(numbers) + 1)] or not numbers:
        return f"{game}: its {len(numbers)} events are not numbered from 1 without gaps"
    try:
        events = event_log.events(db, game)
        fold_log(events)
    except UNREADABLE as error:
        return f"{game}: its events cannot be read: {error}"
    return events


def snapshot_faults(db: Database, game: GameName, events: Sequence[Event]) -> Iterator[str]:
    """How the snapshot and the summary of a game differ from its log; those of other code do not count."""
    folded = fold_log(events)
    told: tuple[tuple[str, str, Callable[[FoldedLog], str]], ...] = (
        ("snapshots", "state", dump_folded_log),
        ("summaries", "summary", lambda folded: dump_summary(folded.summary) if folded.summary else ""),
    )
    for table, column, dump in told:
        row = db.execute(
            f"SELECT version, {column} FROM {table} WHERE game = ? AND made_by = ?",  # noqa: S608
            [game, code_digest()],
        ).fetchone()
        if row and row[0] != len(events):
            yield f"{game}: its row of {table} is of {row[0]} events, and it has {len(events)}"
        elif row and row[1] != dump(folded):
            yield f"{game}: its row of {table} is not what its events come to"
    if folded.summary and row and row[0] == len(events) and not is_listed_as(db, game, folded.summary):
        yield f"{game}: lists do not tell of it what its events come to"


def inbox_faults(db: Database) -> Iterator[str]:
    """How the letters in differ from their bytes, and from the events that came of them."""
    rows = db.execute("SELECT id, arrived, sender, recipient, fingerprint FROM letters ORDER BY id").fetchall()
    for number, arrived, sender, recipient, mark in rows:
        stored = db.execute("SELECT raw FROM letter_bytes WHERE letter = ?", [number]).fetchone()
        if stored is None:
            yield f"letter {number} has no bytes"
        elif fingerprint(ArrivedLetter(parse_timestamp(arrived), "", sender, recipient, stored[0])) != mark:
            yield f"letter {number} is not the letter that came: its bytes or its envelope have changed"
    undone = db.execute(
        """SELECT DISTINCT events.letter, events.game, letters.state FROM events
           LEFT JOIN letters ON letters.id = events.letter
           WHERE events.letter IS NOT NULL AND letters.state IS NOT 'done' ORDER BY events.letter"""
    )
    for number, game, state in undone.fetchall():
        yield f"letter {number} is {state or 'missing'}, though events of {game} came of it"


def outbox_faults(db: Database) -> Iterator[str]:
    """How the letters out differ from the games they tell of: each reader has a series without gaps."""
    series = db.execute(
        """SELECT game, reader, count(*), max(number) FROM outbox
           WHERE number IS NOT NULL AND occasion <> 'copy' AND game IS NOT NULL GROUP BY game, reader"""
    )
    for game, reader, letters, last in series.fetchall():
        if letters != last:
            yield f"{game}: the letters to reader {reader} are numbered up to {last}, and there are {letters}"
    unknown = db.execute("SELECT DISTINCT game FROM outbox WHERE game NOT IN (SELECT name FROM games) ORDER BY game")
    yield from (f"letters tell of {game}, and there is no such game" for (game,) in unknown.fetchall())
