"""The running judge: servers, timeline, sender and scheduler, started and stopped together."""

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace

from judge.clock import Clock
from judge.config import Config, ConfigError
from judge.deliver import deliver_due
from judge.game.settings import Token
from judge.handlers.services import Services, dkim_signer, fresh_secret, judge_domain, relay_route
from judge.intake import Intake
from judge.mail.dns_lookup import DkimKeyLookup, dkim_key_record
from judge.mail.identity import read_recipient
from judge.mail.smtp_server import LmtpListener, SmtpListener, tls_context
from judge.mail.smtp_session import ServerLimits
from judge.private_files import private_folder
from judge.scheduler import Scheduler
from judge.store.destinations import EVERYWHERE
from judge.store.folder_lock import FolderLock
from judge.store.store import Store
from judge.timeline import Timeline

_log = logging.getLogger("judge")

_HEARTBEAT_SECONDS = 60
"""Seconds between two heartbeats."""


class Judge:
    """One judge: started with ``start``, ended with ``stop``; without, a test drives its ``timeline`` by hand.

    One worker thread settles letters and deadlines, always the older first, so the log has one writer; one sender
    thread empties the outbox. The scheduler holds no truth: it only wakes the worker.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        keys: DkimKeyLookup = dkim_key_record,
        seed: Callable[[], Token] = fresh_secret,
    ) -> None:
        """ConfigError when a secret or a certificate is not where the configuration says.

        AlreadyRunningError when another judge works on the data folder; this one has it until ``stop``.
        """
        terms = _server_limits(config)
        relay_route(config, os.environ)  # what is missing is said now, not when the first letter is to leave
        dkim_signer(config, os.environ)
        folders = config.folders
        private_folder(folders.data)
        self._lock = FolderLock(folders.data)
        with ExitStack() as opened:  # whatever fails leaves nothing open behind it
            opened.callback(self._lock.release)
            store = Store(folders.data / "judge.db", clock.now)
            opened.callback(store.close)
            clock.resume(store.last_heartbeat())
            opened.pop_all()
        self.services = Services(config, store, clock, keys, seed)
        self.timeline = Timeline(self.services)
        self._intake = Intake(self.services)
        self.door = SmtpListener((config.smtp.host, config.smtp.port), self._known, self._keep, terms)
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
        self._scheduler = Scheduler()

    def start(self) -> None:
        """Open the servers, then catch up with what happened meanwhile; if that fails, stop.

        Nothing is read or sent before every server is open: a start that fails has done nothing.
        """
        try:
            self._open()
        except Exception:
            self.stop()
            raise

    def _open(self) -> None:
        for door in self._doors:
            door.start()
        self._intake.make_folder()
        self.timeline.catch_up()
        for thread in self._threads:
            thread.start()
        self._scheduler.every(self.services.config.clock.sweep_seconds, "sweep", self.wake)
        self._scheduler.every(_HEARTBEAT_SECONDS, "pulse", self.timeline.heartbeat)
        self._scheduler.start()
        self.services.store.resume(EVERYWHERE)  # whoever starts the judge may have mended the way out
        self.wake()

    def stop(self) -> None:
        """Close the servers, finish what is being done, close the store; the rest is done after the next start."""
        for door in self._doors:
            door.stop()
        self._stopping.set()
        self.wake()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        if (
            self._scheduler.running
        ):  # a judge that could not catch up has kept no deadline, and must not note that it did
            self._scheduler.remove_all_jobs()  # once this returns none is being started, and none will be
            self._scheduler.shutdown()
            self.timeline.heartbeat()
        self.services.store.close()
        self._lock.release()

    def wake(self) -> None:
        """Let the worker and the sender check whether something is to be done."""
        self._work.set()
        self._mail.set()

    def settle(self, timeout: float) -> bool:
        """Wait until no letter, no hour and nothing to send is left; False when ``timeout`` seconds were not enough."""
        with self._rest:
            return self._rest.wait_for(self._is_idle, timeout)

    def _is_idle(self) -> bool:
        store, now = self.services.store, self.services.clock.now()
        if self._busy or self._work.is_set() or self._mail.is_set():
            return False
        alarm = store.next_alarm()
        return store.next_letter() is None and not (alarm and alarm.at <= now) and not store.outgoing(now)

    def _settle_all(self) -> None:
        self.timeline.write_late_files()
        self._intake.take_in()
        while not self._stopping.is_set() and self.timeline.step():
            self._mail.set()
        self._plan_wake_up()
        while not (self._stopping.is_set() or self._work.is_set()) and self.services.store.remake_next():
            pass

    def _send_all(self) -> None:
        while not self._stopping.is_set() and deliver_due(self.services, self._stopping):
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
        alarm = self.services.store.next_alarm()
        if alarm and not self._stopping.is_set():
            self._scheduler.after(alarm.at - self.services.clock.now(), "alarm", self.wake)

    def _lmtp_door(self, terms: ServerLimits) -> tuple[LmtpListener, ...]:
        """The server for a mail server on this machine, where it is configured; one recipient at a time."""
        lmtp = self.services.config.lmtp
        place = lmtp.socket or ((lmtp.host, lmtp.port) if lmtp.host else None)
        neighbourly = replace(terms, recipients=1, proxies=(), tls=None)
        return (LmtpListener(place, self._known, self._keep, neighbourly),) if place else ()

    def _keep(self, door: str, sender: str | None, recipient: str, raw: bytes) -> Future[int]:
        kept = self.services.store.keep(door, sender, recipient, raw)
        kept.add_done_callback(lambda _: self._work.set())
        return kept

    def _known(self, recipient: str) -> bool:
        address = read_recipient(recipient, self.services.config.judge.address)
        if address is None:
            return False
        return address.game is None or self.services.store.is_game(address.game)


def _server_limits(config: Config) -> ServerLimits:
    """The limits of the servers, from the configuration."""
    smtp = config.smtp
    try:
        tls = tls_context(smtp.certificate, smtp.key) if smtp.certificate else None
    except OSError as error:
        raise ConfigError(f"smtp.certificate: {smtp.certificate} cannot be used: {error}") from error
    return ServerLimits(
        hostname=judge_domain(config),
        connections=smtp.connections,
        per_client=smtp.connections_per_client,
        trusted=smtp.trusted,
        proxies=smtp.proxies,
        recipients=smtp.recipients,
        silence=smtp.silence_seconds,
        longest=smtp.longest_seconds,
        tls=tls,
    )
