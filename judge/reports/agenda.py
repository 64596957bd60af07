"""The phase now open: who must write what, by when, with the reason of the deadline."""

from dataclasses import dataclass

from judge.game.commands import Person
from judge.game.events import Deadline
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.moments import clock, length, moment
from judge.reports.tasks import Task, task_table, tasks
from judge.reports.voice import Voice
from judge.rules.board import Power
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Due:
    """A deadline as a reader sees it: when, and why then."""

    at: str
    why: str


@dataclass(frozen=True)
class Agenda:
    """The open phase for one reader: names, kind (``M``, ``R``, ``A``), deadline, everyone's tasks and their own."""

    phase: str
    for_phase: str
    kind: str
    due: Due
    table: str
    tasks: tuple[Task, ...]


def agenda(game: Game, reader: Person, deadline: Deadline, powers: tuple[Power, ...], voice: Voice) -> Agenda:
    """What lies before a reader who plays these powers; ``voice`` speaks of the open position."""
    phase = voice.position.phase
    return Agenda(
        phase=voice.phase(phase),
        for_phase=voice.phase(phase, "for"),
        kind=phase.kind.value,
        due=due(game, reader, deadline, phase.kind),
        table=task_table(voice),
        tasks=tasks(powers, voice),
    )


def due(game: Game, reader: Person, deadline: Deadline, kind: PhaseKind) -> Due:
    """A deadline in the reader's zone, and the settings that made it so."""
    why = say(
        reader.language,
        "deadline.why",
        opened=moment(deadline.opened, reader.zone, reader.language),
        kind=say(reader.language, f"phase.kind.{kind.value}"),
        length=length(game.settings.lengths.of(kind), reader.language),
        hour=clock(game.settings.hour, reader.language),
        zone=game.settings.zone,
    )
    return Due(moment(deadline.at, reader.zone, reader.language), why)
