"""A person is written to elsewhere: the new address takes the place of the old one wherever a value holds it."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from judge.game.settings import Address

Value = TypeVar("Value")


def with_address_changed(value: Value, old: Address, new: Address) -> Value:
    """The value with ``new`` for ``old``, at any depth, in the same order.

    Which fields of a dataclass hold addresses follows from their types; other texts are left as they are. Tables keep
    their order. Values: dataclasses, mappings, tuples, frozen sets, and what holds no address.
    """
    changed: Value = _changed(value, type(value), old, new)
    return changed


def _changed(value: Any, declared: Any, old: Address, new: Address) -> Any:
    """``declared`` is the type of the value as its field has it; of a union, the value tells which one it is."""
    if declared is Address or (isinstance(value, str) and Address in get_args(declared)):
        return new if value == old else value
    if value is None or not _holds_addresses(declared):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        types = _fields_with_addresses(type(value))
        return replace(value, **{name: _changed(getattr(value, name), kind, old, new) for name, kind in types.items()})
    inside = get_args(declared)
    if isinstance(value, Mapping):
        key, item = inside
        return {_changed(one, key, old, new): _changed(other, item, old, new) for one, other in value.items()}
    if isinstance(value, tuple) and Ellipsis not in inside:
        return tuple(_changed(one, kind, old, new) for one, kind in zip(value, inside, strict=True))
    return type(value)(_changed(one, inside[0], old, new) for one in value)


@cache
def _fields_with_addresses(kind: type) -> Mapping[str, Any]:
    """The fields of a dataclass that hold addresses, each with its type."""
    types = get_type_hints(kind)
    return {field.name: types[field.name] for field in fields(kind) if _holds_addresses(types[field.name])}


@cache
def _holds_addresses(declared: Any) -> bool:
    """Whether a value of this type can hold an address."""
    return Address in _parts(declared, set())


def _parts(declared: Any, known: set[Any]) -> set[Any]:
    """A type with all types that it is made of; a type may hold itself."""
    if declared in known:
        return known
    known.add(declared)
    inside = get_type_hints(declared).values() if is_dataclass(declared) else get_args(declared)
    for one in inside:
        _parts(one, known)
    return known
