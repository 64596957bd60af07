"""Notices: who must be told what once something has happened; the one place where secrecy is decided."""

from dataclasses import dataclass

from judge.game.events import (
    GameEnded,
    GameOpened,
    GameStarted,
    PhaseClosed,
    PhaseExtended,
    PressSent,
)
from judge.game.settings import Address
from judge.rules.board import Power


@dataclass(frozen=True)
class Opened:
    """To the master: the game is open; how to invite players."""

    event: GameOpened


@dataclass(frozen=True)
class Seated:
    """To a new player: your seat is taken; ``joined`` of ``needed`` are here."""

    wishes: tuple[Power, ...]
    joined: int
    needed: int


@dataclass(frozen=True)
class Started:
    """To everyone: powers are given out and the first phase is open; ``powers`` are the reader's own."""

    event: GameStarted
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Results:
    """To everyone: a phase was judged; ``powers`` are the reader's own, who may have to write next."""

    event: PhaseClosed
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Press:
    """To a recipient: a letter from a power, or from the master."""

    event: PressSent


@dataclass(frozen=True)
class Reminder:
    """To a player whose orders are not complete."""

    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Extended:
    """To everyone: nobody had written, so the deadline moved."""

    event: PhaseExtended


@dataclass(frozen=True)
class Ended:
    """To everyone: the game is over, with its scores."""

    event: GameEnded


News = Opened | Seated | Started | Results | Press | Reminder | Extended | Ended


@dataclass(frozen=True)
class Notice:
    """One piece of news for one person."""

    to: Address
    news: News
