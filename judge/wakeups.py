"""Wake-ups: APScheduler, kept going by the monotonic clock when the wall clock it plans by leaps."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

_LOOK = timedelta(seconds=5)
"""The time, by the monotonic clock, after which it looks again whatever it has planned."""


class Every(BaseTrigger):  # type: ignore[misc]  # APScheduler bears no types
    """Again and again, counted from now: what a clock leapt over is one run, not one for each second of a year."""

    def __init__(self, length: timedelta) -> None:
        """``length`` is the time between two runs."""
        self.length = length

    def get_next_fire_time(self, _previous: datetime | None, now: datetime) -> datetime:
        """The hour of the next run after ``now``."""
        return now + self.length


class WakeUps(BackgroundScheduler):  # type: ignore[misc]  # APScheduler bears no types
    """What is to be done at intervals, and once after a time.

    APScheduler notes the hour of the next run by the wall clock: set back by a day, it would do nothing for that day.
    """

    def __init__(self) -> None:
        """Nothing is planned yet; what was missed is done once."""
        defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 3}
        super().__init__(timezone=UTC, job_defaults=defaults)

    def every(self, seconds: float, name: str, act: Callable[[], None]) -> None:
        """Do something again and again, for the first time after so many seconds."""
        self.add_job(act, Every(timedelta(seconds=seconds)), id=name)

    def after(self, length: timedelta, name: str, act: Callable[[], None]) -> None:
        """Do something once; what was planned by that name before is not done any more."""
        self.add_job(act, "date", run_date=datetime.now(UTC) + length, id=name, replace_existing=True)

    def _process_jobs(self) -> float:
        """Do what is due, and say how long to wait; a run farther away than its interval shows a clock set back."""
        now = datetime.now(UTC)
        with self._jobstores_lock:  # nobody takes a job away meanwhile
            recurrent = [job for job in self.get_jobs() if isinstance(job.trigger, Every)]
            if any(job.next_run_time and job.next_run_time - now > job.trigger.length + _LOOK for job in recurrent):
                for job in recurrent:
                    job.modify(next_run_time=now)
        wait: float | None = super()._process_jobs()
        return _LOOK.total_seconds() if wait is None else min(wait, _LOOK.total_seconds())
