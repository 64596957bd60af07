"""The page of the library is run line by line; it names all that is public; the rules bring nothing else along."""

import doctest
import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import judge.notation
import judge.rules
from judge.formats.positions_json import position_json, read_position
from judge.rules.board import Province
from judge.rules.board_file import load_board
from judge.rules.judge_phase import next_position
from judge.rules.position import Dislodged, Phase, opening_position
from judge.rules.rulebook import load_rulebook, rulebook_names, rulebook_of
from tests.rules.claims.phases import scenes
from tests.shared.shares import is_whole

PAGE = Path(__file__).parents[2] / "docs" / "library.md"


def test_every_example_of_the_page_does_what_it_says() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8").failed == 0


def test_the_page_names_what_is_public_and_nothing_else() -> None:
    room, named = "", dict[str, set[str]]()
    for of, names in re.findall(
        r"^\| (?:`(judge\.\S+)`|[a-z])[^|]* \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    ):
        room = of or room or "judge.rules"
        named.setdefault(room, set()).update(re.findall(r"`(\w+)`", names))
    assert named.pop("judge.rules") == {*judge.rules.__all__}
    assert named.pop("judge.notation") == {*judge.notation.__all__}
    for module, names in named.items():
        assert names <= vars(import_module(module)).keys()
    assert all(getattr(judge.notation, name) for name in judge.notation.__all__)
    with pytest.raises(ImportError):
        exec("from judge.notation import nothing")


def test_the_rules_bring_neither_a_server_nor_a_database_nor_templates() -> None:
    program = "import sys, judge.rules; from judge.notation import read_orders; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    others = {"asyncio", "cattrs", "click", "email", "jinja2", "json", "multiprocessing", "sqlite3"}
    assert {name.partition(".")[0] for name in loaded.split()}.isdisjoint(others)


@pytest.mark.parametrize("name", rulebook_names())
def test_the_position_alone_is_that_of_the_judgement_and_is_read_back_from_json(name: str) -> None:
    for number in range(100 if is_whole() else 8):
        for scene in scenes(load_rulebook(name), Random(f"library {number}")):
            after = scene.judgement.after
            assert next_position(scene.board, scene.book, scene.position, scene.given) == after
            assert read_position(position_json(after), scene.board, scene.book) == after


def test_what_is_left_to_the_units_of_a_war_is_read_back_from_json() -> None:
    board = load_board("seuil")
    start = opening_position(board)
    worn = {at: unit.with_health(1, 3) for at, unit in start.units.items()}
    (at, unit), *_ = worn.items()
    waiting = Dislodged(
        unit, Province(""), tuple(sorted(place for places in board.ways(unit).values() for place in places))
    )
    position = replace(start, phase=Phase.parse("S1R"), units={**worn}, dislodged={at: waiting})
    told = json.loads(json.dumps(position_json(position)))
    assert replace(read_position(told, board, rulebook_of(board)), allies=position.allies) == position
