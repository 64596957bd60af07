"""What the shell tells of a board file: its faults, what the board is, a picture of it."""

from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

from judge.notation.clashes import clashes
from judge.rules.board import Board, Kind, Power, Province, Terrain
from judge.rules.boardfile import read_board
from judge.rules.boardpage import BoardError, Page
from judge.rules.disorder import distances_from

_FILLS = {Terrain.LAND: "#e8dcc0", Terrain.COAST: "#f4ecd8", Terrain.SEA: "#cfe3ef"}
_MARGIN, _RADIUS = 60, 22


class NoPointsError(Exception):
    """The board does not say where its regions lie."""


def board_in(path: Path) -> Board:
    """The board of a file; BoardError with every fault of it, those included that show in orders alone."""
    text = path.read_text(encoding="utf-8")
    board = read_board(text, path.name)
    page = Page(path.name, text)
    for fault in clashes(board):
        page.wrong(fault.section, fault.key, fault.message)
    page.close()
    return board


def faults_told(error: BoardError) -> Iterator[str]:
    """A line for each fault, from the top of the file to its end."""
    return (f"{error.source}, line {line}: {message}" for line, message in sorted(error.faults))


def board_told(board: Board) -> Iterator[str]:
    """What a board is, in a few lines."""
    terrains = Counter(region.terrain.value for region in board.regions.values())
    kinds = ", ".join(f"{terrains[terrain.value]} {terrain.value}" for terrain in Terrain)
    neutral = sorted(board.centres - board.owners.keys())
    yield f"{board.name}: {len(board.regions)} regions ({kinds}), {len(board.centres)} centres"
    yield f"begins in {'autumn' if board.starts_in_autumn else 'spring'} {board.start_year}"
    yield from (_power_told(board, power) for power in board.powers)
    yield f"neutral centres: {' '.join(neutral) or 'none'}"
    yield f"players: {len(board.seats)} ({'; '.join(' + '.join(seat) for seat in board.seats)})"
    if board.joining:
        yield f"{board.joining.power} joins one of them by the coin in {board.joining.year}"
    if board.closed:
        yield f"closed: {' '.join(sorted(board.closed))}"
    yield f"wins: {' or '.join(_victories(board))}"
    yield _joined_told(board)


def _power_told(board: Board, power: Power) -> str:
    units = ", ".join(str(unit) for unit in board.start if unit.power == power)
    aside = ", nobody plays it" if power in board.standing else ""
    return f"{power}: homes {' '.join(sorted(board.homes(power))) or 'none'}; starts with {units or 'nothing'}{aside}"


def _victories(board: Board) -> Iterator[str]:
    if board.victory_centres:
        yield f"{board.victory_centres} centres of one power"
    if board.victory_units:
        yield f"{board.victory_units} units of one player"


def _joined_told(board: Board) -> str:
    """How the regions hang together: borders, and the two that are farthest apart."""
    borders = {kind: sum(map(len, places.values())) // 2 for kind, places in board.borders.items()}
    away = {one: distances_from(board, {one}) for one in board.regions}
    far = max(
        ((steps, one, other) for one, there in away.items() for other, steps in there.items() if one < other),
        default=(0, Province(""), Province("")),
    )
    counted = f"{borders[Kind.ARMY]} borders for armies, {borders[Kind.FLEET]} for fleets"
    return f"{counted}; farthest apart are {far[1]} and {far[2]}, {far[0]} steps"


def board_drawn(board: Board) -> str:
    """A plain map as SVG: a disc for each region, a line for each border, dashed where only fleets may cross it."""
    without = [code for code in board.regions if code not in board.points]
    if without:
        message = f"no point is given for {', '.join(without)}"
        raise NoPointsError(message)
    width, height = (max(point[axis] for point in board.points.values()) + _MARGIN for axis in (0, 1))
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f"<title>{escape(board.name)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_borders_drawn(board),
        *(_region_drawn(board, code) for code in board.regions),
        "</svg>",
    )
    return "\n".join(lines)


def _borders_drawn(board: Board) -> Iterator[str]:
    by_kind = {
        kind: {
            (at.province, to.province)
            for at, others in board.borders[kind].items()
            for to in others
            if at.province < to.province
        }
        for kind in Kind
    }
    for one, other in sorted(by_kind[Kind.ARMY] | by_kind[Kind.FLEET]):
        (x, y), (to_x, to_y) = board.points[one], board.points[other]
        dashes = "" if (one, other) in by_kind[Kind.ARMY] else ' stroke-dasharray="5 4"'
        yield f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="#8a8a8a"{dashes}/>'


def _region_drawn(board: Board, code: Province) -> str:
    """A disc with its code; a double ring around a centre, the unit of the start and its power below."""
    region, (x, y) = board.regions[code], board.points[code]
    unit = next((unit for unit in board.start if unit.at.province == code), None)
    below = f"{unit.kind.value} {unit.power.title()}" if unit else ""
    ring = f'<circle cx="{x}" cy="{y}" r="{_RADIUS + 4}" fill="none" stroke="#404040"/>' if region.is_centre else ""
    return (
        f'{ring}<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{_FILLS[region.terrain]}" stroke="#404040">'
        f"<title>{escape(region.names['en'])}</title></circle>"
        f'<text x="{x}" y="{y + 4}" font-size="12" text-anchor="middle">{code}</text>'
        f'<text x="{x}" y="{y + _RADIUS + 16}" font-size="10" text-anchor="middle">{escape(below)}</text>'
    )
