"""The file of the store with the games in it, of which those last used stay in memory."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from threading import Lock
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sqlite_utils import Database

from judge.game.folded_log import FoldedLog, continue_fold, fold_log
from judge.game.league import Excerpt, Need, Summary
from judge.game.messages import Event
from judge.game.names import Stage
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, GameName, Language
from judge.game.state import Game
from judge.store import event_chain, event_log, issues, outbox, rows, snapshots
from judge.store.connection import Readers, StoreWriter, open_up_to_date
from judge.store.data_folder import FileIdentity
from judge.store.event_json import dump_event, read_event
from judge.store.rows import Alarm
from judge.store.schema import migrations, note_version
from judge.store.snapshots import Summaries, make_snapshot, read_snapshot, replace_snapshot, stale_games
from judge.system.clock import Heartbeat
from judge.system.files import private_file, private_folder

# --- the file of the store


class StoreFile:
    """The open file. Whatever a method has returned is on the disk; any thread may call, one thread writes.

    A full disk raises OSError with ENOSPC, a broken one ``sqlite3.Error``.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """Open the file at ``path``, migrated to the present schema; ``now`` tells the time of arrivals, UTC."""
        private_folder(path.parent)
        private_file(path)  # what SQLite puts beside it has the same rights
        self._now = now
        opened = open_up_to_date(path, migrations)
        note_version(opened)
        file = FileIdentity(path)
        self._writer = StoreWriter(opened, file)
        self._readers = Readers(path, file)

    def close(self) -> None:
        """Write what was submitted, then close the file; no method may be called afterwards."""
        self._writer.close()
        self._readers.close()

    @property
    def _reader(self) -> Database:
        """This thread's own connection for reading; OSError once another file lies in the place of the opened one."""
        return self._readers.own


P = ParamSpec("P")
R = TypeVar("R")


class _Readable(Protocol):
    """What has a connection for reading."""

    @property
    def _reader(self) -> Database: ...


def read_by(function: Callable[Concatenate[Database, P], R]) -> Callable[Concatenate[_Readable, P], R]:
    """The method of a store that asks ``function`` on its connection for reading."""

    @wraps(function)
    def read(store: _Readable, /, *args: P.args, **named: P.kwargs) -> R:
        return function(store._reader, *args, **named)  # noqa: SLF001  # a method of it

    return read


def written_by(function: Callable[Concatenate[Database, P], R]) -> Callable[Concatenate[StoreFile, P], R]:
    """The method of a store that has its one thread that writes do what ``function`` does."""

    @wraps(function)
    def write(store: StoreFile, /, *args: P.args, **named: P.kwargs) -> R:
        return store._writer.submit(lambda db: function(db, *args, **named)).result()  # noqa: SLF001  # the same

    return write


# --- the games last used, folded, in memory: of a game that is here only new events are read


MOST_CHARACTERS = 10_000_000
"""How many characters of JSON the games in memory would make; a character takes about five bytes of memory."""

_LIKELY_CHARACTERS = 10_000
"""What is reckoned for a game whose JSON is not known."""


@dataclass(frozen=True)
class _Foreseen:
    """A fold with events that are likely to be written next; ``texts`` are they as they would stand in the log."""

    texts: tuple[str, ...]
    folded: FoldedLog


@dataclass(frozen=True)
class _CachedGame:
    """A game, with the fold ``before`` the events that came last, which pages of the archive go on from.

    ``is_stored``: the snapshot of it is known to be in the database. ``rewritten``: how often its log had been when it
    was read.
    """

    folded: FoldedLog
    characters: int
    before: FoldedLog
    is_stored: bool
    foreseen: _Foreseen | None = None
    rewritten: int = 0


class GameCache:
    """The games last used, folded, as many as ``most`` characters of their JSON allow. Any thread may call."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._games: OrderedDict[GameName, _CachedGame] = OrderedDict()
        self._most = most
        self._characters = 0
        self._lock = Lock()

    def folded(self, db: Database, game: GameName) -> FoldedLog:
        """The fold of all events of a game: of those that are new since it was last folded, here or in its snapshot."""
        rewritten = event_chain.rewritten(db, game)
        with self._lock:
            known = self._games.get(game)
            if known and known.rewritten != rewritten:
                self._characters -= self._games.pop(game).characters
                known = None
        before, characters = (known.folded, known.characters) if known else read_snapshot(db, game)
        texts = event_log.texts(db, game, after=before.version)
        if known and known.foreseen and known.foreseen.texts == texts:
            folded = known.foreseen.folded
        else:
            folded = _fold_on(db, game, before, tuple(map(read_event, texts)))
        self.keep(game, folded, characters, is_stored=folded is before, rewritten=rewritten)
        return folded

    def after(self, db: Database, game: GameName, seen: int, more: tuple[Event, ...]) -> FoldedLog:
        """The fold of the ``seen`` events of a game and of more behind them; an empty one where it has others."""
        known = self.folded(db, game)
        return _fold_on(db, game, known, more) if known.version == seen else FoldedLog()

    def foresee(self, db: Database, game: GameName, seen: int, more: tuple[Event, ...]) -> None:
        """Fold events that another process is likely to write behind the ``seen`` ones of a game in memory.

        The fold counts once the log has just these.
        """
        with self._lock:
            known = self._games.get(game)
        if known is None or known.folded.version != seen:
            return
        foreseen = _Foreseen(tuple(map(dump_event, more)), _fold_on(db, game, known.folded, more))
        with self._lock:
            if self._games.get(game) is known:
                self._games[game] = replace(known, foreseen=foreseen)

    def at(self, game: GameName, version: int) -> FoldedLog | None:
        """The fold of the first ``version`` events of a game, if it is the newest or the one before; else None."""
        with self._lock:
            known = self._games.get(game)
        folds = (known.folded, known.before) if known else ()
        return next((folded for folded in folds if folded.version == version), None)

    def stored(self, game: GameName, version: int) -> FoldedLog | None:
        """The fold of all events of a game, if there are so many and its snapshot is in the database; else None."""
        with self._lock:
            known = self._games.get(game)
        return known.folded if known and known.is_stored and known.folded.version == version else None

    def keep(
        self,
        game: GameName,
        folded: FoldedLog,
        characters: int = 0,
        *,
        is_stored: bool = True,
        rewritten: int | None = None,
    ) -> None:
        """Keep a game as it has been folded; those that have not been used for the longest time go for it.

        ``is_stored``: its snapshot is in the database. The number of ``characters`` of that may be unknown.
        """
        if folded.game is None:
            return
        with self._lock:
            known = self._games.pop(game, None)
            if known is None or known.folded.version < folded.version:
                before = known.folded if known else FoldedLog()
                likely = known.characters if known else _LIKELY_CHARACTERS
                read_at = (known.rewritten if known else 0) if rewritten is None else rewritten
                new = _CachedGame(folded, characters or likely, before, is_stored, rewritten=read_at)
            else:
                new = known  # nothing has happened, or another thread has read more meanwhile
            self._games[game] = new
            self._characters += new.characters - (known.characters if known else 0)
            while self._characters > self._most and len(self._games) > 1:
                _, oldest = self._games.popitem(last=False)
                self._characters -= oldest.characters


def _fold_on(db: Database, game: GameName, known: FoldedLog, more: tuple[Event, ...]) -> FoldedLog:
    """The fold of a game's events, given that of its first ones and the events behind them."""
    if not more:
        return known
    return continue_fold(known, more) or fold_log((*event_log.events(db, game)[: known.version], *more))


# --- the games in the store: as they stand, in short, what they wait for, and the time that they have lost


_MOST_AT_ONCE = 256
"""Alarms that are asked for at once, as between them it is seen whether the judge is to stop; games that are listed."""


class StoredGames(StoreFile):
    """The games of the store; what decides on them is written by ``Store.commit``."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """No game is read before it is asked for."""
        super().__init__(path, now)
        self._games = GameCache()
        self._summaries = Summaries()
        self._stale = deque(self._writer.submit(stale_games).result())
        self._pages_written: dict[GameName, int] = {}
        """After how many events every page of a game is written; the next transaction notes it, a crash may lose it."""

    def close(self) -> None:
        """Write what was submitted, then close the file; no method may be called afterwards."""
        if self._pages_written:
            self._writer.submit(self._write_notes)
        super().close()

    games = read_by(event_log.games)
    is_game = read_by(event_log.is_game)
    events = read_by(event_log.events)
    closes = read_by(event_log.closes)
    events_without_orders = read_by(event_log.without_orders)
    last_press = read_by(event_log.last_press)
    event = read_by(event_log.event)
    silent_close_numbers = read_by(event_log.silent_close_numbers)
    close_numbers = read_by(event_log.close_numbers)

    def closed_phase(self, game: GameName, number: int) -> PhaseClosed:
        """The close that is the event of that number; AssertionError where it is none."""
        event = event_log.event(self._reader, game, number)
        assert isinstance(event, PhaseClosed)
        return event

    def game(self, game: GameName) -> Game | None:
        """A game as it stands, the fold of its events; None when there is no such game."""
        return self._games.folded(self._reader, game).game

    def foresee(self, game: GameName, seen: int, events: tuple[Event, ...]) -> None:
        """Fold events that another process is likely to write next, so that they need not be read once it has."""
        self._games.foresee(self._reader, game, seen, events)

    def folded_at(self, game: GameName, version: int) -> FoldedLog | None:
        """The fold of the first ``version`` events of a game, where it is in memory; None elsewhere."""
        return self._games.at(game, version)

    def summaries(self, games: Iterable[GameName]) -> Mapping[GameName, Summary]:
        """Some games in short, in their order, without those there are not; no events are read where not needed."""
        return self._summaries.of(self._reader, games, self._make_summary)

    def remake_next(self) -> bool:
        """Make one snapshot that is missing, or that other code has made; False when there is none left to make."""
        if not self._stale:
            return False
        game = self._stale.popleft()
        snapshot = make_snapshot(game, partial(self._games.folded, self._reader, game))
        self._writer.submit(partial(replace_snapshot, game=game, snapshot=snapshot)).result()
        return True

    def pages_missing_since(self, game: GameName) -> int | None:
        """After how many events of a game pages of its archive may be missing; None when none is."""
        since = event_log.pages_missing_since(self._reader, game)
        return None if since is None or self._has_its_pages(game) else since

    def next_missing_pages(self, after: str = "") -> GameName | None:
        """The first game behind a name, by name, of which pages may be missing; None when there is none."""
        missing = event_log.next_missing_pages(self._reader, after)
        while missing and self._has_its_pages(missing):
            missing = event_log.next_missing_pages(self._reader, missing)
        return missing

    def note_all_pages_missing(self) -> None:
        """Note that pages of every game may be missing from the first on."""
        self._pages_written.clear()
        self._writer.submit(event_log.note_all_pages_missing).result()

    def note_pages_written(self, game: GameName, number: int) -> None:
        """Note that every page of the first ``number`` events of a game is written; a crash may lose the note."""
        self._pages_written[game] = number

    def _has_its_pages(self, game: GameName) -> bool:
        """Whether all pages of a game as it stands are written, though that is not noted yet."""
        return game in self._pages_written and event_log.version(self._reader, game) == self._pages_written[game]

    def _write_notes(self, db: Database) -> None:
        """Note of which games all pages are written: first thing in a transaction, before it adds events."""
        while self._pages_written:
            event_log.note_pages_written(db, *self._pages_written.popitem())

    def _make_summary(self, game: GameName) -> Summary | None:
        snapshot = make_snapshot(game, partial(self._games.folded, self._reader, game))
        return snapshot.folded.summary if snapshot else None

    # --- many games

    def page_of_games(self, stage: Stage, page: int, most: int, reader: Address | None) -> Excerpt[GameName]:
        """A page of the list of games: those that need people first, of those that are over the last."""
        return snapshots.page_of_games(self._listed, stage, page, most, reader)

    def games_that_need(self, stage: Stage, need: Need, most: int) -> Excerpt[GameName]:
        """The games of a stage, none of them hidden, that need people as much as that, or more."""
        return snapshots.games_that_need(self._listed, stage, need, most)

    def games_closed_since(self, since: datetime, most: int) -> Excerpt[GameName]:
        """The games, none of them hidden, in which a phase has closed after a moment: the last ones."""
        return snapshots.games_closed_since(self._listed, since, most)

    def games_ended_since(self, since: datetime, most: int) -> Excerpt[GameName]:
        """The games, none of them hidden, that have ended after a moment: the last ones."""
        return snapshots.games_ended_since(self._listed, since, most)

    def games_of(
        self, address: Address, stages: Sequence[Stage] = tuple(Stage), most: int = -1
    ) -> tuple[GameName, ...]:
        """The games somebody has ever had to do with, hidden ones too, in the order of opening, at most so many."""
        return snapshots.games_of(self._listed, address, stages, most)

    def first_games(self, most: int) -> tuple[GameName, ...]:
        """The first games that anybody may know of."""
        return snapshots.first_games(self._listed, most)

    def count_over(self, games: Sequence[GameName]) -> int:
        """How many of these games are over."""
        return snapshots.count_over(self._listed, games)

    def list_games(self) -> None:
        """Put every game where lists find it; nothing is to be done for nearly every call."""
        _ = self._listed

    def language_of(self, address: Address) -> Language | None:
        """The language that somebody reads in their first game; None for a stranger."""
        return snapshots.language_of(self._listed, address)

    @property
    def _listed(self) -> Database:
        """The connection for reading, once every game is where lists find it.

        One that is not, after an update of the judge or a change by hand, is put there now.
        """
        while missing := snapshots.unlisted_games(self._reader, _MOST_AT_ONCE):
            summaries = self.summaries(missing)
            self._writer.submit(partial(_list_games, games=missing, summaries=summaries)).result()
        return self._reader

    next_alarm = read_by(event_log.next_alarm)

    def due_alarms(self, now: datetime, before: datetime | None) -> tuple[Alarm, ...]:
        """The first alarms of games that are due, at most some hundred; with ``before``, those earlier than that."""
        return event_log.due_alarms(self._reader, now, before, _MOST_AT_ONCE)

    # --- time that has passed

    last_heartbeat = read_by(rows.last_heartbeat)
    accept_wall_clock = written_by(rows.accept_wall_clock)
    note_outage = written_by(rows.note_outage)
    next_owed = read_by(rows.next_owed)
    owe_until = written_by(rows.owe_until)
    owed = read_by(rows.lost_time)
    paid = written_by(rows.clear_lost_time)

    def heartbeat(self, one: Heartbeat) -> None:
        """Note that the judge runs."""

        def write(db: Database) -> None:
            self._write_notes(db)
            rows.heartbeat(db, one)

        self._writer.submit(write).result()

    version = read_by(event_log.version)
    stuck = read_by(rows.stuck)
    retry_stuck = written_by(event_log.retry_stuck)
    note_end = written_by(event_log.note_end)
    ended_over = read_by(event_log.ended_over)

    def postpone(self, game: GameName | None, at: datetime | None, tournament: str = "", digest: int = 0) -> None:
        """Set the next alarm of a game, a tournament, a digest, or without any of the gazette; nothing else changes."""
        if digest and at:
            self._writer.submit(lambda db: outbox.postpone_digest(db, digest, at)).result()
        elif tournament and at:
            self._writer.submit(lambda db: issues.postpone_tournament(db, tournament, at)).result()
        elif game is None:
            self._writer.submit(lambda db: issues.set_next_issue(db, at)).result()
        else:
            self._writer.submit(lambda db: event_log.postpone(db, game, at)).result()


def _list_games(db: Database, games: Iterable[GameName], summaries: Mapping[GameName, Summary]) -> None:
    """Put games where lists find them; one that has gone on meanwhile is there already."""
    for game in games:
        summary = summaries.get(game)
        if summary is None:
            snapshots.leave_out(db, game)
        elif not snapshots.is_listed(db, game):
            snapshots.list_game(db, game, summary)
