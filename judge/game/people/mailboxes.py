"""Mailboxes: which bounces count, and moves that wait for both mailboxes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import timedelta
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from judge.game.people.messages import LetterBounced, MoveAsked
from judge.game.settings import Address

_DAY = timedelta(days=1)


_BOUNCE_PERIOD = timedelta(days=7)


_HARD_WEIGHT, _SOFT_WEIGHT = 4, 1
"""Weights in quarters: a mailbox that was full four times counts like one that does not exist."""


_TOO_MANY = 3 * _HARD_WEIGHT


def with_bounce(bounces: Sequence[LetterBounced], new: LetterBounced) -> tuple[LetterBounced, ...]:
    """The bounces of a person that count, with a new one: those of the last week, the worst of each day.

    Unchanged when the new one adds nothing, because one as bad came within a day.
    """
    old = tuple(bounce for bounce in bounces if bounce.at > new.at - _BOUNCE_PERIOD)
    today = [bounce for bounce in old if bounce.at > new.at - _DAY]
    if any(_weight(bounce) >= _weight(new) for bounce in today):
        return tuple(bounces)
    return (*(bounce for bounce in old if bounce not in today), new)


def are_too_many(bounces: Sequence[LetterBounced]) -> bool:
    """Whether these bounces make a person unreachable."""
    return sum(map(_weight, bounces)) >= _TOO_MANY


def _weight(bounce: LetterBounced) -> int:
    return _HARD_WEIGHT if bounce.hard else _SOFT_WEIGHT


@dataclass(frozen=True)
class AddressMove:
    """A move to another address that waits for the answers of the two mailboxes."""

    asked: MoveAsked
    old_agrees: bool = False
    new_agrees: bool = False

    def confirmed(self, *, from_new: bool) -> "AddressMove":
        """The move once one of the mailboxes has agreed."""
        return replace(self, new_agrees=True) if from_new else replace(self, old_agrees=True)

    @property
    def is_agreed(self) -> bool:
        """Whether both mailboxes have agreed."""
        return self.old_agrees and self.new_agrees


MovedValue = TypeVar("MovedValue")


def with_address_changed(value: MovedValue, old: Address, new: Address) -> MovedValue:
    """The value with ``new`` in place of ``old`` at any depth, in the same order.

    Which fields hold addresses follows from their types; other texts stay as they are. A value is a dataclass, mapping,
    tuple, frozen set, or anything that holds no address.
    """
    changed: MovedValue = _changed(value, type(value), old, new)
    return changed


def _changed(value: Any, declared: Any, old: Address, new: Address) -> Any:
    """The value with the address replaced; ``declared`` is its type as its field declares it, perhaps a union."""
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
