"""The state of a game: the fold of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeVar

from judge.game.deadlines.deadline import Absence, Deadline, Timekeeping
from judge.game.figures import CentreHistory, Course
from judge.game.mastery.messages import ActProposed
from judge.game.orders.messages import AdvanceKept, LinesLeft, Wish
from judge.game.people.messages import AddressBook, Person
from judge.game.phases.messages import GameEnded, Misses, PhaseClosed, PhaseHeldOpen
from judge.game.practice.messages import LessonState
from judge.game.press.messages import PressMadeReady, PressSent
from judge.game.replacements.messages import LeavingReason
from judge.game.settings import (
    Address,
    GameName,
    PlayingStrength,
    Reader,
    Settings,
    Token,
    board_of_settings,
    rulebook_of_settings,
)
from judge.game.votes.messages import VoteCast
from judge.rules.board import Board, Power, Province
from judge.rules.ending import survivors
from judge.rules.orders import Order
from judge.rules.position import Phase, Position, board_at
from judge.rules.rulebook import RuleBook
from judge.rules.war.scouts import Scouting, ScoutOrder

# --- its parts; who takes which part in the game, by number


WHATIF_PERIOD = timedelta(days=1)
"""The period over which what-ifs are counted: the last 24 hours, not a calendar day."""


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


# --- the state of a game: the fold of its events


Value = TypeVar("Value")


@dataclass(frozen=True)
class Game:
    """The state of one game: everything that a decision may depend on.

    All fields know people by number; addresses stand in the ``address_book`` alone. Properties and methods take and
    give the addresses of today; those named after readers give numbers.
    ``joined`` are powers that stood aside at first, each with the seat it joined. ``undone`` are closed phases that
    count no longer; a phase ``reopened``, or moved here, closes at its deadline or by the master. ``still_years`` are
    years in a row without a centre changing hands. ``alive`` are the powers left, in a game seen through fog alone.
    ``left_open`` is what letters have left open in the open phase and in later ones, once for each power and phase;
    ``unread`` are where units stood for which lines were left so when the last phase closed, ``unanswered`` where those
    did whose orders were offered, and neither taken nor refused.
    ``acts`` are the lines of what everybody has been told since the last close, and was no order.
    ``version`` counts the events folded in, ``order_sets`` how often the orders of a power have changed.
    ``clockwork`` has the powers of clockwork players. ``proposal`` is what the master, who plays, has asked the others
    to agree to, the last of ``proposals``; ``locked`` orders nobody can change. ``untold`` are phases that have closed
    of which those who watch are told later.
    """

    name: GameName
    settings: Settings
    seed: str
    address_book: AddressBook
    members: Members
    joined: Mapping[Power, tuple[Power, ...]] = field(default_factory=dict)
    position: Position | None = None
    deadline: Deadline | None = None
    timekeeping: Timekeeping = field(default_factory=Timekeeping)
    orders: Mapping[Power, tuple[GivenOrder, ...]] = field(default_factory=dict)
    scouting: Scouting = field(default_factory=Scouting)
    errands: Mapping[Power, tuple[GivenErrand, ...]] = field(default_factory=dict)
    war_state: WarState = field(default_factory=WarState)
    alive: tuple[Power, ...] | None = None
    advance: tuple[AdvanceKept, ...] = ()
    wished: Mapping[Power, StandingWishes] = field(default_factory=dict)
    left_open: tuple[LinesLeft, ...] = ()
    unread: Mapping[Power, tuple[Province, ...]] = field(default_factory=dict)
    unanswered: Mapping[Power, tuple[Province, ...]] = field(default_factory=dict)
    press: PressState = field(default_factory=PressState)
    phases_closed: int = 0
    ended: GameEnded | None = None
    held_open: PhaseHeldOpen | None = None
    vacancies: Mapping[Power, Vacancy] = field(default_factory=dict)
    ballots: tuple[VoteCast, ...] = ()
    still_years: int = 0
    undone: tuple[int, ...] = ()
    reopened: bool = False
    version: int = 0
    centre_history: CentreHistory = field(default_factory=CentreHistory)
    clockwork: Mapping[Power, PlayingStrength] = field(default_factory=dict)
    lesson: LessonState | None = None
    fingerprint_key: str = ""
    fingerprint: str = ""
    acts: tuple[str, ...] = ()
    order_sets: Mapping[Power, int] = field(default_factory=dict)
    course: Course = field(default_factory=Course)
    proposal: ActProposed | None = None
    proposals: int = 0
    locked: bool = False
    untold: tuple[UntoldClose, ...] = ()

    @cached_property
    def board(self) -> Board:
        """The board this game is played on, as it is in the open phase."""
        return self.board_at(self.position) if self.position else board_of_settings(self.settings)

    def board_at(self, position: Position) -> Board:
        """The board as it is in the year of a position: with its quarantine, and the troops that have appeared."""
        return board_at(board_of_settings(self.settings), position)

    @property
    def sides(self) -> tuple[tuple[Power, ...], ...]:
        """The powers of each seat: those that have belonged to it from the start, and one that has joined it."""
        return tuple((*seat, *(power for power, to in self.joined.items() if to == seat)) for seat in self.board.seats)

    def seat_of(self, power: Power) -> tuple[Power, ...]:
        """The powers of the seat that a power belongs to, itself among them; the first identifies the seat."""
        sides = self.sides if self.joined else self.board.seats
        return next((side for side in sides if power in side), (power,))

    @property
    def book(self) -> RuleBook:
        """The rule book this game was opened under, with what its board chooses otherwise."""
        return rulebook_of_settings(self.settings)

    # --- people, by their addresses of today

    @property
    def people(self) -> Mapping[Address, Person]:
        """Everyone who has to do with the game, or ever had, in the order in which they became known."""
        return self.address_book.people

    @property
    def readers(self) -> Mapping[Address, Reader]:
        """The number of each of them."""
        return self.address_book.numbers

    def address_of(self, reader: Reader) -> Address:
        """The address of a number."""
        return self.address_book.addresses[reader]

    def addresses_of(self, readers: Iterable[Reader]) -> tuple[Address, ...]:
        """The addresses of some numbers."""
        return tuple(map(self.address_of, readers))

    def by_address(self, table: Mapping[Reader, Value]) -> Mapping[Address, Value]:
        """A table with addresses in place of numbers."""
        return {self.address_of(reader): value for reader, value in table.items()}

    @property
    def master(self) -> Address:
        """The master."""
        return self.address_of(self.members.master)

    @property
    def seats(self) -> Mapping[Power, Address]:
        """Who plays each power."""
        addresses = self.address_book.addresses
        return {power: addresses[reader] for power, reader in self.members.seats.items()}

    @property
    def wishes(self) -> Mapping[Address, tuple[Power, ...]]:
        """The powers that everyone who took a seat wished for, in the order of joining."""
        return self.by_address(self.members.wishes)

    @property
    def players(self) -> tuple[Address, ...]:
        """Everyone who took a seat, in the order of joining."""
        return self.addresses_of(self.members.wishes)

    def has_played(self, address: Address) -> bool:
        """Whether somebody has a seat, or has had one since the game began: they know what a player knows."""
        reader = self.readers.get(address)
        return reader in self.members.played or reader in self.members.seated

    @property
    def standbys(self) -> tuple[Address, ...]:
        """The stand-bys in their order."""
        return self.addresses_of(self.members.standbys)

    @property
    def audience(self) -> tuple[Address, ...]:
        """Everyone who is told what is public: the master, the players, the stand-bys, those who watch."""
        part = self.members.with_a_part.union(self.members.watching)
        return tuple(address for address, reader in self.readers.items() if reader in part)

    @property
    def observers(self) -> tuple[Address, ...]:
        """Those who watch and have no other part in the game, in the order they came."""
        part = self.members.with_a_part
        return self.addresses_of(one for one in self.members.watching if one not in part)

    @property
    def correspondents(self) -> Mapping[Address, Person]:
        """Everyone whose letters are acted on: the audience, who asks for a seat or is asked, who may come back."""
        members, vacancies = self.members, self.vacancies.values()
        back = {one.left for one in vacancies if one.may_return(one.left)}
        offered = {one.offer.player for one in vacancies if one.offer}
        asked = offered.union(back, members.sharing.asked, members.sharing.pairs, members.applicants)
        heard = {*self.audience, *self.addresses_of(asked)}
        return {one: who for one, who in self.people.items() if one in heard}

    @property
    def applicants(self) -> Mapping[Address, tuple[Power, ...]]:
        """Those who have asked for a seat and wait for the master's answer, with their wishes."""
        return self.by_address(self.members.applicants)

    @property
    def misses(self) -> Mapping[Address, Misses]:
        """The deadlines that players have missed."""
        return self.by_address(self.members.misses)

    @property
    def mustered(self) -> tuple[Address, ...]:
        """Those who have not answered the muster yet."""
        return self.addresses_of(self.members.muster.waited_for) if self.members.muster else ()

    def whatifs_of(self, address: Address, since: datetime) -> tuple[datetime, ...]:
        """When somebody has asked what-ifs after a moment that is not more than a day ago."""
        reader = self.readers.get(address)
        return tuple(at for at in self.members.whatifs.get(reader, ()) if at > since) if reader else ()

    def former_power_of(self, address: Address) -> Power | None:
        """The power whose seat somebody has left."""
        reader = self.readers.get(address)
        return self.members.former_players.get(reader) if reader else None

    def is_unreachable(self, address: Address) -> bool:
        """Whether so many letters to somebody have come back that they should be asked in another way."""
        return self.readers.get(address) in self.address_book.unreachable

    def absences_of(self, address: Address) -> tuple[Absence, ...]:
        """The absences a person has announced, past ones too."""
        reader = self.readers.get(address)
        return self.timekeeping.absences.get(reader, ()) if reader else ()

    def powers_of(self, address: Address) -> tuple[Power, ...]:
        """The powers a person plays, in board order."""
        reader, sharing = self.readers.get(address), self.members.sharing
        own = self.members.powers.get(reader, ()) if reader and not sharing.partners else tuple(self.board.powers)
        return own if len(own) < 2 else tuple(one for one in self.board.powers if reader in self.readers_of(one))  # noqa: PLR2004

    def players_of(self, power: Power) -> tuple[Address, ...]:
        """Who plays a power: one person, or all its strategists; nobody while the seat is empty."""
        return self.addresses_of(self.readers_of(power))

    def readers_of(self, power: Power) -> tuple[Reader, ...]:
        """The numbers of those who play a power."""
        seats, partners = self.members.seats, self.members.sharing.partners
        if power not in seats:
            return ()
        return (seats[power], *partners.get(self.seat_of(power)[0], ())) if partners else (seats[power],)

    @property
    def power_player_pairs(self) -> tuple[tuple[Power, Address], ...]:
        """Pairs of a power and one of its players, for every power that is played."""
        return tuple((power, player) for power in self.members.seats for player in self.players_of(power))

    # --- seats, time, orders

    @property
    def vacant(self) -> tuple[Power, ...]:
        """The powers that nobody plays until somebody takes the seat."""
        return tuple(power for power in self.vacancies if power not in self.members.seats)

    @property
    def sought(self) -> tuple[Power, ...]:
        """The powers whose seats are empty, or to change hands, in board order."""
        return tuple(power for power in self.board.powers if power in self.vacancies and self.vacancies[power].is_open)

    @property
    def sought_seats(self) -> tuple[Power, ...]:
        """The first power of each seat that is empty, or to change hands."""
        return tuple(power for power in self.sought if power == self.seat_of(power)[0])

    @property
    def closes_at(self) -> datetime | None:
        """When the open phase closes at the latest: at its deadline, or at the end of the time it is held open.

        None while the game is paused.
        """
        if self.deadline is None or self.timekeeping.paused:
            return None
        return max(self.deadline.at, self.held_open.until) if self.held_open else self.deadline.at

    @property
    def free_seats(self) -> int:
        """How many players the game still waits for; none once it has begun."""
        return 0 if self.position else max(len(self.board.seats) - len(self.members.wishes), 0)

    @property
    def open_position(self) -> Position | None:
        """The position somebody may still write orders for; None before the start and after the end."""
        return None if self.ended else self.position

    @property
    def stands_at(self) -> Position:
        """The position of a game that has begun."""
        assert self.position is not None, "asked of games that have begun"
        return self.position

    def orders_of(self, power: Power) -> tuple[Order, ...]:
        """The orders in force for a power, those of the newest letter first."""
        return tuple(given.order for given in sorted(self.orders.get(power, ()), key=lambda given: -given.letter))

    def confirmed_void_orders(self, power: Power) -> tuple[Order, ...]:
        """The void orders in force of a power that its player has confirmed as meant."""
        return tuple(given.order for given in self.orders.get(power, ()) if given.meant)

    def errands_of(self, power: Power) -> tuple[ScoutOrder, ...]:
        """The errands in force for the scouts of a power, in the order they were given."""
        return tuple(sent.errand for sent in self.errands.get(power, ()))

    @property
    def survivors(self) -> tuple[Power, ...]:
        """The powers that are not eliminated, none before the start."""
        if self.alive is not None:
            return self.alive
        return survivors(self.board, self.position) if self.position else ()

    @property
    def electorate(self) -> tuple[Power, ...]:
        """The powers whose votes are asked for, in board order: those not eliminated that somebody plays."""
        return tuple(power for power in self.survivors if power in self.members.seats)

    def advance_of(self, power: Power, phase: Phase | None = None) -> tuple[AdvanceKept, ...]:
        """The orders a power has kept in advance for a phase (None: for any), in the order they were written."""
        return tuple(kept for kept in self.advance if kept.power == power and phase in {None, kept.phase})

    def left_open_by(self, powers: Iterable[Power]) -> tuple[LinesLeft, ...]:
        """What letters of some powers have left open in the open phase."""
        phase = self.open_position.phase if self.open_position else None
        return tuple(left for left in self.left_open if left.power in powers and left.phase == phase)
