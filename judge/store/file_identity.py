"""Detects that another file has taken the place of the opened one."""

import errno
import os
from pathlib import Path


class FileIdentity:
    """Which file lay at a path when this was made: writing to a file that has lost its name would lose the data."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)  # looked at before every query
        self._is = _identity(self._path)

    def check(self) -> None:
        """OSError (EIO) when another file lies there, or none; no error once the file has been put back."""
        if _identity(self._path) != self._is:
            raise OSError(errno.EIO, f"{self._path} was moved, deleted or replaced while the judge runs")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_dev, found.st_ino
