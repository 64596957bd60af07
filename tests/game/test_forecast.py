"""The calendar of the first year, were a game to begin now."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from judge.game.deadlines.deadline import forecast
from judge.game.settings import Settings
from judge.handlers.settings import preset_settings
from judge.rules.board import Year
from tests.game.tables import OPENED, WEEKLY

PARIS = ZoneInfo("Europe/Paris")


def told(settings: Settings, opened: datetime = OPENED) -> list[str]:
    return [f"{one.phase} {one.deadline.at:%m-%d}" for one in forecast(settings, opened)]


FIRST_YEARS = {
    "a week and two days, at 21:00 in Paris": (
        WEEKLY,
        [
            "S1901M 01-12",
            "S1901R 01-14",
            "F1901M 01-21",
            "F1901R 01-23",
            "W1901A 01-25",
            "S1902M 02-01",
        ],
    ),
    "over after its first year": (
        replace(WEEKLY, last_year=Year(1901)),
        ["S1901M 01-12", "S1901R 01-14", "F1901M 01-21", "F1901R 01-23", "W1901A 01-25"],
    ),
    "a phase a day": (
        preset_settings("blitz"),
        [
            "S1901M 01-06",
            "S1901R 01-07",
            "F1901M 01-08",
            "F1901R 01-09",
            "W1901A 01-10",
            "S1902M 01-11",
        ],
    ),
}


@pytest.mark.parametrize(("settings", "dates"), FIRST_YEARS.values(), ids=FIRST_YEARS)
def test_the_first_year_as_its_settings_imply(settings: Settings, dates: list[str]) -> None:
    assert told(settings) == dates


def test_the_hour_stays_the_same_on_the_clock_when_daylight_saving_begins() -> None:
    coming = forecast(WEEKLY, datetime(2026, 3, 20, 9, tzinfo=UTC))
    assert {f"{one.deadline.at.astimezone(PARIS):%H:%M}" for one in coming} == {"21:00"}
    assert {f"{one.deadline.at:%H:%M}" for one in coming} == {"20:00", "19:00"}


def test_each_phase_begins_when_the_one_before_closes() -> None:
    coming = forecast(WEEKLY, OPENED)
    assert [one.deadline.opened for one in coming] == [OPENED, *(one.deadline.at for one in coming[:-1])]
