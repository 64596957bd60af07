"""Who gets the gazette: lines that want it or want it no more, the hour of its next issue."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.config import WEEKDAYS, GazetteConfig
from judge.desk.context import Context
from judge.desk.progress import Progress
from judge.mail.leagues import Gazette
from judge.reports.deeds import Deed
from judge.reports.echo import Did
from judge.reports.language import moment
from judge.store.values import Subscription

_WEEK = 7


def next_issue(gazette: GazetteConfig, after: datetime) -> datetime | None:
    """The first hour of the gazette after a moment, as clocks show it in its zone (UTC); None where there is none."""
    if gazette.weekday == "never":
        return None
    zone = ZoneInfo(gazette.zone)
    today = after.astimezone(zone).date()
    day = today + timedelta(days=(WEEKDAYS.index(gazette.weekday) - today.weekday()) % _WEEK)
    hours = (datetime.combine(day + timedelta(days=days), time(gazette.hour), zone) for days in (0, _WEEK))
    return next(at for hour in hours if (at := hour.astimezone(UTC)) > after)


def take_gazette(progress: Progress, line: str, wanted: Gazette, context: Context) -> Progress:
    """Begin or stop to read the gazette; it belongs to no game."""
    person = progress.person
    if not wanted.is_on:
        return _subscribed(progress.told(line, Did(Deed.GAZETTE_OFF)), Subscription(person.address, is_on=False))
    issue = next_issue(context.office.config.gazette, context.now)
    if issue is None:
        return progress.told(line, Did(Deed.NO_GAZETTE))
    first = Did(Deed.GAZETTE_ON, moment(issue, person.zone, person.language))
    wish = Subscription(person.address, is_on=True, language=person.language, alarm=issue)
    return _subscribed(progress.told(line, first), wish)


def _subscribed(progress: Progress, wish: Subscription) -> Progress:
    return replace(progress, subscription=wish)
