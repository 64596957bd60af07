"""Votes: motions, commands, events and news."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.game.refusals import ToldInFull
from judge.game.settings import Address, Reader
from judge.rules.board import Power
from judge.rules.position import Phase

# --- what can be voted for


@dataclass(frozen=True)
class ForDraw:
    """The game shall end in a draw between these powers, in board order; between all survivors where none is named."""

    among: tuple[Power, ...] = ()


@dataclass(frozen=True)
class ForConcession:
    """The game shall end with the victory of one power."""

    to: Power


@dataclass(frozen=True)
class ForExtension:
    """The deadline of the open phase shall be later by so much; a vote accepts any shorter extension."""

    length: timedelta


@dataclass(frozen=True)
class ForEnding:
    """The game shall end without a result."""


@dataclass(frozen=True)
class ForProposal:
    """What the master, who plays, has proposed under this number shall be done."""

    number: int


@dataclass(frozen=True)
class ForMaster:
    """The player of a power shall be master of the game."""

    power: Power


Motion = ForDraw | ForConcession | ForExtension | ForEnding | ForMaster | ForProposal

MOTIONS_OF_A_PHASE = (ForExtension, ForProposal)
"""Motions that speak of the open phase: votes for them end with it."""

# --- what is asked


@dataclass(frozen=True)
class CastVote:
    """Vote for a motion; it replaces the power's earlier vote of that kind."""

    by: Address
    motion: Motion


@dataclass(frozen=True)
class WithdrawVotes:
    """Take back the votes of one kind, or (None) of every kind."""

    by: Address
    kind: type[Motion] | None = None


VoteCommand = CastVote | WithdrawVotes

# --- what happens


@dataclass(frozen=True)
class VoteCast:
    """A power voted. ``reader`` is the number of its player, so that the vote is not its next player's."""

    power: Power
    motion: Motion
    reader: Reader
    at: datetime


@dataclass(frozen=True)
class VotesWithdrawn:
    """A power took back these votes."""

    power: Power
    motions: tuple[Motion, ...]
    at: datetime


@dataclass(frozen=True)
class VotesLapsed:
    """A phase closed, and these votes of a power count no longer; ``reader`` had cast them."""

    power: Power
    motions: tuple[Motion, ...]
    reader: Reader
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class VotePassed:
    """Enough powers had voted for this; all votes of its kind are dropped."""

    motion: Motion
    at: datetime


@dataclass(frozen=True)
class DrawProposed(ToldInFull):
    """So many years in a row no centre had changed hands: the judge proposed a draw to all."""

    years: int
    at: datetime


VoteEvent = VoteCast | VotesWithdrawn | VotesLapsed | VotePassed | DrawProposed

# --- what is told


@dataclass(frozen=True)
class VoteCastNews(ToldInFull):
    """To everyone else, where the settings tell of votes: one was cast, or ``withdrawn``.

    ``votes`` of ``needed`` are for the motion now. ``power`` is None where only the number is told; ``votes`` then
    counts all votes of that kind.
    """

    motion: Motion
    power: Power | None
    votes: int
    needed: int
    withdrawn: bool = False


VoteNews = VoteCastNews | DrawProposed
