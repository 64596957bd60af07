"""The glossary names commands that exist, and the letters keep to its words."""

import re
from pathlib import Path

import pytest

from judge.mail.vocabulary import fold, keys_of
from judge.reports.language import phrasebook
from judge.reports.pages import TEMPLATES

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ")
][1:]
NOT_SAID = [word for row in ROWS for word in row[3].split(", ") if word]


def test_its_commands_are_those_of_the_vocabulary() -> None:
    words = [word for row in ROWS for cell in row for word in re.findall(r"`([^`]+)`", cell)]
    assert words
    assert [word for word in words if not keys_of(fold(word))] == []


@pytest.mark.parametrize("word", NOT_SAID)
def test_no_letter_says_what_has_another_word(word: str) -> None:
    """Case counts: a word in capitals is a command."""
    pages = [(path.stem, path.read_text(encoding="utf-8")) for path in sorted((TEMPLATES / "fr").rglob("*.txt"))]
    said = re.compile(rf"\b{re.escape(word)}")
    assert [place for place, text in (*phrasebook("fr").sentences.items(), *pages) if said.search(text)] == []
