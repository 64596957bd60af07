"""Draws a board as SVG: regions at their points, and the marks of a map of war (004 3)."""

from collections.abc import Iterator
from html import escape
from math import cos, hypot, pi, sin

from judge.rules.board import NO_WAR, Board, Province, Terrain, Unit, UnitKind

_FILLS = {Terrain.LAND: "#e8dcc0", Terrain.COAST: "#f4ecd8", Terrain.SEA: "#cfe3ef"}
_CLOSED, _INK, _PALE, _GOLD, _WATER = "#2b2b2b", "#404040", "#8a8a8a", "#d9a400", "#2f7fc1"
_MARGIN, _RADIUS, _LINE = 60, 22, 18


class NoPointsError(Exception):
    """The board has no points for its regions."""


def board_svg(board: Board) -> str:
    """Return a plain map as SVG.

    A disc for each region, a line for each border, dashed where only fleets may cross it. Rivers lie across their
    borders; large towns have two golden rings, capitals a golden star besides, strategic centres a dark star; closed
    regions are black.
    """
    without = [code for code in board.regions if code not in board.points]
    if without:
        message = f"no point is given for {', '.join(without)}"
        raise NoPointsError(message)
    width, height = (max(point[axis] for point in board.points.values()) + _MARGIN for axis in (0, 1))
    legend = tuple(_legend(board))
    foot = height + _LINE * len(legend)
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {foot}" font-family="sans-serif">',
        f"<title>{escape(board.name)}</title>",
        f'<rect width="{width}" height="{foot}" fill="#ffffff"/>',
        *_borders_drawn(board),
        *(_region_drawn(board, code) for code in board.regions),
        '<g stroke="#ffffff" stroke-width="3" paint-order="stroke">',
        *(_unit_drawn(board, unit) for unit in board.start),
        "</g>",
        *(_river_drawn(board, river) for river in sorted(map(sorted, board.war.rivers))),
        *(_text(_LINE, height + _LINE * row, line, 11, "start") for row, line in enumerate(legend)),
        "</svg>",
    )
    return "\n".join(lines)


def _borders_drawn(board: Board) -> Iterator[str]:
    by_kind = {
        kind: {tuple(sorted((at.province, to.province))) for at, others in board.borders[kind].items() for to in others}
        for kind in UnitKind
    }
    for one, other in sorted(by_kind[UnitKind.ARMY] | by_kind[UnitKind.FLEET]):
        (x, y), (to_x, to_y) = board.points[one], board.points[other]
        dashes = "" if (one, other) in by_kind[UnitKind.ARMY] else ' stroke-dasharray="5 4"'
        yield f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{_PALE}"{dashes}/>'


def _river_drawn(board: Board, banks: list[Province]) -> str:
    """A stroke of water across the middle of a border."""
    (x, y), (to_x, to_y) = (board.points[bank] for bank in banks)
    half = _RADIUS / (hypot(to_x - x, to_y - y) or 1)
    across, along = (to_x - x) * half, (to_y - y) * half
    mid_x, mid_y = (x + to_x) / 2, (y + to_y) / 2
    return (
        f'<line x1="{mid_x - along:.0f}" y1="{mid_y + across:.0f}" x2="{mid_x + along:.0f}" y2="{mid_y - across:.0f}"'
        f' stroke="{_WATER}" stroke-width="4" stroke-linecap="round" class="river"/>'
    )


def _region_drawn(board: Board, code: Province) -> str:
    """Return a disc with the code of a region, and the marks of its value around it."""
    region, (x, y), closed = board.regions[code], board.points[code], code in board.closed
    names = escape(" / ".join(dict.fromkeys(region.names[language] for language in ("en", "fr"))))
    fill = _CLOSED if closed else _FILLS[region.terrain]
    disc = f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="{_INK}"><title>{names}</title></circle>'
    written = _text(x, y + 4, code, 12, colour="#ffffff" if closed else "#000000")
    return "".join((*_marks_drawn(board, code, x, y), disc, written))


def _unit_drawn(board: Board, unit: Unit) -> str:
    """A unit of the start with its power, below its region."""
    x, y = board.points[unit.at.province]
    return _text(x, y + _RADIUS + 14, f"{unit.letter} {unit.power.title()}", 10)


def _marks_drawn(board: Board, code: Province, x: int, y: int) -> Iterator[str]:
    """Yield rings and stars around a region; on a map of war every region on land is a centre, and none has a ring."""
    war, region = board.war, board.regions[code]
    if war is NO_WAR:
        if region.is_centre:
            yield _ring(x, y, _RADIUS + 4, _INK)
        return
    if code in war.worth:
        yield from (_ring(x, y, _RADIUS + wider, _GOLD) for wider in (3, 6))
    if code in war.capitals:
        yield _star(x - _RADIUS, y - _RADIUS, _GOLD)
    if region.home_of:
        yield _star(x + _RADIUS, y - _RADIUS, _INK)


def _legend(board: Board) -> Iterator[str]:
    """What the marks of a war mean, those that the picture has."""
    war = board.war
    homes = [region for region in board.regions.values() if region.home_of]
    shown = {
        "blue stroke across a border: river": war.rivers,
        "two golden rings: counts double": war.worth,
        "golden star: capital": war.capitals,
        "dark star: strategic centre, where units are raised": war is not NO_WAR and homes,
        "black: closed": board.closed,
    }
    return (text for text, things in shown.items() if things)


def _text(x: int, y: int, text: str, size: int, anchor: str = "middle", colour: str = "#000000") -> str:
    how = f'font-size="{size}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x}" y="{y}" {how}>{escape(text)}</text>'


def _ring(x: int, y: int, radius: int, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _star(x: int, y: int, colour: str) -> str:
    """A star of five points."""
    turns = ((tip * pi / 5, 7 if tip % 2 == 0 else 3) for tip in range(10))
    points = " ".join(f"{x + far * sin(turn):.1f},{y - far * cos(turn):.1f}" for turn, far in turns)
    return f'<polygon points="{points}" fill="{colour}"/>'
