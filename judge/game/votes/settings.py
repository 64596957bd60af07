"""Settings of votes: what may be voted for, what is told of it, how long a vote counts."""

from dataclasses import dataclass
from enum import Enum


class DrawRule(Enum):
    """Between whom a draw may be voted; docs/decisions says how ballots are counted."""

    NONE = "none"  # no draws by vote
    DIAS = "dias"  # draws include all survivors
    SETS = "sets"  # between named powers; every ballot must name the same ones
    SUBSETS = "subsets"  # between named powers; who accepts some accepts fewer, as long as it is among them


class VoteSecrecy(Enum):
    """How much others learn of votes before one has passed."""

    SECRET = "secret"  # noqa: S105 - nothing
    COUNT = "count"  # how many there are, not whose
    OPEN = "open"  # whose they are, and for what


class VoteDuration(Enum):
    """How long a vote counts."""

    PHASE = "phase"  # until the phase closes
    WITHDRAWN = "withdrawn"  # until its power takes it back


@dataclass(frozen=True)
class VoteRules:
    """The settings of votes: what may be voted for, what is told of it, how long a vote counts.

    After ``proposed_after`` years in a row without a centre changing hands the judge proposes a draw to all, after
    ``drawn_after`` years the game ends in a draw of all survivors; 0 for never.
    """

    draws: DrawRule = DrawRule.DIAS
    concessions: bool = True
    tally: VoteSecrecy = VoteSecrecy.SECRET
    standing: VoteDuration = VoteDuration.PHASE
    proposed_after: int = 0
    drawn_after: int = 0
