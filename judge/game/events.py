"""Events: what has happened to a game, in the past tense; a game is the fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction

from judge.game.commands import Person
from judge.game.mailboxes import MailboxEvent
from judge.game.plans import Plan, Step, Wish
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName, Language, Settings
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase, Position
from judge.rules.verdicts import Judgement


class Because(Enum):
    """Why a phase closed."""

    COMPLETE = "complete"  # everyone who had to write had written
    DEADLINE = "deadline"


class Ending(Enum):
    """How a game ended."""

    SOLO = "solo"
    TERM = "term"


@dataclass(frozen=True)
class Deadline:
    """When a phase closes (UTC), and the facts that made it so: when it opened, and what the fixed hour was."""

    at: datetime
    opened: datetime


@dataclass(frozen=True)
class GameOpened:
    """A game was opened and waits for players."""

    game: GameName
    settings: Settings
    master: Person
    seed: str
    at: datetime


@dataclass(frozen=True)
class PlayerJoined:
    """A player took a seat, not yet a power."""

    player: Person
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class GameStarted:
    """All seats were taken; powers were given out and the first phase opened."""

    seats: Mapping[Power, Address]
    position: Position
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class OrderGiven:
    """An order was accepted for a power; it replaces the one its unit had."""

    power: Power
    order: Order
    letter: int
    written: datetime | None
    at: datetime


@dataclass(frozen=True)
class OrdersWithdrawn:
    """A player took back every order of a power."""

    power: Power
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
class PressSent:
    """A player (or the master: ``sender`` None) wrote; ``to`` empty means everyone.

    ``held`` when the rule book forbids talk in this phase: it is delivered when the next movement phase opens.
    """

    sender: Power | None
    to: tuple[Power, ...]
    text: str
    held: bool
    at: datetime


@dataclass(frozen=True)
class PreferenceSet:
    """A person changed how they read."""

    address: Address
    language: Language
    notation: str
    zone: str
    at: datetime


@dataclass(frozen=True)
class WhatIfAsked:
    """A person had orders judged that were only supposed; that they asked is all that is kept of it."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class ReminderSent:
    """Those who had not written were reminded of the deadline of this phase."""

    phase: Phase
    to: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class PhaseExtended:
    """Nobody at all had written: that is an outage, so the deadline moved."""

    phase: Phase
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class PhaseClosed:
    """A phase was judged. The verdicts and the new position are the record, whatever the rules become later.

    ``orders`` are the orders as they were judged; ``silent`` the powers that owed some and gave none.
    ``number`` counts the closed phases from 1. ``deadline`` is that of the phase now open, None at the end.
    """

    number: int
    before: Position
    orders: Mapping[Power, tuple[Order, ...]]
    judgement: Judgement
    silent: tuple[Power, ...]
    because: Because
    deadline: Deadline | None
    at: datetime


@dataclass(frozen=True)
class GameEnded:
    """The game is over; ``scores`` sum to 100, ``winners`` is empty when the rule book names nobody."""

    ending: Ending
    centres: Mapping[Power, int]
    scores: Mapping[Power, Fraction]
    winners: tuple[Power, ...]
    at: datetime


Event = (
    GameOpened
    | PlayerJoined
    | GameStarted
    | OrderGiven
    | OrdersWithdrawn
    | AdvanceKept
    | AdvanceDropped
    | WishKept
    | WishesDropped
    | PlanTaken
    | PressSent
    | PreferenceSet
    | WhatIfAsked
    | ReminderSent
    | PhaseExtended
    | PhaseClosed
    | GameEnded
    | MailboxEvent
)
