"""Deadlines: when a phase that opens now will close."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.events import Deadline
from judge.game.settings import Settings
from judge.rules.position import PhaseKind


def deadline(settings: Settings, kind: PhaseKind, opened: datetime) -> Deadline:
    """The first fixed hour of the game's zone that leaves the phase its full length.

    ``opened`` is UTC. The hour is wall time: a game that closes at 21:00 does so on both sides of a change to
    daylight saving. An hour that the clocks skip is taken as late as the skip makes it, one that comes twice the
    first time it comes.
    """
    earliest = opened + settings.lengths.of(kind)
    zone = ZoneInfo(settings.zone)
    day = earliest.astimezone(zone).date()
    at = datetime.combine(day, settings.hour, zone).astimezone(UTC)
    if at < earliest:
        at = datetime.combine(day + timedelta(days=1), settings.hour, zone).astimezone(UTC)
    return Deadline(at=at, opened=opened)
