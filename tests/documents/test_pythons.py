"""What pyproject.toml claims of Pythons is what was run, and what docs/pythons.md and docs/install.md tell."""

import re
from pathlib import Path

from bench.pythons import ABOUT, CHOICES, claimed

DOCS = Path(__file__).parents[2] / "docs"
ROWS = re.findall(r"^\| (3\.\d+)\.\d+ \|(.+)\|$", (DOCS / "pythons.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_every_python_that_is_claimed_has_its_row() -> None:
    """A cell is what came out of it, or a dash where that choice of packages was not run."""
    cells = {python: [cell.strip() for cell in row.split("|")] for python, row in ROWS}
    assert [*cells] == [*claimed()]
    assert {len(row) for row in cells.values()} == {len(CHOICES)}
    assert {cell for row in cells.values() for cell in row} <= {"passed", "–"}


def test_the_oldest_that_was_run_is_the_oldest_that_is_taken() -> None:
    assert ABOUT["requires-python"] == f">={claimed()[0]}"


def test_the_page_on_installing_names_the_same() -> None:
    told = re.search(r"tried on ([^)]+)\)", (DOCS / "install.md").read_text(encoding="utf-8"))
    assert told
    assert re.findall(r"3\.\d+", told[1]) == [*claimed()]
