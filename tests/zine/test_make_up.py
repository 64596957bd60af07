"""How an issue lies on its pages: each map on the page of its season, each headline with what follows it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import typst

import judge.zine
from judge.game.settings import Language
from judge.maps.geometry import FONTS
from judge.maps.paper import Paper
from judge.zine.article import Article, Block, Headline, Orders, Paragraph, Picture, Table, is_across, read_article
from judge.zine.issue import Issue, NamedArticle
from judge.zine.pdf_form import picture_names, type_data
from tests.shared.shares import in_turn
from tests.zine.sample import whole_issue
from tests.zine.small_issue import small_issue

Placed = tuple[str, str, int]
"""What stands on a page: a headline, map, picture or table, its name, the page."""


def placed(issue: Issue, folder: Path, paper: Paper = "a4") -> Sequence[Placed]:
    """What stands where, in the order of the issue."""
    template = Path(judge.zine.__path__[0]) / "typst" / "issue.typ"
    (folder / "main.typ").write_bytes(template.read_bytes())
    (folder / "issue.json").write_text(json.dumps(type_data(issue, paper)), encoding="utf-8")
    for file, name in picture_names(issue).items():
        (folder / file).write_text(issue.pictures[name], encoding="utf-8")
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
    found = typst.query(folder / "main.typ", "<placed>", field="value", root=folder, font_paths=fonts)
    return [(what, name, page) for what, name, page in json.loads(found)]


def assert_together(found: Sequence[Placed]) -> None:
    """Every map, every table stands on the page of the headline before it."""
    page_of_headline = 0
    for what, name, page in found:
        if what == "headline":
            page_of_headline = page
        elif what in {"map", "table"}:
            assert page == page_of_headline, (what, name)


@pytest.mark.parametrize("languages", in_turn([("fr", "en"), ("fr",)], 0, of=2))
@pytest.mark.parametrize("paper", in_turn(["a5", "a4"], 0, of=2))
def test_a_map_stands_on_the_page_of_its_season(paper: Paper, languages: Sequence[Language], tmp_path: Path) -> None:
    found = placed(whole_issue("fr", languages=languages, seasons=4), tmp_path, paper)
    assert len([what for what, _, _ in found if what == "map"]) == 4
    assert_together([one for one in found if one[0] != "table"])


@pytest.mark.parametrize("languages", in_turn([("fr", "en"), ("fr",)], 0, of=2))
def test_however_much_stands_before_it_no_headline_is_left_behind(
    languages: Sequence[Language], tmp_path: Path
) -> None:
    """Words of many lengths before a season push it from the first page to the second, whole."""
    shown = whole_issue("fr").pictures
    pictures = {"m": next(svg for svg in shown.values() if is_across(svg))}
    seen = set()
    for number in range(0, 40, 8):
        texts = {language: Article(season_behind(number)) for language in languages}
        whole = replace(small_issue("fr"), articles=(NamedArticle("a", texts),), pictures=pictures)
        folder = tmp_path / str(number)
        folder.mkdir()
        found = placed(whole, folder)
        assert_together(found)
        seen.add(next(page for what, _, page in found if what == "map"))
    assert len(seen) > 1


@pytest.mark.parametrize("languages", [("fr", "en"), ("fr",)])
def test_a_title_stands_on_the_page_of_its_first_season(languages: Sequence[Language], tmp_path: Path) -> None:
    """The line below it as well; in an issue in both languages it had stayed behind, and fillers stood between."""
    shown = whole_issue("fr").pictures
    pictures = {"m": next(svg for svg in shown.values() if is_across(svg))}
    for number, words in ((4, 20), (12, 20), (20, 20), (12, 90)):
        game: tuple[Block, ...] = (
            *(Headline("Rome"), Paragraph("Carte classique."), Headline("Printemps", 2)),
            *(Paragraph("Ce que la saison apporte. " * (words // 5)) for _ in range(5)),
            Picture("m", "La carte"),
        )
        before = season_behind(number)[: number + 1]
        articles = [
            NamedArticle(name, dict.fromkeys(languages, Article(blocks)))
            for name, blocks in (("a", before), ("rome", game))
        ]
        folder = tmp_path / f"{number}-{words}"
        folder.mkdir()
        found = placed(replace(small_issue("fr"), articles=tuple(articles), pictures=pictures), folder)
        _, title, *_ = [page for what, name, page in found if (what, name) == ("title", "Rome")]
        assert {page for what, _, page in found if what in {"headline", "map"}} == {title}, (number, words)


def season_behind(number: int) -> tuple[Block, ...]:
    """A season with its map, its orders and its centres, behind so many paragraphs."""
    return (
        Headline("Avant"),
        *(Paragraph("Une phrase qui en suit une autre, et que suit la suivante. " * 4) for _ in range(number)),
        Headline("Printemps", 2),
        Paragraph("Ce que la saison apporte. " * 20),
        Picture("m", "La carte"),
        Headline("Les ordres", 3),
        Orders(tuple((f"Puissance {n}", "A PAR - BOU, " * 6 + "F BRE - ATL") for n in range(7))),
        Headline("Centres", 2),
        Table(("Puissance", "Nombre"), tuple((f"Puissance {n}", "3") for n in range(12))),
    )


@pytest.mark.parametrize("languages", in_turn([("fr", "en"), ("fr",)], 0, of=2))
def test_a_filler_stands_where_a_page_would_stay_blank_and_nowhere_else(
    languages: Sequence[Language], tmp_path: Path
) -> None:
    """The largest that fits; what fits nowhere comes last."""
    issue, words = whole_issue("fr", languages=languages, seasons=3), {"Annonce": 40, "Énigme": 120, "Roman": 4000}
    fillers = (
        NamedArticle(f"filler-{name}", {each: read_article(f"## {name}\n\n{'mot ' * length}") for each in languages})
        for name, length in words.items()
    )
    found = placed(replace(issue, articles=(*issue.articles, *fillers)), tmp_path)
    assert_together([one for one in found if one[0] != "table" and one[1] not in words])
    pages = {name: [page for _, headline, page in found if headline == name] for name in words}
    assert {name: len(stands) for name, stands in pages.items()} == dict.fromkeys(words, len(languages))
    last = max(page for what, _, page in found if what == "map")
    assert max(pages["Énigme"]) <= max(pages["Annonce"])
    assert max(pages["Énigme"]) < last < min(pages["Roman"])


def test_nothing_of_an_article_in_both_languages_is_lost_on_the_way_to_the_next_page(tmp_path: Path) -> None:
    """Sides of unequal length are parted where the page ends, each where it must be."""

    def side(name: str, words: int) -> Article:
        parts = ((Headline(f"{name} {n}", 2), Paragraph(f"{name} " * words)) for n in range(40))
        return Article((Headline(name), *(block for part in parts for block in part)))

    texts: dict[Language, Article] = {"fr": side("Long", 80), "en": side("Short", 30)}
    found = placed(replace(small_issue("fr"), articles=(NamedArticle("a", texts),), pictures={}), tmp_path)
    for name in ("Long", "Short"):
        pages = [page for _, headline, page in found if headline.startswith(f"{name} ")]
        assert len(pages) == 40
        assert pages == sorted(pages)
    assert max(page for _, _, page in found) > 2
