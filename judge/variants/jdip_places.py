"""Reads the regions and borders of a variant of jDip from its adjacency file."""

from collections.abc import Mapping
from pathlib import Path

from judge.rules.board import Terrain, UnitKind
from judge.variants.variant import Variant, VariantError, VariantRegion
from judge.variants.xml_elements import XmlElement, xml_elements

_ON_FOOT, _BY_SEA = "mv", "xc"


def read_jdip_places(path: Path, variant: Variant) -> Mapping[str, str]:
    """Add the regions and borders of a file; return the code of each name that the files have for a region."""
    provinces = _provinces(path, variant)
    codes: dict[str, str] = {}
    for province, _, others in provinces:
        for name in (province["shortname"], province["fullname"], *others):
            codes.setdefault(name.casefold(), province["shortname"].upper())
    for province, adjacencies, others in provinces:
        _add_region(variant, province, adjacencies)
        if others:
            why = "a region has its code and one name in each language"
            variant.leave_out(province.line, "other spellings of regions", why)
    for province, adjacencies, _ in provinces:
        for adjacency in adjacencies:
            _add_borders(variant, codes, province["shortname"].upper(), adjacency)
    return codes


def _provinces(path: Path, variant: Variant) -> list[tuple[XmlElement, list[XmlElement], list[str]]]:
    """Return each province with its adjacencies and the other names it has."""
    found: list[tuple[XmlElement, list[XmlElement], list[str]]] = []
    for element in xml_elements(path):
        match element.name:
            case "PROVINCE":
                found.append((element, [], []))
            case "ADJACENCY" if found:
                found[-1][1].append(element)
            case "UNIQUENAME" if found:
                found[-1][2].append(element["name"])
            case "BORDER":
                why = "a border is the same in every phase, for every unit"
                variant.leave_out(element.line, f"the border {element['id']}", why)
            case _:
                pass
    if not found:
        message = f"{path.name} names no province: the borders of jDip's variants stand in a file of PROVINCE elements"
        raise VariantError(message)
    return found


def _add_region(variant: Variant, province: XmlElement, adjacencies: list[XmlElement]) -> None:
    code, kinds = province["shortname"].upper(), {adjacency["type"].lower() or _ON_FOOT for adjacency in adjacencies}
    coasts = tuple(sorted(kind.upper() for kind in kinds - {_ON_FOOT, _BY_SEA}))
    terrain = Terrain.LAND if kinds <= {_ON_FOOT} else Terrain.COAST if _ON_FOOT in kinds else Terrain.SEA
    variant.regions[code] = VariantRegion(province["fullname"], terrain, coasts)
    variant.lines[code] = province.line
    variant.regions[code].port = province["isConvoyableCoast"].lower() == "true"
    if province["borders"]:
        variant.leave_out(province.line, f"special borders of {code}", "a border is the same in every phase")


def _add_borders(variant: Variant, codes: Mapping[str, str], code: str, adjacency: XmlElement) -> None:
    """Add one element; a region next to itself only says that it is on the coast."""
    side = adjacency["type"].lower() or _ON_FOOT
    on_foot = side == _ON_FOOT
    place = code if side in {_ON_FOOT, _BY_SEA} else f"{code}/{side.upper()}"
    for ref in adjacency["refs"].replace(",", " ").split():
        name, _, coast = ref.replace("/", "-").replace("(", "-").rstrip(")").partition("-")
        other = codes.get(name.casefold())
        if other is None:
            variant.leave_out(adjacency.line, f"{code} next to {ref}", "no element tells of such a region")
        elif other != code:
            there = f"{other}/{coast.upper()}" if coast and not on_foot else other
            variant.border(UnitKind.ARMY if on_foot else UnitKind.FLEET, place, there)
