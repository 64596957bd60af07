"""Commands: what a person asks of a game, in the imperative; ``decide`` answers each with events or a refusal."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.plans import Step, Wish
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
class KeepAdvance:
    """Keep a step towards the orders of a phase ahead, written in ``notation``; ``letter`` and ``written`` as above."""

    by: Address
    phase: Phase
    step: Step
    notation: str
    letter: int
    written: datetime | None = None


@dataclass(frozen=True)
class DropAdvance:
    """Take back what was kept for a phase ahead; for every one without a ``phase``."""

    by: Address
    phase: Phase | None = None


@dataclass(frozen=True)
class KeepWish:
    """Say what to do in every phase of a kind."""

    by: Address
    wish: Wish
    letter: int


@dataclass(frozen=True)
class DropWishes:
    """Take back all standing wishes."""

    by: Address


AheadCommand = KeepAdvance | DropAdvance | KeepWish | DropWishes


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


@dataclass(frozen=True)
class NoteBounce:
    """Note that a letter to a person came back, ``hard`` when for good."""

    to: Address
    hard: bool


@dataclass(frozen=True)
class NoteLetter:
    """Note that a person has written, and so can be reached."""

    by: Address


@dataclass(frozen=True)
class MoveTo:
    """Be written to elsewhere, once both mailboxes agree; each is sent its code."""

    by: Address
    to: Address
    old_code: Token
    new_code: Token


@dataclass(frozen=True)
class ConfirmMove:
    """Agree to a move: a code has come back from a mailbox; ``token`` is the fresh one if it was the second."""

    by: Address
    code: Token
    token: Token


@dataclass(frozen=True)
class RenewToken:
    """Give oneself a fresh token; the master gives one to the player of ``power``."""

    by: Address
    token: Token
    power: Power | None = None


MailboxCommand = NoteBounce | NoteLetter | MoveTo | ConfirmMove | RenewToken


@dataclass(frozen=True)
class AskWhatIf:
    """Ask what orders would bring about; which orders they are is nobody else's business and is not kept."""

    by: Address


Command = (
    OpenGame
    | JoinGame
    | GiveOrder
    | WithdrawOrders
    | AheadCommand
    | SendPress
    | SetPreference
    | AskWhatIf
    | MailboxCommand
)
