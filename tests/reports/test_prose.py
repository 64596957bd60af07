"""Press is laid out as the paragraphs its writer wrote, under the subject its writer gave it."""

from judge.reports.layout import WIDTH, laid_out, lay_out_page
from judge.reports.press import subject_and_text
from tests.shared.each_case import each_case

LONG = "We leave Burgundy empty this spring and all the springs to come,"
BROKEN = f"{LONG} says\nthe Tsar, and nobody in Vienna, in Rome or in Berlin believes a word of\nit."

LAID = {
    "a paragraph broken at 72": (BROKEN, " ".join(BROKEN.split("\n"))),
    "a paragraph on one line": (" ".join(BROKEN.split("\n")), " ".join(BROKEN.split("\n"))),
    "verses": ("Arma virumque cano,\nTroiae qui primus", "Arma virumque cano,\nTroiae qui primus"),
    "two paragraphs": (f"{LONG} truly\n\nAnd you?", f"{LONG} truly\n\nAnd you?"),
    "a list": (f"- {LONG} I say\n- another", f"- {LONG} I say\n- another"),
    "a list with numbers": (f"1) {LONG} I say\n2) another", f"1) {LONG} I say\n2) another"),
    "indented lines": (f"{LONG} I say\n   VIE   RUM", f"{LONG} I say\n   VIE   RUM"),
    "quoted lines": ("> Venice is mine.\nIt is not.", "> Venice is mine.\nIt is not."),
}


@each_case(("text", "meant"), LAID.values(), ids=LAID)
def test_paragraphs_are_its_writers(text: str, meant: str) -> None:
    shown = lay_out_page(laid_out(text))
    assert shown == lay_out_page("\n".join(f"  {line}" for line in meant.split("\n")))
    assert max(map(len, shown.split("\n"))) <= WIDTH


BREAKS = {
    "broken by a program": (BROKEN, " ".join(BROKEN.split("\n"))),
    "verses as long as that": (f"{LONG[:60]}\nand extraordinarily so", f"{LONG[:60]}\nand extraordinarily so"),
    "verses above a longer one": (f"{LONG[:58]}\nVienna, {LONG}", None),
    "lines of a program that breaks none": (f"{LONG} {LONG}\n{LONG} truly\nextraordinary", None),
    "an address longer than any line": (
        f"{BROKEN}\n\nhttps://{'x' * 90}",
        f"{' '.join(BROKEN.split())}\n\nhttps://{'x' * 90}",
    ),
}


@each_case(("text", "meant"), BREAKS.values(), ids=BREAKS)
def test_only_breaks_that_a_program_must_have_made_are_undone(text: str, meant: str | None) -> None:
    lines = (text if meant is None else meant).split("\n")
    assert lay_out_page(laid_out(text)) == lay_out_page("\n".join(f"  {line}" for line in lines))


def test_where_breaks_are_the_writers_each_line_is_laid_out_as_it_is() -> None:
    text = f"{LONG} I\nextraordinarily so\n{LONG} I think."
    assert lay_out_page(laid_out(text, keeps_breaks=True)) == "".join(f"  {line}\n" for line in text.split("\n"))


def test_a_long_quoted_line_bears_its_mark_on_each_line() -> None:
    shown = lay_out_page(laid_out(f"> {LONG} {LONG}\nNo.")).splitlines()
    *quoted, last = shown
    assert len(quoted) > 1
    assert all(line.startswith("  > ") for line in quoted)
    assert last == "  No."


@each_case(
    ("text", "subject", "rest"),
    [
        ("SUBJECT: Venice\nIs mine.", "Venice", "Is mine."),
        ("Objet : Venise\n\nElle est à moi.", "Venise", "Elle est à moi."),
        ("Venice\nis mine.", "", "Venice\nis mine."),
        ("SUBJECT: Venice", "", "SUBJECT: Venice"),
        ("Subject: " + "x" * 200 + "\nlong", "x" * 79 + "…", "long"),
    ],
)
def test_a_first_line_may_be_the_subject(text: str, subject: str, rest: str) -> None:
    assert subject_and_text(text) == (subject, rest)
