"""A judge's folder in which one letter more closes the phase, and what comes of it where no judge is killed."""

import shutil
from pathlib import Path

import pytest

from judge.service.app import Judge
from judge.system.clock import SettableClock
from tests.crash.killed import OPENED, POWERS, confirm, holds, letter, reply_to, run, turkeys_letter
from tests.crash.lives import config_of, send
from tests.store.conftest import clock, path, store

__all__ = ["clock", "path", "store"]


@pytest.fixture(scope="session")
def waiting_for_turkey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge's folder: the game is open, six players have written, Turkey's letter would close the phase."""
    folder = tmp_path_factory.mktemp("before") / "judge"
    judge = Judge(config_of(folder), SettableClock(OPENED))
    judge.start()
    send(judge, letter("AUSTRIA", "judge@localhost", "OPEN rome\nJOIN rome AS AUSTRIA\n"))
    assert judge.settle(timeout=600)
    confirm(judge, "AUSTRIA")
    for power in POWERS[1:]:
        send(judge, letter(power, "judge@localhost", f"JOIN rome AS {power}\n"))
        assert judge.settle(timeout=600)
        confirm(judge, power)
    for power in POWERS[:-1]:
        send(judge, letter(power, reply_to(judge, power), holds(judge, power)))
    assert judge.settle(timeout=600)
    judge.stop()
    return folder


@pytest.fixture
def folder(waiting_for_turkey: Path, tmp_path: Path) -> Path:
    return shutil.copytree(waiting_for_turkey, tmp_path / "judge")


@pytest.fixture(scope="session")
def letter_in_peace(waiting_for_turkey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(waiting_for_turkey, tmp_path_factory.mktemp("letter") / "judge")
    assert not run(folder, OPENED, turkeys_letter(folder), None)
    return folder
