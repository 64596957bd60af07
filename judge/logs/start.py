"""Begins the log of a process, and of those forked from it."""

import logging
import sys
from pathlib import Path
from typing import TextIO

from judge.logs.about import AboutFilter
from judge.logs.error_file import ErrorFileHandler, error_file
from judge.logs.printable import printable, printable_line


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
