"""The shell looks board files over: every fault with its line, or what the board is, or a picture of it."""

import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from judge.cli import main

DUEL = files("judge.rules").joinpath("boards", "duel.toml").read_text(encoding="utf-8")


def run(folder: Path, verb: str, text: str) -> tuple[int, str]:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["board", verb, str(file)])
    return result.exit_code, result.output


def test_a_sound_board_is_told(tmp_path: Path) -> None:
    code, told = run(tmp_path, "check", DUEL)
    assert code == 0
    assert "10 regions (2 land, 6 coast, 2 sea), 8 centres" in told
    assert "players: 2 (SALTINGS; UPLAND)" in told


def test_all_faults_are_told_with_their_lines(tmp_path: Path) -> None:
    text = DUEL.replace('FEL = "CRA TAR WIC"', 'FEL = "CRA TAR WOC"').replace("HEN PAN REE", "HEN PAN REX")
    code, told = run(tmp_path, "check", text)
    assert code == 1
    assert {"REX is no region of this board", "WOC is no region of this board"} <= set(re.findall(r": (.*)", told))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("CRA", "VIA", "'via' is a word of orders"),
        ('en = "Crag"', 'en = "Fell"', "FEL is called 'Fell'"),
        ('"Crag"', '"Tar"', "names CRA and TAR"),
    ],
)
def test_codes_and_names_that_mean_something_else_are_faults(tmp_path: Path, old: str, new: str, said: str) -> None:
    code, told = run(tmp_path, "check", DUEL.replace(old, new))
    assert code == 1
    assert said in told or said.replace("FEL", "CRA") in told


def test_a_board_with_points_is_drawn(tmp_path: Path) -> None:
    code, drawn = run(tmp_path, "draw", DUEL)
    assert code == 0
    titles = [one.text for one in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 11


def test_a_board_without_points_says_where_they_are_missing(tmp_path: Path) -> None:
    code, told = run(tmp_path, "draw", DUEL.replace(', point = "200 60"', ""))
    assert (code, "no point is given for CRA" in told) == (1, True)
