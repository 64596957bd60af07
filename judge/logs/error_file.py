"""The last warnings and errors of all processes of a judge, in a small file that is read without the log."""

import fcntl
import json
import logging
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from judge.logs.about import AboutFilter

_LARGEST = 64 * 1024
"""Bytes after which the older lines go."""

_LONGEST_MESSAGE = 500


@dataclass(frozen=True)
class LoggedError:
    """A warning or an error: when (ISO 8601, UTC), ``WARNING`` or worse, what was said, and of which letter."""

    at: str
    level: str
    says: str


def error_file(data: Path) -> Path:
    """Where the file lies in the data folder."""
    return data / "errors.jsonl"


class ErrorFileHandler(logging.Handler):
    """Adds each warning and error to the file; one that cannot be written is in the log all the same."""

    def __init__(self, path: Path) -> None:
        """The file is made with the first line."""
        super().__init__(logging.WARNING)
        self._path = path
        self.addFilter(AboutFilter())

    def emit(self, record: logging.LogRecord) -> None:
        """Add a line."""
        about: str = getattr(record, "about", "")
        error = record.exc_info[1] if record.exc_info else None
        says = f"{about}{record.getMessage()}" + (f" ({type(error).__name__}: {error})" if error else "")
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
        line = json.dumps(asdict(LoggedError(at, record.levelname, says[:_LONGEST_MESSAGE])))
        with suppress(OSError):
            _add(self._path, line.encode() + b"\n")


def _add(path: Path, line: bytes) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.write(descriptor, line)
        size = os.fstat(descriptor).st_size
        if size > _LARGEST:
            newer = os.pread(descriptor, _LARGEST // 2, size - _LARGEST // 2)
            os.ftruncate(descriptor, 0)
            os.write(descriptor, newer[newer.index(b"\n") + 1 :])
    finally:
        os.close(descriptor)


def last_errors(path: Path, most: int) -> tuple[LoggedError, ...]:
    """The last errors, oldest first; none where there is no file, and nothing of a line that is none."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    found = []
    for line in lines[-most:]:
        with suppress(ValueError, TypeError):
            found.append(LoggedError(**json.loads(line)))
    return tuple(found)
