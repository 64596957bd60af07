"""The effect of an event: the game that follows from it, the notices it causes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from judge.game.messages import Event, Notice
from judge.game.person import Person
from judge.game.state import Game

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
    """The effect of one kind of event: ``apply`` returns the game after it, ``notices`` who is told what."""

    apply: Callable[[Game, Any], Game]
    notices: Callable[[Transition[Any]], Iterable[Notice]]


Effects = Mapping[type, Effect]
"""The effect of each kind of event, by its class."""


def effect(
    kind: type[Kind],
    apply: Callable[[Game, Kind], Game],
    notices: Callable[[Transition[Kind]], Iterable[Notice]],
) -> tuple[type, Effect]:
    """One entry of a table of effects; the type checker holds both functions to the kind of event they are for."""
    return kind, Effect(apply, notices)


def unchanged(game: Game, _: object) -> Game:
    """The same game: the event stands in the log and changes nothing else."""
    return game


def nobody(_: Transition[object]) -> Iterable[Notice]:
    """No notices: the acknowledgement to whoever has written is all."""
    return ()


def known(game: Game, person: Person) -> Game:
    """The game once it knows a person; who is known already stays as they are, with their number."""
    people = {person.address: person} | dict(game.people)
    readers = {person.address: len(game.readers) + 1} | dict(game.readers)
    return replace(game, people=people, readers=readers)
