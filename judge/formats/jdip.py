"""Reads a variant of jDip from its XML and the adjacency file that this names."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.parsers import expat

from judge.formats.map_file import power_code
from judge.formats.variant import SourceLine, Variant, VariantError, VariantPower, VariantRegion
from judge.rules.board import BuildPlaces, Terrain, UnitKind
from judge.rules.position import Season

# --- reads an XML file as its elements, each with its line: all that the files of jDip say stands in attributes


@dataclass(frozen=True)
class XmlElement:
    """An element: its name in capitals, its attributes, how deep it stands, its line."""

    name: str
    attributes: Mapping[str, str]
    depth: int
    line: SourceLine

    def __getitem__(self, attribute: str) -> str:
        return self.attributes.get(attribute, "").strip()


def xml_elements(path: Path) -> tuple[XmlElement, ...]:
    """Return the elements in the order in which they begin; VariantError if the file is not XML.

    Nothing outside the file is read, and entities of its own are refused: none of these files has any.
    """
    found: list[XmlElement] = []
    depth = 0
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        found.append(XmlElement(name.upper(), attributes, depth, SourceLine(path.name, parser.CurrentLineNumber)))
        depth += 1

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(*_declared: object) -> None:
        message = f"{path.name}, line {parser.CurrentLineNumber}: entities are not read; write out what they stand for"
        raise VariantError(message)

    parser.StartElementHandler, parser.EndElementHandler, parser.EntityDeclHandler = begin, end, entity
    try:
        parser.Parse(path.read_bytes(), True)
    except expat.ExpatError as error:
        message = f"{path.name}, line {error.lineno}: it is not XML ({expat.ErrorString(error.code)})"
        raise VariantError(message) from error
    return tuple(found)


# --- reads the regions and borders of a variant of jDip from its adjacency file


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


# --- reads a variant of jDip from its ``variants.xml`` and the adjacency file that this names


_BUILDS: Mapping[str, BuildPlaces] = {
    "VALUE_BUILDS_HOME_ONLY": BuildPlaces.HOMES,
    "VALUE_BUILDS_ANY_OWNED": BuildPlaces.OWNED,
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": BuildPlaces.OWNED_WITH_HOME,
}
_BEGINNINGS = {
    ("spring", "movement"): Season.SPRING,
    ("fall", "movement"): Season.FALL,
    ("fall", "adjustment"): Season.WINTER,
    ("winter", "adjustment"): Season.WINTER,
}
_TERMS = {
    "YEARS_WITHOUT_SC_CAPTURE": "it is a term of a game, agreed when one is opened",
    "GAME_LENGTH": "the last year is a term of a game: LAST, when one is opened",
}
_KINDS = {"army": UnitKind.ARMY, "fleet": UnitKind.FLEET}
_NOBODY = {"", "none", "any"}


def read_jdip(path: Path, wanted: str = "") -> Variant:
    """Return the variant of that name, or the only one; VariantError tells the names if there are several."""
    variants = [*_variants(xml_elements(path))]
    names = [elements[0]["name"] for elements in variants]
    chosen = [elements for elements in variants if not wanted or elements[0]["name"].casefold() == wanted.casefold()]
    if not names:
        message = f"{path.name} has no VARIANT element; give the variants.xml that stands beside it"
        raise VariantError(message)
    if len(chosen) != 1:
        message = f"{path.name} has the variants {', '.join(map(repr, names))}; name one: --variant {names[0]!r}"
        raise VariantError(message)
    return _read_variant(path, chosen[0])


def _variants(elements: tuple[XmlElement, ...]) -> Iterator[list[XmlElement]]:
    """Yield the elements of each variant, itself first."""
    begun: list[XmlElement] = []
    for element in elements:
        if begun and element.depth <= begun[0].depth:
            yield begun
            begun = []
        if element.name == "VARIANT" or begun:
            begun.append(element)
    if begun:
        yield begun


def _read_variant(path: Path, elements: list[XmlElement]) -> Variant:
    variant = Variant(title=f"{path.name}, {elements[0]['name']}")
    uri = next((element["adjacencyURI"] for element in elements if element.name == "MAP"), "")
    if not uri or not (path.parent / uri).is_file():
        at, where = elements[0].line, uri or "no file"
        message = f"{at.file}, line {at.number}: its borders stand in {where}, which is not in the folder beside it"
        raise VariantError(message)
    codes = read_jdip_places(path.parent / uri, variant)
    powers = _add_powers(variant, elements)
    for element in elements:
        match element.name:
            case "STARTINGTIME":
                _begin(variant, element)
            case "WINNING_SUPPLY_CENTERS" if element["value"].isdecimal():
                variant.victory = (int(element["value"]),)
            case "YEARS_WITHOUT_SC_CAPTURE" | "GAME_LENGTH" as term:
                variant.leave_out(element.line, f"{term} {element['value']}", _TERMS[term])
            case "RULEOPTION":
                _add_option(variant, element)
            case "SUPPLYCENTER":
                _add_centre(variant, element, codes, powers)
            case "INITIALSTATE":
                _add_unit(variant, element, codes, powers)
            case _:
                pass
    return variant


def _begin(variant: Variant, element: XmlElement) -> None:
    season, year, phase, *_ = (*(part.strip().casefold() for part in element["turn"].split(",")), "", "", "")
    known = re.fullmatch(r"\d+", year)
    variant.year = int(year) if known else variant.year
    if known and (season, phase) in _BEGINNINGS:
        variant.season = _BEGINNINGS[season, phase]
    else:
        why = f"a game begins in spring, autumn or winter; the board begins in spring {variant.year}"
        variant.leave_out(element.line, f"the beginning {element['turn']!r}", why)


def _add_option(variant: Variant, element: XmlElement) -> None:
    if element["name"] == "OPTION_BUILDS" and element["value"] in _BUILDS:
        variant.builds = _BUILDS[element["value"]]
    else:
        why = "no board has it; the rule book and the terms of a game are its own"
        variant.leave_out(element.line, f"{element['name']} {element['value']}", why)


def _add_powers(variant: Variant, elements: list[XmlElement]) -> Mapping[str, str]:
    """Add the powers; return the code of each name that the file has for one."""
    codes: dict[str, str] = {}
    for element in elements:
        if element.name != "POWER":
            continue
        code = power_code(element["name"])
        idle = element["active"].lower() == "false"
        variant.powers[code] = VariantPower(element["name"], owned=[], standing=idle, line=element.line)
        for name in (element["name"], *element["altnames"].split(",")):
            codes[name.strip().casefold()] = code
        if element["adjective"] or element["altnames"]:
            why = "a power has a name in each language and nothing else"
            variant.leave_out(element.line, "adjectives and other names of powers", why)
    return codes


def _add_centre(variant: Variant, element: XmlElement, codes: Mapping[str, str], powers: Mapping[str, str]) -> None:
    centre = _region(variant, element, codes)
    if not centre:
        return
    variant.neutral.append(centre)
    for attribute in ("homepower", "owner"):
        named = element[attribute].casefold()
        if named in _NOBODY:
            continue
        power = variant.powers.get(powers.get(named, ""))
        if power is None:
            variant.leave_out(element.line, f"{element[attribute]} of {centre}", "no power has that name")
        elif attribute == "homepower":
            power.homes.append(centre)
        else:
            power.owned = [*(power.owned or ()), centre]


def _add_unit(variant: Variant, element: XmlElement, codes: Mapping[str, str], powers: Mapping[str, str]) -> None:
    place, kind = _region(variant, element, codes), _KINDS.get(element["unit"].casefold())
    power = variant.powers.get(powers.get(element["power"].casefold(), ""))
    if not place:
        return
    if kind is None or power is None:
        why = "there are armies and fleets, of powers that are named"
        variant.leave_out(element.line, f"{element['unit']} {place} of {element['power']}", why)
        return
    coast = element["unitcoast"].upper()
    power.units.append((kind, f"{place}/{coast}" if coast and coast != "XC" else place))


def _region(variant: Variant, element: XmlElement, codes: Mapping[str, str]) -> str:
    code = codes.get(element["province"].casefold(), "")
    if not code:
        variant.leave_out(element.line, f"{element.name} {element['province']}", "no element tells of such a region")
    return code
