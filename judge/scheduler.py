"""The scheduler: APScheduler, kept going by the monotonic clock when the wall clock it plans by leaps."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

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
