"""What time it is: by the machine, whose wall clock is believed while it goes evenly, or by a clock set by hand."""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Protocol

from judge.beats import Beat, Doubt, Leap

_log = logging.getLogger("judge")

A_LEAP = timedelta(minutes=1)
"""Up to here a wall clock that differs from the time gone by is followed: it is being set right, little by little."""

STANDS = timedelta(hours=1)
"""How long a wall clock that has leapt must go evenly before it is believed."""

LONGEST_OUTAGE = timedelta(days=31)
"""After a boot of the machine a wall clock that tells of a longer outage than this must stand first."""

_BOOTED = getattr(
    time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC
)  # goes on while the machine is suspended, where there is one
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """Whatever can tell the time; one that ``runs`` goes on by itself, so that time it has lost is an outage."""

    @property
    def runs(self) -> bool:
        """Whether nobody sets it."""
        ...

    def now(self) -> datetime:
        """The present moment, UTC."""
        ...

    def beat(self) -> Beat:
        """What is to be noted of this moment."""
        ...

    def resume(self, last: Beat | None) -> None:
        """Compare with what was noted last, by a judge that may have ended since; None where nothing was."""
        ...

    def stood(self) -> Leap | None:
        """The leap of a wall clock that has stood for long enough to be believed; None where there is none."""
        ...

    def believe(self) -> None:
        """Go by the wall clock from now on."""
        ...


def _wall() -> datetime:
    return datetime.now(UTC)


def _uptime() -> timedelta:
    return timedelta(seconds=time.clock_gettime(_BOOTED))


def _boot() -> str:
    """What this boot of the machine is called; nothing where it does not tell."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class SystemClock:
    """The machine's own clock; any thread may ask it.

    Its wall clock is compared with its uptime whenever the time is asked for. While they go together, but for what a
    clock is set right by, the wall clock tells the time. Once it leaps, forward or back, time goes on by the uptime
    from the last moment that was believed, until the wall clock is back, or has stood (``stood``) and somebody says so.
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
        self._doubt: Doubt | None = None

    def now(self) -> datetime:
        """The present moment, UTC, as far as the wall clock is believed."""
        with self._lock:
            self._compare()
            return self._at

    def beat(self) -> Beat:
        """The present moment, with the uptime of the machine and what speaks against its wall clock."""
        with self._lock:
            self._compare()
            return Beat(self._at, self._uptime, self._boot, self._doubt)

    def resume(self, last: Beat | None) -> None:
        """Go on from the last beat, if the wall clock does not tell what can be since.

        On the same boot the uptime tells how long it was. After another boot it was at least as long as the machine
        has been up, and hardly longer than an outage can be.
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
                is_likely = last.doubt is None and least - A_LEAP <= wall <= least + LONGEST_OUTAGE
                self._at = wall if is_likely else least
            self._compare()

    def stood(self) -> Leap | None:
        """The leap of a wall clock that has gone evenly for ``STANDS`` since; None where there is none."""
        with self._lock:
            wall = self._compare()
            if self._doubt is None or self._uptime - self._doubt.since < STANDS:
                return None
            return Leap(self._at, wall)

    def believe(self) -> None:
        """Go by the wall clock from now on."""
        with self._lock:
            self._at, self._uptime, self._doubt = self._wall(), self._read_uptime(), None
        _log.warning("the clock of this machine has stood, and is believed: it is %s", _shown(self._at))

    def _compare(self) -> datetime:
        """Take note of the time; the wall clock as it is, believed or not."""
        wall, uptime = self._wall(), self._read_uptime()
        gone = self._at + (uptime - self._uptime)
        self._uptime = uptime
        leap = wall - gone
        if abs(leap) <= A_LEAP:
            if self._doubt:
                _log.warning("the clock of this machine is back at %s, as if it had not leapt", _shown(wall))
            self._at, self._doubt = wall, None
            return wall
        self._at = gone
        if self._doubt is None or abs(leap - self._doubt.leap) > A_LEAP:
            self._doubt = Doubt(leap, uptime)
            _log.warning(
                "the clock of this machine has leapt to %s; by its uptime it is %s, and that counts until the "
                "clock has stood for %s",
                *(_shown(wall), _shown(gone), STANDS),
            )
        return wall


class SettableClock:
    """A clock that stands still until it is told to advance; any thread may ask it or set it."""

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

    def beat(self) -> Beat:
        """The hour alone."""
        return Beat(self.now())

    def resume(self, last: Beat | None) -> None:
        """Whoever set the clock is right."""

    def stood(self) -> None:
        """It never leaps."""

    def believe(self) -> None:
        """It is believed always."""


def _shown(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
