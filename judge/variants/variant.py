"""A variant as the files of another program tell it, with a list of what has no equal on a board of ours."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from judge.rules.board import Terrain, UnitKind
from judge.rules.build_places import BuildPlaces
from judge.rules.position import Season

COASTS = ("NC", "SC", "EC", "WC")


class VariantError(Exception):
    """A file that no board can be made of; the message says why, and what would do."""


@dataclass(frozen=True, order=True)
class SourceLine:
    """A line of one of the files a variant was read from; ``number`` counts from 1."""

    file: str
    number: int


@dataclass
class LeftOut:
    """What was not taken over: what it is, why, and the lines where it stands."""

    what: str
    why: str
    lines: list[SourceLine]

    def __str__(self) -> str:
        places = "; ".join(
            f"{file}, line{'s' * (len(numbers) > 1)} {_runs(numbers)}"
            for file, numbers in (
                (file, [line.number for line in lines]) for file, lines in groupby(self.lines, lambda line: line.file)
            )
        )
        return f"{places}: {self.what}: {self.why}"


def _runs(numbers: list[int]) -> str:
    """Numbers as one writes them, rows of them in short: 1, 3-5."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


@dataclass
class VariantRegion:
    """A region: ``coasts`` where a fleet stands on one of several; nobody may enter a ``closed`` one.

    In a ``port`` fleets convoy.
    """

    name: str
    terrain: Terrain
    coasts: tuple[str, ...] = ()
    closed: bool = False
    port: bool = False


@dataclass
class VariantPower:
    """A power: its homes, what it owns at the start (its homes if nothing is said), its units as kind and place."""

    name: str
    homes: list[str] = field(default_factory=list)
    owned: list[str] | None = None
    units: list[tuple[UnitKind, str]] = field(default_factory=list)
    standing: bool = False
    line: SourceLine = SourceLine("", 0)


Borders = dict[UnitKind, dict[str, set[str]]]
"""For each kind of unit, places (``PAR``, ``BUL/EC``) with their neighbours."""


@dataclass
class Variant:
    """A variant, in codes of capital letters; ``left_out`` grows while it is read.

    ``lines`` tell where a place is told of, ``renamed`` which codes of the source have become others.
    """

    title: str = ""
    year: int = 1901
    season: Season = Season.SPRING
    victory: tuple[int, ...] = ()
    builds: BuildPlaces = BuildPlaces.HOMES
    powers: dict[str, VariantPower] = field(default_factory=dict)
    regions: dict[str, VariantRegion] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    borders: Borders = field(default_factory=lambda: {kind: {} for kind in UnitKind})
    lines: dict[str, SourceLine] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)

    def leave_out(self, line: SourceLine, what: str, why: str) -> None:
        """Note that something is not taken over; the same thing on many lines is noted once, with all of them."""
        for noted in self.left_out:
            if (noted.what, noted.why) == (what, why):
                noted.lines.append(line)
                return
        self.left_out.append(LeftOut(what, why, [line]))

    def line_of(self, place: str) -> SourceLine:
        """The line that tells of a place."""
        return self.lines.get(place) or self.lines.get(place.partition("/")[0]) or SourceLine(self.title, 1)

    def border(self, kind: UnitKind, place: str, other: str) -> None:
        """Note that a unit may go from one place to another."""
        self.borders[kind].setdefault(place, set()).add(other)

    def rename(self, code: str, new: str) -> None:
        """Give a region another code."""

        def renamed(place: str) -> str:
            return new + place[len(code) :] if place.partition("/")[0] == code else place

        self.renamed[code] = new
        self.lines |= {renamed(place): line for place, line in self.lines.items()}
        self.regions = {renamed(place): region for place, region in self.regions.items()}
        self.neutral = [*map(renamed, self.neutral)]
        self.borders = {
            kind: {renamed(place): {*map(renamed, others)} for place, others in borders.items()}
            for kind, borders in self.borders.items()
        }
        for power in self.powers.values():
            power.homes = [*map(renamed, power.homes)]
            power.owned = power.owned and [*map(renamed, power.owned)]
            power.units = [(kind, renamed(place)) for kind, place in power.units]

    def one_way(self) -> Iterator[tuple[UnitKind, str, str]]:
        """Yield the borders that only one side tells of."""
        for kind, borders in self.borders.items():
            for place, others in borders.items():
                yield from ((kind, place, other) for other in others if place not in borders.get(other, ()))
