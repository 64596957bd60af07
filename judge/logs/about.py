"""What a line of the log is about: the letter that this thread is busy with, named before the message."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
