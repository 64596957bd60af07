"""Letters as files in a Maildir, written so that after a power cut each is there whole or not at all.

The standard library's ``Maildir.add`` syncs the file and not its folder, so what it has added may be gone.
"""

import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

from judge.system.files import private_folder, sync_folder, write_private

_UNSAFE = re.compile(r"[^A-Za-z0-9@._+-]+")


def deliver_to_maildir(folder: Path, unique: str, raw: bytes) -> None:
    """Put a letter into a Maildir, made if need be, unless it is there already, read or not.

    ``unique`` (a Message-ID) and the bytes make the file's name, so the same letter delivered twice is one file, and
    another letter of the same id is a second one.
    """
    delivery = MaildirDelivery()
    delivery.put(folder, unique, raw)
    delivery.sync()


def mailbox_of(mailboxes: Path, address: str) -> Path:
    """The folder of a reader's Maildir; characters that a folder name cannot have become underscores."""
    return mailboxes / "".join(letter if letter.isalnum() or letter in "@.+-_=" else "_" for letter in address)


class MaildirDelivery:
    """Puts letters into Maildirs; they stay there after a power cut once ``sync`` has returned."""

    def __init__(self) -> None:
        """Nothing is written yet."""
        self._known: dict[Path, set[str]] = {}
        self._changed: set[Path] = set()

    def put(self, folder: Path, unique: str, raw: bytes) -> None:
        """Put one letter into a Maildir, as ``deliver_to_maildir`` does."""
        if folder not in self._known:
            make_maildir(folder)
            self._known[folder] = _names_in(folder)
        written = raw.replace(b"\r\n", b"\n")  # on disk, a line ends as the machine's lines do
        name = _file_name(unique, written)
        if name not in self._known[folder]:
            _write(folder, name, written)
            self._known[folder].add(name)
        self._changed.add(folder / "new")

    def sync(self) -> None:
        """Sync the folders to the disk that letters were put into since the last time."""
        for folder in sorted(self._changed):
            sync_folder(folder)
            self._changed.remove(folder)


def set_aside(folder: Path, name: str, raw: bytes) -> None:
    """Store a letter, byte for byte, in a Maildir that a person looks through."""
    make_maildir(folder)
    _write(folder, _file_name(name, b""), raw)
    sync_folder(folder / "new")


def waiting_files(folder: Path) -> tuple[Path, ...]:
    """The files of letters dropped into a Maildir, oldest first; none where there is no Maildir.

    OSError where the folder cannot be read.
    """
    new = folder / "new"
    paths = tuple(new.iterdir()) if new.is_dir() else ()
    aged = sorted((age, path.name, path) for path in paths if (age := _age(path)))
    return tuple(path for _, _, path in aged)


def remove_file(path: Path) -> None:
    """Remove the file of a letter that has been stored elsewhere; a missing file is no error."""
    with suppress(FileNotFoundError):
        path.unlink()
    sync_folder(path.parent)


def move_aside(path: Path, folder: Path) -> None:
    """Move a file, unread, into a Maildir that a person looks through; OSError where that fails."""
    make_maildir(folder)
    path.rename(folder / "new" / path.name)
    sync_folder(folder / "new")
    sync_folder(path.parent)


def _age(path: Path) -> int:
    """The modification time of a letter in nanoseconds; 0 for a dot file, a folder, or a file that cannot be found."""
    try:
        found = path.stat()
    except OSError:  # it is gone, or a link to nowhere or to itself, which is no letter
        return 0
    return found.st_mtime_ns if S_ISREG(found.st_mode) and not path.name.startswith(".") else 0


def make_maildir(folder: Path) -> None:
    """Make a Maildir, unless it exists."""
    parts = [folder / part for part in ("tmp", "new", "cur")]
    if all(part.is_dir() for part in parts):
        return
    for part in parts:
        private_folder(part)
    sync_folder(folder)
    sync_folder(folder.parent)


def _file_name(unique: str, raw: bytes) -> str:
    """A readable file name, different for each ``unique`` and each content; a Maildir reserves ``:``."""
    shown = _UNSAFE.sub("_", unique).strip("._")[:80] or "letter"
    return f"{shown}.{sha256(unique.encode('utf-8', 'surrogatepass') + raw).hexdigest()[:16]}"


def _names_in(folder: Path) -> set[str]:
    """The names of the letters in a Maildir, without the flags of those that were read."""
    return {path.name.partition(":")[0] for part in ("new", "cur") for path in (folder / part).iterdir()}


def _write(folder: Path, name: str, raw: bytes) -> None:
    write_private(folder / "tmp" / name, raw)
    (folder / "tmp" / name).rename(folder / "new" / name)
