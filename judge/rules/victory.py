"""How many centres a power needs to win, where that is not one number for everybody in every year."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class VictoryNumbers:
    """Numbers of centres that win a game.

    ``by_year`` has one for each year from the first of the board on, the last of them for all years that follow; empty
    where no number changes. ``of`` are the powers that need another one, the same in every year.
    """

    by_year: tuple[int, ...] = ()
    of: Mapping[str, int] = field(default_factory=dict)

    def in_year(self, years_passed: int, usual: int) -> int:
        """Return the number of those who have none of their own, so many years after the first; ``usual`` without."""
        return self.by_year[min(max(years_passed, 0), len(self.by_year) - 1)] if self.by_year else usual


ONE_NUMBER = VictoryNumbers()
