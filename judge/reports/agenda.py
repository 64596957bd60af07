"""The phase now open: who must write what, by when, with the reason of the deadline."""

from dataclasses import dataclass

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.sight import sees_all
from judge.game.state import Game
from judge.reports.deadlines import Due, due, who_is_awaited
from judge.reports.sent import to_send
from judge.reports.tasks import Task, task_table, tasks
from judge.reports.voice import Voice
from judge.rules.board import Power


@dataclass(frozen=True)
class Agenda:
    """The open phase for one reader: names, kind (``M``, ``R``, ``A``), deadline, everyone's tasks and their own.

    What others must write is not told through fog.
    ``scouts`` tells of the reader's own scouts that want orders; the board ``has_scouts`` or not.
    ``awaited`` tells who is waited for, who holds the close, as far as the reader may know.
    """

    phase: str
    for_phase: str
    kind: str
    due: Due
    table: str
    tasks: tuple[Task, ...]
    awaited: tuple[str, ...]
    scouts: tuple[str, ...] = ()
    has_scouts: bool = False


def agenda(game: Game, reader: Person, deadline: Deadline, powers: tuple[Power, ...], voice: Voice) -> Agenda:
    """What lies before a reader who plays these powers; ``voice`` speaks of the open position."""
    phase = voice.position.phase
    return Agenda(
        phase=voice.phase(phase),
        for_phase=voice.phase(phase, "for"),
        kind=phase.kind.value,
        due=due(game, reader, deadline, phase.kind),
        table=task_table(voice) if sees_all(game, reader.address) else "",
        tasks=tasks(powers, voice),
        awaited=who_is_awaited(game, reader),
        scouts=tuple(to_send(game, powers, voice)),
        has_scouts=bool(game.board.war.scouts),
    )
