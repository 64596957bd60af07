"""Faults of the judge's own: one spoils no more than it must, and the log tells the operator of it."""

import logging
from collections.abc import Callable
from typing import TypeVar

from judge.handlers.plain_words import reader_for
from judge.handlers.session import Session
from judge.mail.dkim_keys import DkimKeyAwaitedError
from judge.notation.effort import EffortSpentError
from judge.requests.asked import LetterToEditorRequest, SubscriptionRequest, WithdrawLettersRequest
from judge.requests.deadlines import CancelAbsenceRequest, TellAbsenceRequest
from judge.requests.governing import introduces
from judge.requests.press import ReplyToPressRequest, SendPressRequest, WatchRequest, WriteDiaryRequest
from judge.requests.questions import DisputeRequest, ResendRequest, WhatIfRequest
from judge.requests.requests import Line, QuestionRequest
from judge.requests.seats import AnswerMusterRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.votes import CastVoteRequest, WithdrawVotesRequest
from judge.store.connection import is_infrastructure_error

_log = logging.getLogger("judge")

T = TypeVar("T")


def is_own_fault(error: Exception) -> bool:
    """Return whether an error is a fault of the judge itself: a bug, or data that it should have understood.

    What the machine lacks, a key that is still awaited and work that has an end are none.
    """
    is_other = isinstance(error, MemoryError | DkimKeyAwaitedError | EffortSpentError)
    return not (is_other or is_infrastructure_error(error))


def contained(attempt: Callable[[], T], otherwise: Callable[[], T], spoiled: str) -> T:
    """Return what ``attempt`` does; where a fault of the judge keeps it from that, the log says what was ``spoiled``.

    Every other error is raised. ``attempt`` must change nothing: all values of the judge are frozen.
    """
    try:
        return attempt()
    except Exception as error:
        if not is_own_fault(error):
            raise
        _log.exception("a fault of the judge's own: %s", spoiled)
        return otherwise()


_INDEPENDENT = (
    QuestionRequest
    | WhatIfRequest
    | ResendRequest
    | DisputeRequest
    | SendPressRequest
    | ReplyToPressRequest
    | WriteDiaryRequest
    | WatchRequest
    | CastVoteRequest
    | WithdrawVotesRequest
    | TellAbsenceRequest
    | CancelAbsenceRequest
    | AnswerMusterRequest
    | SubscriptionRequest
    | LetterToEditorRequest
    | WithdrawLettersRequest
)
"""Requests on which no other line of the letter depends.

A seat is taken for the lines below, a title says for what they are, a rollback what a correction is made to, a setting
how lines are read: none of these is here.
"""


def stands_alone(session: Session, line: Line) -> bool:
    """Return whether the other lines of a letter mean the same without this one.

    Such are the lines above, and an order: a line that names a unit of the writer's and introduces nothing.
    """
    if not isinstance(line.request, PossibleOrder):
        return isinstance(line.request, _INDEPENDENT)
    game, position = session.view, session.game.open_position if session.game else None
    if game is None or position is None or introduces(line.text):
        return False
    reader = reader_for(game, position, session.person)
    return contained(lambda: reader.unit_of_line(line.text) is not None, lambda: False, "whether a line is an order")
