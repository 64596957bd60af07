"""Reads a ``.map`` file of DPjudge or of the ``diplomacy`` package as a variant."""

from collections.abc import Mapping
from pathlib import Path

from judge.rules.board import Terrain, UnitKind
from judge.variants.map_lines import MapLines
from judge.variants.map_places import MapPlaces
from judge.variants.variant import Variant, VariantError, VariantRegion

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
