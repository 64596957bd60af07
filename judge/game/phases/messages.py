"""Phases: events and news."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from fractions import Fraction

from judge.game.deadlines.deadline import Deadline
from judge.game.orders.messages import PlanTaken
from judge.game.refusals import ToldInFull
from judge.game.settings import Address, PlayingStrength
from judge.game.votes.messages import VotesLapsed
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase, Position
from judge.rules.verdicts import Judgement
from judge.rules.war.scouts import Alert, Report, Scouting

# --- what happens


class CloseReason(Enum):
    """Why a phase closed."""

    COMPLETE = "complete"  # everyone who had to write had written
    DEADLINE = "deadline"
    FORCED = "forced"  # the master had it closed


class Ending(Enum):
    """How a game ended."""

    SOLO = "solo"
    TERM = "term"
    DRAW = "draw"  # by vote
    CONCESSION = "concession"  # by vote
    STALEMATE = "stalemate"  # a draw, after so many years without a change
    ABANDONED = "abandoned"  # without a result, by vote
    TERMINATED = "terminated"  # without a result, by the master
    PRACTICE = "practice"  # a practice game, whose player is silent, has nothing left, or wants no more
    TAUGHT = "taught"  # a tutorial, after its last lesson


@dataclass(frozen=True)
class ScoutsBack:
    """The scouts ``before`` a phase and ``after`` it, their reports, and alerts to powers that have spotted some."""

    before: Scouting = field(default_factory=Scouting)
    after: Scouting = field(default_factory=Scouting)
    reports: tuple[Report, ...] = ()
    alerts: tuple[Alert, ...] = ()


@dataclass(frozen=True)
class GameFingerprint:
    """What stands for a game up to the close of a phase: three SHA-256, 64 hexadecimal digits each.

    ``own`` is that of ``before``, the own one of the close before, of ``log``, a keyed hash of all events before this
    one, of the fingerprints of the orders that were judged, and of the lines of the public ``acts`` since the close
    before, and of this one; None where an older judge closed the phase.
    """

    before: str
    log: str
    own: str
    acts: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PhaseClosed:
    """A phase was judged. The verdicts and the new position are the record, whatever the rules become later.

    ``orders`` are the orders as they were judged; ``silent`` the powers that owed some and gave none. ``scouts`` is
    what became of scouts, on a board that has any; ``awaited`` are the powers whose orders were waited for up to the
    deadline, where that is no secret; ``clockwork`` the powers whose orders clockwork players gave; ``salts`` are
    those of the fingerprints of the orders, by power, none in a game that has no fingerprints. ``fingerprint`` is
    that of the game, None where an older judge closed the phase, and in a practice game.
    ``number`` counts the closed phases from 1. ``deadline`` is that of the phase now open, None at the end.
    """

    number: int
    before: Position
    orders: Mapping[Power, tuple[Order, ...]]
    judgement: Judgement
    silent: tuple[Power, ...]
    because: CloseReason
    deadline: Deadline | None
    at: datetime
    scouts: ScoutsBack | None = None
    awaited: tuple[Power, ...] = ()
    clockwork: Mapping[Power, PlayingStrength] = field(default_factory=dict)
    salts: Mapping[Power, str] = field(default_factory=dict)
    fingerprint: GameFingerprint | None = None


@dataclass(frozen=True)
class GameEnded(ToldInFull):
    """The game is over; ``scores`` are by its scoring, ``winners`` is empty when the rule book names nobody.

    Without a result there are neither. ``reason`` is given by a master who ended it.
    """

    ending: Ending
    centres: Mapping[Power, int]
    scores: Mapping[Power, Fraction]
    winners: tuple[Power, ...]
    at: datetime
    reason: str = ""


class HoldOpenReason(Enum):
    """Why a phase is held open after its deadline."""

    GRACE = "grace"  # for late orders
    STANDBY = "standby"  # for somebody to take an empty seat


@dataclass(frozen=True)
class PhaseHeldOpen:
    """The deadline passed, and the phase stays open until ``until`` at most, for the orders of these powers."""

    phase: Phase
    powers: tuple[Power, ...]
    why: HoldOpenReason
    until: datetime
    at: datetime


@dataclass(frozen=True)
class OrdersMissed(ToldInFull):
    """A player let the deadline of a movement phase pass without orders (ONR).

    It is the ``in_a_row``-th time in a row and the ``in_all``-th since they have had their seat.
    """

    player: Address
    powers: tuple[Power, ...]
    phase: Phase
    in_a_row: int
    in_all: int
    at: datetime


@dataclass(frozen=True)
class Misses:
    """The deadlines of movement phases that a player has missed; ``last`` is the newest of these phases."""

    in_a_row: int = 0
    in_all: int = 0
    last: Phase | None = None


@dataclass(frozen=True)
class CloseFailed(ToldInFull):
    """The judge failed to close a phase, by a fault of its own; it tries again until it can. As news: to everybody."""

    phase: Phase
    at: datetime


PhaseEvent = PhaseClosed | GameEnded | PhaseHeldOpen | OrdersMissed | CloseFailed

# --- what is told


@dataclass(frozen=True)
class PhaseClosedNews:
    """To everyone: a phase was judged; ``powers`` are the reader's own, who may have to write next.

    ``taken`` are the reader's plans taken up for the next phase; ``passed``: that one has closed at once, too.
    ``lapsed`` are the reader's own votes that ended with the phase, ``proposal`` the number of the master's proposal
    that did, 0 for none.
    """

    event: PhaseClosed
    powers: tuple[Power, ...]
    taken: tuple[PlanTaken, ...] = ()
    passed: bool = False
    lapsed: tuple[VotesLapsed, ...] = ()
    proposal: int = 0


@dataclass(frozen=True)
class PhaseHeldOpenNews:
    """To everyone: the deadline has passed, and the phase stays open for a while.

    ``powers`` are those it is held open for, as far as the reader may know; ``own`` are the reader's own among them.
    """

    event: PhaseHeldOpen
    powers: tuple[Power, ...]
    own: tuple[Power, ...]


PhaseNews = PhaseClosedNews | GameEnded | PhaseHeldOpenNews | OrdersMissed | CloseFailed
