"""Settings of missing orders: who counts as missing, how long a game waits, when a seat is lost."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from judge.game.deadlines.settings import Lengths
from judge.rules.position import Phase

NO_WAIT = timedelta(0)

NO_GRACE = Lengths(NO_WAIT, NO_WAIT, NO_WAIT)


class OnrRule(Enum):
    """Who has returned no orders (ONR) when the deadline of a movement phase comes."""

    ALL = "all"  # a player none of whose units has an order
    ANY = "any"  # a player one of whose units has none


@dataclass(frozen=True)
class Missing:
    """The settings for players who have not written.

    ``published``: everyone is told who they were, and how often. ``grace`` is how long after a deadline late orders are
    taken. A seat is lost at the ``in_a_row``-th deadline missed in a row, or the ``in_all``-th of the game; 0 is never.
    ``standby_wait`` is how long the open phase waits for somebody to take an empty seat before its units hold;
    ``answer_within`` is how long each stand-by has to answer.
    """

    counts: OnrRule = OnrRule.ALL
    published: bool = True
    grace: Lengths = NO_GRACE
    in_a_row: int = 0
    in_all: int = 0
    standby_wait: timedelta = NO_WAIT
    answer_within: timedelta = timedelta(days=2)

    @property
    def may_cost_the_seat(self) -> bool:
        """Whether missed deadlines can cost a seat at all."""
        return bool(self.in_a_row or self.in_all)


@dataclass(frozen=True)
class Misses:
    """The deadlines of movement phases that a player has missed; ``last`` is the newest of these phases."""

    in_a_row: int = 0
    in_all: int = 0
    last: Phase | None = None

    def cost_the_seat(self, settings: Missing) -> bool:
        """Whether so many missed deadlines cost the seat."""
        in_a_row, in_all = settings.in_a_row, settings.in_all
        return bool((in_a_row and self.in_a_row >= in_a_row) or (in_all and self.in_all >= in_all))
