"""Hours as people write them, and time zones by name."""

from datetime import UTC, datetime, time
from zoneinfo import available_timezones

import pytest

from judge.game.settings import Language
from judge.languages import LANGUAGES, language_table
from judge.reports.language import clock_text, is_universal, moment_text, place_of_zone, zone_text
from judge.reports.layout import plain_spaces
from tests.reports.reasons import BOTH
from tests.shared.each_case import each_case

EVENING = datetime(2026, 7, 12, 19, 0, tzinfo=UTC)
MOMENTS = {
    ("Europe/Paris", "fr"): "dimanche 12 juillet 2026 à 21 h, heure de Paris",
    ("Europe/Paris", "en"): "Sunday 12 July 2026, 21:00 Paris time",
    ("Europe/Athens", "fr"): "dimanche 12 juillet 2026 à 22 h, heure d’Athènes",
    ("Africa/Cairo", "fr"): "dimanche 12 juillet 2026 à 22 h, heure du Caire",
    ("Asia/Kolkata", "fr"): "lundi 13 juillet 2026 à 0 h 30, heure de Calcutta",
    ("America/St_Johns", "en"): "Sunday 12 July 2026, 16:30 St John’s time",
    ("America/Argentina/Ushuaia", "fr"): "dimanche 12 juillet 2026 à 16 h, heure d’Ushuaia",
    ("UTC", "fr"): "dimanche 12 juillet 2026 à 19 h UTC",
    ("Etc/UTC", "en"): "Sunday 12 July 2026, 19:00 UTC",
    ("Etc/GMT+5", "fr"): "dimanche 12 juillet 2026 à 14 h (UTC-5)",
    ("Japan", "en"): "Monday 13 July 2026, 04:00 (UTC+9)",
}


@each_case(("zone", "language"), MOMENTS)
def test_a_moment_names_its_zone_as_people_do(zone: str, language: Language) -> None:
    assert plain_spaces(moment_text(EVENING, zone, language)) == MOMENTS[zone, language]


@pytest.mark.parametrize("language", BOTH)
def test_an_hour_that_comes_twice_says_which_of_the_two_it_is(language: Language) -> None:
    """In the night when clocks go back, two moments have one time of day."""
    nights = [datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1, 2)]
    first, second, third = (moment_text(night, "Europe/Paris", language) for night in nights)
    assert first != second
    assert "UTC+2" in first
    assert "UTC+1" in second
    assert "UTC" not in third


@pytest.mark.parametrize(
    ("hour", "zone", "french", "english"),
    [
        (time(21), "Europe/Paris", "21 h, heure de Paris", "21:00 Paris time"),
        (time(9, 5), "Europe/London", "9 h 05, heure de Londres", "09:05 London time"),
        (time(0), "UTC", "0 h UTC", "00:00 UTC"),
        (time(21), "EST5EDT", "21 h (EST5EDT)", "21:00 (EST5EDT)"),
    ],
)
def test_the_hour_of_a_game_names_its_zone(hour: time, zone: str, french: str, english: str) -> None:
    assert plain_spaces(clock_text(hour, zone, "fr")) == french
    assert plain_spaces(clock_text(hour, zone, "en")) == english


@pytest.mark.parametrize("language", BOTH)
def test_every_zone_has_a_name_that_can_be_read(language: Language) -> None:
    for zone in available_timezones():
        place = place_of_zone(zone, language)
        assert not {"_", "/"} & {*place}, zone
        assert zone_text(zone, language)
        if language == "fr" and place:
            assert place.startswith(("de ", "d’", "du ", "des ")), zone


def test_every_name_of_the_table_is_that_of_a_zone_and_differs_from_what_would_be_said_without_it() -> None:
    cities = {zone.rpartition("/")[2] for zone in available_timezones()}
    assert {city for language in LANGUAGES for city in language_table(language, "zones.toml")} <= cities


def test_utc_is_utc_under_all_its_names() -> None:
    universal = {zone for zone in available_timezones() if is_universal(zone)}
    assert universal >= {"UTC", "Etc/UTC", "Zulu", "Etc/GMT", "GMT"}
    assert not is_universal("Europe/London")
