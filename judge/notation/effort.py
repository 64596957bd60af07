"""Counts the work that the lines of a letter take, so that it has an end whatever their words are.

What one line takes hangs on its words: some are read once, others in every way that they might be meant. So the work is
counted where it is done. Whoever reads lines bounds it; where it is spent, what was being read is left unread.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class EffortSpentError(Exception):
    """More work was asked for than may be done; nothing that was begun counts, and nothing of it is kept."""


class Effort:
    """The work that is ``left`` of what may be done."""

    def __init__(self, left: int, letter: "Effort | None" = None) -> None:
        """``letter`` is the work on all else of the letter, whose results count here, too."""
        self.left = left
        self.done: set[Hashable] = letter.done if letter else set()
        """What has been looked up: to do so again takes little."""
        self.found: dict[Hashable, object] = letter.found if letter else {}
        """What has been found out of pieces of lines, for the same piece is looked at again and again."""
        self.aside: dict[str, Effort] = {}
        """The work on what may be left out, by what that is; each has an end of its own."""

    def whole(self, found: T) -> T:
        """What was read, where it was read whole; EffortSpentError where it was not, and somebody said nothing."""
        if self.is_spent:
            raise EffortSpentError
        return found

    @property
    def is_spent(self) -> bool:
        """Whether more was asked for."""
        return self.left < 0


_of_letter: ContextVar[Effort | None] = ContextVar("effort", default=None)


@contextmanager
def bounded_effort(most: int) -> Iterator[Effort]:
    """Allow what is read within so much work; EffortSpentError, again and again, once it is spent.

    Within another bound, no more than that has left.
    """
    around = _of_letter.get()
    effort = Effort(most if around is None else min(most, around.left))
    before = _of_letter.set(effort)
    try:
        yield effort
    finally:
        _of_letter.reset(before)


@contextmanager
def effort_aside(most: int, what: str) -> Iterator[None]:
    """Count what is found out within apart from all else of the letter, so that it keeps no line from being read.

    EffortSpentError where so much is spent on all of ``what`` that is found out aside of one letter.
    """
    effort = _of_letter.get()
    if effort is None:
        yield
        return
    before = _of_letter.set(effort.aside.setdefault(what, Effort(most, effort)))
    try:
        yield
    finally:
        _of_letter.reset(before)


def spend(work: int) -> None:
    """Count work; EffortSpentError where it is too much. A unit is what looking up one word takes."""
    effort = _of_letter.get()
    if effort is None:
        return
    effort.left -= work
    if effort.left < 0:
        raise EffortSpentError


def spend_once(what: Hashable, work: int) -> None:
    """Count the work of finding something out, which is known when the same is asked for again."""
    effort = _of_letter.get()
    if effort is not None:
        known = len(effort.done)
        effort.done.add(what)
        spend(_AGAIN if len(effort.done) == known else work)


def once_a_letter(key: Hashable, find: Callable[[], T]) -> T:
    """What ``find`` has found under the same key while the lines of this letter were read; else it is found out now.

    A result that is not whole is never kept, and nothing where no work is bounded. What is found follows from the key
    alone; of what has no hash, and of no copy is made, that holds ``Same``.
    """
    effort = _of_letter.get()
    if effort is None:
        return find()
    found = effort.found.get(key, _NOTHING)  # looked up once: the hash of a key takes longer than the rest
    if found is _NOTHING:
        found = effort.found[key] = find()
    else:
        spend(_AGAIN)
    return found  # type: ignore[return-value]  # kept under the key of ``find`` alone


class Same:
    """Part of a key: a value that equals the very same one alone."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


_AGAIN = 2
_NOTHING = object()


def unless_spent(ask: Callable[P, bool], otherwise: bool) -> Callable[P, bool]:
    """The same question, answered ``otherwise`` once the work is spent."""

    def asked(*args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            return ask(*args, **kwargs)
        except EffortSpentError:
            return otherwise

    return asked
