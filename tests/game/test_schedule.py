"""Deadlines: a fixed hour of the game's zone, never before the phase has had its full length."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.schedule import deadline
from judge.game.settings import Lengths, Settings
from judge.rules.position import PhaseKind

PARIS = Settings(
    zone="Europe/Paris", hour=time(21, 0), lengths=Lengths(timedelta(days=7), timedelta(days=2), timedelta(hours=40))
)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


CASES = {
    "a week later, at nine in the evening of Paris": (PhaseKind.MOVEMENT, "2026-01-05T09:00", "2026-01-12T20:00"),
    "opened after nine: a day more, never less than the length": (
        PhaseKind.MOVEMENT,
        "2026-01-05T20:01",
        "2026-01-13T20:00",
    ),
    "opened at nine sharp: exactly its length": (PhaseKind.MOVEMENT, "2026-01-05T20:00", "2026-01-12T20:00"),
    "retreats have their own length": (PhaseKind.RETREAT, "2026-01-05T09:00", "2026-01-07T20:00"),
    "adjustments counted in hours": (PhaseKind.ADJUSTMENT, "2026-01-05T09:00", "2026-01-07T20:00"),
    "over the change to summer time the hour stays nine": (PhaseKind.MOVEMENT, "2026-03-23T20:00", "2026-03-31T19:00"),
    "over the change to winter time too": (PhaseKind.MOVEMENT, "2026-10-19T19:00", "2026-10-26T20:00"),
}


@pytest.mark.parametrize(("kind", "opened", "expected"), CASES.values(), ids=CASES)
def test_a_phase_closes_at_the_first_fixed_hour_after_its_length(kind: PhaseKind, opened: str, expected: str) -> None:
    assert deadline(PARIS, kind, utc(opened)).at == utc(expected)


def test_an_hour_that_summer_time_skips_falls_as_late_as_the_skip_makes_it() -> None:
    night = replace(PARIS, hour=time(2, 30))
    assert deadline(night, PhaseKind.RETREAT, utc("2026-03-26T12:00")).at == utc("2026-03-29T01:30")


@given(
    opened=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)),
    hour=st.times(),
    days=st.integers(1, 30),
    zone=st.sampled_from(["Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]),
)
def test_a_phase_is_never_shorter_than_agreed_nor_a_day_and_an_hour_longer(
    opened: datetime, hour: time, days: int, zone: str
) -> None:
    settings = Settings(zone=zone, hour=hour.replace(second=0, microsecond=0), lengths=Lengths(timedelta(days=days)))
    at = deadline(settings, PhaseKind.MOVEMENT, opened).at
    assert timedelta(days=days) <= at - opened <= timedelta(days=days + 1, hours=1)
    wall = at.astimezone(ZoneInfo(zone))
    skipped = wall.replace(tzinfo=None).time() != settings.hour
    assert not skipped or wall.utcoffset() != (wall - timedelta(hours=3)).astimezone(ZoneInfo(zone)).utcoffset()
