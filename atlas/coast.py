"""Cuts the coasts of Europe out of Natural Earth, as the npm package world-atlas has it, into ``coast.json``.

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python -m atlas.coast package/land-50m.json

The data are Natural Earth's 1:50m land polygons, whose makers have given up all rights; the package is ISC.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

Point = tuple[float, float]

WEST, EAST, SOUTH, NORTH = -40, 66, 25, 77
"""The window in degrees, somewhat wider than the picture."""

UNITS = 100
"""Coordinates are stored in hundredths of a degree."""

_SMALLEST = 0.02
"""Rings whose area is less, in square degrees, are left out: they would be specks."""


def rings_of(topology: Mapping[str, Any]) -> Iterator[Sequence[Point]]:
    """Yield the rings of a TopoJSON file of land as degrees of longitude and latitude, each once around the world."""
    (scale_x, scale_y), (west, south) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [
        [
            (x * scale_x + west, y * scale_y + south)
            for x, y in accumulate(map(tuple, arc), lambda at, step: (at[0] + step[0], at[1] + step[1]))
        ]
        for arc in topology["arcs"]
    ]
    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            for ring in polygon:
                whole = _unwrapped([at for arc in ring for at in (arcs[arc] if arc >= 0 else arcs[~arc][::-1])[:-1]])
                yield from ([(x + turn, y) for x, y in whole] for turn in (-360, 0, 360))


def _unwrapped(ring: Sequence[Point]) -> Sequence[Point]:
    """A ring that goes on beyond 180 degrees where it would leap to the other end of the world."""
    whole = list(ring[:1])
    for x, y in ring[1:]:
        whole.append((x + 360 * round((whole[-1][0] - x) / 360), y))
    return whole


def clipped(ring: Sequence[Point]) -> Sequence[Point]:
    """Return the part of a ring inside the window, by Sutherland and Hodgman."""
    for axis, limit, sign in ((0, WEST, 1), (0, EAST, -1), (1, SOUTH, 1), (1, NORTH, -1)):
        kept: list[Point] = []
        for at, to in pairwise([*ring, *ring[:1]]):
            inside, inside_next = sign * at[axis] >= sign * limit, sign * to[axis] >= sign * limit
            if inside:
                kept.append(at)
            if inside != inside_next:
                share = (limit - at[axis]) / (to[axis] - at[axis])
                kept.append((at[0] + share * (to[0] - at[0]), at[1] + share * (to[1] - at[1])))
        ring = kept
    return ring


def area(ring: Sequence[Point]) -> float:
    """Return the area of a ring, whichever way it turns."""
    return abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairwise([*ring, *ring[:1]]))) / 2


def as_steps(ring: Sequence[Point]) -> list[int]:
    """Return a ring as whole numbers: the first point, then the step to each other one."""
    whole = [(round(x * UNITS), round(y * UNITS)) for x, y in ring]
    different = [at for at, before in zip(whole, [(10**9, 0), *whole], strict=False) if at != before]
    steps = [different[0], *((to[0] - at[0], to[1] - at[1]) for at, to in pairwise(different))]
    return [number for step in steps for number in step]


def main(source: Path) -> None:
    """Write ``coast.json``."""
    rings = [clipped(ring) for ring in rings_of(json.loads(source.read_text(encoding="utf-8")))]
    kept = [as_steps(ring) for ring in rings if area(ring) > _SMALLEST]
    about = "Natural Earth 1:50m land, public domain, by way of world-atlas 2.0.2; made by atlas/coast.py"
    out = Path(__file__).parent / "coast.json"
    out.write_text(json.dumps({"about": about, "rings": kept}, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{out}: {len(kept)} rings, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
