"""Folders and files that only the judge's own user may access, whatever the umask says."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_OTHERS_RIGHTS = 0o077
"""The rights that nobody else may have."""


def restrict_umask() -> int:
    """Make everything this process creates from now on its user's alone: SQLite, sockets, logs and all.

    Returns the umask before.
    """
    before = os.umask(_OTHERS_RIGHTS)
    os.umask(before | _OTHERS_RIGHTS)
    return before


@contextmanager
def restricted_umask() -> Iterator[None]:
    """Restrict the umask, and set it again as it was."""
    before = restrict_umask()
    try:
        yield
    finally:
        os.umask(before)


def private_folder(path: Path) -> None:
    """Make a folder, with its missing parents; an existing one keeps the rights its operator has set."""
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file unless it exists."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that is on the disk when this returns; OSError where it cannot be."""
    private_file(path)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_whole(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a file so that it is there whole or not at all, and make its folder; OSError where that fails."""
    private_folder(path.parent)
    unfinished = path.with_name(f"{path.name}.unfinished")
    write_private(unfinished, text.encode("utf-8"))
    unfinished.chmod(mode)
    unfinished.replace(path)


def sync_folder(folder: Path) -> None:
    """Sync a folder itself to the disk: files added, renamed and removed."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
