"""News that can wait for its reader's digest: which it is, until when it waits, so that it is never late."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from judge.game.deadlines.messages import AbsenceNews, PhaseExtended, ScheduleNews
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposedNews,
    MasterChangedNews,
    PositionCorrectedNews,
    RolledBackNews,
    SettingsChangedNews,
)
from judge.game.messages import Notice
from judge.game.orders.order_status import powers_expected_to_write
from judge.game.people.messages import BecameUnreachableNews, ReachedAgainNews
from judge.game.phases.messages import CloseFailed, GameEnded, PhaseClosedNews, PhaseHeldOpenNews
from judge.game.press.messages import PressMutedNews, PressNews
from judge.game.replacements.messages import ReplacementSought, SearchEnded, SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.messages import GameStartedNews, MusterCalledNews, PowerJoinedNews, SeatsFreedNews
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.votes.messages import DrawProposed, VoteCastNews
from judge.game.war.messages import QuarantineNews, TroopAddedNews, WarEnteredNews

DIGEST_HOUR = 18
"""The hour of a digest by the clocks of its reader."""

_A_DAY, _A_WEEK, _SOON = timedelta(days=1), timedelta(days=7), timedelta(days=2)
"""What waits goes a day before a deadline of its reader's at the latest; within two days of one nothing waits."""


@dataclass(frozen=True)
class Digest:
    """The wish for one letter of all that can wait: every day, or on Mondays, at an hour of the time zone ``zone``.

    ``press_at_once`` where the press of others does not wait. The rhythm is ``no`` of one that has been given up while
    news waited: that leaves at once.
    """

    rhythm: Literal["daily", "weekly", "no"]
    zone: str
    press_at_once: bool = False

    def next_hour(self, after: datetime) -> datetime:
        """The first hour of this digest after a moment (UTC)."""
        return hour_after(self.zone, DIGEST_HOUR, after, 0 if self.rhythm == "weekly" else None)

    def latest_hour(self, deadline: datetime, now: datetime) -> datetime:
        """The last evening that is a day before a deadline; now, where there is none any more."""
        latest = deadline - _A_DAY
        return max(now, hour_after(self.zone, DIGEST_HOUR, latest - _A_DAY, None))


def hour_after(zone: str, hour: int, after: datetime, weekday: int | None) -> datetime:
    """The first such hour after a moment, by the clocks of a zone, UTC; on that day of the week (0 is Monday)."""
    place = ZoneInfo(zone)
    today = after.astimezone(place).date()
    step = _A_DAY if weekday is None else _A_WEEK
    day = today if weekday is None else today + timedelta(days=(weekday - today.weekday()) % 7)
    hours = (datetime.combine(day + times * step, time(hour), place).astimezone(UTC) for times in (0, 1))
    return next(at for at in hours if at > after)


_OF_OTHERS = (
    *(PressNews, PressMutedNews, VoteCastNews, AbsenceNews, ReachedAgainNews, PhaseExtended, ScheduleNews),
    *(SeatVacated, ReplacementSought, SearchEnded, SeatTaken, SeatReturned),
    *(SeatsFreedNews, PowerJoinedNews, MasterChangedNews, WarEnteredNews, BecameUnreachableNews),
)
"""News of what others have done, which asks nothing of its reader."""

_FOR_MASTERS = (PressNews, VoteCastNews, AbsenceNews, ReachedAgainNews, PhaseExtended, ScheduleNews)
"""Those of them that ask nothing of a game master, who may have to see to a seat."""

_FOR_OBSERVERS = (
    *_OF_OTHERS,
    *(GameStartedNews, PhaseClosedNews, GameEnded, PhaseHeldOpenNews, CloseFailed, MusterCalledNews),
    *(ActProposedNews, ActAgreed, SettingsChangedNews, RolledBackNews, PositionCorrectedNews),
    *(DrawProposed, QuarantineNews, TroopAddedNews),
)
"""News of the game itself: whoever watches has nothing to write in it."""


def own_deadline(game: Game, reader: Address) -> datetime | None:
    """When the open phase closes, if it waits for orders of the reader's powers; else None."""
    closes, own = game.closes_at, game.powers_of(reader)
    is_owed = closes and game.open_position and not set(own).isdisjoint(powers_expected_to_write(game))
    return closes if is_owed else None


def put_off_until(game: Game, notice: Notice, digest: Digest, now: datetime) -> datetime | None:
    """When news leaves with the digest of its reader, at the latest; None for news that comes at once.

    ``game`` is the game after it happened.
    """
    if digest.rhythm == "no" or not _can_wait(game, notice, digest):
        return None
    due, deadline = digest.next_hour(now), own_deadline(game, notice.to)
    if deadline is None:
        return due
    return min(due, digest.latest_hour(deadline, now)) if deadline > now + _SOON else None


def _can_wait(game: Game, notice: Notice, digest: Digest) -> bool:
    reader, news = notice.to, notice.news
    if notice.at or game.settings.practice or (digest.press_at_once and isinstance(news, PressNews)):
        return False
    if reader in game.observers:
        return isinstance(news, _FOR_OBSERVERS)
    match news:
        case MasterChangedNews(is_you=True) | WarEnteredNews(is_own=True) | PowerJoinedNews(own=True):
            return False
        case PressNews(to=to) if reader == game.master and to.master:
            return False
        case _:
            return isinstance(news, _FOR_MASTERS if reader == game.master else _OF_OTHERS)
