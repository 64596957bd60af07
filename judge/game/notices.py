"""Notices: who must be told what once something has happened; the one place where secrecy is decided."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from judge.game.after import after
from judge.game.deadlines.events import DeadlineEvent
from judge.game.deadlines.notices import deadline_notices
from judge.game.events import Event
from judge.game.fog import through_fog
from judge.game.mastery.events import MasteryEvent
from judge.game.mastery.notices import mastery_notices
from judge.game.news import Notice
from judge.game.orders.events import OrderEvent
from judge.game.people.events import PeopleEvent
from judge.game.people.notices import people_notices
from judge.game.phases.events import GameEnded, PhaseEvent
from judge.game.phases.notices import phase_notices
from judge.game.press.events import PressEvent
from judge.game.press.notices import kept_back, press_notices
from judge.game.replacements.events import ReplacementEvent
from judge.game.replacements.notices import replacement_notices
from judge.game.seats.events import SeatEvent
from judge.game.seats.notices import seat_notices
from judge.game.state import Game
from judge.game.strategists.events import StrategistEvent
from judge.game.strategists.notices import strategist_notices
from judge.game.votes.events import VoteEvent
from judge.game.votes.notices import vote_notices
from judge.game.war.events import WarEvent
from judge.game.war.notices import war_notices
from judge.game.watching.events import WatchEvent


def notices(before: Game | None, events: Sequence[Event]) -> tuple[Notice, ...]:
    """Who must be told what once ``events`` have happened to the game that stood as ``before``.

    No fog lies on a phase that ends the game.
    """
    told: list[Notice] = []
    game = before
    for number, event in enumerate(events, start=1):
        was, game = game, after(game, event)
        news = (*_told(was or game, game, event, events[number:]), *kept_back(was or game, game))
        is_over = any(isinstance(later, GameEnded) for later in events[number:])
        known = (notice if is_over else through_fog(was or game, game, notice) for notice in news)
        told += [notice for notice in known if notice]
    return tuple(told)


def _told(was: Game, game: Game, event: Event, later: Sequence[Event]) -> Iterator[Notice]:
    if isinstance(event, SeatEvent):
        return seat_notices(game, event, later)
    if isinstance(event, PressEvent):
        return press_notices(game, event)
    if isinstance(event, PeopleEvent):
        return people_notices(was, game, event)
    if isinstance(event, DeadlineEvent):
        return deadline_notices(was, game, event)
    if isinstance(event, VoteEvent):
        return vote_notices(game, event, later)
    if isinstance(event, MasteryEvent):
        return mastery_notices(was, game, event)
    if isinstance(event, WarEvent):
        return war_notices(was, game, event)
    if isinstance(event, PhaseEvent):
        return phase_notices(game, event, later)
    if isinstance(event, ReplacementEvent):
        return replacement_notices(was, game, event, later)
    if isinstance(event, StrategistEvent):
        return strategist_notices(game, event)
    if isinstance(event, OrderEvent | WatchEvent):
        return iter(())  # between a person and the judge: nobody else ever hears of it, plans are told with results
    assert_never(event)
