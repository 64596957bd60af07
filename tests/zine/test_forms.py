"""One issue, three forms: the same words in each, the same bytes each time, and nobody's words are code or markup."""

import os
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.settings import Language
from judge.zine.article import (
    Article,
    Headline,
    Orders,
    Paragraph,
    Picture,
    Quotation,
    is_of_numbers,
    parts_of_ordinals,
    runs_of,
    typeset,
)
from judge.zine.forms import FORMS, PAPERS, Form, UnwritableFormError, form_of_file, write_form, write_text
from judge.zine.html_form import rows_side_by_side, write_html_issue
from judge.zine.issue import NamedArticle
from judge.zine.pdf_form import PdfPaper, booklet_sides, type_data
from tests.shared.each_case import each_case
from tests.zine.nasty import NASTY, nasty_issue
from tests.zine.small_issue import SVG, small_issue

GOLDEN = Path(__file__).parent / "issues"
ISSUES = {"en": small_issue("en"), "fr": small_issue("fr"), "fr-en": small_issue("fr", ["en"])}


@each_case("form", ["txt", "html"])
@each_case("name", ISSUES)
def test_an_issue_reads_as_it_was_last_looked_at(name: str, form: Form) -> None:
    path = GOLDEN / f"{name}.{form}"
    written = write_form(ISSUES[name], form).decode()
    if "UPDATE_LETTERS" in os.environ:
        path.write_text(written, encoding="utf-8")
    assert written == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ISSUES)
def test_the_text_has_72_columns(name: str) -> None:
    assert [line for line in write_text(ISSUES[name]).split("\n") if len(line) > 72] == []


ONE_ORDER = "A CLY - NOR (nul, sans convoi)"
"""An order of the small issue in French, which its editor has broken over two lines."""


def test_no_form_breaks_an_order_over_two_lines_or_stretches_it() -> None:
    issue = small_issue("fr")
    text = write_text(issue)
    assert ONE_ORDER in text.replace("\u00a0", " ")
    lines = text.split("\n")
    (first,) = [place for place, line in enumerate(lines) if line.startswith("GRANDE-BRETAGNE")]
    assert lines[first + 1].startswith("  "), "further lines hang"
    page = write_html_issue(issue)
    assert f"<span>{ONE_ORDER}</span>" in page.replace("\u00a0", " ").replace("\u2060", "")
    (row,) = [
        row
        for article in type_data(issue, "a4")["articles"]  # type: ignore[attr-defined]
        for block in article["blocks"]
        if block["kind"] == "orders"
        for row in block["rows"]
        if row["power"].startswith("Grande")
    ]
    assert {"text": f"{ONE_ORDER},", "is-whole": True} in row["orders"]


def test_press_in_another_language_keeps_its_marks_and_says_its_language() -> None:
    """A French player writes in an English game, an English one in a French game: spaces and quotation marks stay."""
    french, english = 'Vous n\'aurez pas Munich ! Il est à "moi" ; et la mer aussi.', 'You are wrong: it is "mine"!'
    cases: list[tuple[Language, str, str, Language]] = [
        ("en", french, "Vous n’aurez pas Munich\u202f! Il est à «\u00a0moi\u00a0»\u202f; et la mer aussi.", "fr"),
        ("fr", english, "You are wrong: it is “mine”!", "en"),
        ("fr", "Munich !", "Munich\u202f!", "fr"),
    ]
    for around, written, printed, own in cases:
        article = Article((Headline("rome"), Quotation("France", (written,))))
        issue = replace(small_issue(around), articles=(NamedArticle("rome", {around: article}),))
        marked = "" if own == around else f' lang="{own}"'
        assert f"<p{marked}>{printed}</p>" in write_html_issue(issue).replace("&quot;", '"')
        wide = printed.replace("\u202f", "\u00a0")
        assert wide in write_text(issue)
        (block,) = type_data(issue, "a4")["articles"][0]["blocks"][1:]  # type: ignore[index]
        assert (block["language"], [line.replace("\u202f", "\u00a0") for line in block["lines"]]) == (own, [wide])


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pdf_has_the_same_bytes_each_time(paper: PdfPaper) -> None:
    once, again = (write_form(small_issue("fr", ["en"]), "pdf", paper) for _ in range(2))
    assert once == again
    assert once.startswith(b"%PDF-")
    assert b"2026" in once


def test_two_issues_have_two_pdfs() -> None:
    """What is compared above does not agree because it says nothing."""
    issue = small_issue("fr")
    assert write_form(issue, "pdf") != write_form(replace(issue, number=13), "pdf")


@pytest.mark.parametrize("paper", ["a4", "booklet"])
def test_nobodys_words_are_code_of_the_typesetter(paper: PdfPaper) -> None:
    """Were one of them run, none of these could be set: each is a mistake, or reads what is not there."""
    assert write_form(nasty_issue(), "pdf", paper).startswith(b"%PDF-")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_nobodys_words_are_markup() -> None:
    tags = Tags()
    tags.feed(write_html_issue(nasty_issue()))
    assert "script" not in tags.tags
    assert [words for words in NASTY if words not in tags.words] == []


FOREIGN = {
    "a file beside it": "../../../../../../etc/hostname",
    "a file by its path": "/etc/hostname",
    "a file of the template": "main.typ",
    "a file elsewhere": "https://example.org/x.png",
}


@pytest.mark.parametrize("name", FOREIGN.values(), ids=FOREIGN)
def test_a_picture_brings_no_other_file_into_the_pdf(name: str) -> None:
    reaching = SVG.replace("<path", f'<image width="9" height="9" href="{name}"/><path')
    with pytest.raises(UnwritableFormError, match=r"the issue cannot be set as PDF: .*image"):
        write_form(replace(small_issue("en"), pictures={"rome": reaching}), "pdf")


def test_the_ending_of_a_file_is_its_form() -> None:
    assert [form_of_file(Path(f"zine.{form}")) for form in FORMS] == ["txt", "html", "pdf"]
    with pytest.raises(UnwritableFormError, match=r"issue\.doc: an issue is written as \.txt, \.html or \.pdf"):
        form_of_file(Path("issue.doc"))


@given(st.integers(1, 200))
def test_a_folded_booklet_has_its_pages_in_order(pages: int) -> None:
    """Each sheet lies in the one before; leafing through goes to the middle on one half of them, back on the other."""
    sides = booklet_sides(pages)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first_halves = [page for front, back in sheets for page in (front[1], back[0])]
    second_halves = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    leafed = first_halves + second_halves
    assert leafed == [*range(1, pages + 1), *[0] * (len(leafed) - pages)]
    assert len(leafed) - pages < 4


TYPESET: list[tuple[Language, str, str]] = [
    ("fr", "Bonjour!", "Bonjour\u202f!"),
    ("fr", "Vraiment ?!", "Vraiment\u202f?!"),
    ("fr", "Paris ; Munich : non.", "Paris\u202f; Munich\u00a0: non."),
    ("fr", 'Il dit "oui".', "Il dit «\u00a0oui\u00a0»."),
    ("fr", "«oui» et « non »", "«\u00a0oui\u00a0» et «\u00a0non\u00a0»"),
    ("fr", "l'armée d'Italie", "l’armée d’Italie"),
    ("fr", "à 21:00, voir https://example.org/?a;b", "à 21:00, voir https://example.org/?a;b"),
    ("fr", "le 3 à 6 h, heure de Paris", "le 3 à 6\u00a0h, heure de Paris"),
    ("fr", "A PAR - BOU", "A PAR - BOU"),
    ("fr", "A\u00a0PAR\u00a0-\u00a0BOU", "A\u00a0PAR\u00a0-\u2060\u00a0BOU"),
    ("en", 'He said "yes"...', "He said “yes”…"),
    ("en", "the players' rule, don't!", "the players’ rule, don’t!"),
    ("en", 'six inches: 6"', 'six inches: 6"'),
    ("en", "yes ?", "yes ?"),
    ("fr", "À personne -- donc à moi.", "À personne — donc à moi."),
    ("fr", "-- Non.", "— Non."),
    ("en", "nobody's--mine", "nobody’s—mine"),
    ("en", "judge.py zine --since 2026-05-01, a --- b", "judge.py zine --since 2026-05-01, a --- b"),
]


@each_case(("language", "text", "expected"), TYPESET)
def test_each_language_has_its_typography(language: Language, text: str, expected: str) -> None:
    assert typeset(text, language) == expected
    assert typeset(expected, language) == expected


@each_case(
    ("text", "raised"),
    [
        ("le 1er mai", ["er"]),
        ("la 1re ligne du XIXe siècle", ["re", "e"]),
        ("les 2es", ["es"]),
        ("Le 1 er, Vie, ce 21e", ["e"]),
        ("A PAR - BOU", []),
    ],
)
def test_the_endings_of_french_ordinals_are_raised(text: str, raised: list[str]) -> None:
    parts = parts_of_ordinals(text, "fr")
    assert [part for part, is_raised in parts if is_raised] == raised
    assert "".join(part for part, _ in parts) == text
    assert parts_of_ordinals(text, "en") == [(text, False)]


def test_the_text_has_the_marks_of_print() -> None:
    text = write_text(small_issue("fr"))
    assert "'" not in text
    assert '"' not in text
    assert "«\u00a0vu venir\u00a0»" in text
    assert "“saw it coming”" in write_text(small_issue("en"))


def test_what_a_notation_underlines_is_underlined() -> None:
    issue = small_issue("fr")
    orders = Article((Orders((("Allemagne", "_A Kie – Dan_ (bloquée), A Pru – Lvn"),)),))
    page = write_html_issue(replace(issue, articles=(NamedArticle("caen", {"fr": orders}),)))
    assert "<span><u>A Kie – Dan</u> (bloquée)</span>, <span>A Pru – Lvn</span>" in page


def test_words_between_stars_are_emphasised() -> None:
    assert runs_of("In *rome* and *new york*: 5*3, 4* and 5*", "en") == [
        ("In ", False),
        ("rome", True),
        (" and ", False),
        ("new york", True),
        (": 5*3, 4* and 5*", False),
    ]


@each_case("cells", [["1", "12"], ["+2", "−1", "–", ""], ["183,5", "96.5"], ["12 %"], ["1 204", "½"]])
def test_columns_of_numbers_stand_at_the_right(cells: list[str]) -> None:
    assert is_of_numbers(cells)


@pytest.mark.parametrize("cells", [["1901 S", "1"], ["", "–"], [], ["Italy"]])
def test_other_columns_stand_at_the_left(cells: list[str]) -> None:
    assert not is_of_numbers(cells)


def test_two_texts_of_the_same_build_stand_block_beside_block() -> None:
    french, english = (Article((Headline(words), Paragraph(words), Picture("x", words))) for words in ("a", "b"))
    assert [[len(side) for side in row] for row in rows_side_by_side([french, english])] == [[1, 1]] * 3


def test_two_texts_of_different_build_stand_part_beside_part_or_whole_beside_whole() -> None:
    one = Article((Headline("a"), Paragraph("a"), Headline("b", 2), Paragraph("b")))
    longer = Article((Headline("a"), Paragraph("a"), Paragraph("a2"), Headline("b", 2), Paragraph("b")))
    other = Article((Headline("a"), Paragraph("a")))
    assert [[len(side) for side in row] for row in rows_side_by_side([one, longer])] == [[2, 3], [1, 1], [1, 1]]
    assert [[len(side) for side in row] for row in rows_side_by_side([one, other])] == [[4, 2]]
