"""Locks in the data folder: only one judge at a time works on it, and a door that runs can be told."""

import fcntl
import os
import time
from pathlib import Path

_SECONDS_TO_END = 30.0
"""Seconds that the processes of a judge that was killed may take to notice."""

_SECONDS_BETWEEN = 0.02


class AlreadyRunningError(Exception):
    """Another judge works on the folder."""


class FolderLock:
    """Held until ``release``; the operating system releases it when the process has ended, however it ends.

    Processes forked from it hold the lock as well; of a judge that was killed they end by themselves, and are waited
    for.
    """

    def __init__(self, folder: Path) -> None:
        """Lock a folder that exists; AlreadyRunningError when it is locked, OSError when it cannot be used."""
        path = folder / "judge.lock"
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        end = time.monotonic() + _SECONDS_TO_END
        while not self._is_taken():
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip()
            if not _has_ended(holder) or time.monotonic() > end:
                os.close(self._descriptor)
                message = f"another judge{f', process {holder},' if holder else ''} works on {folder}: stop it first"
                raise AlreadyRunningError(message)
            time.sleep(_SECONDS_BETWEEN)
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)

    def _is_taken(self) -> bool:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _has_ended(process: str) -> bool:
    """Whether a process that locked the folder is gone, so that what it had started will go as well."""
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (ValueError, OSError):
        return False
    return False


def door_lock_path(data: Path) -> Path:
    """The file that a running door holds locked."""
    return data / "door.lock"


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock of a file; not where there is none."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
