"""The hour of a muster: those who have not answered lose their seats, after an outage later than they were told."""

from datetime import datetime

from judge.game.deadlines.move import AN_OUTAGE
from judge.game.events import Event
from judge.game.seats.events import MusterCalled, SeatsLost
from judge.game.seats.filling import with_what_follows
from judge.game.state import Game


def next_hour(game: Game) -> datetime | None:
    """When the answers to a muster must be there."""
    return game.muster.until if game.muster and game.muster.waited_for else None


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The seats of those who are silent go to those who wait; the answers of the others stand."""
    if game.muster is None or not game.muster.waited_for:
        return ()
    return with_what_follows(game, (SeatsLost(game.muster.waited_for, now),), now)


def made_up(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """What an outage does to the muster that ran through it: everyone who has not answered has as much longer.

    Told of the same outage again, after a crash in the midst of it, this gives back only what is new.
    """
    muster = game.muster
    if muster is None or not muster.waited_for or muster.until <= since:
        return ()
    lost = now - max(since, muster.called)
    return (MusterCalled(muster.until + lost, muster.waited_for, now),) if lost > AN_OUTAGE else ()


def set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """What a clock that was set back from ``since`` to ``now`` does to a muster called by it: the time left stays."""
    muster = game.muster
    if muster is None or not muster.waited_for or muster.called <= now or since - now <= AN_OUTAGE:
        return ()
    return (MusterCalled(muster.until - (since - now), muster.waited_for, now),)
