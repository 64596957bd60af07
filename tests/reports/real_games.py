"""Real games as their letters are written: every phase closed, the game after it, one reader in one language."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path

from judge.game.apply import apply
from judge.game.deadlines.deadline import phase_deadline
from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.game.state import Game
from judge.rules.adjustments import required_orders
from judge.rules.board import Power
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook
from tests.reports.parlour import BOARD, OPENED, SETTINGS, game_at
from tests.rules import plain

FILES = sorted(Path(__file__).parents[2].joinpath("games").glob("*.json"))
BOOK = load_rulebook("2023")


@cache
def closes(name: str) -> Sequence[tuple[PhaseClosed, Game]]:
    """Every phase of a real game as it closed at its deadline, with the game after it."""
    return tuple(_closes(json.loads((FILES[0].parent / f"{name}.json").read_text())["phases"]))


def _closes(phases: Sequence[dict[str, object]]) -> Iterator[tuple[PhaseClosed, Game]]:
    game: Game | None = game_at()
    for number, phase in enumerate(phases, start=1):
        orders = {power: tuple(given) for power, given in plain.orders(phase["orders"]).items()}  # type: ignore[arg-type]
        assert game is not None
        assert game.position is not None
        event = close_with(game.position, orders, number)
        game = apply(game, event)
        assert game is not None
        yield event, game


def close_with(at: Position, orders: Mapping[Power, tuple[Order, ...]], number: int) -> PhaseClosed:
    """A phase that closes at its deadline with these orders."""
    judgement, now = judge_phase(BOARD, BOOK, at, orders), OPENED + timedelta(days=7 * number)
    deadline = phase_deadline(SETTINGS, judgement.after.phase.kind, now)
    owing = (power for power in BOARD.powers if required_orders(BOARD, at, power).is_required)
    silent = tuple(power for power in owing if not orders.get(power))
    return PhaseClosed(number, at, orders, judgement, silent, CloseReason.DEADLINE, deadline, now)
