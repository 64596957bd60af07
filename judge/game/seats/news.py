"""News of seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.seats.allot import Allotment
from judge.game.seats.messages import GameOpened, GameStarted, PowerJoined
from judge.game.settings import Address
from judge.rules.board import Power


@dataclass(frozen=True)
class Opened:
    """To the master: the game is open; how to invite players."""

    event: GameOpened


@dataclass(frozen=True)
class Asked:
    """To the master: somebody asks for a seat, or where ``is_full`` for a place among the stand-bys."""

    address: Address
    wishes: tuple[Power, ...]
    is_full: bool


@dataclass(frozen=True)
class Declined:
    """To somebody who asked for a seat: the master said no."""


@dataclass(frozen=True)
class Seated:
    """To a new player: your seat is taken; ``joined`` of ``needed`` are here. ``moved_up`` when they waited for it."""

    wishes: tuple[Power, ...]
    joined: int
    needed: int
    moved_up: bool = False


@dataclass(frozen=True)
class Waiting:
    """To somebody who waits for a seat: their place, from 1."""

    place: int


@dataclass(frozen=True)
class Mustered:
    """To everyone: all seats are taken, and who is ``asked`` must answer by ``until``; of how many that goes."""

    until: datetime
    asked: bool
    number: int


@dataclass(frozen=True)
class SeatLost:
    """To a player who did not answer: the seat is no longer theirs."""


@dataclass(frozen=True)
class SeatsFree:
    """To everyone else: ``left`` players are gone, silent at a muster or not; ``given`` seats of theirs are taken."""

    left: int
    by_muster: bool
    given: int
    joined: int
    needed: int


@dataclass(frozen=True)
class Ready:
    """To the master: nothing is missing but the word to begin. ``players`` still without a power given by hand."""

    players: tuple[Address, ...]


@dataclass(frozen=True)
class Started:
    """To everyone: powers are given out and the first phase is open; ``powers`` are the reader's own.

    ``how`` says what gave the reader each of them; ``players`` who plays what, where the reader may know that;
    ``place`` is that of a stand-by, from 1, else 0.
    """

    event: GameStarted
    powers: tuple[Power, ...]
    how: Mapping[Power, Allotment] = field(default_factory=dict)
    players: Mapping[Power, Address] = field(default_factory=dict)
    place: int = 0


@dataclass(frozen=True)
class Joined:
    """To everyone: the coin has fallen, and a power joins a player's seat; ``own`` to that player."""

    event: PowerJoined
    own: bool


SeatNews = Opened | Asked | Declined | Seated | Waiting | Mustered | SeatLost | SeatsFree | Ready | Started | Joined
