"""The shell commands about board files: what is wrong with one, what the board is, its picture, boards of others."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import click

from judge.formats.jdip import read_jdip
from judge.formats.map_file import read_map
from judge.formats.variant import Variant, VariantError, board_of_variant
from judge.maps.picture import UndrawableError, draw_map
from judge.maps.view import MapView
from judge.notation.lexicon import find_clashes
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.adjustments import distances_from
from judge.rules.board import NO_WAR, Board, BuildPlaces, Power, Province, Terrain, Troop, UnitKind
from judge.rules.board_file import read_board
from judge.rules.board_source import BoardError, BoardSource
from judge.rules.position import opening_position
from judge.shell.terminal import echo

# --- reads a variant from whatever file it is in


def read_variant(path: Path, wanted: str = "") -> Variant:
    """Return the variant of a file; ``wanted`` is its name in a file of several.

    VariantError if it is neither a ``.map`` file nor one of jDip's, or cannot be read as what it is.
    """
    if path.read_bytes().lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_jdip(path, wanted)
    if wanted:
        message = f"{path.name} is one variant; --variant is for jDip's variants.xml"
        raise VariantError(message)
    return read_map(path)


# --- the shell commands about board files: what is wrong with one, what the board is, its picture, boards of others


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
    season = "winter" if board.starts_in_winter else "autumn" if board.starts_in_autumn else "spring"
    return f"begins in {season} {board.start_year}"


def _power_told(board: Board, power: Power) -> str:
    units = ", ".join(str(unit) for unit in board.start if unit.power == power)
    aside = ", nobody plays it" if power in board.standing else ""
    return f"{power}: homes {' '.join(sorted(board.homes(power))) or 'none'}; starts with {units or 'nothing'}{aside}"


def _victories(board: Board) -> Iterator[str]:
    if board.victory_centres:
        yield f"{', '.join(map(str, board.victory.by_year or (board.victory_centres,)))} centres of one power" + (
            " (a number for each year, the last one for all that follow)" if board.victory.by_year else ""
        )
    for power, number in board.victory.of.items():
        yield f"{number} centres of {power}"
    if board.victory_units:
        yield f"{board.victory_units} units of one player"


_BUILDS = {
    BuildPlaces.OWNED: "in every owned centre",
    BuildPlaces.OWNED_WITH_HOME: "in every owned centre, while a home is among them",
}


def _choices_told(board: Board) -> Iterator[str]:
    """Yield the settings that a game on this board has unless the line that opens it says otherwise."""
    if board.rulebook:
        yield f"rule book: {board.rulebook}"
    for policy, chosen in sorted(board.policies.items()):
        yield f"instead of the rule book: {policy} = {chosen.value if isinstance(chosen, Enum) else chosen}"
    if board.builds is not BuildPlaces.HOMES:
        yield f"builds: {_BUILDS[board.builds]}"
    if ports := sorted(code for code, region in board.regions.items() if region.port):
        yield f"ports, where fleets convoy: {' '.join(ports)}"
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
    """Look at a board or scenario file, or make one of another program's variant, see docs/boards.md."""


@board.command(name="check")
@click.argument("file", type=_FILE)
def check_board(file: Path) -> None:
    """Say what is wrong with a board FILE, line by line, or what the board is; fails when anything is wrong."""
    for line in _board_lines(_board(file)):
        echo(line)


@board.command(name="draw")
@click.argument("file", type=_FILE)
def draw_board(file: Path) -> None:
    """Draw the board of FILE as SVG with its position at the start, see docs/maps.md."""
    drawn = _board(file)
    phrasing = Phrasing("en", load_notation(drawn.notation or "standard"), drawn, opening_position(drawn))
    try:
        echo(draw_map(MapView(phrasing, drawn.name)), nl=False)
    except UndrawableError as error:
        raise click.ClickException(str(error)) from error


@board.command(name="import")
@click.argument("file", type=_FILE)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the board here, and say what it is."
)
@click.option("--variant", default="", help="The variant that is meant, where a file of jDip has several.")
def import_board(file: Path, out: Path | None, variant: str) -> None:
    """Make a board of the variant in FILE: a .map file of DPjudge or the diplomacy package, or jDip's variants.xml.

    What has no equal on a board of ours is listed, a line each, on standard error.
    """
    if out and out.exists():
        raise click.ClickException(f"{out} is there already, and stays as it is; name another file after --out")
    name = _board_name(out or file)
    try:
        read = read_variant(file, variant)
        text = board_of_variant(read, name)
    except VariantError as error:
        raise click.ClickException(str(error)) from error
    except BoardError as error:
        told = "\n".join(_board_fault_lines(error))
        raise click.ClickException(f"no board can be made of {file.name}:\n{told}") from error
    for noted in read.left_out:
        echo(f"left out: {noted}", err=True)
    if out is None:
        echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")
    for line in _board_lines(_board(out)):
        echo(line)


def _board_name(file: Path) -> str:
    """The name of the board of a file: lower-case letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "board"


def _board(file: Path) -> Board:
    try:
        return _read_board_file(file)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is no text in UTF-8") from error
    except BoardError as error:
        for line in _board_fault_lines(error):
            echo(line)
        sys.exit(1)
