"""Commands: what a person asks of a game, in the imperative; ``decide`` answers each with events or a refusal."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.settings import Address, GameName, Language, Settings, Token
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase


@dataclass(frozen=True)
class Person:
    """A correspondent of one game: how to reach them, the secret of their reply address, how they read."""

    address: Address
    token: Token
    language: Language = "en"
    notation: str = "standard"
    zone: str = "Europe/Paris"


@dataclass(frozen=True)
class OpenGame:
    """Open a game; the person becomes its master. ``seed`` decides the lots and is kept in the record."""

    game: GameName
    settings: Settings
    by: Person
    seed: str


@dataclass(frozen=True)
class JoinGame:
    """Take a seat; ``wishes`` are the powers wanted, best first, empty when lots may decide."""

    by: Person
    wishes: tuple[Power, ...] = ()


@dataclass(frozen=True)
class GiveOrder:
    """Give one order.

    ``letter`` numbers the letter it stood in, which ``arrived`` when its last byte was read and was ``written``
    when it says so itself (UTC). ``phase`` is the phase the letter names, None when it names none.
    """

    by: Address
    order: Order
    letter: int
    arrived: datetime
    written: datetime | None = None
    phase: Phase | None = None


@dataclass(frozen=True)
class WithdrawOrders:
    """Take back every order of one's powers."""

    by: Address


@dataclass(frozen=True)
class SendPress:
    """Write to the players of some powers (``to``), or to everyone when ``to`` is empty."""

    by: Address
    to: tuple[Power, ...]
    text: str


@dataclass(frozen=True)
class SetPreference:
    """Change how one reads: language, notation or time zone; None leaves a preference as it is."""

    by: Address
    language: Language | None = None
    notation: str | None = None
    zone: str | None = None


Command = OpenGame | JoinGame | GiveOrder | WithdrawOrders | SendPress | SetPreference
