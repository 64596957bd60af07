"""The games in the store: as they stand, in short, what they wait for, and the time that they have lost."""

from collections import deque
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from judge.game.folded_log import FoldedLog
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.summary import Summary
from judge.heartbeat import ClockLeap, Heartbeat
from judge.store import event_log, gazette, heartbeat
from judge.store.game_cache import GameCache
from judge.store.heartbeat import LostTime
from judge.store.records import Alarm
from judge.store.snapshots import make_snapshot, replace_snapshot, stale_games
from judge.store.store_file import StoreFile
from judge.store.summaries import Summaries

_MOST_ALARMS = 256
"""Alarms that are asked for at once: between them it is seen whether the judge is to stop."""


class StoredGames(StoreFile):
    """The games of the store; what decides on them is written by ``Store.commit``."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """No game is read before it is asked for."""
        super().__init__(path, now)
        self._games = GameCache()
        self._summaries = Summaries()
        self._stale = deque(self._writer.submit(stale_games).result())

    def games(self) -> tuple[GameName, ...]:
        """Every game, in the order of opening."""
        return event_log.games(self._reader)

    def is_game(self, name: GameName) -> bool:
        """Whether there is a game of that name."""
        return event_log.is_game(self._reader, name)

    def events(self, game: GameName, after: int = 0) -> tuple[Event, ...]:
        """The events of a game behind the first ``after``, oldest first, from the log; none of a game there is not."""
        return event_log.events(self._reader, game, after)

    def closes(self, game: GameName, since: datetime | None = None) -> tuple[Event, ...]:
        """The closes and rollbacks of a game, oldest first; with ``since`` those after that moment."""
        return event_log.closes(self._reader, game, since)

    def game(self, game: GameName) -> Game | None:
        """A game as it stands, the fold of its events; None when there is no such game."""
        return self._games.folded(self._reader, game).game

    def folded_at(self, game: GameName, version: int) -> FoldedLog | None:
        """The fold of the first ``version`` events of a game, where it is in memory; None elsewhere."""
        return self._games.at(game, version)

    def summaries(self) -> tuple[Summary, ...]:
        """Every game in short, in the order of opening; no events are read where there is a snapshot."""
        return self._summaries.all(self._reader, self._make_summary)

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
        return event_log.pages_missing_since(self._reader, game)

    def next_missing_pages(self, after: str = "") -> GameName | None:
        """The first game behind a name, by name, of which pages may be missing; None when there is none."""
        return event_log.next_missing_pages(self._reader, after)

    def note_all_pages_missing(self) -> None:
        """Note that pages of every game may be missing from the first on."""
        self._writer.submit(event_log.note_all_pages_missing).result()

    def note_pages_written(self, game: GameName, number: int) -> None:
        """Note that every page of the first ``number`` events of a game is written; a crash may lose the note."""
        self._note(partial(event_log.note_pages_written, game=game, number=number))

    def _make_summary(self, game: GameName) -> Summary | None:
        snapshot = make_snapshot(game, partial(self._games.folded, self._reader, game))
        return snapshot.folded.summary if snapshot else None

    def next_alarm(self) -> Alarm | None:
        """The earliest alarm of any game, or of the gazette."""
        return event_log.next_alarm(self._reader)

    def due_alarms(self, now: datetime, before: datetime | None) -> tuple[Alarm, ...]:
        """The first alarms of games that are due, at most some hundred; with ``before``, those earlier than that."""
        return event_log.due_alarms(self._reader, now, before, _MOST_ALARMS)

    # --- time that has passed

    def heartbeat(self, one: Heartbeat) -> None:
        """Note that the judge runs."""

        def write(db: Database) -> None:
            self._write_notes(db)
            heartbeat.heartbeat(db, one)

        self._writer.submit(write).result()

    def last_heartbeat(self) -> Heartbeat | None:
        """The last heartbeat; None before the first."""
        return heartbeat.last_heartbeat(self._reader)

    def accept_wall_clock(self, leap: ClockLeap, now_on: Heartbeat) -> None:
        """Note that a wall clock is accepted from this heartbeat on; every game has lost the time it leapt by."""
        self._writer.submit(lambda db: heartbeat.accept_wall_clock(db, leap, now_on)).result()

    def note_outage(self, since: datetime | None, now_on: Heartbeat) -> None:
        """Note that the games have lost the time since then, None for none, and that the judge runs again."""
        self._writer.submit(lambda db: heartbeat.note_outage(db, since, now_on)).result()

    def next_owed(self, now: datetime) -> GameName | None:
        """The first game that is to be given back, by now, what it has lost; None when there is none."""
        return heartbeat.next_owed(self._reader, now)

    def owe_until(self, game: GameName, again: datetime) -> None:
        """Put off to a later moment that a game is given back what it has lost; its next alarm comes by then."""
        self._writer.submit(lambda db: heartbeat.owe_until(db, game, again)).result()

    def owed(self, game: GameName) -> LostTime | None:
        """Since when a game has lost time that could not be given back yet; None for the others."""
        return heartbeat.lost_time(self._reader, game)

    def paid(self, game: GameName) -> None:
        """Note that a game has been given back the time it lost."""
        self._writer.submit(lambda db: heartbeat.clear_lost_time(db, game)).result()

    def postpone(self, game: GameName | None, at: datetime | None) -> None:
        """Set the next alarm of a game, or without one of the gazette; nothing else changes."""
        if game is None:
            self._writer.submit(lambda db: gazette.set_next_issue(db, at)).result()
        else:
            self._writer.submit(lambda db: event_log.postpone(db, game, at)).result()
