"""The shell commands about board files: what is wrong with one, what the board is, its picture."""

import sys
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from html import escape
from math import cos, hypot, pi, sin
from pathlib import Path

import click

from judge.notation.lexicon import find_clashes
from judge.rules.adjustments import distances_from
from judge.rules.board import NO_WAR, Board, Power, Province, Terrain, Troop, Unit, UnitKind
from judge.rules.board_file import read_board
from judge.rules.board_source import BoardError, BoardSource

_FILLS = {Terrain.LAND: "#e8dcc0", Terrain.COAST: "#f4ecd8", Terrain.SEA: "#cfe3ef"}
_CLOSED, _INK, _PALE, _GOLD, _WATER = "#2b2b2b", "#404040", "#8a8a8a", "#d9a400", "#2f7fc1"
_MARGIN, _RADIUS, _LINE = 60, 22, 18


class NoPointsError(Exception):
    """The board has no points for its regions."""


def _board_svg(board: Board) -> str:
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


def _read_board_file(path: Path) -> Board:
    """Return the board of a file; BoardError with every fault, those included that only show in orders."""
    text = path.read_text(encoding="utf-8")
    board = read_board(text, path.name)
    page = BoardSource(path.name, text)
    for fault in find_clashes(board):
        page.wrong(fault.section, fault.key, fault.message)
    page.close()
    return board


def _board_fault_lines(error: BoardError) -> Iterator[str]:
    """Yield a line for each fault, from the top of the file to its end."""
    return (f"{error.source}, line {line}: {message}" for line, message in sorted(error.faults))


def _board_lines(board: Board) -> Iterator[str]:
    """Yield a few lines that describe a board."""
    terrains = Counter(region.terrain.value for region in board.regions.values())
    kinds = ", ".join(f"{terrains[terrain.value]} {terrain.value}" for terrain in Terrain)
    neutral = sorted(board.centres - board.owners.keys())
    yield f"{board.name}: {len(board.regions)} regions ({kinds}), {len(board.centres)} centres"
    yield _beginning_told(board)
    yield from (_power_told(board, power) for power in board.powers)
    yield f"neutral centres: {' '.join(neutral) or 'none'}"
    yield f"players: {len(board.seats)} ({'; '.join(' + '.join(seat) for seat in board.seats)})"
    if board.joining:
        yield f"{board.joining.power} joins one of them by the coin in {board.joining.year}"
    if board.closed:
        yield f"closed: {' '.join(sorted(board.closed))}"
    yield f"wins: {' or '.join(_victories(board)) or 'nobody by a number'}"
    yield from _choices_told(board)
    yield from _war_told(board)
    yield _joined_told(board)


def _beginning_told(board: Board) -> str:
    if board.calendar == "turns":
        return f"begins with turn {board.start_year}"
    return f"begins in {'autumn' if board.starts_in_autumn else 'spring'} {board.start_year}"


def _power_told(board: Board, power: Power) -> str:
    units = ", ".join(str(unit) for unit in board.start if unit.power == power)
    aside = ", nobody plays it" if power in board.standing else ""
    return f"{power}: homes {' '.join(sorted(board.homes(power))) or 'none'}; starts with {units or 'nothing'}{aside}"


def _victories(board: Board) -> Iterator[str]:
    if board.victory_centres:
        yield f"{board.victory_centres} centres of one power"
    if board.victory_units:
        yield f"{board.victory_units} units of one player"


def _choices_told(board: Board) -> Iterator[str]:
    """Yield the settings that a game on this board has unless the line that opens it says otherwise."""
    if board.rulebook:
        yield f"rule book: {board.rulebook}"
    for policy, chosen in sorted(board.policies.items()):
        yield f"instead of the rule book: {policy} = {chosen.value if isinstance(chosen, Enum) else chosen}"
    if board.notation:
        yield f"notation: {board.notation}"
    if board.last_year:
        yield f"last {'turn' if board.calendar == 'turns' else 'year'}: {board.last_year}"


def _war_told(board: Board) -> Iterator[str]:
    """Yield lines about the rules of war of the board."""
    war = board.war
    if war is NO_WAR:
        return
    for troop in war.troops.values():
        yield f"troop {troop.letter}, {troop.names['en']}: {', '.join(_troop_told(troop))}"
    yield f"a unit for every {war.per_unit} territories" if war.per_unit > 1 else "a unit for every territory"
    yield f"rivers: {' '.join(sorted('-'.join(sorted(river)) for river in war.rivers)) or 'none'}"
    yield f"counted twice: {' '.join(sorted(war.worth)) or 'none'}"
    yield f"capitals: {' '.join(sorted(war.capitals)) or 'none'}"
    for power, most in war.scouts.items():
        yield f"{power}: {most} scouts at the most; begins with {' '.join(war.posts[power]) or 'none'}"
    for power, penalty in war.penalties.items():
        if penalty:
            yield f"{power}: {penalty} territories fewer"
    for one, other in war.allies:
        yield f"allied: {one} and {other}"


def _troop_told(troop: Troop) -> Iterator[str]:
    yield f"moves as {'a fleet' if troop.kind is UnitKind.FLEET else 'an army'}"
    yield f"power {troop.attack}, {troop.support} in support, {troop.defence} in defence"
    yield f"{troop.health} hit points"
    if troop.most:
        yield f"{troop.most} at the most" + (f" and {troop.more} for each factory" if troop.more else "")
    if troop.powers:
        yield f"raised by {' '.join(sorted(troop.powers))}"
    if troop.gifted:
        yield "has the power of thaumaturgy"


def _joined_told(board: Board) -> str:
    """Return how regions are connected: the number of borders, and the two regions farthest apart."""
    borders = {kind: sum(map(len, places.values())) // 2 for kind, places in board.borders.items()}
    away = {one: distances_from(board, {one}) for one in board.regions}
    far = max(
        ((steps, one, other) for one, there in away.items() for other, steps in there.items() if one < other),
        default=(0, Province(""), Province("")),
    )
    counted = f"{borders[UnitKind.ARMY]} borders for armies, {borders[UnitKind.FLEET]} for fleets"
    return f"{counted}; farthest apart are {far[1]} and {far[2]}, {far[0]} steps"


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def board() -> None:
    """Look at a board or scenario file, see docs/boards.md."""


@board.command(name="check")
@click.argument("file", type=_FILE)
def check_board(file: Path) -> None:
    """Say what is wrong with a board FILE, line by line, or what the board is; fails when anything is wrong."""
    for line in _board_lines(_board(file)):
        click.echo(line)


@board.command(name="draw")
@click.argument("file", type=_FILE)
def draw_board(file: Path) -> None:
    """Draw the board of FILE as SVG, where it gives a point for each region."""
    try:
        click.echo(_board_svg(_board(file)))
    except NoPointsError as error:
        raise click.ClickException(str(error)) from error


def _board(file: Path) -> Board:
    try:
        return _read_board_file(file)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no text in UTF-8") from error
    except BoardError as error:
        for line in _board_fault_lines(error):
            click.echo(line)
        sys.exit(1)
