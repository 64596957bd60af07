"""Speeds up the construction of frozen dataclasses: a judged phase makes hundreds of them."""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

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
