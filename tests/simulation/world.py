"""One seed, everything: door, worker, sender, relay, clock and people as steps of one scheduler.

The code that runs is the judge's; tests/simulation/machine.py and relay.py are its edges. What a step does follows from
the seed, its number and what has come of the steps before it.
"""

import hashlib
import logging
import random
import socket
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from sqlite_utils import Database

from judge.config import Config, FolderConfig, JudgeConfig, RelayConfig, SmtpConfig
from judge.game.deadlines.rules import SHORTEST_OUTAGE
from judge.game.settings import Token
from judge.handlers.outgoing import NotDrawnError, NotYetDrawnError
from judge.handlers.services import Services
from judge.mail.maildir import deliver_to_maildir
from judge.paths import deliver
from judge.paths.deliver import LetterPictures, deliver_due
from judge.paths.receive import Intake, Pickup
from judge.service import timeline as timelines
from judge.service.timeline import Timeline
from judge.shell.local_game import no_dkim_keys
from judge.store import schema, spool
from judge.store.event_json import dump_event
from judge.store.life import begin, check_ours
from judge.store.records import LetterPicture
from judge.store.rows import EVERYWHERE
from judge.store.spool import Spool, spool_path
from judge.store.store import Store, StoreView
from judge.system.clock import FollowingClock, SystemClock
from judge.system.files import private_folder
from tests.long.people import DAY, HOUR
from tests.simulation.machine import Fault, Killed, Machine, Plan, Process
from tests.simulation.people import Mail, People
from tests.simulation.promises import Promises, must
from tests.simulation.relay import Mood, Relay, Taken

_log = logging.getLogger("judge")
RELAYED = 0.8
"""The share of judges that have a relay; letters of the others go to Maildirs."""

BEGINNING = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
NEVER_SIDE_BY_SIDE = 1_000_000


@dataclass(frozen=True)
class Weather:
    """How often things go wrong: the chance of a fault at a step, of a mood of the relay, of a leap a day."""

    fault: float = 0.004
    mood: float = 0.15
    leap: float = 0.02
    outage: float = 0.02
    faults: tuple[tuple[Fault, float], ...] = ((Fault.KILL, 4), (Fault.OUTAGE, 1), (Fault.ERROR, 3), (Fault.FULL, 2))


STORM = Weather(fault=0.03, mood=0.3, leap=0.1, outage=0.1)
"""What no machine survives for long."""


@dataclass(frozen=True)
class Run:
    """What is simulated: a seed, so many games for so long; the steps at which something may fail, somebody may write.

    ``None`` is for all.
    """

    seed: str
    games: int = 20
    days: float = 365
    weather: Weather = Weather()
    most_steps: int | None = None
    faults: frozenset[int] | None = None
    letters: frozenset[int] | None = None


class Door:
    """The door as a process: the spool, and what the worker asks of it."""

    def __init__(self, process: Process, machine: Machine, config: Config, arrived: Callable[[], None]) -> None:
        self.process = process
        self._machine, self._arrived = machine, arrived
        with machine.process(process):
            self.view = StoreView(config.folders.data / "judge.db")
            clock = SystemClock(machine.wall, machine.uptime, machine.boot)
            self.clock = FollowingClock(self.view.last_heartbeat, clock)
            self.spool = Spool(spool_path(config.folders.data), self.clock.now)

    def keep(self, mails: Collection[Mail]) -> list[tuple[Mail, datetime | None]]:
        """Letters that come at once; of each when it was answered 250, None where it was not."""
        at = self.clock.now()
        kept = [(one, self.spool.keep("smtp", one.sender, one.recipient, one.raw)) for one in mails]
        found = [(one, None if future.exception() else at) for one, future in kept]
        self._arrived()
        return found

    def settle(self) -> None:
        self._ask(self.spool.settle)

    def release(self, letter_id: int) -> None:
        self._ask(lambda: self.spool.release(letter_id))

    def _ask(self, act: Callable[[], None]) -> None:
        """The worker asks; a door that dies over it, or has died, is waited for no longer."""
        if not self.process.is_dead:
            with suppress(Killed), self._machine.process(self.process):
                act()


class Worker:
    """The worker as a process: what its threads do, one after the other."""

    def __init__(self, process: Process, machine: Machine, config: Config, door: "Link", draw: Any) -> None:
        self.process = process
        folders = config.folders
        with machine.process(process):
            self.clock = SystemClock(machine.wall, machine.uptime, machine.boot)
            self.store = Store(folders.data / "judge.db", self.clock.now)
            self.clock.resume(self.store.last_heartbeat())
            chance = Random(f"{machine.now} seeds")
            self.services = Services(
                config, self.store, self.clock, no_dkim_keys, lambda: Token(f"{chance.getrandbits(80):020x}")
            )
            self.timeline = Timeline(self.services, Pickup(self.services, door), NEVER_SIDE_BY_SIDE)
            self.intake = Intake(self.services)
            self.pictures = LetterPictures(self.services, draw)
            self.intake.make_folder()
            self.timeline.catch_up()
            self.store.resume(EVERYWHERE)
        self.round = "intake"
        self.is_mail = True
        self.wake_at: datetime | None = None


class Link:
    """What the worker asks of whichever door there is."""

    def __init__(self) -> None:
        self.door: Door | None = None

    def settle(self) -> None:
        if self.door:
            self.door.settle()

    def release(self, letter_id: int) -> None:
        if self.door:
            self.door.release(letter_id)


class Simulation:
    """One run of a judge."""

    def __init__(self, root: Path, run: Run) -> None:
        """``root`` is a folder of its own, for all files of the judge."""
        self.run = run
        names = ("data", "archive", "mailboxes", "tournaments", "boards", "templates", "languages", "zine", "standing")
        self.config = Config(
            judge=JudgeConfig(operator="operator@example.org"),
            smtp=SmtpConfig(port=0),
            relay=RelayConfig("relay.example.net" if Random(f"{run.seed} relay").random() < RELAYED else ""),
            folders=FolderConfig(*(root / name for name in names)),
        )
        self.machine = Machine(root, run.seed, BEGINNING)
        self.relay = Relay(wait=self._pass_minutes, meanwhile=self._go_on)
        self.promises = Promises(root)
        self.people = People(run.seed, run.games, self.promises.games)
        self.step = 0
        self.trace = hashlib.sha256()
        self.faults: list[int] = []
        self.letters: list[int] = []
        self.chance = Random()
        self.end = BEGINNING + timedelta(days=run.days)
        self._link = Link()
        self._worker: Worker | None = None
        self._starts = {"door": BEGINNING, "worker": BEGINNING}
        self._sweep = self._last_ran = BEGINNING
        self._ran = timedelta()
        self.is_ending = False
        self._bugs = _Bugs(self.machine)

    # --- from beginning to end

    def live(self) -> str:
        """Run all steps, then calmly to the end; the hash of the trace. BrokenPromiseError where anything is broken."""
        with self._installed():
            try:
                while self.machine.now < self.end and self.step != self.run.most_steps:
                    self._do_step()
                if self.step != self.run.most_steps:
                    self._come_to_rest()
            finally:
                for one in (self._worker, self._link.door):
                    if one:
                        one.process.end()
                self.promises.close()
        return self.trace.hexdigest()

    @contextmanager
    def _installed(self) -> Iterator[None]:
        state = random.getstate()
        random.seed(self.run.seed)  # boundaries of MIME
        for to in (schema.migrations, spool.migrations):  # the first run of a process begins as all others
            with closing(sqlite3.connect(":memory:")) as db:
                to.apply(Database(db, execute_plugins=False))
        with ExitStack() as stack:
            stack.callback(random.setstate, state)
            _log.addHandler(self._bugs)
            stack.callback(_log.removeHandler, self._bugs)
            stack.enter_context(patch.object(_log, "propagate", len(_log.handlers) > 1))
            stack.enter_context(self.machine.installed())
            for place, name, instead in (
                (socket, "create_connection", self.relay.connect),
                (deliver, "monotonic", self.machine.seconds),
                (timelines, "settle_isolated", lambda services, letter, decide: decide(services, letter)),
            ):
                stack.enter_context(patch.object(place, name, instead))
            yield

    def _come_to_rest(self) -> None:
        """No more faults, nobody writes any more: everything that waits is done, then all is looked at."""
        self.is_ending, self.relay.mood, self.machine.plan = True, Mood.WELL, None
        self.machine.full_until = self.machine.now
        self.machine.skew = timedelta()
        self.people.agenda.clear()
        for _ in range(4 * 24):
            self._hop(HOUR)
            self._start_all()
            self._wake()
            while self._work() or self._send():
                pass
        must(self._worker and self._worker.store.next_owed(self._worker.clock.now()) is None, "time is owed still")
        self.promises.check_all(self.config.folders.archive)

    # --- steps

    def _do_step(self) -> None:
        self.step += 1
        self.chance = Random(f"{self.run.seed} {self.step}")
        self.relay.random = self.chance
        self.relay.mood = self._mood()
        self.machine.calls, self.machine.fired = 0, None
        self.machine.plan = self._plan()
        doable = [*self._doable()]
        act = self.chance.choice(doable)
        what = act.__name__.strip("_")
        act()
        self._bury()
        self._observe(what)

    def _doable(self) -> Iterator[Callable[[], object]]:
        """What may be done next; time goes on once nothing else is, and now and then before."""
        now, worker, agenda = self.machine.now, self._worker, self.people.agenda
        if any(at <= now for at in self._starts.values()):
            yield self._start_all
        elif worker and worker.round != "rest":
            yield from (self._work,) * 3
        if worker and worker.is_mail:
            yield self._send
        if agenda and agenda[0][0] <= now:
            yield self._write
        is_busy = worker is not None and (worker.round != "rest" or worker.is_mail)
        if self.chance.random() < 0.05 or not (is_busy or (agenda and agenda[0][0] <= now)):
            yield self._pass_time

    def _mood(self) -> Mood:
        return self.chance.choice([*Mood]) if self.chance.random() < self.run.weather.mood else Mood.WELL

    def _plan(self) -> Plan | None:
        chance, weather = Random(f"{self.run.seed} fault {self.step}"), self.run.weather
        if chance.random() >= weather.fault or not _is_among(self.step, self.run.faults):
            return None
        kinds, weights = zip(*weather.faults, strict=True)
        call = 1 + int(chance.expovariate(1 / 25))
        fault = chance.choices(kinds, weights)[0]
        lasts = chance.choice((timedelta(), timedelta(), HOUR / 3, 5 * HOUR)) if fault is Fault.FULL else timedelta()
        return Plan(fault, call, fault in {Fault.KILL, Fault.OUTAGE} and chance.random() < 0.5, lasts)

    def _attempt(self, process: Process, act: Callable[[], Any], otherwise: Any = None) -> Any:
        """Let a process do something; what its threads raise they only log."""
        try:
            with self.machine.process(process):
                return act()
        except Killed:
            return otherwise
        except Exception as error:  # noqa: BLE001 - the judge's threads go on, too
            self._bugs.note(error)
            return otherwise

    # --- what is done

    def _start_all(self) -> None:
        """Start the processes that do not run, as the supervisor does."""
        for name in [name for name, at in self._starts.items() if at <= self.machine.now]:
            self._starts[name] = self.machine.now + timedelta(minutes=1)
            process = Process(name)
            try:
                self._check_ours(process)
                if name == "door":
                    self._link.door = Door(process, self.machine, self.config, self._letters_arrived)
                else:
                    self._worker = Worker(process, self.machine, self.config, self._link, self._draw)
                    self._note_ran()
                del self._starts[name]
            except (Killed, OSError, sqlite3.Error):
                process.end()

    def _check_ours(self, process: Process) -> None:
        """What is done before a process begins; and before the first of them, which makes what is not there yet."""
        folders = self.config.folders
        with self.machine.process(process):
            private_folder(folders.data)
            check_ours(folders.data, folders.archive, folders.mailboxes)
            if not (self._worker or self._link.door):
                begin(folders.data)

    def _letters_arrived(self) -> None:
        self._wake()

    def _wake(self) -> None:
        if self._worker:
            self._worker.round, self._worker.is_mail = "intake", True

    def _work(self) -> bool:
        """One piece of the worker's: mail taken in, a letter or an hour settled, a page written; False at rest."""
        worker = self._worker
        if worker is None or worker.round == "rest":
            return False
        before, worker.round = worker.round, "rest"
        if before == "intake":
            self._attempt(worker.process, worker.intake.take_in)
            worker.round = "steps"
        elif before == "steps":
            self._note_ran()  # the step begins by noting an outage; a slow relay may have taken hours before it
            more = self._attempt(worker.process, worker.timeline.step)
            worker.is_mail |= bool(more)
            worker.round = {True: "steps", False: "tidy", None: "rest"}[more]
            if more is False:
                alarm = self._attempt(worker.process, worker.store.next_alarm)
                worker.wake_at = alarm.at if alarm else None
        elif self._attempt(worker.process, worker.timeline.tidy):
            worker.round, worker.is_mail = "tidy", True
        return True

    def _send(self) -> bool:
        """One round of the sender."""
        worker = self._worker
        if worker is None or not worker.is_mail:
            return False
        worker.is_mail = False
        if self._attempt(worker.process, lambda: deliver_due(worker.services, worker.pictures)):
            worker.is_mail = True
            worker.round = worker.round if worker.round != "rest" else "intake"
        self._hand_on()
        return True

    def _go_on(self) -> None:
        """The worker does not wait for the relay as the sender does."""
        for _ in range(self.chance.randrange(4)):
            self._work()

    def _hand_on(self) -> None:
        """What the relay has taken reaches whom it is for."""
        taken, self.relay.taken = self.relay.taken, []
        for one in (*taken, *self._read_maildirs()):
            named = self.promises.note_taken(one)
            self.trace.update(repr((named, one.to, hashlib.sha256(one.raw).hexdigest())).encode())
            for word in self.people.secrets_in(one.raw, one.to):
                must(False, f"{named} to {one.to} tells {word}, which is not for them")
            self.people.deliver(one.to, one.envelope_from, one.raw, self.machine.now, self.chance)

    def _read_maildirs(self) -> Iterator[Taken]:
        """What lies in Maildirs, each letter once: its reader puts it away."""
        for path in [] if self.config.relay.host else sorted(self.config.folders.mailboxes.glob("*@*/new/*")):
            yield Taken("", path.parts[-3], path.read_bytes().replace(b"\n", b"\r\n"))
            path.rename(path.parents[1] / "cur" / f"{path.name}:2,S")

    def _write(self) -> None:
        """Somebody writes what they had planned to."""
        mails = self.people.act(self.machine.now, self.chance)
        if not _is_among(self.step, self.run.letters):
            return
        self.letters.append(self.step)
        by_smtp = [one for one in mails if not one.dropped]
        for one in mails:
            if one.dropped:
                self.promises.note_dropped(one)
                folder = self.config.folders.mailboxes / "in"
                deliver_to_maildir(folder, str(self.step), one.raw)
                self._wake()
        door = self._link.door
        kept: list[tuple[Mail, datetime | None]] = [(one, None) for one in by_smtp]
        if door and kept:
            kept = self._attempt(door.process, lambda: door.keep(by_smtp), kept)
        for mail, at in kept:
            if at:
                self.promises.note_accepted(mail, at)
            else:
                self.people.try_again(mail, self.machine.now)

    def _draw(self, _: Services, picture: LetterPicture) -> bytes:
        """A painter that has a picture at once, later, or never."""
        lot = Random(f"{self.run.seed} {picture} {self.machine.now}").random()
        if lot < 0.1:
            raise NotYetDrawnError
        if lot < 0.15:
            raise NotDrawnError
        return b"\x89PNG\r\n\x1a\n" + repr(picture).encode()

    # --- time

    def _pass_minutes(self, minutes: float) -> None:
        self.machine.now += timedelta(minutes=minutes)

    def _pass_time(self) -> None:
        """Until something is to happen: somebody writes, an hour of a game comes, a sweep is due; or the clock lies."""
        weather, lot, machine = self.run.weather, self.chance.random(), self.machine
        self.people.open_games(machine.now)
        times = [self._sweep, *self._starts.values(), *(at for at, *_ in self.people.agenda[:1])]
        worker = self._worker
        if worker and worker.wake_at:
            times.append(machine.now + max(timedelta(), worker.wake_at - worker.clock.now()))
        gone = max(min(times) - machine.now, timedelta(seconds=1))
        by_day = gone / DAY
        if lot < weather.leap * by_day:
            self.promises.tallies["leap"] += 1
            machine.skew = self.chance.choice((timedelta(), timedelta(), HOUR / 2, -HOUR / 2, 3 * DAY, -2 * DAY))
        elif lot < 2 * weather.leap * by_day:  # the machine sleeps
            self.promises.tallies["sleep"] += 1
            machine.now += self.chance.choice((HOUR / 2, 2 * HOUR, 2 * DAY))
            self._note_ran()
        elif lot < (2 * weather.leap + weather.outage) * by_day:
            self._cut_power()
        self._hop(gone)
        for _ in range(int(2 * by_day + self.chance.random())):
            self.people.soon(machine.now, self.chance, DAY)

    def _hop(self, gone: timedelta) -> None:
        """Let time go by in which the judge beats every minute, and nothing else is to be done."""
        machine, worker = self.machine, self._worker
        machine.plan, calls = None, machine.calls
        while gone > timedelta():
            machine.now += min(gone, HOUR / 2)
            gone -= HOUR / 2
            if worker:
                self._note_ran()
                self._attempt(worker.process, worker.timeline.heartbeat)
        machine.calls = calls
        if machine.now >= self._sweep:
            self._sweep = machine.now + (HOUR if self.is_ending else 6 * HOUR)
            self._wake()
        if worker and worker.wake_at and worker.wake_at <= worker.clock.now():
            worker.wake_at = None
            self._wake()

    def _note_ran(self) -> None:
        """A judge runs now; a time without one that is too short to be given back counts as if it had."""
        self._ran += self._unseen_gap()
        self._last_ran = self.machine.now

    def _unseen_gap(self) -> timedelta:
        gap = self.machine.now - self._last_ran
        return gap if gap <= SHORTEST_OUTAGE else timedelta()

    # --- processes that have died

    def _cut_power(self) -> None:
        """All processes end, and the machine stands for a while; what was written stays."""
        for process in (self._worker and self._worker.process, self._link.door and self._link.door.process):
            if process:
                process.is_dead = True
        self._bury_dead()
        self.machine.now += self.chance.choice((HOUR / 60, 2 * HOUR, DAY))
        self.machine.booted = self.machine.now
        self._starts = dict.fromkeys(self._starts, self.machine.now)

    def _bury(self) -> None:
        """Have the processes that died at this step started again, or all of them once the machine has stood."""
        if self.machine.fired and self.machine.fired.fault is Fault.OUTAGE:
            self._cut_power()
        self._bury_dead()

    def _bury_dead(self) -> None:
        """Close what the dead have left open, and have them started again."""
        worker, door = self._worker, self._link.door
        if worker and worker.process.is_dead:
            worker.process.end()
            self._worker, self._starts["worker"] = None, self.machine.now
            self.promises.kills += 1
        if door and door.process.is_dead:
            door.process.end()
            self._link.door, self._starts["door"] = None, self.machine.now

    # --- what has come of it

    def _observe(self, what: str) -> None:
        machine, worker = self.machine, self._worker
        for error in self._bugs.found:
            raise error
        if machine.fired:
            self.faults.append(self.step)
            self.promises.tallies[machine.fired.fault.value] += 1
        judges_now = worker.clock.now() if worker else machine.wall()
        for name, event in self.promises.look(self._ran + self._unseen_gap(), judges_now):
            self.trace.update(f"{name} {dump_event(event)}".encode())
            self.people.look(name, machine.now, judges_now)
        self.trace.update(f"{self.step} {what} {machine.now} {machine.calls} {machine.fired}".encode())


class _Bugs(logging.Handler):
    """Keeps those of the errors that the judge goes on after that no fault of the disk has caused."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(logging.ERROR)
        self.found: list[BaseException] = []
        self._machine = machine

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.note(record.exc_info[1])

    def note(self, error: BaseException) -> None:
        """Keep an error, unless it is one of the disk while that fails."""
        one: BaseException | None = error
        while one is not None and not isinstance(one, OSError | sqlite3.Error):
            one = one.__cause__ or one.__context__
        if one is None or not (self._machine.fired or self._machine.now < self._machine.full_until):
            self.found.append(error)


def _is_among(step: int, steps: frozenset[int] | None) -> bool:
    return steps is None or step in steps
