"""A variant as the files of another program tell it, and as a board file of ours.

Codes and names that are words of orders give way.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from judge.notation.lexicon import find_clashes
from judge.rules.board import BuildPlaces, Terrain, UnitKind
from judge.rules.board_file import BoardFault, read_board
from judge.rules.position import Season

# --- a variant as the files of another program tell it, with a list of what has no equal on a board of ours


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


# --- writes a variant as a board file of ours, once what such a file cannot say has been left out of it


_SECTIONS = {UnitKind.ARMY: "borders.army", UnitKind.FLEET: "borders.fleet"}


def board_text(variant: Variant, name: str) -> str:
    """Return the text of a board file; what has no equal in it is added to the list of the variant.

    VariantError if nobody could play on it: fewer than two powers, no centres, a name or a coast that cannot be
    written.
    """
    _check_names(variant)
    _call_inland(variant)
    _merge_single_coasts(variant)
    _check_ports(variant)
    _drop_one_way_borders(variant)
    _settle_powers(variant)
    _settle_region_names(variant)
    centres = _centres(variant)
    if not centres:
        message = f"{variant.title} names no centre; a line such as “UNOWNED BEL HOL” would"
        raise VariantError(message)
    return "\n".join(
        [*_head(variant, name, len(centres)), *_powers(variant), *_regions(variant, centres), *_borders(variant)]
    )


# --- what our boards cannot say


def _check_names(variant: Variant) -> None:
    if len(variant.powers) < 2:  # noqa: PLR2004 - a game has two sides
        message = f"{variant.title} names {len(variant.powers)} powers; a board has two or more"
        raise VariantError(message)
    for code, power in variant.powers.items():
        if not re.fullmatch(r"[A-Z]{2,20}", code):
            message = f"{power.line.file}, line {power.line.number}: {code!r} is no name of a power in 2 to 20 letters"
            raise VariantError(message)
    for code, region in variant.regions.items():
        at = variant.line_of(code)
        if not re.fullmatch(r"[A-Z]{2,6}", code):
            message = f"{at.file}, line {at.number}: {code!r} is no code in 2 to 6 letters"
            raise VariantError(message)
        for coast in region.coasts:
            if coast not in COASTS:
                message = f"{at.file}, line {at.number}: {code}/{coast}: coasts are {', '.join(COASTS)}"
                raise VariantError(message)


def _call_inland(variant: Variant) -> None:
    """Make land of coasts that no fleet can reach."""
    for code, region in variant.regions.items():
        places = [code, *(f"{code}/{coast}" for coast in region.coasts)]
        if region.terrain is Terrain.COAST and not any(variant.borders[UnitKind.FLEET].get(place) for place in places):
            region.terrain, region.coasts = Terrain.LAND, ()
            for others in variant.borders[UnitKind.FLEET].values():
                others.difference_update(places)
            variant.leave_out(variant.line_of(code), f"{code} as a coast", "no fleet can go there; the region is land")


def _merge_single_coasts(variant: Variant) -> None:
    """Take the coast away from regions that have only one: a fleet there is on the coast there is."""
    for code, region in variant.regions.items():
        if len(region.coasts) == 1:
            (coast,) = region.coasts
            region.coasts = ()
            _replace_place(variant, f"{code}/{coast}", code)


def _check_ports(variant: Variant) -> None:
    """Leave out ports where our boards have none."""
    for code, region in variant.regions.items():
        if region.port and (region.coasts or region.terrain is not Terrain.COAST):
            region.port = False
            why = "only a coast that is not one of several in its region is a port here"
            variant.leave_out(variant.line_of(code), f"{code} as a region where fleets convoy", why)


def _replace_place(variant: Variant, old: str, new: str) -> None:
    fleets = variant.borders[UnitKind.FLEET]
    fleets.setdefault(new, set()).update(fleets.pop(old, set()))
    for others in fleets.values():
        if old in others:
            others.remove(old)
            others.add(new)
    for power in variant.powers.values():
        power.units[:] = [(kind, new if place == old else place) for kind, place in power.units]


def _drop_one_way_borders(variant: Variant) -> None:
    """Take away borders of one direction; around a closed region both are written, since nobody crosses them."""
    for kind, place, other in sorted(variant.one_way()):
        ends = {place.partition("/")[0], other.partition("/")[0]}
        if any(variant.regions[code].closed for code in ends if code in variant.regions):
            variant.border(kind, other, place)
            continue
        variant.borders[kind][place].discard(other)
        unit = "an army" if kind is UnitKind.ARMY else "a fleet"
        if len(ends) > 1:
            variant.leave_out(
                variant.line_of(place), f"{unit} from {place} to {other}", f"the line of {other} does not lead back"
            )


def _settle_powers(variant: Variant) -> None:
    """A home has one power, which owns it at the start; a unit stands where one of its kind can."""
    homes: dict[str, str] = {}
    owners: dict[str, str] = {}
    stands: set[str] = set()
    for code, power in variant.powers.items():
        owned = power.homes if power.owned is None else power.owned
        for centre in [*power.homes]:
            if centre not in variant.regions:
                _leave_out(variant, power, power.homes, centre, "no line tells of such a region")
            elif centre in homes:
                _leave_out(
                    variant, power, power.homes, centre, f"it is a home of {homes[centre]}, and no two share one"
                )
            elif centre not in owned:
                _leave_out(variant, power, power.homes, centre, "a power owns its homes at the start")
            homes.setdefault(centre, code)
        power.owned = [
            centre for centre in owned if centre in variant.regions and owners.setdefault(centre, code) == code
        ]
        for kind, place in [*power.units]:
            why = _why_no_unit(variant, kind, place, stands)
            if why:
                power.units.remove((kind, place))
                variant.leave_out(power.line, f"{kind} {place} of {code}", why)
            stands.add(place[:3])


def _leave_out(variant: Variant, power: VariantPower, homes: list[str], centre: str, why: str) -> None:
    homes.remove(centre)
    variant.neutral[:] = [code for code in variant.neutral if code != centre] + [centre] * (centre in variant.regions)
    variant.leave_out(power.line, f"{centre} as a home of {power.name}", why)


def _why_no_unit(variant: Variant, kind: UnitKind, place: str, stands: set[str]) -> str:
    code, _, coast = place.partition("/")
    region = variant.regions.get(code)
    if region is None:
        return "no line tells of such a region"
    if code in stands:
        return "two units cannot stand in one region"
    if region.terrain is (Terrain.SEA if kind is UnitKind.ARMY else Terrain.LAND):
        return "such a unit cannot stand there"
    coasts = region.coasts if kind is UnitKind.FLEET and region.coasts else ("",)
    return "" if coast in coasts else f"it stands on {' or '.join(coasts) or 'no coast'}"


def _settle_region_names(variant: Variant) -> None:
    """A region without a name of its own is called by its code."""
    taken = {_letters(name) for code, power in variant.powers.items() for name in (code, power.name)}
    for code, region in variant.regions.items():
        if region.name and region.name != code and _letters(region.name) in taken:
            why = "another region or a power has it"
            variant.leave_out(variant.line_of(code), f"{region.name} as the name of {code}", why)
            region.name = code
        region.name = region.name or code
        taken.add(_letters(region.name))


def _letters(name: str) -> str:
    return re.sub(r"\W", "", name.casefold())


def _centres(variant: Variant) -> set[str]:
    named = set(variant.neutral)
    for power in variant.powers.values():
        named.update(power.homes, power.owned or ())
    for code in sorted(named - variant.regions.keys()):
        variant.leave_out(variant.line_of(code), f"the centre {code}", "no line tells of such a region")
    return named & variant.regions.keys()


# --- the file


def _head(variant: Variant, name: str, centres: int) -> Iterator[str]:
    yield f"# From {variant.title}."
    yield ""
    yield f"name = {json.dumps(name)}"
    yield f"start_year = {variant.year}"
    if variant.season is not Season.SPRING:
        yield f"starts_in_{'winter' if variant.season is Season.WINTER else 'autumn'} = true"
    if not variant.victory:
        yield f"victory_centres = {centres // 2 + 1}  # more than half of them"
    else:
        yield f"victory_centres = {variant.victory[0] if len(variant.victory) == 1 else [*variant.victory]}"
    if variant.builds is not BuildPlaces.HOMES:
        yield f'builds = "{variant.builds}"'
    for key, codes in (
        ("standing", [code for code, power in variant.powers.items() if power.standing]),
        ("closed", sorted(code for code, region in variant.regions.items() if region.closed)),
    ):
        if codes:
            yield f"{key} = {json.dumps(' '.join(codes))}"


def _powers(variant: Variant) -> Iterator[str]:
    yield "\n[powers]"
    for code, power in variant.powers.items():
        fields = [
            f"en = {_quoted(power.name)}",
            f"homes = {json.dumps(' '.join(power.homes))}",
            f"start = {json.dumps(', '.join(f'{kind} {place}' for kind, place in power.units))}",
        ]
        owned = [centre for centre in power.owned or () if centre not in power.homes]
        if owned:
            fields.append(f"owns = {json.dumps(' '.join(owned))}")
        yield f"{code} = {{ {', '.join(fields)} }}"


def _regions(variant: Variant, centres: set[str]) -> Iterator[str]:
    yield "\n[regions]"
    for code, region in sorted(variant.regions.items()):
        yield f"{code} = {{ {', '.join(_region_fields(region, is_centre=code in centres))} }}"


def _region_fields(region: VariantRegion, *, is_centre: bool) -> Iterator[str]:
    yield f'terrain = "{region.terrain}"'
    yield f"en = {_quoted(region.name)}"
    if is_centre:
        yield "centre = true"
    if region.port:
        yield "port = true"
    if region.coasts:
        yield f"coasts = {json.dumps(' '.join(region.coasts))}"


def _borders(variant: Variant) -> Iterator[str]:
    for kind, borders in variant.borders.items():
        yield f"\n[{_SECTIONS[kind]}]"
        for place, others in sorted(borders.items()):
            if others:
                key = f'"{place}"' if "/" in place else place
                yield f"{key} = {json.dumps(' '.join(sorted(others)))}"
    yield ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# --- makes a board file of a variant that every notation can play on


_LONGEST_CODE = 6


def board_of_variant(variant: Variant, name: str) -> str:
    """Return the text of a board file without faults; what it cannot say is added to the list of the variant.

    VariantError if there are powers, codes or coasts that a board file cannot have, BoardError if the variant itself
    is not whole.
    """
    for _ in range(len(variant.regions) + 2):  # each time round settles one clash or more
        text = board_text(variant, name)
        faults = [*find_clashes(read_board(text, f"{name}.toml"))]
        if not faults:
            return text
        for fault in faults:
            _settle(variant, fault)
    message = "\n".join(f"{fault.key}: {fault.message}" for fault in faults)
    raise VariantError(message)


def _settle(variant: Variant, fault: BoardFault) -> None:
    """Give a region another code, or its code for a name, where what it has means something else in orders."""
    region = variant.regions.get(fault.key)
    if region is None:
        return
    why = fault.message.partition(" is ")[2] or fault.message
    if fault.message.startswith(f"{fault.key.casefold()!r} "):
        new = _longer_code(variant, fault.key)
        variant.leave_out(variant.line_of(fault.key), f"{fault.key} as a code, which is {new} now", f"it is {why}")
        if region.name == fault.key:
            region.name = new
        variant.rename(fault.key, new)
    else:
        variant.leave_out(variant.line_of(fault.key), f"{region.name} as the name of {fault.key}", f"it is {why}")
        region.name = fault.key


def _longer_code(variant: Variant, code: str) -> str:
    """The code with a letter more of its region's name, or with the first letters that are free."""
    name = re.sub(r"[^A-Z]", "", variant.regions[code].name.upper())
    rest = name.removeprefix(code)
    longer = (code + rest[: 1 + more] for more in range(_LONGEST_CODE - len(code)))
    extended = (f"{code}{letter}" for letter in "XYZABCDEFGHIJKLMNOPQRSTUVW")
    return next(new for new in (*longer, *extended) if len(new) > len(code) and new not in variant.regions)
