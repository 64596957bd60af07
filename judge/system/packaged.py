"""The version of the judge, the files that come with it, inside the package or beside it, the changelog among them."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path

# --- the version, said here and nowhere else; how versions are compared


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
