"""Positions written as JSON: phases, units, centres, units driven out, each name checked before anything is judged."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from judge.notation.tables import Notation, load_notation, notation_names
from judge.notation.verbatim import read_unit
from judge.rules.board import Board, Kind, Location, Power, Province, Unit
from judge.rules.boardfile import board_names, load_board
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from judge.rules.refuge import retreats_open_to
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import UnknownRuleBook, load_rulebook, rulebook_names

Table = Mapping[str, object]

USUAL = "standard"
"""The board, and the notation, where a line names none."""


class FaultError(ValueError):
    """What is wrong with a line, in one sentence."""


# --- names -----------------------------------------------------------------------------------------------------


def board_of(table: Table) -> Board:
    """The board that a table names; FaultError where the judge has none of that name."""
    name = table.get("board", USUAL)
    if name not in board_names():
        raise FaultError(f"There is no board {_quoted(name)}; there are {', '.join(board_names())}.")
    return load_board(str(name))


def phase_of(code: object, board: Board) -> Phase:
    """The phase of a code."""
    if not isinstance(code, str) or not re.fullmatch("[SF][0-9]{1,4}[MR]|W[0-9]{1,4}A", code):
        year = board.start_year
        raise FaultError(f"{_quoted(code)} is no phase; write for example S{year}M, F{year}R or W{year}A.")
    return Phase.parse(code)


def rules_of(table: Table, board: Board) -> str:
    """The name of the rule book that a table, or else its board, asks for."""
    return str(table.get("rules", board.rulebook or "2023"))


def book_of(name: str, board: Board) -> RuleBook:
    """The rule book of that name, with what the board chooses instead of its choices."""
    try:
        return replace(load_rulebook(name), **board.policies)
    except UnknownRuleBook:
        raise FaultError(f"There is no rule book {_quoted(name)}; there are {', '.join(rulebook_names())}.") from None


def notation_of(name: object) -> Notation:
    """The notation of that name."""
    if name not in notation_names():
        raise FaultError(f"There is no notation {_quoted(name)}; there are {', '.join(notation_names())}.")
    return load_notation(str(name))


def power_of(name: object, board: Board) -> Power:
    """The power of that name, in the neutral spelling."""
    if not isinstance(name, str) or name not in board.powers:
        raise FaultError(f"{_quoted(name)} is no power of this board; there are {', '.join(board.powers)}.")
    return Power(name)


def _province(name: object, board: Board) -> Province:
    if not isinstance(name, str) or name not in board.regions:
        raise FaultError(f"{_quoted(name)} is no region of this board.")
    return Province(name)


def _location(text: str, board: Board) -> Location:
    province, _, coast = text.partition("/")
    return Location(_province(province, board), coast)


def _quoted(value: object) -> str:
    return json.dumps(value)[:80]


# --- the position ----------------------------------------------------------------------------------------------


def table_of(line: str) -> Table:
    """A line of JSON as an object."""
    try:
        table = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FaultError(f"This line is not JSON: {error}.") from error
    if not isinstance(table, dict):
        raise FaultError("This line is not a JSON object.")
    return table


def homes_are_assumed(table: Table, phase: Phase) -> bool:
    """Whether the position tells nothing of centres where builds and removals depend on them."""
    return phase.kind is PhaseKind.ADJUSTMENT and table.get("centers") is None


def position_of(table: Table, board: Board, book: RuleBook) -> Position:
    """The position of a table with ``phase``, ``units``, ``centers``, ``dislodged``; FaultError where it is none.

    Without ``centers`` nobody owns any, but in an adjustment phase every power has its home centres.
    """
    phase = phase_of(table.get("phase"), board)
    owners = _homes(board) if homes_are_assumed(table, phase) else _owners(table.get("centers"), board)
    standing = Position(phase, _units(table.get("units"), board), owners)
    return replace(standing, dislodged=_dislodged(board, book, standing, table.get("dislodged")))


def by_power(value: object, what: str, board: Board) -> Mapping[Power, tuple[str, ...]]:
    """``{POWER: [text, …]}``, absent or not."""
    if not isinstance(value, dict | None):
        raise FaultError(f"{what} must be an object with a list of texts for each power.")
    return {power_of(name, board): _texts(texts, f"The {what} of {name}") for name, texts in (value or {}).items()}


def _texts(value: object, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise FaultError(f"{what} must be a list of texts.")
    return tuple(value)


def _units(value: object, board: Board) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    for power, texts in by_power(value, "units", board).items():
        for unit in (_unit(power, text, board) for text in texts):
            if unit.at.province in standing:
                raise FaultError(f"Two units stand in {unit.at.province}.")
            standing[unit.at.province] = unit
    return standing


def _unit(power: Power, text: object, board: Board) -> Unit:
    unit = read_unit(text, power, board, load_notation(USUAL)) if isinstance(text, str) else None
    if unit is None:
        raise FaultError(_no_unit(text, board))
    return unit


def _no_unit(text: object, board: Board) -> str:
    """Why a text is no unit of the board."""
    written = re.fullmatch(r"([A-Z]) ([A-Z]{2,6})(?:/[A-Z]{2})?", text) if isinstance(text, str) else None
    kinds = {letter: troop.kind for letter, troop in board.war.troops.items()} or {kind.value: kind for kind in Kind}
    if written is None or written[1] not in kinds:
        return f"{_quoted(text)} is no unit; write for example {' or '.join(_examples(board))}."
    region = board.regions[_province(written[2], board)]
    coasts = region.coasts if kinds[written[1]] is Kind.FLEET else ()
    hint = f"; a fleet there is on {' or '.join(coasts)}" if coasts else ""
    return f"No unit can be {text}{hint}."


def _examples(board: Board) -> Iterator[str]:
    """An army of those that begin, and a fleet, one on a coast that must be named if there is one."""
    for kind in Kind:
        begin = sorted((unit for unit in board.start if unit.kind is kind), key=lambda unit: not unit.at.coast)
        yield from map(str, begin[:1])


def _owners(value: object, board: Board) -> Mapping[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, names in by_power(value, "centers", board).items():
        for centre in (_province(name, board) for name in names):
            if centre not in board.centres:
                raise FaultError(f"{centre} is no supply centre.")
            if centre in owners:
                raise FaultError(f"{centre} has two owners.")
            owners[centre] = power
    return owners


def _homes(board: Board) -> Mapping[Province, Power]:
    return {home: power for power in board.powers for home in board.homes(power)}


def _dislodged(board: Board, book: RuleBook, position: Position, value: object) -> Mapping[Province, Dislodged]:
    if not isinstance(value, list | None) or not all(isinstance(entry, dict) for entry in value or ()):
        raise FaultError("dislodged must be a list of objects with power, unit, from and perhaps options.")
    if value and position.phase.kind is not PhaseKind.RETREAT:
        raise FaultError(f"Dislodged units belong to a retreat phase, and {position.phase} is none.")
    driven_out: dict[Province, Dislodged] = {}
    for one in (_driven_out(board, book, position, entry) for entry in value or ()):
        if one.unit.at.province in driven_out:
            raise FaultError(f"Two units were dislodged in {one.unit.at.province}.")
        driven_out[one.unit.at.province] = one
    return driven_out


def _driven_out(board: Board, book: RuleBook, position: Position, entry: Table) -> Dislodged:
    unit = _unit(power_of(entry.get("power"), board), entry.get("unit"), board)
    origin = _province(entry.get("from"), board)
    if entry.get("options") is not None:
        options = _texts(entry["options"], f"The options of {unit}")
        return Dislodged(unit, origin, tuple(sorted(_location(option, board) for option in options)))
    free = retreats_open_to(board, book, unit, origin, by_convoy=False, occupied=position.units, contested=())
    return Dislodged(unit, origin, free)
