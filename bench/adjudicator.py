"""How long a phase takes to judge, measured against writing its own result down.

Run ``python -m bench.adjudicator``. The recorded games are judged phase by phase, and each judgement is turned into
JSON as the log keeps it; the ratio says what the rules cost beside the bookkeeping.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import click

from judge.game.events import Because, PhaseClosed
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.play.record import load_record, recorded_games
from judge.rules.board import Power
from judge.rules.boardfile import load_board
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebooks import load_rulebook
from judge.rules.setup import opening_position
from judge.rules.turn import judge
from judge.store.events import dump_event

BOARD, BOOK, STANDARD = load_board("standard"), load_rulebook("2023"), load_notation("standard")


@dataclass(frozen=True)
class Case:
    """A phase to be judged."""

    position: Position
    orders: dict[Power, tuple[Order, ...]]


def cases(game: str) -> Iterator[Case]:
    """Every phase of a recorded game that is judged."""
    position = opening_position(BOARD)
    for recorded in load_record(game):
        if recorded.phase == position.phase:
            case = Case(position, {power: _read(position, power, lines) for power, lines in recorded.orders.items()})
            yield case
            position = judge(BOARD, BOOK, case.position, case.orders).after


def _read(position: Position, power: Power, lines: tuple[str, ...]) -> tuple[Order, ...]:
    read = (read_order(line, position, BOARD, power, STANDARD) for line in lines)
    return tuple(order for order in read if not isinstance(order, Misread))


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


@click.command()
def main() -> None:
    """Judge every movement phase of the recorded games, and write each judgement down."""
    judged: list[float] = []
    written: list[float] = []
    movements = [
        case for game in recorded_games() for case in cases(game) if case.position.phase.kind is PhaseKind.MOVEMENT
    ]
    with click.progressbar(movements, label="phases") as phases:
        for case in phases:
            judgement = judge(BOARD, BOOK, case.position, case.orders)
            now = datetime.now(UTC)
            event = PhaseClosed(1, case.position, case.orders, judgement, (), Because.COMPLETE, None, now)
            judged.append(_milliseconds(lambda case=case: judge(BOARD, BOOK, case.position, case.orders)))  # type: ignore[misc]
            written.append(_milliseconds(lambda event=event: dump_event(event)))  # type: ignore[misc]
    ratio = statistics.median(judged) / statistics.median(written)
    click.echo(
        f"{len(movements)} movement phases: judged in {statistics.median(judged):.2f} ms (at most {max(judged):.2f}),"
        f" written down in {statistics.median(written):.2f} ms; judging takes {ratio:.2f} times as long"
    )


if __name__ == "__main__":
    main()
