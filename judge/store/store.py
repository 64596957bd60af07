"""The store: letters in, games as their events, letters out, all in one SQLite file."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Lock, local
from weakref import WeakSet

from sqlite_utils import Database

from judge.beats import Beat, Leap
from judge.folders import private_file, private_folder
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.summary import Summary
from judge.store import destinations, gazette, heartbeat, inbox, ledger, outbox, summaries
from judge.store.connect import connect
from judge.store.heartbeat import Owed
from judge.store.identity import FileIdentity
from judge.store.schema import open_up_to_date
from judge.store.values import Alarm, Arrival, Change, Failure, GazetteReader, Issue, KeptLetter, Occasion, Queued
from judge.store.writer import Writer


class Store:
    """Whatever a method has answered is on the disk; any thread may ask, one thread writes.

    A disk that takes no more shows as OSError of ENOSPC, a broken one as ``sqlite3.Error``.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """Open the file at ``path``, brought up to the present schema; ``now`` tells the time of arrivals, UTC."""
        private_folder(path.parent)
        private_file(path)  # what SQLite puts beside it has the same rights
        self._path = path
        self._now = now
        opened = open_up_to_date(path)
        summaries.refresh(opened)
        self._file = FileIdentity(path)
        self._writer = Writer(opened, self._file)
        self._arrivals = Lock()
        self._recent = ledger.Recent()
        self._summaries = summaries.Summaries()
        self._key: str | None = None
        self._handed_over: dict[int, datetime] = {}
        self._own = local()
        self._readers: WeakSet[Database] = WeakSet()

    # --- letters in

    def keep(self, door: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        """Keep a letter that has just arrived; the future gives its id once it is on the disk.

        The same bytes with the same envelope are the same letter: they get the id they had, and are kept once.
        """
        with self._arrivals:  # the order of arrival is the order of writing, or ``settle`` would promise too much
            letter = Arrival(self._now(), door, sender, recipient, raw)
            return self._writer.submit(lambda db: inbox.keep(db, letter))

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is on the disk."""
        with self._arrivals:
            barrier = self._writer.submit(lambda _: None)
        barrier.result()

    def next_letter(self) -> KeptLetter | None:
        """The unread letter that arrived first; one that is put off is none before its moment."""
        return inbox.oldest(self._reader, self._now())

    def put_off(self, author: str | None = None) -> int:
        """How many letters in somebody's name, or in all, wait to be read again at a later moment."""
        return inbox.put_off(self._reader, author)

    def begin(self, letter_id: int, judge: str) -> None:
        """Note that a judge, by a name of this run alone, begins to read a letter."""
        self._writer.submit(lambda db: inbox.begin(db, letter_id, judge)).result()

    def note_failure(self, letter_id: int) -> None:
        """Count that reading a letter has failed, so that it is not read for ever."""
        self._writer.submit(lambda db: inbox.note_failure(db, letter_id)).result()

    def held(self, code: str) -> tuple[int, str] | None:
        """The letter that waits for this code: its id, and the address it must be confirmed from."""
        return inbox.held(self._reader, code)

    def unconfirmed(self, address: str) -> int:
        """How many letters in somebody's name have never been confirmed."""
        return inbox.unconfirmed(self._reader, address)

    def letter(self, letter_id: int) -> KeptLetter:
        """A letter as it was kept; KeyError when there is no such letter."""
        return inbox.letter(self._reader, letter_id)

    def seen_before(self, sender: str, message_id: str, about: str, letter_id: int) -> bool:
        """Whether another copy of this sender's letter has been done for the game ``about``, "" for none."""
        return inbox.was_done(self._reader, sender, message_id, about, letter_id)

    # --- games

    def games(self) -> tuple[GameName, ...]:
        """Every game, in the order of opening."""
        return ledger.games(self._reader)

    def events(self, game: GameName) -> tuple[Event, ...]:
        """What happened to a game, oldest first; nothing when there is no such game."""
        return self._recent.events(self._reader, game)

    def game(self, game: GameName) -> Game | None:
        """A game as it stands, the fold of its events; None when there is no such game."""
        return self._recent.folded(self._reader, game).game

    def summaries(self) -> tuple[Summary, ...]:
        """Every game in short, in the order of opening; no events are read."""
        return self._summaries.all(self._reader)

    def next_alarm(self) -> Alarm | None:
        """The earliest alarm of any game, or of the gazette."""
        return ledger.next_alarm(self._reader)

    def key(self, make: Callable[[], str]) -> str:
        """The key that ids are made with: the same for the life of this file, as ``make`` gave it the first time."""
        if self._key is None:
            self._key = ledger.key(self._reader) or self._writer.submit(partial(ledger.keep_key, made=make())).result()
        return self._key

    def beat(self, one: Beat) -> None:
        """Note that the judge runs."""
        self._writer.submit(lambda db: heartbeat.beat(db, one)).result()

    def last_beat(self) -> Beat | None:
        """When the judge was last known to run; None when that was never noted."""
        return heartbeat.last_beat(self._reader)

    def believe(self, leap: Leap, now_on: Beat) -> None:
        """Note that a wall clock is believed from this beat on, so that every game is owed the time it leapt by."""
        self._writer.submit(lambda db: heartbeat.believe(db, leap, now_on)).result()

    def owe(self, game: GameName, since: datetime, again: datetime) -> None:
        """Keep in mind that a game lost the time since then, until ``paid``; its next alarm comes by ``again``."""
        self._writer.submit(lambda db: heartbeat.owe(db, game, since, again)).result()

    def owed(self, game: GameName) -> Owed | None:
        """Since when a game has lost time that could not be given back yet; None for the others."""
        return heartbeat.owed(self._reader, game)

    def paid(self, game: GameName) -> None:
        """A game has been given back what it lost."""
        self._writer.submit(lambda db: heartbeat.paid(db, game)).result()

    def postpone(self, game: GameName | None, at: datetime | None) -> None:
        """Look at a game, or without one at the gazette, at this moment and not before; nothing else changes."""
        if game is None:
            self._writer.submit(lambda db: gazette.set_alarm(db, at)).result()
        else:
            self._writer.submit(lambda db: ledger.postpone(db, game, at)).result()

    def gazette_readers(self) -> tuple[GazetteReader, ...]:
        """Everyone who reads the gazette."""
        return gazette.readers(self._reader)

    def last_issue(self) -> Issue:
        """The last issue of the gazette, with the hour when the next one is due; its number is 0 before the first."""
        return gazette.last(self._reader)

    def commit(self, change: Change) -> bool:
        """Write a change whole; False, with nothing written, when it was decided on what is no longer so.

        That is when the game has other than ``change.seen`` events by now, when the letter has been settled already,
        or when a number of a letter out is taken.
        """
        summary = None
        if change.game is not None and change.events:
            after = partial(self._recent.after, self._reader, change.game, change.seen, change.events)
            summary = summaries.told(change.game, lambda: after().summary)
        return self._writer.submit(partial(_apply, change=change, summary=summary)).result()

    # --- letters out

    def outgoing(self, now: datetime) -> tuple[Queued, ...]:
        """Letters due for sending, oldest first, at most a hundred."""
        return outbox.due(self._reader, now)

    def mark_sent(self, letter_id: int, at: datetime) -> None:
        """A letter has been handed over; where that cannot be written it is remembered, for ``catch_up``."""
        self._handed_over[letter_id] = at
        self._writer.submit(lambda db: outbox.mark_sent(db, letter_id, at)).result()
        del self._handed_over[letter_id]

    def catch_up(self) -> None:
        """Write what could not be written of letters handed over; while it fails nobody may send them again."""
        for letter_id, at in tuple(self._handed_over.items()):
            self.mark_sent(letter_id, at)

    def mark_failed(self, letter_id: int, failure: Failure) -> None:
        """A letter could not be handed over."""
        now = self._now()
        self._writer.submit(lambda db: outbox.mark_failed(db, letter_id, failure, now)).result()

    def pause(self, destination: str, until: datetime) -> None:
        """A mail domain, or EVERYWHERE, takes no letters before ``until``."""
        now = self._now()
        self._writer.submit(lambda db: destinations.pause(db, destination, until, now)).result()

    def resume(self, destination: str) -> None:
        """Letters go there again at once."""
        self._writer.submit(lambda db: destinations.resume(db, destination)).result()

    def refusals(self, destination: str) -> int:
        """How often in a row a destination has refused letters."""
        return destinations.refusals(self._reader, destination)

    def last_number(self, game: GameName, reader: int) -> int:
        """The number of the last letter to a reader of a game, 0 before the first."""
        return outbox.last_number(self._reader, game, reader)

    def numbered(self, game: GameName, reader: int, number: int) -> Queued | None:
        """The letter of that number to a reader of a game."""
        return outbox.numbered(self._reader, game, reader, number)

    def unsent(self, game: GameName) -> tuple[tuple[str, int, int], ...]:
        """Addresses that letters of a game do not reach, with how many are tried again and how many given up."""
        return outbox.unsent(self._reader, game)

    def under_envelope(self, envelope_from: str) -> Queued | None:
        """The letter that was sent with this envelope sender."""
        return outbox.under_envelope(self._reader, envelope_from)

    def posted_since(self, to: str, occasions: Sequence[Occasion], since: datetime) -> int:
        """How many letters for these occasions were queued for an address after a moment."""
        return outbox.count(self._reader, to, occasions, since)

    def posted_widely(self, domain: str | None, occasions: Sequence[Occasion], since: datetime) -> int:
        """How many letters for these occasions were queued after a moment for a mail domain, or for all (None)."""
        return outbox.count_wide(self._reader, domain, occasions, since)

    def close(self) -> None:
        """Write what was handed in, then close the file; nothing may be asked afterwards."""
        self._writer.close()
        for reader in tuple(self._readers):
            reader.close()

    @property
    def _reader(self) -> Database:
        """This thread's own connection for reading; OSError once another file lies in the place of ours."""
        self._file.check()
        reader: Database | None = getattr(self._own, "reader", None)
        if reader is None:
            reader = self._own.reader = connect(self._path)
            self._readers.add(reader)
        return reader


def _apply(db: Database, change: Change, summary: Summary | None) -> bool:
    if change.letter is not None and not inbox.is_unread(db, change.letter):
        return False
    if change.game is not None and ledger.version(db, change.game) != change.seen:
        return False
    if not outbox.follow(db, change.outgoing):
        return False
    if change.issue is not None and not gazette.follows(db, change.issue):
        return False
    if change.game is not None:
        ledger.append(db, change.game, change)
    if change.game is not None and change.events:
        summaries.keep(db, change.game, summary)
    if change.letter is not None:
        inbox.settle(db, change.letter, change)
    if change.release is not None:
        inbox.release(db, change.release)
    if change.cancel is not None:
        inbox.cancel(db, change.cancel)
    if change.subscription is not None:
        gazette.subscribe(db, change.subscription)
    if change.issue is not None:
        gazette.publish(db, change.issue)
    for letter in change.outgoing:
        outbox.queue(db, letter)
    return True
