"""The services that handlers need: configuration, store, clock, keys, secrets, the route of letters out."""

import hmac
import logging
import secrets
from base64 import b32encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar, overload

from judge.config import Config, ConfigError, read_secret
from judge.game.figures import Figures, total_figures
from judge.game.folded_log import valid_phases
from judge.game.league import Excerpt, Hobby, ListedGames, Need, Summary, Tournament, public_games, public_hobby
from judge.game.names import Stage
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.mail.dkim import Signer
from judge.mail.dkim_keys import DkimKeyAwaitedError, DkimKeyLookup, dkim_key_record
from judge.mail.smtp_client import Login, Route
from judge.notation.effort import EffortSpentError
from judge.reports.mastery import UnsentLetters
from judge.reports.own_texts import use_own_texts
from judge.store.connection import is_infrastructure_error
from judge.store.issues import read_tournaments
from judge.store.store import Store
from judge.system.clock import Clock

# --- a sequence whose items are read when they are asked for: of a long game few phases are told of


T = TypeVar("T")


class OnDemand(Sequence[T]):
    """What ``read`` returns for each of some keys, in their order; a slice reads nothing, and no item is read twice."""

    def __init__(self, keys: Sequence[int], read: Callable[[int], T], known: dict[int, T] | None = None) -> None:
        """Nothing is read yet; ``known`` are items that have been, by their keys."""
        self._keys = keys
        self._read = read
        self._known: dict[int, T] = {} if known is None else known

    def __len__(self) -> int:
        """Return the number of items, read or not."""
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> "OnDemand[T]": ...

    def __getitem__(self, place: int | slice) -> "T | OnDemand[T]":
        """Return the item at a place, or some as a sequence of the same kind."""
        if isinstance(place, slice):
            return OnDemand(self._keys[place], self._read, self._known)
        key = self._keys[place]
        if key not in self._known:
            self._known[key] = self._read(key)
        return self._known[key]


# --- faults of the judge's own: one spoils no more than it must, and the log tells the operator of it


_log = logging.getLogger("judge")


def is_own_fault(error: Exception) -> bool:
    """Return whether an error is a fault of the judge itself: a bug, or data that it should have understood.

    What the machine lacks, a key that is still awaited and work that has an end are none.
    """
    is_other = isinstance(error, MemoryError | DkimKeyAwaitedError | EffortSpentError)
    return not (is_other or is_infrastructure_error(error))


def told_briefly(error: BaseException) -> str:
    """Return the kind of an error and where in the judge it was raised, never what it says: it may quote letters."""
    frames = [frame for frame in extract_tb(error.__traceback__) if _CODE in Path(frame.filename).parents]
    where = f" at {Path(frames[-1].filename).relative_to(_CODE)}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


_CODE = Path(__file__).parents[1]


def contained(attempt: Callable[[], T], otherwise: Callable[[], T], spoiled: str) -> T:
    """Return what ``attempt`` does; where a fault of the judge keeps it from that, the log says what was ``spoiled``.

    Every other error is raised. ``attempt`` must change nothing: all values of the judge are frozen.
    """
    try:
        return attempt()
    except Exception as error:
        if not is_own_fault(error):
            raise
        _log.exception("a fault of the judge's own: %s", spoiled)
        return otherwise()


# --- the services that handlers need: configuration, store, clock, keys, secrets, the route of letters out


MOST_LISTED, MOST_NAMED = 20, 100
"""Games of one kind that a letter tells of at once, and those of which it says the name alone."""

MOST_COUNTED = 500
"""Games of one kind that statistics are counted from."""

SMTP = "smtp"
"""The name of the server that receives letters with an envelope (SMTP)."""


def fresh_secret() -> Token:
    """Return eighty random bits as 16 lower-case letters and digits, safe in any mail address."""
    return Token(b32encode(secrets.token_bytes(10)).decode("ascii").lower())


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

    def __post_init__(self) -> None:
        """Have this process write with the texts of this judge: whoever writes a letter needs the services first."""
        use_own_texts(self.config.folders.templates, self.config.folders.languages)

    def opaque_id(self, *what: str | int) -> str:
        """Return an identifier that is always the same for the same thing.

        Without the judge's key nobody can tell what it stands for.
        """
        digest = hmac.digest(self.store.key(self.seed).encode(), repr(what).encode(), "sha256")
        return b32encode(digest[:20]).decode("ascii").lower()

    def opaque_letter_id(self, *what: str | int) -> str:
        """Return an identifier as ``opaque_id`` does, another one in each life of the database."""
        return self.opaque_id(*what, *([self.store.epoch] if self.store.epoch else []))

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

    def phases(self, name: GameName, since: datetime | None = None) -> Sequence[PhaseClosed]:
        """Return the closed phases of a game that count, oldest first; with ``since`` those closed after it.

        Where none has been undone, each is read when it is asked for.
        """
        numbers, game = self.store.close_numbers(name), self.game(name)
        if since or game is None or len(numbers) != game.phases_closed:
            return valid_phases(self.store.closes(name, since))
        return OnDemand(numbers, partial(self.store.closed_phase, name))

    def silent_phases(self, name: GameName) -> tuple[PhaseClosed, ...]:
        """Return the closed phases of a game that count and in which a power gave no orders; no others are read."""
        game = self.game(name)
        closed = (self.store.closed_phase(name, number) for number in self.store.silent_close_numbers(name))
        return tuple(event for event in closed if game and event.number not in game.undone)

    def unsent(self, name: GameName) -> Mapping[Address, UnsentLetters]:
        """Return how many letters of a game wait, and how many are lost, by recipient."""
        return {Address(to): UnsentLetters(waiting, lost) for to, waiting, lost in self.store.unsent(name)}

    def games_of(self, address: Address, *stages: Stage, most: int = -1) -> tuple[Summary, ...]:
        """Return the games somebody has ever had to do with, of any stage where none is given, at most so many."""
        return tuple(self.store.summaries(self.store.games_of(address, stages or tuple(Stage), most)).values())

    def figures(self, player: Address, told_in: GameName | None = None) -> Figures:
        """Return how reliable somebody is; what is told in a game counts those games alone that show who plays."""
        games: Iterable[Summary] = self.games_of(player)
        if told_in:
            shown = {game.name for game in public_games(games)} | {told_in}
            games = (game for game in games if game.name in shown)
        return total_figures(game.figures[player] for game in games if player in game.figures)

    def kept_apart(self, person: Address, *, unseen: bool) -> frozenset[Address]:
        """Return everybody whom somebody blocks, or who blocks them.

        With ``unseen`` as the power of a game that does not say who plays, too.
        """
        blocks = self.store.blocks_about(person)
        games = self.store.summaries(GameName(one.game) for one in blocks if one.game)
        hidden = {name for name, game in games.items() if game.settings.access.anonymous}
        told = (one for one in blocks if unseen or one.game not in hidden)
        return frozenset(other for one in told for other in (one.by, one.other) if other != person)

    def tournaments(self) -> tuple[Tournament, ...]:
        """Return every tournament opened by letter or whose file can be used; the doctor reports the others."""
        return read_tournaments(self.config.folders.tournaments, self.store.tournaments())[0]

    def is_seated_whoever_blocks(self, game: GameName) -> bool:
        """Return whether a game is one of a tournament whose organiser has not said that blocks count."""
        return any(game in cup.games and not cup.blocks for cup in self.tournaments())

    def hobby(self, *stages: Stage) -> Hobby:
        """Return games of some stages as anybody may know them; of those that are over the last."""
        pages = [self.told(self.store.page_of_games(stage, 1, MOST_COUNTED, None)) for stage in stages]
        games = [game for page in pages for game in page.shown]
        return public_hobby(games, self.tournaments(), self.store.unlisted())

    def openings(self) -> tuple[GameName, ...]:
        """Return the first games that anybody may know of and in which they may take a seat, or ask for one."""
        return tuple(self.store.games_that_need(Stage.OPENING, Need.ANYBODY, MOST_LISTED).shown)

    def list_of_games(self, reader: Address, page: int = 1) -> ListedGames:
        """Return a page of the list of all games that somebody may know of; the first is 1."""
        openings, running = (
            self.told(self.store.page_of_games(stage, page, MOST_LISTED, reader))
            for stage in (Stage.OPENING, Stage.RUNNING)
        )
        return ListedGames(openings, running, self.store.page_of_games(Stage.OVER, page, MOST_NAMED, reader), page)

    def told(self, games: Excerpt[GameName]) -> Excerpt[Summary]:
        """Return the games in short; those that cannot be told are left out."""
        return Excerpt(tuple(self.store.summaries(games.shown).values()), games.more)


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
