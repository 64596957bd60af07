"""The files that come with the judge and lie beside the package in the checkout, inside it where it is installed."""

import sys
from pathlib import Path
from sysconfig import get_path

_INSTALLED = Path(__file__).parent / "packaged_files"
_CHECKOUT = Path(__file__).parent.parent


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
