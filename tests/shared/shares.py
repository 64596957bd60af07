"""Sweeps too dear for every day: ``make test`` takes a share, the same each time, ``make sweeps`` the whole.

Of examples that hypothesis draws it is one in four.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")


def is_whole() -> bool:
    """Whether the whole of each sweep is wanted."""
    return os.environ.get("JUDGE_SWEEPS") == "whole"


def share_of(things: Sequence[T], one_in: int, seed: str) -> Sequence[T]:
    """One in so many of some things, at least one where there are any; all where the whole is wanted."""
    return things if is_whole() else Random(seed).sample(things, -(-len(things) // one_in))


def drawn(examples: int) -> settings:
    """One in four of so many examples, drawn by hypothesis; all where the whole is wanted."""
    return settings(max_examples=examples if is_whole() else examples // 4, deadline=None)


def in_turn(things: Sequence[T], nth: int, of: int = 3) -> Sequence[T]:
    """The ``nth`` of so many shares: what a table is asked in several ways, each row is asked in one of them.

    All where the whole is wanted, and in ``make test-crash``, on every change.
    """
    return things if is_whole() or os.environ.get("JUDGE_SWEEPS") == "rows" else things[nth::of]
