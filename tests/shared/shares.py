"""Sweeps too dear for every day: ``make test`` takes a share, the same each time, ``make sweeps`` the whole.

Of examples that hypothesis draws it is 40 of 100, where a test does not name their number (``tests/conftest.py``).
"""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def is_whole() -> bool:
    """Whether the whole of each sweep is wanted."""
    return os.environ.get("JUDGE_SWEEPS") == "whole"


def share_of(things: Sequence[T], one_in: int, seed: str) -> Sequence[T]:
    """One in so many of some things, at least one where there are any; all where the whole is wanted."""
    return things if is_whole() else Random(seed).sample(things, -(-len(things) // one_in))
