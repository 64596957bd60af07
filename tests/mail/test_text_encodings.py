"""Paragraphs broken for display are made whole as RFC 3676 says; what a writer ended stays ended."""

import pytest

from judge.mail.text_encodings import unflow

LONG = "I propose that we leave Burgundy empty this spring and all the "

FLOWED = {
    "soft break (4.1)": (f"{LONG}\nsprings to come.", f"{LONG}springs to come."),
    "hard break (4.1)": (f"{LONG.rstrip()}\nsprings to come.", f"{LONG.rstrip()}\nsprings to come."),
    "three lines": (f"{LONG}\n{LONG}\nend", f"{LONG}{LONG}end"),
    "short, in the middle of a sentence": ("I am \nhere", "I am here"),
    "short, typed at the end of an order": ("A PAR - BUR \nF BRE - MAO ", "A PAR - BUR \nF BRE - MAO "),
    "short, orders in small letters": ("a par - bur \nf bre - mao", "a par - bur \nf bre - mao"),
    "space-stuffed (4.4)": (" From here on\n > not quoted\n  two spaces", "From here on\n> not quoted\n two spaces"),
    "stuffed and flowing": (f" {LONG}\n >springs", f"{LONG}>springs"),
    "quoted (4.5)": (f"> {LONG}\n> springs\nnew", f"> {LONG}springs\nnew"),
    "quoted without stuffing": (f">{LONG}\n>springs\nnew", f"> {LONG}springs\nnew"),
    "deeper quotation ends a paragraph (4.5)": (f"> {LONG}\n>> springs", f"> {LONG}\n>> springs"),
    "new text ends a quotation": (f"> {LONG}\nnew text", f"> {LONG}\nnew text"),
    "quotation ends new text": (f"{LONG}\n> springs", f"{LONG}\n> springs"),
    "signature (4.3)": (f"{LONG}\n-- \nAlice", f"{LONG}\n-- \nAlice"),
    "signature never flows": (
        "-- \nAlice lives in a house of brick and of stone",
        "-- \nAlice lives in a house of brick and of stone",
    ),
    "blank line ends a paragraph": (f"{LONG}\n\nsprings", f"{LONG}\n\nsprings"),
}


@pytest.mark.parametrize(("text", "whole"), FLOWED.values(), ids=FLOWED)
def test_soft_breaks_are_undone(text: str, whole: str) -> None:
    assert unflow(text, delete_space=False) == whole


DELETED = {
    "in a word": ("Une phrase coupée au milieu d'un mo \nt.", "Une phrase coupée au milieu d'un mot."),
    "between words": ("A PAR  \n- BUR", "A PAR - BUR"),
    "in a code": ("A PA \nR - BUR", "A PAR - BUR"),
    "three short lines": ("A  \nPAR -  \nBUR", "A PAR - BUR"),
    "a space of the writer's": ("A PAR - BUR  \nF BRE", "A PAR - BUR F BRE"),
    "hard break": ("A PAR - BUR\nF BRE - MAO", "A PAR - BUR\nF BRE - MAO"),
    "quoted": ("> A PA \n> R - PIC\nA PAR - BUR", "> A PAR - PIC\nA PAR - BUR"),
    "signature": ("A PAR - BUR\n-- \nAlice", "A PAR - BUR\n-- \nAlice"),
    "stuffed": (" From A P \n AR", "From A PAR"),
}


@pytest.mark.parametrize(("text", "whole"), DELETED.values(), ids=DELETED)
def test_with_delsp_the_space_at_the_end_is_none_of_the_text(text: str, whole: str) -> None:
    assert unflow(text, delete_space=True) == whole
