"""The log of a process: what its lines are about, how they are printed, the last errors in a file."""

import fcntl
import json
import logging
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

# --- what a line of the log is about: the letter that this thread is busy with, named before the message


_ABOUT: ContextVar[str] = ContextVar("about", default="")


@contextmanager
def logging_about(what: str) -> Iterator[None]:
    """Have every line that this thread logs meanwhile begin with ``what``, such as ``letter 17``."""
    token = _ABOUT.set(what)
    try:
        yield
    finally:
        _ABOUT.reset(token)


class AboutFilter(logging.Filter):
    """Gives each record its ``about``: what it is about, with a colon, or nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record."""
        what = _ABOUT.get()
        record.about = f"{what}: " if what else ""
        return True


# --- the last warnings and errors of all processes of a judge, in a small file that is read without the log


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


# --- text as a terminal, or a log, may show it


_JOINERS = frozenset("\u200c\u200d")
"""Signs that join letters of some scripts, and the parts of an emoji."""

_MEANT = frozenset("\n\t") | _JOINERS

_FORMATS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control signs, those that format (among them all that turn the order of others), halves of signs, line ends."""


def printable(text: str) -> str:
    r"""The text with every control and formatting sign as ``\u202e`` is written, but for line ends and tabs.

    What strangers, relays and files have written reaches terminals and logs; a bare ESC there sets colours and titles,
    a sign that turns the order makes a line say something else. As JSON the text means the same as before.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def said_of(error: OSError) -> str:
    """Return what an error of the machine says, in a line."""
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)


def printable_line(text: str) -> str:
    """The same on one line: a line end is written as such a sign, too."""
    return printable(text).replace("\n", "\\u000a")


def _shown(sign: str) -> str:
    if sign.isprintable() or sign in _MEANT or unicodedata.category(sign) not in _FORMATS:
        return sign
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


# --- begins the log of a process, and of those forked from it


def start_log(data: Path) -> None:
    """Log to standard error; warnings and errors also to the small file in the data folder."""
    handlers = [log_lines_to(sys.stderr), ErrorFileHandler(error_file(data))]
    logging.basicConfig(level=logging.INFO, handlers=handlers)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)


def log_lines_to(stream: TextIO) -> logging.Handler:
    """What writes the log to a stream."""
    lines = logging.StreamHandler(stream)
    lines.addFilter(AboutFilter())
    lines.setFormatter(_PrintableFormatter("%(asctime)s %(levelname)s %(about)s%(message)s"))
    return lines


class _PrintableFormatter(logging.Formatter):
    """Keeps what others have written from doing anything in a terminal, and from looking like a line of the log."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is the library's
        """The line of a record."""
        return printable_line(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """The line, with that of its error and where it came from below."""
        return printable(super().format(record))
