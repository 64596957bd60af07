"""Checks the machine: folders and their rights, free disk space, the clock."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from judge.doctor.check import CheckFinding, Installation, fine, note, wrong

_LITTLE = 200 * 1024 * 1024


def check_folders(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether the judge can write where it must, others cannot read its files, and there is free space."""
    if os.geteuid() == 0:
        yield note("folders", "these are the rights of root", "run the doctor as the user the judge runs as")
    named = installation.config.folders
    for name, path in (("data", named.data), ("archive", named.archive), ("mailboxes", named.mailboxes)):
        yield _rights(name, path)
    for path in (named.data, named.data / "judge.db", named.mailboxes):
        if path.exists() and path.stat().st_mode & 0o007:
            yield wrong("folders", f"everybody on this machine may look into {path}", f"chmod o-rwx {path}")
    free = shutil.disk_usage(_nearest(named.data)).free
    if free < _LITTLE:
        yield wrong("folders", f"{free // 2**20} MB are left on the disk of {named.data}", "make room")


def _rights(name: str, path: Path) -> CheckFinding:
    nearest = _nearest(path)
    if not nearest.is_dir():
        return wrong("folders", f"{nearest} is no folder", f"move it away, or set folders.{name}")
    if not os.access(nearest, os.R_OK | os.W_OK | os.X_OK):
        return wrong("folders", f"{nearest} cannot be written to", "give it to the judge's user with chown")
    return fine("folders", f"{name} is {path}") if path == nearest else note("folders", f"{path} will be made")


def _nearest(path: Path) -> Path:
    """The path itself, or the folder above it that is there."""
    return next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())


def check_clock(_: Installation) -> Iterator[CheckFinding]:
    """Yield whether something keeps the clock right, by which deadlines are met."""
    program = shutil.which("timedatectl")
    if program is None:
        yield note("clock", "nothing here tells whether it is kept right", "see that an NTP service runs")
        return
    command = [program, "show", "--property=NTPSynchronized", "--value"]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10).stdout.strip()  # noqa: S603
    if said == "yes":
        yield fine("clock", "it is kept right")
    elif said == "no":
        yield wrong("clock", "nothing keeps it right", "timedatectl set-ntp true")
    else:
        yield note("clock", "timedatectl does not tell whether it is kept right", "see that an NTP service runs")
