"""What is asked about orders."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.plans import Step, Wish
from judge.game.settings import Address
from judge.rules.board import Power
from judge.rules.errands import Commission
from judge.rules.orders import Order
from judge.rules.position import Phase


@dataclass(frozen=True)
class GiveOrder:
    """Give one order.

    ``letter`` numbers the letter it stood in, which ``arrived`` when its last byte was read and was ``written``
    when it says so itself (UTC). ``phase`` is the phase the letter names, None when it names none; ``power`` is that of
    the sender's powers which a heading names.
    """

    by: Address
    order: Order
    letter: int
    arrived: datetime
    written: datetime | None = None
    phase: Phase | None = None
    power: Power | None = None


@dataclass(frozen=True)
class SendScout:
    """Give a scout an errand, or recruit one; the rest as above."""

    by: Address
    errand: Commission
    letter: int
    arrived: datetime
    written: datetime | None = None
    phase: Phase | None = None


@dataclass(frozen=True)
class WithdrawOrders:
    """Take back every order of one's powers, those to scouts too."""

    by: Address


@dataclass(frozen=True)
class MeanOrders:
    """Say that one's orders that are void are meant, so that nothing waits for others in their place."""

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
class AskWhatIf:
    """Ask what orders would bring about; which orders they are is nobody else's business and is not kept."""

    by: Address


OrderCommand = GiveOrder | SendScout | WithdrawOrders | MeanOrders | AheadCommand | AskWhatIf
