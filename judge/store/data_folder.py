"""What lies in the data folder, by size and age, and which processes work on it."""

import json
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from judge.private_files import write_whole
from judge.store.folder_lock import door_lock_path, is_locked
from judge.store.timestamps import format_timestamp, parse_timestamp


@dataclass(frozen=True)
class LastBackup:
    """The last backup that was made whole: when (UTC), and to which file."""

    at: datetime
    file: str


@dataclass(frozen=True)
class DataFolder:
    """Bytes of the database and the spool, with what lies beside them; bytes free on their disk; what runs."""

    database_bytes: int
    spool_bytes: int
    free_bytes: int
    runs: bool
    door_runs: bool
    backup: LastBackup | None


def look_at_folder(data: Path) -> DataFolder:
    """The folder as it is at this moment; OSError when it cannot be looked into."""
    return DataFolder(
        database_bytes=_size(data, "judge.db"),
        spool_bytes=_size(data, "spool.db"),
        free_bytes=shutil.disk_usage(data).free,
        runs=_is_process(data / "judge.lock"),
        door_runs=is_locked(door_lock_path(data)),
        backup=_last_backup(data),
    )


def _size(data: Path, name: str) -> int:
    return sum(path.stat().st_size for path in (data / name, data / f"{name}-wal") if path.exists())


def _is_process(lock: Path) -> bool:
    """Whether the process that has locked the folder lives; the lock is left alone, for a judge may be starting."""
    try:
        os.kill(int(lock.read_text(encoding="ascii")), 0)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


_BACKUP = "last-backup.json"


def note_backup(data: Path, backup: LastBackup) -> None:
    """Note that a backup is whole; OSError where that cannot be written. Whoever has made it, the judge may read it."""
    path = data / _BACKUP
    write_whole(path, json.dumps({"at": format_timestamp(backup.at), "file": backup.file}) + "\n")
    owner = data.stat()
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)


def _last_backup(data: Path) -> LastBackup | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads((data / _BACKUP).read_text(encoding="utf-8"))
        return LastBackup(parse_timestamp(noted["at"]), str(noted["file"]))
    return None
