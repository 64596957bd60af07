"""The parts of the state of a game: people by number, orders in force, seats that change hands, kept press, a war."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from judge.game.orders.messages import Wish
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import PressMadeReady, PressSent
from judge.game.replacements.messages import LeavingReason
from judge.game.settings import Missing, Reader, Token
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase
from judge.rules.war.scouts import ScoutOrder

WHATIF_PERIOD = timedelta(days=1)
"""The period over which what-ifs are counted: the last 24 hours, not a calendar day."""


@dataclass(frozen=True)
class Misses:
    """The deadlines of movement phases that a player has missed; ``last`` is the newest of these phases."""

    in_a_row: int = 0
    in_all: int = 0
    last: Phase | None = None

    def cost_the_seat(self, settings: Missing) -> bool:
        """Whether so many missed deadlines cost the seat."""
        in_a_row, in_all = settings.in_a_row, settings.in_all
        return bool((in_a_row and self.in_a_row >= in_a_row) or (in_all and self.in_all >= in_all))


@dataclass(frozen=True)
class Muster:
    """A muster: who has not answered by ``until`` loses the seat; ``called`` is when they were asked."""

    until: datetime
    waited_for: tuple[Reader, ...]
    called: datetime

    def without(self, gone: Reader) -> "Muster":
        """The muster once somebody has answered."""
        return replace(self, waited_for=tuple(one for one in self.waited_for if one != gone))


@dataclass(frozen=True)
class MasterOffer:
    """The offer to be master, made ``by`` the one who was master then; to whom stands in the address book."""

    by: Reader
    code: Token
    at: datetime


@dataclass(frozen=True)
class StrategistPair:
    """A pair: who asked, and whether the one asked has agreed."""

    by: Reader
    agreed: bool = False


@dataclass(frozen=True)
class SharingState:
    """Who shares a seat: ``partners`` with whom ``Members.seats`` has for it, by the first power of the seat.

    ``asked`` are those who have been asked to, last by the last of these powers; ``pairs`` those who have been asked
    before the beginning.
    """

    partners: Mapping[Power, tuple[Reader, ...]] = field(default_factory=dict)
    asked: Mapping[Reader, tuple[Power, ...]] = field(default_factory=dict)
    pairs: Mapping[Reader, StrategistPair] = field(default_factory=dict)


@dataclass(frozen=True)
class Members:
    """Who takes which part in a game.

    ``seats`` is who plays each power; all powers of one seat have the same player or the same vacancy. ``wishes`` are
    those of everyone who took a seat, in the order of joining; ``placed`` is what the master gave by hand. ``watching``
    are those who have asked to watch.

    ``misses`` are deadlines missed, ``whatifs`` when each asked one in the last day. ``former_players`` have left the
    seat of a power. ``played`` is who has had a seat since the game began, ``saw_secrets`` who as master has seen what
    players may not see.
    """

    master: Reader
    offered: MasterOffer | None = None
    wishes: Mapping[Reader, tuple[Power, ...]] = field(default_factory=dict)
    seats: Mapping[Power, Reader] = field(default_factory=dict)
    sharing: SharingState = field(default_factory=SharingState)
    standbys: tuple[Reader, ...] = ()
    applicants: Mapping[Reader, tuple[Power, ...]] = field(default_factory=dict)
    placed: Mapping[Reader, Power] = field(default_factory=dict)
    muster: Muster | None = None
    watching: tuple[Reader, ...] = ()
    misses: Mapping[Reader, Misses] = field(default_factory=dict)
    whatifs: Mapping[Reader, tuple[datetime, ...]] = field(default_factory=dict)
    former_players: Mapping[Reader, Power] = field(default_factory=dict)
    played: frozenset[Reader] = frozenset()
    saw_secrets: frozenset[Reader] = frozenset()

    @cached_property
    def powers(self) -> Mapping[Reader, tuple[Power, ...]]:
        """The powers that each player has in ``seats``."""
        powers: dict[Reader, tuple[Power, ...]] = {}
        for power, reader in self.seats.items():
            powers[reader] = (*powers.get(reader, ()), power)
        return powers

    @cached_property
    def seated(self) -> frozenset[Reader]:
        """Everyone who has a seat, or a share of one."""
        partners = (one for ones in self.sharing.partners.values() for one in ones)
        return frozenset((*self.wishes, *self.seats.values(), *partners))

    @cached_property
    def with_a_part(self) -> frozenset[Reader]:
        """The master, the players and the stand-bys."""
        return frozenset((self.master, *self.wishes, *self.seats.values(), *self.standbys))


# --- orders in force, each with the letter that gave it (004 5, 8)


@dataclass(frozen=True)
class GivenOrder:
    """An order in force, with the number of the letter that gave it and the date of that letter.

    ``meant``: the player has confirmed it though it is void.
    """

    order: Order
    letter: int
    written: datetime | None
    meant: bool = False


@dataclass(frozen=True)
class StandingWishes:
    """The standing wishes of a power, with the number of the newest letter about them."""

    wishes: tuple[Wish, ...]
    letter: int


@dataclass(frozen=True)
class GivenErrand:
    """An errand in force, with the number of the letter that gave it and the date of that letter."""

    errand: ScoutOrder
    letter: int
    written: datetime | None


# --- a seat that is empty or changes hands


@dataclass(frozen=True)
class SeatOffer:
    """An offer of a seat to somebody, who may answer until then (UTC); ``is_named``: the master named them."""

    player: Reader
    until: datetime
    is_named: bool = False


@dataclass(frozen=True)
class Vacancy:
    """The state of a seat from the hour somebody leaves it until the orders of its next player have been used.

    ``asked`` are those who have been offered it so far, ``offer`` is the offer that stands. ``taken_by`` is who took
    it, ``taken_in_phase`` the phase in which they took it without a new deadline. ``waited``: a phase has waited for
    this seat already; a game waits once.
    """

    left: Reader
    why: LeavingReason
    since: datetime
    asked: tuple[Reader, ...] = ()
    offer: SeatOffer | None = None
    taken_by: Reader | None = None
    taken_in_phase: Phase | None = None
    waited: bool = False

    @property
    def is_open(self) -> bool:
        """Whether somebody may still take the seat."""
        return self.taken_by is None

    def may_return(self, player: Reader) -> bool:
        """Whether the one who left may still come back.

        Who forfeited may until the orders of a new player are used, who resigned until somebody has taken the seat;
        whom the master ejected may not.
        """
        if player != self.left:
            return False
        match self.why:
            case LeavingReason.FORFEITED:
                return True
            case LeavingReason.RESIGNED:
                return self.taken_by is None
            case LeavingReason.EJECTED:
                return False


# --- press that waits


@dataclass(frozen=True)
class PressState:
    """Letters between players that are ``held``, or ``unread`` for nobody plays the power they are for.

    ``last_sweep`` is when letters last left together. ``ready`` is press that waits for its writer's word. ``muted``
    are readers, each with a power whose press does not reach them.
    """

    held: tuple[PressSent, ...] = ()
    unread: Mapping[Power, tuple[PressSent, ...]] = field(default_factory=dict)
    last_sweep: datetime | None = None
    ready: tuple[PressMadeReady, ...] = ()
    muted: frozenset[tuple[Reader, Power]] = frozenset()


@dataclass(frozen=True)
class UntoldClose:
    """A phase that has closed, of which those who watch are told later: the event, and its number in the log."""

    number: int
    event: PhaseClosed


# --- a war beside its position


REPAIRS_PER_FACTORY = 2
"""Hit points that each factory gives back at an adjustment (004 9)."""


@dataclass(frozen=True)
class Repairs:
    """Hit ``points`` that units of a power have got back in a phase."""

    power: Power
    phase: Phase
    points: int


@dataclass(frozen=True)
class WarState:
    """The state of a war beside its position.

    ``announced`` are pairs of a power that has announced an alliance and the one that has not yet.
    """

    announced: frozenset[tuple[Power, Power]] = frozenset()
    repairs: tuple[Repairs, ...] = ()

    def repaired(self, power: Power, phase: Phase) -> int:
        """How many hit points the factories of a power have given back in a phase."""
        return sum(one.points for one in self.repairs if (one.power, one.phase) == (power, phase))
