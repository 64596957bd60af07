"""Two worlds that differ in nothing a reader may know send that reader the same letters, to the byte."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.handlers.painter import draw_letter_picture
from tests.fog.twins import parted, telling
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


@pytest.mark.parametrize(("reader", "phases"), [WORLDS[0], WORLDS[3]])
def test_the_map_of_a_letter_shows_nothing_of_what_is_hidden_from_its_reader(
    tmp_path: Path, reader: str, phases: int
) -> None:
    """Neither as SVG nor as PNG; the same map for somebody who may know everything tells the worlds apart."""
    with parted(tmp_path, f"{reader} {phases}", reader, phases) as twins:
        assert twins
        picture = twins.one.pictures(reader)[-1]
        assert picture.powers == twins.powers
        of_all = replace(picture, powers=None)
        for form in ("svg", "png"):
            mine, theirs = (draw_letter_picture(desk.services, replace(picture, form=form)) for desk in twins.both)
            assert mine == theirs
            mine, theirs = (draw_letter_picture(desk.services, replace(of_all, form=form)) for desk in twins.both)
            assert mine != theirs
