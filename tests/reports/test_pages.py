"""Letters as pages: they say what the text says, and show as written what others have written."""

import re
from functools import cache
from html import escape, unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.people.messages import Person
from judge.game.press.messages import PressSent
from judge.game.press.rules import press_as_read
from judge.game.settings import Address, Language, Token
from judge.reports.help import write_results_legend
from judge.reports.html_letter import text_as_html, write_html
from judge.reports.language import LetterText, fill_template
from judge.reports.layout import Page, RowsOfTable, TableRow, no_wrap, plain_spaces, quote_with_mark
from tests.reports.letters_of_all_kinds import FRANCE, ITALY, LETTERS, told
from tests.reports.parlour import OPENED, game_at
from tests.reports.reasons import BOTH
from tests.shared.each_case import each_case

MARKUP = st.lists(
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            "<b>",
            "</div>",
            "</p>",
            '"',
            "'",
            "&amp;",
            "&",
            "<img src=x onerror=y>",
            "<!--",
            "-->",
            "{{ 7 }}",
            "{% if %}",
            "# ",
            "  ",
            "\n",
            "\ue0010\ue002",
            "\ue003",
            "\ue005",
            "Été",
            "x",
            "----------------------",
        ]
    ),
    min_size=1,
    max_size=12,
).map("".join)


class Tags(HTMLParser):
    """The elements of a page, with their attributes, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen |= {tag, *(f"{tag} {name}" for name, _ in attrs)}

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


@cache
def ours() -> set[str]:
    """The elements and attributes of all our letters."""
    pages = (
        write_html(letter("en"), "en", "Letter 1.", [("map", "map"), ("chart", "chart")]) for letter in LETTERS.values()
    )
    return {tag for page in pages for tag in read(page).seen}


@pytest.mark.parametrize("language", BOTH)
def test_a_page_says_what_the_text_says(language: Language) -> None:
    """Every word of the text stands on the page; only what draws lines and columns does not."""
    missing = {}
    for name, letter in LETTERS.items():
        words = letter(language)
        page = " ".join(read(write_html(words, language)).words)
        lost = {*re.findall(r"\w+", words.text)} - {*re.findall(r"\w+", unescape(page))}
        if lost:
            missing[name] = lost
    assert missing == {}


@given(MARKUP)
def test_markup_in_press_is_shown_as_written(text: str) -> None:
    news = press_as_read(PressSent(FRANCE, (ITALY,), f"x{text}x", False, OPENED))
    page = write_html(told(game_at(), ITALY, "en", news), "en", text)
    assert read(page).seen <= ours()
    for line in text.splitlines():
        if line.strip() and not re.search("[\ue000-\ue004]", line) and not line.startswith((" ", "#")):
            assert escape(line.strip(), quote=False) in page.replace("&quot;", '"').replace("&#34;", '"').replace(
                "&#39;", "'"
            )


@given(MARKUP)
def test_markup_in_names_subjects_and_quoted_lines_is_shown_as_written(text: str) -> None:
    words = fill_template("en", "anyone.trouble", why=text, attached=[(quote_with_mark(text, 1, 4), text)])
    assert read(write_html(LetterText(text, words), "en", text)).seen <= ours()


@each_case(
    ("order", "pieces"),
    [
        ("A MUN - TYR (bounce)", ["A~MUN~-~TYR", "(bounce)"]),
        ("F SPA/SC S A MAR (cut, dislodged)", ["F~SPA/SC", "S~A~MAR", "(cut,", "dislodged)"]),
        ("A PIE S A TRI - VEN", ["A~PIE", "S~A~TRI", "-~VEN"]),
        ("A YOR H (no order)", ["A~YOR~H", "(no~order)"]),
    ],
)
def test_a_line_of_a_page_breaks_before_a_result_and_behind_regions(order: str, pieces: list[str]) -> None:
    assert text_as_html(no_wrap(order)).replace("\N{NO-BREAK SPACE}", "~").split(" ") == pieces


@pytest.mark.parametrize("language", BOTH)
def test_years_stand_five_beside_each_other_at_most(language: Language) -> None:
    """Ten columns were broader than a telephone; each table below the first names the powers again."""
    page = write_html(LETTERS["all.ended-shared"](language), language)
    tables = [re.findall("<tr>.*</tr>", table) for table in re.findall(r'(?s)<table class="wide">.*?</table>', page)]
    years = [re.findall(r'<th scope="col">([^<]*)', rows[0]) for rows in tables]
    assert [year for heads in years for year in heads][1:] == [str(year) for year in range(1901, 1910)]
    assert max(map(len, years)) <= 5
    assert {len(rows) for rows in tables} == {8}


def test_a_long_name_beside_several_cells_may_break() -> None:
    """In the ranking of a gazette it made the page broader than a telephone."""
    rows = RowsOfTable(
        [TableRow("", ("2. England (oslo), England (turin)", "50.00", "1 game")), TableRow("", ("3. Ida", "1", "2"))]
    )
    page = write_html(LetterText("", Page(f"{rows}", "\ue0010\ue002", [rows])), "en")
    assert '<th scope="row" class="long">2. England' in page
    assert '<th scope="row">3. Ida' in page


def test_an_hour_of_a_page_is_not_broken() -> None:
    assert text_as_html("mardi 24 à 21 h, heure de Paris").count("\N{NO-BREAK SPACE}h,") == 1
    page = write_html(LETTERS["all.results-spring"]("fr"), "fr")
    assert not re.search(r"\d h\b", page)


def test_an_order_that_a_report_underlines_is_underlined_on_the_page() -> None:
    reader = Person(Address("anna@example.org"), Token("anna"), "fr", "soop")
    legend = write_results_legend(reader)
    page = write_html(LetterText("AIDE RÉSULTATS", legend), "fr")
    assert "_A Par – Esp_ (nul)" in plain_spaces(legend)
    assert "<u>A Par – Esp</u>" in page.replace("\u00a0", " ")
    assert "_A" not in page
