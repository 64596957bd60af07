"""Makes the shapes of the standard board from coasts and seeds, and writes them where the judge finds them.

    python -m atlas.regions            # half a minute
    python -m atlas.regions --rough    # a few seconds, to try seeds

Every cell of land belongs to the region whose seed is the nearest by land, every cell of water by sea; nothing else is
said of borders. The pairs of regions that then touch are compared with the board's.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from atlas.coast import UNITS
from atlas.grid import WATER, Grid, Point
from atlas.outline import Line, lines_of, simplified, smoothed
from atlas.projection import HEIGHT, WIDTH, project
from judge.maps.geometry import Border, Geometry
from judge.maps.ground import STANDARD, as_json
from judge.maps.spots import find_spots
from judge.rules.board import Province, UnitKind
from judge.rules.board_file import load_board

_HERE = Path(__file__).parent
_BRIDGE = 4.0
"""Half of the breadth of a land bridge, in units of the picture."""

_LABEL_BREADTH, _MARKED_BREADTH = 83.0, 109.0
"""Of abbreviations without and with the mark of a centre."""
_COAST_TOLERANCE, _BORDER_TOLERANCE = 3.2, 3.0
_SMALLEST_ISLAND = 200
"""In cells of the finest grid; smaller ones are water."""

_COASTS: Mapping[str, Mapping[str, Point]] = {
    "BUL": {"EC": (27.6, 43.1), "SC": (25.2, 41.4)},
    "SPA": {"NC": (-5.5, 43.0), "SC": (-1.6, 37.9)},
    "STP": {"NC": (35.2, 67.6), "SC": (29.8, 59.6)},
}
"""Where the fleets on one of several coasts stand, in degrees."""


@dataclass(frozen=True)
class _Seeds:
    """The seed points in degrees: of each region whether it is land; land bridges."""

    regions: Mapping[str, tuple[bool, Sequence[Point]]]
    bridges: Sequence[tuple[Point, Point]]


def _read_seeds(text: str) -> _Seeds:
    regions: dict[str, tuple[bool, Sequence[Point]]] = {}
    bridges: list[tuple[Point, Point]] = []
    part = ""
    for line in text.splitlines():
        name, *points = line.split()
        if name == "#":
            part = points[-1] if points[-1] == "bridges" else points[0]
        elif part == "bridges":
            bridges.append((_degrees(name), _degrees(points[-1])))
        else:
            code = name if name.startswith("_") else name.upper()
            regions[code] = (part == "land", [_degrees(point) for point in points])
    return _Seeds(regions, bridges)


def _degrees(text: str) -> Point:
    longitude, latitude = text.split(",")
    return float(longitude), float(latitude)


def _coast_rings() -> Iterator[Sequence[Point]]:
    """Yield the coasts in degrees, with points close enough that straight lines may be bent."""
    for steps in json.loads((_HERE / "coast.json").read_text(encoding="utf-8"))["rings"]:
        pairs = zip(steps[::2], steps[1::2], strict=True)
        ring = [(x / UNITS, y / UNITS) for x, y in accumulate(pairs, lambda at, by: (at[0] + by[0], at[1] + by[1]))]
        dense: list[Point] = []
        for (x, y), (to_x, to_y) in pairwise([*ring, *ring[:1]]):
            parts = max(1, round(max(abs(to_x - x), abs(to_y - y))))
            dense += [(x + (to_x - x) * part / parts, y + (to_y - y) * part / parts) for part in range(parts)]
        yield dense


def _grid(seeds: _Seeds, cell: float) -> tuple[Grid, Mapping[int, str]]:
    """Return the labelled grid and the name behind each label; a cell has so many units of the picture."""

    def place(at: Point) -> Point:
        x, y = project(*at)
        return x / cell, y / cell

    grid = Grid.of_size(round(WIDTH / cell), round(HEIGHT / cell))
    for ring in _coast_rings():
        grid.fill([place(at) for at in ring])
    for start, end in seeds.bridges:
        grid.bridge(place(start), place(end), _BRIDGE / cell)
    names: dict[int, str] = {}
    cells: dict[int, int] = {}
    for label, (name, (is_land, points)) in enumerate(seeds.regions.items(), start=1):
        names[label] = name
        for x, y in map(place, points):
            if 0 <= x < grid.width - 2 and 0 <= y < grid.height - 2:
                cells[grid.nearest(x, y, land=is_land)] = label
    grid.spread(cells)
    for label in grid.label_rest(len(names) + 1):
        names[label] = f"island-{label}"
    return grid, names


def _without_specks(grid: Grid, names: Mapping[int, str], cell: float) -> None:
    """Give the smallest islands to the water around them, and water that no way reaches to the land around it."""
    size: dict[int, int] = {}
    for label in grid.label:
        size[label] = size.get(label, 0) + 1
    specks = {
        label for label, name in names.items() if name.startswith("island") and size[label] < _SMALLEST_ISLAND / cell**2
    }
    for number, label in enumerate(grid.label):
        if label in specks:
            grid.label[number] = grid.label[number - 1]


def _borders(lines: Sequence[Line], names: Mapping[int, str], seeds: _Seeds, cell: float) -> Sequence[Border]:
    """Return lines in even units of the picture; coasts keep more of their shape than other borders."""
    found = []
    for line in lines:
        kinds = {seeds.regions[names[each]][0] for each in (line.left, line.right) if names.get(each) in seeds.regions}
        is_coast = len(kinds) != 1 or any(names.get(each, "").startswith("island") for each in (line.left, line.right))
        is_edge = -1 in (line.left, line.right)
        scaled = [(x * cell, y * cell) for x, y in line.points]
        soft = scaled if is_edge else smoothed(scaled, 2 if is_coast else 12)
        kept = simplified(soft, 0.1 if is_edge else _COAST_TOLERANCE if is_coast else _BORDER_TOLERANCE)
        whole = tuple((float(2 * round(x / 2)), float(2 * round(y / 2))) for x, y in kept)
        left, right = (names.get(each, "") if each != WATER else "water" for each in (line.left, line.right))
        found.append(Border(left, right, whole))
    return found


def _shapes(borders: Sequence[Border]) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    """Return the rings of every name, by following borders that have it on the left."""
    starts: dict[tuple[str, Point], list[int]] = {}
    for number, border in enumerate(borders):
        starts.setdefault((border.left, border.points[0]), []).append(number)
        starts.setdefault((border.right, border.points[-1]), []).append(~number)
    shapes: dict[str, tuple[tuple[int, ...], ...]] = {}
    for name in sorted({name for name, _ in starts} - {""}):
        rings = []
        for at in sorted(at for each, at in starts if each == name):
            while starts[(name, at)]:
                ring = [starts[(name, at)].pop()]
                while (end := _end(borders, ring[-1])) != at:
                    ring.append(starts[(name, end)].pop())
                rings.append(tuple(ring))
        shapes[name] = tuple(rings)
    return shapes


def _end(borders: Sequence[Border], number: int) -> Point:
    return borders[number].points[-1] if number >= 0 else borders[~number].points[0]


def _differences(geometry: Geometry) -> Iterator[str]:
    """Yield the pairs of regions that touch and should not, or the other way round."""
    board = load_board("standard")
    wanted = {
        frozenset((at.province, to.province))
        for kind in UnitKind
        for at, others in board.borders[kind].items()
        for to in others
    }
    touching = {pair for pair in geometry.touching if pair <= board.regions.keys()}
    yield from (f"{' and '.join(sorted(pair))} do not touch" for pair in wanted - touching)
    yield from (f"{' and '.join(sorted(pair))} touch" for pair in touching - wanted)


def main(cell: float) -> None:
    """Make the shapes, with cells of so many units of the picture, and write them."""
    seeds = _read_seeds((_HERE / "seeds.txt").read_text(encoding="utf-8"))
    grid, names = _grid(seeds, cell)
    _without_specks(grid, names, cell)
    borders = _borders(lines_of(grid), names, seeds, cell)
    bare = Geometry(WIDTH, HEIGHT, tuple(borders), _shapes(borders), {})
    for difference in _differences(bare):
        print(difference)
    board = load_board("standard")
    codes = [Province(name) for name in bare.shapes if name.isupper() and name != "SWI"]
    spots = find_spots(
        {code: bare.rings(code) for code in codes},
        {code: project(*seeds.regions[code][1][0]) for code in codes},
        {code: _MARKED_BREADTH if board.regions[code].is_centre else _LABEL_BREADTH for code in codes},
        {Province(code): {coast: project(*at) for coast, at in there.items()} for code, there in _COASTS.items()},
        (WIDTH, HEIGHT),
    )
    whole = Geometry(WIDTH, HEIGHT, bare.borders, bare.shapes, spots)
    STANDARD.write_text(as_json(whole), encoding="utf-8")
    points = sum(len(border.points) for border in borders)
    print(f"{STANDARD.name}: {len(borders)} borders, {points} points, {STANDARD.stat().st_size} bytes")


if __name__ == "__main__":
    main(4.0 if "--rough" in sys.argv else 1.0)
