"""After: a game once more events have happened to it."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from judge.game.deadlines.after import timed
from judge.game.deadlines.events import DeadlineEvent
from judge.game.events import Event
from judge.game.mastery.after import mastered
from judge.game.mastery.events import MasteryEvent
from judge.game.mastery.permissions import is_apart
from judge.game.orders.after import ordered
from judge.game.orders.events import OrderEvent
from judge.game.people.after import peopled
from judge.game.people.events import PeopleEvent
from judge.game.phases.after import closed
from judge.game.phases.events import PhaseEvent
from judge.game.press.after import pressed, with_post_gone
from judge.game.press.events import PressEvent
from judge.game.replacements.after import replaced
from judge.game.replacements.events import ReplacementEvent
from judge.game.seats.after import opened, seated
from judge.game.seats.events import GameOpened, SeatEvent
from judge.game.state import Game
from judge.game.strategists.after import shared
from judge.game.strategists.events import StrategistEvent
from judge.game.votes.after import voted
from judge.game.votes.events import VoteEvent
from judge.game.war.after import waged
from judge.game.war.events import WarEvent
from judge.game.watching.after import watched
from judge.game.watching.events import WatchEvent
from judge.rules.rulebook import Sight


def fold(events: Iterable[Event]) -> Game | None:
    """The game that a sequence of events, oldest first, has made; None of no events."""
    return after_all(None, events)


def after_all(game: Game | None, events: Iterable[Event]) -> Game | None:
    """The game once more events have happened to it."""
    return reduce(after, events, game)


def after(game: Game | None, event: Event) -> Game:
    """Apply one event; it has been decided, so nothing is checked here."""
    if game is None:
        if isinstance(event, GameOpened):
            return opened(event)
        message = "the first event of a game is its opening"
        raise ValueError(message)
    return replace(_with_memory(with_post_gone(_applied(game, event))), version=game.version + 1)


def _with_memory(game: Game) -> Game:
    """Who has had a seat in a game under way, and which master has seen more than players, is never forgotten."""
    if game.ended:
        return game
    played = game.seated - game.played if game.position else frozenset()
    sees = {game.master} if _shows_more(game) and is_apart(game, game.master) else set()
    if not played and sees <= game.unveiled:
        return game
    return replace(game, played=game.played | played, unveiled=game.unveiled | sees)


def _shows_more(game: Game) -> bool:
    """Whether there is something by now that a master without a seat sees and players do not: units, or who is who."""
    is_hidden = game.position is not None and game.book.sight is not Sight.ALL
    return is_hidden or (game.settings.access.anonymous and bool(game.seated))


def _applied(game: Game, event: Event) -> Game:
    if isinstance(event, SeatEvent):
        return seated(game, event)
    if isinstance(event, OrderEvent):
        return ordered(game, event)
    if isinstance(event, PressEvent):
        return pressed(game, event)
    if isinstance(event, PeopleEvent):
        return peopled(game, event)
    if isinstance(event, DeadlineEvent):
        return timed(game, event)
    if isinstance(event, VoteEvent):
        return voted(game, event)
    if isinstance(event, MasteryEvent):
        return mastered(game, event)
    if isinstance(event, WarEvent):
        return waged(game, event)
    if isinstance(event, PhaseEvent):
        return closed(game, event)
    if isinstance(event, ReplacementEvent):
        return replaced(game, event)
    if isinstance(event, StrategistEvent):
        return shared(game, event)
    if isinstance(event, WatchEvent):
        return watched(game, event)
    assert_never(event)
