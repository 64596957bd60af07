"""French letters are written as a native writes them: names for codes, words for phases, whole sentences.

The lint reads every text of ours that a French reader gets: the letters kept in tests and the pages of the help.
"""

import re
from pathlib import Path

from judge.notation.tables import load_notation, notation_names
from judge.reports.language import NO_BREAK_SPACE, phrasebook
from judge.rules.board_file import load_board
from tests.reports.kept_letters import FRENCH_LETTERS as LETTERS
from tests.reports.kept_letters import paragraphs
from tests.shared.each_case import each_case

TESTS = Path(__file__).parents[1]
TEMPLATES = Path(__file__).parents[2] / "templates" / "fr"
BOARDS = [load_board(name) for name in ("standard", "nine", "seuil")]
WORDS_TOO = {"EST", "FIN"}
"""Codes that are words as well: "EST" is a verb, "FIN" ends a block."""

CODES = {str(code) for board in BOARDS for code in board.regions} | {
    code for name in notation_names() for code in load_notation(name).places.values() if code.isupper()
}
_PLACE = rf"(?:{'|'.join(sorted(CODES))})(?:c[nse])?"
_ANY = rf"(?:{'|'.join(sorted(CODES - WORDS_TOO))})(?:c[nse])?"
ORDER = re.compile(rf"(?:[+-]\s?)?(?<!\w)[A-Z?] (?:[A-Z] )?{_PLACE}(?: (?:[-=:]|[A-Za-z]|{_PLACE})(?!\w))*")
HINTS = re.compile(r"Ce qui irait à cet endroit : [^.]*\.")
"""What a player may write in the place of a wrong word."""

IN_COMMAND = re.compile(rf"\b[A-ZÀ-Ý]{{2,}}(?:,? {_ANY}(?!\w))+")
"""A line to copy begins with its verb, which stands in capitals; so does one that a sentence quotes."""

CODE = re.compile(rf"(?<![\w@/.«-])(?<!« ){_ANY}(?![\w@-])")
POWERS = {"AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"}
PHASE = re.compile(r"\b[SFW]\d{1,4}[MRA]\b")
POWER = re.compile(rf"\b(?:{'|'.join(sorted(POWERS))})\b")
HEADLESS = re.compile(r"(?:(?<=[.;] )|(?<=^))[Qq]ui (?!joue :)")
MARKS = ("(bounce", "(cut", "(void", "(dislodged", "(no order", "(civil disorder")


CODES_ARE_TOLD = ("help.phases", "wrong-lines")
"""The page that says how codes are written; lines as players write them."""

CODES_OF_REGIONS_ARE_TOLD = "anyone.region.fr.txt"
"""The answer that says how a region is written."""

NOT_OURS = (">", "|", "===", "---", "UID:")
"""What players have written; titles of files and of parts of a story; what programs read."""

QUOTED = re.compile(r"« [^»]*»")
"""A word of the reader's own."""


def faults(pattern: re.Pattern[str], *, without_orders: bool) -> list[str]:
    found = []
    for name, letter in LETTERS.items():
        for paragraph in paragraphs(letter):
            told = IN_COMMAND.sub("…", ORDER.sub("…", HINTS.sub("…", paragraph))) if without_orders else paragraph
            found += [f"{name}: {match.group()!r} in {told[:160]}" for match in pattern.finditer(told)]
    return found


def test_there_are_french_letters_to_read() -> None:
    assert len(LETTERS) > 300


def test_no_sentence_has_a_code_for_a_region() -> None:
    told = faults(CODE, without_orders=True)
    assert [fault for fault in told if not fault.startswith(CODES_OF_REGIONS_ARE_TOLD)] == []


def test_no_letter_has_a_code_for_a_phase() -> None:
    told = {name: text for name, text in LETTERS.items() if not name.startswith(CODES_ARE_TOLD)}
    own = [(name, QUOTED.sub("", line)) for name, text in told.items() for line in text.splitlines()]
    assert [(name, line) for name, line in own if PHASE.search(line) and not line.startswith(NOT_OURS)] == []


def test_no_letter_has_an_english_power_or_an_english_mark() -> None:
    lines = [(name, line) for name, text in LETTERS.items() for line in text.splitlines() if line[:1] not in {">", "|"}]
    assert [(name, line) for name, line in lines if POWER.search(line) or any(mark in line for mark in MARKS)] == []


def test_no_sentence_begins_with_qui() -> None:
    assert faults(HEADLESS, without_orders=False) == []
    sentences = phrasebook("fr").sentences.items()
    assert [key for key, text in sentences if HEADLESS.search(text.replace(NO_BREAK_SPACE, " "))] == []


def test_no_sentence_ends_twice() -> None:
    """A player's own word may end in a question mark: it stands between « and »."""
    assert faults(re.compile(r"[?!]\s?\.|(?<!\.)\.\.(?!\.)"), without_orders=True) == []


def test_no_line_of_the_help_is_so_long_that_its_end_stands_alone() -> None:
    pages = [path for language in ("fr", "en") for path in sorted((TEMPLATES.parent / language).rglob("*.txt"))]
    lines = [(path.name, line) for path in pages for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(name, line) for name, line in lines if line[:2] == "  " and "{" not in line and len(line) > 72] == []


def test_no_letter_has_an_article_that_french_would_contract() -> None:
    assert faults(re.compile(r"\b(?:de|à) les? (?=[A-Z])"), without_orders=True) == []


@each_case("word", ["meneur", "Nul autre", "du plus cher", "part vers", "de même nationalité"])
def test_no_sentence_has_what_a_player_of_the_hobby_would_not_write(word: str) -> None:
    pages = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(TEMPLATES.rglob("*.txt"))]
    assert [name for name, text in (*phrasebook("fr").sentences.items(), *pages) if word in text] == []
