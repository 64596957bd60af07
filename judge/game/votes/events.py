"""What happens to votes."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.votes.motions import Motion
from judge.rules.board import Power
from judge.rules.position import Phase


@dataclass(frozen=True)
class VoteCast:
    """A power voted. ``reader`` is the number of its player, so that a successor has not voted by it."""

    power: Power
    motion: Motion
    reader: int
    at: datetime


@dataclass(frozen=True)
class VotesWithdrawn:
    """A power took back these votes."""

    power: Power
    motions: tuple[Motion, ...]
    at: datetime


@dataclass(frozen=True)
class VotesLapsed:
    """A phase closed, and with it these votes of a power count no longer; ``reader`` is who had cast them."""

    power: Power
    motions: tuple[Motion, ...]
    reader: int
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class VotePassed:
    """Enough powers had voted for this; all votes of its kind are done with."""

    motion: Motion
    at: datetime


@dataclass(frozen=True)
class DrawProposed:
    """So many years in a row no centre had changed hands: the judge proposed a draw to all."""

    years: int
    at: datetime


VoteEvent = VoteCast | VotesWithdrawn | VotesLapsed | VotePassed | DrawProposed
