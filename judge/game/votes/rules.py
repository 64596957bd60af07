"""Settings of votes: what the players of a game may vote for, what others learn of it."""

from dataclasses import dataclass
from enum import Enum


class Draws(Enum):
    """Between whom a draw may be voted; docs/decisions tells how ballots are counted."""

    NONE = "none"  # no draws by vote
    DIAS = "dias"  # draws include all survivors
    SETS = "sets"  # between named powers; every ballot must name the same ones
    SUBSETS = "subsets"  # between named powers; who accepts some accepts fewer, as long as it is among them


class Tally(Enum):
    """How much others learn of votes before one has passed."""

    SECRET = "secret"  # noqa: S105 - nothing
    COUNT = "count"  # how many there are, not whose
    OPEN = "open"  # whose they are, and for what


class Standing(Enum):
    """How long a vote stands."""

    PHASE = "phase"  # until the phase closes
    WITHDRAWN = "withdrawn"  # until its power takes it back


@dataclass(frozen=True)
class VoteRules:
    """What may be voted for, what is told of it, how long a vote stands.

    ``proposed_after`` years in a row without a centre changing hands the judge proposes a draw to all, ``drawn_after``
    years the game ends in a draw of all survivors; 0 for never.
    """

    draws: Draws = Draws.DIAS
    concessions: bool = True
    tally: Tally = Tally.SECRET
    standing: Standing = Standing.PHASE
    proposed_after: int = 0
    drawn_after: int = 0
