"""A sequence whose items are read when they are asked for: of a long game few phases are told of."""

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """What ``read`` returns for each of some keys, in their order; a slice reads nothing, and no item is read twice."""

    def __init__(self, keys: Sequence[int], read: Callable[[int], T], known: dict[int, T] | None = None) -> None:
        """Nothing is read yet; ``known`` are items that have been, by their keys."""
        self._keys = keys
        self._read = read
        self._known: dict[int, T] = {} if known is None else known

    def __len__(self) -> int:
        """Return the number of items, read or not."""
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> "OnDemand[T]": ...

    def __getitem__(self, place: int | slice) -> "T | OnDemand[T]":
        """Return the item at a place, or some as a sequence of the same kind."""
        if isinstance(place, slice):
            return OnDemand(self._keys[place], self._read, self._known)
        key = self._keys[place]
        if key not in self._known:
            self._known[key] = self._read(key)
        return self._known[key]
