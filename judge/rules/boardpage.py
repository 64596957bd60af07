"""The text of a board file, able to say on which line each of its faults is."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

Table = Mapping[str, object]
T = TypeVar("T")

_WORDS = {str: "a text", int: "a number", bool: "true or false", dict: "a table", list: "a list"}


class FaultAt(NamedTuple):
    """Something wrong with a board file; ``line`` counts from 1."""

    line: int
    message: str


class BoardError(Exception):
    """A board file that cannot be played on, with all of its faults; ``line`` and ``message`` tell the first found."""

    def __init__(self, source: str, faults: Iterable[FaultAt]) -> None:
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("\n".join(f"{source}, line {line}: {message}" for line, message in self.faults))
        self.source = source
        self.line, self.message = self.faults[0]


@dataclass(frozen=True)
class Page:
    """A board file and the faults found in it so far, in the order in which they were found."""

    source: str
    text: str
    faults: list[FaultAt] = field(default_factory=list)

    def wrong(self, section: str, key: str, message: str) -> None:
        """Note what is wrong with a key of a section."""
        self.faults.append(FaultAt(self._line_of(section, key), message))

    def no_toml(self, error: Exception) -> BoardError:
        """The error of a file that is none of TOML at all."""
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        last = self.text.count("\n") + 1
        line = int(place[1]) if place and place[1] else last
        return BoardError(self.source, [FaultAt(line, re.sub(r" \(at .*\)$", "", str(error)))])

    def close(self) -> None:
        """Raise what is wrong with the file, if anything is."""
        if self.faults:
            raise BoardError(self.source, self.faults)

    def value(self, table: Table, section: str, key: str, kind: type[T], default: T | None = None) -> T:
        """The value of a key of a section, which must be of this kind; one that is missing is wrong without a default.

        What is wrong is noted, and nothing of that kind takes its place.
        """
        value = table.get(key)
        if isinstance(value, kind) and isinstance(value, bool) is (kind is bool):
            return value
        if value is None and default is not None:
            return default
        self.wrong(section, key, f"{key} {'is missing' if value is None else f'must be {_WORDS[kind]}'}")
        return kind() if default is None else default

    def word(self, table: Table, section: str, key: str, word: str, default: str | None = None) -> str:
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
