"""Reads one line of JSON as a phase to be judged, or says what is wrong with it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.notation.tables import Notation, load_notation, notation_names
from judge.rules.board import Board, Kind, Location, Power, Province, Unit
from judge.rules.boardfile import load_board
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from judge.rules.refuge import retreats_open_to
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import UnknownRuleBook, load_rulebook, rulebook_names

Table = Mapping[str, object]

BOARD = load_board("standard")
HOMES_ASSUMED = "No centers given: every power was taken to own its home centres."


@dataclass(frozen=True)
class Request:
    """A phase to be judged; ``id`` is whatever the line bore, ``note`` what had to be assumed."""

    id: object
    board: Board
    book: RuleBook
    notation: Notation
    position: Position
    orders: Mapping[Power, tuple[str, ...]]
    note: str = ""


@dataclass(frozen=True)
class Faulty:
    """A line that cannot be judged, and why in one sentence."""

    id: object
    why: str


class _FaultError(ValueError):
    """What is wrong with a line, in one sentence."""


def read_request(text: str) -> Request | Faulty:
    """Read one line; every name is checked before anything is judged."""
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Faulty(None, f"This line is not JSON: {error}.")
    if not isinstance(table, dict):
        return Faulty(None, "This line is not a JSON object.")
    try:
        return _request(table)
    except _FaultError as fault:
        return Faulty(table.get("id"), str(fault))


def _request(table: Table) -> Request:
    phase = _phase(table.get("phase"))
    book = _book(table.get("rules", "2023"))
    assumed = phase.kind is PhaseKind.ADJUSTMENT and table.get("centers") is None
    owners = _homes() if assumed else _owners(table.get("centers"))
    standing = Position(phase, _units(table.get("units")), owners)
    return Request(
        id=table.get("id"),
        board=BOARD,
        book=book,
        notation=_notation(table.get("notation", "standard")),
        position=replace(standing, dislodged=_dislodged(book, standing, table.get("dislodged"))),
        orders={power: texts for power, texts in _by_power(table.get("orders"), "orders").items() if texts},
        note=HOMES_ASSUMED if assumed else "",
    )


# --- names -----------------------------------------------------------------------------------------------------


def _phase(code: object) -> Phase:
    if not isinstance(code, str) or not re.fullmatch("[SF][0-9]{4}[MR]|W[0-9]{4}A", code):
        raise _FaultError(f"{_quoted(code)} is no phase; write for example S1901M, F1901R or W1901A.")
    return Phase.parse(code)


def _book(name: object) -> RuleBook:
    try:
        return load_rulebook(str(name))
    except UnknownRuleBook:
        raise _FaultError(f"There is no rule book {_quoted(name)}; there are {', '.join(rulebook_names())}.") from None


def _notation(name: object) -> Notation:
    if name not in notation_names():
        raise _FaultError(f"There is no notation {_quoted(name)}; there are {', '.join(notation_names())}.")
    return load_notation(str(name))


def _power(name: object) -> Power:
    if name not in BOARD.powers:
        raise _FaultError(f"{_quoted(name)} is no power of this board; there are {', '.join(BOARD.powers)}.")
    return Power(str(name))


def _province(name: object) -> Province:
    if name not in BOARD.regions:
        raise _FaultError(f"{_quoted(name)} is no region of this board.")
    return Province(str(name))


def _location(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(_province(province), coast)


def _quoted(value: object) -> str:
    return json.dumps(value)[:80]


# --- the position ----------------------------------------------------------------------------------------------


def _by_power(value: object, what: str) -> Mapping[Power, tuple[str, ...]]:
    """``{POWER: [text, …]}``, absent or not."""
    if not isinstance(value, dict | None):
        raise _FaultError(f"{what} must be an object with a list of texts for each power.")
    return {_power(name): _texts(texts, f"The {what} of {name}") for name, texts in (value or {}).items()}


def _texts(value: object, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise _FaultError(f"{what} must be a list of texts.")
    return tuple(value)


def _units(value: object) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    for power, texts in _by_power(value, "units").items():
        for unit in (_unit(power, text) for text in texts):
            if unit.at.province in standing:
                raise _FaultError(f"Two units stand in {unit.at.province}.")
            standing[unit.at.province] = unit
    return standing


def _unit(power: Power, text: object) -> Unit:
    written = re.fullmatch(r"([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)", text) if isinstance(text, str) else None
    if written is None:
        raise _FaultError(f"{_quoted(text)} is no unit; write for example A PAR or F STP/SC.")
    kind, at = Kind(written[1]), _location(written[2])
    if at not in BOARD.borders[kind]:
        coasts = BOARD.regions[at.province].coasts if kind is Kind.FLEET else ()
        hint = f"; a fleet there is on {' or '.join(coasts)}" if coasts else ""
        raise _FaultError(f"No unit can be {text}{hint}.")
    return Unit(power, kind, at)


def _owners(value: object) -> Mapping[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, names in _by_power(value, "centers").items():
        for centre in map(_province, names):
            if centre not in BOARD.centres:
                raise _FaultError(f"{centre} is no supply centre.")
            if centre in owners:
                raise _FaultError(f"{centre} has two owners.")
            owners[centre] = power
    return owners


def _homes() -> Mapping[Province, Power]:
    return {home: power for power in BOARD.powers for home in BOARD.homes(power)}


def _dislodged(book: RuleBook, position: Position, value: object) -> Mapping[Province, Dislodged]:
    if not isinstance(value, list | None) or not all(isinstance(entry, dict) for entry in value or ()):
        raise _FaultError("dislodged must be a list of objects with power, unit, from and perhaps options.")
    if value and position.phase.kind is not PhaseKind.RETREAT:
        raise _FaultError(f"Dislodged units belong to a retreat phase, and {position.phase} is none.")
    driven_out: dict[Province, Dislodged] = {}
    for one in (_driven_out(book, position, entry) for entry in value or ()):
        if one.unit.at.province in driven_out:
            raise _FaultError(f"Two units were dislodged in {one.unit.at.province}.")
        driven_out[one.unit.at.province] = one
    return driven_out


def _driven_out(book: RuleBook, position: Position, entry: Table) -> Dislodged:
    unit = _unit(_power(entry.get("power")), entry.get("unit"))
    origin = _province(entry.get("from"))
    if entry.get("options") is not None:
        options = map(_location, _texts(entry["options"], f"The options of {unit}"))
        return Dislodged(unit, origin, tuple(sorted(options)))
    free = retreats_open_to(BOARD, book, unit, origin, by_convoy=False, occupied=position.units, contested=())
    return Dislodged(unit, origin, free)
