"""Keeps the last results of pure functions whose arguments have no hash.

A close is told to readers most of whom share language and notation; a line of a letter is read more than once.
"""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_MOST_KEPT = 16
"""For how many values a function keeps its results: more than the languages and notations of one close."""


def kept_for_same(function: Callable[P, R]) -> Callable[P, R]:
    """Have a pure function of frozen values find its last results again when it is given the very same ones.

    A position has no hash, but one that is the same object is the same position. Texts are compared as texts.
    """
    kept: dict[tuple[object, ...], tuple[tuple[object, ...], R]] = {}
    lock = Lock()

    @wraps(function)
    def found(*values: P.args, **named: P.kwargs) -> R:
        given = (*values, *named, *named.values())
        key = tuple([one if isinstance(one, str) else id(one) for one in given])
        known = kept.get(key)
        if known:
            return known[1]
        result = function(*values, **named)
        with lock:
            while len(kept) >= _MOST_KEPT:
                del kept[next(iter(kept))]
            kept[key] = given, result  # what was given, too: nothing else may get the id of it
        return result

    return found
