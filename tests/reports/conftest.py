"""Golden letters: each letter is compared, whole, with a text that somebody has read.

With LETTER_PAGES set to a folder, each is written there as its page, too, for ``tests.mta.letter_sheets``.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.reports.html_letter import write_html
from judge.reports.language import LetterText
from judge.reports.layout import plain_spaces
from tests.reports.pictures_of_letters import pictures_of, with_pictures

LETTERS = Path(__file__).parent / "letters"


@pytest.fixture
def golden() -> Callable[[str, LetterText], None]:
    """Compare a letter with ``letters/NAME.txt``; with UPDATE_LETTERS set, write it there for someone to read."""

    def compare(name: str, words: LetterText) -> None:
        text = f"Subject: {words.subject}\n\n{plain_spaces(words.text)}"
        path = LETTERS / f"{name}.txt"
        if os.environ.get("UPDATE_LETTERS"):
            path.write_text(text, encoding="utf-8")
        if folder := os.environ.get("LETTER_PAGES"):
            language: Language = "fr" if name.endswith(".fr") else "en"
            kind, to = name.removesuffix(f".{language}"), "judge+rome@example.net"
            page = write_html(words, language, "", [(one, one) for one in pictures_of(kind)], to)
            Path(folder, f"{name}.html").write_text(with_pictures(page, kind, language), encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return compare
