"""The state of a game: the fold of its events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from judge.game.deadlines.deadline import Absence, Deadline, Timekeeping
from judge.game.mastery.messages import GameOffered
from judge.game.orders.current_orders import GivenErrand, GivenOrder, StandingWishes
from judge.game.orders.messages import AdvanceKept, WhatIfAsked
from judge.game.people.mailboxes import AddressMove
from judge.game.people.messages import LetterBounced
from judge.game.person import Person
from judge.game.phases.messages import GameEnded, PhaseHeldOpen
from judge.game.phases.settings import Misses
from judge.game.press.messages import PressSent
from judge.game.replacements.vacancy import Vacancy
from judge.game.seats.messages import Muster
from judge.game.settings import Address, GameName, Settings, board_of_settings, rulebook_of_settings
from judge.game.strategists.messages import StrategistPair
from judge.game.votes.messages import VoteCast
from judge.game.war.war_state import WarState
from judge.rules.board import Board, Power
from judge.rules.closed_regions import with_closed
from judge.rules.ending import survivors
from judge.rules.orders import Order
from judge.rules.position import Phase, Position
from judge.rules.rulebook import RuleBook
from judge.rules.war.errands import ScoutOrder
from judge.rules.war.scouts import Scouting

WHATIF_PERIOD = timedelta(days=1)
"""The period over which what-ifs are counted: the last 24 hours, not a calendar day."""


@dataclass(frozen=True)
class PressState:
    """Letters between players that are ``held``, or ``unread`` for nobody plays the power they are for.

    ``last_sweep`` is when letters last left together.
    """

    held: tuple[PressSent, ...] = ()
    unread: Mapping[Power, tuple[PressSent, ...]] = field(default_factory=dict)
    last_sweep: datetime | None = None


@dataclass(frozen=True)
class MailState:
    """Whether letters reach people: what has come back from whom, who is unreachable, who is about to move."""

    bounces: Mapping[Address, tuple[LetterBounced, ...]] = field(default_factory=dict)
    unreachable: frozenset[Address] = frozenset()
    moves: Mapping[Address, AddressMove] = field(default_factory=dict)


@dataclass(frozen=True)
class SharingState:
    """Who shares a seat: ``partners`` with whom ``Game.seats`` has for it, by the first power of the seat.

    ``asked`` are those who have been asked to, last by the last of these powers; ``pairs`` those who have been asked
    before the beginning.
    """

    partners: Mapping[Power, tuple[Address, ...]] = field(default_factory=dict)
    asked: Mapping[Address, tuple[Power, ...]] = field(default_factory=dict)
    pairs: Mapping[Address, StrategistPair] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """The state of one game: everything that a decision may depend on.

    ``version`` counts the events folded in. ``readers`` are the numbers of people, which they keep when their address
    changes.

    ``seats`` is who plays each power; all powers of one seat have the same player or the same vacancy. ``partners`` are
    the others who share a seat, by its first power; ``share_offers`` the powers (the newest last) whose seats somebody
    has been asked to share, ``pairs`` those asked before the beginning. ``joined`` are powers that stood aside at
    first, each with the seat it joined.

    ``played`` is who has had a seat since the game began, ``saw_secrets`` who as master has seen what players may not
    see.

    ``undone`` are the numbers of closed phases that count no longer; a phase that was ``reopened`` closes at its
    deadline or when the master closes it. ``still_years`` are years in a row without a centre changing hands.
    ``whatifs`` are those of the last day.

    ``unread`` is press for powers nobody plays; ``last_sweep`` is when letters last left together; ``watching`` are
    those who have asked to watch.

    ``alive`` is set in a game seen through fog alone: the powers not eliminated, in sight or not.
    """

    name: GameName
    settings: Settings
    master: Address
    seed: str
    people: Mapping[Address, Person]
    readers: Mapping[Address, int] = field(default_factory=dict)
    wishes: Mapping[Address, tuple[Power, ...]] = field(default_factory=dict)
    seats: Mapping[Power, Address] = field(default_factory=dict)
    sharing: SharingState = field(default_factory=SharingState)
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
    press: PressState = field(default_factory=PressState)
    watching: tuple[Address, ...] = ()
    whatifs: tuple[WhatIfAsked, ...] = ()
    phases_closed: int = 0
    ended: GameEnded | None = None
    mail: MailState = field(default_factory=MailState)
    standbys: tuple[Address, ...] = ()
    applicants: Mapping[Address, tuple[Power, ...]] = field(default_factory=dict)
    invited: frozenset[Address] = frozenset()
    placed: Mapping[Address, Power] = field(default_factory=dict)
    muster: Muster | None = None
    misses: Mapping[Address, Misses] = field(default_factory=dict)
    held_open: PhaseHeldOpen | None = None
    vacancies: Mapping[Power, Vacancy] = field(default_factory=dict)
    former_players: Mapping[Address, Power] = field(default_factory=dict)
    ballots: tuple[VoteCast, ...] = ()
    still_years: int = 0
    undone: tuple[int, ...] = ()
    reopened: bool = False
    offered: GameOffered | None = None
    played: frozenset[Address] = frozenset()
    saw_secrets: frozenset[Address] = frozenset()
    version: int = 0

    @cached_property
    def board(self) -> Board:
        """The board this game is played on, as it is in the open phase."""
        return self.board_at(self.position) if self.position else board_of_settings(self.settings)

    def board_at(self, position: Position) -> Board:
        """The board as it is in the year of a position, without the regions that are under quarantine in it."""
        return with_closed(board_of_settings(self.settings).in_year(position.phase.year), position.quarantined)

    @property
    def sides(self) -> tuple[tuple[Power, ...], ...]:
        """The powers of each seat: those that have belonged to it from the start, and one that has joined it."""
        seats = self.board.seats
        return tuple((*seat, *(power for power, to in self.joined.items() if to == seat)) for seat in seats)

    def seat_of(self, power: Power) -> tuple[Power, ...]:
        """The powers of the seat that a power belongs to, itself among them; the first identifies the seat."""
        return next((side for side in self.sides if power in side), (power,))

    @property
    def book(self) -> RuleBook:
        """The rule book this game was opened under, with what its board chooses otherwise."""
        return rulebook_of_settings(self.settings)

    @property
    def players(self) -> tuple[Address, ...]:
        """Everyone who took a seat, in the order of joining."""
        return tuple(self.wishes)

    def has_played(self, address: Address) -> bool:
        """Whether somebody has a seat, or has had one since the game began: they know what a player knows."""
        return address in self.played or address in self.seated

    @property
    def seated(self) -> frozenset[Address]:
        """Everyone who has a seat, or a share of one."""
        partners = (one for ones in self.sharing.partners.values() for one in ones)
        return frozenset((*self.wishes, *self.seats.values(), *partners))

    @property
    def audience(self) -> tuple[Address, ...]:
        """Everyone who is told what is public: the master, the players, the stand-bys, those who watch."""
        part = {self.master, *self.wishes, *self.seats.values(), *self.standbys, *self.watching}
        return tuple(reader for reader in self.people if reader in part)

    @property
    def observers(self) -> tuple[Address, ...]:
        """Those who watch and have no other part in the game, in the order they came."""
        part = {self.master, *self.wishes, *self.seats.values(), *self.standbys}
        return tuple(one for one in self.watching if one not in part)

    @property
    def vacant(self) -> tuple[Power, ...]:
        """The powers that nobody plays until somebody takes the seat."""
        return tuple(power for power in self.vacancies if power not in self.seats)

    @property
    def correspondents(self) -> Mapping[Address, Person]:
        """Everyone whose letters are acted on: the audience, who asks for a seat or is asked, who may come back."""
        back = {one.left for one in self.vacancies.values() if one.may_return(one.left)}
        offered = {one.offer.player for one in self.vacancies.values() if one.offer}
        return {
            one: who
            for one, who in self.people.items()
            if one in {*self.audience, *self.applicants, *self.sharing.asked, *self.sharing.pairs, *offered, *back}
        }

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
        return 0 if self.position else max(len(self.board.seats) - len(self.wishes), 0)

    @property
    def open_position(self) -> Position | None:
        """The position somebody may still write orders for; None before the start and after the end."""
        return None if self.ended else self.position

    def whatifs_since(self, moment: datetime) -> tuple[WhatIfAsked, ...]:
        """The what-ifs asked after a moment that is not more than a day ago."""
        return tuple(asked for asked in self.whatifs if asked.at > moment)

    def absences_of(self, address: Address) -> tuple[Absence, ...]:
        """The absences a person has announced, past ones too."""
        return self.timekeeping.absences.get(self.readers.get(address, 0), ())

    def powers_of(self, address: Address) -> tuple[Power, ...]:
        """The powers a person plays, in board order."""
        return tuple(power for power in self.board.powers if address in self.players_of(power))

    def players_of(self, power: Power) -> tuple[Address, ...]:
        """Who plays a power: one person, or all its strategists; nobody while the seat is empty."""
        if power not in self.seats:
            return ()
        partners = self.sharing.partners.get(self.seat_of(power)[0], ()) if self.sharing.partners else ()
        return (self.seats[power], *partners)

    @property
    def power_player_pairs(self) -> tuple[tuple[Power, Address], ...]:
        """Pairs of a power and one of its players, for every power that is played."""
        return tuple((power, player) for power in self.seats for player in self.players_of(power))

    def orders_of(self, power: Power) -> tuple[Order, ...]:
        """The orders in force for a power, those of the newest letter first."""
        newest_first = sorted(self.orders.get(power, ()), key=lambda given: -given.letter)
        return tuple(given.order for given in newest_first)

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

    def advance_of(self, power: Power, phase: Phase | None = None) -> tuple[AdvanceKept, ...]:
        """The orders a power has kept in advance for a phase (None: for any), in the order they were written."""
        return tuple(kept for kept in self.advance if kept.power == power and phase in {None, kept.phase})
