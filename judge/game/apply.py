"""Apply events to a game: the state after one event, the fold of a whole log, the trail of what happens in one go."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from judge.game.deadlines.rules import EFFECTS as DEADLINE_EFFECTS
from judge.game.mastery.rules import EFFECTS as MASTERY_EFFECTS
from judge.game.messages import Effects, Event, Notice, Transition, evolve
from judge.game.orders.rules import EFFECTS as ORDER_EFFECTS
from judge.game.people.messages import MoveAskedNews, MoveConfirmedNews
from judge.game.people.rules import EFFECTS as PEOPLE_EFFECTS
from judge.game.phases.effects import EFFECTS as PHASE_EFFECTS
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.practice.rules import EFFECTS as PRACTICE_EFFECTS
from judge.game.press.circle import EFFECTS as WATCH_EFFECTS
from judge.game.press.messages import PressNews, WatchersTold
from judge.game.press.rules import EFFECTS as PRESS_EFFECTS
from judge.game.press.rules import release_press, released_press_notices
from judge.game.public_acts import act_of
from judge.game.replacements.effects import EFFECTS as REPLACEMENT_EFFECTS
from judge.game.seats.effects import EFFECTS as SEAT_EFFECTS
from judge.game.seats.effects import game_from_opening
from judge.game.seats.messages import GameOpened
from judge.game.seats.strategists import EFFECTS as STRATEGIST_EFFECTS
from judge.game.state import Game
from judge.game.visibility import is_non_playing_master, learns_later, through_fog
from judge.game.votes.rules import EFFECTS as VOTE_EFFECTS
from judge.game.war.rules import EFFECTS as WAR_EFFECTS
from judge.rules.rulebook import UnitSight

EFFECTS: Effects = {
    **SEAT_EFFECTS,
    **ORDER_EFFECTS,
    **PRESS_EFFECTS,
    **PEOPLE_EFFECTS,
    **DEADLINE_EFFECTS,
    **VOTE_EFFECTS,
    **MASTERY_EFFECTS,
    **WAR_EFFECTS,
    **PHASE_EFFECTS,
    **REPLACEMENT_EFFECTS,
    **STRATEGIST_EFFECTS,
    **WATCH_EFFECTS,
    **PRACTICE_EFFECTS,
}
"""The effect of each kind of event, by its class."""


def fold_events(events: Iterable[Event]) -> Game | None:
    """The game that a sequence of events, oldest first, has made; None for no events."""
    return reduce(apply, events, None)


def apply_all(game: Game, events: Iterable[Event]) -> Game:
    """The game with the events applied in order."""
    return reduce(apply, events, game)


def apply(game: Game | None, event: Event) -> Game:
    """The game with one event applied.

    Nothing is checked, for the event has been decided. ValueError if the first event is not ``GameOpened``.
    """
    if game is None:
        if isinstance(event, GameOpened):
            return game_from_opening(event)
        message = "the first event of a game is its opening"
        raise ValueError(message)
    applied = EFFECTS[type(event)].apply(game, event)
    told = act_of(Transition(game, applied, event))
    acts = () if isinstance(event, PhaseClosed) else (*game.acts, *told) if told else game.acts
    return evolve(_with_participants_recorded(release_press(applied)), version=game.version + 1, acts=acts)


def _with_participants_recorded(game: Game) -> Game:
    """Record who has had a seat in a game under way, and which master has seen what players may not see."""
    if game.ended:
        return game
    members = game.members
    if game.position and not members.seated <= members.played:
        members = replace(members, played=members.played | members.seated)
    is_noted = members.master in members.saw_secrets
    if not is_noted and _shows_master_more(game) and is_non_playing_master(game, game.master):
        members = replace(members, saw_secrets=members.saw_secrets | {members.master})
    return game if members is game.members else evolve(game, members=members)


def _shows_master_more(game: Game) -> bool:
    """Whether a master without a seat sees something by now that players do not: hidden units, or who plays whom."""
    is_hidden = game.position is not None and game.book.sight is not UnitSight.ALL
    return is_hidden or (game.settings.access.anonymous and bool(game.members.seated))


# --- the trail of one go


def transitions(before: Game | None, events: Iterable[Event]) -> Iterator[Transition[Event]]:
    """Each event with the game before and after it; the game before its opening is the one after it."""
    game = before
    for event in events:
        was, game = game, apply(game, event)
        yield Transition(was or game, game, event)


@dataclass(frozen=True)
class Trail:
    """The events of one go, each with the game before and after it, folded once for all readers.

    ``before`` is the game before them, None of one that is opened, and ``steps`` what has happened since.
    """

    before: Game | None
    steps: tuple[Transition[Event], ...] = ()

    @property
    def game(self) -> Game | None:
        """The game as it stands."""
        return self.steps[-1].after if self.steps else self.before

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, oldest first."""
        return tuple(step.event for step in self.steps)

    def on(self, events: Iterable[Event]) -> "Trail":
        """With more events."""
        return replace(self, steps=(*self.steps, *transitions(self.game, events)))


# --- who is notified of what once events have happened; the one place where secrecy is decided


def notices_of(trail: Trail) -> tuple[Notice, ...]:
    """The notices of the events of a trail, in order. The fog of war hides nothing of a phase that ends the game."""
    told: list[Notice] = []
    events = trail.events
    for number, happened in enumerate(trail.steps, start=1):
        step = replace(happened, later=events[number:])
        news = (*EFFECTS[type(step.event)].notices(step), *released_press_notices(step.before, step.after))
        is_over = any(isinstance(one, GameEnded) for one in step.later)
        known = (notice if is_over else through_fog(step.before, step.after, notice) for notice in news)
        told += [notice for notice in known if notice and not _comes_later(step, notice)]
    return tuple(told)


def _comes_later(step: Transition[Event], notice: Notice) -> bool:
    """Whether news is for somebody who only watches, and would learn too early of a game what is told later."""
    game, news = step.after, notice.news
    if isinstance(step.event, WatchersTold) or notice.to not in game.observers or not learns_later(game, notice.to):
        return False
    return not isinstance(news, MoveAskedNews | MoveConfirmedNews) and not (
        isinstance(news, PressNews) and news.to.observers
    )
