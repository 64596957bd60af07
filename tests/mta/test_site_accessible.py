"""Pages of the site in a real browser: a checker of accessibility holds nothing against them; a telephone shows all."""

import re
from pathlib import Path

import pytest

from tests.mta.browser import inaccessible, too_broad
from tests.shared.recorded_logs import eventful_log
from tests.site.sites import site_of_log


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_of_log(eventful_log(), tmp_path_factory.mktemp("site"))


HOBBY = ["index.html", "en/index.html", "fr/players.html", "fr/tournaments.html", "en/zine.html"]
RULES = ["en/rules/index.html", "fr/rules/1971.html"]
GAME = ["index.html", "1.html", "2.html"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("page", [*HOBBY, *RULES, *(f"{one}/games/*/{page}" for one in ("en", "fr") for page in GAME)])
def test_a_checker_holds_nothing_against_a_page(site: Path, page: str, dark: bool) -> None:
    (found,) = site.glob(page)
    assert inaccessible(found, dark=dark) == []


@pytest.mark.parametrize("width", [390, 1000])
def test_nothing_is_broader_than_the_window(site: Path, width: int) -> None:
    style = f"<style>{(site / 'style.css').read_text(encoding='utf-8')}</style>"
    named = {page.relative_to(site).as_posix(): page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    styled = [re.sub('<link rel="stylesheet"[^>]*>', style, text) for text in named.values()]
    found = dict(zip(named, too_broad(styled, width), strict=True))
    assert {page: broad for page, broad in found.items() if broad} == {}
