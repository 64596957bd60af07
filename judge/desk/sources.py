"""What a letter's lines may need that is not in the letter."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.desk.boards import OwnBoards, no_own_boards
from judge.desk.resend import Series, no_letters
from judge.game.events import Event
from judge.game.person import Person
from judge.game.phases.events import PhaseClosed
from judge.game.reliability import Figures
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.mail.meanings import Question
from judge.reports.echo import Answer
from judge.reports.mastery import Unsent


def nothing_happened(_: GameName) -> Sequence[Event]:
    """The log of a game there is none of."""
    return ()


def all_sent(_: GameName) -> Mapping[Address, Unsent]:
    """The letters that do not arrive where all do."""
    return {}


def nobody_known(_: Address) -> Figures:
    """The record of a player where nobody has played yet."""
    return Figures()


def no_seed() -> Token:
    """The seed of a game that no lots are drawn for."""
    return Token("")


@dataclass(frozen=True)
class Sources:
    """The game it named, answers to questions, closed phases, secrets, earlier letters, the seed of a new game.

    ``log`` is what happened to a game, oldest first; ``unsent`` the letters to its people that do not arrive;
    ``figures`` how far somebody can be relied upon; ``issue`` when the next issue of the gazette is due; ``names`` the
    games there are; ``openings`` those that have a seat for anybody.
    """

    named: GameName | None
    answer: Callable[[Question, Game | None, Person], Answer]
    phases: Callable[[GameName], Sequence[PhaseClosed]]
    secret: Callable[[], Token]
    letters: Callable[[Game | None, Person], Series] = no_letters
    own_address: str = ""
    log: Callable[[GameName], Sequence[Event]] = nothing_happened
    unsent: Callable[[GameName], Mapping[Address, Unsent]] = all_sent
    seed: Callable[[], Token] = no_seed
    figures: Callable[[Address], Figures] = nobody_known
    issue: datetime | None = None
    own_boards: OwnBoards = no_own_boards
    names: Callable[[], Collection[GameName]] = tuple
    openings: Callable[[], tuple[GameName, ...]] = tuple

    def percent(self, game: Game, player: Address) -> int:
        """What the record of a player comes to; looked up only where the game asks for one."""
        return self.figures(player).percent if game.settings.access.reliability else 100
