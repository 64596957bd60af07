"""The judge's office: the configuration, the store, the clock, the source of secrets."""

import hmac
import secrets
from base64 import b32encode
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.clock import Clock
from judge.config import Config
from judge.game.league import Tournament
from judge.game.mastery.standing import standing_phases
from judge.game.phases.messages import PhaseClosed
from judge.game.reliability import Figures, together
from judge.game.seats.access import Entry
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.game.summary import Summary
from judge.mail.name_service import Keys, key_record
from judge.reports.mastery import Unsent
from judge.store.store import Store
from judge.tournaments import read_tournaments

SMTP = "smtp"
"""The name of the door where letters come with an envelope."""


def fresh_secret() -> Token:
    """Eighty random bits as 16 lower-case letters and digits, safe in any mail address."""
    return Token(b32encode(secrets.token_bytes(10)).decode("ascii").lower())


def is_open(game: Summary) -> bool:
    """Whether a game stands in lists and lets in more than those whom its master has named."""
    access = game.settings.access
    return not access.hidden and access.entry is not Entry.NAMED


def _text_of(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


@dataclass(frozen=True)
class Office:
    """Everything a story needs besides its letter; ``keys`` tells the keys of mail domains, ``seed`` makes lots."""

    config: Config
    store: Store
    clock: Clock
    keys: Keys = key_record
    seed: Callable[[], Token] = fresh_secret

    def opaque(self, *what: str | int) -> str:
        """What letters call something by: always the same, and without our key nobody can tell what it stands for."""
        digest = hmac.digest(self.store.key(self.seed).encode(), repr(what).encode(), "sha256")
        return b32encode(digest[:20]).decode("ascii").lower()

    @property
    def host(self) -> str:
        """The mail domain of the judge, in which its letters have their ids."""
        return self.config.judge.address.rpartition("@")[2]

    def game(self, name: GameName | None) -> Game | None:
        """The game of that name as it stands, None when there is none."""
        return self.store.game(name) if name else None

    def own_boards(self) -> Mapping[str, str]:
        """The texts of the operator's boards, by the names of their files; what cannot be read is none."""
        folder = self.config.folders.boards
        texts = ((path.stem.lower(), _text_of(path)) for path in sorted(folder.glob("*.toml")))
        return {name: text for name, text in texts if text is not None}

    def phases(self, name: GameName) -> tuple[PhaseClosed, ...]:
        """The closed phases of a game that count, oldest first."""
        return standing_phases(self.store.events(name))

    def unsent(self, name: GameName) -> Mapping[Address, Unsent]:
        """The letters of a game that do not arrive, by where they go."""
        return {Address(to): Unsent(waiting, lost) for to, waiting, lost in self.store.unsent(name)}

    def figures(self, player: Address, games: Collection[GameName] | None = None) -> Figures:
        """How far somebody can be relied upon, by some games or by all they have had a seat in."""
        told = (one for one in self.store.summaries() if games is None or one.name in games)
        return together(game.figures[player] for game in told if player in game.figures)

    def tournaments(self) -> tuple[Tournament, ...]:
        """Every tournament whose file can be used; of the others the doctor tells."""
        return read_tournaments(self.config.folders.tournaments)[0]

    def openings(self) -> tuple[GameName, ...]:
        """The games that anybody may know of and take a seat in, or ask for one."""
        games = self.store.summaries()
        return tuple(game.name for game in games if game.free_seats and not game.ended and is_open(game))
