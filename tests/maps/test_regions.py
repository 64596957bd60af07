"""The picture of the standard board and the rules agree: regions touch exactly where units pass."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from judge.maps.geometry import is_inside
from judge.maps.ground import STANDARD, as_json, standard_geometry
from judge.rules.board import Location, Province, Terrain, UnitKind
from judge.rules.board_file import load_board
from tests.shared.each_case import each_case

BOARD = load_board("standard")
SHAPES = standard_geometry()
INLAND_WATER_AND_LAND = {"water", "SWI", "_ire", "_sah", "_lib", "_egy", "_est"}


@dataclass(frozen=True)
class CoastStretch:
    """A stretch of the edge of a region on land, from one neighbour on land to the next: its borders with seas.

    ``seas`` are the seas off it, ``ends`` the regions on land where it ends: a fleet goes on to their coasts.
    """

    seas: frozenset[Province]
    ends: frozenset[Province]
    borders: tuple[int, ...]

    @property
    def reach(self) -> frozenset[Province]:
        """Where a fleet goes from this coast."""
        return self.seas | self.ends


def coast_stretches(province: Province) -> list[CoastStretch]:
    """Return the stretches of coast of a region; those of its islands end nowhere."""
    return [stretch for ring in SHAPES.shapes[province] for stretch in stretches_of_ring(ring)]


def stretches_of_ring(ring: Sequence[int]) -> Iterator[CoastStretch]:
    beyond = [beyond_border(number) for number in ring]
    is_sea = [name in BOARD.regions and BOARD.terrain(Province(name)) is Terrain.SEA for name in beyond]
    starts = [place for place in range(len(ring)) if is_sea[place] and not is_sea[place - 1]]
    if all(is_sea):
        yield CoastStretch(frozenset(map(Province, beyond)), frozenset(), tuple(ring))
    for start in starts:
        length = next(length for length in range(1, len(ring)) if not is_sea[(start + length) % len(ring)])
        places = [(start + step) % len(ring) for step in range(length)]
        ends = {beyond[start - 1], beyond[(start + length) % len(ring)]} & BOARD.regions.keys()
        yield CoastStretch(
            frozenset(Province(beyond[place]) for place in places),
            frozenset(map(Province, ends)),
            tuple(ring[place] for place in places),
        )


def beyond_border(number: int) -> str:
    """What lies on the other side of a border of a ring; what is inside is on its left."""
    return SHAPES.borders[number].right if number >= 0 else SHAPES.borders[~number].left


def touching() -> set[frozenset[str]]:
    return {pair for pair in SHAPES.touching if pair <= BOARD.regions.keys()}


def bordering(kind: UnitKind) -> set[frozenset[str]]:
    return {frozenset((at.province, to.province)) for at, others in BOARD.borders[kind].items() for to in others}


def is_land(code: str) -> bool:
    return BOARD.terrain(Province(code)) is not Terrain.SEA


def test_every_region_has_a_shape() -> None:
    assert set(BOARD.regions) <= set(SHAPES.shapes)
    assert set(BOARD.regions) == set(SHAPES.spots)


def test_regions_touch_exactly_where_units_pass() -> None:
    assert touching() == bordering(UnitKind.ARMY) | bordering(UnitKind.FLEET)


def test_regions_on_land_touch_exactly_where_armies_pass() -> None:
    on_land = {pair for pair in touching() if all(map(is_land, pair))}
    assert on_land == bordering(UnitKind.ARMY)


@each_case("code", sorted(code for code in BOARD.regions if BOARD.terrain(code) is Terrain.SEA))
def test_fleets_leave_a_sea_for_whatever_touches_it(code: Province) -> None:
    beside = {other for pair in touching() if code in pair for other in pair if other != code}
    assert beside == {to.province for to in BOARD.neighbours(UnitKind.FLEET, Location(code))}


@each_case("code", sorted(code for code in BOARD.regions if BOARD.terrain(code) is Terrain.COAST))
def test_fleets_leave_a_coast_for_its_seas_and_along_the_shore(code: Province) -> None:
    """A region of several coasts has as many stretches; Kiel and Constantinople have two that are one coast."""
    region = BOARD.regions[code]
    stretches = [stretch for stretch in coast_stretches(code) if stretch.ends]
    islands = [stretch for stretch in coast_stretches(code) if not stretch.ends]
    if not region.coasts:
        reached = frozenset().union(*(stretch.reach for stretch in (*stretches, *islands)))
        assert reached == {to.province for to in BOARD.neighbours(UnitKind.FLEET, Location(code))}
        return
    assert {stretch.reach for stretch in stretches} == {
        frozenset(to.province for to in BOARD.neighbours(UnitKind.FLEET, Location(code, coast)))
        for coast in region.coasts
    }


@pytest.mark.parametrize("code", ["BUL", "SPA", "STP"])
def test_fleets_of_several_coasts_stand_on_theirs(code: Province) -> None:
    """The sign of a coast is the nearest to its own stretch of all coasts of the region."""
    for coast, (x, y) in SHAPES.spots[code].coasts.items():
        nearest = min(
            (stretch for stretch in coast_stretches(code) if stretch.ends),
            key=lambda stretch: min(
                (px - x) ** 2 + (py - y) ** 2
                for number in stretch.borders
                for px, py in SHAPES.borders[number if number >= 0 else ~number].points
            ),
        )
        assert nearest.reach == {to.province for to in BOARD.neighbours(UnitKind.FLEET, Location(code, coast))}


def test_the_canal_and_the_straits_join_two_seas_each() -> None:
    """Kiel and Constantinople keep apart seas that a fleet goes through them from one to the other."""
    for code, seas in (("KIE", {"HEL", "BAL"}), ("CON", {"AEG", "BLA"}), ("DEN", {"NTH", "BAL"})):
        stretches = [stretch for stretch in coast_stretches(Province(code)) if stretch.ends]
        assert seas <= {sea for stretch in stretches for sea in stretch.seas}
        assert frozenset(seas) not in touching()


def test_switzerland_lies_between_its_neighbours_and_is_no_region() -> None:
    beside = {other for pair in SHAPES.touching if "SWI" in pair for other in pair if other != "SWI"}
    assert "SWI" not in BOARD.regions
    assert beside == {"BUR", "MAR", "MUN", "PIE", "TYR"}


def test_what_belongs_to_no_region_is_known() -> None:
    others = {name for name in SHAPES.shapes if name not in BOARD.regions and not name.startswith("island")}
    assert others <= {"water", "SWI", "_est", "_ire"}


@each_case("code", sorted(BOARD.regions))
def test_units_stand_in_their_regions(code: Province) -> None:
    spots = SHAPES.spots[code]
    for at in (spots.unit, *spots.coasts.values()):
        assert is_inside(SHAPES.rings(code), at)


def test_the_file_says_what_was_read_from_it() -> None:
    assert as_json(SHAPES) == STANDARD.read_text(encoding="utf-8")
