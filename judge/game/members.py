"""The people of a game by number: who has which part in it, and what is counted of each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from judge.game.phases.settings import Misses
from judge.game.settings import Reader, Token
from judge.rules.board import Power

WHATIF_PERIOD = timedelta(days=1)
"""The period over which what-ifs are counted: the last 24 hours, not a calendar day."""


@dataclass(frozen=True)
class Muster:
    """A muster: who has not answered by ``until`` loses the seat; ``called`` is when they were asked."""

    until: datetime
    waited_for: tuple[Reader, ...]
    called: datetime

    def without(self, gone: Reader) -> "Muster":
        """The muster once somebody has answered."""
        return replace(self, waited_for=tuple(one for one in self.waited_for if one != gone))


@dataclass(frozen=True)
class MasterOffer:
    """The offer to be master, made ``by`` the one who was master then; to whom stands in the address book."""

    by: Reader
    code: Token
    at: datetime


@dataclass(frozen=True)
class StrategistPair:
    """A pair: who asked, and whether the one asked has agreed."""

    by: Reader
    agreed: bool = False


@dataclass(frozen=True)
class SharingState:
    """Who shares a seat: ``partners`` with whom ``Members.seats`` has for it, by the first power of the seat.

    ``asked`` are those who have been asked to, last by the last of these powers; ``pairs`` those who have been asked
    before the beginning.
    """

    partners: Mapping[Power, tuple[Reader, ...]] = field(default_factory=dict)
    asked: Mapping[Reader, tuple[Power, ...]] = field(default_factory=dict)
    pairs: Mapping[Reader, StrategistPair] = field(default_factory=dict)


@dataclass(frozen=True)
class Members:
    """Who takes which part in a game.

    ``seats`` is who plays each power; all powers of one seat have the same player or the same vacancy. ``wishes`` are
    those of everyone who took a seat, in the order of joining; ``placed`` is what the master gave by hand. ``watching``
    are those who have asked to watch.

    ``misses`` are deadlines missed, ``whatifs`` when each asked one in the last day. ``former_players`` have left the
    seat of a power. ``played`` is who has had a seat since the game began, ``saw_secrets`` who as master has seen what
    players may not see.
    """

    master: Reader
    offered: MasterOffer | None = None
    wishes: Mapping[Reader, tuple[Power, ...]] = field(default_factory=dict)
    seats: Mapping[Power, Reader] = field(default_factory=dict)
    sharing: SharingState = field(default_factory=SharingState)
    standbys: tuple[Reader, ...] = ()
    applicants: Mapping[Reader, tuple[Power, ...]] = field(default_factory=dict)
    placed: Mapping[Reader, Power] = field(default_factory=dict)
    muster: Muster | None = None
    watching: tuple[Reader, ...] = ()
    misses: Mapping[Reader, Misses] = field(default_factory=dict)
    whatifs: Mapping[Reader, tuple[datetime, ...]] = field(default_factory=dict)
    former_players: Mapping[Reader, Power] = field(default_factory=dict)
    played: frozenset[Reader] = frozenset()
    saw_secrets: frozenset[Reader] = frozenset()

    @property
    def seated(self) -> frozenset[Reader]:
        """Everyone who has a seat, or a share of one."""
        partners = (one for ones in self.sharing.partners.values() for one in ones)
        return frozenset((*self.wishes, *self.seats.values(), *partners))

    @property
    def with_a_part(self) -> frozenset[Reader]:
        """The master, the players and the stand-bys."""
        return frozenset((self.master, *self.wishes, *self.seats.values(), *self.standbys))
