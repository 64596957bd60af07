"""Writes a variant as a board file of ours, once what such a file cannot say has been left out of it."""

import json
import re
from collections.abc import Iterator

from judge.rules.board import Terrain, UnitKind
from judge.rules.build_places import BuildPlaces
from judge.rules.position import Season
from judge.variants.variant import COASTS, Variant, VariantError, VariantPower, VariantRegion

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
