"""Reads the lines of a ``.map`` file that tell of places: names, terrains, neighbours.

Case counts: ``BUR`` is a neighbour for armies and fleets, ``bur`` for armies, ``Bur`` for fleets; a place in small
letters (``bul``) is where armies stand in a region whose coasts have lines of their own.
"""

import re
from dataclasses import dataclass, field

from judge.variants.variant import SourceLine, Variant

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
