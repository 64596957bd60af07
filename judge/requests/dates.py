"""Reads dates, days of the week, hours, lengths of time and time zones as people write them, in all languages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from judge.game.settings import Reserve
from judge.languages import word_table
from judge.requests.vocabulary import any_of, fold_case, spaced_words, value_of

_FIGURES = r"\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}[./]\d{1,2}(?:[./](?:\d{4}|\d{2}))?(?!\d)"
_PIECE = re.compile(rf"{_FIGURES}|\d+|[^\W\d_]+")
_DATES = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})[./](?P<month>\d{1,2})(?:[./](?P<year>\d{4}|\d{2}))?"),
)
_CENTURY = 2000
_MONTHS = 12
_MOST = 2
_WEEK = timedelta(days=7)
_SHORTEST_WEEKDAY = 5
_DAYS_OF_FOUR_YEARS = 4 * 366
"""Days within which every day of the year occurs, 29 February too."""


@dataclass(frozen=True)
class _Table:
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, str]
    between: frozenset[str]
    relative: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]
    counts: Mapping[str, int]
    until: frozenset[str]
    since: frozenset[str]
    ordinals: frozenset[str]


@dataclass(frozen=True)
class _Partial:
    day: int | None = None
    month: int | None = None
    year: int | None = None


def read_dates(text: str) -> tuple[date, ...]:
    """One or two dates (``du 10 au 24 juillet 2026``, ``2026-07-10``); none when a word is unknown or the year missing.

    What two dates share, month or year, need be written once. Where the year stands behind the second date alone, the
    first may lie in the year before.
    """
    partials = _partials(text)
    if not partials or len(partials) > _MOST:
        return ()
    years = [partial.year for partial in partials]
    shared = _completed(partials)
    dates = tuple(map(_date, shared))
    known = tuple(one for one in dates if one)
    if len(known) != len(dates):
        return ()
    if len(known) == _MOST and known[0] > known[1] and years[0] is None:
        earlier = _date(replace(shared[0], year=known[0].year - 1))
        return (earlier, known[1]) if earlier else ()
    return known


def read_days(text: str, today: date) -> tuple[date, ...]:
    """The first and the last day that words mean when read today, perhaps the same; none where none is said.

    ``tomorrow``, ``until friday``, ``for 3 days from monday``, ``du 24 décembre au 2 janvier``: a date without a year
    is the next one to end.
    """
    plain, days = _without_count(_with_dates(fold_case(text), today))
    words = set(_PIECE.findall(plain))
    if days and not plain.strip():
        return today, today + timedelta(days=days - 1)
    dates = read_dates(plain) or _next(_partials(plain), today)
    if days:
        return (dates[0], dates[0] + timedelta(days=days - 1)) if len(dates) == 1 else ()
    if len(dates) == 1 and words & _table().until:
        return today, dates[0]
    if not dates or (len(dates) == 1 and words & _table().since):
        return ()
    first, last = dates[0], dates[-1]
    is_week_later = timedelta() < first - last < _WEEK  # from monday to wednesday, read on a wednesday
    return first, last + _WEEK if is_week_later else last


def speaks_of_days(text: str) -> bool:
    """Whether words name any day, month or length of time, whether or not they say which is meant."""
    table, folded = _table(), fold_case(text)
    phrases = (*table.relative, *table.spans, *table.counts)
    named = {*table.months, *table.weekdays, *table.until}
    return (
        bool(re.search(r"\d", text))
        or any(re.search(rf"\b{re.escape(phrase)}\b", folded) for phrase in phrases)
        or bool(named.intersection(_PIECE.findall(folded)))
    )


def read_weekdays(text: str) -> tuple[int, ...] | None:
    """Days of the week, 0 for Monday: ``MON-FRI``, ``lun mer ven``; None where a word is no weekday."""
    days: set[int] = set()
    for piece in re.split(r"[\s,]+", fold_case(text).strip()):
        ends = [_table().weekdays.get(end.rstrip(".")) for end in piece.split("-")]
        first, last = ends[0], ends[-1]
        if first is None or last is None or len(ends) > _MOST:
            return None
        days |= {(first + number) % 7 for number in range((last - first) % 7 + 1)}
    return tuple(sorted(days))


def read_length(text: str) -> timedelta | None:
    """A length such as ``7d``, ``7j``, ``36h`` or ``3 jours``; None for anything else, zero among it."""
    found = re.fullmatch(r"(\d{1,3})\s?([a-z]+)", fold_case(text).strip())
    unit = _table().units.get(found[2]) if found else None
    return timedelta(**{unit: int(found[1])}) if found and unit and int(found[1]) else None


def read_day_count(text: str) -> tuple[str, int]:
    """The words without a length in days, folded, and the number of its days; 0 where it names no whole ones."""
    behind, days = _without_count(fold_case(text))
    lengths = map(read_length, re.findall(r"\d+ ?[a-z]+", fold_case(text)))
    return behind, 0 if any(length and length % timedelta(days=1) for length in lengths) else days


_MOST_RESERVE, _MOST_A_PHASE = 365, 30


def read_reserve(text: str) -> Reserve | None:
    """A reserve such as ``10d``, ``10d +1d a year, at most 3d a phase``, ``10j+1j/3j``, ``no``; None for others."""
    if value_of(text.strip()) == "no":
        return Reserve()
    found = _reserve().fullmatch(fold_case(text).strip(" .,"))
    if found is None:
        return None
    lengths = [read_length(found[name]) if found[name] else None for name in ("days", "year", "phase")]
    if any(length and length % timedelta(days=1) for length in lengths) or lengths[0] is None:
        return None
    days, a_year, a_phase = (length.days if length else usual for length, usual in zip(lengths, (0, 0, 3), strict=True))
    within = days <= _MOST_RESERVE and a_year <= _MOST_RESERVE and a_phase <= _MOST_A_PHASE
    return Reserve(days, a_year, a_phase) if within else None


@lru_cache(maxsize=1)
def _reserve() -> re.Pattern[str]:
    more, year, most, phase = (any_of(_tables()["reserve"][name]) for name in ("more", "year", "most", "phase"))
    return re.compile(
        rf"(?P<days>\d+ ?[a-z]+)(?:,? ?{more} ?(?P<year>\d+ ?[a-z]+)(?: ?{year})?)?"
        rf"(?:,? ?{most} ?(?P<phase>\d+ ?[a-z]+)(?: ?{phase})?)?"
    )


def read_hour(text: str) -> time | None:
    """A time of day such as ``21:00``, ``21h``, ``21 heures`` or ``21h30``; None for anything else."""
    found = _hour().fullmatch(text.lower())
    return time(int(found[1]), int(found[2] or 0)) if found else None


@lru_cache(maxsize=1)
def _hour() -> re.Pattern[str]:
    return re.compile(rf"([01]?\d|2[0-3]) ?(?::|{any_of(_tables()['clock']['hours'])}) ?([0-5]\d)?")


def zone_named(text: str, *, by_place: bool = False) -> str:
    """The time zone that a text names, one of the time zone database; empty for none.

    It is named by its letters (``9 pm EST``), or by a place behind an hour or beside a word for time (``Moscow time``,
    « heure de Montréal »); with ``by_place`` by the last known place alone.
    """
    words, zones = spaced_words(text), _zones()
    if found := _beside_time().search(words):
        return zones[next(filter(None, found.groups()))]
    if found := _in_letters().search(text):
        return _zones_of("zones_in_letters")[found[1]]
    placed = list(_place_alone().finditer(words)) if by_place else []
    return zones[placed[-1][1]] if placed else ""


@lru_cache(maxsize=1)
def _beside_time() -> re.Pattern[str]:
    """A place of a zone beside a word for time, a known one behind an hour."""
    place, known = f"({any_of(_zones())})", f"({any_of(_zones_of('zones'))})"
    hours, before, links, behind = (
        any_of(_tables()["clock"][name]) for name in ("hours", "before_place", "links", "behind_place")
    )
    hour = rf"(?:\d{{1,2}} \d\d|\d{{1,2}}h(?:\d\d)?|\d{{1,2}} ?[ap]m|\d{{1,2}} {hours})"
    return re.compile(f" (?:{before} (?:{links} )?{place}|{place} {behind}|{hour} {known}) ")


@lru_cache(maxsize=1)
def _in_letters() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(_zones_of('zones_in_letters'))})\b")


@lru_cache(maxsize=1)
def _place_alone() -> re.Pattern[str]:
    return re.compile(f"(?<= )({any_of(_zones_of('zones'))})(?= )")


@lru_cache(maxsize=1)
def _zones() -> Mapping[str, str]:
    """Zones by the place they are called after, in the database or by people."""
    called = {spaced_words(zone.rpartition("/")[2].replace("_", " ")).strip(): zone for zone in _zones_of_places()}
    return called | dict(_zones_of("zones"))


def _zones_of_places() -> list[str]:
    return sorted(zone for zone in available_timezones() if zone.partition("/")[0] in _CONTINENTS)


_CONTINENTS = frozenset({"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"})


@lru_cache
def _zones_of(table: str) -> Mapping[str, str]:
    return {name: zone for zone, names in _tables()[table].items() for name in names}


def _partials(text: str) -> Sequence[_Partial]:
    table = _table()
    partials: list[_Partial] = []
    for piece in _PIECE.findall(fold_case(text)):
        figures = next((found for pattern in _DATES if (found := pattern.fullmatch(piece))), None)
        if figures:
            partials.append(_in_figures(figures))
        elif piece in table.months and (partials or piece not in table.weekdays):
            _add_part(partials, "month", table.months[piece])
        elif re.fullmatch(r"\d{4}", piece):
            _add_part(partials, "year", int(piece))
        elif re.fullmatch(r"\d{1,2}", piece):
            _add_part(partials, "day", int(piece))
        elif piece not in table.between | table.since | table.ordinals and piece not in table.weekdays:
            return ()
    return partials


def _in_figures(found: re.Match[str]) -> _Partial:
    """A date in figures: the day before its month, unless only the second number can be a day; 26 is 2026."""
    day, month, year = int(found["day"]), int(found["month"]), int(found["year"]) if found["year"] else None
    if month > _MONTHS >= day and "-" not in found[0]:
        day, month = month, day
    return _Partial(day, month, year + _CENTURY if year and year < _CENTURY else year)


def _with_dates(text: str, today: date) -> str:
    """The words with each day relative to today replaced by its date."""
    monday = today - timedelta(days=today.weekday())
    figures = {
        phrase: f" {monday + timedelta(days=first)} to {monday + timedelta(days=first + length - 1)} "
        for phrase, (first, length) in _table().spans.items()
    } | {phrase: f" {today + timedelta(days=days)} " for phrase, days in _table().relative.items()}
    for phrase in sorted(figures, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(phrase)}\b", figures[phrase], text)
    return _named_weekday().sub(lambda found: _weekday(found, today), text)


@lru_cache(maxsize=1)
def _named_weekday() -> re.Pattern[str]:
    """A word that may be a weekday, with what says that it is the next one."""
    before, behind = (any_of(_tables()["next"][name]) for name in ("before", "behind"))
    return re.compile(
        rf"(?P<before>\d\s+)?(?P<next>\b{before}\s+)?\b(?P<day>[^\W\d_]+)\b(?!\s+\d)(?P<next_behind>\s+{behind}\b)?"
    )


def _weekday(found: re.Match[str], today: date) -> str:
    """The next day of that name, today unless it is said to be the next; beside a date it belongs to the date."""
    day = _table().weekdays.get(found["day"])
    if day is None or len(found["day"]) < _SHORTEST_WEEKDAY or found["before"]:
        return found[0]
    ahead = (day - today.weekday()) % 7
    is_next = bool(found["next"] or found["next_behind"])
    return f" {today + timedelta(days=ahead or 7 * is_next)} "


def _without_count(text: str) -> tuple[str, int]:
    """The words without a length of time, and its number of days; 0 where there is none."""
    lengths, units = (
        "|".join(map(re.escape, sorted(words, key=len, reverse=True))) for words in (_table().counts, _table().units)
    )
    found = re.search(
        rf"(?:\b{any_of(_tables()['during']['words'])}\s+)?(?:\b(?P<words>{lengths})\b|\b(?P<figure>\d{{1,2}}\s?(?:{units}))\b)",
        text,
    )
    if found is None:
        return text, 0
    length = read_length(found["figure"]) if found["figure"] else timedelta(days=_table().counts[found["words"]])
    return (text[: found.start()] + text[found.end() :], length.days) if length and length.days else (text, 0)


def _next(partials: Sequence[_Partial], today: date) -> tuple[date, ...]:
    """The dates for days without a year: the last day on or after today, the first the latest one before it."""
    if not 0 < len(partials) <= _MOST or any(partial.year or partial.day is None for partial in partials):
        return ()
    last = replace(partials[-1], month=partials[-1].month or partials[0].month)
    ahead = (today + timedelta(days=days) for days in range(_DAYS_OF_FOUR_YEARS))
    end = next((day for day in ahead if _falls_on(last, day)), None)
    if end is None or len(partials) == 1:
        return (end,) if end else ()
    back = (end - timedelta(days=days) for days in range(_DAYS_OF_FOUR_YEARS))
    start = next((day for day in back if _falls_on(partials[0], day)), None)
    return (start, end) if start else ()


def _falls_on(partial: _Partial, day: date) -> bool:
    return partial.day == day.day and partial.month in {None, day.month}


def _add_part(partials: list[_Partial], part: str, value: int) -> None:
    """Set a part of the last date that still lacks it, else begin a new one."""
    if partials and getattr(partials[-1], part) is None and (part == "year" or partials[-1].year is None):
        partials[-1] = replace(partials[-1], **{part: value})
    else:
        partials.append(replace(_Partial(), **{part: value}))


def _completed(partials: Sequence[_Partial]) -> Sequence[_Partial]:
    """Each date with what it shares with the other one."""
    month = next((partial.month for partial in partials if partial.month), None)
    year = next((partial.year for partial in reversed(partials) if partial.year), None)
    return [replace(one, month=one.month or month, year=one.year or year) for one in partials]


def _date(partial: _Partial) -> date | None:
    if partial.day is None or partial.month is None or partial.year is None:
        return None
    try:
        return date(partial.year, partial.month, partial.day)
    except ValueError:
        return None


@lru_cache(maxsize=1)
def _table() -> _Table:
    tables = _tables()
    return _Table(
        months={fold_case(word): int(number) for number, words in tables["months"].items() for word in words},
        weekdays={fold_case(word): int(number) for number, words in tables["weekdays"].items() for word in words},
        units={word: unit for unit, words in tables["units"].items() for word in words},
        between=frozenset(map(fold_case, tables["between"]["words"])),
        relative={fold_case(word): int(days) for days, words in tables["relative"].items() for word in words},
        spans={
            fold_case(word): (int(days.split()[0]), int(days.split()[1]))
            for days, words in tables["spans"].items()
            for word in words
        },
        counts={fold_case(word): int(days) for days, words in tables["counts"].items() for word in words},
        until=frozenset(map(fold_case, tables["ends"]["until"])),
        since=frozenset(map(fold_case, tables["ends"]["from"])),
        ordinals=frozenset(tables["between"]["ordinals"]),
    )


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Mapping[str, Any]]:
    return word_table("requests", "dates")
