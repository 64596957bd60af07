"""What the door reads of the database, beside the worker that writes it."""

from pathlib import Path

from judge.heartbeat import Heartbeat
from judge.private_files import private_file, private_folder
from judge.store import heartbeat
from judge.store.connection import open_up_to_date
from judge.store.file_identity import FileIdentity
from judge.store.readers import Readers
from judge.store.schema import migrations


class StoreView:
    """Reads the database; any thread may call, and nobody who writes is waited for."""

    def __init__(self, path: Path) -> None:
        """Open the file at ``path``, migrated to the present schema, for whoever comes first makes it."""
        private_folder(path.parent)
        private_file(path)
        open_up_to_date(path, migrations).close()
        self._readers = Readers(path, FileIdentity(path))

    def last_heartbeat(self) -> Heartbeat | None:
        """The last heartbeat of the worker; None before the first."""
        return heartbeat.last_heartbeat(self._readers.own)

    def close(self) -> None:
        """Close the file; no method may be called afterwards."""
        self._readers.close()
