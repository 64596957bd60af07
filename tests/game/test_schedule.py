"""Deadlines: a fixed hour of the game's zone, never before the phase has had its full length."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from judge.game.deadlines.deadline import (
    Absence,
    AbsenceSkipped,
    Circumstances,
    Counted,
    DaysSkipped,
    DeadlineStep,
    HolidaySkipped,
    PowerAbsence,
    holiday_on,
    is_holiday_calendar,
    phase_deadline,
)
from judge.game.settings import Lengths, Settings, Timing
from judge.languages import LANGUAGES
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

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


@each_case(("kind", "opened", "expected"), CASES.values(), ids=CASES)
def test_a_phase_closes_at_the_first_fixed_hour_after_its_length(kind: PhaseKind, opened: str, expected: str) -> None:
    assert phase_deadline(PARIS, kind, utc(opened)).at == utc(expected)


def test_an_hour_that_summer_time_skips_falls_as_late_as_the_skip_makes_it() -> None:
    night = replace(PARIS, hour=time(2, 30))
    assert phase_deadline(night, PhaseKind.RETREAT, utc("2026-03-26T12:00")).at == utc("2026-03-29T01:30")


@given(
    opened=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)),
    hour=st.times(),
    days=st.integers(1, 30),
    zone=st.sampled_from(["Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]),
)
def test_a_phase_is_never_shorter_than_agreed_nor_a_day_and_an_hour_longer(
    opened: datetime, hour: time, days: int, zone: str
) -> None:
    weekly = Settings(
        zone=zone, hour=hour.replace(second=0, microsecond=0, fold=0), lengths=Lengths(timedelta(days=days))
    )
    at = phase_deadline(weekly, PhaseKind.MOVEMENT, opened).at
    assert timedelta(days=days) <= at - opened <= timedelta(days=days + 1, hours=1)
    wall = at.astimezone(ZoneInfo(zone))
    skipped = wall.replace(tzinfo=None).time() != weekly.hour
    assert not skipped or wall.utcoffset() != (wall - timedelta(hours=3)).astimezone(ZoneInfo(zone)).utcoffset()


# --- days that do not fit ----------------------------------------------------------------------------------------

FRENCH = replace(PARIS, timing=Timing(days=(0, 1, 2, 3, 4), holidays="FR"))
AWAY = PowerAbsence(Power("ITALY"), Absence(date(2026, 7, 10), date(2026, 7, 24)))


def test_weekends_and_holidays_are_skipped_and_the_deadline_names_them() -> None:
    due = phase_deadline(FRENCH, PhaseKind.MOVEMENT, utc("2026-07-04T09:00"))
    assert due.at == utc("2026-07-13T19:00")
    assert due.steps[1:] == (DaysSkipped((date(2026, 7, 11), date(2026, 7, 12))),)
    due = phase_deadline(FRENCH, PhaseKind.MOVEMENT, utc("2026-07-07T09:00"))
    assert due.at == utc("2026-07-15T19:00")
    (skipped,) = due.steps[1:]
    assert isinstance(skipped, HolidaySkipped)
    assert skipped.day == date(2026, 7, 14)
    assert (skipped.names["en"], skipped.names["fr"]) == ("National Day", "Fête nationale")
    assert {*skipped.names} == {*LANGUAGES}


def test_a_subdivision_has_holidays_of_its_own() -> None:
    strasbourg = replace(FRENCH, timing=replace(FRENCH.timing, holidays="FR-57"))
    opened = utc("2026-03-27T09:00")  # a week before Good Friday
    assert phase_deadline(FRENCH, PhaseKind.MOVEMENT, opened).at == utc("2026-04-03T19:00")
    assert phase_deadline(strasbourg, PhaseKind.MOVEMENT, opened).at == utc("2026-04-07T19:00")


def test_an_absence_is_waited_for_up_to_its_last_day_and_then_a_day_that_fits() -> None:
    due = phase_deadline(FRENCH, PhaseKind.MOVEMENT, utc("2026-07-04T09:00"), Circumstances(away=(AWAY,)))
    assert due.at == utc("2026-07-27T19:00"), "the 24th is a Friday"
    assert due.steps[1:] == (
        AbsenceSkipped(Power("ITALY"), date(2026, 7, 24)),
        DaysSkipped((date(2026, 7, 25), date(2026, 7, 26))),
    )


def test_the_first_phase_may_be_longer_and_a_phase_may_close_to_the_minute() -> None:
    longer = replace(PARIS, timing=Timing(first=timedelta(days=14), exact=True))
    opened = utc("2026-01-05T09:17")
    assert phase_deadline(longer, PhaseKind.MOVEMENT, opened, Circumstances(first=True)).at == utc("2026-01-19T09:17")
    assert phase_deadline(longer, PhaseKind.MOVEMENT, opened).at == utc("2026-01-12T09:17")


def test_an_early_close_shortens_the_next_phase_only_where_the_game_is_in_a_hurry() -> None:
    announced = Circumstances(announced=utc("2026-01-12T20:00"))
    closed = utc("2026-01-06T10:00")
    assert phase_deadline(PARIS, PhaseKind.RETREAT, closed, announced).at == utc("2026-01-08T20:00")
    unhurried = replace(PARIS, timing=Timing(unhurried=True))
    due = phase_deadline(unhurried, PhaseKind.RETREAT, closed, announced)
    assert due.at == utc("2026-01-14T20:00")
    (counted,) = due.steps
    assert isinstance(counted, Counted)
    assert counted.announced


SETTINGS = st.builds(
    Settings,
    zone=st.sampled_from(["Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"]),
    hour=st.builds(time, st.integers(0, 23), st.sampled_from([0, 30])),
    lengths=st.builds(Lengths, *(st.integers(1, 400).map(lambda hours: timedelta(hours=hours)) for _ in range(3))),
    timing=st.builds(
        Timing,
        days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
        exact=st.booleans(),
        first=st.none() | st.integers(1, 30).map(lambda days: timedelta(days=days)),
        holidays=st.sampled_from(["", "FR", "FR-57", "US", "GB-SCT"]),
        unhurried=st.booleans(),
    ),
)
MOMENTS = st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1), timezones=st.just(UTC))
DAYS_AWAY = st.builds(
    lambda first, more: Absence(first, first + timedelta(days=more)),
    st.dates(date(2024, 1, 1), date(2031, 2, 1)),
    st.integers(0, 40),
)
GIVEN = st.builds(
    Circumstances,
    first=st.booleans(),
    announced=st.none() | MOMENTS,
    away=st.lists(st.builds(PowerAbsence, st.sampled_from([Power("ITALY"), None]), DAYS_AWAY), max_size=3).map(tuple),
)


@given(wanted=SETTINGS, kind=st.sampled_from(PhaseKind), opened=MOMENTS, circumstances=GIVEN)
@drawn(300)
def test_a_deadline_is_the_first_hour_that_fits_and_names_every_day_it_passed_over(
    wanted: Settings, kind: PhaseKind, opened: datetime, circumstances: Circumstances
) -> None:
    due = phase_deadline(wanted, kind, opened, circumstances)
    counted, *skipped = due.steps
    assert isinstance(counted, Counted)
    assert due.opened == opened
    earliest = counted.since + counted.length
    assert due.at >= earliest, "the phase has its full length"
    assert counted.since >= opened
    if wanted.timing.unhurried and circumstances.announced:
        assert counted.since >= circumstances.announced
    zone = ZoneInfo(wanted.zone)
    day = due.at.astimezone(zone).date()
    assert day.weekday() in wanted.timing.days
    assert not any(away.absence.first <= day <= away.absence.last for away in circumstances.away)
    assert not wanted.timing.holidays or holiday_on(day, wanted.timing.holidays) is None
    passed = earliest.astimezone(zone).date() + timedelta(days=1)
    while passed < day:
        assert any(is_named(passed, step) for step in skipped), passed
        passed += timedelta(days=1)


def is_named(day: date, step: DeadlineStep) -> bool:
    match step:
        case DaysSkipped(days):
            return day in days
        case HolidaySkipped(on):
            return day == on
        case AbsenceSkipped(last=last):
            return day <= last
        case _:
            return False


@given(opened=MOMENTS, kind=st.sampled_from(PhaseKind))
def test_a_game_with_the_usual_settings_has_nothing_to_skip(opened: datetime, kind: PhaseKind) -> None:
    assert len(phase_deadline(Settings(), kind, opened).steps) == 1


@each_case("calendar", ["FR", "FR-57", "US-CA", "DE", "NOR"])
def test_a_calendar_has_its_name(calendar: str) -> None:
    assert is_holiday_calendar(calendar)


@each_case("calendar", ["", "XX", "FR-", "FR-00", "fr"])
def test_what_is_no_calendar(calendar: str) -> None:
    assert not is_holiday_calendar(calendar)
