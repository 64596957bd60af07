"""Tournaments by mail: what one is, who may enter, how its rounds are seated."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from hashlib import sha256
from itertools import islice

from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.seats.allotment import assign_at_least_cost
from judge.game.settings import Address, GameName, Settings, board_of_settings
from judge.rules.board import Power

# --- what a tournament by mail is


class TournamentStage(Enum):
    """How far a tournament has come."""

    OPEN = "open"  # people enter
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True)
class Entrant:
    """Somebody who has entered, under a name that all may read; their ``person`` bears no token."""

    person: Person
    name: str
    team: str = ""
    has_left: bool = False


@dataclass(frozen=True)
class Round:
    """A round: the ``games`` by their names, who has which power at the table of each, who waits for a seat.

    So many games have been ``opened``, in their order, and so many were over when their standings were last ``told``.
    ``seed`` is that of the seating, ``cost`` what it costs.
    """

    games: tuple[GameName, ...]
    tables: tuple[Mapping[Power, Address], ...]
    reserves: tuple[Address, ...]
    seed: str
    cost: int
    opened: int = 0
    told: int = 0


@dataclass(frozen=True)
class MailedTournament:
    """A tournament that was opened by letter.

    ``entries`` is the day whose end closes the entries, None where the organiser says when. At most so many ``seats``
    are given out in a round, and so many people make a team; 0 for as many as come, and for no teams. Of each player
    the ``best`` so many results count, all where it is 0. ``seed`` decides where the search for the next seating
    begins; its SHA-256 is told before, itself with the seating. Where ``blocks`` count, nothing is told of a seed: who
    repeats the search would see who is kept apart.
    """

    name: str
    title: str
    organiser: Person
    settings: Settings
    seed: str
    entries: datetime | None = None
    rounds: int = 1
    seats: int = 0
    team_size: int = 0
    best: int = 0
    stage: TournamentStage = TournamentStage.OPEN
    entrants: tuple[Entrant, ...] = ()
    played: tuple[Round, ...] = ()
    blocks: bool = False

    @property
    def there(self) -> tuple[Entrant, ...]:
        """Everybody who has entered and not left, in the order of entry."""
        return tuple(one for one in self.entrants if not one.has_left)

    @property
    def seats_of_table(self) -> tuple[Power, ...]:
        """The seats of a game, each by its first power."""
        return tuple(seat[0] for seat in board_of_settings(self.settings).seats)

    @property
    def games(self) -> tuple[GameName, ...]:
        """The games of all rounds, in their order."""
        return tuple(name for one in self.played for name in one.games)

    def entrant(self, address: Address) -> Entrant | None:
        """Whoever has entered from that address, None where nobody has."""
        return next((one for one in self.entrants if one.person.address == address), None)

    def teams(self) -> Mapping[str, Sequence[Entrant]]:
        """The people of each team, by its name."""
        names = dict.fromkeys(one.team for one in self.there if one.team)
        return {name: [one for one in self.there if one.team == name] for name in names}


MOST_ENTRANTS = 140
"""The most people of one tournament; to seat as many takes a second or two."""


def enter(cup: MailedTournament, person: Person, name: str, team: str) -> MailedTournament | Refused:
    """The tournament with somebody in it, or with another name or team for them; a team is known in any case."""
    known, others = cup.entrant(person.address), [one for one in cup.there if one.person.address != person.address]
    team = next((one.team for one in others if one.team.casefold() == team.casefold()), team)
    if cup.stage is TournamentStage.OVER:
        return Refused(Refusal.TOURNAMENT_OVER)
    if team and not cup.team_size:
        return Refused(Refusal.NO_TEAMS)
    if team and sum(one.team == team for one in others) >= cup.team_size:
        return Refused(Refusal.TEAM_FULL, days=cup.team_size)
    if any(one.name.casefold() == name.casefold() for one in cup.entrants if one is not known):
        return Refused(Refusal.TOURNAMENT_NAME_TAKEN)
    if known is None and len(cup.entrants) >= MOST_ENTRANTS:
        return Refused(Refusal.TOURNAMENT_FULL, days=MOST_ENTRANTS)
    new = Entrant(person, name, team)
    if known:
        return replace(cup, entrants=tuple(new if one is known else one for one in cup.entrants))
    return replace(cup, entrants=(*cup.entrants, new))


def leave(cup: MailedTournament, by: Address) -> MailedTournament | Refused:
    """The tournament without somebody: before its first round as if they had never come, later for rounds to come."""
    known = cup.entrant(by)
    if known is None or known.has_left:
        return Refused(Refusal.NOT_ENTERED)
    if cup.stage is TournamentStage.OVER:
        return Refused(Refusal.TOURNAMENT_OVER)
    gone = (replace(known, has_left=True),) if cup.played else ()
    left = (gone if one is known else (one,) for one in cup.entrants)
    return replace(cup, entrants=tuple(one for ones in left for one in ones))


# --- how a round is seated


_TEAM, _MET, _POWER = 10_000, 100, 1
"""What a pair of one team at a table costs; what a pair costs that has met, what a power that somebody has had.

The last two are multiplied by the square of how often that was.
"""

_APART = 10**9
"""What a pair of people who are kept apart costs: more than all else together."""

_STARTS = 12
"""From how many beginnings the search sets out."""

_MOST_TRIES = 20_000
"""How many seats are tried for those who are kept apart from somebody before they are seated as the search had it."""


@dataclass(frozen=True)
class RoundSeating:
    """Who sits where: the tables in their order, those without a seat, what the seating costs."""

    tables: tuple[Mapping[Power, Address], ...]
    reserves: tuple[Address, ...]
    cost: int


def seat_round(cup: MailedTournament, apart: Mapping[Address, Collection[Address]] | None = None) -> RoundSeating:
    """The seating of the next round; without a table where too few are there.

    Whoever has had the fewest seats comes first, then whoever entered first; the last, too few for a table, are
    reserves. The players are laid out, table by table, in the order of the SHA-256 of ``seed:round:start:name``; then
    players of two tables are exchanged where that costs less, until no exchange does. Of twelve starts, numbered from
    1, the first that ends with the lowest cost is taken. At each table the powers are then given out at the least cost.

    Where two sit together then who are kept ``apart``, it is searched once more for a seating with as few such pairs as
    can be. Who sits and what is told of the cost follow from all else alone.
    """
    powers, number = cup.seats_of_table, len(cup.played) + 1
    sat = Counter(one for each in cup.played for table in each.tables for one in table.values())
    ranked = sorted(cup.there, key=lambda one: sat[one.person.address])
    room = min(len(ranked), cup.seats or len(ranked)) // len(powers) * len(powers)
    players, reserves = ranked[:room], tuple(one.person.address for one in ranked[room:])
    pairs, names = _cost_of_pairs(cup.played, players), [one.name for one in players]
    starts = [_lots(cup.seed, number, start, names) for start in range(1, _STARTS + 1)]
    best = _cheapest(pairs, starts, len(powers))
    kept = _kept_apart(players, apart or {})
    if _cost_of_tables(kept, best, len(powers)):
        pairs_and_kept = [list(map(sum, zip(*rows, strict=True))) for rows in zip(pairs, kept, strict=True)]
        best = _cheapest(pairs_and_kept, [*starts, *_parted(kept, starts[0], len(powers))], len(powers))
    had, seed = Counter(_powers_had(cup.played)), f"{cup.seed}:{number}"
    tables = []
    for first in range(0, room, len(powers)):
        ones = [players[place].person.address for place in best[first : first + len(powers)]]
        squares = {(one, power): had[one, power] ** 2 for one in ones for power in powers}
        tables.append(assign_at_least_cost(seed, squares))
    spent = _POWER * sum(had[one, power] ** 2 for table in tables for power, one in table.items())
    return RoundSeating(tuple(tables), reserves, _cost_of_tables(pairs, best, len(powers)) + spent)


def _lots(seed: str, number: int, start: int, names: Sequence[str]) -> list[int]:
    """Some players, by their place, in the order of the lots of one start."""
    lots = [sha256(f"{seed}:{number}:{start}:{name}".encode()).hexdigest() for name in names]
    return sorted(range(len(names)), key=lots.__getitem__)


def _cheapest(pairs: Sequence[Sequence[int]], starts: Sequence[Sequence[int]], size: int) -> Sequence[int]:
    """The first of the lowest cost of the orders that the search ends with."""
    searched = (_searched(pairs, [*order], size) for order in starts)
    return min(searched, key=lambda order: _cost_of_tables(pairs, order, size))


def _kept_apart(players: Sequence[Entrant], apart: Mapping[Address, Collection[Address]]) -> Sequence[Sequence[int]]:
    """What it costs besides to have two players at one table, by their places: either may be apart from the other."""
    ones = [(one.person.address, apart.get(one.person.address, ())) for one in players]
    return [[_APART * (b in without or a in others) for b, others in ones] for a, without in ones]


def _parted(kept: Sequence[Sequence[int]], order: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """An order in which nobody sits with whom they are kept apart from; none where none is found."""
    ones = sorted((one for one in order if any(kept[one])), key=lambda one: -sum(kept[one]))
    tables: list[list[int]] = [[] for _ in range(0, len(order), size)]
    if _are_placed(ones, kept, tables, size, iter(range(_MOST_TRIES))):
        others = (one for one in order if not any(kept[one]))
        yield [one for table in tables for one in (*table, *islice(others, size - len(table)))]


def _are_placed(
    ones: Sequence[int], kept: Sequence[Sequence[int]], tables: Sequence[list[int]], size: int, tries: Iterator[int]
) -> bool:
    """Whether some players are put at tables, each with nobody they are kept apart from; it ends with the ``tries``."""
    if not ones:
        return True
    first, *rest = ones
    for table in tables:
        if next(tries, None) is None:
            return False
        if len(table) < size and not any(kept[first][other] for other in table):
            table.append(first)
            if _are_placed(rest, kept, tables, size, tries):
                return True
            table.pop()
        if not table:
            return False  # those behind are as empty
    return False


def _cost_of_pairs(played: Sequence[Round], players: Sequence[Entrant]) -> Sequence[Sequence[int]]:
    """What it costs to have two players at one table, by their places; nothing for one and the same."""
    met = Counter(_pairs_met(played))
    return [
        [
            _TEAM * (one.team == other.team != "" and one is not other)
            + _MET * met[one.person.address, other.person.address] ** 2
            for other in players
        ]
        for one in players
    ]


def _pairs_met(played: Sequence[Round]) -> Iterator[tuple[Address, Address]]:
    tables = (tuple(table.values()) for each in played for table in each.tables)
    return ((one, other) for table in tables for one in table for other in table if one != other)


def _powers_had(played: Sequence[Round]) -> Iterator[tuple[Address, Power]]:
    return ((player, power) for each in played for table in each.tables for power, player in table.items())


def _cost_of_tables(pairs: Sequence[Sequence[int]], order: Sequence[int], size: int) -> int:
    """What the pairs at all tables cost, the players laid out table by table."""
    return sum(
        pairs[one][other]
        for first in range(0, len(order), size)
        for place, one in enumerate(order[first : first + size])
        for other in order[first : first + place]
    )


def _searched(pairs: Sequence[Sequence[int]], order: list[int], size: int) -> list[int]:
    """The players of an order once no exchange of two costs less: each place is tried with all behind it, in turn."""
    places, firsts = range(len(order)), range(0, len(order), size)
    beside = [[sum(row[one] for one in order[first : first + size]) for first in firsts] for row in pairs]
    changed = True
    while changed:
        changed = False
        for one in places:
            for other in places[one + 1 :]:
                here, there, a, b = one // size, other // size, order[one], order[other]
                gain = beside[a][here] + beside[b][there] - beside[a][there] - beside[b][here] + 2 * pairs[a][b]
                if here == there or gain <= 0:
                    continue
                order[one], order[other], changed = b, a, True
                for sums, row in zip(beside, pairs, strict=True):
                    sums[here] += row[b] - row[a]
                    sums[there] += row[a] - row[b]
    return order
