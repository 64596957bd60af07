"""Moving: events, news."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.deadlines.deadline import Deadline
from judge.game.figures import Figures
from judge.game.refusals import ToldInFull
from judge.game.settings import Address
from judge.game.state_parts import Misses
from judge.rules.board import Power
from judge.rules.position import Position

# --- what happens


@dataclass(frozen=True)
class PositionTakenOver:
    """Another judge had this position, on a board without troops; the game goes on from it, whatever stood here.

    ``deadline`` is that of the phase of the position.
    """

    position: Position
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class GameMoved:
    """All events so far were taken over from another judge, whose letters told of them; this judge goes on.

    ``last_page`` is the hash of the last page of the record they were taken from, empty where there was none.
    ``figures`` and ``misses`` are what the other judge had counted of the players; without any what the pages tell
    counts.
    """

    last_page: str
    figures: Mapping[Address, Figures]
    misses: Mapping[Address, Misses]
    at: datetime


@dataclass(frozen=True)
class PlayersToldOfMove:
    """Everybody with a part in a running game that has been taken over is told where it goes on."""

    at: datetime


@dataclass(frozen=True)
class LettersLost(ToldInFull):
    """The judge went back to what it had kept up to ``since``; letters that came or went after that are lost.

    As news: to everybody.
    """

    since: datetime
    at: datetime


MovingEvent = PositionTakenOver | GameMoved | PlayersToldOfMove | LettersLost

# --- news


@dataclass(frozen=True)
class GameMovedNews(ToldInFull):
    """To everybody: the game goes on with this judge; ``powers`` are the reader's own."""

    powers: tuple[Power, ...]


MovingNews = GameMovedNews | LettersLost
