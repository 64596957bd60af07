"""Mailboxes: which bounces count, who has agreed to a move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from judge.game.people.messages import LetterBounced, MoveAsked

_DAY = timedelta(days=1)


_REMEMBERED = timedelta(days=7)


_HARD, _SOFT = 4, 1
"""Weights in quarters: a mailbox that was full four times counts like one that does not exist."""


_ENOUGH = 3 * _HARD


def with_bounce(bounces: Sequence[LetterBounced], new: LetterBounced) -> tuple[LetterBounced, ...]:
    """The bounces of a person that count once another one has come: those of a week, the worst of each day.

    The same ones when the new one adds nothing, for there was one as bad within a day.
    """
    old = tuple(bounce for bounce in bounces if bounce.at > new.at - _REMEMBERED)
    today = [bounce for bounce in old if bounce.at > new.at - _DAY]
    if any(_weight(bounce) >= _weight(new) for bounce in today):
        return tuple(bounces)
    return (*(bounce for bounce in old if bounce not in today), new)


def are_enough(bounces: Sequence[LetterBounced]) -> bool:
    """Whether so many bounces of a week make a person unreachable."""
    return sum(map(_weight, bounces)) >= _ENOUGH


def _weight(bounce: LetterBounced) -> int:
    return _HARD if bounce.hard else _SOFT


@dataclass(frozen=True)
class Move:
    """A move that waits for the answers of the two mailboxes."""

    asked: MoveAsked
    old_agrees: bool = False
    new_agrees: bool = False

    def confirmed(self, *, from_new: bool) -> "Move":
        """Once one of them has answered."""
        return replace(self, new_agrees=True) if from_new else replace(self, old_agrees=True)

    @property
    def is_agreed(self) -> bool:
        """Whether both have answered."""
        return self.old_agrees and self.new_agrees
