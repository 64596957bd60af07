"""Tells errors of the machine (disk, database) from those of the judge itself."""

import errno
import sqlite3
from collections.abc import Iterator

_FULL_CODES = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE})
"""A file that cannot grow: SQLite says "full" of a disk, and "could not be written" of a quota."""

_DATABASE_CODES = frozenset(
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
_SYSTEM_CODES = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
)


def is_disk_full(error: BaseException) -> bool:
    """Whether a database could not be written because the disk or a quota is full."""
    return any(isinstance(one, sqlite3.Error) and _sqlite_code(one) in _FULL_CODES for one in _chain(error))


def disk_full_error(error: BaseException) -> OSError:
    """The same error as an OSError of ENOSPC, for callers that know of no database."""
    full = OSError(errno.ENOSPC, "the database cannot grow")
    full.__cause__ = error
    return full


def is_infrastructure_error(error: BaseException) -> bool:
    """Whether the disk or the database failed, which is no letter's fault; a wrong SQL statement is a bug."""
    return any(map(_is_infrastructure_error, _chain(error)))


def _is_infrastructure_error(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return _sqlite_code(error) & 0xFF in _DATABASE_CODES
    return isinstance(error, OSError) and error.errno in _SYSTEM_CODES


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes: rolling back a transaction that a full disk has undone fails once more."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _sqlite_code(error: sqlite3.Error) -> int:
    """The extended code of SQLite, whose low byte is the primary one; 0 where it gave none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0)
