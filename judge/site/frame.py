"""The frame of a page of the site: its head, the ways to other pages, what stands at its foot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, relpath
from typing import TYPE_CHECKING

from markupsafe import Markup

from judge.game.settings import Language
from judge.reports.html_letter import text_as_html
from judge.reports.language import say
from judge.reports.layout import plain_spaces
from judge.reports.own_texts import TEMPLATE_FOLDER
from judge.system.files import LibraryOnDemand
from judge.zine.article import typeset

if TYPE_CHECKING:
    import jinja2
else:
    jinja2 = LibraryOnDemand("jinja2")

HOME = "index.html"
STYLE = Path(__file__).parent / "site.css"


@dataclass(frozen=True)
class Site:
    """A site as a whole; ``url`` is where it stands, without a slash at its end, empty where nobody has said.

    ``title`` is empty for the usual one of each language, ``host`` is that of the judge's address. ``issues`` are the
    files of the zine that are to be read there.
    """

    host: str
    languages: Sequence[Language]
    title: str = ""
    url: str = ""
    issues: Sequence[Path] = ()

    def title_in(self, language: Language) -> str:
        """Return how the site is called."""
        return self.title or say(language, "site.title")


@dataclass(frozen=True)
class SitePage:
    """A page: its ``path`` from the root of a language, its title, what it shows as HTML.

    ``before`` and ``after`` are the paths of the pages beside it, ``above`` that of the page that leads to all of them,
    with its title; ``feed`` is that of what is new there.
    """

    path: str
    title: str
    body: str
    about: str = ""
    before: str = ""
    after: str = ""
    above: tuple[str, str] = ("", "")
    feed: str = "feed.xml"


@dataclass(frozen=True)
class SiteFile:
    """A file of the site by its path from the root; ``is_page`` where search engines are to know of it.

    ``content`` is None for one that stands there as it is to be.
    """

    path: str
    content: bytes | None
    is_page: bool = False


SECTIONS = {
    "games": HOME,
    "players": "players.html",
    "tournaments": "tournaments.html",
    "zine": "zine.html",
    "rules": "rules/index.html",
}
"""What every page leads to, by path."""


@dataclass(frozen=True)
class SiteWriter:
    """Writes pages in one language of a site."""

    site: Site
    language: Language

    @property
    def title(self) -> str:
        """How the site is called."""
        return self.set_in(self.site.title_in(self.language))

    def say(self, key: str, /, **facts: object) -> str:
        """Return a sentence of the site."""
        return self.set_in(say(self.language, key, **facts))

    def set_in(self, text: str) -> str:
        """Return words with the spaces and the signs of the language."""
        return typeset(plain_spaces(text), self.language)

    def html(self, text: str) -> Markup:
        """Return a line of a report as HTML: what it underlines is."""
        return Markup(text_as_html(typeset(text, self.language)))  # noqa: S704  # escaped where it is made

    def file(self, page: SitePage) -> SiteFile:
        """Return a page with its frame."""
        at = f"{self.language}/{page.path}"

        def link(path: str) -> str:
            return _way(path, dirname(at))

        text = _template("site.html").render(
            language=self.language,
            say=self.say,
            title=page.title,
            site=self.title,
            about=page.about or page.title,
            body=Markup(page.body),  # noqa: S704  # made of escaped texts alone
            home=link(f"{self.language}/{HOME}"),
            style=link("style.css"),
            feed=link(f"{self.language}/{page.feed}"),
            before=link(f"{self.language}/{page.before}") if page.before else "",
            after=link(f"{self.language}/{page.after}") if page.after else "",
            above=link(f"{self.language}/{page.above[0]}") if page.above[0] else "",
            above_title=page.above[1],
            others=[(one, link(f"{one}/{page.path}")) for one in self.site.languages if one != self.language],
            address=f"{self.site.url}/{at}" if self.site.url else "",
            sections=[
                (self.say(f"site.section_{name}"), link(f"{self.language}/{path}")) for name, path in SECTIONS.items()
            ],
        )
        return SiteFile(at, text.encode(), is_page=True)


_way = lru_cache(maxsize=4096)(relpath)


def fill(name: str, **facts: object) -> str:
    """Return a part of a page, by its template and its facts, which are escaped."""
    return _template(name).render(**facts)


@lru_cache
def _environment() -> "jinja2.Environment":
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATE_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _template(name: str) -> "jinja2.Template":
    return _environment().get_template(name)
