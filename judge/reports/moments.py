"""Moments and lengths of time in words."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.game.settings import Language
from judge.reports.language import count, listing, phrasebook, say
from judge.reports.layout import glue


def moment(at: datetime, zone: str, language: Language) -> str:
    """A moment in a reader's zone: weekday, date, time, offset from UTC; bears glue."""
    local = at.astimezone(ZoneInfo(zone))
    book = phrasebook(language)
    return say(
        language,
        "calendar.moment",
        weekday=book.weekdays[local.weekday()],
        day=say(language, "calendar.first") if local.day == 1 else local.day,
        month=book.months[local.month - 1],
        year=local.year,
        time=glue(say(language, "calendar.time", clock=clock(local.time(), language), offset=_offset(local))),
    )


def day_named(day: date, language: Language) -> str:
    """A day: weekday, date."""
    book = phrasebook(language)
    return say(
        language,
        "calendar.date",
        weekday=book.weekdays[day.weekday()],
        day=say(language, "calendar.first") if day.day == 1 else day.day,
        month=book.months[day.month - 1],
        year=day.year,
    )


def days_named(first: date, last: date, language: Language) -> str:
    """One day, or the first and the last of several."""
    if first == last:
        return say(language, "calendar.one_day", day=day_named(first, language))
    return say(language, "calendar.span", first=day_named(first, language), last=day_named(last, language))


def clock(hour: time, language: Language) -> str:
    """A time of day."""
    return say(language, "calendar.clock", hour=f"{hour.hour:02}", minute=f"{hour.minute:02}")


def length(span: timedelta, language: Language) -> str:
    """A length of time in days, hours and minutes; what is zero is left out."""
    hours, minutes = divmod(round(span.total_seconds() / 60), 60)
    days, hours = divmod(hours, 24)
    parts = {"days": days, "hours": hours, "minutes": minutes}
    named = [count(language, f"calendar.{unit}", number) for unit, number in parts.items() if number]
    return listing(language, named) or count(language, "calendar.minutes", 0)


def _offset(local: datetime) -> str:
    """``UTC+1``, ``UTC-3:30``, ``UTC``."""
    shift = local.utcoffset() or timedelta()
    hours, minutes = divmod(abs(round(shift.total_seconds() / 60)), 60)
    if not hours and not minutes:
        return "UTC"
    sign = "-" if shift < timedelta() else "+"
    return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"
