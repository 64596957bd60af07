"""Reads positions, and phases to be judged, from JSON, where every name is checked first; writes positions."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from judge.notation.line import Misread, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import misread_if_offered, read_as_written, read_order, read_unit, unit_named
from judge.notation.several_orders import read_orders
from judge.notation.tables import Notation, every_notation, load_notation, notation_names
from judge.rules.board import Board, Corps, Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import board_names, load_board
from judge.rules.orders import Order
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from judge.rules.retreats import retreat_options
from judge.rules.rulebook import RuleBook, UnknownRuleBook, rulebook_names, rulebook_of

# --- reads positions from JSON: phases, units, centres, dislodged units; every name is checked first


JsonObject = Mapping[str, object]

DEFAULT_NAME = "standard"
"""The name of the board and of the notation if a line gives none."""


class JsonFaultError(ValueError):
    """What is wrong with a line, in one sentence, and the ``field`` at fault, such as ``dislodged[0].from``."""

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(f"{field}: {why}" if field else why)
        self.why = why
        self.field = field


class fault_inside:  # noqa: N801  # read as a function; entered for every unit, a generator would take thrice as long
    """Within this context, add the field to the field of any fault."""

    __slots__ = ("_field",)

    def __init__(self, field: str) -> None:
        self._field = field

    def __enter__(self) -> None:
        """Nothing is done yet."""

    def __exit__(self, _: object, fault: BaseException | None, __: object) -> None:
        if isinstance(fault, JsonFaultError):
            dot = "" if not fault.field or fault.field.startswith("[") else "."
            raise JsonFaultError(fault.why, f"{self._field}{dot}{fault.field}") from None


# --- names -----------------------------------------------------------------------------------------------------


def board_in_json(table: JsonObject) -> Board:
    """Return the board that an object names; JsonFaultError if there is none of that name."""
    name = table.get("board") or DEFAULT_NAME
    if name not in board_names():
        raise JsonFaultError(f"There is no board {_quoted(name)}; there are {', '.join(board_names())}.", "board")
    return load_board(str(name))


def read_phase(code: object, board: Board) -> Phase:
    """Return the phase of a code; JsonFaultError if it is none."""
    if not isinstance(code, str) or not re.fullmatch("[SF][0-9]{1,4}[MR]|W[0-9]{1,4}A", code):
        year = board.start_year
        raise JsonFaultError(f"{_quoted(code)} is no phase; write for example S{year}M, F{year}R or W{year}A.", "phase")
    return Phase.parse(code)


def rulebook_in_json(table: JsonObject, board: Board) -> RuleBook:
    """Return the rule book that a table names, else that of its board, with the policies of the board."""
    name = table.get("rules") or ""
    try:
        return rulebook_of(board, str(name))
    except UnknownRuleBook:
        why = f"There is no rule book {_quoted(name)}; there are {', '.join(rulebook_names())}."
        raise JsonFaultError(why, "rules") from None


def notation_in_json(table: JsonObject) -> Notation:
    """The notation that a table names."""
    name, known = table.get("notation") or DEFAULT_NAME, sorted(every_notation())
    if name not in known:
        raise JsonFaultError(f"There is no notation {_quoted(name)}; there are {', '.join(known)}.", "notation")
    return load_notation(str(name))


def read_power(name: object, board: Board) -> Power:
    """The power of that name, in the neutral spelling."""
    if not isinstance(name, str) or name not in board.powers:
        raise JsonFaultError(f"{_quoted(name)} is no power of this board; there are {', '.join(board.powers)}.")
    return Power(name)


def read_location(name: object, board: Board) -> Location:
    """A region, perhaps with one of its coasts, as the neutral notation writes it: ``MUN``, ``SPA/SC``."""
    code, slash, coast = name.partition("/") if isinstance(name, str) else ("", "", "")
    region = board.regions.get(Province(code))
    if region is None:
        raise JsonFaultError(f"{_quoted(name)} is no region of this board; write for example {_some_region(board)}.")
    if slash and coast not in region.coasts:
        has = f"it has {' and '.join(region.coasts)}" if region.coasts else f"write {code}"
        raise JsonFaultError(f"{_quoted(name)}: {code} has no such coast; {has}.")
    return Location(region.code, coast)


def _some_region(board: Board) -> str:
    """A region to show, one with coasts if there is one."""
    region = min(board.regions.values(), key=lambda region: (not region.coasts, region.code))
    return f"{region.code} or {region.code}/{region.coasts[0]}" if region.coasts else region.code


def _quoted(value: object) -> str:
    return json.dumps(value)[:80]


# --- the position ----------------------------------------------------------------------------------------------


def read_json_object(line: str) -> JsonObject:
    """Return a line of JSON as an object; JsonFaultError if it is none."""
    try:
        table = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise JsonFaultError(f"This line is not JSON: {error}.") from error
    if not isinstance(table, dict):
        raise JsonFaultError("This line is not a JSON object.")
    return table


def homes_are_assumed(table: JsonObject, phase: Phase) -> bool:
    """Return whether centres are missing in a phase whose builds and removals depend on them."""
    return phase.kind is PhaseKind.ADJUSTMENT and table.get("centers") is None


def read_position(table: JsonObject, board: Board, book: RuleBook) -> Position:
    """Return the position of an object with ``phase``, ``units``, ``centers``, ``dislodged``.

    JsonFaultError if it is none. Without ``centers`` nobody owns any, but in an adjustment phase every power has its
    home centres.
    """
    phase = read_phase(table.get("phase"), board)
    owners = _homes(board) if homes_are_assumed(table, phase) else _owners(table, board)
    standing = Position(phase, _with_corps(_units(table, board), table, board), owners)
    return replace(standing, dislodged=_dislodged(board, book, standing, table))


def position_json(position: Position) -> JsonObject:
    """Return a position as the object that ``read_position`` reads: ``phase``, ``units``, ``centers`` and the rest.

    Allies, factories, quarantines and new troops of a war are not told.
    """
    powers = sorted({unit.power for unit in position.units.values()} | {*position.owners.values()})
    corps = {at: _corps_json(unit.corps) for at, unit in position.units.items() if unit.corps}
    driven_out = [
        {
            "power": one.unit.power,
            "unit": str(one.unit),
            **({"from": one.by} if one.by else {}),
            "options": [*map(str, one.retreats)],
            **(_corps_json(one.unit.corps) if one.unit.corps else {}),
        }
        for _, one in sorted(position.dislodged.items())
    ]
    return {
        "phase": str(position.phase),
        "units": {power: [*map(str, position.units_of(power))] for power in powers},
        "centers": {power: [*position.centres_of(power)] for power in powers},
        **({"corps": corps} if corps else {}),
        **({"dislodged": driven_out} if driven_out else {}),
    }


def _corps_json(corps: Corps) -> JsonObject:
    return {"health": corps.health, "rest": corps.rest}


def texts_by_power(table: JsonObject, field: str, board: Board) -> Mapping[Power, tuple[str, ...]]:
    """Return a field of the form ``{POWER: [text, …]}``; empty if it is absent."""
    value = table.get(field)
    with fault_inside(field):
        if not isinstance(value, dict | None):
            raise JsonFaultError('It must be an object with a list of texts for each power: {"FRANCE": ["…"]}.')
        return {read_power(name, board): _texts(texts, str(name)) for name, texts in (value or {}).items()}


def _texts(value: object, field: str) -> tuple[str, ...]:
    """A list of texts, absent or not."""
    with fault_inside(field):
        if not isinstance(value, list | None) or not all(isinstance(text, str) for text in value or ()):
            raise JsonFaultError('It must be a list of texts: ["…", "…"].')
        return tuple(value or ())


def _units(table: JsonObject, board: Board) -> Mapping[Province, Unit]:
    standing: dict[Province, Unit] = {}
    for power, number, text in _each(texts_by_power(table, "units", board)):
        with fault_inside(f"units.{power}[{number}]"):
            unit = _unit(power, text, board)
            if unit.at.province in standing:
                raise JsonFaultError(f"Two units stand in {unit.at.province}; there is room for one.")
        standing[unit.at.province] = unit
    return standing


def _with_corps(units: Mapping[Province, Unit], table: JsonObject, board: Board) -> Mapping[Province, Unit]:
    """The units with the hit points and the rest that ``corps`` has for the regions they stand in (004 6, 9)."""
    value = table.get("corps")
    with fault_inside("corps"):
        if not isinstance(value, dict | None):
            raise JsonFaultError(
                'It must be an object with what is left to each unit: {"FOR": {"health": 2, "rest": 1}}.'
            )
        worn: dict[Province, Unit] = {}
        for name, numbers in (value or {}).items():
            with fault_inside(str(name)):
                unit = units.get(read_location(name, board).province)
                if unit is None:
                    raise JsonFaultError("No unit stands there.")
                worn[unit.at.province] = _worn(unit, numbers, board)
    return {**units, **worn}


def _worn(unit: Unit, numbers: object, board: Board) -> Unit:
    """A unit with the ``health`` and the ``rest`` of an object; what it leaves out is that of a new unit."""
    troop = board.war.troops.get(unit.letter)
    if troop is None or unit.corps is None:
        raise JsonFaultError(f"{unit} has no hit points: the board {_quoted(board.name)} has no troops.")
    if not isinstance(numbers, dict):
        raise JsonFaultError("It must be an object with health and rest, or one of them.")
    health = _number_within(numbers, "health", troop.health, 1, troop.health)
    return unit.with_health(health, _number_within(numbers, "rest", 0, 0, board.war.rest))


def _number_within(numbers: JsonObject, field: str, usual: int, least: int, most: int) -> int:
    value = numbers.get(field)
    with fault_inside(field):
        if value is None:
            return usual
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise JsonFaultError(f"{_quoted(value)} is no number from {least} to {most}.")
        return value


def _each(lists: Mapping[Power, tuple[str, ...]]) -> Iterator[tuple[Power, int, str]]:
    """Each text with its power and its number in the list."""
    return ((power, number, text) for power, texts in lists.items() for number, text in enumerate(texts))


def _unit(power: Power, text: object, board: Board) -> Unit:
    """The unit of a text; the coast of a unit that needs none is left out, as in orders."""
    if not isinstance(text, str):
        raise JsonFaultError(_no_unit(text, board))
    unit = read_unit(text, power, board, load_notation(DEFAULT_NAME)) or _without_coast(power, text, board)
    if unit is None:
        raise JsonFaultError(_no_unit(text, board))
    return unit


def _without_coast(power: Power, text: str, board: Board) -> Unit | None:
    plain, _, coast = text.partition("/")
    unit = read_unit(plain, power, board, load_notation(DEFAULT_NAME))
    return unit if unit and coast in board.regions[unit.at.province].coasts else None


def _no_unit(text: object, board: Board) -> str:
    """Why a text is no unit of the board."""
    written = re.fullmatch(r"([A-Z]) ([A-Z]{2,6})(?:/[A-Z]{2})?", text) if isinstance(text, str) else None
    kinds = {letter: troop.kind for letter, troop in board.war.troops.items()} or {
        kind.value: kind for kind in UnitKind
    }
    if written is None or written[1] not in kinds:
        return f"{_quoted(text)} is no unit; write for example {' or '.join(_examples(board))}."
    region = board.regions[read_location(written[2], board).province]
    coasts = region.coasts if kinds[written[1]] is UnitKind.FLEET else ()
    hint = f"; a fleet there is on {' or '.join(coasts)}" if coasts else ""
    return f"No unit can be {text}{hint}."


def _examples(board: Board) -> Iterator[str]:
    """An army of those that begin, and a fleet, one on a coast that must be named if there is one."""
    for kind in UnitKind:
        begin = sorted((unit for unit in board.start if unit.kind is kind), key=lambda unit: not unit.at.coast)
        yield from map(str, begin[:1])


def _owners(table: JsonObject, board: Board) -> Mapping[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, number, name in _each(texts_by_power(table, "centers", board)):
        with fault_inside(f"centers.{power}[{number}]"):
            centre = read_location(name, board).province
            if centre not in board.centres:
                raise JsonFaultError(f"{centre} is no supply centre; write for example {min(board.centres)}.")
            if centre in owners:
                raise JsonFaultError(f"{centre} has two owners: {owners[centre]}, too.")
        owners[centre] = power
    return owners


def _homes(board: Board) -> Mapping[Province, Power]:
    return {home: power for power in board.powers for home in sorted(board.homes(power))}


def _dislodged(board: Board, book: RuleBook, position: Position, table: JsonObject) -> Mapping[Province, Dislodged]:
    value = table.get("dislodged")
    driven_out: dict[Province, Dislodged] = {}
    with fault_inside("dislodged"):
        if not isinstance(value, list | None):
            raise JsonFaultError("It must be a list of objects with power, unit, from and perhaps options.")
        if value and position.phase.kind is not PhaseKind.RETREAT:
            raise JsonFaultError(f"Dislodged units belong to a retreat phase, and {position.phase} is none.")
        for number, entry in enumerate(value or ()):
            with fault_inside(f"[{number}]"):
                one = _driven_out(board, book, position, entry)
                if one.unit.at.province in driven_out:
                    raise JsonFaultError(f"Two units were dislodged in {one.unit.at.province}; there was room for one.")
            driven_out[one.unit.at.province] = one
    return driven_out


def _driven_out(board: Board, book: RuleBook, position: Position, entry: object) -> Dislodged:
    if not isinstance(entry, dict):
        raise JsonFaultError("It must be an object with power, unit, from and perhaps options.")
    with fault_inside("power"):
        power = read_power(entry.get("power"), board)
    with fault_inside("unit"):
        unit = _unit(power, entry.get("unit"), board)
    if entry.get("health") is not None or entry.get("rest") is not None:
        unit = _worn(unit, entry, board)
    origin = _origin(entry, board)
    if entry.get("options") is not None:
        return Dislodged(unit, origin, _options(entry["options"], unit, board))
    free = retreat_options(board, book, unit, origin, by_convoy=False, occupied=position.units, contested=())
    return Dislodged(unit, origin, free)


def _origin(entry: JsonObject, board: Board) -> Province:
    """Where the attacker came from, its coast left out; what is not said matters to nobody where options are."""
    origin = entry.get("from")
    with fault_inside("from"):
        if origin is None or origin == "":
            if entry.get("options") is None:
                raise JsonFaultError(
                    f"{_quoted(origin)} is no region; write where the attacker came from, such as "
                    f"{_some_region(board)}, or give the options of the unit."
                )
            return Province("")
        return read_location(origin, board).province


def _options(value: object, unit: Unit, board: Board) -> tuple[Location, ...]:
    """Where a unit may go: an army on no coast, a fleet on the coasts in its reach where none is named."""
    ways = board.ways(unit)
    open_to: set[Location] = set()
    for number, text in enumerate(_texts(value, "options")):
        with fault_inside(f"options[{number}]"):
            option = read_location(text, board)
            near = [at for at in ways.get(option.province, ()) if not (at.coast and option.coast) or at == option]
            if not near:
                there = ", ".join(sorted(str(at) for places in ways.values() for at in places))
                raise JsonFaultError(f"{unit} cannot go to {option}; next to it are {there}.")
        open_to.update(near)
    return tuple(sorted(open_to))


# --- reads phases to be judged from JSON: a position with the orders of each power, in any notation


_HOMES_ASSUMED = "No centers given: every power was taken to own its home centres."


@dataclass(frozen=True)
class PhaseToJudge:
    """A phase to be judged: ``id`` is that of the line, ``note`` tells what was assumed."""

    id: object
    board: Board
    book: RuleBook
    notation: Notation
    position: Position
    orders: Mapping[Power, tuple[str, ...]]
    note: str = ""


def read_phase_to_judge(table: JsonObject) -> PhaseToJudge:
    """Read a phase to be judged; every name is checked before anything is judged (JsonFaultError)."""
    board = board_in_json(table)
    book = rulebook_in_json(table, board)
    position = read_position(table, board, book)
    return PhaseToJudge(
        id=table.get("id"),
        board=board,
        book=book,
        notation=notation_in_json(table),
        position=position,
        orders={power: texts for power, texts in texts_by_power(table, "orders", board).items() if texts},
        note=_HOMES_ASSUMED if homes_are_assumed(table, position.phase) else "",
    )


@dataclass(frozen=True)
class OrderLine:
    """One order as written and as read; ``unit`` is the one that a line which could not be read names, if any.

    The notation ``written_in`` writes the order with exactly that text; None where no such one is known.
    """

    text: str
    read: Order | Misread
    unit: Unit | None = None
    written_in: Notation | None = None


@lru_cache
def _others(own: str) -> Sequence[Notation]:
    return [load_notation(name) for name in notation_names() if name != own]


def read_order_lines(request: PhaseToJudge, power: Power, texts: Iterable[str]) -> Iterator[OrderLine]:
    """The power's own notation is read first, then every other."""
    own = request.notation
    others = _others(own.name)
    scene = request.position, request.board, power, own, others
    reader = OrderReader(own, others, OrderContext(request.board, request.position, power))
    for text in texts:
        if written := read_as_written(text, reader):
            yield OrderLine(text, written, written_in=own)
            continue
        for line, found in read_orders(text, *scene) or ((text, read_order(text, *scene)),):
            read = misread_if_offered(found)
            unread = isinstance(read, Misread) and not read.is_prose
            yield OrderLine(line, read, unit_named(line, *scene) if unread else None)
