"""The timeline: of all letters and alarms that wait, the oldest is settled first."""

import logging
import sqlite3
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import fields, replace
from datetime import datetime, timedelta
from functools import partial

from judge.game.deadlines.rules import SHORTEST_OUTAGE
from judge.game.folded_log import adds_pages
from judge.game.seats.messages import GameOpened
from judge.game.settings import GameName
from judge.handlers.confirmations import settle_failed_letter
from judge.handlers.digests import send_digest
from judge.handlers.queue import run_queue
from judge.handlers.services import Services, is_own_fault, told_briefly
from judge.handlers.tournaments import run_tournament
from judge.mail.dkim_keys import DkimKeyAwaitedError, DkimKeys
from judge.mail.headers import Headers, header_block, single_from_address
from judge.mail.identity import alias_map
from judge.mail.maildir import set_aside
from judge.paths import gazette
from judge.paths.archive import is_empty, write_new_pages
from judge.paths.deadline import decide_deadline, make_up_outage, note_stuck
from judge.paths.forgetting import forget_due
from judge.paths.receive import Pickup, receive, settle_letter
from judge.service import pools
from judge.service.pools import (
    FEWEST_SIDE_BY_SIDE,
    DeadlinePool,
    LetterReader,
    NotBegunError,
    NotReadError,
    ReaderEndedError,
    ReaderFailedError,
    SettleFunction,
    settle_isolated,
)
from judge.store.connection import is_infrastructure_error
from judge.store.records import QUEUE, Transaction
from judge.store.retention import JunkLimits, Retention
from judge.store.rows import Alarm, GameWork, KeptLetter, LetterStatus
from judge.store.store import Store
from judge.system.clock import ClockLeap
from judge.system.files import write_whole
from judge.system.log import logging_about

# --- letters put aside until the keys of their signatures have come; others are settled meanwhile


_MOST_BEHIND = 50
"""Letters of one writer that wait behind another; beyond, the oldest waits no longer."""


class LettersAwaitingKeys:
    """Which letter is next: not one that awaits a key, nor a later one of the same From, lest it be overtaken."""

    def __init__(self, store: Store, keys: DkimKeys | None) -> None:
        """Without ``keys`` no letter ever waits."""
        self._store, self._keys = store, keys
        self._waiting: dict[int, tuple[str, str | None]] = {}

    def put_aside(self, letter: KeptLetter, name: str) -> None:
        """Have the key of that name looked up; the letter is next again once the answer is there."""
        assert self._keys, "whoever awaits a key has somebody to look it up"
        self._keys.ask(name)
        self._waiting[letter.id] = (name, _author(letter))

    def next_letter(self, deadline: datetime | None) -> KeptLetter | None:
        """The letter to be settled next.

        Before a ``deadline`` that is due nobody waits: what arrived up to then is read with the keys there are.
        """
        first = self._store.next_letter()
        if first is None or self._keys is None:
            return first
        self._waiting = {one: each for one, each in self._waiting.items() if self._keys.is_awaited(each[0])}
        if deadline:
            self._wait_no_longer(first if first.arrived <= deadline else None)
            return first
        return self._first_that_waits_for_nothing(first)

    def _first_that_waits_for_nothing(self, first: KeptLetter) -> KeptLetter | None:
        skipped, authors = set(self._waiting), {author for _, author in self._waiting.values()}
        letter: KeptLetter | None = first
        while letter and (letter.id in skipped or _author(letter) in authors):
            skipped.add(letter.id)
            if len(skipped) > _MOST_BEHIND:
                self._wait_no_longer(first)
                return first
            letter = self._store.next_letter(skipped)
        return letter

    def _wait_no_longer(self, letter: KeptLetter | None) -> None:
        if letter and self._keys and (waiting := self._waiting.pop(letter.id, None)):
            self._keys.give_up(waiting[0])


def _author(letter: KeptLetter) -> str | None:
    """The one address of From in lower case, None where there is none."""
    return single_from_address(Headers(header_block(letter.raw)).all("from"))


# --- the timeline: of all letters and alarms that wait, the oldest is settled first


_log = logging.getLogger("judge")

_RETRY_AFTER = timedelta(minutes=10)
"""After how long a deadline that failed is tried again."""

_DROPS_EVERY = timedelta(minutes=1)
"""How often letters are looked through for those that need not be kept."""

_ENDED = "the judge ended"
"""Why a game stands still over whose hour the worker itself has ended."""

_MOST_TRIES = 3
"""How often reading a letter may fail before a person must look at it, how often a process may end over a game."""


class Timeline:
    """The letters and alarms that wait. One that fails blocks no other; one thread at a time drives it."""

    def __init__(
        self,
        services: Services,
        pickup: Pickup | None = None,
        fewest_side_by_side: int = FEWEST_SIDE_BY_SIDE,
        keys: DkimKeys | None = None,
    ) -> None:
        """Nothing is settled before the first ``step``; without a ``pickup`` letters come straight into the store.

        ``keys`` are those of the services, if a letter is to be put aside while one is looked up.
        """
        self.services = services
        self._awaiting = LettersAwaitingKeys(services.store, keys)
        self._pickup = pickup
        self._reader: LetterReader | None = None
        self.closes = 0
        """How often a page of some game was to be written."""
        self._is_listed = False
        self._unwritten: set[GameName] = set()
        self._tidied = ""
        self._dropped: datetime | None = None
        self._is_alias_map_written = False
        self._unsafe_pages: frozenset[GameName] = frozenset()
        self._fewest = fewest_side_by_side
        self._pool: DeadlinePool | None = None

    def read_in(self, reader: LetterReader) -> None:
        """Have letters read and hours decided there, so that none can end, or hold up, the process all else is in."""
        self._reader = reader

    def catch_up(self) -> None:
        """Note what the last judge was doing when it ended, and the time in which none ran.

        That time is given back before anything else is settled; games that stand still are tried again, but after an
        end in the midst of something not those over which processes have ended often. Where there is no archive, as on
        a machine that a backup was put on, all of it is to be written.
        """
        if is_empty(self.services.config.folders.archive):
            self.services.store.note_all_pages_missing()
        interrupted = self.services.store.note_interrupted()
        self._note_outage()
        unsafe = self._often_ended(GameWork.HOUR) if interrupted else frozenset()
        self._unsafe_pages = self._often_ended(GameWork.PAGES) if interrupted else frozenset()
        self.services.store.retry_stuck(self.services.clock.now(), unsafe)
        if isinstance(interrupted, tuple):
            self._blame(*interrupted)
        gazette.plan_next_issue(self.services)

    def _often_ended(self, work: GameWork) -> frozenset[GameName]:
        ended = self.services.store.ended_over(work)
        return frozenset(game for game, times in ended.items() if times >= _MOST_TRIES)

    def _blame(self, work: GameWork, name: GameName) -> None:
        """Put off the hour of a game that a judge has ended over once more; nothing of the game is read for it."""
        times = self.services.store.ended_over(work)[name]
        _log.error("the judge ended over the %s of %s, %s times by now", work.value, name, times)
        if work is GameWork.HOUR and (times > _MOST_TRIES or self.services.store.stuck(name)):
            self._stick(name, _ENDED, is_due=False)

    def step(self) -> bool:
        """Settle the oldest waiting letter or alarm; False when none is due.

        A judge that was suspended, machine and all, first gives the time back like one that has been started again; so
        does one whose wall clock has leapt, once that is accepted.

        A letter that came up to the very instant of a deadline counts; so all that has arrived is taken in before an
        alarm is acted on.
        """
        store = self.services.store
        if self._has_slept():
            self._note_outage()
        is_owed = store.next_owed(self.services.clock.now()) is not None  # by the clock as it was
        if not is_owed and (leap := self.services.clock.stood()):
            self._believe(leap)
        if owed := store.next_owed(self.services.clock.now()):
            self._give_back(owed)
            return True
        alarm = store.next_alarm()
        due = alarm is not None and alarm.at <= self.services.clock.now()
        self._take_in(alarm.at if alarm and due else None)
        letter = self._awaiting.next_letter(alarm.at if alarm and due else None)
        if letter and not (alarm and due and alarm.at < letter.arrived):
            with logging_about(f"letter {letter.id}"):
                self._receive(letter)
        elif alarm and due:
            self._run_alarms(alarm, letter)
        else:
            return False
        return True

    def _take_in(self, until: datetime | None) -> None:
        """Have letters in the store that have arrived; with ``until``, every one that arrived up to that moment."""
        if self._pickup and until:
            self._pickup.take_in_until(until)
        elif self._pickup:
            self._pickup.take_in()
        if until:
            self.services.store.settle()

    def _receive(self, letter: KeptLetter) -> None:
        """Settle one letter; one that has failed too often is put where a person finds it, and blocks nobody.

        Errors of the disk or the database are raised: they are not the letter's fault, and nothing can be settled
        before they end.
        """
        reading = self.services.store.reading(letter.id)
        if letter.tries >= _MOST_TRIES:
            with reading:
                self._set_aside(letter)
            return
        try:
            with reading:
                transaction = receive(self.services, letter, self._how(letter, settle_letter))
            self._archive(transaction)
        except DkimKeyAwaitedError as awaited:
            self._awaiting.put_aside(letter, awaited.name)
        except NotBegunError:
            later = self.services.clock.now() + _RETRY_AFTER
            self.services.store.commit(Transaction(letter.id, LetterStatus.SET_ASIDE, again=later))
            _log.exception("no process could read it; it is put off until %s, and nothing waits for it", later)
        except Exception as error:
            if _is_not_the_letters(error):
                raise
            # A bug must not keep other letters waiting; this one is next again until its tries are used up.
            self.services.store.note_failure(letter.id)
            _log.exception("it could not be settled")

    def _how(self, letter: KeptLetter, decide: SettleFunction) -> SettleFunction:
        """How a letter is settled: in a process of its own where a judge that began to read it ended meanwhile.

        Whether that judge was killed or died of the letter nobody can tell; what the process dies of is the letter's.
        """
        if letter.begun_by:
            return partial(settle_isolated, decide=decide)
        return partial(self._read_apart, self._reader, decide) if self._reader else decide

    def _read_apart(
        self, reader: LetterReader, decide: SettleFunction, services: Services, letter: KeptLetter
    ) -> Transaction:
        """Settle a letter in the reader; here where that cannot begin, for letters are owed."""
        self._list_games()
        try:
            return reader.settle(services, letter, decide)
        except NotBegunError:
            _log.exception("no process could be started to read letters in; it is read in this one")
            return decide(services, letter)

    def _list_games(self) -> None:
        """Have all games listed, which may take long after an update, and is the cost of no letter and no hour."""
        if not self._is_listed:
            self.services.store.list_games()
            self._is_listed = True

    def _set_aside(self, letter: KeptLetter) -> None:
        """Put a letter where a person finds it, and tell its sender."""
        set_aside(self.services.config.folders.mailboxes / "set-aside", f"letter-{letter.id}", letter.raw)
        self.services.store.commit(self._given_up(letter))
        _log.error("it failed %s times; it lies in mailboxes/set-aside", _MOST_TRIES)

    def _given_up(self, letter: KeptLetter) -> Transaction:
        """The transaction that tells its sender, or a bare one if that fails as well."""
        try:
            return self._how(letter, settle_failed_letter)(self.services, letter)
        except Exception as error:
            if _is_not_the_letters(error) and not isinstance(error, NotBegunError):
                raise
            # Whatever is wrong with this letter must not keep it among those that wait.
            _log.exception("nobody could be told of it")
            return Transaction(letter.id, LetterStatus.SET_ASIDE)

    def _run_alarms(self, first: Alarm, letter: KeptLetter | None) -> None:
        """Run the first alarm; of many that are due before a letter, those of all games, decided side by side."""
        due = self.services.store.due_alarms(self.services.clock.now(), letter.arrived if letter else None)
        suspect = self.services.store.ended_over(GameWork.HOUR)
        alarms = [alarm for alarm in due if alarm.game not in suspect]
        if first.game is None or first.game in suspect or len(alarms) < self._fewest:
            self._close_pool()
            self._run_alarm(first)
            return
        self._pool = self._pool or DeadlinePool(self.services, decide_deadline)
        for alarm, decided in self._pool.decided(alarms):
            self._run_alarm(alarm, decided)

    def close(self) -> None:
        """End the processes that letters are read and deadlines decided in, if there are any."""
        self._close_pool()
        if self._reader:
            self._reader.close()

    def _close_pool(self) -> None:
        if self._pool:
            self._pool.close()
        self._pool = None

    def _run_alarm(self, alarm: Alarm, decided: Future[Transaction | None] | None = None) -> None:
        """Run a deadline; a game that cannot be judged is tried again later, and blocks no other game."""
        if alarm.game is None:
            self._run_other(alarm)
            return
        with self.services.store.working_on(GameWork.HOUR, alarm.game):
            try:
                self._keep_hour(alarm.game, alarm, decided)
            except Exception as error:  # noqa: BLE001
                later = self._after_failure(alarm.game, error)
                _log.exception("the alarm of %s could not be handled; next try %s", alarm.game, later or "now")

    def _step_of(self, alarm: Alarm) -> Transaction:
        """What an hour of a digest, of the queue or of a tournament brings."""
        if alarm.digest:
            return send_digest(self.services, alarm.digest)
        return (
            run_queue(self.services) if alarm.tournament == QUEUE else run_tournament(self.services, alarm.tournament)
        )

    def _run_other(self, alarm: Alarm) -> None:
        """Run the hour of a tournament, of a digest or of the gazette; what cannot be done is tried again later."""
        tournament, reader = alarm.tournament, alarm.digest
        try:
            if tournament or reader:
                step = self._step_of(alarm)
                self.services.store.commit(step)
                self._archive(step)
            else:
                self._archive(gazette.publish_issue(self.services))
        except Exception:  # noqa: BLE001
            later = self.services.clock.now() + _RETRY_AFTER
            self.services.store.postpone(None, later, tournament, reader)
            whose = f"digest {reader}" if reader else tournament or "the gazette"
            _log.exception("the alarm of %s could not be handled; next try %s", whose, later)

    def _keep_hour(self, name: GameName, alarm: Alarm, decided: Future[Transaction | None] | None) -> None:
        """Do what is due in a game at an hour; nothing of it where processes have ended over it too often."""
        if self._stands_still(name, is_due=True):
            return
        if self.services.store.owed(name):
            self._pay(name)  # its hours are where they should be only afterwards
        elif transaction := self._decide(alarm, decided):
            self.services.store.commit(transaction)
            self._archive(transaction)

    def _after_failure(self, name: GameName, error: Exception) -> datetime | None:
        """Note that the hour of a game could not be kept; when it is tried again, None at once."""
        store, later = self.services.store, self.services.clock.now() + _RETRY_AFTER
        if isinstance(error, ReaderEndedError):
            store.note_end(GameWork.HOUR, name)
            return self._stick(name, error.brief, is_due=True) if store.stuck(name) else None
        if is_own_fault(error) and not isinstance(error, NotReadError):
            why = error.brief if isinstance(error, ReaderFailedError) else told_briefly(error)
            return self._stick(name, why, is_due=True)
        store.postpone(name, later)
        return later

    def _stands_still(self, name: GameName, *, is_due: bool) -> bool:
        """Whether processes have ended over the hour of a game as often as they may; it then stands still for a while.

        One that does so already is tried when its next try has come.
        """
        store = self.services.store
        if store.ended_over(GameWork.HOUR).get(name, 0) < _MOST_TRIES or store.stuck(name):
            return False
        later = self._stick(name, _ENDED, is_due=is_due)
        _log.error("processes have ended %s times over the hour of %s; next try %s", _MOST_TRIES, name, later)
        return True

    def _stick(self, name: GameName, why: str, *, is_due: bool) -> datetime | None:
        """Note that a game stands still; if its hour is due, everyone is told of that once. When it is tried again."""
        transaction = note_stuck(self.services, name, why, is_due=is_due)
        self.services.store.commit(transaction)
        return transaction.stuck.again if transaction.stuck else None

    def _decide(self, alarm: Alarm, decided: Future[Transaction | None] | None) -> Transaction | None:
        """What is to be written of a deadline, though the process that had it died, or hangs."""
        try:
            return decided.result(pools.SECONDS_TO_DECIDE) if decided else self._decide_apart(alarm)
        except (BrokenExecutor, CancelledError, TimeoutError):
            if self._pool:
                _log.error("a process that decides deadlines has died, or hangs; those it had are decided one by one")
                self._pool.kill()
            self._pool = None
            return self._decide_apart(alarm)

    def _decide_apart(self, alarm: Alarm) -> Transaction | None:
        """What is to be written of a deadline, decided in the reader; here where that cannot begin."""
        if self._reader is None:
            return decide_deadline(self.services, alarm)
        self._list_games()
        try:
            return self._reader.decide(self.services, alarm, decide_deadline)
        except NotBegunError:
            _log.exception("no process could be started to decide deadlines in; it is decided in this one")
            return decide_deadline(self.services, alarm)

    def _archive(self, transaction: Transaction | None) -> None:
        """Log what happened, never who said what, and write the pages it adds."""
        if transaction:
            happened = ", ".join(type(event).__name__ for event in transaction.events) or transaction.status.value
            named = transaction.game or next((one.name for one in transaction.tournaments), "")
            where = named or ("gazette" if transaction.issue else "digest" if transaction.digests else "")
            _log.info("%s", f"{where}: {happened}" if where else happened)
        if transaction and transaction.game and adds_pages(transaction.events):
            self._write_pages(transaction.game, transaction)
        if transaction and any(isinstance(event, GameOpened) for event in transaction.events):
            self._write_alias_map()

    def _write_pages(self, name: GameName, written: Transaction | None = None) -> None:
        """Write the missing pages of a game; a failure keeps no other game from going on."""
        self.closes += 1
        try:
            with self.services.store.working_on(GameWork.PAGES, name):
                write_new_pages(self.services, name, written)
        except Exception:  # noqa: BLE001
            # What happened has happened; a page follows from the log, and is written when that is possible.
            if name not in self._unwritten:
                _log.exception("a page of %s could not be written yet", name)
            self._unwritten.add(name)
        else:
            self._unwritten.discard(name)

    def _write_alias_map(self) -> None:
        """Tell Postfix of every game, where several judges share an address; a failure keeps no game from going on."""
        shared = self.services.config.shared
        try:
            if shared.alias_map:
                games = self.services.store.games()
                write_whole(shared.alias_map, alias_map(shared.address, self.services.config.judge.address, games))
        except OSError:
            _log.exception("the alias map could not be written yet")
            self._is_alias_map_written = False
        else:
            self._is_alias_map_written = True

    def tidy(self) -> bool:
        """Write the missing pages of one game, or make one snapshot anew; False when there is nothing of it to do.

        It is called while nothing waits. What cannot be written is tried again in the next round.
        """
        if not self._is_alias_map_written:
            self._write_alias_map()
        if self._drop_letters() or forget_due(self.services):
            return True
        self._tidied = self.services.store.next_missing_pages(self._tidied) or ""
        if self._tidied:
            if self._tidied not in self._unsafe_pages:
                self._write_pages(GameName(self._tidied))
            return True
        return self.services.store.remake_next()

    def _drop_letters(self) -> bool:
        """Drop bytes of strangers' and of old letters, looked for once a minute; False when there are none."""
        now, config, store = self.services.clock.now(), self.services.config, self.services.store
        if self._dropped and abs(now - self._dropped) < _DROPS_EVERY:
            return False
        strangers = config.strangers
        junk = store.drop_junk(JunkLimits(timedelta(days=strangers.kept_days), strangers.bytes_a_day))
        if junk:
            _log.info("the bytes of %s letters that changed nothing are dropped", junk)
        days = (getattr(config.retention, part.name) for part in fields(config.retention))
        old = store.drop_old(Retention(*(timedelta(days=one) if one else None for one in days)))
        if old:
            _log.info("%s letters have been kept long enough", old)
        self._dropped = None if junk or old else now
        return bool(junk or old)

    def _note_outage(self) -> None:
        """Note that every game has lost the time in which the judge did not run, and a heartbeat."""
        store, last, now = self.services.store, self.services.store.last_heartbeat(), self.services.clock.now()
        since = last.at if last and abs(now - last.at) > SHORTEST_OUTAGE else None
        store.note_outage(since, self.services.clock.heartbeat())

    def _give_back(self, name: GameName) -> None:
        """Give a game the time back that it has lost.

        If that fails it keeps no other from going on, and is tried again before any of its deadlines is run. Errors of
        the disk or the database are raised.
        """
        with self.services.store.working_on(GameWork.HOUR, name):
            try:
                if not self._stands_still(name, is_due=False):
                    self._pay(name)
            except Exception as error:
                if is_infrastructure_error(error):
                    raise
                self._stick(name, told_briefly(error), is_due=False)
                self.services.store.owe_until(name, self.services.clock.now() + _RETRY_AFTER)
                _log.exception("the time %s lost could not be given back; next try in %s", name, _RETRY_AFTER)

    def _believe(self, leap: ClockLeap) -> None:
        """Accept a wall clock that has gone evenly; the store is written first, so that a crash loses nothing."""
        self.services.store.accept_wall_clock(leap, replace(self.services.clock.heartbeat(), at=leap.now, doubt=None))
        self.services.clock.accept_wall_clock()
        self._note_outage()
        gazette.plan_next_issue(self.services)

    def _pay(self, name: GameName) -> None:
        """Make up for the time a game has lost; the event of that tells how much, so that none is given back twice."""
        store = self.services.store
        self._archive(make_up_outage(self.services, name, store.owed(name)))
        store.paid(name)

    def _has_slept(self) -> bool:
        """Whether more than an outage has passed since the last heartbeat, though the judge was not stopped."""
        clock, last = self.services.clock, self.services.store.last_heartbeat()
        return clock.runs and last is not None and clock.now() - last.at > SHORTEST_OUTAGE

    def heartbeat(self) -> None:
        """Note a heartbeat; after a gap not before the time has been given back."""
        try:
            if not self._has_slept():
                self.services.store.heartbeat(self.services.clock.heartbeat())
        except (sqlite3.Error, OSError):
            # What counts as an outage begins at the last note that could be made.
            _log.exception("it could not be noted that the judge runs")


def _is_not_the_letters(error: Exception) -> bool:
    """Whether an error is not the fault of the letter that was being read."""
    return isinstance(error, NotReadError) or is_infrastructure_error(error)
