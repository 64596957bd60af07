"""Seats: commands, events and news; those of strategists, who share one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from judge.game.deadlines.deadline import Deadline
from judge.game.people.messages import Person
from judge.game.refusals import ToldInFull
from judge.game.settings import Address, GameName, PlayingStrength, Settings
from judge.rules.board import Power
from judge.rules.position import Position


@dataclass(frozen=True)
class OpenGame:
    """Open a game; the person becomes its master. ``seed`` decides the lots and is published in the record.

    ``fingerprint_key`` makes the salts of fingerprints of orders; nobody ever sees it.
    """

    game: GameName
    settings: Settings
    by: Person
    seed: str
    fingerprint_key: str = ""


@dataclass(frozen=True)
class OpenPractice:
    """Open a practice game, which begins at once; ``power`` is the one wanted, None where the lot may decide.

    Clockwork players of that ``strength`` have all other seats.
    """

    game: GameName
    settings: Settings
    by: Person
    power: Power | None
    strength: PlayingStrength
    seed: str


@dataclass(frozen=True)
class JoinGame:
    """Take a seat, or give another list; ``wishes`` are the powers wanted, best first, empty when lots may decide.

    ``percent`` is the reliability of whoever asks.
    """

    by: Person
    wishes: tuple[Power, ...] = ()
    percent: int = 100


@dataclass(frozen=True)
class AddStandby:
    """Become a stand-by of a game that is full or under way; ``percent`` as in ``JoinGame``."""

    by: Person
    percent: int = 100


@dataclass(frozen=True)
class LeaveGame:
    """Give the seat back, or be a stand-by no longer."""

    by: Address


@dataclass(frozen=True)
class AnswerMuster:
    """Answer the muster: one is there."""

    by: Address


@dataclass(frozen=True)
class ApprovePlayer:
    """Let somebody in: an applicant gets the seat, anybody else may take one."""

    by: Address
    who: Address


@dataclass(frozen=True)
class DeclinePlayer:
    """Refuse somebody a seat."""

    by: Address
    who: Address


@dataclass(frozen=True)
class PlacePlayer:
    """Give a player a power by hand."""

    by: Address
    who: Address
    power: Power


@dataclass(frozen=True)
class StartGame:
    """Start the game, once nothing else is missing."""

    by: Address


SeatCommand = (
    OpenGame
    | OpenPractice
    | JoinGame
    | AddStandby
    | LeaveGame
    | AnswerMuster
    | ApprovePlayer
    | DeclinePlayer
    | PlacePlayer
    | StartGame
)

# --- what happens


@dataclass(frozen=True)
class GameOpened(ToldInFull):
    """A game was opened and waits for players; without a ``fingerprint_key`` no orders of it bear fingerprints."""

    game: GameName
    settings: Settings
    master: Person
    seed: str
    at: datetime
    fingerprint_key: str = ""


@dataclass(frozen=True)
class SeatAsked:
    """Somebody asked for a seat, or to be a stand-by, in a game whose master lets people in."""

    player: Person
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class RequestClosed:
    """Somebody who asked for a seat does not get it: the master declined (``by_master``), or they no longer want it."""

    address: Address
    by_master: bool
    at: datetime


@dataclass(frozen=True)
class PlayerInvited:
    """The master named an address that may take a seat."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class PlayerJoined:
    """A player took a seat, not yet a power."""

    player: Person
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class WishesChanged:
    """A player who has a seat gave another list of wishes."""

    address: Address
    wishes: tuple[Power, ...]
    at: datetime


@dataclass(frozen=True)
class PowerPlaced:
    """The master gave a player a power, to be theirs when the game begins."""

    address: Address
    power: Power
    at: datetime


@dataclass(frozen=True)
class PlayerLeft:
    """A player gave the seat back before the game began."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class StandbyAdded:
    """Somebody became a stand-by, the last in the order."""

    player: Person
    at: datetime


@dataclass(frozen=True)
class StandbyLeft:
    """Somebody is a stand-by no longer."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class SeatGiven:
    """The first stand-by got a seat that was free again."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class MusterCalled:
    """All seats are taken: these players were asked to answer by ``until``, or lose theirs."""

    until: datetime
    waited_for: tuple[Address, ...]
    at: datetime


@dataclass(frozen=True)
class MusterAnswered:
    """A player answered that they are there."""

    address: Address
    at: datetime


@dataclass(frozen=True)
class SeatsLost:
    """These players had not answered in time; the seats are no longer theirs."""

    addresses: tuple[Address, ...]
    at: datetime


@dataclass(frozen=True)
class GameReady:
    """The game can start as soon as the master starts it."""

    at: datetime


@dataclass(frozen=True)
class GameStarted:
    """All seats were taken; powers were given out and the first phase opened.

    ``master_plays`` are the powers of a master who plays, none of them named in an anonymous game; None where the
    master has no seat, in practice, and in logs from before it was told.
    """

    seats: Mapping[Power, Address]
    position: Position
    deadline: Deadline
    at: datetime
    master_plays: tuple[Power, ...] | None = None


@dataclass(frozen=True)
class PowerJoined:
    """A power that had stood aside joined a ``seat`` by lot; ``player`` is None while nobody plays that."""

    power: Power
    seat: tuple[Power, ...]
    player: Address | None
    at: datetime


SeatEvent = (
    GameOpened
    | SeatAsked
    | RequestClosed
    | PlayerInvited
    | PlayerJoined
    | WishesChanged
    | PowerPlaced
    | PlayerLeft
    | StandbyAdded
    | StandbyLeft
    | SeatGiven
    | MusterCalled
    | MusterAnswered
    | SeatsLost
    | GameReady
    | GameStarted
    | PowerJoined
)


# --- what is told


@dataclass(frozen=True)
class SeatAskedNews(ToldInFull):
    """To the master: somebody asks for a seat; where ``is_full``, to be a stand-by."""

    address: Address
    wishes: tuple[Power, ...]
    is_full: bool


@dataclass(frozen=True)
class RequestClosedNews(ToldInFull):
    """To somebody who asked for a seat: the master declined."""


@dataclass(frozen=True)
class PlayerJoinedNews(ToldInFull):
    """To a new player: a seat is theirs; ``joined`` of ``needed`` have one. ``moved_up``: they were a stand-by."""

    wishes: tuple[Power, ...]
    joined: int
    needed: int
    moved_up: bool = False


@dataclass(frozen=True)
class StandbyAddedNews(ToldInFull):
    """To a new stand-by: their place in the order, from 1."""

    place: int


@dataclass(frozen=True)
class MusterCalledNews(ToldInFull):
    """To everyone: a muster of ``number`` players until ``until``; ``asked``: the reader is one of them."""

    until: datetime
    asked: bool
    number: int


@dataclass(frozen=True)
class SeatsLostNews(ToldInFull):
    """To a player who did not answer: the seat is no longer theirs."""


@dataclass(frozen=True)
class SeatsFreedNews(ToldInFull):
    """To everyone else: ``left`` players are gone, some perhaps silent at a muster; ``given`` of their seats are taken.

    ``by_muster``: they had not answered one. ``joined`` of ``needed`` players are there.
    """

    left: int
    by_muster: bool
    given: int
    joined: int
    needed: int


@dataclass(frozen=True)
class GameReadyNews(ToldInFull):
    """To the master: the game can be started. ``players`` are those to whom a power may still be given by hand."""

    players: tuple[Address, ...]


class AllotmentReason(Enum):
    """Why a player got a power; the value is the name of its sentence."""

    WISH = "wish"  # it stood on the list, at ``place``
    UNWISHED = "unwished"  # the list held other powers only
    LOT = "lot"
    HAND = "hand"  # the master


@dataclass(frozen=True)
class Allotment:
    """How one player came by a power; ``place`` is that in the list of wishes, from 1."""

    by: AllotmentReason
    place: int = 0


@dataclass(frozen=True)
class GameStartedNews:
    """To everyone: powers are given out and the first phase is open; ``powers`` are the reader's own.

    ``how`` says how the reader got each of them; ``players`` is who plays what, where the reader may know that;
    ``place`` is that of a stand-by, from 1, else 0.
    """

    event: GameStarted
    powers: tuple[Power, ...]
    how: Mapping[Power, Allotment] = field(default_factory=dict)
    players: Mapping[Power, Address] = field(default_factory=dict)
    place: int = 0


@dataclass(frozen=True)
class PowerJoinedNews(ToldInFull):
    """To everyone: a power has joined a seat by lot; ``own`` to the player of that seat."""

    event: PowerJoined
    own: bool


SeatNews = (
    GameOpened
    | SeatAskedNews
    | RequestClosedNews
    | PlayerJoinedNews
    | StandbyAddedNews
    | MusterCalledNews
    | SeatsLostNews
    | SeatsFreedNews
    | GameReadyNews
    | GameStartedNews
    | PowerJoinedNews
)


# --- strategists: two players of one power, in one seat with one vote (004 13)


@dataclass(frozen=True)
class AskStrategist:
    """Ask somebody to share one's seat as a strategist."""

    by: Address
    player: Person


@dataclass(frozen=True)
class ShareSeat:
    """Share the seat one was asked to share."""

    by: Address


@dataclass(frozen=True)
class DeclineToShare:
    """Decline to share the seat one was asked to share."""

    by: Address


StrategistCommand = AskStrategist | ShareSeat | DeclineToShare

# --- what happens


@dataclass(frozen=True)
class StrategistAsked:
    """A player asked somebody to share the seat."""

    power: Power
    player: Person
    by: Address
    at: datetime


@dataclass(frozen=True)
class StrategistJoined:
    """Somebody who was asked shares the seat now."""

    power: Power
    player: Address
    at: datetime


@dataclass(frozen=True)
class StrategistDeclined:
    """Somebody who was asked to share the seat has declined."""

    power: Power
    player: Address
    at: datetime


@dataclass(frozen=True)
class StrategistLeft:
    """One of those who shared a seat left it; the other plays on."""

    power: Power
    player: Address
    at: datetime


@dataclass(frozen=True)
class PairAsked:
    """Before the beginning a player asked somebody to share whatever seat they get, if two may."""

    player: Person
    by: Address
    at: datetime


@dataclass(frozen=True)
class PairAgreed:
    """Somebody who was asked before the beginning has agreed."""

    player: Address
    at: datetime


@dataclass(frozen=True)
class PairEnded:
    """A pair ended: the one asked declined, or the seat is for one player (``is_for_one``)."""

    player: Address
    by: Address
    is_for_one: bool
    at: datetime


StrategistEvent = (
    PairAsked | PairAgreed | PairEnded | StrategistAsked | StrategistJoined | StrategistDeclined | StrategistLeft
)

# --- what is told


@dataclass(frozen=True)
class StrategistAskedNews(ToldInFull):
    """To somebody who is asked to share a seat: its power, and who asks."""

    power: Power
    by: Address


@dataclass(frozen=True)
class StrategistJoinedNews(ToldInFull):
    """To a new strategist: the position and what is to be written; ``others`` share the seat."""

    power: Power
    others: tuple[Address, ...]


@dataclass(frozen=True)
class StrategistsChangedNews(ToldInFull):
    """To the others of the seat, and a non-playing master: somebody joined, declined or left; ``is_own``: the seat."""

    event: StrategistJoined | StrategistDeclined | StrategistLeft
    is_own: bool


@dataclass(frozen=True)
class PairAskedNews(ToldInFull):
    """To somebody who is asked before the start to share a seat: who asks."""

    by: Address


@dataclass(frozen=True)
class PairChangedNews(ToldInFull):
    """To the other one of a pair: ``other`` has agreed or declined; to both: the seat is for one player."""

    event: PairAgreed | PairEnded
    other: Address


StrategistNews = PairAskedNews | PairChangedNews | StrategistAskedNews | StrategistJoinedNews | StrategistsChangedNews
