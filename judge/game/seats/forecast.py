"""Forecast: when each phase of the first year would close if a game began now."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.schedule import Circumstances, phase_deadline
from judge.game.settings import Settings, board_of_settings
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season
from judge.rules.setup import opening_position

_YEAR = (
    (Season.SPRING, PhaseKind.MOVEMENT),
    (Season.SPRING, PhaseKind.RETREAT),
    (Season.FALL, PhaseKind.MOVEMENT),
    (Season.FALL, PhaseKind.RETREAT),
    (Season.WINTER, PhaseKind.ADJUSTMENT),
)


@dataclass(frozen=True)
class ForecastPhase:
    """A phase of the forecast, and its deadline."""

    phase: Phase
    deadline: Deadline


def forecast(settings: Settings, opened: datetime) -> tuple[ForecastPhase, ...]:
    """The phases from the first to the same one of the next year, each as long as it may last.

    ``opened`` (UTC) is when the game would begin. Phases in which nobody has anything to write are passed over, and
    those that close early make all others earlier, so this is the slowest the game can go.
    """
    coming: list[ForecastPhase] = []
    for phase in _phases(settings):
        begins = coming[-1].deadline.at if coming else opened
        coming.append(
            ForecastPhase(phase, phase_deadline(settings, phase.kind, begins, Circumstances(first=not coming)))
        )
    return tuple(coming)


def _phases(settings: Settings) -> Iterator[Phase]:
    first = opening_position(board_of_settings(settings)).phase
    start = _YEAR.index((first.season, first.kind))
    for number in range(start, start + len(_YEAR) + 1):
        later, place = divmod(number, len(_YEAR))
        year = Year(first.year + later)
        if settings.last_year is None or year <= settings.last_year:
            yield Phase(_YEAR[place][0], year, _YEAR[place][1])
