"""The store: received letters, games as their events, letters to be sent, all in one SQLite file."""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from judge.game.people.messages import AddressChanged
from judge.game.phases.messages import GameEnded
from judge.game.seats.messages import PlayerLeft, SeatsLost
from judge.game.settings import Address, GameName
from judge.store import event_chain, event_log, forgetting, inbox, issues, outbox, retention, rows
from judge.store.connection import Readers, connect, open_up_to_date, shrink
from judge.store.data_folder import FileIdentity, HandedOver, HandedOverLetters, WorkMark
from judge.store.forgetting import Forgetting
from judge.store.inbox import note_worth
from judge.store.issues import subscribe
from judge.store.life import LifeMark, life_of
from judge.store.records import (
    GazetteIssue,
    NewEditorLetter,
    OutboxRow,
    SendFailure,
    Transaction,
    WithdrawnEditorLetters,
)
from judge.store.retention import JunkLimits, Retention
from judge.store.rows import ArrivedLetter, GameWork, KeptLetter
from judge.store.schema import migrations
from judge.store.snapshots import Snapshot, make_snapshot, store_snapshot
from judge.store.spool import Arrivals, drop_taken
from judge.store.standing import Overview, overview
from judge.store.stored_games import StoredGames, read_by, written_by
from judge.system.clock import Heartbeat
from judge.system.files import private_file, private_folder

# --- a transaction written whole, or nothing of it


def write_transaction(db: Database, transaction: Transaction, snapshot: Snapshot | None) -> bool:
    """Write a transaction; False, with nothing written, when it was decided on an outdated state.

    ``snapshot`` is that of its game after its events.
    """
    if transaction.letter is not None and not inbox.is_unread(db, transaction.letter):
        return False
    if transaction.game is not None and event_log.version(db, transaction.game) != transaction.seen:
        return False
    if not outbox.are_next_numbers(db, transaction.outgoing):
        return False
    if not _is_issue_new(db, transaction) or not outbox.are_digests_as_seen(db, transaction.digests):
        return False
    if not all(issues.is_tournament_as_seen(db, one) for one in transaction.tournaments):
        return False
    if transaction.game is not None:
        event_log.append(db, transaction.game, transaction)
        event_log.note_whether_stuck(db, transaction.game, transaction)
    if transaction.game is not None and transaction.events:
        store_snapshot(db, transaction.game, snapshot)
        for event in transaction.events:
            if isinstance(event, GameEnded | SeatsLost | PlayerLeft):
                issues.wake_tournament(db, transaction.game, event.at)
    if transaction.letter is not None:
        inbox.settle(db, transaction.letter, transaction)
        note_worth(db, transaction.letter, transaction)
    if transaction.release is not None:
        inbox.release(db, transaction.release)
    if transaction.cancel is not None:
        inbox.cancel(db, transaction.cancel)
    _write_of_publications(db, transaction)
    for change in transaction.digests:
        outbox.change_digest(db, change)
    for letter in transaction.outgoing:
        outbox.queue(db, letter, transaction.letter)
    return True


def _is_issue_new(db: Database, transaction: Transaction) -> bool:
    """Whether no issue of its number has gone out of the publication that the transaction has one of."""
    match transaction.issue:
        case None:
            return True
        case GazetteIssue() as issue:
            return issues.is_next_issue(db, issue)
        case issue:
            return issues.is_new_issue(db, issue)


def _write_of_publications(db: Database, transaction: Transaction) -> None:
    """Write who subscribes, what is kept for the editor, what becomes of tournaments, which issue has gone out."""
    for tournament in transaction.tournaments:
        issues.write_tournament(db, tournament)
    for wanted in transaction.subscriptions:
        subscribe(db, wanted)
    for event in transaction.events:
        if isinstance(event, AddressChanged):
            issues.move_blocks(db, event.address, event.to)
    for wish in transaction.blocks:
        issues.block(db, wish)
    for one in transaction.to_editor:
        match one:
            case NewEditorLetter():
                issues.keep_letter(db, one)
            case WithdrawnEditorLetters():
                issues.withdraw_letters(db, one)
            case decided:
                issues.decide_tribune(db, decided)
    match transaction.issue:
        case None:
            pass
        case GazetteIssue() as issue:
            issues.note_gazette(db, issue)
        case issue:
            issues.note_issue(db, issue)


# --- the store: received letters, games as their events, letters to be sent, all in one SQLite file


_SOON = timedelta(minutes=1)


class Store(StoredGames):
    """All that one file holds. Whatever a method has returned is on the disk; any thread may call, one thread writes.

    A full disk raises OSError with ENOSPC, a broken one ``sqlite3.Error``.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """Open the file at ``path``, migrated to the present schema; ``now`` tells the time of arrivals, UTC."""
        super().__init__(path, now)
        self._path = path
        self._mark = WorkMark(path.with_name("reading"))
        self._arrivals = Arrivals(self._writer, now, rows.keep)
        self._key: str | None = None
        self._epoch: str | None = None
        self._life_mark = LifeMark(path.parent)
        self._left = 0
        self._taken = HandedOverLetters(path.with_name("handed-over"))
        self._handed_over = [*self._taken.read()]
        self.marked_sent = 0
        """Letters marked as sent since the file was opened."""

    # --- letters in

    def keep(self, transport: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        """Store a letter that has just arrived; the future gives its id once it is on the disk.

        The same bytes with the same envelope are the same letter: they get the id they had, and are stored once.
        """
        return self._arrivals.keep(transport, sender, recipient, raw)

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is on the disk."""
        self._arrivals.settle()

    def take_in(self, letters: Sequence[ArrivedLetter]) -> tuple[int, ...]:
        """Store letters that have arrived elsewhere, all in one transaction where they are not too many; their ids."""
        kept = [self._writer.submit(partial(rows.keep, letter=letter)) for letter in letters]
        return tuple(future.result() for future in kept)

    def next_letter(self, but: Collection[int] = ()) -> KeptLetter | None:
        """The unread letter that arrived first, ``but`` none of these; one put off counts from its moment on."""
        return inbox.next_letter(self._reader, self._now(), but)

    put_off = read_by(inbox.put_off)
    has_proven = read_by(inbox.has_proven)

    @contextmanager
    def reading(self, letter_id: int) -> Iterator[None]:
        """Mark a letter as being read, so that the next judge knows of it if this process does not live to the end."""
        self._mark.set(letter_id)
        try:
            yield
        finally:
            self._mark.clear()

    @contextmanager
    def working_on(self, work: GameWork, game: GameName) -> Iterator[None]:
        """Mark work of a game, in the same way."""
        self._mark.set_work(work, game)
        try:
            yield
        finally:
            self._mark.clear()

    def note_interrupted(self) -> tuple[GameWork, GameName] | int | None:
        """Note what the last judge was doing when it ended; the letter or work, None where it did nothing."""
        letter, work = self._mark.letter, self._mark.work
        if letter is not None:
            self._writer.submit(lambda db: inbox.note_interrupted(db, letter)).result()
        if work is not None:
            self.note_end(*work)
        self._mark.clear()
        return letter or work

    note_failure = written_by(inbox.note_failure)
    held = read_by(inbox.held)
    unconfirmed = read_by(inbox.unconfirmed)
    letter = read_by(inbox.letter)
    seen_before = read_by(inbox.was_done)

    # --- decisions

    def key(self, make: Callable[[], str]) -> str:
        """The key that ids are made with: the same for the life of this file, from ``make`` the first time."""
        if self._key is None:
            self._key = (
                event_chain.read_secret_key(self._reader)
                or self._writer.submit(partial(event_chain.store_secret_key, made=make())).result()
            )
        return self._key

    def last_hash(self, game: GameName, make: Callable[[], str]) -> str:
        """The hash of the last event of a game, or that before its first; ``make`` as for ``key``."""
        return event_chain.last_hash(self._reader, self.key(make), game)

    @property
    def epoch(self) -> str:
        """The life of the database, empty the first; it does not change while the file is open."""
        if self._epoch is None:
            self._epoch = life_of(self._reader).epoch
        return self._epoch

    def note_leaving(self, letter_id: int) -> None:
        """Note beside the database that letters up to this one are about to leave, before any of them does."""
        if letter_id > self._left:
            self._life_mark.write(life_of(self._reader), letter_id)
            self._left = letter_id

    subscribers = read_by(issues.subscribers_of)
    unlisted = read_by(issues.unlisted)
    blocks_about = read_by(issues.blocks_about)
    other_addresses = read_by(issues.other_addresses)
    is_subscriber = read_by(issues.is_subscriber)
    last_issue = read_by(issues.last_gazette)
    last_zine_issue = read_by(issues.last_issue)
    letters_to_editor = read_by(issues.letters_to_editor)
    letters_of_tribune = read_by(issues.letters_of_tribune)

    def writer_to_editor(self, number: int) -> Address:
        """The address that a letter to the editor came from."""
        return Address(issues.writer_of(self._reader, number))

    count_letters_to_editor = read_by(issues.count_letters_of)
    tournaments = read_by(issues.tournaments)
    queue = read_by(issues.queue)

    def commit(self, transaction: Transaction) -> bool:
        """Write a transaction whole; False, with nothing written, when it was decided on an outdated state.

        That is when the game has other than ``transaction.seen`` events by now, or a tournament another version, when
        the letter has been settled already, or when a number of a letter to be sent is taken.
        """
        snapshot = None
        if transaction.game is not None and transaction.events:
            after = partial(self._games.after, self._reader, transaction.game, transaction.seen, transaction.events)
            stored = partial(self._games.stored, transaction.game, transaction.seen)
            snapshot = make_snapshot(transaction.game, after, stored)

        def write(db: Database) -> bool:
            self._write_notes(db)
            return write_transaction(db, transaction, snapshot)

        is_written = self._writer.submit(write).result()
        if is_written and transaction.game is not None and snapshot:
            self._games.keep(transaction.game, snapshot.folded, snapshot.characters)
        return is_written

    def drop_junk(self, limits: JunkLimits) -> int:
        """Drop the bytes of letters that changed nothing, where they are too old or too many; how many letters'."""
        now = self._now()
        return self._writer.submit(lambda db: retention.drop_junk(db, limits, now)).result()

    mailbox_data = read_by(forgetting.mailbox_data)
    own_events = read_by(forgetting.own_events)
    addresses_of = read_by(forgetting.addresses_of)

    # --- people who are forgotten

    forgetting_at = read_by(forgetting.hour_of)

    def due_forgettings(self) -> tuple[str, ...]:
        """Who is to be forgotten by now; an empty address where the file is to be written anew."""
        return forgetting.due(self._reader, self._now())

    find_forgetting = read_by(forgetting.find)

    def forget(self, plan: Forgetting) -> bool:
        """Forget somebody; False, with nothing done, where one of their games has gone on meanwhile."""
        now = self._now()
        return self._writer.submit(lambda db: forgetting.carry_out(db, plan, now)).result()

    def put_off_forgetting(self, plan: Forgetting, until: datetime) -> None:
        """Have somebody be forgotten later, and no more letters leave to them."""
        now = self._now()
        self._writer.submit(lambda db: forgetting.let_go(db, plan, until, now)).result()

    def drop_taken_from(self, spool: Path) -> None:
        """Remove letters from the spool that are here, and leave nothing of them in its file."""
        drop_taken(spool, lambda mark: rows.id_of(self._reader, mark) is not None)

    def write_anew(self) -> bool:
        """Write the file anew, without what was deleted; False where somebody read it meanwhile: once more, then."""
        with closing(connect(self._path)) as db:
            is_done = shrink(db)
            with db.atomic():
                forgetting.note_written_anew(db, None if is_done else self._now() + _SOON)
        return is_done

    def drop_old(self, kept: Retention) -> int:
        """Drop of letters what has been kept long enough; how many have lost something."""
        now = self._now()
        return self._writer.submit(lambda db: retention.drop_old(db, kept, now)).result()

    logs_written = read_by(event_chain.written)

    def overview(self) -> Overview:
        """How the judge stands."""
        return overview(self._reader, self._now())

    # --- letters out

    outgoing = read_by(outbox.due_letters)

    def note_sent(self, letter: OutboxRow, at: datetime) -> None:
        """Remember that a letter was handed over, for ``catch_up`` to write; the next judge knows of it, too."""
        taken = HandedOver(letter.id, letter.message_id, at)
        self._handed_over.append(taken)
        self._taken.add(taken)

    def catch_up(self) -> None:
        """Mark all letters handed over as sent, in one transaction; while it fails nobody may send them again.

        Those that the last process handed over and did not mark are among them.
        """
        if not self._handed_over:
            return
        self._writer.submit(lambda db: outbox.mark_sent(db, self._handed_over)).result()
        self._taken.clear()
        self.marked_sent += len(self._handed_over)
        self._handed_over.clear()

    def mark_failed(self, letter_id: int, failure: SendFailure) -> None:
        """Note that a letter could not be handed over."""
        now = self._now()
        self._writer.submit(lambda db: outbox.mark_failed(db, letter_id, failure, now)).result()

    def pause(self, destination: str, until: datetime) -> None:
        """Pause a mail domain, or EVERYWHERE, until a moment."""
        now = self._now()
        self._writer.submit(lambda db: outbox.pause(db, destination, until, now)).result()

    resume = written_by(outbox.resume)
    refusals = read_by(outbox.refusals)
    last_number = read_by(outbox.last_number)
    numbered = read_by(outbox.numbered)
    press_told = read_by(outbox.press_told)
    cause_of = read_by(outbox.cause_of)
    sent_under = read_by(outbox.sent_under)
    last_to = read_by(outbox.last_to)
    unsent = read_by(outbox.unsent)
    under_envelope = read_by(outbox.sent_under_envelope)
    posted_since = read_by(outbox.count_to_mailbox)
    posted_widely = read_by(outbox.count_wide)
    digest_readers = read_by(outbox.digest_readers)
    digest_reader = read_by(outbox.digest_reader)
    waiting_news = read_by(outbox.waiting_news)

    def close(self) -> None:
        """Write what was submitted, then close the file; no method may be called afterwards."""
        super().close()
        self._mark.close()
        self._taken.close()


# --- what the door reads of the database, beside the worker that writes it


class StoreView:
    """Reads the database; any thread may call, and nobody who writes is waited for."""

    def __init__(self, path: Path) -> None:
        """Open the file at ``path``, migrated to the present schema, for whoever comes first makes it."""
        private_folder(path.parent)
        private_file(path)
        open_up_to_date(path, migrations).close()
        self._readers = Readers(path, FileIdentity(path))

    def last_heartbeat(self) -> Heartbeat | None:
        """The last heartbeat of the worker; None before the first."""
        return rows.last_heartbeat(self._readers.own)

    def close(self) -> None:
        """Close the file; no method may be called afterwards."""
        self._readers.close()
