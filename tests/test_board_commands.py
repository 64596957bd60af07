"""The shell looks board files over: every fault with its line, or what the board is, or a picture of it."""

import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.rules.board_file import board_names

DUEL = files("judge.rules").joinpath("boards", "duel.toml").read_text(encoding="utf-8")
SEUIL = files("judge.rules").joinpath("boards", "seuil.toml").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


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


def test_what_wins_is_told_or_that_no_number_does(tmp_path: Path) -> None:
    assert "wins: 5 centres of one power" in run(tmp_path, "check", DUEL)[1]
    assert "wins: nobody by a number" in run(tmp_path, "check", SEUIL)[1]


def test_numbers_of_centres_by_year_and_power_and_ports_are_told(tmp_path: Path) -> None:
    text = """
name = "unlike"
base = "standard"
victory_centres = [18, 16]
[powers]
ITALY = { victory = 12 }
[regions]
DEN = { port = true }
"""
    said = run(tmp_path, "check", text)[1]
    assert "wins: 18, 16 centres of one power (a number for each year, the last one for all that follow)" in said
    assert "12 centres of ITALY" in said
    assert "ports, where fleets convoy: DEN" in said


def test_all_faults_are_told_with_their_lines(tmp_path: Path) -> None:
    text = DUEL.replace('FEL = "CRA TAR WIC"', 'FEL = "CRA TAR WOC"').replace("HEN PAN REE", "HEN PAN REX")
    code, told = run(tmp_path, "check", text)
    assert code == 1
    assert {"REX is no region of this board", "WOC is no region of this board"} <= set(re.findall(r": (.*)", told))


def test_brackets_without_end_are_a_fault_in_a_line(tmp_path: Path) -> None:
    code, told = run(tmp_path, "check", f"name = {'[' * 5000}")
    assert code == 1
    assert re.fullmatch(r".*mine\.toml.*", told.strip())


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
    ids = {one.get("id") for one in ET.fromstring(drawn).iter()}
    assert len([each for each in ids if each and each.startswith("r-")]) == 10
    assert {"u-CRA", "u-HEN"} <= ids


def test_a_board_without_points_says_where_they_are_missing(tmp_path: Path) -> None:
    code, told = run(tmp_path, "draw", DUEL.replace(', point = "200 60"', ""))
    assert (code, "gives no point for CRA" in told) == (1, True)


@pytest.mark.parametrize("name", board_names())
def test_every_board_that_comes_with_the_judge_is_sound(tmp_path: Path, name: str) -> None:
    text = files("judge.rules").joinpath("boards", f"{name}.toml").read_text(encoding="utf-8")
    assert run(tmp_path, "check", text)[0] == 0


def test_a_campaign_is_told(tmp_path: Path) -> None:
    code, told = run(tmp_path, "check", f"{SEUIL}\n[policies]\ndamage = 'dislodged'\n")
    assert code == 0
    for line in (
        "begins with turn 1",
        "rule book: stim",
        "instead of the rule book: damage = dislodged",
        "last turn: 3",
        "troop W, Warmecs: moves as an army, power 2, 2 in support, 1 in defence, 4 hit points, 7 at the most and",
        "a unit for every 2 territories",
        "rivers: AAD-FOR ANS-BUC FUR-GUE LIS-RAN REI-SCH",
        "capitals: AAD REI",
        "MILANIA: 3 scouts at the most; begins with MIL",
    ):
        assert f"{line}" in told, line


WRONG = [
    ('notation = "stim"', 'notation = "stim"\nclosed = "XYZ"', 'closed = "XYZ"', "XYZ is no region of this board"),
    ("LIS-RAN", "LIS-BUC", "LIS-BUC", "LIS-BUC is no border of this board: two neighbours are written ABC-DEF"),
    ("POR SCH HAF", "POR SCH HAV", "HAV", "HAV is no region of this board"),
    ("REINHEIM = 0", "REINLAND = 0", "REINLAND", "REINLAND is no power of this board"),
    ('"MIL" }', '"MIL MIL MIL MIL" }', "MIL MIL", "MILANIA has 3 scouts at the most, and begins with 4"),
    ("health = 4", "health = 0", "health = 0", "a troop has at least one hit point"),
    ('C = "BRU SCH"', 'C = "BRU SCH ORM"', "ORM", "no power begins with a unit in ORM"),
    ("[war]", '[policies]\ndamage = "all"\n\n[war]', "damage", 'damage is "none" or "dislodged" or "losers"'),
]


def test_every_fault_of_a_war_is_told_with_its_line(tmp_path: Path) -> None:
    """Closed regions, rivers, towns, penalties, scouts, troops, the start, policies: all at once."""
    text = SEUIL
    for right, wrong, *_ in WRONG:
        text = text.replace(right, wrong, 1)
    code, told = run(tmp_path, "check", text)
    lines = text.splitlines()
    assert (code, len(told.splitlines())) == (1, len(WRONG))
    for *_, there, said in WRONG:
        (number,) = re.findall(rf"mine\.toml, line (\d+): {re.escape(said)}\n", told)
        assert there in lines[int(number) - 1]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('notation = "stim"', 'notation = "stem"', "there is no notation 'stem'; there are 18centres, "),
        ("\nI = {", "\nE = {", "E stands for scouts in orders"),
        ("\nI = {", "\nP = {", "P stands for used power in orders"),
        ('en = "infantry"', 'en = "Hold"', "'Hold' is a word of orders (hold in "),
        ('en = "infantry"', 'en = "Fleet"', "'fleet' names F and I"),
        ('en = "infantry"', 'en = "Milania"', "'milania' names MILANIA and I"),
    ],
)
def test_words_of_a_campaign_that_mean_something_else_are_faults(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = SEUIL.replace(old, new)
    letter = new[1] if new.startswith("\n") else "I"
    code, told = run(tmp_path, "check", text.replace('\nI = "GUE', f'\n{letter} = "GUE'))
    assert code == 1
    assert said in told


def test_a_campaign_is_drawn(tmp_path: Path) -> None:
    """Five rivers; no shape of a closed region; what each mark means."""
    code, drawn = run(tmp_path, "draw", SEUIL.replace('notation = "stim"', 'notation = "stim"\nclosed = "AIG"'))
    assert code == 0
    picture = list(ET.fromstring(drawn).iter())
    assert len([line for line in picture if line.get("class") == "river"]) == 5
    assert len([one for one in picture if (one.get("id") or "").startswith("r-")]) == 27
    written = {one.text for one in picture if one.tag == f"{SVG}text"}
    assert {"W", "C", "counts double", "capital", "strategic centre", "river"} <= written


MAPS = Path(__file__).parent / "variants" / "files"


def test_a_variant_is_imported_once_and_told(tmp_path: Path) -> None:
    """A file that is there stays as it is."""
    out = tmp_path / "Late Lagoon.toml"
    command = ["board", "import", str(MAPS / "lagoon-late.map"), "--out", str(out)]
    result = CliRunner().invoke(main, command)
    assert (result.exit_code, result.stderr.count("left out: lagoon.map, line 4: adjectives")) == (0, 1)
    for line in ("begins in winter 1499", "builds: in every owned centre", "players: 1 (NORTHERN)", "closed: PEA"):
        assert f"{line}\n" in result.stdout
    written = out.read_text(encoding="utf-8")
    assert 'name = "late-lagoon"' in written
    again = CliRunner().invoke(main, command)
    assert (again.exit_code, "is there already, and stays as it is" in again.stderr) == (1, True)
    assert out.read_text(encoding="utf-8") == written


def test_a_variant_goes_to_standard_output_and_the_list_beside_it() -> None:
    result = CliRunner().invoke(main, ["board", "import", str(MAPS / "variants.xml"), "--variant", "Reef"])
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "# From variants.xml, Reef.")
    assert len(result.stderr.splitlines()) == 5


def test_what_is_no_variant_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "isle.map").write_text("FRANCE PAR\nITALY ROM\nCOAST PAR ABUTS\nLAND ROM ABUTS\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["board", "import", str(tmp_path / "isle.map")])
    assert (result.exit_code, "no board can be made of isle.map:" in result.stderr) == (1, True)
    assert "ROM cannot be reached from the rest of the board" in result.stderr
