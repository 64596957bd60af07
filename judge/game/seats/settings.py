"""Settings of access: who may join, what players know of each other, what it takes to begin."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum


class Entry(Enum):
    """Who may take a seat."""

    ANYONE = "anyone"
    APPROVED = "approved"  # whom the master lets in, once asked
    NAMED = "named"  # whom the master has named before


@dataclass(frozen=True)
class Access:
    """The settings of how seats are taken.

    A ``hidden`` game stands in no list. In an ``anonymous`` one players never learn each other's addresses. ``manual``:
    the master starts the game. ``muster`` is how long everyone has to answer before the first phase opens; with zero
    nobody is asked. ``reliability`` is the least percentage that a player's record must have.
    """

    entry: Entry = Entry.ANYONE
    hidden: bool = False
    anonymous: bool = True
    master_plays: bool = True
    manual: bool = False
    muster: timedelta = timedelta()
    reliability: int = 0
