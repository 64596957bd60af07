"""The README is run: its commands exist, its letters are understood, its example is judged."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.requests.press import SendPressRequest
from judge.requests.read_lines import read_lines
from judge.requests.seats import JoinGameRequest, OpenGameRequest
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.position import opening_position
from judge.rules.rulebook import rulebook_names
from judge.shell.adjudicate import adjudicate_line
from tests.shared.each_case import each_case

HERE = Path(__file__).parent.parent
README = (HERE / "README.md").read_text(encoding="utf-8")
BLOCKS = [block for block in re.split(r"\n(?=\S)", README) if "\n    " in block]


def block_with(words: str) -> str:
    """The indented lines of the block that holds these words."""
    (block,) = [block for block in BLOCKS if words in block]
    return "\n".join(line[4:] for line in block.splitlines() if line.startswith("    "))


def column(text: str, number: int) -> str:
    """One of the two columns of a block: English on the left, French on the right."""
    lines = (re.split(r" {2,}", line.strip()) for line in text.splitlines())
    return "\n".join(cells[number] for cells in lines if len(cells) == 2)


@each_case("command", sorted(set(re.findall(r"judge\.py (\w+)", README))))
def test_a_command_of_the_readme_exists(command: str) -> None:
    assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 120


@pytest.mark.parametrize(("number", "language"), [(0, "en"), (1, "fr")])
def test_the_letter_that_opens_a_game_is_understood(number: int, language: str) -> None:
    opening, joining = (line.request for line in read_lines(column(block_with("OPEN rome"), number)))
    assert isinstance(opening, OpenGameRequest)
    assert isinstance(joining, JoinGameRequest)
    assert opening.language == joining.language == language
    assert [setting.name for setting in opening.settings] == ["rules", "movement", "hour"]
    assert [power.text for power in joining.powers] == ["FRANCE"]


@pytest.mark.parametrize("number", [0, 1])
def test_the_press_is_press(number: int) -> None:
    (press,) = read_lines(column(block_with("PRESS TO ITALY"), number))
    assert isinstance(press.request, SendPressRequest)


@pytest.mark.parametrize(("number", "notation"), [(0, "standard"), (1, "18centres")])
def test_the_orders_are_read(number: int, notation: str) -> None:
    board = load_board("standard")
    for line in column(block_with("A PAR - BUR  "), number).splitlines():
        read = read_order(line, opening_position(board), board, Power("FRANCE"), load_notation(notation))
        assert not isinstance(read, Misread), read


def test_the_example_of_adjudicate_is_judged() -> None:
    example = README[README.index('    {"id": 1') :].split("\n\n")[0]
    answer = json.loads(adjudicate_line(example.replace("\n", " ")))
    assert answer["results"] == {"A PAR": "ok", "F BRE": "void"}


def test_every_rule_book_and_notation_stands_in_the_readme() -> None:
    for name in (*rulebook_names(), *notation_names()):
        assert f"`{name}`" in README


def test_every_file_the_readme_points_to_is_there() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", README):
        assert (HERE / link).exists(), link


FAKE = """#!/bin/sh
echo {said}
exit {status}
"""


@each_case(("types", "tests"), [(0, 0), (1, 0), (0, 1)])
def test_make_test_fails_where_types_or_tests_do_and_tells_of_both_one_behind_the_other(
    tmp_path: Path, types: int, tests: int
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir(exist_ok=True)
    for name, status in (("ruff", 0), ("mypy", types), ("python", tests)):
        (tools / name).write_text(FAKE.format(said=f"{name} has run", status=status), encoding="utf-8")
        (tools / name).chmod(0o700)
    (tmp_path / "ready").touch()
    run = ["make", "--silent", "--no-print-directory", "test", f"VENV={tmp_path}"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    made = subprocess.run(run, cwd=HERE, env=alone, capture_output=True, encoding="utf-8", check=False)
    assert made.stdout.splitlines() == ["ruff has run", "ruff has run", "python has run", "mypy has run"]
    assert (made.returncode == 0) == (types == tests == 0)
