"""Connections for reading a database, one for each thread."""

from pathlib import Path
from threading import local
from weakref import WeakSet

from sqlite_utils import Database

from judge.store.connection import connect
from judge.store.file_identity import FileIdentity


class Readers:
    """Opens a connection for each thread that asks for one."""

    def __init__(self, path: Path, file: FileIdentity) -> None:
        """Once another ``file`` lies at ``path``, no connection is given."""
        self._path = path
        self._file = file
        self._own = local()
        self._opened: WeakSet[Database] = WeakSet()

    @property
    def own(self) -> Database:
        """This thread's connection; OSError once another file lies in the place of the opened one."""
        self._file.check()
        reader: Database | None = getattr(self._own, "reader", None)
        if reader is None:
            reader = self._own.reader = connect(self._path)
            self._opened.add(reader)
        return reader

    def close(self) -> None:
        """Close the connections of all threads; none may be used afterwards."""
        for reader in tuple(self._opened):
            reader.close()
