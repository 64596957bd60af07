"""The phases of the recorded games, judged."""

from collections.abc import Iterator
from functools import lru_cache

from judge.game.figures import CentreHistory, history_after_phase, history_at_end, history_from_start
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.position import Position, opening_position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement
from judge.shell.play import load_record

BOARD = load_board("standard")


@lru_cache
def judged_phases(name: str) -> tuple[tuple[Position, Judgement], ...]:
    """Return each phase of a recorded game with what became of its orders."""
    return tuple(_judged(name))


def _judged(name: str) -> Iterator[tuple[Position, Judgement]]:
    book, notation = load_rulebook("2023"), load_notation("standard")
    position = opening_position(BOARD)
    for recorded in load_record(name):
        if recorded.phase == position.phase:
            read = {
                power: [read_order(line, position, BOARD, power, notation) for line in lines]
                for power, lines in recorded.orders.items()
            }
            orders = {power: [one for one in found if not isinstance(one, Misread)] for power, found in read.items()}
            judgement = judge_phase(BOARD, book, position, orders)
            yield position, judgement
            position = judgement.after


def history_of(game: str) -> CentreHistory:
    """Return the centres by years of a recorded game."""
    phases = judged_phases(game)
    history = history_from_start(BOARD, phases[0][0])
    for position, judgement in phases:
        history = history_after_phase(history, BOARD, position.phase.year, judgement.after)
    return history_at_end(history, BOARD, phases[-1][1].after)
