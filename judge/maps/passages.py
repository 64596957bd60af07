"""What the shapes of a picture do not say of borders: marks where units pass although, or do not because."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from judge.maps.geometry import Border, Geometry, Point
from judge.maps.view import MapView
from judge.rules.board import Board, Province, UnitKind

_WALL, _WAY, _WATER = "#7a6a55", "#55707c", "#4f8fb3"


@lru_cache(maxsize=16)
def unlike_shapes(board: Board, geometry: Geometry) -> tuple[frozenset[frozenset[str]], frozenset[frozenset[str]]]:
    """Return the pairs of regions that touch though nobody passes, and those that units pass between from afar."""
    passed: frozenset[frozenset[str]] = frozenset(
        frozenset[str]((at.province, to.province))
        for kind in UnitKind
        for at, others in board.borders[kind].items()
        for to in others
    )
    open_to_units = board.regions.keys() - board.closed
    touching = frozenset(pair for pair in geometry.touching if pair <= open_to_units)
    return touching - passed, passed - touching


def passage_marks(board: Board, geometry: Geometry) -> Iterator[str]:
    """Yield a thick line where nobody passes, a dashed one between regions that do not touch; rivers."""
    walls, ways = unlike_shapes(board, geometry)
    if not (walls or ways or board.war.rivers):
        return
    yield '<g id="passages" fill="none" stroke-linecap="round" pointer-events="none">'
    for pair in sorted(map(sorted, walls)):
        yield from _along(geometry, pair, f'stroke="{_WALL}" stroke-width="13"')
    for one, other in sorted(map(sorted, ways)):
        start, end = (geometry.spots[Province(code)].unit for code in (one, other))
        yield f'<path d="{_line(start, end)}" stroke="{_WAY}" stroke-width="5" stroke-dasharray="4 14"/>'
    for river in sorted(map(sorted, board.war.rivers)):
        yield from _along(geometry, list(map(str, river)), f'class="river" stroke="{_WATER}" stroke-width="11"')
    yield "</g>"


def _along(geometry: Geometry, pair: list[str], how: str) -> Iterator[str]:
    borders: tuple[Border, ...] = geometry.touching.get(frozenset(pair), ())
    for border in borders:
        yield f'<path d="{_line(*border.points)}" {how}/>'


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def passage_signs(view: MapView, geometry: Geometry) -> Sequence[tuple[str, float, str]]:
    """Return what these marks mean, those that the picture has: a sign around a point, its breadth, its meaning."""
    walls, ways = unlike_shapes(view.board, geometry)
    stroke = '<path d="M-36 0H36" stroke-linecap="round"'
    shown = {
        "map.wall": (f'{stroke} stroke="{_WALL}" stroke-width="13"/>', bool(walls)),
        "map.way": (f'{stroke} stroke="{_WAY}" stroke-width="5" stroke-dasharray="4 14"/>', bool(ways)),
        "map.river": (f'{stroke} stroke="{_WATER}" stroke-width="11"/>', bool(view.board.war.rivers)),
        "map.fog": ('<path d="M-36-22h72v44h-72z" fill="#a9aca8"/>', view.sight is not None),
    }
    return [(sign, 84.0, view.say(key)) for key, (sign, is_there) in shown.items() if is_there]
