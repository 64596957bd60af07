"""Handle subscriptions to the gazette; find the hour of its next issue."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.config import WEEKDAYS, GazetteConfig
from judge.handlers.context import LineContext
from judge.handlers.session import Session
from judge.reports.language import moment_text
from judge.reports.line_answers import Done
from judge.reports.outcomes import Outcome
from judge.requests.league import GazetteRequest
from judge.store.records import GazetteSubscription

_WEEK = 7


def next_issue_at(gazette: GazetteConfig, after: datetime) -> datetime | None:
    """Return the first hour of the gazette after a moment (UTC), None where there is no gazette.

    The hour is that of the clocks in its zone.
    """
    if gazette.weekday == "never":
        return None
    zone = ZoneInfo(gazette.zone)
    today = after.astimezone(zone).date()
    day = today + timedelta(days=(WEEKDAYS.index(gazette.weekday) - today.weekday()) % _WEEK)
    hours = (datetime.combine(day + timedelta(days=days), time(gazette.hour), zone) for days in (0, _WEEK))
    return next(at for hour in hours if (at := hour.astimezone(UTC)) > after)


def handle_gazette(session: Session, line: str, wanted: GazetteRequest, context: LineContext) -> Session:
    """Begin or end the writer's subscription; it belongs to no game."""
    person = session.person
    if not wanted.is_on:
        return _with_subscription(
            session.told(line, Done(Outcome.GAZETTE_UNSUBSCRIBED)), GazetteSubscription(person.address, is_on=False)
        )
    issue = next_issue_at(context.services.config.gazette, context.now)
    if issue is None:
        return session.told(line, Done(Outcome.NO_GAZETTE))
    first = Done(Outcome.GAZETTE_SUBSCRIBED, moment_text(issue, person.zone, person.language))
    wish = GazetteSubscription(person.address, is_on=True, language=person.language, alarm=issue)
    return _with_subscription(session.told(line, first), wish)


def _with_subscription(session: Session, wish: GazetteSubscription) -> Session:
    return replace(session, subscription=wish)
