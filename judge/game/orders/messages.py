"""Orders: commands and events."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.plans import PlanSource, PlanStep, Wish
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.rules.board import Power, Province
from judge.rules.orders import Order, province_of
from judge.rules.position import Phase
from judge.rules.war.scouts import ScoutOrder

# --- what is asked


@dataclass(frozen=True)
class GiveOrder:
    """Give one order.

    ``letter`` is the number of its letter, ``arrived`` when the last byte of that was read, ``written`` the date it
    bears, if any (UTC). ``phase`` is the phase the letter names, if any; ``power`` the one of the sender's powers that
    a heading names.
    """

    by: Address
    order: Order
    letter: int
    arrived: datetime
    written: datetime | None = None
    phase: Phase | None = None
    power: Power | None = None


@dataclass(frozen=True)
class GiveErrand:
    """Give a scout an errand, or recruit one; the other fields are those of ``GiveOrder``."""

    by: Address
    errand: ScoutOrder
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
    """Confirm that one's void orders are meant, so that the phase waits for no others in their place."""

    by: Address


@dataclass(frozen=True)
class Alternative:
    """One of several plans that a letter leaves open, by the ``title`` it has there, with its orders."""

    title: str
    orders: tuple[Order, ...]

    @property
    def units(self) -> frozenset[Province | None]:
        """The regions of the units that its orders are for."""
        return frozenset(map(province_of, self.orders))


@dataclass(frozen=True)
class LeaveLines:
    """Note what a letter leaves open: the ``offered`` orders, each with its power, and lines that were explained.

    ``phase`` is the one they are for, ``unclear`` the number of lines explained; ``plans`` are lines offered for a
    later phase. ``denied`` are offered orders that are to be in force no longer. ``orders_given`` when the letter
    gave orders, so that lines of earlier letters count as corrected;
    ``settled`` when its writer has settled all that was open. ``units`` are where the units stand that the lines
    explained name first. ``choices`` are plans of which one is to count. ``stood`` are offered orders of earlier
    letters that are in force until this one puts them in question.
    """

    by: Address
    letter: int
    phase: Phase
    offered: tuple[tuple[Power, Order], ...] = ()
    unclear: int = 0
    plans: tuple[str, ...] = ()
    denied: tuple[tuple[Power, Order], ...] = ()
    orders_given: bool = False
    settled: bool = False
    units: tuple[Province, ...] = ()
    choices: tuple[tuple[Power, Alternative], ...] = ()
    stood: tuple[tuple[Power, Order], ...] = ()


@dataclass(frozen=True)
class KeepAdvance:
    """Keep a step towards the orders of a later phase; ``letter`` and ``written`` as in ``GiveOrder``.

    ``notation`` is the convention it is written in.
    """

    by: Address
    phase: Phase
    step: PlanStep
    notation: str
    letter: int
    written: datetime | None = None


@dataclass(frozen=True)
class DropAdvance:
    """Drop what was kept for a later phase; for every one without a ``phase``."""

    by: Address
    phase: Phase | None = None


@dataclass(frozen=True)
class KeepWish:
    """Keep a standing wish: what to do in every phase of a kind."""

    by: Address
    wish: Wish
    letter: int


@dataclass(frozen=True)
class DropWishes:
    """Drop all standing wishes."""

    by: Address


PlanCommand = KeepAdvance | DropAdvance | KeepWish | DropWishes


@dataclass(frozen=True)
class AskWhatIf:
    """Ask what orders would bring about; the orders themselves are not kept, for they are secret."""

    by: Address


OrderCommand = GiveOrder | GiveErrand | WithdrawOrders | MeanOrders | LeaveLines | PlanCommand | AskWhatIf

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
    """An errand was accepted for a power; it replaces an older one where there is no scout for both."""

    power: Power
    errand: ScoutOrder
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
    """A player confirmed that these void orders of a power are meant."""

    power: Power
    orders: tuple[Order, ...]
    at: datetime


@dataclass(frozen=True)
class LinesLeft:
    """What the letters of a power leave open in a phase, up to this one; it replaces what was open in it before.

    ``offered`` are the orders, ``plans`` the lines for a later phase, that count once somebody of the seat says yes;
    ``unclear`` is the number of lines that were explained, ``units`` are where the units stand that they are for, as
    far as they tell; ``denied`` orders are in force no longer; of the ``choices`` one is to count; ``stood`` are
    offered orders that were in force until a later letter put them in question. With none of them nothing is open.
    """

    power: Power
    phase: Phase
    letter: int
    offered: tuple[Order, ...]
    plans: tuple[str, ...]
    unclear: int
    denied: tuple[Order, ...]
    at: datetime
    units: tuple[Province, ...] = ()
    choices: tuple[Alternative, ...] = ()
    stood: tuple[Order, ...] = ()

    @property
    def offers(self) -> tuple[Alternative | Order | str, ...]:
        """All that a reply may take: the plans of which one is to count, the orders, the lines for a later phase."""
        return (*self.choices, *self.offered, *self.plans)

    @property
    def offered_orders(self) -> tuple[Order, ...]:
        """All orders that a reply may take."""
        return (*(order for choice in self.choices for order in choice.orders), *self.offered)

    @property
    def units_offered(self) -> tuple[Province, ...]:
        """Where the units stand whose orders a reply may take."""
        return tuple(at for order in self.offered_orders if (at := province_of(order)))

    @property
    def units_to_choose(self) -> frozenset[Province | None]:
        """The regions of the units whose orders depend on which plan is to count."""
        return frozenset[Province | None]().union(*(choice.units for choice in self.choices))

    @property
    def is_open(self) -> bool:
        """Whether anything is left open."""
        return bool(self.offers or self.unclear)


@dataclass(frozen=True)
class AdvanceKept:
    """A step towards the orders of a later phase was kept after those before it; ``notation`` is its convention."""

    power: Power
    phase: Phase
    step: PlanStep
    notation: str
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class AdvanceDropped:
    """A player dropped what was kept for a later phase, or for every one (``phase`` None)."""

    power: Power
    phase: Phase | None
    at: datetime


@dataclass(frozen=True)
class WishKept:
    """A player kept a standing wish: what to do in every phase of a kind, until they say otherwise."""

    power: Power
    wish: Wish
    letter: int
    at: datetime


@dataclass(frozen=True)
class WishesDropped:
    """A player dropped all standing wishes."""

    power: Power
    at: datetime


@dataclass(frozen=True)
class LeftAside:
    """A line kept in advance that became no order: it was refused (``why``), or not understood (None)."""

    line: str
    notation: str
    why: Refused | None


@dataclass(frozen=True)
class PlanTaken:
    """A phase opened, and a power's orders, in the events just before this one, were taken from its plans."""

    power: Power
    phase: Phase
    plan: PlanSource
    aside: tuple[LeftAside, ...]
    at: datetime


@dataclass(frozen=True)
class WhatIfAsked:
    """A person had supposed orders judged; only that they asked is kept."""

    address: Address
    at: datetime


OrderEvent = (
    OrderGiven
    | ErrandGiven
    | OrdersWithdrawn
    | OrdersMeant
    | LinesLeft
    | AdvanceKept
    | AdvanceDropped
    | WishKept
    | WishesDropped
    | PlanTaken
    | WhatIfAsked
)
