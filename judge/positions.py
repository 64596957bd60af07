"""Positions written as JSON: phases, units, centres, units driven out, each name checked before anything is judged."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from judge.notation.tables import Notation, load_notation, notation_names
from judge.rules.board import Board, Kind, Location, Power, Province, Unit
from judge.rules.boardfile import load_board
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from judge.rules.refuge import retreats_open_to
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import UnknownRuleBook, load_rulebook, rulebook_names

Table = Mapping[str, object]

BOARD: Board = load_board("standard")


class FaultError(ValueError):
    """What is wrong with a line, in one sentence."""


# --- names -----------------------------------------------------------------------------------------------------


def phase_of(code: object) -> Phase:
    """The phase of a code."""
    if not isinstance(code, str) or not re.fullmatch("[SF][0-9]{4}[MR]|W[0-9]{4}A", code):
        raise FaultError(f"{_quoted(code)} is no phase; write for example S1901M, F1901R or W1901A.")
    return Phase.parse(code)


def book_of(name: object) -> RuleBook:
    """The rule book of that name."""
    try:
        return load_rulebook(str(name))
    except UnknownRuleBook:
        raise FaultError(f"There is no rule book {_quoted(name)}; there are {', '.join(rulebook_names())}.") from None


def notation_of(name: object) -> Notation:
    """The notation of that name."""
    if name not in notation_names():
        raise FaultError(f"There is no notation {_quoted(name)}; there are {', '.join(notation_names())}.")
    return load_notation(str(name))


def power_of(name: object) -> Power:
    """The power of that name, in the neutral spelling."""
    if not isinstance(name, str) or name not in BOARD.powers:
        raise FaultError(f"{_quoted(name)} is no power of this board; there are {', '.join(BOARD.powers)}.")
    return Power(name)


def _province(name: object) -> Province:
    if not isinstance(name, str) or name not in BOARD.regions:
        raise FaultError(f"{_quoted(name)} is no region of this board.")
    return Province(name)


def _location(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(_province(province), coast)


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


def position_of(table: Table, book: RuleBook) -> Position:
    """The position of a table with ``phase``, ``units``, ``centers``, ``dislodged``; FaultError where it is none.

    Without ``centers`` nobody owns any, but in an adjustment phase every power has its home centres.
    """
    phase = phase_of(table.get("phase"))
    owners = _homes() if homes_are_assumed(table, phase) else _owners(table.get("centers"))
    standing = Position(phase, _units(table.get("units")), owners)
    return replace(standing, dislodged=_dislodged(book, standing, table.get("dislodged")))


def by_power(value: object, what: str) -> Mapping[Power, tuple[str, ...]]:
    """``{POWER: [text, …]}``, absent or not."""
    if not isinstance(value, dict | None):
        raise FaultError(f"{what} must be an object with a list of texts for each power.")
    return {power_of(name): _texts(texts, f"The {what} of {name}") for name, texts in (value or {}).items()}


def _texts(value: object, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise FaultError(f"{what} must be a list of texts.")
    return tuple(value)


def _units(value: object) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    for power, texts in by_power(value, "units").items():
        for unit in (_unit(power, text) for text in texts):
            if unit.at.province in standing:
                raise FaultError(f"Two units stand in {unit.at.province}.")
            standing[unit.at.province] = unit
    return standing


def _unit(power: Power, text: object) -> Unit:
    written = re.fullmatch(r"([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)", text) if isinstance(text, str) else None
    if written is None:
        raise FaultError(f"{_quoted(text)} is no unit; write for example A PAR or F STP/SC.")
    kind, at = Kind(written[1]), _location(written[2])
    if at not in BOARD.borders[kind]:
        coasts = BOARD.regions[at.province].coasts if kind is Kind.FLEET else ()
        hint = f"; a fleet there is on {' or '.join(coasts)}" if coasts else ""
        raise FaultError(f"No unit can be {text}{hint}.")
    return Unit(power, kind, at)


def _owners(value: object) -> Mapping[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, names in by_power(value, "centers").items():
        for centre in map(_province, names):
            if centre not in BOARD.centres:
                raise FaultError(f"{centre} is no supply centre.")
            if centre in owners:
                raise FaultError(f"{centre} has two owners.")
            owners[centre] = power
    return owners


def _homes() -> Mapping[Province, Power]:
    return {home: power for power in BOARD.powers for home in BOARD.homes(power)}


def _dislodged(book: RuleBook, position: Position, value: object) -> Mapping[Province, Dislodged]:
    if not isinstance(value, list | None) or not all(isinstance(entry, dict) for entry in value or ()):
        raise FaultError("dislodged must be a list of objects with power, unit, from and perhaps options.")
    if value and position.phase.kind is not PhaseKind.RETREAT:
        raise FaultError(f"Dislodged units belong to a retreat phase, and {position.phase} is none.")
    driven_out: dict[Province, Dislodged] = {}
    for one in (_driven_out(book, position, entry) for entry in value or ()):
        if one.unit.at.province in driven_out:
            raise FaultError(f"Two units were dislodged in {one.unit.at.province}.")
        driven_out[one.unit.at.province] = one
    return driven_out


def _driven_out(book: RuleBook, position: Position, entry: Table) -> Dislodged:
    unit = _unit(power_of(entry.get("power")), entry.get("unit"))
    origin = _province(entry.get("from"))
    if entry.get("options") is not None:
        options = map(_location, _texts(entry["options"], f"The options of {unit}"))
        return Dislodged(unit, origin, tuple(sorted(options)))
    free = retreats_open_to(BOARD, book, unit, origin, by_convoy=False, occupied=position.units, contested=())
    return Dislodged(unit, origin, free)
