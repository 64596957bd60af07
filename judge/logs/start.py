"""Begins the log of a process, and of those forked from it."""

import logging
import sys
from pathlib import Path

from judge.logs.about import AboutFilter
from judge.logs.error_file import ErrorFileHandler, error_file


def start_log(data: Path) -> None:
    """Log to standard error; warnings and errors also to the small file in the data folder."""
    lines = logging.StreamHandler(sys.stderr)
    lines.addFilter(AboutFilter())
    lines.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(about)s%(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[lines, ErrorFileHandler(error_file(data))])
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
