"""Answers about the past of a game, from what is public of it: its closed phases again, its centres by years."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from judge.desk.phases import no_phase
from judge.game.orders.plans import rank
from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.state import Game
from judge.mail.meanings import Recall
from judge.mail.past import Since
from judge.reports.echo import Answer, Shown
from judge.reports.states import write_history
from judge.rules.position import Phase

MOST_PHASES = 6
"""Closed phases that one letter tells again, some fifteen thousand characters of them."""


def answer_history(game: Game, closed: Sequence[PhaseClosed], question: Recall, reader: Person) -> Answer:
    """The results since a phase, a year or a day; without one, those of the last phases.

    ``closed`` are the closed phases of the game, oldest first. All of it is public.
    """
    since = question.since
    wanted = closed[-MOST_PHASES:]
    if since:
        wanted = [event for event in closed if is_since(since, event.before.phase, event.at, reader)]
    if not wanted:
        return no_phase(since.word if since and closed else None, [event.before.phase for event in closed])
    told, rest = wanted[:MOST_PHASES], wanted[MOST_PHASES:]
    return Shown(write_history(game, reader, told, rest[0] if rest else None))


def is_since(since: Since, phase: Phase, at: datetime, reader: Person) -> bool:
    """Whether something of a phase, which happened at that moment, belongs to what is asked for."""
    match since.moment:
        case Phase() as first:
            return rank(phase) >= rank(first)
        case date() as day:
            return at.astimezone(ZoneInfo(reader.zone)).date() >= day
        case year:
            return phase.year >= year
