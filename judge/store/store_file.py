"""The file of the store: opened, migrated, written by one thread, read by every thread on a connection of its own."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.store.connection import Readers, open_up_to_date
from judge.store.data_folder import FileIdentity
from judge.store.schema import migrations, note_version
from judge.store.writer import StoreWriter
from judge.system.private_files import private_file, private_folder


class StoreFile:
    """The open file. Whatever a method has returned is on the disk; any thread may call, one thread writes.

    A full disk raises OSError with ENOSPC, a broken one ``sqlite3.Error``.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        """Open the file at ``path``, migrated to the present schema; ``now`` tells the time of arrivals, UTC."""
        private_folder(path.parent)
        private_file(path)  # what SQLite puts beside it has the same rights
        self._now = now
        opened = open_up_to_date(path, migrations)
        note_version(opened)
        file = FileIdentity(path)
        self._writer = StoreWriter(opened, file)
        self._readers = Readers(path, file)

    def close(self) -> None:
        """Write what was submitted, then close the file; no method may be called afterwards."""
        self._writer.close()
        self._readers.close()

    @property
    def _reader(self) -> Database:
        """This thread's own connection for reading; OSError once another file lies in the place of the opened one."""
        return self._readers.own
