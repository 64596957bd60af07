"""News of votes."""

from dataclasses import dataclass

from judge.game.votes.events import DrawProposed
from judge.game.votes.motions import Motion
from judge.rules.board import Power


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
