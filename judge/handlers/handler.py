"""Handlers: the one signature of whatever carries out a line, and how those that need a game get it."""

from collections.abc import Callable
from typing import TypeVar

from judge.handlers.context import LineContext
from judge.handlers.session import GameSession, Session
from judge.reports.line_answers import LineAnswer

T = TypeVar("T")

Handler = Callable[[Session, str, T, LineContext], Session]
"""Carries out a line, given the session, the text of the line, its request and the context."""

AnswerWithoutGame = Callable[[Session, str, T, LineContext], LineAnswer]
"""Returns the answer to a line that needs a game where there is none."""


def with_game(
    handle: Callable[[GameSession, str, T, LineContext], Session], without: AnswerWithoutGame[T]
) -> Handler[T]:
    """Return a handler that gets the game; ``without`` answers where there is none."""

    def carry_out(session: Session, line: str, request: T, context: LineContext) -> Session:
        there = session.in_game
        if there is None:
            return session.told(line, without(session, line, request, context))
        return handle(there, line, request, context)

    return carry_out
