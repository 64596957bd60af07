"""The indexes of docs/ are what its pages say; from the README every page is reached, and no link leads nowhere."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.documents.indexes import DOCS, INDEXES, KINDS, decisions
from tests.shared.each_case import each_case

HERE = DOCS.parent
README = HERE / "README.md"
PAGES = sorted({*HERE.glob("*.md"), *DOCS.rglob("*.md"), *HERE.glob("[!.]*/README.md")})


@pytest.mark.parametrize("path", INDEXES, ids=lambda path: str(path.relative_to(HERE)))
def test_an_index_is_what_the_pages_say(path: Path) -> None:
    """``make index`` writes it anew."""
    assert path.read_text(encoding="utf-8") == INDEXES[path]()


def test_every_page_is_of_one_kind() -> None:
    named = sorted(page for pages in KINDS.values() for page in pages)
    assert named == sorted(path.stem for path in DOCS.glob("*.md") if path.stem != "README")


def test_what_changes_a_decision_is_a_later_one() -> None:
    numbers = {one.number for one in decisions()}
    wrong = [
        (one.number, other)
        for one in decisions()
        for other in (*one.changed_by, *one.replaced_by)
        if other not in numbers or other <= one.number
    ]
    assert wrong == []


def test_no_two_decisions_bear_one_number() -> None:
    numbers = [one.number for one in decisions()]
    assert len(numbers) == len(set(numbers))


# --- links


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The files that a page links, each with the place in it that is meant, if one is."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if not re.match(r"\w+:", target):
            path, _, anchor = target.partition("#")
            yield (page.parent / path).resolve() if path else page, anchor


@cache
def prose(page: Path) -> str:
    """A page without what it quotes."""
    return re.sub(r"^    .*$|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)


@cache
def anchors(page: Path) -> frozenset[str]:
    """What the headings of a page are linked by."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


@each_case("page", PAGES, ids=lambda page: str(page.relative_to(HERE)))
def test_every_link_leads_somewhere(page: Path) -> None:
    nowhere = [
        (str(to), anchor) for to, anchor in links(page) if not to.exists() or (anchor and anchor not in anchors(to))
    ]
    assert nowhere == []


def test_every_page_is_reached_from_the_readme() -> None:
    ahead, seen = [README], {README}
    while ahead:
        page = ahead.pop()
        new = {to for to, _ in links(page) if to.suffix == ".md" and to.exists()} - seen
        seen |= new
        ahead += new
    assert [str(page.relative_to(HERE)) for page in PAGES if page not in seen] == []
