"""News of phases."""

from dataclasses import dataclass

from judge.game.orders.events import PlanTaken
from judge.game.phases.events import GameEnded, OrdersMissed, PhaseClosed, PhaseHeldOpen
from judge.game.votes.events import VotesLapsed
from judge.rules.board import Power


@dataclass(frozen=True)
class Results:
    """To everyone: a phase was judged; ``powers`` are the reader's own, who may have to write next.

    ``taken`` is what became of the reader's plans for the next phase; ``passed`` when that has closed at once, too.
    ``lapsed`` are the reader's own votes that ended with the phase.
    """

    event: PhaseClosed
    powers: tuple[Power, ...]
    taken: tuple[PlanTaken, ...] = ()
    passed: bool = False
    lapsed: tuple[VotesLapsed, ...] = ()


@dataclass(frozen=True)
class Ended:
    """To everyone: the game is over, with its scores."""

    event: GameEnded


@dataclass(frozen=True)
class HeldOpen:
    """To everyone: the deadline has passed, and the phase stays open for a while.

    ``powers`` are those it is held open for as far as the reader may know them, ``own`` those of them that are theirs.
    """

    event: PhaseHeldOpen
    powers: tuple[Power, ...]
    own: tuple[Power, ...]


@dataclass(frozen=True)
class Warned:
    """To a player who has missed a deadline, in a game where that can cost the seat."""

    event: OrdersMissed


PhaseNews = Results | Ended | HeldOpen | Warned
