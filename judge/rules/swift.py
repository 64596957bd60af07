"""Makes frozen values quickly: a phase that is judged takes hundreds of them."""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def swift(kind: type[T]) -> type[T]:
    """Let a frozen dataclass with slots fill each one by its own setter.

    ``dataclasses`` fills a frozen value field by field through a general door that looks each name up again, and takes
    half as long again. As there, the function is written as text, so that it takes its fields by position or by name.
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
