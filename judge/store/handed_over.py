"""The letters that a relay has taken and that are not marked in the database yet: a file that outlives the process."""

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from judge.private_files import private_file
from judge.store.timestamps import format_timestamp, parse_timestamp


@dataclass(frozen=True)
class HandedOver:
    """A letter out that was taken at a moment (UTC): its number in the outbox and its Message-ID, both of one row."""

    letter: int
    message_id: str
    at: datetime


class HandedOverLetters:
    """A line for each such letter, written before the next letter leaves.

    It is written without a sync, like the mark of the letter being read: whatever kills the process, at most the
    letter that was under way is not in it. In a database that was put back the same number may be another letter's, so
    a line counts only for the row that bears its Message-ID.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at ``path``, made if it is missing."""
        private_file(path)
        self._file = path.open("a+b", buffering=0)

    def read(self) -> tuple[HandedOver, ...]:
        """The letters noted, in their order; what a line cannot tell, cut off as it may be, counts for nothing."""
        text = os.pread(self._file.fileno(), os.fstat(self._file.fileno()).st_size, 0).decode("utf-8", errors="replace")
        found: list[HandedOver] = []
        for letter, at, message_id in _LINE.findall(text):
            with suppress(ValueError):
                found.append(HandedOver(int(letter), message_id, parse_timestamp(at)))
        return tuple(found)

    def add(self, one: HandedOver) -> None:
        """Note a letter; OSError where that fails."""
        self._file.write(f"{one.letter} {format_timestamp(one.at)} {one.message_id}\n".encode())

    def clear(self) -> None:
        """Note none any more, once all are marked."""
        self._file.truncate(0)

    def close(self) -> None:
        """Close the file; what it says stays."""
        self._file.close()


_LINE = re.compile(r"^(\d{1,18}) (\S+\+00:00) (\S+)\n", re.MULTILINE)
