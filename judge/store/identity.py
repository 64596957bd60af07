"""The file that was opened told from another one that lies in its place."""

import errno
from pathlib import Path


class FileIdentity:
    """Which file lay at a path when this was made: what is written into one that has lost its name is lost with it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is = _identity(path)

    def check(self) -> None:
        """OSError (EIO) once another file lies there, or none; nothing once it has been put back."""
        if _identity(self._path) != self._is:
            raise OSError(errno.EIO, f"{self._path} was moved, deleted or replaced while the judge runs")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
