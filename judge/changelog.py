"""What has changed from one version of the judge to the next, as the changelog tells it."""

import re
from collections.abc import Iterator

from judge.packaged import packaged
from judge.version import version_number


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
