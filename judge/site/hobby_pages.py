"""The pages of the site that tell of no single game: its home, the rankings, the tournaments, the rule books."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from judge.game.league import Hobby
from judge.game.summary import Stage, Summary
from judge.reports.language import say
from judge.reports.names import board_title, phase_name, within_sentence
from judge.reports.rules import blocks_of
from judge.rules.book_text import load_book_text
from judge.rules.rulebook import rulebook_names
from judge.site.feed import FeedEntry, write_feed
from judge.site.frame import HOME, SiteFile, SitePage, SiteWriter, fill
from judge.zine.article import Article, Picture
from judge.zine.hobby import HobbyWriter
from judge.zine.html_form import block_html
from judge.zine.sources import game_title


@dataclass(frozen=True)
class HobbyPages:
    """Writes the pages that all games share, in one language."""

    writer: SiteWriter
    hobby: Hobby

    def files(self, entries: Sequence[FeedEntry], *, with_rules: bool) -> Iterator[SiteFile]:
        """Yield the pages, and the feed of what is new in all games; rule books have content ``with_rules`` alone."""
        told = HobbyWriter(self.hobby, self.writer.language)
        yield self.writer.file(self._home(told.sought()))
        yield self.writer.file(self._article("players", told.rankings()))
        yield self.writer.file(self._article("tournaments", told.tournaments()))
        yield self.writer.file(self._zine())
        yield self.writer.file(self._rule_books())
        for book in rulebook_names():
            path = f"{self.writer.language}/rules/{book}.html"
            yield self.writer.file(self._rule_book(book)) if with_rules else SiteFile(path, None, is_page=True)
        feed = write_feed(self.writer, self.writer.title, "feed.xml", entries)
        yield SiteFile(f"{self.writer.language}/feed.xml", feed)

    # --- the home

    def _home(self, sought: Article) -> SitePage:
        stages = {Stage.RUNNING: "site.running", Stage.OVER: "site.over"}
        lists = [
            (self.writer.say(name), [self._game(one) for one in games])
            for stage, name in stages.items()
            if (games := self.hobby.at(stage))
        ]
        shown = Markup(self._html(sought, top=2))  # noqa: S704  # escaped where it is made
        body = fill("site_home.html", say=self.writer.say, site=self.writer.title, lists=lists, sought=shown)
        return SitePage(HOME, self.writer.say("site.section_games"), body)

    def _game(self, game: Summary) -> tuple[str, str, str]:
        """A game as a list has it: where its pages are, its name, its board, its phase."""
        language, settings = self.writer.language, game.settings
        board = board_title(settings.board, language, is_own=bool(settings.board_text))
        phase = phase_name(game.phase, game.board.phase_names, language) if game.phase else ""
        told = self.writer.say("site.game", board=board, phase=within_sentence(phase))
        return f"games/{game.name}/index.html", game_title(game.name), told

    # --- rankings, tournaments

    def _article(self, section: str, article: Article) -> SitePage:
        title = self.writer.say(f"site.section_{section}")
        body = self._html(article) or f"<h1>{title}</h1>\n<p>{self.writer.say('site.nothing_yet')}</p>"
        return SitePage(f"{section}.html", title, body)

    def _html(self, article: Article, *, top: int = 1) -> str:
        written = partial(block_html, language=self.writer.language, shown=_no_picture, top=top)
        return "\n".join(line for block in article.blocks for line in written(block))

    # --- the zine

    def _zine(self) -> SitePage:
        """The files of the issues that are to be read on the site, the latest first."""
        title = self.writer.say("site.section_zine")
        issues = sorted({one.name for one in self.writer.site.issues}, key=_by_number, reverse=True)
        body = fill("site_zine.html", say=self.writer.say, title=title, issues=issues)
        return SitePage("zine.html", title, body)

    # --- rule books

    def _rule_books(self) -> SitePage:
        title = self.writer.say("site.section_rules")
        books = ((book, self.writer.html(self._book(book))) for book in rulebook_names())
        listed = "\n".join(f'<li><a href="{book}.html">{name}</a></li>' for book, name in books)
        return SitePage("rules/index.html", title, f"<h1>{title}</h1>\n<ul>\n{listed}\n</ul>")

    def _rule_book(self, book: str) -> SitePage:
        body = fill(
            "site_rules.html",
            say=self.writer.say,
            language=self.writer.language,
            title=self._book(book),
            paragraphs=load_book_text(book).paragraphs,
            blocks_of=blocks_of,
            words=self.writer.html,
        )
        return SitePage(f"rules/{book}.html", self._book(book), body, feed="feed.xml")

    def _book(self, book: str) -> str:
        return self.writer.set_in(say(self.writer.language, f"book.{book}"))


def _no_picture(_: str, __: Sequence[tuple[object, Picture]]) -> Iterator[str]:
    return iter(())


def _by_number(name: str) -> tuple[int, str]:
    """In the order of the numbers of issues: ``zine-12.pdf`` behind ``zine-9.pdf``."""
    found = re.search(r"\d+", name)
    return int(found[0]) if found else 0, name
