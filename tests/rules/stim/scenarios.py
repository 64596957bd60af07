"""Campaigns drawn at random: their regions, rivers, troops with numbers of their own, policies."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from judge.rules.board import Board
from judge.rules.board_file import read_board

POWERS = ("NORTH", "SOUTH", "WEST")
CODES = tuple(f"R{letter}" for letter in "ABCDEFGHIJKLMN")
POLICIES = {
    "damage": ("none", "dislodged", "losers"),
    "control": ("autumn", "every_season"),
    "adjustments": ("where_due", "every_year"),
    "adjustments_in_last_year": (True, False),
    "disorder_removals": ("2023", "2003", "1971"),
    "paradoxes": ("szykman", "sea_first", "all_fail"),
}


@dataclass(frozen=True)
class Troop:
    """A troop as it stands in the file."""

    letter: str
    kind: str
    attack: int
    support: int
    defence: int
    health: int
    most: int
    more: int
    powers: str
    gifted: bool

    @property
    def line(self) -> str:
        """The line of the file."""
        numbers = (
            f"attack = {self.attack}, support = {self.support}, defence = {self.defence}, health = {self.health}, "
            f"most = {self.most}, more = {self.more}"
        )
        rest = f'powers = "{self.powers}", gifted = {str(self.gifted).lower()}'
        return f'{self.letter} = {{ en = "troop {self.letter}", kind = "{self.kind}", {numbers}, {rest} }}'


@dataclass(frozen=True)
class Scenario:
    """Everything that is drawn for a campaign."""

    terrains: dict[str, str]
    pairs: frozenset[frozenset[str]]
    troops: tuple[Troop, ...]
    units: dict[str, tuple[str, Troop]]
    homes: dict[str, list[str]]
    owns: dict[str, list[str]]
    rivers: frozenset[frozenset[str]]
    towns: tuple[str, ...]
    capitals: tuple[str, ...]
    closed: str
    penalties: dict[str, int]
    per_unit: int
    rest: int
    dispersed_from: int
    policies: dict[str, str | bool]

    @property
    def board(self) -> Board:
        """The board of the file."""
        return read_board("\n".join(self._lines()), "random.toml")

    def _lines(self) -> Iterator[str]:
        yield f'name = "random"\nstart_year = 1\nvictory_centres = 1\nrules = "stim"\nclosed = "{self.closed}"'
        yield "[powers]"
        for power in POWERS:
            starts = ", ".join(f"{troop.kind} {at}" for at, (owner, troop) in self.units.items() if owner == power)
            homes, owns = " ".join(self.homes[power]), " ".join(self.owns[power])
            yield f'{power} = {{ en = "{power.title()}", homes = "{homes}", owns = "{owns}", start = "{starts}" }}'
        yield "[regions]"
        for code, terrain in self.terrains.items():
            yield f'{code} = {{ terrain = "{terrain}", en = "{code}x", centre = {str(terrain != "sea").lower()} }}'
        yield "[borders.army]"
        yield from self._borders("sea")
        yield "[borders.fleet]"
        yield from self._borders("land")
        yield "[policies]"
        for policy, word in self.policies.items():
            yield f"{policy} = {str(word).lower()}" if isinstance(word, bool) else f'{policy} = "{word}"'
        yield from self._war()

    def _borders(self, barred: str) -> Iterator[str]:
        able = {code for code, terrain in self.terrains.items() if terrain != barred}
        for code in sorted(able):
            near = sorted(min(pair - {code}) for pair in self.pairs if code in pair and pair <= able)
            if near:
                yield f'{code} = "{" ".join(near)}"'

    def _war(self) -> Iterator[str]:
        rivers = " ".join("-".join(sorted(river)) for river in self.rivers)
        yield f"[war]\nper_unit = {self.per_unit}\nrest = {self.rest}\ndispersed_from = {self.dispersed_from}"
        yield f'rivers = "{rivers}"\nlarge_towns = "{" ".join(self.towns)}"\ncapitals = "{" ".join(self.capitals)}"'
        yield "[war.penalties]"
        yield from (f"{power} = {points}" for power, points in self.penalties.items())
        yield "[war.troops]"
        yield from (troop.line for troop in self.troops)
        yield "[war.start]"
        for troop in self.troops:
            yield f'{troop.letter} = "{" ".join(at for at, (_, one) in self.units.items() if one == troop)}"'


def scenario(random: Random) -> Scenario:
    """A ring of land and water with more borders across it, two of its neighbours open to all that floats or walks."""
    codes = CODES[: random.randint(6, len(CODES))]
    terrains = {code: random.choice(("coast", "coast", "land", "sea")) for code in codes}
    terrains |= {codes[0]: "coast", codes[1]: "coast", codes[2]: "sea"}
    pairs = {frozenset((code, codes[place - 1])) for place, code in enumerate(codes)}
    pairs |= {frozenset(random.sample(codes, 2)) for _ in range(random.randint(0, 14))}
    pairs |= {frozenset((code, codes[2])) for code in codes if terrains[code] != "land" and code != codes[2]}
    pairs |= {frozenset((code, codes[0])) for code in codes if terrains[code] != "sea" and code != codes[0]}
    land = [code for code in codes if terrains[code] != "sea"]
    troops = (_troop(random, "I", "A"), _troop(random, "W", "A"), _troop(random, "F", "F"))
    crossed = [pair for pair in pairs if all(terrains[code] != "sea" for code in pair)]
    homes, owns = _shared(random, land)
    units = {code: _unit(random, terrains[code], troops) for code in codes if random.random() < 0.6}
    owned = {code for lists in (homes, owns) for listed in lists.values() for code in listed}
    free = [code for code in codes[3:] if code not in units and code not in owned]
    towns = random.sample(land, random.randint(0, 2))
    return Scenario(
        terrains,
        frozenset(pairs),
        troops,
        units,
        homes,
        owns,
        rivers=frozenset(random.sample(sorted(crossed, key=sorted), random.randint(0, min(3, len(crossed))))),
        towns=tuple(towns[1:]),
        capitals=tuple(towns[:1]),
        closed=random.choice(free) if free and random.random() < 0.4 else "",
        penalties={power: random.randint(0, 3) for power in POWERS if random.random() < 0.5},
        per_unit=random.randint(1, 3),
        rest=random.randint(0, 4),
        dispersed_from=random.randint(0, 2),
        policies={name: random.choice(words) for name, words in POLICIES.items() if random.random() < 0.5},
    )


def _troop(random: Random, letter: str, kind: str) -> Troop:
    powers = " ".join(power for power in POWERS if random.random() < 0.7)
    attack, support, defence = random.randint(0, 3), random.randint(0, 3), random.randint(1, 3)
    return Troop(
        letter,
        kind,
        attack,
        support,
        defence,
        health=random.randint(1, 4),
        most=random.choice((0, 0, 2)),
        more=random.randint(0, 1),
        powers=powers,
        gifted=random.random() < 0.4,
    )


def _unit(random: Random, terrain: str, troops: tuple[Troop, ...]) -> tuple[str, Troop]:
    able = [troop for troop in troops if terrain != {"A": "sea", "F": "land"}[troop.kind]]
    return random.choice(POWERS), random.choice(able)


def _shared(random: Random, land: list[str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Who has which strategic centres and which other land."""
    homes: dict[str, list[str]] = {power: [] for power in POWERS}
    owns: dict[str, list[str]] = {power: [] for power in POWERS}
    for code in land:
        random.choice((homes, owns, {power: [] for power in POWERS}))[random.choice(POWERS)].append(code)
    return homes, owns
