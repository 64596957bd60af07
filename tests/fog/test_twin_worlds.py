"""Two worlds that differ in nothing a reader may know send that reader the same letters, to the byte."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.maps.of_game import MapReader, map_of_position
from judge.maps.picture import draw_map, draw_png
from judge.paths.painter import draw_letter_picture
from tests.fog.twins import parted, telling
from tests.fog.wars import PLAYERS, STANDBY, STRANGER, WATCHER
from tests.shared.shares import share_of

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


@pytest.mark.parametrize(("reader", "phases"), share_of(WORLDS, 2, "twin worlds"), ids=str)
def test_no_question_and_no_command_tells_one_world_from_the_other(tmp_path: Path, reader: str, phases: int) -> None:
    assert telling(tmp_path, f"{reader} {phases}", reader, phases) == ""


def test_a_map_shows_nothing_of_what_is_hidden_from_its_reader(tmp_path: Path) -> None:
    """Neither as SVG nor as PNG; that of somebody who may know everything tells the worlds apart."""
    reader, phases = MASTER_AND_PLAYER, 1
    with parted(tmp_path, f"{reader} {phases}", reader, phases) as twins:
        assert twins
        letters = twins.one.pictures(reader)[-1]
        assert letters.powers == twins.powers
        knowing, all_knowing = (MapReader(powers, "fr", "standard") for powers in (twins.powers, None))
        for draw in (draw_map, draw_png):
            mine, theirs = (draw(map_of_position(desk.game, knowing)) for desk in twins.both)
            assert mine == theirs
            mine, theirs = (draw(map_of_position(desk.game, all_knowing)) for desk in twins.both)
            assert mine != theirs
        for form in ("svg", "png"):
            mine, theirs = (draw_letter_picture(desk.services, replace(letters, form=form)) for desk in twins.both)
            assert mine == theirs
