"""What carries out a line of a letter: its one signature, and how it gets the game where it needs one."""

from collections.abc import Callable
from typing import TypeVar

from judge.desk.context import Context
from judge.desk.progress import InGame, Progress
from judge.reports.echo import Answer

T = TypeVar("T")

Handler = Callable[[Progress, str, T, Context], Progress]
"""Carries out a line: how far the letter has been carried out, the text of the line, its meaning, the rest."""

Without = Callable[[Progress, str, T, Context], Answer]
"""What is answered to a line for which there is no game."""


def in_game(handle: Callable[[InGame, str, T, Context], Progress], without: Without[T]) -> Handler[T]:
    """What carries out a line that needs a game, which the handler gets; ``without`` answers where there is none."""

    def carry_out(progress: Progress, line: str, meaning: T, context: Context) -> Progress:
        there = progress.in_game
        if there is None:
            return progress.told(line, without(progress, line, meaning, context))
        return handle(there, line, meaning, context)

    return carry_out
