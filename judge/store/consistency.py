"""Whether what is stored agrees with itself: each fault found in the database, in words for its operator."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from sqlite_utils import Database

from judge.game.alarms import next_alarm
from judge.game.apply import EFFECTS, fold_events, transitions
from judge.game.folded_log import FoldedLog, fold_log
from judge.game.messages import Event
from judge.game.moving.messages import GameMoved
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, GameName, Reader
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


def alarm_faults(db: Database, game: GameName, events: Sequence[Event]) -> Iterator[str]:
    """Whether a game that waits for an hour by its log has an alarm; one that failed may have a later alarm."""
    (alarm,) = db.execute("SELECT alarm FROM games WHERE name = ?", [game]).fetchone()
    state = fold_events(events)
    hour = next_alarm(state) if state else None
    if hour and alarm is None:
        yield f"{game}: it waits for {hour:%Y-%m-%d %H:%M} UTC, and nothing is due then"


def inbox_faults(db: Database) -> Iterator[str]:
    """How the letters in differ from their bytes, and from the events that came of them."""
    rows = db.execute("SELECT id, arrived, sender, recipient, fingerprint, gone FROM letters ORDER BY id").fetchall()
    for number, arrived, sender, recipient, mark, gone in rows:
        stored = db.execute("SELECT raw FROM letter_bytes WHERE letter = ?", [number]).fetchone()
        if stored is None and gone:
            continue  # of a letter that changed nothing
        if stored is None:
            yield f"letter {number} has no bytes"
        elif fingerprint(ArrivedLetter(parse_timestamp(arrived), "", sender, recipient, stored[0])) != mark:
            yield f"letter {number} is not the letter that came: its bytes or its envelope have changed"
    lost = "SELECT id FROM letters WHERE state = 'held' AND id NOT IN (SELECT letter FROM holds) ORDER BY id"
    yield from (f"letter {number} waits for a yes that nobody was asked for" for (number,) in db.execute(lost))
    undone = db.execute(
        """SELECT DISTINCT events.letter, events.game, letters.state FROM events
           LEFT JOIN letters ON letters.id = events.letter
           WHERE events.letter IS NOT NULL AND coalesce(letters.state, '') NOT IN ('done', 'robot')
           ORDER BY events.letter"""
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
    unknown = db.execute(
        "SELECT DISTINCT game FROM outbox WHERE game IS NOT NULL AND game NOT IN (SELECT name FROM games) ORDER BY game"
    )
    yield from (f"letters tell of {game}, and there is no such game" for (game,) in unknown.fetchall())


def news_faults(db: Database, game: GameName, events: Sequence[Event]) -> Iterator[str]:
    """How the letters out of a game differ from what its log has to tell, and to whom.

    Every letter of a series went to an address of its reader, and each reader got at least a letter for every close
    that they are told of.
    """
    addresses: dict[Reader, set[Address]] = defaultdict(set)
    closes: Counter[Reader] = Counter()
    for step in transitions(None, events):
        for address, reader in step.after.readers.items():
            addresses[reader].add(address)
        if isinstance(step.event, GameMoved):
            closes.clear()  # another judge told of those
        if isinstance(step.event, PhaseClosed):
            told = {notice.to for notice in EFFECTS[PhaseClosed].notices(step) if not notice.at}
            closes.update(step.after.readers[to] for to in told)
    written: Counter[Reader] = Counter()
    rows = db.execute(
        """SELECT reader, recipient, sum(occasion = 'news') FROM outbox
           WHERE game = ? AND reader IS NOT NULL GROUP BY reader, recipient ORDER BY reader, recipient""",
        [game],
    )
    for reader, recipient, letters in rows.fetchall():
        written[reader] += letters
        if recipient not in addresses[reader]:
            yield f"{game}: letters to reader {reader} went to {recipient}, which was never their address"
    for reader, count in sorted(closes.items()):
        if written[reader] < count:
            yield f"{game}: reader {reader} is to be told of {count} closes, and {written[reader]} letters tell news"
