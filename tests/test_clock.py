"""Clocks tell the time in UTC, and never run backwards."""

from datetime import UTC, datetime, timedelta, timezone

from judge.service.app import EveryInterval
from judge.system.clock import Clock, SettableClock, SystemClock

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_the_machines_clock_tells_utc() -> None:
    clock: Clock = SystemClock()
    assert clock.now().tzinfo is UTC
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(minutes=1)


def test_a_clock_set_by_hand_stands_still() -> None:
    clock: Clock = SettableClock(NOON)
    assert clock.now() == clock.now() == NOON


def test_a_clock_set_by_hand_speaks_utc_whatever_it_was_told() -> None:
    clock = SettableClock(NOON.astimezone(timezone(timedelta(hours=1))))
    clock.advance_to(datetime(2026, 1, 5, 21, tzinfo=timezone(timedelta(hours=1))))
    assert clock.now() == datetime(2026, 1, 5, 20, tzinfo=UTC)
    assert clock.now().tzinfo is UTC


def test_time_never_runs_backwards() -> None:
    clock = SettableClock(NOON)
    clock.advance_to(NOON - timedelta(days=1))
    assert clock.now() == NOON


def test_what_a_clock_leapt_over_is_one_run_and_not_millions() -> None:
    every, leapt = EveryInterval(timedelta(seconds=1)), NOON + timedelta(days=36500)
    assert every.get_next_fire_time(None, NOON) == NOON + timedelta(seconds=1)
    assert every.get_next_fire_time(NOON, leapt) == leapt + timedelta(seconds=1)


def test_the_machine_tells_its_uptime_and_its_boot_and_a_clock_goes_on_from_its_last_beat() -> None:
    clock = SystemClock()
    heartbeat = clock.heartbeat()
    assert heartbeat.uptime
    assert heartbeat.uptime > timedelta()
    assert heartbeat.doubt is None
    again = SystemClock()
    again.resume(heartbeat)
    assert again.heartbeat().boot == heartbeat.boot
    assert again.heartbeat().doubt is None
    assert timedelta() <= again.now() - heartbeat.at < timedelta(minutes=1)
    assert again.stood() is None
