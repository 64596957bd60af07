"""Commands of the master, and of somebody who is asked to become master."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, Settings, Token
from judge.game.state import Game
from judge.rules.corrections import Correction
from judge.rules.position import Phase


@dataclass(frozen=True)
class ChangeSettings:
    """Change the settings of a game; ``settings`` are all of them, as they are to be."""

    by: Address
    settings: Settings


@dataclass(frozen=True)
class ForceClose:
    """Close the open phase with the orders there are; if ``phase`` is given, only where that is the open one."""

    by: Address
    phase: Phase | None = None


@dataclass(frozen=True)
class RollBack:
    """Roll back to before a phase closed; ``was`` is the game as it was when that phase had opened.

    ``undone`` are the numbers of that phase and of those that closed later. With ``keep`` its orders are in force
    again, as they were judged.
    """

    by: Address
    to: PhaseClosed
    was: Game
    undone: tuple[int, ...]
    keep: bool


@dataclass(frozen=True)
class CorrectPosition:
    """Correct the position by hand, with a reason."""

    by: Address
    corrections: tuple[Correction, ...]
    reason: str


@dataclass(frozen=True)
class OfferGame:
    """Ask somebody to be master instead; their answer bears ``code``."""

    by: Address
    to: Address
    code: Token


@dataclass(frozen=True)
class AcceptGame:
    """Become the master: a code has come back from the mailbox it was sent to."""

    by: Person
    code: Token


@dataclass(frozen=True)
class DeclineGame:
    """Decline to become the master: a code has come back with a no from the mailbox it was sent to."""

    by: Address
    code: Token


@dataclass(frozen=True)
class Terminate:
    """End a game without a result, for a reason that is told."""

    by: Address
    reason: str


@dataclass(frozen=True)
class Predict:
    """Judge the orders that are in before the deadline."""

    by: Address


MasteryCommand = (
    ChangeSettings
    | ForceClose
    | RollBack
    | CorrectPosition
    | OfferGame
    | AcceptGame
    | DeclineGame
    | Terminate
    | Predict
)
