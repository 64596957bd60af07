"""Faults of the judge's own: one spoils no more than it must, and the log tells the operator of it."""

import logging
from collections.abc import Callable
from typing import TypeVar

from judge.mail.dkim_keys import DkimKeyAwaitedError
from judge.notation.effort import EffortSpentError
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
