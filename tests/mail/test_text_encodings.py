"""Paragraphs broken for display are made whole as RFC 3676 says; each line is read in the charset that it has."""

from judge.mail.headers import decode, unflow
from tests.shared.each_case import each_case

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


@each_case(("text", "whole"), FLOWED.values(), ids=FLOWED)
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


@each_case(("text", "whole"), DELETED.values(), ids=DELETED)
def test_with_delsp_the_space_at_the_end_is_none_of_the_text(text: str, whole: str) -> None:
    assert unflow(text, delete_space=True) == whole


PIECES = {
    "utf-8": "Évidemment, Île d'Elbe",
    "iso-8859-1": "Réseau d'été à Nîmes",
    "windows-1252": "« Œuvre », dit-il — 5 €",
}


@each_case("label", ["utf-8", "iso-8859-1", "windows-1252", "us-ascii", "", "x-unknown"])
@each_case("order", [("utf-8", "iso-8859-1"), ("windows-1252", "utf-8"), ("utf-8", "windows-1252")])
def test_a_letter_of_two_encodings_is_read_line_by_line(label: str, order: tuple[str, ...]) -> None:
    raw = b"\r\n".join(PIECES[charset].encode(charset) for charset in order)
    assert decode(raw, label) == "\r\n".join(PIECES[charset] for charset in order)


@each_case(
    ("text", "charset"),
    [
        ("Žluťoučký kůň", "iso-8859-2"),
        ("Ünïcode", "utf-16"),
        ("привет", "koi8-r"),
        ("日本", "shift_jis"),
        ("5 €", "iso-8859-15"),
    ],
)
def test_a_charset_that_fits_is_believed(text: str, charset: str) -> None:
    assert decode(text.encode(charset), charset) == text
