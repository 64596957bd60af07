"""The database looked at, beside a running judge or without one: figures, faults, the story of a letter."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.game.apply import EFFECTS, fold_events, transitions
from judge.game.folded_log import FoldedLog, fold_log
from judge.game.league import Summary
from judge.game.mastery.messages import GameMoved
from judge.game.messages import Event
from judge.game.phases.close import next_alarm
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, GameName, Reader
from judge.game.state import Game
from judge.store import event_log, issues, outbox
from judge.store.event_json import UNREADABLE, dump_folded_log, dump_summary
from judge.store.records import OutboxRow
from judge.store.rows import ArrivedLetter, fingerprint, parse_timestamp
from judge.store.snapshots import code_digest, is_listed_as
from judge.store.standing import logs, open_database
from judge.store.stored_games import GameCache, read_by

# --- whether what is stored agrees with itself: each fault found in the database, in words for its operator


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


# --- what the database knows of one letter: how it came, what it caused, what was answered, what came back


@dataclass(frozen=True)
class ReceivedLetter:
    """A letter in, without its bytes: ``size`` counts them; ``author`` is None while that is not settled."""

    id: int
    arrived: datetime
    transport: str
    recipient: str
    size: int
    state: str
    author: str | None
    is_confirmed: bool
    tries: int
    about: str | None


@dataclass(frozen=True)
class SentAnswer:
    """A letter out that a letter in has caused: when it left, as which letters it came back."""

    letter: OutboxRow
    sent: datetime | None
    bounces: tuple[int, ...]


def received_letter(db: Database, number: int) -> ReceivedLetter | None:
    """The letter of that number; None where there is none."""
    row = db.execute(
        """SELECT id, arrived, door, recipient, coalesce(length(raw), 0), state, author, confirmed, tries, about
           FROM letters LEFT JOIN letter_bytes ON letter = id WHERE id = ?""",
        [number],
    ).fetchone()
    if row is None:
        return None
    letter, arrived, transport, recipient, size, state, author, confirmed, tries, about = row
    moment = parse_timestamp(arrived)
    return ReceivedLetter(letter, moment, transport, recipient, size, state, author, bool(confirmed), tries, about)


def answers_to(db: Database, number: int) -> tuple[SentAnswer, ...]:
    """The letters that a letter has caused, oldest first."""
    letters = outbox.select(db, "WHERE letter = ? ORDER BY id", [number])
    sent = dict(db.execute("SELECT id, sent FROM outbox WHERE letter = ? AND sent IS NOT NULL", [number]).fetchall())
    return tuple(
        SentAnswer(one, parse_timestamp(sent[one.id]) if one.id in sent else None, _bounces(db, one)) for one in letters
    )


def _bounces(db: Database, letter: OutboxRow) -> tuple[int, ...]:
    rows = db.execute("SELECT id FROM letters WHERE recipient = ? ORDER BY id", [letter.envelope_from])
    return tuple(int(number) for (number,) in rows)


def events_of(db: Database, number: int, games: Collection[GameName]) -> tuple[tuple[GameName, str], ...]:
    """The events that a letter has caused in some games: the game and the kind of event, in the order of the log."""
    return tuple(
        (game, str(kind))
        for game in games
        for (kind,) in db.execute(
            "SELECT json_extract(event, '$.is') FROM events WHERE game = ? AND letter = ? ORDER BY number",
            [game, number],
        )
    )


# --- the database beside a running judge or without one: opened read-only, letters that were given up put back


@dataclass(frozen=True)
class ReceivedRow:
    """A received letter: ``author`` is None while that is not settled; ``state`` is its status."""

    id: int
    arrived: datetime
    recipient: str
    state: str
    author: str | None
    raw: bytes


class ReadOnlyStore:
    """Queries on the database as it is at this moment."""

    def __init__(self, db: Database) -> None:
        self._reader = db
        self._games = GameCache()

    @property
    def database(self) -> Database:
        """The database itself, for whoever looks over all of it."""
        return self._reader

    pages_missing_since = read_by(event_log.pages_missing_since)
    tournaments = read_by(issues.tournaments)
    games = read_by(event_log.games)
    events = read_by(event_log.events)

    def game(self, name: GameName) -> Game | None:
        """A game as it stands, its snapshot with what is newer; None when there is no such game."""
        return self._games.folded(self._reader, name).game

    def summaries(self, names: Iterable[GameName]) -> Mapping[GameName, Summary]:
        """Some games in short, without those there are not, and those that cannot be read."""
        return {name: summary for name in names if (summary := self._summary(name))}

    def _summary(self, name: GameName) -> Summary | None:
        try:
            return self._games.folded(self._reader, name).summary
        except UNREADABLE:
            return None

    unsent = read_by(outbox.unsent)

    def received(self, author: str) -> tuple[ReceivedRow, ...]:
        """The letters of an author, and those whose author is not settled, oldest first."""
        rows = self._reader.execute(
            """SELECT id, arrived, recipient, state, author, coalesce(raw, x'')
               FROM letters LEFT JOIN letter_bytes ON letter = id
               WHERE author = ? OR (author IS NULL AND state <> 'robot') ORDER BY arrived, id""",
            [author],
        )
        return tuple(ReceivedRow(row[0], parse_timestamp(row[1]), *row[2:]) for row in rows)

    def acted_in(self, game: GameName) -> frozenset[int]:
        """The ids of the letters that caused events of a game."""
        rows = self._reader.execute("SELECT DISTINCT letter FROM events WHERE game = ? AND letter IS NOT NULL", [game])
        return frozenset(int(letter) for (letter,) in rows)

    def sent_to(self, game: GameName, reader: int) -> tuple[OutboxRow, ...]:
        """The series of one reader of a game, oldest first, copies too."""
        return outbox.select(self._reader, "WHERE game = ? AND reader = ? ORDER BY id", [game, reader])

    last_zine_issue = read_by(issues.last_issue)
    games_told_in_zine = read_by(issues.games_told)

    logs = read_by(logs)
    unlisted = read_by(issues.unlisted)
    letters_to_editor = read_by(issues.letters_to_editor)


@contextmanager
def open_read_only(path: Path) -> Iterator[ReadOnlyStore]:
    """Open the file at ``path`` with the games in it; what is raised is that of ``open_database``."""
    with open_database(path) as db:
        yield ReadOnlyStore(db)
