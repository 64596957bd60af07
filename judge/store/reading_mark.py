"""The mark of the letter being read: a file that outlives the process, though not the machine."""

import os
from pathlib import Path

from judge.private_files import private_file

_DIGITS = 18
"""The mark is one line of so many digits, the id of a letter, 0 for none."""


class ReadingMark:
    """Tells the next judge on the data folder which letter the last one was reading when it ended.

    It is written without a sync: what a process has written is in the file whatever kills the process. Only a power cut
    may lose it, and that is no letter's fault; an old mark names a letter that is settled, or costs it a moment.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at ``path``, made if it is missing."""
        private_file(path)
        self._file = path.open("r+b", buffering=0)

    def set(self, letter_id: int) -> None:
        """Mark a letter as being read."""
        os.pwrite(self._file.fileno(), f"{letter_id:0{_DIGITS}}\n".encode(), 0)

    def clear(self) -> None:
        """Mark no letter."""
        self.set(0)

    @property
    def letter(self) -> int | None:
        """The letter that is marked; None where none is, or where the mark cannot be read."""
        text = os.pread(self._file.fileno(), _DIGITS + 1, 0)
        return int(text) or None if text[:_DIGITS].isdigit() else None

    def close(self) -> None:
        """Close the file; what it says stays."""
        self._file.close()
