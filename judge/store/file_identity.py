"""Detects that another file has taken the place of the opened one."""

import errno
from pathlib import Path


class FileIdentity:
    """Which file lay at a path when this was made: writing to a file that has lost its name would lose the data."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is = _identity(path)

    def check(self) -> None:
        """OSError (EIO) when another file lies there, or none; no error once the file has been put back."""
        if _identity(self._path) != self._is:
            raise OSError(errno.EIO, f"{self._path} was moved, deleted or replaced while the judge runs")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
