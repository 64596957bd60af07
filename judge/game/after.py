"""Apply events to a game, and fold a log of events into one."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from judge.game.deadlines.effects import EFFECTS as OF_DEADLINES
from judge.game.effect import Effects
from judge.game.mastery.effects import EFFECTS as OF_MASTERY
from judge.game.mastery.permissions import is_apart
from judge.game.messages import Event
from judge.game.orders.effects import EFFECTS as OF_ORDERS
from judge.game.people.effects import EFFECTS as OF_PEOPLE
from judge.game.phases.effects import EFFECTS as OF_PHASES
from judge.game.press.effects import EFFECTS as OF_PRESS
from judge.game.press.effects import with_post_gone
from judge.game.replacements.effects import EFFECTS as OF_REPLACEMENTS
from judge.game.seats.effects import EFFECTS as OF_SEATS
from judge.game.seats.effects import opened
from judge.game.seats.messages import GameOpened
from judge.game.state import Game
from judge.game.strategists.effects import EFFECTS as OF_STRATEGISTS
from judge.game.votes.effects import EFFECTS as OF_VOTES
from judge.game.war.effects import EFFECTS as OF_WAR
from judge.game.watching.effects import EFFECTS as OF_WATCHING
from judge.rules.rulebook import Sight

EFFECTS: Effects = {
    **OF_SEATS,
    **OF_ORDERS,
    **OF_PRESS,
    **OF_PEOPLE,
    **OF_DEADLINES,
    **OF_VOTES,
    **OF_MASTERY,
    **OF_WAR,
    **OF_PHASES,
    **OF_REPLACEMENTS,
    **OF_STRATEGISTS,
    **OF_WATCHING,
}
"""The effect of each kind of event, by its class."""


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
    applied = EFFECTS[type(event)].apply(game, event)
    return replace(_with_memory(with_post_gone(applied)), version=game.version + 1)


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
