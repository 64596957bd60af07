"""The muster: everyone is asked, before the first phase opens, whether they are still there."""

from dataclasses import dataclass, replace
from datetime import datetime

from judge.game.settings import Address


@dataclass(frozen=True)
class Muster:
    """Who has not answered yet; whoever has not by ``until`` loses the seat. ``called`` is when they were asked."""

    until: datetime
    waited_for: tuple[Address, ...]
    called: datetime

    def without(self, *gone: Address) -> "Muster":
        """Once some have answered."""
        return replace(self, waited_for=tuple(one for one in self.waited_for if one not in gone))

    def moved(self, old: Address, new: Address) -> "Muster":
        """Once somebody is written to elsewhere."""
        return replace(self, waited_for=tuple(new if one == old else one for one in self.waited_for))
