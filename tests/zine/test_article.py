"""An article of the fanzine is a plain text, and every text is an article or says which of its lines is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.zine.article import (
    Article,
    ArticleError,
    Headline,
    Items,
    Orders,
    Paragraph,
    Picture,
    Quotation,
    Table,
    Verbatim,
    article_text,
    read_article,
)
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

WRITTEN = """\
# Rome

## Spring 1905

France takes Munich with the help of Burgundy, and Germany, whose fleet
was in the Baltic, has to see it.

Orders as they were sent:

    France
    A BUR - MUN

    Germany
    F BAL - BOT

* Deadline: 3 May
* One missed deadline (ONR): Turkey, who had promised to be back in time
  from a long journey

~ Great Britain: F LON - MAN, F EDI S F LON - MAN, A LPL H,
  F NTH C A YOR - NOR (void), A YOR - NOR
~ France: A PAR - BUR

England to France:
> Thank you for Belgium.
>
>   I shall not forget it.

> Nobody has signed this.

| Power | Centres | Change |
|---|---|---|
| France | 9 | +1 |
| Germany | 3 | \u22122 |

[picture rome-S1905M: Spring 1905]

[picture rome-chart]
"""

READ = Article(
    (
        Headline("Rome", 1),
        Headline("Spring 1905", 2),
        Paragraph(
            "France takes Munich with the help of Burgundy, and Germany, whose fleet was in the Baltic, has to see it."
        ),
        Paragraph("Orders as they were sent:"),
        Verbatim(("France", "A BUR - MUN", "", "Germany", "F BAL - BOT")),
        Items(
            (
                "Deadline: 3 May",
                "One missed deadline (ONR): Turkey, who had promised to be back in time from a long journey",
            )
        ),
        Orders(
            (
                ("Great Britain", "F LON - MAN, F EDI S F LON - MAN, A LPL H, F NTH C A YOR - NOR (void), A YOR - NOR"),
                ("France", "A PAR - BUR"),
            )
        ),
        Quotation("England to France:", ("Thank you for Belgium.", "", "  I shall not forget it.")),
        Quotation("", ("Nobody has signed this.",)),
        Table(("Power", "Centres", "Change"), (("France", "9", "+1"), ("Germany", "3", "\u22122"))),
        Picture("rome-S1905M", "Spring 1905"),
        Picture("rome-chart"),
    )
)


def test_every_block_is_read_from_its_text() -> None:
    assert read_article(WRITTEN) == READ


def test_every_block_is_written_as_it_is_read() -> None:
    assert article_text(READ) == WRITTEN


def test_the_title_of_an_article_is_its_first_headline() -> None:
    assert READ.title == "Rome"
    assert Article((Paragraph("No headline."),)).title == ""


AS_EDITORS_WRITE = {
    "no blank line around a headline": (
        "# Rome\nSpring.\n## Orders\nNone.",
        "# Rome\n\nSpring.\n\n## Orders\n\nNone.\n",
    ),
    "a list right below words": ("Wanted:\n* Italy\n* Turkey", "Wanted:\n\n* Italy\n* Turkey\n"),
    "a list with dashes": ("- Italy\n- Turkey", "* Italy\n* Turkey\n"),
    "a dash inside a paragraph": (
        "He went from Burgundy\n- of all places.",
        "He went from Burgundy - of all places.\n",
    ),
    "an item whose next line is not indented": ("* Italy,\nsince May", "* Italy, since May\n"),
    "quotation marks without a space": ("England:\n>Yes.", "England:\n> Yes.\n"),
    "words of two lines above a quotation": ("It was said\nthat:\n> Yes.", "It was said that:\n\n> Yes.\n"),
    "a row without its last line": ("| a | b\n| 1 | 2", "| a | b |\n| 1 | 2 |\n"),
    "a picture in French": ("[image rome-S1905M.svg\u00a0: Le printemps]", "[picture rome-S1905M: Le printemps]\n"),
    "a number sign that is none of ours": ("#1 of the ranking", "#1 of the ranking\n"),
    "stars that are no list": ("***", "***\n"),
    "orders right below words": ("Orders:\n    A PAR H", "Orders:\n\n    A PAR H\n"),
    "a tab before orders": ("\tA PAR H", "    A PAR H\n"),
    "lines that another machine ended": ("# Rome\r\n\r\nSpring.\r\n", "# Rome\n\nSpring.\n"),
    "a backslash that escapes nothing": ("\\o/ says Italy", "\\o/ says Italy\n"),
    "a backslash before a mark": ("\\# 1 of the ranking", "\\# 1 of the ranking\n"),
    "orders, a power below the other": (
        "~ France : A PAR H\n~ Italie : -A ROM",
        "~ France: A PAR H\n~ Italie: -A ROM\n",
    ),
    "a comma in an order": (
        "~ Italie: A ROM R TUS (nul, dispersée), F NAP H",
        "~ Italie: A ROM R TUS (nul, dispersée), F NAP H\n",
    ),
    "nothing": (" \n\n", "\n"),
}


@each_case(("text", "tidy"), AS_EDITORS_WRITE.values(), ids=AS_EDITORS_WRITE)
def test_what_an_editor_may_write_is_read_with_the_least_surprise(text: str, tidy: str) -> None:
    assert article_text(read_article(text)) == tidy


def test_words_that_look_like_marks_stay_words() -> None:
    assert read_article("\\# 1 of the ranking") == Article((Paragraph("# 1 of the ranking"),))
    assert read_article(r"| a\|b | \--- |") == Article((Table((), (("a|b", "---"),)),))


MISTAKES = {
    "#### Orders": (1, "a headline has one, two or three “#”", "### Orders"),
    "Spring.\n\n##": (3, "a headline without words", "## Standings"),
    "| a | b |\n| 1 |": (2, "this row of the table has 1 cells, and its first row 2", "| 1 | … |"),
    "|": (1, "this row of the table has 0 cells, and its first row 0", "| … |"),
    "[picture]": (1, "a picture has a name without spaces", "[picture rome-S1905M: Spring 1905]"),
    "[picture of Rome: Spring]": (1, "a picture has a name without spaces", "[picture rome-S1905M: Spring 1905]"),
}


@each_case(("text", "said"), MISTAKES.items(), ids=MISTAKES)
def test_a_mistake_is_answered_with_its_line_and_one_that_works(text: str, said: tuple[int, str, str]) -> None:
    line, what, example = said
    with pytest.raises(ArticleError) as caught:
        read_article(text)
    assert (caught.value.line, caught.value.example) == (line, example)
    assert caught.value.what.startswith(what)
    assert read_article(example).blocks


WORDS = st.text(
    st.sampled_from("ab éA#*->|\\[]:.\u00a0\u202f\n\t0…\ufeff\x00\u2028\ue000") | st.characters(), max_size=90
)
MARKED = st.sampled_from(
    ("~ a: b, c", "~ :", "# a", "- a", "* * a", "\\- a", "---", "> a", "[picture x]", "[image", "a|b", "    a", "")
)
TEXTS = st.one_of(WORDS, MARKED, st.lists(MARKED, max_size=30).map(" ".join))
ROWS = st.lists(st.lists(TEXTS, max_size=3).map(tuple), max_size=3).map(tuple)
BLOCKS = st.one_of(
    st.builds(Headline, TEXTS, st.sampled_from((1, 2, 3))),
    st.builds(Paragraph, TEXTS),
    st.builds(Items, st.lists(TEXTS, max_size=3).map(tuple)),
    st.builds(Quotation, TEXTS, st.lists(TEXTS, max_size=3).map(tuple)),
    st.builds(Table, st.lists(TEXTS, max_size=3).map(tuple), ROWS),
    st.builds(Orders, st.lists(st.tuples(TEXTS, TEXTS), max_size=3).map(tuple)),
    st.builds(Verbatim, st.lists(TEXTS, max_size=4).map(tuple)),
    st.builds(Picture, st.sampled_from(("x", "rome-S1905M", "é_1.2", "x.svg", "x.svg.svg", "7.")), TEXTS),
)


@drawn(40)
@given(st.lists(BLOCKS, max_size=4).map(lambda blocks: Article(tuple(blocks))))
def test_every_article_is_read_from_its_own_text(article: Article) -> None:
    assert read_article(article_text(article)) == article


@drawn(60)
@given(st.lists(TEXTS, max_size=6).map("\n".join))
def test_every_text_is_an_article_or_says_where_it_is_none(text: str) -> None:
    """What is read once is written so that nothing changes any more."""
    article = read_article(text) if (error := error_of(text)) is None else read_article(error.example)
    assert error is None or 1 <= error.line <= len(text.split("\n")) + text.count("\r")
    assert read_article(article_text(article)) == article


def error_of(text: str) -> ArticleError | None:
    try:
        read_article(text)
    except ArticleError as error:
        return error
    return None
