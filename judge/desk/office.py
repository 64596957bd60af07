"""The judge's office: the configuration, the store, the clock, the source of secrets."""

import secrets
from base64 import b32encode
from dataclasses import dataclass

from judge.clock import Clock
from judge.config import Config
from judge.game.events import PhaseClosed
from judge.game.settings import GameName, Token
from judge.game.state import Game, fold
from judge.store.store import Store

SMTP = "smtp"
"""The name of the door where letters come with an envelope."""


@dataclass(frozen=True)
class Office:
    """Everything a story needs besides its letter."""

    config: Config
    store: Store
    clock: Clock

    def game(self, name: GameName | None) -> Game | None:
        """The game of that name as it stands, None when there is none."""
        return fold(self.store.events(name)) if name else None

    def phases(self, name: GameName) -> tuple[PhaseClosed, ...]:
        """The closed phases of a game, oldest first."""
        return tuple(event for event in self.store.events(name) if isinstance(event, PhaseClosed))

    def games(self) -> tuple[Game, ...]:
        """Every game there is."""
        return tuple(game for game in map(self.game, self.store.games()) if game)


def fresh_secret() -> Token:
    """Eighty random bits as 16 lower-case letters and digits, safe in any mail address."""
    return Token(b32encode(secrets.token_bytes(10)).decode("ascii").lower())
