"""Letters as files in a Maildir: written so that a power cut leaves either none or a whole one.

The standard library's ``Maildir.add`` syncs the file and not its folder, so what it has added may be gone.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

_OUTSIDE = re.compile(r"[^A-Za-z0-9@._+-]+")


def deliver(folder: Path, unique: str, raw: bytes) -> None:
    """Put a letter into a Maildir, made if need be, unless it is there already, read or not.

    ``unique`` (a Message-ID) makes the file's name, so the same letter delivered twice is one file.
    """
    make(folder)
    name = _file_name(unique)
    if not _is_there(folder, name):
        _write(folder, name, raw.replace(b"\r\n", b"\n"))  # on disk, a line ends as the machine's lines do


def set_aside(folder: Path, name: str, raw: bytes) -> None:
    """Keep a letter, byte for byte, in a Maildir that a person looks through."""
    make(folder)
    _write(folder, _file_name(name), raw)


def waiting(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The letters dropped into a Maildir, oldest first, each with its file; nothing where there is no Maildir."""
    new = folder / "new"
    letters = [path for path in new.iterdir() if _is_letter(path)] if new.is_dir() else []
    for path in sorted(letters, key=lambda path: (path.stat().st_mtime_ns, path.name)):
        yield path, path.read_bytes()


def taken(path: Path) -> None:
    """Remove a letter that has been kept elsewhere; one that is gone already is as good."""
    with suppress(FileNotFoundError):
        path.unlink()
    _sync(path.parent)


def _is_letter(path: Path) -> bool:
    """Whether a file is a letter we may read: no dot file, no folder, nobody else's."""
    return not path.name.startswith(".") and path.is_file() and os.access(path, os.R_OK)


def make(folder: Path) -> None:
    """Make a Maildir, unless it is there."""
    parts = [folder / part for part in ("tmp", "new", "cur")]
    if all(part.is_dir() for part in parts):
        return
    for part in parts:
        part.mkdir(parents=True, exist_ok=True)
    _sync(folder)
    _sync(folder.parent)


def _file_name(unique: str) -> str:
    """A name that shows what it is made of, and differs where that differs; a Maildir keeps ``:`` for itself."""
    shown = _OUTSIDE.sub("_", unique).strip("._")[:80] or "letter"
    return f"{shown}.{sha256(unique.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _is_there(folder: Path, name: str) -> bool:
    read = (folder / "cur" / name, *(folder / "cur").glob(f"{name}:*"))
    return (folder / "new" / name).exists() or any(path.exists() for path in read)


def _write(folder: Path, name: str, raw: bytes) -> None:
    unfinished = folder / "tmp" / name
    with unfinished.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(folder / "new" / name)
    _sync(folder / "new")


def _sync(folder: Path) -> None:
    """Put the folder itself on the disk: what is in it, and what no longer is."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
