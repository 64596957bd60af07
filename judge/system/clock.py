"""The time: the clock of the machine, and its heartbeat."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Protocol

# --- the heartbeat noted every minute: the hour, and how the next start can check it


@dataclass(frozen=True)
class ClockDoubt:
    """A wall clock that is not accepted: how far it leapt (back is negative), at which uptime that was first seen."""

    leap: timedelta
    since: timedelta


@dataclass(frozen=True)
class Heartbeat:
    """The judge runs: ``at`` which hour (UTC), how long after the ``boot`` of its machine.

    ``uptime`` is None, ``boot`` empty where the machine does not tell; ``doubt`` is None while its clock is accepted.
    """

    at: datetime
    uptime: timedelta | None = None
    boot: str = ""
    doubt: ClockDoubt | None = None


@dataclass(frozen=True)
class ClockLeap:
    """The leap of a wall clock: the hour it ``was`` by the uptime, the hour it is ``now`` by that clock (UTC)."""

    was: datetime
    now: datetime


# --- the time


_log = logging.getLogger("judge")

LARGEST_DRIFT = timedelta(minutes=1)
"""Up to here a wall clock that differs from the uptime is followed: it is being corrected, little by little."""

STEADY_FOR = timedelta(hours=1)
"""How long a wall clock that has leapt must go evenly before it is accepted."""

LONGEST_OUTAGE = timedelta(days=31)
"""After a boot of the machine a wall clock that shows a longer outage than this must go evenly first."""

_BOOTED = getattr(
    time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC
)  # goes on while the machine is suspended, where there is one
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """A source of time; one that ``runs`` goes on by itself, so that time it has lost is an outage."""

    @property
    def runs(self) -> bool:
        """Whether it goes on by itself."""
        ...

    def now(self) -> datetime:
        """The present moment, UTC."""
        ...

    def heartbeat(self) -> Heartbeat:
        """The heartbeat of this moment."""
        ...

    def resume(self, last: Heartbeat | None) -> None:
        """Compare with the last heartbeat of a judge that may have ended since; None without one."""
        ...

    def stood(self) -> ClockLeap | None:
        """The leap of a wall clock that has gone evenly for long enough to be accepted; None without one."""
        ...

    def accept_wall_clock(self) -> None:
        """Go by the wall clock from now on."""
        ...


def _wall() -> datetime:
    return datetime.now(UTC)


def _uptime() -> timedelta:
    return timedelta(seconds=time.clock_gettime(_BOOTED))


def _boot() -> str:
    """The id of this boot of the machine; empty where it does not tell."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class SystemClock:
    """The machine's own clock; any thread may ask it.

    Its wall clock is compared with its uptime whenever the time is asked for. While they agree, but for small
    corrections, the wall clock tells the time. Once it leaps, forward or back, time goes on by the uptime from the last
    accepted moment, until the wall clock is back, or has gone evenly for long enough (``stood``) and is accepted.
    """

    runs = True

    def __init__(
        self,
        wall: Callable[[], datetime] = _wall,
        uptime: Callable[[], timedelta] = _uptime,
        boot: Callable[[], str] = _boot,
    ) -> None:
        """``wall`` is UTC; ``uptime`` is since the boot of the machine, suspensions included."""
        self._lock = Lock()
        self._wall, self._read_uptime, self._boot = wall, uptime, boot()
        self._at, self._uptime = wall(), uptime()
        self._doubt: ClockDoubt | None = None

    def now(self) -> datetime:
        """The present moment, UTC, by the wall clock as far as it is accepted."""
        with self._lock:
            self._compare()
            return self._at

    def heartbeat(self) -> Heartbeat:
        """The present moment, with the uptime of the machine and what speaks against its wall clock."""
        with self._lock:
            self._compare()
            return Heartbeat(self._at, self._uptime, self._boot, self._doubt)

    def resume(self, last: Heartbeat | None) -> None:
        """Go on from the last heartbeat, if the wall clock cannot tell what time it is since.

        On the same boot the uptime tells how long it was. After another boot it was at least as long as the machine has
        been up, and hardly longer than an outage can be.
        """
        if last is None:
            return
        with self._lock:
            wall, self._uptime = self._wall(), self._read_uptime()
            if self._boot and last.boot == self._boot and last.uptime is not None and self._uptime >= last.uptime:
                self._at, self._doubt = last.at + (self._uptime - last.uptime), last.doubt
            else:
                least = last.at + (
                    self._uptime if self._boot and last.boot and last.boot != self._boot else timedelta()
                )
                is_likely = last.doubt is None and least - LARGEST_DRIFT <= wall <= least + LONGEST_OUTAGE
                self._at = wall if is_likely else least
            self._compare()

    def stood(self) -> ClockLeap | None:
        """The leap of a wall clock that has gone evenly for ``STEADY_FOR`` since; None where there is none."""
        with self._lock:
            wall = self._compare()
            if self._doubt is None or self._uptime - self._doubt.since < STEADY_FOR:
                return None
            return ClockLeap(self._at, wall)

    def accept_wall_clock(self) -> None:
        """Go by the wall clock from now on."""
        with self._lock:
            self._at, self._uptime, self._doubt = self._wall(), self._read_uptime(), None
        _log.warning("the clock of this machine has stood, and is believed: it is %s", _formatted(self._at))

    def _compare(self) -> datetime:
        """Update the time; the wall clock as it is, accepted or not."""
        wall, uptime = self._wall(), self._read_uptime()
        gone = self._at + (uptime - self._uptime)
        self._uptime = uptime
        leap = wall - gone
        if abs(leap) <= LARGEST_DRIFT:
            if self._doubt:
                _log.warning("the clock of this machine is back at %s, as if it had not leapt", _formatted(wall))
            self._at, self._doubt = wall, None
            return wall
        self._at = gone
        if self._doubt is None or abs(leap - self._doubt.leap) > LARGEST_DRIFT:
            self._doubt = ClockDoubt(leap, uptime)
            _log.warning(
                "the clock of this machine has leapt to %s; by its uptime it is %s, and that counts until the "
                "clock has stood for %s",
                *(_formatted(wall), _formatted(gone), STEADY_FOR),
            )
        return wall


class FollowingClock:
    """The clock of a process that follows another one by its heartbeats; any thread may ask it."""

    def __init__(self, last_heartbeat: Callable[[], Heartbeat | None], clock: SystemClock) -> None:
        """``last_heartbeat`` tells the other's last one; ``clock`` goes on from there."""
        self._last_heartbeat = last_heartbeat
        self._clock = clock
        self._followed: Heartbeat | None = None
        self._lock = Lock()

    def now(self) -> datetime:
        """The present moment, UTC, as the other process would tell it."""
        with self._lock:
            last = self._last_heartbeat()
            if last != self._followed:
                self._clock.resume(last)
                self._followed = last
            return self._clock.now()


class SettableClock:
    """A clock that stands still until it is advanced; any thread may ask it or set it."""

    runs = False

    def __init__(self, start: datetime) -> None:
        self._lock = Lock()
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment the clock was last set to, UTC."""
        with self._lock:
            return self._now

    def advance_to(self, moment: datetime) -> None:
        """Set the clock; a moment already past leaves it alone, for time never runs backwards."""
        with self._lock:
            self._now = max(self._now, moment.astimezone(UTC))

    def set_to(self, moment: datetime) -> None:
        """Set the clock to what another one tells, which may have been set back."""
        with self._lock:
            self._now = moment.astimezone(UTC)

    def heartbeat(self) -> Heartbeat:
        """The hour alone."""
        return Heartbeat(self.now())

    def resume(self, last: Heartbeat | None) -> None:
        """Nothing: whoever set the clock is right."""

    def stood(self) -> None:
        """None: it never leaps."""

    def accept_wall_clock(self) -> None:
        """Nothing: it is always accepted."""


def _formatted(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
