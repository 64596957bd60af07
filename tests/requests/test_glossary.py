"""The glossary names commands and code that exist, and the letters keep to its words."""

import re
from pathlib import Path
from typing import get_args

from judge.game.messages import Command, Event
from judge.reports.language import phrasebook
from judge.reports.line_answers import Outcome
from judge.reports.own_texts import templates_of
from judge.requests.requests import Request
from judge.requests.vocabulary import fold_case, keys_of
from tests.shared.each_case import each_case

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"
LETTERS, _, CODE = PAGE.read_text(encoding="utf-8").partition("\n## Words of the code\n")


def rows(text: str) -> list[list[str]]:
    """The cells of every row of every table, but for the heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    heads = {lines[place - 1] for place, line in enumerate(lines) if line.startswith("|---")}
    told = (line for line in lines if line not in heads and not line.startswith("|---"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in told]


ROWS = rows(LETTERS)
NOT_SAID = [word for row in ROWS for word in row[3].split(", ") if word]


def test_its_commands_are_those_of_the_vocabulary() -> None:
    words = [word for row in ROWS for cell in row for word in re.findall(r"`([^`]+)`", cell)]
    assert words
    assert [word for word in words if not keys_of(fold_case(word))] == []


@each_case("word", NOT_SAID)
def test_no_letter_says_what_has_another_word(word: str) -> None:
    """Case counts: a word in capitals is a command."""
    pages = [(path.stem, path.read_text(encoding="utf-8")) for path in sorted(templates_of("fr").rglob("*.txt"))]
    said = re.compile(rf"\b{re.escape(word)}")
    assert [place for place, text in (*phrasebook("fr").sentences.items(), *pages) if said.search(text)] == []


KINDS = (
    {kind.__name__ for kind in get_args(Request)},
    {kind.__name__ for kind in get_args(Command)},
    {kind.__name__ for kind in get_args(Event)},
    {outcome.name for outcome in Outcome},
)
"""What the four columns of an act may name."""


def test_its_acts_are_those_of_the_code() -> None:
    acts = [row for row in rows(CODE) if len(row) == len(KINDS)]
    unknown = [
        name
        for row in acts
        for cell, kind in zip(row, KINDS, strict=True)
        for name in filter(None, cell.split(", "))
        if name not in kind
    ]
    assert unknown == []
    named = {row[0] for row in acts}
    assert {kind for kind in KINDS[0] if f"{kind}".removesuffix("Request") in KINDS[1]} <= named


def test_its_classes_are_those_of_the_code() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted((PAGE.parents[1] / "judge").rglob("*.py")))
    classes = [row[0] for row in rows(CODE) if len(row) != len(KINDS)]
    assert [name for name in classes if not re.search(rf"^(class {name}\b|{name} = )", code, re.MULTILINE)] == []
