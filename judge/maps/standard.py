"""The shapes of the standard board, as atlas/regions.py has made them from coasts and seeds."""

import json
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from judge.maps.geometry import Border, Geometry, Point, Slot, Spots
from judge.rules.board import Province

STANDARD = Path(__file__).parent / "data" / "standard.json"


def as_json(geometry: Geometry) -> str:
    """Return shapes as the text of the file; a border is its first point and the steps to the others."""
    whole = {
        "size": [geometry.width, geometry.height],
        "borders": [[border.left, border.right, _steps(border.points)] for border in geometry.borders],
        "shapes": geometry.shapes,
        "spots": {code: _spots_as_lists(spots) for code, spots in geometry.spots.items()},
    }
    lines = (f'"{key}":{json.dumps(value, separators=(",", ":"))}' for key, value in whole.items())
    return "{" + ",\n".join(lines) + "}\n"


def _steps(points: tuple[Point, ...]) -> list[int]:
    steps = [points[0], *((to[0] - at[0], to[1] - at[1]) for at, to in pairwise(points))]
    return [round(number) for step in steps for number in step]


def _spots_as_lists(spots: Spots) -> list[Any]:
    names = [[*map(round, (*slot.at, slot.breadth, slot.height))] for slot in spots.names]
    coasts = {coast: [*map(round, at)] for coast, at in spots.coasts.items()}
    others = [[*map(round, at)] for at in spots.other_labels]
    return [*([*map(round, at)] for at in (spots.unit, spots.label, spots.aside)), coasts, names, others]


@lru_cache(maxsize=1)
def standard_geometry() -> Geometry:
    """Return the shapes of the standard board."""
    whole = json.loads(STANDARD.read_text(encoding="utf-8"))
    borders = tuple(Border(left, right, _points(steps)) for left, right, steps in whole["borders"])
    shapes = {name: tuple(map(tuple, rings)) for name, rings in whole["shapes"].items()}
    spots = {Province(code): _spots(lists) for code, lists in whole["spots"].items()}
    width, height = whole["size"]
    return Geometry(width, height, borders, shapes, spots)


def _points(steps: list[int]) -> tuple[Point, ...]:
    pairs = zip(steps[::2], steps[1::2], strict=True)
    return tuple(accumulate(((float(x), float(y)) for x, y in pairs), lambda at, by: (at[0] + by[0], at[1] + by[1])))


def _spots(lists: list[Any]) -> Spots:
    unit, label, aside, coasts, names, others = lists
    return Spots(
        tuple(unit),
        tuple(label),
        tuple(aside),
        {coast: tuple(at) for coast, at in coasts.items()},
        tuple(Slot((x, y), breadth, height) for x, y, breadth, height in names),
        tuple(map(tuple, others)),
    )
