"""Weeks of a simulated judge on a machine that fails all the time; ``make years`` simulates years."""

import pytest

from tests.simulation.shrinking import Lived, lived
from tests.simulation.world import STORM, Run


@pytest.mark.parametrize("seed", range(1, 7))
def test_whatever_fails_nothing_that_was_promised_is_broken(seed: int) -> None:
    found = lived(Run(str(seed), games=4, days=20, weather=STORM))
    assert isinstance(found, Lived), str(found)
