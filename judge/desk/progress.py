"""How far a letter has been carried out: the game so far, the events, the answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from judge.desk.context import Context
from judge.desk.hints import spoken
from judge.game.decide import decide
from judge.game.effect import Transition
from judge.game.messages import Command, Event
from judge.game.person import Person
from judge.game.refusals import Refused
from judge.game.sight import as_known
from judge.game.state import Game
from judge.game.trail import Trail
from judge.notation.misread import Misread
from judge.reports.echo import Answer, Answered, Unkept, Unknown, Wrong
from judge.rules.board import Power
from judge.rules.position import Phase
from judge.store.values import Subscription

MOST_HINTED = 8
"""Orders of one letter that are misread, for which others are looked for that would work: that takes far longer."""


def hints_left(answers: Sequence[Answered]) -> int:
    """How many more orders that are misread get hints, behind these answers."""
    return MOST_HINTED - sum(isinstance(one.answer, Misread | Unkept) for one in answers)


@dataclass(frozen=True)
class Progress:
    """How far a letter has been carried out: the game so far, who writes, what has happened, what is answered.

    ``phase`` is the one its lines have named.

    ``under`` is the power of somebody else that a heading has named, ``heading`` one of the writer's own;
    ``title`` is the order word that a heading says for the lines below it. ``astray`` is
    why orders below cannot be followed, None as long as they can; ``again`` are the numbers of letters to be sent once
    more. ``unopened`` is a game as it would be if the line that was to open it had no fault.
    """

    game: Game | None
    person: Person
    steps: tuple[Transition[Event], ...] = ()
    answers: tuple[Answered, ...] = ()
    phase: Phase | None = None
    under: Power | None = None
    heading: Power | None = None
    title: str = ""
    astray: Refused | None = None
    stopped: bool = False
    again: tuple[int, ...] = ()
    subscription: Subscription | None = None
    unopened: Game | None = None

    @property
    def view(self) -> Game | None:
        """The game so far as the writer may know it: what lines are read and answered by."""
        return as_known(self.game, self.person.address) if self.game else None

    def told(self, line: str, answer: Answer) -> Self:
        """With one more line answered."""
        if isinstance(answer, Wrong) and answer.what in {Unknown.VALUE, Unknown.PHASE}:
            calendar = self.game.board.calendar if self.game else "years"
            answer = replace(answer, hints=spoken(answer.hints, calendar, self.person.language))
        return replace(self, answers=(*self.answers, Answered(line, answer)))

    def happened(self, events: Iterable[Event]) -> Self:
        """With more events, folded in."""
        return self.along(Trail(self.game).on(events))

    def along(self, trail: Trail) -> Self:
        """With all that has happened to the game as it stood."""
        game = trail.game
        person = game.people.get(self.person.address, self.person) if game else self.person
        return replace(self, game=game, person=person, steps=(*self.steps, *trail.steps))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the letter has made happen, oldest first."""
        return tuple(step.event for step in self.steps)

    @property
    def in_game(self) -> "InGame | None":
        """The same with a game that is surely there; None where there is none."""
        if isinstance(self, InGame):
            return self
        return InGame(**vars(self)) if self.game else None

    def decided(self, line: str, command: Command, context: Context, answer: Answer) -> Self:
        """With a command decided: its answer if it happens, the refusal if not."""
        events = decide(self.game, command, context.now)
        return self.told(line, events) if isinstance(events, Refused) else self.happened(events).told(line, answer)


@dataclass(frozen=True)
class InGame(Progress):
    """How far a letter about a game has been carried out."""

    game: Game

    @property
    def view(self) -> Game:
        """The game so far as the writer may know it."""
        return as_known(self.game, self.person.address)
