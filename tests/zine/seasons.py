"""The seasons of the recorded games, each with its closed phases."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from judge.game.phases.messages import PhaseClosed
from judge.game.state import Game
from tests.reports.real_games import FILES, closes

Season = tuple[PhaseClosed, ...]
GAMES = [file.stem for file in FILES]


def seasons_of(events: Sequence[PhaseClosed]) -> list[Season]:
    return [
        tuple(same)
        for _, same in groupby(events, key=lambda event: (event.before.phase.year, event.before.phase.season))
    ]


@cache
def real_game(name: str) -> tuple[Game, list[Season]]:
    return closes(name)[-1][1], seasons_of([event for event, _ in closes(name)])
