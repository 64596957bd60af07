"""Messages of a game: commands that people give, events that happen and what they change, news that people are told."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from judge.game.deadlines.messages import DeadlineCommand, DeadlineEvent, DeadlineNews
from judge.game.mastery.messages import MasteryCommand, MasteryEvent, MasteryNews, MovingEvent, MovingNews
from judge.game.orders.messages import OrderCommand, OrderEvent
from judge.game.people.messages import PeopleCommand, PeopleEvent, PeopleNews, Person
from judge.game.phases.messages import PhaseEvent, PhaseNews
from judge.game.practice.messages import ClockworkEvent, LessonNews, TutorialCommand, TutorialEvent
from judge.game.press.messages import PressCommand, PressEvent, PressMutedNews, PressNews, WatchCommand, WatchEvent
from judge.game.replacements.messages import ReplacementCommand, ReplacementEvent, ReplacementNews
from judge.game.seats.messages import (
    SeatCommand,
    SeatEvent,
    SeatNews,
    StrategistCommand,
    StrategistEvent,
    StrategistNews,
)
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.votes.messages import VoteCommand, VoteEvent, VoteNews
from judge.game.war.messages import WarCommand, WarEvent, WarNews

__all__ = (
    "Command",
    "Effect",
    "Effects",
    "Event",
    "News",
    "Notice",
    "Transition",
    "effect",
    "evolve",
    "no_notices",
    "tag_of",
    "unchanged",
    "with_person",
)

Command = (
    SeatCommand
    | OrderCommand
    | PressCommand
    | PeopleCommand
    | DeadlineCommand
    | VoteCommand
    | MasteryCommand
    | WarCommand
    | ReplacementCommand
    | StrategistCommand
    | WatchCommand
    | TutorialCommand
)
"""A request of a person, in the imperative; ``decide`` answers it with events or a refusal."""

Event = (
    SeatEvent
    | OrderEvent
    | PressEvent
    | PeopleEvent
    | DeadlineEvent
    | VoteEvent
    | MasteryEvent
    | WarEvent
    | PhaseEvent
    | ReplacementEvent
    | StrategistEvent
    | WatchEvent
    | ClockworkEvent
    | TutorialEvent
    | MovingEvent
)
"""A fact about a game, in the past tense; a game is the fold of its events."""

News = (
    SeatNews
    | PressNews
    | PressMutedNews
    | PeopleNews
    | DeadlineNews
    | VoteNews
    | MasteryNews
    | WarNews
    | PhaseNews
    | ReplacementNews
    | StrategistNews
    | LessonNews
    | MovingNews
)
"""A piece of news that one person is told."""


@dataclass(frozen=True)
class Notice:
    """One piece of news for one person; ``at`` is the mailbox it goes to where that is not their own."""

    to: Address
    news: News
    at: Address | None = None


# --- the effect of an event: how it changes the game, and which notices it causes


Kind = TypeVar("Kind")
Kind_co = TypeVar("Kind_co", covariant=True)


@dataclass(frozen=True)
class Transition(Generic[Kind_co]):
    """An event with the game before and after it; ``later`` are the events decided together with it that follow it."""

    before: Game
    after: Game
    event: Kind_co
    later: Sequence[Event] = ()


@dataclass(frozen=True)
class Effect:
    """The effect of one kind of event: ``apply`` makes the game after it, ``notices`` says who is told."""

    apply: Callable[[Game, Any], Game]
    notices: Callable[[Transition[Any]], Iterable[Notice]]


Effects = Mapping[type, Effect]
"""The effect of each kind of event, by its class."""


def effect(
    kind: type[Kind], apply: Callable[[Game, Kind], Game], notices: Callable[[Transition[Kind]], Iterable[Notice]]
) -> tuple[type, Effect]:
    """One entry of a table of effects; the type checker checks both functions against the kind of event."""
    return kind, Effect(apply, notices)


def unchanged(game: Game, _: object) -> Game:
    """The game itself: the event stands in the log and changes nothing else."""
    return game


def tell_everybody(step: Transition[Any]) -> Iterable[Notice]:
    """Tell everybody of the game the event itself."""
    return (Notice(reader, step.event) for reader in step.after.audience)


def no_notices(_: Transition[object]) -> Iterable[Notice]:
    """No notices: the acknowledgement to the sender says everything."""
    return ()


if TYPE_CHECKING:
    from dataclasses import replace as evolve
else:

    def evolve(game: Game, **changes: object) -> Game:
        """The game with other values of some fields: ``dataclasses.replace``, at a fifth of its price.

        Every event of a log pays it. The type checker checks the fields as those of ``replace``.
        """
        evolved = object.__new__(Game)
        values = evolved.__dict__
        values.update(game.__dict__)
        for name in _CACHED:
            values.pop(name, None)
        values.update(changes)
        return evolved


_CACHED = tuple(name for name, value in vars(Game).items() if isinstance(value, cached_property))
"""What a game has worked out of its fields once, and the next one must work out anew."""


def with_person(game: Game, person: Person) -> Game:
    """The game with a person added; somebody known already is left unchanged."""
    return evolve(game, address_book=game.address_book.with_person(person))


@cache
def tag_of(kind: type) -> str:
    """The name of a class in JSON: ``PhaseClosed`` is written ``phase-closed``."""
    return re.sub(r"(?<=.)([A-Z])", r"-\1", kind.__name__).lower()
