"""The version; the files that come with the judge, those only its own user may access, those that letters bear."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from sysconfig import get_path

__version__ = "0.2.0"


def version_number(version: str) -> tuple[int, ...]:
    """Return what versions are compared by: the numbers of ``1.10.2``; of no version, none."""
    return tuple(int(part) for part in version.split(".") if part.isdigit())


# --- the files that come with the judge and lie beside the package in the checkout, inside it where it is installed


_INSTALLED = Path(__file__).parent.parent / "packaged_files"
_CHECKOUT = Path(__file__).parent.parent.parent


PROGRAM = "judge" if _INSTALLED.is_dir() else "judge.py"
"""What an operator types to call the judge: the command that was installed, or the file of the checkout."""

TYPED_PROGRAM = PROGRAM if _INSTALLED.is_dir() else f".venv/bin/python {PROGRAM}"
"""The same with what runs the file of the checkout, for whoever has only run make."""


def packaged(name: str) -> Path:
    """Return the path of ``templates``, ``games``, ``deploy``, ``config.toml`` or ``CHANGELOG.md``, as they come."""
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / name


def command_line() -> tuple[str, ...]:
    """Return the words that call the judge from anywhere, each path absolute."""
    if _INSTALLED.is_dir():
        return (str(Path(get_path("scripts")) / PROGRAM),)
    return sys.executable, str(_CHECKOUT / PROGRAM)


# --- what has changed from one version of the judge to the next, as the changelog tells it


def changes_since(version: str) -> str:
    """Return the sections of the changelog on all versions after one, newest first; empty if there are none."""
    return "\n\n".join(text for number, text in _sections() if version_number(number) > version_number(version))


def versions() -> tuple[str, ...]:
    """Return the versions that the changelog tells of, newest first."""
    return tuple(number for number, _ in _sections())


def _sections() -> Iterator[tuple[str, str]]:
    """Each version with its section, the heading included."""
    text = packaged("CHANGELOG.md").read_text(encoding="utf-8")
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        yield section.partition("\n")[0].removeprefix("## ").strip(), section.strip()


# --- folders and files that only the judge's own user may access, whatever the umask says


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
    """Make a folder, with its missing parents, on the disk; an existing one keeps the rights its operator has set."""
    for folder in (*reversed(path.parents), path):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(folder.parent)


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


def write_whole(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write a file so that it is there whole or as it was, and make its folder; OSError where that fails.

    Only once the folder is synced has it come to stay.
    """
    private_folder(path.parent)
    unfinished = path.with_name(f"{path.name}.unfinished")
    write_private(unfinished, content.encode("utf-8") if isinstance(content, str) else content)
    unfinished.chmod(mode)
    unfinished.replace(path)


def write_to_stay(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Write a file so that it is there whole when this returns, whatever comes; OSError where that fails."""
    write_whole(path, content, mode)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder itself to the disk: files added, renamed and removed."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- a file that a letter bears as an attachment


@dataclass(frozen=True)
class AttachedFile:
    """A file: its name (ASCII), its media type, its bytes."""

    name: str
    kind: str
    content: bytes


# --- libraries that few processes need: loaded by the first that uses one, when it does


class LibraryOnDemand:
    """Stands for a module of that name: what is asked of it, modules below it among them, loads it. Any thread may."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        module = import_module(self._name)
        return getattr(module, name) if hasattr(module, name) else import_module(f"{self._name}.{name}")
