"""Commands, events and news of votes; the motions that can be voted for."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.game.settings import Address
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
    """The deadline of the open phase shall be later by so much; who wants much accepts less."""

    length: timedelta


@dataclass(frozen=True)
class ForEnding:
    """The game shall end without a result."""


@dataclass(frozen=True)
class ForMaster:
    """The player of a power shall be master of the game."""

    power: Power


Motion = ForDraw | ForConcession | ForExtension | ForEnding | ForMaster

# --- what is asked


@dataclass(frozen=True)
class CastVote:
    """Vote for something, in the place of what the same power has voted for of that kind before."""

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

# --- what is told


@dataclass(frozen=True)
class VoteTold:
    """To everyone else, where the settings tell of votes: one was cast, or ``withdrawn``.

    ``votes`` of ``needed`` there are for it now. ``power`` is None where only the number is told; then they are all
    votes of that kind.
    """

    motion: Motion
    power: Power | None
    votes: int
    needed: int
    withdrawn: bool = False


@dataclass(frozen=True)
class Proposed:
    """To everyone: the judge proposes a draw."""

    event: DrawProposed


VoteNews = VoteTold | Proposed
