"""An issue of the fanzine is a folder of text files: what is written is read, what is wrong is named."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from judge.game.settings import Settings
from judge.languages import LANGUAGES
from judge.reports.layout import plain_spaces
from judge.reports.order_examples import STANDARD_BOARD, result_examples
from judge.zine.article import Article, Headline, Paragraph, Picture, read_article
from judge.zine.issue import (
    Issue,
    IssueContents,
    IssueError,
    Masthead,
    NamedArticle,
    draft_issue,
    read_issue,
    write_issue,
)
from judge.zine.sources import chronicle_of
from tests.shared.each_case import each_case
from tests.shared.recorded_logs import recorded_log
from tests.zine.issues import BOTH, issue_of_log, known_of

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>'


def article(*words: str) -> Article:
    return Article((Headline(words[0]), *map(Paragraph, words[1:])))


ISSUE = Issue(
    title="La Dépêche «\u00a0d’Ems\u00a0»",
    number=12,
    day=date(2026, 5, 3),
    language="fr",
    articles=(
        NamedArticle("editorial", {"fr": article("Éditorial", "Bonjour."), "en": article("Editorial", "Hello.")}),
        NamedArticle("rome", {"fr": Article((Headline("rome"), Picture("rome-S1905M", "Printemps 1905")))}),
        NamedArticle("letters", {"en": article("Letters", "From Leeds.")}),
    ),
    pictures={"rome-S1905M": SVG},
    subtitle='Le "zine" de l\\arbitre',
)


def test_an_issue_is_a_folder_of_text_files(tmp_path: Path) -> None:
    write_issue(ISSUE, tmp_path / "12")
    names = sorted(str(path.relative_to(tmp_path / "12")) for path in (tmp_path / "12").rglob("*.*"))
    assert names == [
        "10-editorial.en.txt",
        "10-editorial.fr.txt",
        "20-rome.txt",
        "30-letters.en.txt",
        "issue.toml",
        "pictures/rome-S1905M.svg",
    ]
    assert (tmp_path / "12" / "issue.toml").read_text(encoding="utf-8") == (
        'title = "La Dépêche «\u00a0d’Ems\u00a0»"\nnumber = 12\nday = 2026-05-03\nlanguage = "fr"\n'
        'subtitle = "Le \\"zine\\" de l\\\\arbitre"\n'
    )
    assert (tmp_path / "12" / "20-rome.txt").read_text(encoding="utf-8") == (
        "# rome\n\n[picture rome-S1905M: Printemps 1905]\n"
    )


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_issue(ISSUE, tmp_path)
    assert read_issue(tmp_path) == ISSUE


def test_the_order_of_names_is_the_order_of_articles(tmp_path: Path) -> None:
    """By their numbers, so that 9 stands before 10; without one, at the end."""
    write_issue(ISSUE, tmp_path)
    (tmp_path / "9-cover.txt").write_text("# Cover", encoding="utf-8")
    (tmp_path / "Lettre du rédacteur.txt").write_text("# Lettre", encoding="utf-8")
    (tmp_path / "20-rome.txt").rename(tmp_path / "035-rome.txt")
    (tmp_path / "2026.txt").write_text("Bonne année !", encoding="utf-8")
    (tmp_path / "9-cover.txt~").write_text("An older cover.", encoding="utf-8")
    names = [one.name for one in read_issue(tmp_path).articles]
    assert names == ["cover", "editorial", "letters", "rome", "article", "Lettre du rédacteur"]


def test_nothing_is_written_over_the_work_of_an_editor(tmp_path: Path) -> None:
    (tmp_path / "10-editorial.txt").write_text("Hours of work.", encoding="utf-8")
    with pytest.raises(IssueError, match="something is there already"):
        write_issue(ISSUE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["10-editorial.txt"]


def put(name: str, text: str | bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(text.encode("utf-8") if isinstance(text, str) else text)


def change(name: str, old: str, new: str) -> Callable[[Path], object]:
    def changed(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")

    return changed


TITLE = 'a line that works: title = "The Sleeping Ambassador"'
KEYS = "title, number, day, language, subtitle"
ALL_KEYS = (
    'title = "The Sleeping Ambassador"; number = 12; day = 2026-05-03; language = "en"; '
    'subtitle = "A fanzine of Diplomacy"'
)
FAULTS: list[tuple[Callable[[Path], object], str]] = [
    (lambda folder: (folder / "issue.toml").unlink(), f"issue.toml: is not there; it holds lines such as: {ALL_KEYS}"),
    (
        put("issue.toml", "title = La Dépêche"),
        f"issue.toml: Invalid value (at line 1, column 9); {TITLE}",
    ),
    (
        change("issue.toml", "number =", "numbre ="),
        (
            f"issue.toml: there is no key “numbre”; the nearest is “number” (of {KEYS})\n"
            "issue.toml: number is missing; a line that works: number = 12"
        ),
    ),
    (change("issue.toml", "12", '"12"'), 'issue.toml: number is not "12"; a line that works: number = 12'),
    (change("issue.toml", "12", "0"), "issue.toml: number is not 0; a line that works: number = 12"),
    (
        change("issue.toml", "2026-05-03", '"3 May"'),
        'issue.toml: day is not "3 May"; a line that works: day = 2026-05-03',
    ),
    (change("issue.toml", '"fr"', '"nl"'), f"issue.toml: language is one of {', '.join(LANGUAGES)}, not 'nl'"),
    (
        put("20-rome.txt", "Rome.\n\n##"),
        "20-rome.txt, line 3: a headline without words; for example: ## Standings",
    ),
    (
        put("20-rome.txt", "Rome.\n[picture rome-S1906M: Printemps]"),
        "20-rome.txt, line 2: there is no pictures/rome-S1906M.svg; put it there, or take the line out",
    ),
    (
        put("20-rome.txt", b"Rome en \xe9t\xe9"),
        "20-rome.txt: this is no text in UTF-8; save it as UTF-8 in your editor",
    ),
    (
        put("10-editorial.txt", "Again."),
        "10-editorial.txt: another file has the same article in the same language; name one of them otherwise",
    ),
    (
        put("pictures/rome-S1905M.svg", "<svg"),
        (
            "pictures/rome-S1905M.svg: this is no SVG (unclosed token: line 1, column 0); "
            "draw it anew, or save it as “plain SVG”"
        ),
    ),
    (
        put("pictures/x.svg", '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'),
        "pictures/x.svg: this is no SVG, or one with entities; save it as “plain SVG”",
    ),
    (
        put("pictures/x y.svg", SVG),
        "pictures/x y.svg: a picture is named with letters, digits, “-”, “_” and “.”, such as rome-S1905M.svg",
    ),
]


@pytest.mark.parametrize(("spoil", "said"), FAULTS, ids=[said.split(";")[0] for _, said in FAULTS])
def test_what_is_wrong_in_a_folder_is_named_with_its_file(
    tmp_path: Path, spoil: Callable[[Path], object], said: str
) -> None:
    write_issue(ISSUE, tmp_path)
    spoil(tmp_path)
    with pytest.raises(IssueError) as caught:
        read_issue(tmp_path)
    assert str(caught.value).replace(f"{tmp_path}/", "") == said


def test_an_issue_shows_no_picture_that_it_has_not() -> None:
    with pytest.raises(ValueError, match="the article rome shows pictures that are not there"):
        Issue("Zine", 1, date(2026, 5, 3), "fr", ISSUE.articles)


def test_issues_are_numbered_from_one() -> None:
    with pytest.raises(ValueError, match="numbered from 1"):
        Issue("Zine", 0, date(2026, 5, 3), "fr", ())


@each_case("name", ["", "12", "-rome", "a/b", "rome.fr", "_x"])
def test_an_article_has_the_name_of_a_file(name: str) -> None:
    with pytest.raises(ValueError, match="an article is named like"):
        NamedArticle(name, {"fr": article("Rome")})


def test_the_page_about_the_folder_shows_an_article_with_every_block() -> None:
    page = (Path(__file__).parents[2] / "docs" / "zine.md").read_text(encoding="utf-8")
    _, _, shown = page.partition("An article is plain text in UTF-8:\n\n")
    lines = shown.split("\n- A **headline**")[0].split("\n")
    kinds = [type(block).__name__ for block in read_article("\n".join(line[4:] for line in lines)).blocks]
    assert kinds == [
        "Headline",
        "Headline",
        "Paragraph",
        "Items",
        "Quotation",
        "Table",
        "Verbatim",
        "Orders",
        "Picture",
    ]


def test_an_issue_explains_the_signs_of_each_book_whose_orders_it_prints() -> None:
    logs = [recorded_log("one", Settings(rulebook=book), 1) for book in ("18centres", "1971", "18centres")]
    legend = issue_of_log(*logs, languages=("fr",)).partition("--- legend.fr\n")[2].partition("\n---")[0]
    signs = [one for name in ("18centres", "1971") for one in result_examples("fr", name, STANDARD_BOARD)]
    assert [one for one in signs if plain_spaces(one.printed) not in legend] == []
    assert legend.count("\n## ") == 2
    bare = issue_of_log(recorded_log("one", phases=0), languages=("fr",))
    assert "legend" not in bare


def test_books_whose_reports_have_the_same_signs_share_a_table_and_a_chronicle_needs_none() -> None:
    logs = [recorded_log("one", Settings(rulebook=book), 1) for book in ("18centres", "1971", "2023")]
    text = issue_of_log(*logs, languages=("en", "fr"))
    english, french = (text.partition(f"--- legend.{one}\n")[2].partition("\n---")[0] for one in BOTH)
    assert "\n## " not in english
    assert english.count("The supported unit did something else") == 1
    assert "\n## Règlement de 18centres (2003) et règlement de 2023\n" in french
    told = chronicle_of(known_of(recorded_log("one")))
    issue = draft_issue(Masthead("Zine", 1, date(2026, 5, 3)), IssueContents([told]))
    assert "legend" not in {article.name for article in issue.articles}
