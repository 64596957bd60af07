"""The queue of those who want to play anything: what each wishes, who fits together, which table is made of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from judge.game.people.messages import Person
from judge.game.settings import Address, GameName
from judge.rules.board_file import load_board

SMALLER = {6: "1971-six", 5: "1971-five", 4: "1971-four", 3: "1971-three", 2: "1971-two"}
"""The boards of 1971 for fewer than seven (001 XIV.2)."""

FULL = 7
"""The people of a table where nothing else is wished for."""


@dataclass(frozen=True)
class QueuePlace:
    """Somebody in the queue; their ``person`` bears no token.

    ``wishes`` are words by the keys of settings; what is not among them is all the same. The others of a table must
    have at least this ``reliability``. A table may have as few as ``fewest`` people. ``offered``: a smaller table was.
    """

    person: Person
    since: datetime
    wishes: Mapping[str, str]
    reliability: int = 0
    fewest: int = FULL
    offered: bool = False


@dataclass(frozen=True)
class Queue:
    """Everybody who waits, in the order in which they came, and how many tables have been ``made``.

    Seats of its games that are ``opening`` go to the next who fits, should they become free.
    """

    waiting: tuple[QueuePlace, ...] = ()
    made: int = 0
    opening: tuple[GameName, ...] = ()

    def of(self, address: Address) -> QueuePlace | None:
        """Whoever waits at that address, None where nobody does."""
        return next((one for one in self.waiting if one.person.address == address), None)

    def without(self, gone: Collection[Address]) -> "Queue":
        """The queue once some people have left it."""
        return replace(self, waiting=tuple(one for one in self.waiting if one.person.address not in gone))

    def joined_by(self, new: QueuePlace) -> "Queue":
        """The queue with somebody at its end; whoever waits already keeps their place, with other wishes."""
        known = self.of(new.person.address)
        if known is None:
            return replace(self, waiting=(*self.waiting, new))
        kept = replace(new, since=known.since, offered=known.offered)
        return replace(self, waiting=tuple(kept if one is known else one for one in self.waiting))


@dataclass(frozen=True)
class Gathered:
    """People who fit together, so far, for a table of that ``size``, and all that they wish."""

    people: tuple[QueuePlace, ...]
    wishes: Mapping[str, str]
    size: int


Apart = Mapping[Address, Collection[Address]]
"""Whom each person is not to meet."""


def find_table(waiting: Sequence[QueuePlace], apart: Apart, percent: Mapping[Address, int]) -> Gathered | None:
    """The first table that can be made, the largest kind first; None while too few fit together."""
    gathered = (_best(waiting, size, apart, percent) for size in (FULL, *SMALLER))
    return next((one for one in gathered if one and len(one.people) == one.size), None)


def nearest_table(waiting: Sequence[QueuePlace], own: QueuePlace | None = None) -> Gathered | None:
    """The table that lacks the fewest people, or the one that somebody would be at; by the wishes alone.

    Who is apart, or how reliable, does not count: it must not be told.
    """
    return _best(waiting, FULL, {}, {}, own)


def _best(
    waiting: Sequence[QueuePlace],
    size: int,
    apart: Apart,
    percent: Mapping[Address, int],
    own: QueuePlace | None = None,
) -> Gathered | None:
    """The gathering that lacks the fewest people, of equal ones the one of whoever has waited longest."""
    small = {"board": SMALLER[size], "rules": "1971"} if size in SMALLER else {}
    there = [one for one in waiting if (not small or one.fewest <= size) and _fits(small, one.wishes)]
    found = (
        _gathered(lead, there, {**wishes, **small}, apart, percent)
        for lead in ([own] if own else there)
        for wishes in _wishes_with(lead, there)
    )
    return min(found, key=lambda one: one.size - len(one.people), default=None)


def _wishes_with(lead: QueuePlace, there: Sequence[QueuePlace]) -> Iterator[Mapping[str, str]]:
    """What a table might be whose first person is somebody: as they wish, and as one other wishes, too."""
    merged = ({**lead.wishes, **one.wishes} for one in there if _fits(lead.wishes, one.wishes))
    yield from {tuple(sorted(one.items())): one for one in (lead.wishes, *merged)}.values()


def _gathered(
    lead: QueuePlace,
    there: Sequence[QueuePlace],
    wishes: Mapping[str, str],
    apart: Apart,
    percent: Mapping[Address, int],
) -> Gathered:
    """The people who go with somebody, in their order, until the table is full."""
    people, size = [lead], _size_of(wishes.get("board", "standard"))
    for one in there:
        if len(people) == size:
            break
        if _fits(wishes, one.wishes) and all(_go_together(one, other, apart, percent) for other in people):
            people.append(one)
            wishes = {**wishes, **one.wishes}
            size = _size_of(wishes.get("board", "standard"))
    return Gathered(tuple(people), wishes, size)


@lru_cache
def _size_of(board: str) -> int:
    return len(load_board(board).seats)


def _fits(wishes: Mapping[str, str], others: Mapping[str, str]) -> bool:
    return all(others.get(key, wish) == wish for key, wish in wishes.items())


def next_for(
    waiting: Sequence[QueuePlace], players: Collection[Address], size: int, apart: Apart, percent: Mapping[Address, int]
) -> Iterator[QueuePlace]:
    """Those who may sit at a table of that size beside some players, in the order they came; their wishes are apart."""
    for one in waiting:
        who = one.person.address
        is_reliable = all(percent.get(other, 100) >= one.reliability for other in players)
        if who not in players and is_reliable and size >= one.fewest and {*apart.get(who, ())}.isdisjoint(players):
            yield one


def _go_together(one: QueuePlace, other: QueuePlace, apart: Apart, percent: Mapping[Address, int]) -> bool:
    """Whether two people may be at one table: two different ones, neither apart nor too unreliable for the other."""
    a, b = one.person.address, other.person.address
    is_reliable = percent.get(a, 100) >= other.reliability and percent.get(b, 100) >= one.reliability
    return a != b and b not in apart.get(a, ()) and a not in apart.get(b, ()) and is_reliable
