"""Positions written as JSON: phases, units, centres, units driven out, each name checked before anything is judged."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
    """What is wrong with a line, in one sentence, and the ``field`` that is, such as ``dislodged[0].from``."""

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.why = why
        self.field = field


@contextmanager
def inside(field: str) -> Iterator[None]:
    """Within this, what is wrong is wrong with that field, or with a part of it."""
    try:
        yield
    except FaultError as fault:
        dot = "" if not fault.field or fault.field.startswith("[") else "."
        raise FaultError(fault.why, f"{field}{dot}{fault.field}") from None


# --- names -----------------------------------------------------------------------------------------------------


def board_of(table: Table) -> Board:
    """The board that a table names; FaultError where the judge has none of that name."""
    name = table.get("board") or USUAL
    if name not in board_names():
        raise FaultError(f"There is no board {_quoted(name)}; there are {', '.join(board_names())}.", "board")
    return load_board(str(name))


def phase_of(code: object, board: Board) -> Phase:
    """The phase of a code."""
    if not isinstance(code, str) or not re.fullmatch("[SF][0-9]{1,4}[MR]|W[0-9]{1,4}A", code):
        year = board.start_year
        raise FaultError(f"{_quoted(code)} is no phase; write for example S{year}M, F{year}R or W{year}A.", "phase")
    return Phase.parse(code)


def rules_of(table: Table, board: Board) -> str:
    """The name of the rule book that a table, or else its board, asks for."""
    return str(table.get("rules") or board.rulebook or "2023")


def book_of(name: str, board: Board) -> RuleBook:
    """The rule book of that name, with what the board chooses instead of its choices."""
    try:
        return replace(load_rulebook(name), **board.policies)
    except UnknownRuleBook:
        why = f"There is no rule book {_quoted(name)}; there are {', '.join(rulebook_names())}."
        raise FaultError(why, "rules") from None


def notation_of(table: Table) -> Notation:
    """The notation that a table names."""
    name = table.get("notation") or USUAL
    if name not in notation_names():
        raise FaultError(f"There is no notation {_quoted(name)}; there are {', '.join(notation_names())}.", "notation")
    return load_notation(str(name))


def power_of(name: object, board: Board) -> Power:
    """The power of that name, in the neutral spelling."""
    if not isinstance(name, str) or name not in board.powers:
        raise FaultError(f"{_quoted(name)} is no power of this board; there are {', '.join(board.powers)}.")
    return Power(name)


def location_of(name: object, board: Board) -> Location:
    """A region, perhaps with one of its coasts, as the neutral notation writes it: ``MUN``, ``SPA/SC``."""
    code, slash, coast = name.partition("/") if isinstance(name, str) else ("", "", "")
    region = board.regions.get(Province(code))
    if region is None:
        raise FaultError(f"{_quoted(name)} is no region of this board; write for example {_some_region(board)}.")
    if slash and coast not in region.coasts:
        has = f"it has {' and '.join(region.coasts)}" if region.coasts else f"write {code}"
        raise FaultError(f"{_quoted(name)}: {code} has no such coast; {has}.")
    return Location(region.code, coast)


def _some_region(board: Board) -> str:
    """A region to show, one with coasts if there is one."""
    region = min(board.regions.values(), key=lambda region: (not region.coasts, region.code))
    return f"{region.code} or {region.code}/{region.coasts[0]}" if region.coasts else region.code


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
    owners = _homes(board) if homes_are_assumed(table, phase) else _owners(table, board)
    standing = Position(phase, _units(table, board), owners)
    return replace(standing, dislodged=_dislodged(board, book, standing, table))


def by_power(table: Table, field: str, board: Board) -> Mapping[Power, tuple[str, ...]]:
    """A field of the form ``{POWER: [text, …]}``, absent or not."""
    value = table.get(field)
    with inside(field):
        if not isinstance(value, dict | None):
            raise FaultError('It must be an object with a list of texts for each power: {"FRANCE": ["…"]}.')
        return {power_of(name, board): _texts(texts, str(name)) for name, texts in (value or {}).items()}


def _texts(value: object, field: str) -> tuple[str, ...]:
    """A list of texts, absent or not."""
    with inside(field):
        if not isinstance(value, list | None) or not all(isinstance(text, str) for text in value or ()):
            raise FaultError('It must be a list of texts: ["…", "…"].')
        return tuple(value or ())


def _units(table: Table, board: Board) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    for power, number, text in _each(by_power(table, "units", board)):
        with inside(f"units.{power}[{number}]"):
            unit = _unit(power, text, board)
            if unit.at.province in standing:
                raise FaultError(f"Two units stand in {unit.at.province}; there is room for one.")
        standing[unit.at.province] = unit
    return standing


def _each(lists: Mapping[Power, tuple[str, ...]]) -> Iterator[tuple[Power, int, str]]:
    """Each text with its power and its number in the list."""
    return ((power, number, text) for power, texts in lists.items() for number, text in enumerate(texts))


def _unit(power: Power, text: object, board: Board) -> Unit:
    """The unit of a text; the coast of a unit that needs none is left out, as in orders."""
    if not isinstance(text, str):
        raise FaultError(_no_unit(text, board))
    unit = read_unit(text, power, board, load_notation(USUAL)) or _without_coast(power, text, board)
    if unit is None:
        raise FaultError(_no_unit(text, board))
    return unit


def _without_coast(power: Power, text: str, board: Board) -> Unit | None:
    plain, _, coast = text.partition("/")
    unit = read_unit(plain, power, board, load_notation(USUAL))
    return unit if unit and coast in board.regions[unit.at.province].coasts else None


def _no_unit(text: object, board: Board) -> str:
    """Why a text is no unit of the board."""
    written = re.fullmatch(r"([A-Z]) ([A-Z]{2,6})(?:/[A-Z]{2})?", text) if isinstance(text, str) else None
    kinds = {letter: troop.kind for letter, troop in board.war.troops.items()} or {kind.value: kind for kind in Kind}
    if written is None or written[1] not in kinds:
        return f"{_quoted(text)} is no unit; write for example {' or '.join(_examples(board))}."
    region = board.regions[location_of(written[2], board).province]
    coasts = region.coasts if kinds[written[1]] is Kind.FLEET else ()
    hint = f"; a fleet there is on {' or '.join(coasts)}" if coasts else ""
    return f"No unit can be {text}{hint}."


def _examples(board: Board) -> Iterator[str]:
    """An army of those that begin, and a fleet, one on a coast that must be named if there is one."""
    for kind in Kind:
        begin = sorted((unit for unit in board.start if unit.kind is kind), key=lambda unit: not unit.at.coast)
        yield from map(str, begin[:1])


def _owners(table: Table, board: Board) -> Mapping[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, number, name in _each(by_power(table, "centers", board)):
        with inside(f"centers.{power}[{number}]"):
            centre = location_of(name, board).province
            if centre not in board.centres:
                raise FaultError(f"{centre} is no supply centre; write for example {min(board.centres)}.")
            if centre in owners:
                raise FaultError(f"{centre} has two owners: {owners[centre]}, too.")
        owners[centre] = power
    return owners


def _homes(board: Board) -> Mapping[Province, Power]:
    return {home: power for power in board.powers for home in board.homes(power)}


def _dislodged(board: Board, book: RuleBook, position: Position, table: Table) -> Mapping[Province, Dislodged]:
    value = table.get("dislodged")
    driven_out: dict[Province, Dislodged] = {}
    with inside("dislodged"):
        if not isinstance(value, list | None):
            raise FaultError("It must be a list of objects with power, unit, from and perhaps options.")
        if value and position.phase.kind is not PhaseKind.RETREAT:
            raise FaultError(f"Dislodged units belong to a retreat phase, and {position.phase} is none.")
        for number, entry in enumerate(value or ()):
            with inside(f"[{number}]"):
                one = _driven_out(board, book, position, entry)
                if one.unit.at.province in driven_out:
                    raise FaultError(f"Two units were dislodged in {one.unit.at.province}; there was room for one.")
            driven_out[one.unit.at.province] = one
    return driven_out


def _driven_out(board: Board, book: RuleBook, position: Position, entry: object) -> Dislodged:
    if not isinstance(entry, dict):
        raise FaultError("It must be an object with power, unit, from and perhaps options.")
    with inside("power"):
        power = power_of(entry.get("power"), board)
    with inside("unit"):
        unit = _unit(power, entry.get("unit"), board)
    origin = _origin(entry, board)
    if entry.get("options") is not None:
        return Dislodged(unit, origin, _options(entry["options"], unit, board))
    free = retreats_open_to(board, book, unit, origin, by_convoy=False, occupied=position.units, contested=())
    return Dislodged(unit, origin, free)


def _origin(entry: Table, board: Board) -> Province:
    """Where the attacker came from, its coast left out; what is not said matters to nobody where options are."""
    origin = entry.get("from")
    with inside("from"):
        if origin is None or origin == "":
            if entry.get("options") is None:
                raise FaultError(
                    f"{_quoted(origin)} is no region; write where the attacker came from, such as "
                    f"{_some_region(board)}, or give the options of the unit."
                )
            return Province("")
        return location_of(origin, board).province


def _options(value: object, unit: Unit, board: Board) -> tuple[Location, ...]:
    """Where a unit may go: an army on no coast, a fleet on the coasts in its reach where none is named."""
    ways = board.ways(unit)
    open_to: set[Location] = set()
    for number, text in enumerate(_texts(value, "options")):
        with inside(f"options[{number}]"):
            option = location_of(text, board)
            near = [at for at in ways.get(option.province, ()) if not (at.coast and option.coast) or at == option]
            if not near:
                there = ", ".join(sorted(str(at) for places in ways.values() for at in places))
                raise FaultError(f"{unit} cannot go to {option}; next to it are {there}.")
        open_to.update(near)
    return tuple(sorted(open_to))
