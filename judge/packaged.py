"""The files that come with the judge and lie beside the package in the checkout, inside it where it is installed."""

from pathlib import Path

_INSTALLED = Path(__file__).parent / "packaged_files"
_CHECKOUT = Path(__file__).parent.parent


PROGRAM = "judge" if _INSTALLED.is_dir() else "judge.py"
"""What an operator types to call the judge: the command that was installed, or the file of the checkout."""


def packaged(name: str) -> Path:
    """Return the path of ``templates``, ``games``, ``config.toml`` or ``CHANGELOG.md``, as they come with the judge."""
    return (_INSTALLED if _INSTALLED.is_dir() else _CHECKOUT) / name
