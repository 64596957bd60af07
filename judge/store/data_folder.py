"""The files beside the database: what lies there, its locks, its marks.

Whoever has not read that file, or carried the letter, cannot write such a letter; past its hour nobody can.
"""

import errno
import fcntl
import json
import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest
from pathlib import Path

from judge.game.names import GameName
from judge.store.rows import GameWork, format_timestamp, parse_timestamp
from judge.system.files import private_file, write_whole

# --- detects that another file has taken the place of the opened one


class FileIdentity:
    """Which file lay at a path when this was made: writing to a file that has lost its name would lose the data."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)  # looked at before every query
        self._is = _identity(self._path)

    def check(self) -> None:
        """OSError (EIO) when another file lies there, or none; no error once the file has been put back."""
        if _identity(self._path) != self._is:
            raise OSError(errno.EIO, f"{self._path} was moved, deleted or replaced while the judge runs")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return found.st_dev, found.st_ino


# --- locks in the data folder: only one judge at a time works on it, and a door that runs can be told


_SECONDS_TO_END = 30.0
"""Seconds that the processes of a judge that was killed may take to notice."""

_SECONDS_BETWEEN = 0.02


class AlreadyRunningError(Exception):
    """Another judge works on the folder."""


class FolderLock:
    """Held until ``release``; the operating system releases it when the process has ended, however it ends.

    Processes forked from it hold the lock as well; of a judge that was killed they end by themselves, and are waited
    for.
    """

    def __init__(self, folder: Path) -> None:
        """Lock a folder that exists; AlreadyRunningError when it is locked, OSError when it cannot be used."""
        path = folder / "judge.lock"
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        end = time.monotonic() + _SECONDS_TO_END
        while not self._is_taken():
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip()
            if not _has_ended(holder) or time.monotonic() > end:
                os.close(self._descriptor)
                message = f"another judge{f', process {holder},' if holder else ''} works on {folder}: stop it first"
                raise AlreadyRunningError(message)
            time.sleep(_SECONDS_BETWEEN)
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the lock."""
        os.close(self._descriptor)

    def _is_taken(self) -> bool:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _has_ended(process: str) -> bool:
    """Whether a process that locked the folder is gone, so that what it had started will go as well."""
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (ValueError, OSError):
        return False
    return False


def door_lock_path(data: Path) -> Path:
    """The file that a running door holds locked."""
    return data / "door.lock"


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock of a file; not where there is none."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


# --- what lies in the data folder, by size and age, and which processes work on it


@dataclass(frozen=True)
class LastBackup:
    """The last backup that was made whole: when (UTC), and to which file."""

    at: datetime
    file: str


@dataclass(frozen=True)
class LastDrill:
    """The last rehearsal of a loss: when (UTC), its line, whether it passed."""

    at: datetime
    says: str
    passed: bool


@dataclass(frozen=True)
class DataFolder:
    """Bytes of the database and the spool, with what lies beside them; bytes free on their disk; what runs."""

    database_bytes: int
    spool_bytes: int
    free_bytes: int
    runs: bool
    door_runs: bool
    backup: LastBackup | None
    drill: LastDrill | None


def look_at_folder(data: Path) -> DataFolder:
    """The folder as it is at this moment; OSError when it cannot be looked into."""
    disk = os.statvfs(data)
    return DataFolder(
        database_bytes=_size(data, "judge.db"),
        spool_bytes=_size(data, "spool.db"),
        free_bytes=disk.f_bavail * disk.f_frsize,
        runs=_is_process(data / "judge.lock"),
        door_runs=is_locked(door_lock_path(data)),
        backup=_last_backup(data),
        drill=last_drill(data),
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


_BACKUP, _DRILL = "last-backup.json", "last-drill.json"


def note_backup(data: Path, backup: LastBackup) -> None:
    """Note that a backup is whole; OSError where that cannot be written."""
    _note(data / _BACKUP, {"at": format_timestamp(backup.at), "file": backup.file})


def note_drill(data: Path, drill: LastDrill) -> None:
    """Note what a drill has come to; OSError where that cannot be written."""
    _note(data / _DRILL, {"at": format_timestamp(drill.at), "says": drill.says, "passed": drill.passed})


def _note(path: Path, facts: Mapping[str, object]) -> None:
    """Write facts as JSON; whoever writes them, the judge may read the file."""
    write_whole(path, json.dumps(facts) + "\n")
    owner = path.parent.stat()
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)


def _last_backup(data: Path) -> LastBackup | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads((data / _BACKUP).read_text(encoding="utf-8"))
        return LastBackup(parse_timestamp(noted["at"]), str(noted["file"]))
    return None


def last_drill(data: Path) -> LastDrill | None:
    """The last drill that is known of."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads((data / _DRILL).read_text(encoding="utf-8"))
        return LastDrill(parse_timestamp(noted["at"]), str(noted["says"]), bool(noted["passed"]))
    return None


# --- the mark of what is being done: a file that outlives the process, though not the machine


_DIGITS, _WIDTH = 18, 40
"""The mark is one line of that width: so many digits, the id of a letter, 0 for none; or a work, a space, a game."""


class WorkMark:
    """Tells the next judge on the data folder what the last one was doing when it ended: a letter, or work of a game.

    It is written without a sync: what a process has written is in the file whatever kills the process. Only a power cut
    may lose it, and that is nobody's fault; an old mark names a letter that is settled, or costs it a moment.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at ``path``, made if it is missing."""
        private_file(path)
        self._file = path.open("r+b", buffering=0)

    def set(self, letter_id: int) -> None:
        """Mark a letter as being read."""
        self._write(f"{letter_id:0{_DIGITS}}")

    def set_work(self, work: GameWork, game: GameName) -> None:
        """Mark work of a game."""
        self._write(f"{work.value} {game}")

    def clear(self) -> None:
        """Mark nothing."""
        self.set(0)

    def _write(self, text: str) -> None:
        os.pwrite(self._file.fileno(), f"{text:<{_WIDTH}}\n".encode(), 0)

    @property
    def letter(self) -> int | None:
        """The letter that is marked; None where none is, or where the mark cannot be read."""
        text = os.pread(self._file.fileno(), _DIGITS + 1, 0)
        return int(text) or None if text[:_DIGITS].isdigit() else None

    @property
    def work(self) -> tuple[GameWork, GameName] | None:
        """The work that is marked, and its game; None where none is, or where the mark cannot be read."""
        text = os.pread(self._file.fileno(), _WIDTH, 0).decode("ascii", errors="replace")
        work, _, game = text.strip().partition(" ")
        return (GameWork(work), GameName(game)) if work in {one.value for one in GameWork} else None

    def close(self) -> None:
        """Close the file; what it says stays."""
        self._file.close()


# --- the letter that the operator has sent from the judge to itself


_NAME = "road-letter.json"


@dataclass(frozen=True)
class RoadLetter:
    """The ``token`` in the address that a road letter goes to, and ``until`` when it counts (UTC)."""

    token: str
    until: datetime

    def is_meant(self, token: str, at: datetime) -> bool:
        """Whether a letter that bears a token, and arrived at that hour, is this one."""
        return at <= self.until and compare_digest(self.token.encode(), token.encode())


def await_road_letter(data: Path, letter: RoadLetter) -> None:
    """Note that a road letter is under way; OSError where that cannot be written. The judge's user may read it."""
    _note(data / _NAME, {"token": letter.token, "until": format_timestamp(letter.until)})


def awaited_road_letter(data: Path) -> RoadLetter | None:
    """The road letter that is under way, if there is one."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        noted = json.loads((data / _NAME).read_text(encoding="utf-8"))
        return RoadLetter(str(noted["token"]), parse_timestamp(noted["until"]))
    return None


def forget_road_letter(data: Path) -> None:
    """Have no road letter count any more."""
    (data / _NAME).unlink(missing_ok=True)


# --- the letters that a relay has taken and that are not marked in the database yet


@dataclass(frozen=True)
class HandedOver:
    """A letter out that was taken at a moment (UTC): its number in the outbox and its Message-ID, both of one row."""

    letter: int
    message_id: str
    at: datetime


class HandedOverLetters:
    """A line for each such letter, written before the next letter leaves.

    It is written without a sync, like the mark of the letter being read: whatever kills the process, at most the
    letter that was under way is not in it. In a database that was put back the same number may be another letter's, so
    a line counts only for the row that bears its Message-ID.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at ``path``, made if it is missing."""
        private_file(path)
        self._file = path.open("a+b", buffering=0)

    def read(self) -> tuple[HandedOver, ...]:
        """The letters noted, in their order; what a line cannot tell, cut off as it may be, counts for nothing."""
        text = os.pread(self._file.fileno(), os.fstat(self._file.fileno()).st_size, 0).decode("utf-8", errors="replace")
        found: list[HandedOver] = []
        for letter, at, message_id in _LINE.findall(text):
            with suppress(ValueError):
                found.append(HandedOver(int(letter), message_id, parse_timestamp(at)))
        return tuple(found)

    def add(self, one: HandedOver) -> None:
        """Note a letter; OSError where that fails."""
        self._file.write(f"{one.letter} {format_timestamp(one.at)} {one.message_id}\n".encode())

    def clear(self) -> None:
        """Note none any more, once all are marked."""
        self._file.truncate(0)

    def close(self) -> None:
        """Close the file; what it says stays."""
        self._file.close()


_LINE = re.compile(r"^(\d{1,18}) (\S+\+00:00) (\S+)\n", re.MULTILINE)
