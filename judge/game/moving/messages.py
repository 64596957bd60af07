"""Moving: events."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.figures import Figures
from judge.game.settings import Address
from judge.game.state_parts import Misses

# --- what happens


@dataclass(frozen=True)
class GameMoved:
    """All events so far were taken over from another judge, whose letters told of them; this judge goes on.

    ``last_page`` is the hash of the last page of the record they were taken from, empty where there was none.
    ``figures`` and ``misses`` are what the other judge had counted of the players; without any what the pages tell
    counts.
    """

    last_page: str
    figures: Mapping[Address, Figures]
    misses: Mapping[Address, Misses]
    at: datetime


MovingEvent = GameMoved
