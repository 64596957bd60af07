"""The text of a board file with the faults found in it, each with its line."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

TomlTable = Mapping[str, object]
T = TypeVar("T")

_WORDS = {str: "a text", int: "a number", bool: "true or false", dict: "a table", list: "a list"}


class LocatedFault(NamedTuple):
    """One fault of a board file; ``line`` counts from 1."""

    line: int
    message: str


class BoardError(Exception):
    """A board file that cannot be played on, with all its faults.

    ``line`` and ``message`` are those of the first fault found.
    """

    def __init__(self, source: str, faults: Iterable[LocatedFault]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("\n".join(f"{source}, line {line}: {message}" for line, message in self.faults))
        self.source = source
        self.line, self.message = self.faults[0]


@dataclass(frozen=True)
class BoardSource:
    """A board file and the faults found in it so far, in the order in which they were found."""

    source: str
    text: str
    faults: list[LocatedFault] = field(default_factory=list)

    def wrong(self, section: str, key: str, message: str) -> None:
        """Note a fault of a key of a section."""
        self.faults.append(LocatedFault(self._line_of(section, key), message))

    def syntax_error(self, error: Exception) -> BoardError:
        """Return the BoardError of a file that is not TOML."""
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        last = self.text.count("\n") + 1
        line = int(place[1]) if place and place[1] else last
        return BoardError(self.source, [LocatedFault(line, re.sub(r" \(at .*\)$", "", str(error)))])

    def close(self) -> None:
        """Raise BoardError if any fault was found."""
        if self.faults:
            raise BoardError(self.source, self.faults)

    def value(self, table: TomlTable, section: str, key: str, kind: type[T], default: T | None = None) -> T:
        """Return the value of a key of a section, which must be of this type.

        A value of another type is noted as a fault, as is a missing one without a default; the default, else the empty
        value of the type, is returned then.
        """
        value = table.get(key)
        if isinstance(value, kind) and isinstance(value, bool) is (kind is bool):
            return value
        if value is None and default is not None:
            return default
        self.wrong(section, key, f"{key} {'is missing' if value is None else f'must be {_WORDS[kind]}'}")
        return kind() if default is None else default

    def word(self, table: TomlTable, section: str, key: str, word: str, default: str | None = None) -> str:
        """The text that the line of a key gives for a word."""
        value = table.get(word, default)
        if isinstance(value, str):
            return value
        self.wrong(section, key, f"{word} {'is missing' if value is None else 'must be a text'}")
        return ""

    def _line_of(self, section: str, key: str) -> int:
        """The line of the key, else of the section's heading, else the first."""
        here, heading = "", 1
        for number, line in enumerate(self.text.splitlines(), start=1):
            if opened := re.match(r"\s*\[([^\]]+)\]", line):
                here = opened[1].strip()
                heading = number if here == section else heading
            elif here == section and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
                return number
        return heading
