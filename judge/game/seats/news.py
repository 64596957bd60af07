"""News of seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.refusals import ToldInFull
from judge.game.seats.allotment import Allotment
from judge.game.seats.messages import GameOpened, GameStarted, PowerJoined
from judge.game.settings import Address
from judge.rules.board import Power


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
