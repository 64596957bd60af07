"""Runs the core of the tests on each Python that pyproject.toml claims and this machine has: make pythons.

Each has a fresh environment three times: with the lock, with the oldest and with the newest dependencies that the
ranges allow. ``python -m bench.pythons 3.12 --with oldest`` takes one Python, one choice of dependencies.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from time import monotonic

from judge.shell.build import own_requirements

HERE = Path(__file__).parents[1]
ABOUT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CHOICES = ("locked", "oldest", "newest")
PURE = ("tests/rules", "tests/notation", "tests/requests")
"""What imports no package: it is tried once with each Python."""

WITH_PACKAGES = ("tests/game", "tests/mail", "tests/reports", "tests/store")
TOOLS = ("hypothesis", "pytest", "pytest-xdist")
"""What of the workshop these tests need."""

_ASKED = "import sys; print('.'.join(map(str, sys.version_info[:3])))"


def claimed() -> Sequence[str]:
    """The Pythons that pyproject.toml claims, as ``3.11``, oldest first."""
    return re.findall(r"Python :: (3\.\d+)$", "\n".join(ABOUT["classifiers"]), re.MULTILINE)


def ranges() -> Sequence[str]:
    """What the judge and the core of its tests need, each with the range of its versions."""
    tools = (one for one in ABOUT["optional-dependencies"]["workshop"] if re.split(r"[^\w-]", one)[0] in TOOLS)
    return (*own_requirements(), *tools)


def oldest(needed: str) -> str:
    """The oldest version that a range allows: ``click==8.1`` of ``click>=8.1,<9``."""
    return re.sub(r">=([\w.]+).*", r"==\1", needed)


def asked_of_pip(choice: str) -> Sequence[str]:
    """What pip is asked to install."""
    if choice == "locked":
        return ("--require-hashes", "--requirement", str(HERE / "requirements.lock"))
    return tuple(map(oldest, ranges())) if choice == "oldest" else ranges()


def found(python: str) -> str | None:
    """The program of a Python ``3.11``: the newest that pyenv keeps, else the one that is on the path."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    newest_first = sorted(kept.glob(f"{python}.*/bin/python"), key=lambda path: -int(path.parts[-3].split(".")[2]))
    candidates = (*map(str, newest_first), shutil.which(f"python{python}"))
    return next((one for one in candidates if one and version(one).startswith(f"{python}.")), None)


def version(program: str) -> str:
    """The version of a Python, empty where there is none behind that name."""
    return subprocess.run([program, "-c", _ASKED], capture_output=True, text=True, check=False).stdout.strip()


def tried(program: str, choice: str) -> bool:
    """Whether the core of the tests passes in a fresh environment; tells what failed."""
    with tempfile.TemporaryDirectory(prefix="pythons-") as folder:
        python = str(Path(folder) / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        tests = [python, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", "--no-header", *WITH_PACKAGES]
        tests += PURE if choice == "locked" else ()
        for command in ([program, "-m", "venv", folder], [*pip, *asked_of_pip(choice)], tests):
            done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.stdout.writelines((done.stdout + done.stderr).splitlines(keepends=True)[-40:])
                return False
    return True


def main() -> None:
    """Try what is there, one after the other, with a line for each; the exit status tells whether all of it passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", default=claimed(), metavar="3.12", help="by default all that are claimed")
    parser.add_argument("--with", action="append", choices=CHOICES, dest="choices", help="by default all three")
    asked = parser.parse_args()
    all_passed = True
    for python, choice in product(asked.pythons, asked.choices or CHOICES):
        program, began = found(python), monotonic()
        passed = tried(program, choice) if program else None
        told = {True: "passed", False: "FAILED", None: "not on this machine"}[passed]
        of = version(program) if program else python
        sys.stdout.write(f"{of}  {choice}  {told}  {monotonic() - began:.0f} s\n")
        sys.stdout.flush()
        all_passed &= passed is not False
    sys.exit(not all_passed)


if __name__ == "__main__":
    os.nice(10)
    main()
