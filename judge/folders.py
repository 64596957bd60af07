"""Folders and files that nobody but the judge's own user may look into, whatever the umask says."""

import os
from pathlib import Path

_MINE = 0o077
"""What nobody else may do."""


def only_mine() -> None:
    """From now on whatever this process makes is its user's alone: SQLite, sockets, logs and all."""
    os.umask(os.umask(_MINE) | _MINE)


def private_folder(path: Path) -> None:
    """Make a folder, with those above it that are missing; one that is there stays as its operator has set it."""
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Make an empty file unless it is there."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
