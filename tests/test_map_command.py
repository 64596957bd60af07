"""``judge.py map``: phases of a real game, and positions given as lines of JSON."""

import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from judge.shell.local_game import LocalGame
from tests.shared.shell import folder_of, lay_half_written_table, shell


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    """A game whose first spring is over; for the second phase England alone has written."""
    table = lay_half_written_table(tmp_path_factory.mktemp("map"))
    yield table
    table.judge.stop()


def ids(text: str) -> set[str]:
    return {found.get("id") or "" for found in ET.fromstring(text).iter()}


def test_the_open_phase_is_drawn_without_anybodys_orders(table: LocalGame, tmp_path: Path) -> None:
    for who in ([], ["--power", "ENGLAND"]):
        out = tmp_path / "now.svg"
        assert shell(folder_of(table), "map", "rome", *who, "--out", str(out)).exit_code == 0
        text = out.read_text(encoding="utf-8")
        assert {"u-NTH", "r-NTH"} <= ids(text)
        assert not [each for each in ids(text) if each.startswith("o-")]
        assert "NTH - NWY" not in text


def test_a_judged_phase_is_drawn_with_its_orders(table: LocalGame, tmp_path: Path) -> None:
    out = tmp_path / "spring.svg"
    assert shell(folder_of(table), "map", "rome", "S1901M", "--orders", "--out", str(out)).exit_code == 0
    assert {"u-LON", "o-LON", "o-PAR"} <= ids(out.read_text(encoding="utf-8"))


def test_a_power_is_drawn_for_in_its_players_language_and_notation(table: LocalGame, tmp_path: Path) -> None:
    out = tmp_path / "printemps.svg"
    assert shell(folder_of(table), "map", "rome", "S1901M", "--power", "FRANCE", "--out", str(out)).exit_code == 0
    text = out.read_text(encoding="utf-8")
    assert "printemps 1901" in text.casefold()
    assert ">ESP<" in text
    english = ["--language", "en", "--notation", "standard", "--out", str(out)]
    assert shell(folder_of(table), "map", "rome", "S1901M", "--power", "FRANCE", *english).exit_code == 0
    assert ">SPA<" in out.read_text(encoding="utf-8")


def test_a_png_is_a_png(table: LocalGame, tmp_path: Path) -> None:
    out = tmp_path / "now.png"
    assert shell(folder_of(table), "map", "rome", "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_the_centres_by_years_are_drawn_in_the_players_language(table: LocalGame, tmp_path: Path) -> None:
    out = tmp_path / "chart.svg"
    for power in ("FRANCE", "ENGLAND"):
        assert shell(folder_of(table), "map", "rome", "--chart", "--power", power, "--out", str(out)).exit_code == 0
        text = out.read_text(encoding="utf-8")
        assert {f"l-{each}" for each in table.players} <= ids(text)
        assert ("Centres par année" in text) is (power == "FRANCE")
    assert shell(folder_of(table), "map", "rome", "--chart", "--out", str(tmp_path / "chart.png")).exit_code == 0
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_a_sheet_to_write_on_is_the_same_bytes_each_time(table: LocalGame, tmp_path: Path) -> None:
    for words in (["rome", "--power", "FRANCE", "--paper", "a5"], ["--blank"]):
        made = []
        for out in (tmp_path / "one.pdf", tmp_path / "two.pdf"):
            assert shell(folder_of(table), "map", *words, "--out", str(out)).exit_code == 0
            made.append(out.read_bytes())
        assert made[0].startswith(b"%PDF")
        assert made[0] == made[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("venice --out {}/x.svg", "there is no game “venice”; games there are: rome"),
        ("rome S1907M --out {}/x.svg", "rome has no phase S1907M; it has S1901M F1901M"),
        ("rome --orders --out {}/x.svg", "F1901M of rome is not judged: there are no orders to draw"),
        ("rome S1901M --chart --out {}/x.svg", "a chart is of the whole game"),
        ("rome --power SPAIN --out {}/x.svg", "rome has no player “SPAIN”"),
        ("rome --out {}/x.gif", "name a game and a file"),
        ("--out {}/x.svg", "name a game and a file"),
        ("rome --out {}/x.pdf", "name a game and a file"),
        ("rome --out {}/none/x.svg", "No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_line(table: LocalGame, tmp_path: Path, words: str, told: str) -> None:
    done = shell(folder_of(table), "map", *words.format(tmp_path).split())
    assert done.exit_code != 0
    assert told in done.stderr
    assert "Traceback" not in done.output


def test_positions_are_drawn_line_by_line(tmp_path: Path) -> None:
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    lines = [
        {"id": "a", "phase": "S1901M", "units": units, "orders": orders, "title": "lesson", "language": "fr"},
        {"id": "b", "phase": "S1901X"},
        {"id": "c", "phase": "S1901M", "units": units, "language": "nl"},
        {"id": "d", "phase": "S1901M", "units": units},
    ]
    done = shell(tmp_path, "map", "--jsonl", stdin="\n\n".join(map(json.dumps, lines)))
    first, *failed, last = map(json.loads, done.stdout.splitlines())
    assert first["id"] == "a"
    assert {"o-PAR", "o-MUN", "u-PAR"} <= ids(first["svg"])
    assert "lesson, printemps 1901" in first["svg"]
    assert [(one["id"], one["line"], one["field"]) for one in failed] == [("b", 3, "phase"), ("c", 5, "language")]
    assert not [each for each in ids(last["svg"]) if each.startswith("o-")]
