"""docs/walk.md is held to what runs: its letter and its deadline are played by mail, and meet each file it names."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

import judge
from judge.rules.board import Power
from judge.shell.local_game import LocalGame
from tests.shared.seated import lay_seated_table

HOUSE = Path(judge.__file__).parent
WALK = (HOUSE.parent / "docs" / "walk.md").read_text(encoding="utf-8")
Happens = Callable[[LocalGame, Callable[[], None]], None]
LETTER = re.search(r"(?m)^ {4}A PAR.*(?:\n {4}.*)*", WALK)
READING_BUDGET = {"letter": 152, "deadline": 98}
"""Files of ``judge/`` of which something runs, from the socket to the letter that has left.

It may only become less, but by a decision (0375, 0392, 0409, 0444, 0450, 0468, 0469).
"""


@contextmanager
def files_that_run(met: set[str]) -> Iterator[Callable[[bool], None]]:
    """Note the files of the judge in which a function is called, in every thread begun inside, from being told to."""
    is_on = False

    def turn(on: bool) -> None:
        nonlocal is_on
        is_on = on

    def note(frame: FrameType, event: str, _: object) -> None:
        if is_on and event == "call" and frame.f_code.co_name != "<module>":
            met.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield turn
    finally:
        threading.setprofile(None)
        sys.setprofile(None)


def the_letter(table: LocalGame, begin: Callable[[], None]) -> None:
    """England has written before: what is worked out once in the life of a process is known."""
    assert LETTER
    table.players[Power("ENGLAND")].answer("F LON - NTH\nPRESS TO FRANCE\nHello\nEND PRESS")
    table.settle()
    begin()
    table.players[Power("FRANCE")].answer(re.sub("(?m)^ {4}", "", LETTER.group()))
    table.settle()
    assert table.game.orders.keys() == {"ENGLAND", "FRANCE"}


def the_deadline(table: LocalGame, begin: Callable[[], None]) -> None:
    """All have written but Turkey."""
    for power, player in table.players.items():
        if power != "TURKEY":
            player.answer("Toutes les unités : T" if player.language == "fr" else "All units hold")
    table.settle()
    begin()
    assert table.game.deadline
    table.clock.advance_to(table.game.deadline.at)
    table.judge.wake()
    table.settle()
    assert table.game.open_position
    assert str(table.game.open_position.phase) != "S1901M"


@pytest.mark.parametrize(("part", "happens"), [("letter", the_letter), ("deadline", the_deadline)])
def test_every_file_that_the_walk_names_runs(part: str, happens: Happens, tmp_path: Path) -> None:
    met: set[str] = set()
    with files_that_run(met) as turn:
        table = lay_seated_table(tmp_path)
        try:
            happens(table, partial(turn, True))
        finally:
            turn(False)  # what stops a judge is of no letter
            table.judge.stop()
    files = {path.relative_to(HOUSE).as_posix() for name in met if (path := Path(name)).is_relative_to(HOUSE)}
    section = WALK.partition(f"## The {part}")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w/]+\.py)`", section))
    assert named - files == set()
    assert len(files - {"shell/local_game.py"}) <= READING_BUDGET[part], " ".join(sorted(files))
