"""The record from the shell: written, verified, in a zine's notation too; what differs is shown."""

import re
from pathlib import Path

import pytest

from judge.formats.record.facts import body_of
from tests.shared.shell import folder_of, lay_half_written_table, shell

WELL = re.compile(
    r"rome: the same results on every page \(2 pages, index\.txt\)\n"
    r"rome: the report of the last phase bears [0-9a-f]{4}(-[0-9a-f]{4}){3}, if nobody has changed the game since\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    table = lay_half_written_table(tmp_path)
    table.judge.stop()
    return folder_of(table)


def test_the_folder_that_the_judge_writes_verifies(folder: Path) -> None:
    verified = shell(folder, "verify", str(folder / "archive" / "rome"))
    assert verified.exit_code == 0
    assert WELL.fullmatch(verified.output)


def test_it_is_written_anew_in_the_notation_of_a_zine(folder: Path) -> None:
    written = shell(folder, "archive", "rome", "--notation", "18centres", "--language", "fr")
    assert written.exit_code == 0, written.output
    (pages,) = folder.rglob("18centres-fr")
    assert "Ordres et résultats" in (pages / "001-S1901M.txt").read_text(encoding="utf-8")
    assert WELL.fullmatch(shell(folder, "verify", str(pages)).output)
    kept = shell(folder, "archive", "rome", "--to", str(pages)).output
    assert kept.startswith(f"kept: {pages}.before\n2 pages lie in {pages}\n".split("\n")[0])
    assert WELL.fullmatch(shell(folder, "verify", str(pages)).output)


def test_a_line_that_differs_is_shown_with_what_follows_by_the_rules(folder: Path) -> None:
    page = folder / "archive" / "rome" / "001-S1901M.txt"
    text = page.read_text(encoding="utf-8")
    line = text.splitlines().index("Orders and results") + 3
    stands = text.splitlines()[line - 1 + 0]
    page.write_text(text.replace(f"{stands}\n", f"{stands} (void)\n", 1), encoding="utf-8")
    found = shell(folder, "verify", str(page.parent))
    assert found.exit_code == 1
    assert found.output.startswith("001-S1901M.txt, line ")
    page.write_bytes(text.encode()[:-1] + b"\xff")
    found = shell(folder, "verify", str(page.parent))
    assert (found.exit_code, found.exception.__class__) == (1, SystemExit)


def test_pages_of_the_former_kind_are_named_with_what_to_do(folder: Path) -> None:
    pages = folder / "archive" / "rome"
    (pages / "index.txt").unlink()
    for page in pages.glob("*.txt"):
        page.write_text(body_of(page.read_text(encoding="utf-8")), encoding="utf-8")
    found = shell(folder, "verify", str(pages))
    assert found.exit_code == 1
    assert "from before pages bore hashes" in found.output
    assert "judge.py archive rome" in found.output


def test_a_notation_or_a_game_that_nobody_knows_is_answered_with_those_there_are(folder: Path) -> None:
    assert "there are 18centres, 1971" in shell(folder, "archive", "rome", "--notation", "19centres").output
    assert "games there are: rome" in shell(folder, "archive", "paris").output
