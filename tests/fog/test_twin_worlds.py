"""Two worlds that differ in nothing a reader may know send that reader the same letters, to the byte."""

from pathlib import Path

import pytest

from tests.fog.twins import telling
from tests.fog.wars import PLAYERS, STANDBY, STRANGER, WATCHER

MASTER_AND_PLAYER, RIVAL, ONLOOKER = PLAYERS

WORLDS = [
    (MASTER_AND_PLAYER, 1),
    (MASTER_AND_PLAYER, 5),
    (RIVAL, 2),
    (RIVAL, 3),
    (RIVAL, 6),
    (ONLOOKER, 4),
    (WATCHER, 2),
    (STANDBY, 5),
    (STRANGER, 3),
]
"""A reader, and after how many phases the worlds part."""


@pytest.mark.parametrize(("reader", "phases"), WORLDS, ids=[f"{who.partition('@')[0]}-{n}" for who, n in WORLDS])
def test_no_question_and_no_command_tells_one_world_from_the_other(tmp_path: Path, reader: str, phases: int) -> None:
    assert telling(tmp_path, f"{reader} {phases}", reader, phases) == ""
