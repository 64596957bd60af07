"""The unit of deploy/ under a real systemd, a manager of users that believes it has been booted here."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.mail.sink import Sink, listening
from tests.mta.postfix import PATIENCE, own_folder, until
from tests.mta.stage import HERE, JudgeProcess, Players
from tests.shared.ports import free_port

UNIT = HERE / "deploy" / "judge.service"
DROP_INS = sorted((HERE / "deploy" / "judge.service.d").iterdir())
PAGE = (HERE / "docs" / "operating.md").read_text(encoding="utf-8")
EXPOSURE = dict(re.findall(r"`([\w.-]+)`[^`\n]* exposure level (\d\.\d)", PAGE))
ALICE = "alice@example.com"
NEEDED = "install systemd: .ci/run does"

_AS_BOOTED = "mount -t tmpfs tmpfs /run/systemd && mkdir /run/systemd/system && exec /usr/lib/systemd/systemd --user"
"""In a mount namespace of its own; a manager of users begins nowhere else than where systemd has booted the machine."""

_HERE = """\
[Service]
User=
Group=
PrivateTmp=no
ProtectHome=no
ReadWritePaths=/tmp /var/tmp {folder}
ProtectKernelTunables=no
ProtectKernelLogs=no
WorkingDirectory={here}
ExecStart=
ExecStart={python} {here}/judge.py --config {folder}/judge/config.toml serve
StandardError=append:{folder}/judge.log
WatchdogSec=4
"""
"""What is otherwise: where things lie, who runs it, the time one waits; two mounts over /proc need systemd itself."""


class Manager:
    """A systemd that runs the judge's unit, and nothing that its machine has."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "SYSTEMD_LOG_LEVEL": "warning",
            "SYSTEMD_LOG_TARGET": "console",
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "SYSTEMD_UNIT_PATH": str(folder / "units"),
        }
        units = folder / "units" / "judge.service.d"
        units.mkdir(parents=True)
        (folder / "run").mkdir(mode=0o700)
        shutil.copy(UNIT, units.parent)
        (units / "here.conf").write_text(_HERE.format(folder=folder, here=HERE, python=sys.executable))
        (units.parent / "basic.target").write_text("[Unit]\nDescription=Nothing\n")
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", f"{_AS_BOOTED} --unit=basic.target"]
        with (folder / "systemd.log").open("wb") as log:
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        until(lambda: self.systemctl("is-active", "basic.target") == "active", self.log)

    def systemctl(self, *words: str) -> str:
        done = subprocess.run(
            ["systemctl", "--user", *words],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return done.stdout.strip()

    def shown(self, name: str) -> str:
        return self.systemctl("show", "judge.service", "--value", "--property", name)

    def log(self) -> str:
        logs = (self.folder / "systemd.log", self.folder / "judge.log")
        return self.systemctl("status", "judge.service") + "".join(log.read_text() for log in logs if log.exists())

    def end(self) -> None:
        self.systemctl("stop", "judge.service")
        self._process.kill()  # nothing else is its child
        self._process.wait(PATIENCE)


@contextmanager
def manager(folder: Path) -> Iterator[Manager]:
    systemd = Manager(folder)
    try:
        yield systemd
    finally:
        systemd.end()


def test_systemd_starts_it_when_the_door_is_open_watches_it_and_starts_it_again() -> None:
    """What it may not do under that unit it does not need: here a game begins, and a letter leaves with its map."""
    assert shutil.which("systemctl"), NEEDED
    with own_folder() as folder, listening(sink := Sink()) as beyond:
        judge = JudgeProcess(folder / "judge", free_port(), beyond)
        with manager(folder) as systemd:
            systemd.systemctl("start", "judge.service")
            assert systemd.shown("ActiveState") == "active", systemd.log()
            until(lambda: systemd.shown("StatusText") == "door and worker are at work", systemd.log)
            players = Players(sink, judge.port)
            reply_to = players.join(ALICE, "PRACTICE FRANCE", "The game begins")
            players.write(ALICE, reply_to, "SET MAP png")
            players.letter(ALICE, "Spring 1901: done")
            players.write(ALICE, reply_to, "A PAR H\nA MAR H\nF BRE H")
            results = players.letter(ALICE, "Results of Spring 1901")
            pictures = [part.get_content() for part in results.walk() if part.get_content_type() == "image/png"]
            assert [picture[:4] for picture in pictures] == [b"\x89PNG"], systemd.log()

            worker = children(int(systemd.shown("MainPID"))) - {int((folder / "judge/data/door.lock").read_text())}
            os.kill(worker.pop(), signal.SIGSTOP)
            until(lambda: systemd.shown("NRestarts") == "1", systemd.log)
            until(lambda: systemd.shown("ActiveState") == "active", systemd.log)
            players.write(ALICE, reply_to, "A PAR H\nA MAR H\nF BRE H")
            players.letter(ALICE, "Results of Fall 1901")


def children(parent: int) -> set[int]:
    """The processes that a process has begun."""
    return set(map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()))


@pytest.mark.parametrize("name", [None, *DROP_INS], ids=lambda path: path.name if path else "alone")
def test_systemd_finds_nothing_wrong_with_the_unit_and_as_little_exposed_as_the_page_says(
    tmp_path: Path, name: Path | None
) -> None:
    assert shutil.which("systemd-analyze"), NEEDED
    unit = tmp_path / "judge.service"
    unit.write_text(UNIT.read_text().replace("/opt/judge/.venv/bin/python", sys.executable))
    (tmp_path / "judge.service.d").mkdir()
    if name:
        shutil.copy(name, tmp_path / "judge.service.d")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    looked: list[str | Path] = ["systemd-analyze", "security", "--offline=true", "--no-pager", unit]
    told = subprocess.run(looked, capture_output=True, text=True, check=True).stdout
    found = re.search(r"exposure level for judge.service: ([\d.]+)", told)
    assert found
    assert found[1] == EXPOSURE["port-25.conf" if name and name.name == "port-25.conf" else "judge.service"]


def test_systemd_finds_nothing_wrong_with_the_drill(tmp_path: Path) -> None:
    assert shutil.which("systemd-analyze"), NEEDED
    for unit in (HERE / "deploy").glob("judge-drill.*"):
        text = unit.read_text().replace("/opt/judge/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(text)
    for unit in sorted(tmp_path.iterdir()):
        verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
        assert (verified.returncode, verified.stderr) == (0, ""), unit
