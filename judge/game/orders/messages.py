"""Commands and events of orders."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.plans import Plan, Step, Wish
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.rules.board import Power
from judge.rules.errands import Commission
from judge.rules.orders import Order
from judge.rules.position import Phase

# --- what is asked


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

# --- what happens


@dataclass(frozen=True)
class OrderGiven:
    """An order was accepted for a power; it replaces the one its unit had."""

    power: Power
    order: Order
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class ErrandGiven:
    """An order to a scout was accepted for a power; it replaces one that leaves no scout to that."""

    power: Power
    errand: Commission
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class OrdersWithdrawn:
    """A player took back every order of a power."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class OrdersMeant:
    """A player said that these orders of a power, void as they are, are what they want."""

    power: Power
    orders: tuple[Order, ...]
    at: datetime


@dataclass(frozen=True)
class AdvanceKept:
    """A step towards the orders of a phase ahead was kept beside those before it, written in ``notation``."""

    power: Power
    phase: Phase
    step: Step
    notation: str
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class AdvanceDropped:
    """A player took back what was kept for a phase ahead, or for every one (``phase`` None)."""

    power: Power
    phase: Phase | None
    at: datetime


@dataclass(frozen=True)
class WishKept:
    """A player said what to do in every phase of a kind, until they say otherwise."""

    power: Power
    wish: Wish
    letter: int
    at: datetime


@dataclass(frozen=True)
class WishesDropped:
    """A player took back all standing wishes."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class LeftAside:
    """A line kept in advance that came to no order: refused (``why``), or not to be understood (None)."""

    line: str
    notation: str
    why: Refused | None


@dataclass(frozen=True)
class PlanTaken:
    """A phase opened, and a power's orders, given just before this, were taken from what it had kept."""

    power: Power
    phase: Phase
    plan: Plan
    aside: tuple[LeftAside, ...]
    at: datetime


@dataclass(frozen=True)
class WhatIfAsked:
    """A person had orders judged that were only supposed; that they asked is all that is kept of it."""

    address: Address
    at: datetime


OrderEvent = (
    OrderGiven
    | ErrandGiven
    | OrdersWithdrawn
    | OrdersMeant
    | AdvanceKept
    | AdvanceDropped
    | WishKept
    | WishesDropped
    | PlanTaken
    | WhatIfAsked
)
