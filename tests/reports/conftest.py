"""Golden letters: each letter is compared, whole, with a text that somebody has read."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.reports.templates import LetterText

LETTERS = Path(__file__).parent / "letters"


@pytest.fixture
def golden() -> Callable[[str, LetterText], None]:
    """Compare a letter with ``letters/NAME.txt``; with UPDATE_LETTERS set, write it there for someone to read."""

    def compare(name: str, words: LetterText) -> None:
        text = f"Subject: {words.subject}\n\n{words.text}"
        path = LETTERS / f"{name}.txt"
        if os.environ.get("UPDATE_LETTERS"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare
