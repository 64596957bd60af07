"""The judge at work: the doors, the timeline, the sender and the wake-ups, started and stopped together."""

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, timedelta

from apscheduler.schedulers.background import BackgroundScheduler

from judge import deadline
from judge.archive import has_news, keep_up
from judge.clock import Clock
from judge.config import Config, ConfigError
from judge.deliver import deliver
from judge.desk.given_up import give_up
from judge.desk.office import Office
from judge.desk.outward import own_domain, route, signer
from judge.intake import inbox_of, take_in
from judge.mail.addresses import read_recipient
from judge.mail.conversation import Terms
from judge.mail.maildir import make, set_aside
from judge.mail.smtp_in import LmtpDoor, SmtpDoor, encryption
from judge.receive import receive
from judge.store.destinations import EVERYWHERE
from judge.store.store import Store
from judge.store.values import Alarm, Change, Fate, KeptLetter

_log = logging.getLogger("judge")

_AGAIN = timedelta(minutes=10)
"""After how long a deadline that could not be met is tried again."""

_TRIES = 3
"""How often a letter may bring the judge down before a person must look at it."""


class Judge:
    """One judge: started with ``start``, ended with ``stop``, driven in steps by ``step`` when nobody starts it.

    One worker thread settles letters and deadlines, always the older first, so the log has one writer; one
    sender thread empties the outbox. The scheduler holds no truth: it only wakes the worker.
    """

    def __init__(self, config: Config, clock: Clock) -> None:
        """ConfigError when a secret or a certificate is not where the configuration says."""
        terms = _terms(config)
        route(config, os.environ)  # what is missing is said now, not when the first letter is to leave
        signer(config, os.environ)
        folders = config.folders
        folders.data.mkdir(parents=True, exist_ok=True)
        store = Store(folders.data / "judge.db", clock.now)
        self.office = Office(config, store, clock)
        self.door = SmtpDoor((config.smtp.host, config.smtp.port), self._known, self._keep, terms)
        self._doors = (self.door, *self._lmtp_door(terms))
        self._stopping = threading.Event()
        self._work = threading.Event()
        self._mail = threading.Event()
        self._busy: set[str] = set()
        self._rest = threading.Condition()
        self._threads = (
            threading.Thread(target=self._run, args=(self._work, self._settle_all), name="worker"),
            threading.Thread(target=self._run, args=(self._mail, self._send_all), name="sender"),
        )
        self._scheduler = BackgroundScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 3}
        )

    def start(self) -> None:
        """Catch up with what happened while the judge slept, then open the doors."""
        make(inbox_of(self.office))
        for name in self.office.store.games():
            keep_up(self.office, name)
        for thread in self._threads:
            thread.start()
        self._scheduler.add_job(self.wake, "interval", seconds=self.office.config.clock.sweep_seconds, id="sweep")
        self._scheduler.start()
        self.office.store.resume(EVERYWHERE)  # whoever starts the judge may have mended the way out
        self.wake()
        for door in self._doors:
            door.start()

    def stop(self) -> None:
        """Close the doors, finish what is in hand, put everything away; what is left is done after the next start."""
        for door in self._doors:
            door.stop()
        self._stopping.set()
        self.wake()
        for thread in self._threads:
            thread.join()
        self._scheduler.remove_all_jobs()  # once this returns none is being started, and none will be
        self._scheduler.shutdown()
        self.office.store.close()

    def wake(self) -> None:
        """Have the worker and the sender look whether something is to be done."""
        self._work.set()
        self._mail.set()

    def settle(self, timeout: float) -> bool:
        """Wait until no letter, no hour and nothing to send is left; False when ``timeout`` seconds were not enough."""
        with self._rest:
            return self._rest.wait_for(self._is_idle, timeout)

    def _is_idle(self) -> bool:
        store, now = self.office.store, self.office.clock.now()
        if self._busy or self._work.is_set() or self._mail.is_set():
            return False
        hour = store.next_alarm()
        return store.next_letter() is None and not (hour and hour.at <= now) and not store.outgoing(now)

    def step(self) -> bool:
        """Settle the oldest thing that waits, a letter or an hour; False when nothing does.

        A letter that came up to the very instant of a deadline counts; so the store is asked to finish keeping
        what has arrived before an hour is acted on.
        """
        store = self.office.store
        hour = store.next_alarm()
        due = hour is not None and hour.at <= self.office.clock.now()
        if due:
            store.settle()
        letter = store.next_letter()
        if letter and not (hour and due and hour.at < letter.arrived):
            self._receive(letter)
        elif hour and due:
            self._meet(hour)
        else:
            return False
        return True

    def _receive(self, letter: KeptLetter) -> None:
        """Settle one letter; one that has failed too often is put where a person finds it, and blocks nobody."""
        store = self.office.store
        if store.note_try(letter.id) > _TRIES:
            set_aside(self.office.config.folders.mailboxes / "set-aside", f"letter-{letter.id}", letter.raw)
            store.commit(self._given_up(letter))
            _log.error("letter %s failed %s times; it lies in mailboxes/set-aside", letter.id, _TRIES)
            return
        try:
            self._archive(receive(self.office, letter))
        except Exception:  # noqa: BLE001
            # A bug must not keep other letters waiting; this one is next again until its tries are used up.
            _log.exception("letter %s could not be settled", letter.id)

    def _given_up(self, letter: KeptLetter) -> Change:
        """Tell its sender, unless that fails as well."""
        try:
            return give_up(self.office, letter)
        except Exception:  # noqa: BLE001
            # Whatever is wrong with this letter must not keep it among those that wait.
            _log.exception("nobody could be told of letter %s", letter.id)
            return Change(letter.id, Fate.SET_ASIDE)

    def _meet(self, hour: Alarm) -> None:
        """Do what an hour brings; a game that cannot be judged is looked at again later, and blocks no other game."""
        try:
            self._archive(deadline.meet(self.office, hour))
        except Exception:  # noqa: BLE001
            later = self.office.clock.now() + _AGAIN
            self.office.store.postpone(hour.game, later)
            _log.exception("the deadline of %s could not be met; next try %s", hour.game, later)

    def _archive(self, change: Change | None) -> None:
        """Note what happened, never who said what, and write the pages it adds."""
        if change:
            happened = ", ".join(type(event).__name__ for event in change.events) or change.fate.value
            _log.info("%s: %s", change.game or f"letter {change.letter}", happened)
        if change and change.game and has_news(change.events):
            try:
                keep_up(self.office, change.game)
            except OSError:
                # What happened has happened; the page follows from the log, and is written with the next one.
                _log.exception("a page of %s could not be written yet", change.game)

    def _settle_all(self) -> None:
        take_in(self.office)
        while not self._stopping.is_set() and self.step():
            self._mail.set()
        self._plan_wake_up()

    def _send_all(self) -> None:
        while not self._stopping.is_set() and deliver(self.office):
            self._work.set()  # what was refused for good has come back as a letter in

    def _run(self, signal: threading.Event, work: Callable[[], None]) -> None:
        name = threading.current_thread().name
        while not self._stopping.is_set():
            signal.wait()
            self._busy.add(name)
            signal.clear()
            try:
                work()
            except Exception:  # noqa: BLE001
                # A bug or a broken disk: say so and go on; the letter or the hour is still waiting.
                _log.exception("the %s failed", name)
            with self._rest:
                self._busy.discard(name)
                self._rest.notify_all()

    def _plan_wake_up(self) -> None:
        """Wake at the next alarm, besides the sweep."""
        alarm = self.office.store.next_alarm()
        if alarm and not self._stopping.is_set():
            self._scheduler.add_job(self.wake, "date", run_date=alarm.at, id="alarm", replace_existing=True)

    def _lmtp_door(self, terms: Terms) -> tuple[LmtpDoor, ...]:
        """The door for a mail server on this machine, where the operator wants one; one recipient at a time."""
        lmtp = self.office.config.lmtp
        place = lmtp.socket or ((lmtp.host, lmtp.port) if lmtp.host else None)
        neighbourly = replace(terms, recipients=1, proxies=(), tls=None)
        return (LmtpDoor(place, self._known, self._keep, neighbourly),) if place else ()

    def _keep(self, door: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        kept = self.office.store.keep(door, sender, recipient, raw)
        kept.add_done_callback(lambda _: self._work.set())
        return kept

    def _known(self, recipient: str) -> bool:
        address = read_recipient(recipient, self.office.config.judge.address)
        if address is None:
            return False
        return address.game is None or address.game in self.office.store.games()


def _terms(config: Config) -> Terms:
    """What the doors allow."""
    smtp = config.smtp
    try:
        tls = encryption(smtp.certificate, smtp.key) if smtp.certificate else None
    except OSError as error:
        raise ConfigError(f"smtp.certificate: {smtp.certificate} cannot be used: {error}") from error
    return Terms(
        hostname=own_domain(config),
        connections=smtp.connections,
        per_client=smtp.connections_per_client,
        trusted=smtp.trusted,
        proxies=smtp.proxies,
        recipients=smtp.recipients,
        silence=smtp.silence_seconds,
        longest=smtp.longest_seconds,
        tls=tls,
    )
