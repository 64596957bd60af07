"""Reads a ``.map`` file of DPjudge or of the ``diplomacy`` package as a variant.

Case counts: ``BUR`` is a neighbour for armies and fleets, ``bur`` for armies, ``Bur`` for fleets; a place in small
letters (``bul``) is where armies stand in a region whose coasts have lines of their own.

The format is that of DPjudge and of the ``diplomacy`` package.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judge.formats.variant import SourceLine, Variant, VariantError, VariantPower, VariantRegion
from judge.rules.board import BuildPlaces, Terrain, UnitKind
from judge.rules.position import Season

# --- reads the lines of a ``.map`` file that tell of places: names, terrains, neighbours


PLACE = re.compile(r"[A-Z]{3}(/[A-Z]{2})?")
PLACE_LINES = frozenset({"LAND", "COAST", "WATER", "PORT", "SHUT", "AMEND"})


@dataclass
class MapPlaces:
    """The places told of so far; those of ``terrains`` and ``neighbours`` in their case."""

    variant: Variant
    names: dict[str, str] = field(default_factory=dict)
    terrains: dict[str, str] = field(default_factory=dict)
    neighbours: dict[str, list[str]] = field(default_factory=dict)

    def name(self, at: SourceLine, text: str) -> None:
        """Read ``Bulgaria = bul bulg``, or ``old -> Name = new``."""
        name, _, aliases = text.partition("=")
        codes = aliases.upper().split()
        old, arrow, new = name.rpartition("->")
        if not codes or not PLACE.fullmatch(codes[0]):
            self.variant.leave_out(at, text.strip(), "a region has a code of three letters")
            return
        if arrow:
            self._rename(old.strip().upper(), codes[0])
        self.names[codes[0]] = new.strip()
        self.variant.lines.setdefault(codes[0], at)
        if len(codes) > 1:
            self.variant.leave_out(
                at, "other spellings of regions", "a region has its code and one name in each language"
            )

    def _rename(self, old: str, code: str) -> None:
        def renamed(place: str) -> str:
            if place.upper()[:3] != old:
                return place
            cased = code.lower() if place[:3].islower() else code if place[:3].isupper() else code.title()
            return cased + place[3:]

        self.names = {renamed(place): name for place, name in self.names.items() if place != old}
        self.terrains = {renamed(place): terrain for place, terrain in self.terrains.items()}
        self.neighbours = {renamed(place): [*map(renamed, others)] for place, others in self.neighbours.items()}
        self.variant.lines |= {renamed(place): line for place, line in self.variant.lines.items()}
        self.variant.neutral[:] = map(renamed, self.variant.neutral)
        for power in self.variant.powers.values():
            power.homes[:] = map(renamed, power.homes)
            power.owned = power.owned and [*map(renamed, power.owned)]
            power.units[:] = [(kind, renamed(place)) for kind, place in power.units]

    def drop(self, codes: list[str]) -> None:
        """Take places off the map, with all that is said of them."""
        for code in codes:
            self._forget(code)
            for listed in (self.names, self.variant.lines):
                for place in [place for place in listed if place.startswith(code)]:
                    del listed[place]
            self.variant.neutral[:] = [one for one in self.variant.neutral if one != code]
            for power in self.variant.powers.values():
                power.homes[:] = [one for one in power.homes if one != code]
                power.owned = power.owned and [one for one in power.owned if one != code]
                power.units[:] = [unit for unit in power.units if unit[1][:3] != code[:3]]

    def _forget(self, code: str) -> None:
        """Take a place and its coasts off the map, and out of the neighbours of others."""
        for place in [place for place in self.terrains if place.upper().startswith(code)]:
            del self.terrains[place]
            self.neighbours.pop(place, None)
        for others in self.neighbours.values():
            others[:] = [other for other in others if not other.upper().startswith(code)]

    def place(self, at: SourceLine, terrain: str, place: str, words: list[str]) -> None:
        """Read ``COAST BUL/EC ABUTS BLA CON RUM``; ``AMEND`` adds to it, and takes away what follows a hyphen."""
        if not PLACE.fullmatch(place.upper()):
            self.variant.leave_out(at, f"{terrain} {place}", "a region has a code of three letters")
            return
        self.variant.lines[place.upper()] = at
        other = place.swapcase()
        if other in self.terrains:
            self.terrains[place], was = self.terrains.pop(other), self.neighbours.pop(other, [])
            self.neighbours[place] = was
            if place.isupper():
                for coast in [one for one in self.terrains if one.startswith(f"{place}/")]:
                    self._forget(coast)
        if terrain != "AMEND":
            self.terrains[place] = terrain
            if words:
                self.neighbours[place] = []
        elif place not in self.terrains:
            self.variant.leave_out(at, f"AMEND {place}", "no line before it tells of that place")
            return
        for neighbour in words[1:]:
            self._neighbour(at, place, neighbour)

    def _neighbour(self, at: SourceLine, place: str, word: str) -> None:
        others = self.neighbours.setdefault(place, [])
        if word.startswith("-"):
            others[:] = [other for other in others if not other.upper().startswith(word[1:].upper())]
        elif PLACE.fullmatch(word.upper()):
            others.append(word)
        else:
            self.variant.leave_out(at, f"{place} ABUTS {word}", "a border is one for everybody, or none")


# --- reads the lines of a ``.map`` file, with those of the files it uses, as what they say of the game and its powers


_CODE = re.compile(r"[A-Z]{3}")
_BEGINNINGS = {
    ("SPRING", "MOVEMENT"): Season.SPRING,
    ("FALL", "MOVEMENT"): Season.FALL,
    ("AUTUMN", "MOVEMENT"): Season.FALL,
    ("WINTER", "ADJUSTMENTS"): Season.WINTER,
}
_NO_EQUAL: Mapping[str, str] = {
    "FLOW": "every year has a spring, an autumn and a winter",
    "NEWHOMES": "homes stay as they are",
    "RESERVES": "a power has as many units as centres",
    "MILITIA": "a power has as many units as centres",
    "CONTROL": "a power that nobody plays holds its units where they are",
    "LEAGUE": "powers of one player are written under seats",
    "TEAM": "powers of one player are written under seats",
    "TEAMS": "powers of one player are written under seats",
    "NOTIFY": "it is for the program the file was written for",
    "ROTATE": "it is for the program the file was written for",
    "FLAG": "it is for the pictures of another program",
    "FLAGS": "it is for the pictures of another program",
    "TEXTONLY": "it is for the pictures of another program",
    "W": "there are armies and fleets, no wings",
}


@dataclass
class MapLines:
    """What the lines read so far have said; places as written, in their case."""

    variant: Variant
    places: MapPlaces
    inhabited: set[str] = field(default_factory=set)
    files: list[str] = field(default_factory=list)
    power: str = ""
    aside: bool = False

    def read(self, path: Path) -> None:
        """Read a file and those it uses; VariantError if one is missing."""
        self.files.append(path.name)
        before, self.power = self.power, ""
        for number, text in enumerate(_text_of(path).splitlines(), start=1):
            words = text.split()
            if words and not words[0].startswith("#"):
                self._read_line(path, SourceLine(path.name, number), text, words)
        self.power = before

    def _read_line(self, path: Path, at: SourceLine, text: str, words: list[str]) -> None:
        first = words[0].upper()
        if self.aside or words[-1].upper() in {"DIRECTIVE", "DIRECTIVES"}:
            self.aside = words[-1].upper() not in {"DIRECTIVE", "DIRECTIVES"} or first != "END"
            self._no_equal(at, "directives", "they are for one game of another program")
        elif first in {"USE", "USES", "MAP"}:
            self._use(path, at, words[1:])
        elif first in {"FROM", "IN"}:
            self._no_equal(at, f"{first} {' '.join(words[1:])}", "a board stays as it is all through a game")
        elif first in _NO_EQUAL:
            self._no_equal(at, " ".join([first, *words[1:]]), _NO_EQUAL[first])
        elif "=" in text:
            self.places.name(at, text)
        elif first in {"A", "F"}:
            self._unit(at, UnitKind(first), words[1:])
        elif first in PLACE_LINES and len(words) > 1:
            self.places.place(at, first, words[1], words[2:])
        elif first == "DROP":
            self.places.drop([word.rstrip(",").upper() for word in words[1:]])
        elif first in _STATEMENTS:
            _STATEMENTS[first](self, at, [word.rstrip(",") for word in words[1:]])
        else:
            self._power(at, [word.rstrip(",") for word in words])

    def _no_equal(self, at: SourceLine, what: str, why: str) -> None:
        self.variant.leave_out(at, what, why)

    # --- the game

    def _use(self, path: Path, at: SourceLine, files: list[str]) -> None:
        for name in files:
            file = name if "." in name else f"{name}.map"
            if file in self.files:
                continue
            if not (path.parent / file).is_file():
                message = f"{at.file}, line {at.number}: it builds on {file}, which is not in the folder beside it"
                raise VariantError(message)
            self.read(path.parent / file)

    def begin(self, at: SourceLine, words: list[str]) -> None:
        """Read ``BEGIN SPRING 1901 MOVEMENT``."""
        season, year, phase = (*map(str.upper, words), "", "", "")[:3]
        if re.fullmatch(r"\d+", year):
            self.variant.year = int(year)
        if (season, phase) in _BEGINNINGS and re.fullmatch(r"\d+", year):
            self.variant.season = _BEGINNINGS[season, phase]
        else:
            self._no_equal(
                at,
                f"BEGIN {' '.join(words)}",
                f"a game begins in spring, autumn or winter; the board begins in spring {self.variant.year}",
            )

    def victory(self, at: SourceLine, words: list[str]) -> None:
        """Read ``VICTORY 18``, or a number for each year: ``VICTORY 18 17 16``."""
        numbers = tuple(int(word) for word in words if word.isdecimal())
        if not words or len(numbers) != len(words):
            self._no_equal(at, " ".join(["VICTORY", *words]), "it takes numbers of centres, one for each year")
        self.variant.victory = numbers if all(numbers) else ()

    def rules(self, at: SourceLine, words: list[str]) -> None:
        """Read ``RULE BUILD_ANY``."""
        for rule in map(str.upper, words):
            if rule == "BUILD_ANY":
                self.variant.builds = BuildPlaces.OWNED
            else:
                self._no_equal(at, f"RULE {rule}", "no board has it; the rule book and the terms of a game are its own")

    # --- powers

    def _power(self, at: SourceLine, words: list[str]) -> None:
        """Read ``FRANCE (FRENCH:F) PAR MAR BRE``, and ``UNOWNED BEL HOL``."""
        names, homes = words[:1], words[1:]
        if homes[:1] == ["->"] and len(homes) > 1:
            names, homes = [words[0], homes[1]], homes[2:]
        if homes and homes[0].startswith("("):
            if homes[0] not in {"()", "(:)"}:
                self._no_equal(
                    at, "adjectives and letters of powers", "a power has a name in each language and nothing else"
                )
            homes = homes[1:]
        if not all(re.fullmatch(r"[-*+~@]*(&SC|[A-Za-z]{3}(\(.*\))?)", home) for home in homes):
            self._no_equal(at, " ".join(words), "it is neither a power nor anything else that is known")
            return
        self.power = "" if names[-1].upper() in {"UNOWNED", "NEUTRAL", "CENTERS"} else power_code(names[-1])
        if len(names) > 1:
            self._rename_power(power_code(names[0]), names[-1])
        if self.power and self.power not in self.variant.powers:
            self.variant.powers[self.power] = VariantPower(power_name(names[-1]), line=at)
        self._add_homes(at, homes)

    def _rename_power(self, old: str, name: str) -> None:
        known = self.variant.powers.pop(old, None)
        if known:
            known.name = power_name(name)
            self.variant.powers[power_code(name)] = known

    def _add_homes(self, at: SourceLine, words: list[str], *, afresh: bool = False) -> None:
        homes = self.variant.powers[self.power].homes if self.power else self.variant.neutral
        if afresh or self.power in self.inhabited:
            self.inhabited.discard(self.power)
            homes.clear()
        for word in words:
            signs, code = re.match(r"[-*+~@]*", word), re.sub(r"^[-*+~@]*|\(.*\)$", "", word.upper())
            if (signs and set(signs[0]) - {"-"}) or not _CODE.fullmatch(code):
                self._no_equal(at, word, "units appear in centres alone, the same all through a game")
                continue
            if code in homes:
                homes.remove(code)
            if self.power and code not in self.variant.neutral:
                self.variant.neutral.append(code)
            if not word.startswith("-"):
                homes.append(code)

    def homes(self, at: SourceLine, words: list[str]) -> None:
        """Read ``HOMES PAR MAR``, the homes of the power above in place of those before."""
        if self._has_power(at, "homes"):
            self._add_homes(at, words, afresh=True)
            self.inhabited.add(self.power)

    def owns(self, at: SourceLine, words: list[str]) -> None:
        """Read ``OWNS PAR MAR``, what the power above has at the start."""
        if self._has_power(at, "centres"):
            codes = [word.upper() for word in words]
            for code in codes:
                if not _CODE.fullmatch(code):
                    self._no_equal(at, code, "a power owns the centres that are named")
            power = self.variant.powers[self.power]
            owned = power.owned or []
            power.owned = owned + [code for code in codes if _CODE.fullmatch(code) and code not in owned]

    def centers(self, at: SourceLine, words: list[str]) -> None:
        """Read ``CENTERS PAR MAR``: what the power above has and nothing else, or neutral centres."""
        if not self.power:
            self._power(at, ["UNOWNED", *words])
            return
        self.variant.powers[self.power].owned = []
        self.owns(at, words)

    def units(self, at: SourceLine, _words: list[str]) -> None:
        """Read ``UNITS``: the power above has none so far."""
        if self._has_power(at, "units"):
            self.variant.powers[self.power].units.clear()

    def _unit(self, at: SourceLine, kind: UnitKind, words: list[str]) -> None:
        place = words[0].upper() if len(words) == 1 else ""
        if not PLACE.fullmatch(place):
            self._no_equal(at, f"{kind} {' '.join(words)}", "it is no unit")
        elif self._has_power(at, "units"):
            for power in self.variant.powers.values():
                power.units[:] = [unit for unit in power.units if unit[1][:3] != place[:3]]
            self.variant.powers[self.power].units.append((kind, place))

    def dummies(self, at: SourceLine, words: list[str]) -> None:
        """Read ``DUMMY``, powers nobody plays."""
        for code in self._named(at, words):
            self.variant.powers[code].standing = True

    def unplayed(self, at: SourceLine, words: list[str]) -> None:
        """Read ``UNPLAYED ITALY``, powers that are not on this map."""
        for code in self._named(at, words):
            del self.variant.powers[code]
            self.inhabited.discard(code)
        self.power = ""

    def _named(self, at: SourceLine, words: list[str]) -> list[str]:
        """Return the powers a line names: that of the lines before, these, ``ALL``, or ``ALL EXCEPT`` these."""
        if not words:
            return [self.power] if self._has_power(at, "powers") else []
        everyone = words[0].upper() == "ALL"
        said = [power_code(word) for word in words[2 * everyone :]]
        for code in said:
            if code not in self.variant.powers:
                self._no_equal(at, code, "no power has that name")
        return [code for code in self.variant.powers if (code in said) is not everyone]

    def _has_power(self, at: SourceLine, what: str) -> bool:
        if not self.power:
            self._no_equal(at, what, "no power is named above them")
        return bool(self.power)


_STATEMENTS: Mapping[str, Callable[[MapLines, SourceLine, list[str]], None]] = {
    "BEGIN": MapLines.begin,
    "VICTORY": MapLines.victory,
    "RULE": MapLines.rules,
    "RULES": MapLines.rules,
    "OWNS": MapLines.owns,
    "CENTERS": MapLines.centers,
    "INHABITS": MapLines.homes,
    "HOME": MapLines.homes,
    "HOMES": MapLines.homes,
    "UNITS": MapLines.units,
    "DUMMY": MapLines.dummies,
    "DUMMIES": MapLines.dummies,
    "UNPLAYED": MapLines.unplayed,
}


def power_code(word: str) -> str:
    """The name of a power in letters alone: ``BRITISH-COLUMBIA`` is ``BRITISHCOLUMBIA``."""
    return re.sub(r"[^A-Z]", "", word.upper())


def power_name(word: str) -> str:
    """The name of a power as it is printed: ``SOUTH-AFRICA`` is ``South-Africa``."""
    return word.replace("+", " ").strip("_ ").title()


def _text_of(path: Path) -> str:
    """The text of a file in UTF-8, or else in Latin 1."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


# --- reads a ``.map`` file of DPjudge or of the ``diplomacy`` package as a variant


_TERRAINS: Mapping[str, Terrain] = {
    "LAND": Terrain.LAND,
    "SHUT": Terrain.LAND,
    "COAST": Terrain.COAST,
    "PORT": Terrain.COAST,
    "WATER": Terrain.SEA,
}


def read_map(path: Path) -> Variant:
    """Return the variant of a ``.map`` file; VariantError if it has no places, or a file that it uses is missing."""
    variant = Variant(title=path.name)
    lines = MapLines(variant, MapPlaces(variant))
    lines.read(path)
    places = lines.places
    if not places.terrains:
        message = f"{path.name} has no line such as “COAST BRE ABUTS ENG MAO PAR”: it is no map"
        raise VariantError(message)
    _add_regions(variant, places)
    _add_borders(variant, places)
    return variant


def _add_regions(variant: Variant, places: MapPlaces) -> None:
    for place, terrain in places.terrains.items():
        code, _, coast = place.upper().partition("/")
        region = variant.regions.get(code)
        if region is None:
            name = places.names.get(code, "")
            region = variant.regions[code] = VariantRegion(name, _TERRAINS[terrain], closed=terrain == "SHUT")
        region.port = region.port or terrain == "PORT"
        if coast:
            region.coasts = (*region.coasts, coast)


def _add_borders(variant: Variant, places: MapPlaces) -> None:
    """Add what each line says, by the case of its words; a border of which one side says nothing stays one-way."""
    where_fleets_are = {place.upper() for place in places.terrains if place.isupper()}
    for place, others in places.neighbours.items():
        here, code = place.upper(), place.upper()[:3]
        for other in others:
            there = other.upper()
            if there[:3] not in variant.regions:
                variant.leave_out(variant.line_of(here), f"{here} ABUTS {other}", "no line tells of such a region")
                continue
            on_foot = "/" not in here and (other.isupper() or other[0].islower())
            ground = {variant.regions[code].terrain, variant.regions[there[:3]].terrain}
            if on_foot and Terrain.SEA not in ground:
                variant.border(UnitKind.ARMY, code, there[:3])
            if place.isupper() and other[0].isupper() and there in where_fleets_are and Terrain.LAND not in ground:
                variant.border(UnitKind.FLEET, here, there)
