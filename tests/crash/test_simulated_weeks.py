"""Weeks of a simulated judge on a machine that fails all the time; ``make years`` simulates years."""

import os
import subprocess
import sys

import pytest

from tests.shared.served import HERE
from tests.simulation.shrinking import Failure, Lived, lived
from tests.simulation.world import STORM, Run, Weather


@pytest.mark.parametrize("seed", range(1, 7))
def test_whatever_fails_nothing_that_was_promised_is_broken(seed: int) -> None:
    found = lived(Run(str(seed), games=4, days=20, weather=STORM))
    assert isinstance(found, Lived), str(found)


def test_time_that_is_not_given_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.paths.deadline._moved_by", lambda *_: ())
    found = lived(Run("1", games=1, days=20, weather=Weather(fault=0, mood=0, leap=0.5, outage=0)))
    assert isinstance(found, Failure)
    assert "before its time" in found.why


def test_a_seed_is_the_same_run_in_every_process_whatever_order_its_sets_have() -> None:
    command = [sys.executable, "-m", "tests.simulation", "7", "--games", "3", "--days", "6"]
    orders = ({**os.environ, "PYTHONHASHSEED": order} for order in ("1", "2"))
    runs = [subprocess.run(command, cwd=HERE, env=one, check=True, capture_output=True) for one in orders]
    assert len({run.stdout for run in runs}) == 1
