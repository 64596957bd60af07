"""Some games of the five years, from their opening to their end: whoever plays, all that must hold holds."""

from pathlib import Path

import pytest

from tests.long.by_letters import a_game_by_letters
from tests.long.life import Life

GAMES = [(seed, number) for seed in ("spring", "summer") for number in range(1, 4)]


@pytest.mark.parametrize(("seed", "number"), GAMES)
def test_everything_holds_after_every_event(seed: str, number: int) -> None:
    Life(seed, number, years=0.8).live()


def test_nobody_reads_what_is_not_for_them_and_everybody_what_is(tmp_path: Path) -> None:
    phases, letters = a_game_by_letters(tmp_path, "letters", phases=5)
    assert phases >= 3
    assert letters > 80
