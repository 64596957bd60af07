"""What is asked about votes."""

from dataclasses import dataclass

from judge.game.settings import Address
from judge.game.votes.motions import Motion


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
