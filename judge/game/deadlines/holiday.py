"""Public holidays, from the calendars of a library."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache

from holidays import HolidayBase, country_holidays, list_supported_countries

from judge.game.settings import Language

_SPOKEN: Mapping[Language, tuple[str, ...]] = {"en": ("en_US", "en_GB", "en"), "fr": ("fr", "fr_CA")}
"""The library's names of our languages, the one to be tried first."""


@lru_cache(maxsize=1)
def calendars() -> Mapping[str, tuple[str, ...]]:
    """The countries whose holidays are known (ISO 3166-1), each with its subdivisions."""
    return {country: tuple(parts) for country, parts in list_supported_countries().items()}


def is_calendar(name: str) -> bool:
    """Whether a name such as ``FR`` or ``FR-57`` is that of a known calendar."""
    country, _, part = name.partition("-")
    return part in calendars().get(country, ()) or (country in calendars() and country == name)


def holiday_on(day: date, calendar: str) -> Mapping[Language, str] | None:
    """The name of the holiday of that day in each of our languages, the country's own where it has no other."""
    names: dict[Language, str] = {}
    for language in _SPOKEN:
        name = _of_year(calendar, language, day.year).get(day)
        if name is None:
            return None
        names[language] = name
    return names


@lru_cache(maxsize=64)
def _of_year(calendar: str, language: Language, year: int) -> HolidayBase:
    country, _, part = calendar.partition("-")
    known = country_holidays(country, years=year).supported_languages
    spoken = next((name for name in _SPOKEN[language] if name in known), None)
    return country_holidays(country, subdiv=part or None, years=year, expand=False, language=spoken)
