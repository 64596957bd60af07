"""The trail: the events of one go, each with the game before and after it, folded once for all readers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from judge.game.apply import apply
from judge.game.effect import Transition
from judge.game.messages import Event
from judge.game.state import Game


def transitions(before: Game | None, events: Iterable[Event]) -> Iterator[Transition[Event]]:
    """Each event with the game before and after it; the game before its opening is the one after it."""
    game = before
    for event in events:
        was, game = game, apply(game, event)
        yield Transition(was or game, game, event)


@dataclass(frozen=True)
class Trail:
    """The game ``before``, None of one that is opened, and what has happened to it since."""

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
