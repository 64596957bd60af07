"""What this judge is: the source that it was built of, the Python and the packages with which it runs."""

import json
import os
import platform
import re
import sqlite3
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from judge.system.files import PROGRAM, __version__, packaged

SOURCE_FILE = "source.json"
"""Where a package keeps what :func:`source_of` said of the source as it was built; ``hatch_build.py`` writes it."""

_EXTRAS = ("serve", "zine", "pictures")


def told_in_full() -> str:
    """Return the version and all that it stands on, a line each: ``Python: 3.11.7``."""
    source = source_of(packaged("."))
    lines = [
        f"judge {__version__}",
        f"Source: {source.get('commit', 'commit unknown')}, {source.get('date', 'date unknown')}",
        f"Python: {platform.python_version()} ({platform.python_implementation()}, {platform.platform()})",
        f"SQLite: {sqlite3.sqlite_version}",
    ]
    return "\n".join([*lines, *(f"{name}: {version}" for name, version in sorted(_needed().items()))])


def source_of(folder: Path) -> Mapping[str, str]:
    """Return what is known of a source: its ``commit``, with ``-dirty`` where files have changed since, and ``date``.

    That of a package is what was noted as it was built. Without git there is no commit; the date (ISO 8601, UTC) is
    that of ``SOURCE_DATE_EPOCH`` then, if it is set.
    """
    with suppress(FileNotFoundError):
        noted: Mapping[str, str] = json.loads((folder / SOURCE_FILE).read_text(encoding="utf-8"))
        return noted
    if (folder / ".git").exists():  # a folder above it may be of another git
        with suppress(OSError, subprocess.CalledProcessError):
            commit = _git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
            return {"commit": commit, "date": _iso(_git(folder, "log", "-1", "--format=%ct"))}
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return {"date": _iso(epoch)} if epoch.isdecimal() else {}


def _git(folder: Path, *words: str) -> str:
    command, without_locks = ["git", "-C", str(folder), *words], {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    return subprocess.run(command, env=without_locks, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - words of our own


def _iso(epoch: str) -> str:
    return datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _needed() -> Mapping[str, str]:
    """The packages that the judge needs, and those that they need, each with the version that is here."""
    found: dict[str, str] = {}
    waiting = list(_names(own_requirements()))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        with suppress(metadata.PackageNotFoundError):  # of another system, or another Python
            found[name] = metadata.version(name)
            waiting += _names(metadata.requires(name) or ())
    return found


def own_requirements() -> Sequence[str]:
    """Return what the judge needs for all that it can do, not to be worked on, as requirements (PEP 508)."""
    if PROGRAM == "judge":
        told = (one.partition(";") for one in metadata.requires("judge") or ())
        wanted = [one for one, _, marker in told if not marker or any(f"'{extra}'" in marker for extra in _EXTRAS)]
    else:
        about = tomllib.loads(packaged("pyproject.toml").read_text(encoding="utf-8"))["project"]
        wanted = sum((about["optional-dependencies"][extra] for extra in _EXTRAS), about["dependencies"])
    return [one for one in wanted if not one.startswith("judge[")]


def _names(requirements: Iterable[str]) -> Iterator[str]:
    """The packages of requirements (PEP 508), as an index writes them (PEP 503), but for what only extras need."""
    for one in requirements:
        if "extra ==" not in one and (name := re.match(r"[\w.-]+", one)):
            yield re.sub(r"[-_.]+", "-", name[0]).lower()
