"""Errors told apart: those of the machine the judge stands on, those of the judge itself."""

import errno
import sqlite3
from collections.abc import Iterator

_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE})
"""A file that cannot grow: SQLite says "full" of a disk, and "could not be written" of a quota."""

_OF_THE_FILE = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOTADB,
    }
)
_OF_THE_MACHINE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
)


def is_full(error: BaseException) -> bool:
    """Whether a database could not be written because nothing more fits."""
    return any(isinstance(one, sqlite3.Error) and _code(one) in _FULL for one in _causes(error))


def no_room(error: BaseException) -> OSError:
    """The same said as the operating system says it, for those who know of no database."""
    full = OSError(errno.ENOSPC, "the database cannot grow")
    full.__cause__ = error
    return full


def is_of_the_house(error: BaseException) -> bool:
    """Whether the disk or the database failed, which no letter can be blamed for; a wrong statement is a bug."""
    return any(map(_is_of_the_house, _causes(error)))


def _is_of_the_house(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return _code(error) & 0xFF in _OF_THE_FILE
    return isinstance(error, OSError) and error.errno in _OF_THE_MACHINE


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and those it came of: undoing a transaction that a full disk has undone fails once more."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _code(error: sqlite3.Error) -> int:
    """The extended code of SQLite, whose low byte is the primary one; 0 where it gave none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0)
