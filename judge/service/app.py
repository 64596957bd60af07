"""A judge as its processes: door and worker whole in one, or each in its own."""

import logging
import os
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from judge.config import Config
from judge.game.settings import Token
from judge.handlers.services import Services, dkim_signer, fresh_secret, relay_route
from judge.mail.dkim_keys import DkimKeyLookup, DkimKeys, dkim_key_record
from judge.paths.deliver import LetterPictures, deliver_due
from judge.paths.painter import Painter, PicturesDrawnAside
from judge.paths.receive import DoorControl, Intake, Pickup
from judge.service.door import Door, DoorLink, WorkerLink
from judge.service.pools import FIRST_READING, LetterReader
from judge.service.site import SiteKeeper
from judge.service.timeline import Timeline
from judge.store.data_folder import DataFolder, FolderLock, door_lock_path, look_at_folder
from judge.store.life import begin, check_ours
from judge.store.rows import EVERYWHERE
from judge.store.standing import Overview, Waiting
from judge.store.store import Store, StoreView
from judge.system.clock import Clock, FollowingClock, SystemClock
from judge.system.files import LibraryOnDemand, __version__, private_folder, write_whole
from judge.system.processes import SignOfLife

if TYPE_CHECKING:
    import prometheus_client as prometheus
    import prometheus_client.core as metrics
    from prometheus_client import Metric
    from prometheus_client.registry import Collector
else:
    prometheus, metrics, Collector = (
        LibraryOnDemand("prometheus_client"),
        LibraryOnDemand("prometheus_client.core"),
        object,
    )

# --- the scheduler: APScheduler, kept going by the monotonic clock when the wall clock it plans by leaps


_LONGEST_WAIT = timedelta(seconds=5)
"""The time, by the monotonic clock, after which it checks its jobs whatever it has planned."""


class EveryInterval(BaseTrigger):  # type: ignore[misc]  # APScheduler bears no types
    """An interval counted from the last run: after a clock leap there is one run, not one for each missed interval."""

    def __init__(self, length: timedelta) -> None:
        """``length`` is the time between two runs."""
        self.length = length

    def get_next_fire_time(self, _previous: datetime | None, now: datetime) -> datetime:
        """The hour of the next run after ``now``."""
        return now + self.length


class Scheduler(BackgroundScheduler):  # type: ignore[misc]  # APScheduler bears no types
    """Runs jobs at intervals, and once after a time.

    APScheduler plans the next run by the wall clock: set back by a day, it would do nothing for that day.
    """

    def __init__(self) -> None:
        """Nothing is planned yet; missed runs of a job are done once."""
        defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 3}
        super().__init__(timezone=UTC, job_defaults=defaults)

    def every(self, seconds: float, name: str, act: Callable[[], None]) -> None:
        """Run a job at an interval, for the first time after one interval."""
        self.add_job(act, EveryInterval(timedelta(seconds=seconds)), id=name)

    def after(self, length: timedelta, name: str, act: Callable[[], None]) -> None:
        """Run a job once; an earlier one of that name is replaced."""
        self.add_job(act, "date", run_date=datetime.now(UTC) + length, id=name, replace_existing=True)

    def _process_jobs(self) -> float:
        """Run due jobs, and return how long to wait; a run farther away than its interval shows a clock set back."""
        now = datetime.now(UTC)
        with self._jobstores_lock:  # nobody takes a job away meanwhile
            recurrent = [job for job in self.get_jobs() if isinstance(job.trigger, EveryInterval)]
            if any(
                job.next_run_time and job.next_run_time - now > job.trigger.length + _LONGEST_WAIT for job in recurrent
            ):
                for job in recurrent:
                    job.modify(next_run_time=now)
        wait: float | None = super()._process_jobs()
        return _LONGEST_WAIT.total_seconds() if wait is None else min(wait, _LONGEST_WAIT.total_seconds())


# --- figures for Prometheus: a file of its text format, written anew every minute for the textfile collector


_READABLE = 0o644
"""The figures tell nothing of anybody, and the collector is another user."""


def write_metrics(path: Path, overview: Overview, folder: DataFolder) -> None:
    """Write the file, whole or not at all; OSError where that fails."""
    registry = prometheus.CollectorRegistry()
    registry.register(_Figures(overview, folder))
    write_whole(path, prometheus.generate_latest(registry).decode("utf-8"), _READABLE)


class _Figures(Collector):
    def __init__(self, overview: Overview, folder: DataFolder) -> None:
        self._overview = overview
        self._folder = folder

    def collect(self) -> Iterator["Metric"]:
        """Every figure, under the names of docs/operating.md."""
        yield from _of_letters(self._overview)
        yield from _of_games(self._overview)
        yield from _of_machine(self._overview, self._folder)


def _of_letters(overview: Overview) -> Iterator["Metric"]:
    yield metrics.CounterMetricFamily("judge_letters_received", "Letters that have arrived.", overview.received)
    yield metrics.CounterMetricFamily("judge_letters_queued", "Letters that were written to somebody.", overview.queued)
    yield from _waiting("judge_letters_unread", "Letters that have arrived and are not read yet", overview.unread)
    yield from _waiting("judge_letters_held", "Letters that wait to be confirmed", overview.held)
    yield from _waiting("judge_letters_outgoing", "Letters that wait to leave", overview.outgoing)
    yield metrics.GaugeMetricFamily("judge_letters_put_off", "Letters that are read at a later hour.", overview.put_off)
    yield metrics.GaugeMetricFamily("judge_letters_given_up", "Letters that nobody took, in all.", overview.given_up)
    junk = overview.junk
    yield metrics.GaugeMetricFamily(
        "judge_stranger_letters", "Letters kept that changed nothing, unproven.", junk.letters
    )
    yield metrics.GaugeMetricFamily("judge_stranger_bytes", "Bytes of them.", junk.bytes)
    yield metrics.CounterMetricFamily(
        "judge_stranger_letters_dropped", "Such letters whose bytes are gone.", junk.gone_letters
    )
    yield metrics.CounterMetricFamily("judge_stranger_bytes_dropped", "Bytes of them that are gone.", junk.gone_bytes)
    yield metrics.GaugeMetricFamily(
        "judge_sending_paused", "Whether no letter leaves at all.", int(overview.is_sending_paused)
    )
    paused = len(overview.paused) - overview.is_sending_paused
    yield metrics.GaugeMetricFamily("judge_paused_domains", "Mail domains that take no letters now.", paused)


def _waiting(name: str, said: str, waiting: Waiting) -> Iterator["Metric"]:
    yield metrics.GaugeMetricFamily(name, f"{said}.", waiting.letters)
    if waiting.oldest:
        oldest = waiting.oldest.timestamp()
        yield metrics.GaugeMetricFamily(
            f"{name}_oldest_timestamp_seconds", f"{said}: since when the oldest does.", oldest
        )


def _of_games(overview: Overview) -> Iterator["Metric"]:
    games = metrics.GaugeMetricFamily("judge_games", "Games, by whether they have begun and ended.", labels=["stage"])
    for stage, number in overview.games.items():
        games.add_metric([stage.value], number)
    yield games
    yield metrics.CounterMetricFamily("judge_events", "Events of all games.", overview.stored)
    yield metrics.GaugeMetricFamily(
        "judge_alarms_overdue", "Games whose hour has passed and was not kept.", overview.overdue
    )
    stuck = len(overview.stuck)
    yield metrics.GaugeMetricFamily(
        "judge_games_stuck", "Games whose hour the judge fails over, by a fault of its own.", stuck
    )
    if overview.alarms:
        following = overview.alarms[0].at.timestamp()
        yield metrics.GaugeMetricFamily(
            "judge_next_alarm_timestamp_seconds", "When a game next wants attention.", following
        )


def _of_machine(overview: Overview, folder: DataFolder) -> Iterator["Metric"]:
    info = metrics.GaugeMetricFamily("judge_build_info", "The version that runs.", labels=["version"])
    info.add_metric([__version__], 1)
    yield info
    yield metrics.GaugeMetricFamily("judge_door_up", "Whether letters are received.", int(folder.door_runs))
    yield metrics.GaugeMetricFamily("judge_database_bytes", "Size of the database.", folder.database_bytes)
    yield metrics.GaugeMetricFamily("judge_spool_bytes", "Size of the spool.", folder.spool_bytes)
    yield metrics.GaugeMetricFamily("judge_disk_free_bytes", "Room on the disk of the database.", folder.free_bytes)
    if heartbeat := overview.heartbeat:
        at = heartbeat.at.timestamp()
        yield metrics.GaugeMetricFamily(
            "judge_heartbeat_timestamp_seconds", "When the worker last noted that it runs.", at
        )
        yield metrics.GaugeMetricFamily(
            "judge_clock_doubted", "Whether the clock has leapt.", int(heartbeat.doubt is not None)
        )
    if folder.backup:
        at = folder.backup.at.timestamp()
        yield metrics.GaugeMetricFamily("judge_last_backup_timestamp_seconds", "When the last backup was made.", at)


# --- the worker: settles what waits, sends what is to leave, keeps the hours; one for each data folder


_log = logging.getLogger("judge")

_HEARTBEAT_SECONDS = 60
"""Seconds between two heartbeats."""

_UNWATCHED = 60.0
"""Seconds between two signs of life of an idle worker that nobody watches."""


class Worker:
    """Started with ``start``, ended with ``stop``; without, a test drives its ``timeline`` by hand.

    One thread settles letters and deadlines, always the older first, so the log has one writer; one sender thread
    empties the outbox. The scheduler holds no truth: it only wakes the worker.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        door: DoorControl,
        keys: DkimKeyLookup = dkim_key_record,
        seed: Callable[[], Token] = fresh_secret,
        sign: SignOfLife | None = None,
    ) -> None:
        """Open the store; nobody else may work on the data folder until ``stop``.

        ``sign`` tells whoever watches this process that it gets on with its work.
        """
        store = Store(config.folders.data / "judge.db", clock.now)
        with ExitStack() as opened:
            opened.callback(store.close)
            clock.resume(store.last_heartbeat())
            opened.pop_all()
        self._work = threading.Event()
        self._keys = DkimKeys(keys, self._work.set)
        self.services = Services(config, store, clock, self._keys, seed)
        self._pickup = Pickup(self.services, door)
        self.timeline = Timeline(self.services, self._pickup, keys=self._keys)
        self._intake = Intake(self.services)
        self._painter = Painter()
        self._stopping = threading.Event()
        self._mail = threading.Event()
        self._aside = PicturesDrawnAside(self._painter, self._mail.set)
        self._pictures = LetterPictures(self.services, self._aside.draw)
        folder = config.site.folder
        self._site = SiteKeeper(self.services, folder, lambda: self.timeline.closes) if folder else None
        self._pages = threading.Event()
        self._sign = sign or SignOfLife(_UNWATCHED)
        self._busy: set[str] = set()
        self._rest = threading.Condition()
        self._threads = (
            threading.Thread(target=self._run, args=(self._work, self._settle_all, self._sign.give), name="worker"),
            threading.Thread(target=self._run, args=(self._mail, self._send_all), name="sender"),
            *(
                [threading.Thread(target=self._run, args=(self._pages, self._site.keep), name="site")]
                if self._site
                else []
            ),
        )
        self._scheduler = Scheduler()

    def start(self, reader: LetterReader | None = None) -> None:
        """Catch up with what happened meanwhile, then go on by itself; letters are read in the ``reader``."""
        if reader:
            self.timeline.read_in(reader)
        self._intake.make_folder()
        self.timeline.catch_up()
        for thread in self._threads:
            thread.start()
        self._scheduler.every(self.services.config.clock.sweep_seconds, "sweep", self.wake)
        self._scheduler.every(_HEARTBEAT_SECONDS, "pulse", self._note_minute)
        self._scheduler.start()
        self._scheduler.after(timedelta(), "figures", self._note_minute)
        self.services.store.resume(EVERYWHERE)  # whoever starts the judge may have mended the way out
        self.wake()

    def _note_minute(self) -> None:
        """Note that the judge runs, and its figures where somebody wants them."""
        self.timeline.heartbeat()
        config = self.services.config
        try:
            if config.metrics.file:
                folder = look_at_folder(config.folders.data)
                write_metrics(config.metrics.file, self.services.store.overview(), folder)
        except (sqlite3.Error, OSError):
            _log.exception("the figures could not be written")

    def stop(self) -> None:
        """Finish what is being done, close the store; the rest is done after the next start."""
        self._stopping.set()
        if self._site:
            self._site.end()
        self._pages.set()
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
        self.timeline.close()
        self._keys.close()
        self._aside.close()
        self._pickup.close()
        self.services.store.close()

    def wake(self) -> None:
        """Let the worker and the sender check whether something is to be done."""
        self._work.set()
        self._mail.set()

    def letters_arrived(self) -> None:
        """Let the worker look into the spool."""
        self._work.set()

    def settle(self, timeout: float) -> bool:
        """Wait until no letter, no hour and nothing to send is left; False when ``timeout`` seconds were not enough."""
        with self._rest:
            return self._rest.wait_for(self._is_idle, timeout)

    def _is_idle(self) -> bool:
        store, now = self.services.store, self.services.clock.now()
        if self._busy or any(one.is_set() for one in (self._work, self._mail, self._pages)):
            return False
        alarm = store.next_alarm()
        return store.next_letter() is None and not (alarm and alarm.at <= now) and not store.outgoing(now)

    def _settle_all(self) -> None:
        self._intake.take_in()
        while not self._stopping.is_set() and self.timeline.step():
            self._sign.give()
            self._mail.set()
        self._plan_wake_up()
        while not (self._stopping.is_set() or self._work.is_set()) and self.timeline.tidy():
            self._sign.give()
            self._mail.set()
        if self._site:
            self._pages.set()

    def _send_all(self) -> None:
        while not self._stopping.is_set() and deliver_due(self.services, self._pictures, self._stopping):
            self._work.set()  # what was refused for good has come back as a letter in

    def _run(
        self, signal: threading.Event, work: Callable[[], None], give_sign: Callable[[], None] = lambda: None
    ) -> None:
        name = threading.current_thread().name
        while not self._stopping.is_set():
            while not signal.wait(self._sign.period):
                give_sign()
            self._busy.add(name)
            signal.clear()
            try:
                work()
            except Exception:  # noqa: BLE001
                # A bug or a broken disk: say so and go on; the letter or the hour is still waiting.
                _log.exception("the %s failed", name)
            give_sign()
            with self._rest:
                self._busy.discard(name)
                self._rest.notify_all()

    def _plan_wake_up(self) -> None:
        """Wake at the next alarm, besides the sweep."""
        alarm = self.services.store.next_alarm()
        if alarm and not self._stopping.is_set():
            self._scheduler.after(alarm.at - self.services.clock.now(), "alarm", self.wake)


# --- a judge whole in one process: door and worker, started and stopped together


class Judge:
    """One judge: started with ``start``, ended with ``stop``; without, a test drives its ``timeline`` by hand.

    ``service/supervisor.py`` gives door and worker processes of their own.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        keys: DkimKeyLookup = dkim_key_record,
        seed: Callable[[], Token] = fresh_secret,
    ) -> None:
        """ConfigError when a secret or a certificate is not where the configuration says.

        AlreadyRunningError when another judge works on the data folder; this one has it until ``stop``. NotOursError
        when the database is gone, or another's.
        """
        self.door = checked_door(config)
        private_folder(config.folders.data)
        self._lock = FolderLock(config.folders.data)
        with ExitStack() as opened:  # whatever fails leaves nothing open behind it
            opened.callback(self._lock.release)
            check_ours(config.folders.data, config.folders.archive, config.folders.mailboxes)
            begin(config.folders.data)
            self._worker = Worker(config, clock, self.door, keys, seed)
            opened.pop_all()

    @property
    def services(self) -> Services:
        """The services of the worker."""
        return self._worker.services

    @property
    def timeline(self) -> Timeline:
        """The timeline of the worker."""
        return self._worker.timeline

    def start(self) -> None:
        """Open the servers, then catch up with what happened meanwhile; if that fails, stop.

        Nothing is read or sent before every server is open: a start that fails has done nothing.
        """
        try:
            self.open_door()
            self._worker.start()
        except Exception:
            self.stop()
            raise

    def open_door(self) -> None:
        """Receive letters, though nobody reads them yet."""
        self.door.start(self.services.clock.now, self._worker.letters_arrived)

    def stop(self) -> None:
        """Close the servers, finish what is being done, close the store; the rest is done after the next start."""
        self.door.stop()
        self._worker.stop()
        self.door.close()
        self._lock.release()

    def wake(self) -> None:
        """Let the worker and the sender check whether something is to be done."""
        self._worker.wake()

    def settle(self, timeout: float) -> bool:
        """Wait until no letter, no hour and nothing to send is left; False when ``timeout`` seconds were not enough."""
        return self._worker.settle(timeout)


def checked_door(config: Config) -> Door:
    """The door of a judge whose secrets and certificates are where the configuration says, or else ConfigError."""
    door = Door(config)
    relay_route(config, os.environ)  # what is missing is said now, not when the first letter is to leave
    dkim_signer(config, os.environ)
    return door


# --- what the processes of a judge do: the door, the worker, each whole in a process of its own


_SWITCH_SECONDS = 0.0005
"""How long the thread that receives may go on while the one that writes has something to do; by default 5 ms."""


class DoorRole:
    """The door as a process."""

    def __init__(self, config: Config, door: Door, end: socket.socket, sign: SignOfLife) -> None:
        self._door = door
        self._sign = sign
        self._stopping = Event()
        self._view = StoreView(config.folders.data / "judge.db")
        self._link = WorkerLink(end, door_lock_path(config.folders.data), door)

    def start(self) -> None:
        """Receive letters."""
        sys.setswitchinterval(_SWITCH_SECONDS)
        self._link.start()
        clock = FollowingClock(self._view.last_heartbeat, SystemClock())
        self._door.start(clock.now, self._link.arrived)
        Thread(target=self._give_signs, name="door-pulse", daemon=True).start()

    def _give_signs(self) -> None:
        while not self._stopping.wait(self._sign.period):
            self._door.pass_round(self._sign.give)

    def stop(self) -> None:
        """Let letters being received come to their end."""
        self._stopping.set()
        self._door.stop()
        self._door.close()
        self._view.close()


class WorkerRole:
    """The worker as a process."""

    def __init__(self, config: Config, door: Door, end: socket.socket, sign: SignOfLife) -> None:
        door.stop()  # the sockets are the other's
        self._link = DoorLink(end, door_lock_path(config.folders.data))
        self._worker = Worker(config, SystemClock(), self._link, sign=sign)

    def start(self) -> None:
        """Catch up, then go on."""
        self._link.start(self._worker.letters_arrived)
        self._worker.start(LetterReader(FIRST_READING))

    def stop(self) -> None:
        """Finish what is being done."""
        self._worker.stop()
