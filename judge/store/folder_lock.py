"""A lock on the data folder: only one judge at a time works on it."""

import fcntl
import os
from pathlib import Path


class AlreadyRunningError(Exception):
    """Another judge works on the folder."""


class FolderLock:
    """Held until ``release``; the operating system releases it when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Lock a folder that exists; AlreadyRunningError when it is locked, OSError when it cannot be used."""
        path = folder / "judge.lock"
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            message = f"another judge{f', process {holder},' if holder else ''} works on {folder}: stop it first"
            raise AlreadyRunningError(message) from error
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)
