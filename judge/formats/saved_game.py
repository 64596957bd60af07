"""The saved games of the ``diplomacy`` package: written, and read back.

They are those of our standard notation and of the codes of the standard board, but for what stands here. Source: the
saved games that the package writes (version 1.1.2).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from judge.formats.played import PlayedGame
from judge.formats.positions_json import JsonFaultError, JsonObject, fault_inside
from judge.game.phases.messages import PhaseClosed
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import Notation, load_notation
from judge.notation.write import mark_of, write_order
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Power, Province, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import Move, Order
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Built, Disbanded, RetreatsCollided, Verdict

# --- the words of saved games of the ``diplomacy`` package


MAP = "standard"
"""The one map that both know."""

COMPLETED = "COMPLETED"
"""The name of the phase of a game that is over."""

DISLODGED_MARK = "*"
"""Stands before a dislodged unit among those of its power."""


def is_on_its_map(board: Board) -> bool:
    """Whether a saved game can hold a game on a board: the standard map and no power but its seven."""
    return board.map == MAP and {*board.powers} <= {*load_board(MAP).powers}


# --- written


def order_text(order: Order, position: Position, board: Board) -> str:
    """An order in the words of the package; an army that can only come by sea says so."""
    unit = None if not isinstance(order, Move) else position.units.get(order.at)
    if isinstance(order, Move) and unit and unit.kind is UnitKind.ARMY and not board.reaches(unit, order.to.province):
        order = replace(order, by_sea=True)
    return write_order(order, position, board, _standard())


def order_texts(verdicts: Iterable[Verdict], position: Position, board: Board) -> list[str]:
    """The orders that a power gave in a phase, those that the rules made void among them."""
    return [order_text(one.order, position, board) for one in verdicts if one.order is not None]


def result_codes(verdict: Verdict, kind: PhaseKind) -> list[str]:
    """The results of an order in a phase of that kind.

    Empty where it did what it said; of an adjustment that was carried out, an empty code.
    """
    is_adjusted = kind is PhaseKind.ADJUSTMENT and isinstance(verdict.reason, Built | Disbanded)
    code = "" if is_adjusted else _code(verdict)
    codes = [] if code is None else [code]
    if isinstance(verdict.reason, RetreatsCollided):
        codes.append("disband")
    return [*codes, "dislodged"] if verdict.dislodged else codes


_CODES = {
    **dict.fromkeys(("bounce", "collided"), "bounce"),
    "cut": "cut",
    **dict.fromkeys(("void", "unmatched"), "void"),
    "no_convoy": "no convoy",
    **dict.fromkeys(("disrupted", "paradox"), "disrupted"),
    **dict.fromkeys(("no_retreat_order", "nowhere_to_go", "by_default"), "disband"),
}
"""The code of an order that did not do what it said, by the name of its mark; none of others."""


def _code(verdict: Verdict) -> str | None:
    return "disband" if isinstance(verdict.reason, Disbanded) else _CODES.get(mark_of(verdict.reason))


def state_of(position: Position, board: Board) -> dict[str, object]:
    """What a saved game tells of a position; ``influence``, hash and time are not the position's."""
    standing = {power: [str(unit) for unit in position.units_of(power)] for power in board.powers}
    retreats: dict[Power, dict[str, list[str]]] = {power: {} for power in board.powers}
    for _, one in sorted(position.dislodged.items()):
        standing[one.unit.power].append(f"{DISLODGED_MARK}{one.unit}")
        retreats[one.unit.power][str(one.unit)] = [str(place) for place in one.retreats]
    return {
        "name": str(position.phase),
        "units": standing,
        "retreats": retreats,
        "centers": {power: [*position.centres_of(power)] for power in board.powers},
        "homes": {power: sorted(board.homes(power)) for power in board.powers},
        "civil_disorder": dict.fromkeys(board.powers, 0),
        "builds": {power: _builds(position, board, power) for power in board.powers},
    }


def _builds(position: Position, board: Board, power: Power) -> dict[str, object]:
    """How many units a power may build, or must remove as a number below zero, and where it may build."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        return {"count": 0, "homes": []}
    due = required_orders(board, position, power)
    homes = sorted(due.sites)
    return {"count": due.builds or -due.removals, "homes": homes}


# --- read


def position_json_of(state: Mapping[str, object]) -> dict[str, object]:
    """The position that a state of a saved game tells, as an object for ``read_position`` of ``positions_json``.

    It does not say where attackers came from, only where the dislodged may go.
    """
    return {
        "phase": state.get("name"),
        "units": {
            power: [text for text in texts if not str(text).startswith(DISLODGED_MARK)]
            for power, texts in _lists(state.get("units"))
        },
        "centers": state.get("centers"),
        "dislodged": [
            {"power": power, "unit": unit, "options": list(options)}
            for power, ways in _tables(state.get("retreats"))
            for unit, options in ways.items()
        ],
    }


def _lists(value: object) -> Iterator[tuple[str, list[object]]]:
    table = value if isinstance(value, Mapping) else {}
    return ((power, texts) for power, texts in table.items() if isinstance(texts, list))


def _tables(value: object) -> Iterator[tuple[str, Mapping[str, list[object]]]]:
    table = value if isinstance(value, Mapping) else {}
    return ((power, ways) for power, ways in table.items() if isinstance(ways, Mapping))


def read_orders(
    texts: Iterable[str], position: Position, board: Board, power: Power
) -> tuple[tuple[Order, ...], tuple[str, ...]]:
    """The orders that texts of a power are, and those texts that are none."""
    read = [(text, read_order(text, position, board, power, _standard())) for text in texts]
    return (
        tuple(order for _, order in read if not isinstance(order, Misread)),
        tuple(text for text, order in read if isinstance(order, Misread)),
    )


def _standard() -> Notation:
    return load_notation("standard")


@dataclass(frozen=True)
class SavedPhase:
    """A phase of a saved game; ``name`` is its code, or ``COMPLETED``.

    ``position`` is the one before it, an object for ``read_position`` of ``positions_json``; ``note`` what the package
    says of the end of the game; ``at`` when it closed, or when the game came to it, None where that is not told.
    """

    name: str
    position: JsonObject
    orders: Mapping[str, tuple[str, ...]]
    results: Mapping[str, tuple[str, ...]]
    note: str = ""
    letters: int = 0
    at: datetime | None = None


@dataclass(frozen=True)
class SavedGame:
    """A saved game; the last of its phases is the open one, or ``COMPLETED``. ``unread`` are other fields."""

    name: str
    rules: tuple[str, ...]
    phases: tuple[SavedPhase, ...]
    unread: tuple[str, ...] = ()


def is_saved_game(table: JsonObject) -> bool:
    """Whether an object of JSON looks like a saved game."""
    return isinstance(table.get("phases"), list)


def read_saved_game(table: JsonObject) -> SavedGame:
    """Read a saved game as far as its form goes; JsonFaultError says where it is none."""
    board = table.get("map", MAP)
    if board != MAP:
        raise JsonFaultError(f"the map must be “{MAP}”, the only one that both programs know", "map")
    entries = table.get("phases")
    if not isinstance(entries, list) or not entries:
        raise JsonFaultError(
            'there must be a list of phases: [{"name": "S1901M", "state": {…}, "orders": {…}}, …]', "phases"
        )
    phases = []
    for number, entry in enumerate(entries):
        with fault_inside(f"phases[{number}]"):
            phases.append(_saved_phase(entry, is_last=number == len(entries) - 1))
    rules = tuple(map(str, value if isinstance(value := table.get("rules"), list) else ()))
    unread = tuple(name for name in table if name not in {"id", "map", "rules", "phases"})
    return SavedGame(str(table.get("id") or ""), rules, tuple(phases), unread)


def _saved_phase(entry: object, *, is_last: bool) -> SavedPhase:
    fields = entry if isinstance(entry, dict) else {}
    name, state = fields.get("name"), fields.get("state")
    with fault_inside("name"):
        is_end = is_last and name == COMPLETED
        if not isinstance(name, str) or not (is_end or re.fullmatch("[SF][0-9]{4}[MR]|W[0-9]{4}A", name)):
            raise JsonFaultError(f"{json.dumps(name)[:40]} is no phase; write for example “S1901M”")
    with fault_inside("state"):
        if not isinstance(state, dict) or not isinstance(state.get("units"), dict):
            raise JsonFaultError('there must be a position: {"units": {"FRANCE": ["A PAR", …]}, "centers": {…}}')
    messages = fields.get("messages")
    return SavedPhase(
        name,
        position_json_of({**state, "name": name}),
        _texts(fields, "orders"),
        _texts(fields, "results"),
        str(state.get("note") or ""),
        len(messages) if isinstance(messages, list) else 0,
        _moment(state.get("timestamp")),
    )


def _texts(fields: Mapping[str, object], name: str) -> Mapping[str, tuple[str, ...]]:
    """Lists of texts by power, or by unit; a power that gave no orders may have ``null``."""
    table = fields.get(name) or {}
    with fault_inside(name):
        if not isinstance(table, dict) or not all(isinstance(one, list | None) for one in table.values()):
            raise JsonFaultError('there must be an object of lists: {"FRANCE": ["A PAR - BUR", …]}')
        return {key: tuple(map(str, texts or ())) for key, texts in table.items()}


def _moment(value: object) -> datetime | None:
    """The moment of a timestamp in microseconds."""
    is_told = isinstance(value, int | float) and 0 < value < _LAST
    return datetime.fromtimestamp(value / 1_000_000, UTC) if is_told and isinstance(value, int | float) else None


_LAST = datetime(9999, 1, 1, tzinfo=UTC).timestamp() * 1_000_000


# --- the saved game of the ``diplomacy`` package (1.1.2): one object of JSON, as research and its tools read it


RULES = ("POWER_CHOICE",)
"""What a loaded game plays on by."""


def write_diplomacy_package(played: PlayedGame) -> str:
    """The saved game: each closed phase with its orders and results, then the position it stands at.

    Press stays out. A void order is among the orders, with its result; the package lets such a unit hold.
    """
    influence = _homes(played)
    phases = []
    for event in played.closed:
        _take_influence(influence, event.before)
        phases.append(_closed_phase(played, event, influence))
    _take_influence(influence, played.position)
    phases.append(_last_phase(played, influence))
    saved = {"id": played.game.name, "map": MAP, "rules": [*RULES], "phases": phases}
    return json.dumps(saved, ensure_ascii=False) + "\n"


def _closed_phase(played: PlayedGame, event: PhaseClosed, influence: dict[Province, Power]) -> dict[str, object]:
    board, verdicts = played.board_at(event.before), event.judgement.verdicts
    return {
        "name": str(event.before.phase),
        "state": _state(played, event.before, influence, event.at),
        "orders": {power: order_texts(verdicts.get(power, ()), event.before, board) for power in played.powers},
        "results": {
            str(one.unit): result_codes(one, event.before.phase.kind)
            for power in played.powers
            for one in verdicts.get(power, ())
            if one.unit
        },
        "messages": [],
    }


def _last_phase(played: PlayedGame, influence: dict[Province, Power]) -> dict[str, object]:
    ended = played.game.ended
    at = ended.at if ended else played.closed[-1].at if played.closed else None
    name = COMPLETED if ended else str(played.position.phase)
    state = {**_state(played, played.position, influence, at), "name": name}
    orders: dict[Power, list[str]] = {power: [] for power in played.powers}
    return {"name": name, "state": state, "orders": orders, "results": {}, "messages": []}


def _state(
    played: PlayedGame, position: Position, influence: dict[Province, Power], at: datetime | None
) -> dict[str, object]:
    """A position with what the package keeps beside it: hashes it makes anew when it loads a game, hence none here."""
    return {
        "timestamp": int(at.timestamp() * 1_000_000) if at else 0,
        "zobrist_hash": "",
        "note": "",
        **state_of(position, played.board_at(position)),
        "influence": {power: sorted(at for at, who in influence.items() if who == power) for power in played.powers},
        "game_id": played.game.name,
        "map": MAP,
        "rules": [*RULES],
    }


def _homes(played: PlayedGame) -> dict[Province, Power]:
    board = played.game.board
    return {home: power for power in played.powers for home in board.homes(power)}


def _take_influence(influence: dict[Province, Power], position: Position) -> None:
    """Note who was last in each region; a unit that has just been driven out was there before."""
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        influence.update({province: unit.power for province, unit in position.units.items()})
