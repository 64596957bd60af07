"""The services that handlers need: configuration, store, clock, keys, secrets, the route of letters out."""

import hmac
import secrets
from base64 import b32encode
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from judge.clock import Clock
from judge.config import Config, ConfigError, read_secret
from judge.game.folded_log import valid_phases
from judge.game.league import Tournament
from judge.game.phases.messages import PhaseClosed
from judge.game.reliability import Figures, total_figures
from judge.game.settings import Address, Entry, GameName, Token
from judge.game.state import Game
from judge.game.summary import Summary
from judge.mail.dkim_sign import Signer
from judge.mail.dns_lookup import DkimKeyLookup, dkim_key_record
from judge.mail.smtp_client import Login, Route
from judge.reports.mastery import UnsentLetters
from judge.store.store import Store
from judge.tournaments import read_tournaments

SMTP = "smtp"
"""The name of the server that receives letters with an envelope (SMTP)."""


def fresh_secret() -> Token:
    """Return eighty random bits as 16 lower-case letters and digits, safe in any mail address."""
    return Token(b32encode(secrets.token_bytes(10)).decode("ascii").lower())


def _is_open_to_anybody(game: Summary) -> bool:
    """Return whether a game is listed and lets in more than those whom its master has named."""
    access = game.settings.access
    return not access.hidden and access.entry is not Entry.NAMED


def _read_text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


@dataclass(frozen=True)
class Services:
    """The services of one judge.

    ``keys`` looks up the DKIM keys of mail domains; ``seed`` makes the random seeds of games.
    """

    config: Config
    store: Store
    clock: Clock
    keys: DkimKeyLookup = dkim_key_record
    seed: Callable[[], Token] = fresh_secret

    def opaque_id(self, *what: str | int) -> str:
        """Return an identifier that is always the same for the same thing.

        Without the judge's key nobody can tell what it stands for.
        """
        digest = hmac.digest(self.store.key(self.seed).encode(), repr(what).encode(), "sha256")
        return b32encode(digest[:20]).decode("ascii").lower()

    @property
    def host(self) -> str:
        """Return the mail domain of the judge, in which its Message-IDs are."""
        return self.config.judge.address.rpartition("@")[2]

    def game(self, name: GameName | None) -> Game | None:
        """Return the game of that name as it stands, None when there is none."""
        return self.store.game(name) if name else None

    def own_boards(self) -> Mapping[str, str]:
        """Return the texts of the operator's boards, by file name; unreadable files are left out."""
        folder = self.config.folders.boards
        texts = ((path.stem.lower(), _read_text(path)) for path in sorted(folder.glob("*.toml")))
        return {name: text for name, text in texts if text is not None}

    def phases(self, name: GameName, since: datetime | None = None) -> tuple[PhaseClosed, ...]:
        """Return the closed phases of a game that count, oldest first; with ``since`` those closed after it."""
        return valid_phases(self.store.closes(name, since))

    def unsent(self, name: GameName) -> Mapping[Address, UnsentLetters]:
        """Return how many letters of a game wait, and how many are lost, by recipient."""
        return {Address(to): UnsentLetters(waiting, lost) for to, waiting, lost in self.store.unsent(name)}

    def figures(self, player: Address, games: Collection[GameName] | None = None) -> Figures:
        """Return how reliable somebody is, in some games or in all in which they have had a seat."""
        told = (one for one in self.store.summaries() if games is None or one.name in games)
        return total_figures(game.figures[player] for game in told if player in game.figures)

    def tournaments(self) -> tuple[Tournament, ...]:
        """Return every tournament whose file can be used; the doctor reports the others."""
        return read_tournaments(self.config.folders.tournaments)[0]

    def openings(self) -> tuple[GameName, ...]:
        """Return the games that anybody may know of and in which they may take a seat, or ask for one."""
        games = self.store.summaries()
        return tuple(game.name for game in games if game.free_seats and not game.ended and _is_open_to_anybody(game))


def relay_route(config: Config, environment: Mapping[str, str]) -> Route:
    """Return the route to the relay; ConfigError when its password is not where the configuration says."""
    relay = config.relay
    login = None
    if relay.user:
        password = read_secret("relay.password", relay.password_file, relay.password_variable, environment)
        login = Login(relay.user, password)
    return Route(relay.host, relay.port, relay.tls, relay.authorities, login, judge_domain(config))


def dkim_signer(config: Config, environment: Mapping[str, str]) -> Signer | None:
    """Return what signs letters, None where nothing does; ConfigError when the key is missing or invalid."""
    dkim = config.dkim
    if not dkim.selector:
        return None
    key = read_secret("dkim.key", dkim.key_file, dkim.key_variable, environment)
    try:
        return Signer(dkim.domain or judge_domain(config), dkim.selector, key)
    except ValueError as error:
        raise ConfigError(f"dkim.key: {error}") from error


def judge_domain(config: Config) -> str:
    """Return the mail domain of the judge's address."""
    return config.judge.address.rpartition("@")[2]
