"""Weeks of a simulated judge on a machine that fails all the time; ``make years`` simulates years."""

import pytest

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
