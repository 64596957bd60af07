"""The letters that tests keep as approved: each by the name of its file, and what of it are sentences of ours."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.reports.language import NO_BREAK_SPACE

TESTS = Path(__file__).parents[1]
STORED = ("reports/letters", "stories", "campaign/letters")
"""Where the letters of the judge are kept."""


def letters() -> Iterator[tuple[str, str]]:
    for folder in STORED:
        for path in sorted((TESTS / folder).rglob("*.txt")):
            yield f"{folder}/{path.name}", path.read_text(encoding="utf-8").replace(NO_BREAK_SPACE, " ")


def sentences(letter: str) -> Iterator[str]:
    """The paragraphs of a letter as one line each; quoted lines and rows of tables are left out."""
    for paragraph in re.split(r"\n\s*\n|\n(?=  [^ ])(?!  (?:\d+ )?[a-zà-ÿ])|\n(?=\S+ :? *\S*  )", letter):
        lines = [line.strip() for line in paragraph.splitlines() if line[:1] not in {">", "|", "<"}]
        if lines and not any("  " in line for line in lines):
            yield " ".join(lines)


LETTERS = dict(letters())
"""Every letter, in whatever language."""


# --- those in French


COMMAND = re.compile(r"  [A-ZÀ-Ý]{2,}(?: |$)")

ENTRIES = re.compile(r"(?m)^  (?:[a-z-]+ [a-z]+=|[a-z_.]+ = |\d{3}-\S+\.txt).*(?:\n {6}.*)*$|^\[\S+\.txt\]$")
"""What programs read on a page of the record: entries, settings, names of files."""


def texts() -> Iterator[tuple[str, str]]:
    """Every French letter kept in the tests, by the name of its file; of stories those that a French reader got."""
    written_to_us = {*TESTS.glob("replies/*.txt")}
    for path in sorted({*TESTS.rglob("*.fr.txt"), *TESTS.glob("stories/*.txt")} - written_to_us):
        for number, letter in enumerate(re.split(r"(?m)^(?:<<< .*|>>> .*)$", path.read_text(encoding="utf-8"))):
            if (
                "\nPour " in letter
                or ".fr." in path.name
                or re.search(r"(?m)^(?:Votre lettre|Partie |La partie)", letter)
            ):
                yield f"{path.name}:{number}", ENTRIES.sub("", letter).replace(NO_BREAK_SPACE, " ")


def paragraphs(letter: str) -> Iterator[str]:
    """The sentences of a letter as one line each; tables, lines to copy, lines of the reader's own are left out."""
    kept: list[str] = []
    is_press = "\nPour la citer" in letter
    for line in letter.splitlines():
        if is_press and line[:2] == "  ":
            continue
        is_table = "  " in line.strip() or line.startswith(" " * 7)
        if not line.strip() or is_table or line[:1] in {">", "|"} or set(line.strip()) <= {"^", "-", "*"}:
            yield " ".join(kept)
            kept = []
        elif COMMAND.match(line):
            continue
        elif line[:1] != " " or (kept and line[:2] == "  ") or re.search(r"[a-zéè]{3,} [a-zéè]{2,}", line):
            kept.append(line.strip())
    yield " ".join(kept)


HASHED = re.compile(r"^ {4}\S+ [SFW]\d+[MRA] [A-Z]+$|« \S+ [SFW]\d+[MRA] [A-Z]+ »", re.MULTILINE)
"""The heading of a set of orders as it goes into a fingerprint, the same in every language."""

FRENCH_LETTERS: Mapping[str, str] = {name: HASHED.sub("", text) for name, text in texts()}
