"""Makes frozen values fast: their construction, and the last results of functions of them.

A close is told to readers most of whom share language and notation; a line of a letter is read more than once.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

# --- speeds up the construction of frozen dataclasses: a judged phase makes hundreds of them


T = TypeVar("T")


def fast_init(kind: type[T]) -> type[T]:
    """Give a frozen dataclass with slots an ``__init__`` that sets each field by its slot's setter.

    The ``__init__`` of ``dataclasses`` sets the fields of a frozen class through ``object.__setattr__``, which takes
    half as long again. As there, the function is generated as text, so that fields are given by position or by name.
    """
    filled = fields(kind)  # type: ignore[arg-type]  # mypy knows no type of all dataclasses
    scope: dict[str, Any] = {f"set_{field.name}": vars(kind)[field.name].__set__ for field in filled}
    scope |= {f"default_{field.name}": field.default for field in filled}
    optional = {field.name for field in filled if field.default is not MISSING}
    given = (f"{field.name}=default_{field.name}" if field.name in optional else field.name for field in filled)
    steps = (f"    set_{field.name}(self, {field.name})" for field in filled)
    exec("\n".join([f"def __init__(self, {', '.join(given)}):", *steps]), scope)  # noqa: S102 (no text from outside)
    kind.__init__ = scope["__init__"]  # type: ignore[method-assign]  # of the same signature
    return kind


# --- keeps the last results of pure functions whose arguments have no hash


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
