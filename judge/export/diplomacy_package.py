"""The saved game of the ``diplomacy`` package (1.1.2): one object of JSON, as research and its tools read it."""

import json
from datetime import datetime

from judge.export.played import PlayedGame
from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power, Province
from judge.rules.position import PhaseKind, Position
from judge.saved_game import COMPLETED, MAP, order_texts, result_codes, state_of

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
