"""docs/letters shows every kind of letter."""

import re
from pathlib import Path

LETTERS = Path(__file__).parent / "letters"
SHOWN = Path(__file__).parents[2] / "docs" / "letters"
LIST = SHOWN / "README.md"


def test_every_kind_of_letter_stands_once_under_its_sheet() -> None:
    """Only what goes into archives, not to people, is no letter."""
    kinds = [path.name.removesuffix(".en.txt") for path in LETTERS.glob("*.en.txt")]
    named = re.findall(
        r"`((?:all|player|seats|time|master|anyone|standby|help)\.[^`]+)`", LIST.read_text(encoding="utf-8")
    )
    assert sorted(named) == sorted(kind for kind in kinds if not kind.startswith("archive."))


def test_every_sheet_is_there() -> None:
    assert sorted(re.findall(r"!\[\]\((.+?)\)", LIST.read_text(encoding="utf-8"))) == sorted(
        path.name for path in SHOWN.glob("*.png")
    )
