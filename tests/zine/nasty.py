"""Words that would do harm where they were taken for code or markup."""

from datetime import date

from judge.zine.article import Article, Headline, Items, Orders, Paragraph, Picture, Quotation, Table, Verbatim
from judge.zine.issue import Issue, NamedArticle
from tests.zine.small_issue import SVG

NASTY = (
    '#read("/etc/passwd")',
    '#import "x": *',
    "$x^2$ \\ @label <label> *bold* _it_ `raw` = heading",
    "<script>alert(1)</script> & &amp; \"' ]]> <!--",
    "#{ panic() } // comment /* more */ ~ -- ---",
    '"; #let issue = 1; "',
    ']) #eval("1") [',
    "{{ 7 * 7 }} {% raw %}",
)


def nasty_issue() -> Issue:
    blocks = (
        Headline(NASTY[0]),
        *(
            block
            for words in NASTY
            for block in (
                Headline(words, 2),
                Paragraph(words),
                Items((words, words)),
                Quotation(words, (words, f"  {words}")),
                Table((words, words), ((words, "1"),)),
                Verbatim((words,)),
                Orders(((words, words),)),
                Picture("x", words),
            )
        ),
    )
    return Issue(
        NASTY[0], 1, date(2026, 5, 3), "fr", (NamedArticle("x", {"fr": Article(blocks)}),), {"x": SVG}, NASTY[3]
    )
