"""Commands of the master of a game, and of whoever is to be one."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, Settings, Token
from judge.game.state import Game
from judge.rules.corrections import Correction
from judge.rules.position import Phase


@dataclass(frozen=True)
class ChangeSettings:
    """Let these be the settings of a game from now on."""

    by: Address
    settings: Settings


@dataclass(frozen=True)
class CloseNow:
    """Close the open phase with the orders there are; only if it is this one, where one is named."""

    by: Address
    phase: Phase | None = None


@dataclass(frozen=True)
class RollBack:
    """Go back to before a phase closed; ``was`` is the game as it was when that phase had opened.

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
    """Change the position by hand, and say why."""

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
    """Be the master from now on: a code has come back from the mailbox it was sent to."""

    by: Person
    code: Token


@dataclass(frozen=True)
class DeclineGame:
    """Do not be the master: a code has come back with a no from the mailbox it was sent to."""

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
    ChangeSettings | CloseNow | RollBack | CorrectPosition | OfferGame | AcceptGame | DeclineGame | Terminate | Predict
)
