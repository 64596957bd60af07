"""The pages of the site: those of each game, those that tell of no single one, the feed of what is new."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, partial
from hashlib import sha256
from html import escape
from itertools import pairwise
from posixpath import dirname, relpath
from xml.etree.ElementTree import Element, SubElement, tostring

from markupsafe import Markup

from judge.formats.record.facts import PageForm
from judge.formats.record.whole import record_of, zipped
from judge.game.league import Hobby, Summary
from judge.game.messages import Event
from judge.game.names import Stage
from judge.game.phases.messages import PhaseClosed
from judge.game.published import Publicity, PublishedGame
from judge.game.settings import Language
from judge.maps.of_game import MapReader, chart_of_game, draw_chart, map_of_phase, map_of_position
from judge.maps.picture import UndrawableError, draw_map
from judge.reports.board_tables import power_results, retreat_lines
from judge.reports.language import say
from judge.reports.names import board_title, phase_name, within_sentence
from judge.reports.phase_facts import board_clauses
from judge.reports.phrasing import Phrasing
from judge.reports.rules import blocks_of
from judge.rules.board_file import can_be_drawn
from judge.rules.book_text import citing, load_book_text
from judge.rules.fast import kept_for_same
from judge.rules.position import territory_count
from judge.rules.rulebook import rulebook_names
from judge.site.frame import HOME, SiteFile, SitePage, SiteWriter, fill
from judge.zine.article import Article, Block, Picture, box_of, press_blocks, typeset
from judge.zine.html_form import block_html
from judge.zine.issue_articles import GameArticleWriter, HobbyWriter
from judge.zine.season_prose import phase_prose
from judge.zine.sources import ToldGame, game_title

# --- what is new on the site as a feed that readers of news take (Atom, RFC 4287)


_ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 30
"""The most entries of a feed, the latest."""
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without any entry was last new."""


@dataclass(frozen=True)
class FeedEntry:
    """Something new: a ``key`` that nothing else of the site has, where it is read, when it came, what it is about.

    ``picture`` is where one of it stands, if any, and ``caption`` what that shows.
    """

    key: str
    title: str
    path: str
    at: datetime
    summary: str
    picture: str = ""
    caption: str = ""


def write_feed(writer: SiteWriter, title: str, path: str, entries: Sequence[FeedEntry]) -> bytes:
    """Return a feed that stands at ``path`` from the root of its language; its entries are the latest ones.

    Each entry has an id that never changes: a tag (RFC 4151) of the judge's host where the site has no address.
    """
    latest = sorted(entries, key=lambda one: (one.at, one.key), reverse=True)[:MOST_ENTRIES]
    feed = Element("feed", {"xmlns": _ATOM, "xml:lang": writer.language})
    _text(feed, "title", f"{title} – {writer.title}" if title != writer.title else title)
    _text(feed, "id", _id(writer, path))
    _text(feed, "updated", _moment(latest[0].at if latest else _BEGINNING))
    SubElement(SubElement(feed, "author"), "name").text = writer.title
    own = f"{writer.site.url}/{writer.language}/{path}" if writer.site.url else path.rpartition("/")[2]
    SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": own})
    for one in latest:
        entry = SubElement(feed, "entry")
        _text(entry, "title", one.title)
        _text(entry, "id", _id(writer, one.key))
        _text(entry, "updated", _moment(one.at))
        SubElement(entry, "link", {"rel": "alternate", "href": _address(writer, path, one.path)})
        _text(entry, "summary", one.summary or one.title)
        if one.picture:
            source, caption = escape(_address(writer, path, one.picture)), escape(one.caption)
            shown = f'<img src="{source}" alt="{caption}" width="600"/>'
            SubElement(entry, "content", {"type": "html"}).text = f"<p>{escape(one.summary)}</p>\n<p>{shown}</p>"
    return xml_file(feed)


def xml_file(root: Element) -> bytes:
    """Return a document as a file."""
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'.encode()


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text


def _id(writer: SiteWriter, key: str) -> str:
    return f"tag:{writer.site.host},2026:{writer.language}/{key}"


def _address(writer: SiteWriter, feed: str, path: str) -> str:
    return f"{writer.site.url}/{writer.language}/{path}" if writer.site.url else relpath(path, dirname(feed) or ".")


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


_CENTRES, _POSITION, _RECORD = "centres.svg", "position.svg", "record.zip"


@dataclass(frozen=True)
class StandingPages:
    """What stands there of a game: of each phase, by its number, what its page and its map hang on; what was new.

    ``entries`` are by their keys; ``read`` returns a picture by its path, None where there is no file.
    """

    phases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    entries: Mapping[str, FeedEntry] = field(default_factory=dict)
    read: Callable[[str], str | None] = lambda _: None

    def has_map(self, number: int, wanted: Sequence[str]) -> bool:
        """Whether a phase was told that has not changed since, though its page may have, as another has followed."""
        return self.phases.get(str(number), ())[1:] == wanted[1:]


@dataclass(frozen=True)
class GamePages:
    """Writes the pages of a game in one language; of orders that are not for strangers there are none.

    ``events`` is its log, of which the record is made once the game is over. What is ``standing`` so is not made again.
    """

    writer: SiteWriter
    known: PublishedGame
    events: Sequence[Event]
    standing: StandingPages

    @property
    def folder(self) -> str:
        """Where the pages stand, from the root of their language."""
        return f"games/{self.known.game.name}"

    @cached_property
    def phases(self) -> Mapping[str, Sequence[str]]:
        """What page and map of each phase that is told hang on: as long as that is so, they are as they were."""
        return _hung_on(self.known)

    def files(self) -> Iterator[SiteFile]:
        """Yield all pages and pictures of the game, and its feed; of what stands there as it is, no content."""
        reader = MapReader(None, self._language, self._told.notation(self._language).name)
        for event in self._told_whole:
            if self.standing.phases.get(str(event.number)) == self.phases[str(event.number)]:
                yield self._file(f"{event.number}.html", None, is_page=True)
                yield self._file(_map_of(event), None)
                continue
            svg = self._map(event, reader)
            yield self.writer.file(self._phase(event, svg))
            if svg:
                yield self._file(_map_of(event), svg)
        pictures = dict(self._pictures(reader))
        for name, svg in pictures.items():
            yield self._file(name, svg)
        yield self.writer.file(self._front(pictures.keys()))
        for number in self.known.game.undone if self._told_whole else ():
            yield self.writer.file(self._undone(number))
        yield SiteFile(f"{self._language}/{self.folder}/feed.xml", self._feed())
        if self.known.game.ended:
            yield SiteFile(f"{self._language}/{self.folder}/{_RECORD}", self._record())

    def _file(self, name: str, text: str | None, *, is_page: bool = False) -> SiteFile:
        content = None if text is None else text.encode()
        return SiteFile(f"{self._language}/{self.folder}/{name}", content, is_page)

    @cached_property
    def entries(self) -> Sequence[FeedEntry]:
        """What is new in the game, latest first: phases that have closed, as many as a feed has."""
        return [self._entry(event) for event in self.known.closed[: -MOST_ENTRIES - 1 : -1]]

    def _entry(self, event: PhaseClosed) -> FeedEntry:
        key, is_whole = f"{self.known.game.name}:{event.number}", self.known.publicity is Publicity.WHOLE
        told = self.standing.entries.get(key)
        if told and is_whole and self._has_map(event):
            return told
        path = f"{self.folder}/{event.number}.html" if is_whole else f"{self.folder}/index.html"
        title = self.writer.say("site.title_of_phase", game=self._told.title, phase=self._phase_name(event))
        entry = FeedEntry(key, title, path, event.at, " ".join(self._notable(event) if is_whole else ()))
        if not (is_whole and can_be_drawn(self.known.game.board)):
            return entry
        caption = self.writer.say("site.drawn_phase", phase=self._phase_name(event))
        return replace(entry, picture=f"{self.folder}/{_map_of(event)}", caption=caption)

    @property
    def _language(self) -> Language:
        return self.writer.language

    @cached_property
    def _told(self) -> ToldGame:
        return ToldGame(self.known, self.known.closed, self.known.press)

    @property
    def _told_whole(self) -> Sequence[PhaseClosed]:
        return _told_whole(self.known)

    def _phase_name(self, event: PhaseClosed) -> str:
        return phase_name(event.before.phase, self.known.game.board.phase_names, self._language)

    # --- pictures

    def _map(self, event: PhaseClosed, reader: MapReader) -> str:
        """The map of a phase; empty where nobody has drawn the board."""
        path = f"{self._language}/{self.folder}/{_map_of(event)}"
        try:
            return (self._has_map(event) and self.standing.read(path)) or draw_map(
                map_of_phase(self.known.game, event, reader)
            )
        except UndrawableError:
            return ""

    def _has_map(self, event: PhaseClosed) -> bool:
        return self.standing.has_map(event.number, self.phases[str(event.number)])

    def _pictures(self, reader: MapReader) -> Iterator[tuple[str, str]]:
        """Yield each picture of the whole game by its name."""
        game = self.known.game
        if self._told_whole and game.position and not game.ended:
            with suppress(UndrawableError):
                yield _POSITION, draw_map(map_of_position(game, reader))
        if self.known.publicity >= Publicity.CENTRES and game.centre_history.years:
            yield _CENTRES, draw_chart(chart_of_game(game, reader))

    def _shown(self, name: str, captions: Sequence[tuple[Language, Picture]]) -> Iterator[str]:
        alternative = " / ".join(typeset(one.caption, language) for language, one in captions)
        file = f"{escape(name)}.svg"
        yield f'<figure><a href="{file}"><img src="{file}" alt="{escape(alternative)}"></a></figure>'

    def _html(self, blocks: Sequence[Block]) -> str:
        lines = (line for block in blocks for line in block_html(block, self._language, self._shown, top=1))
        return "\n".join(lines)

    # --- the front

    def _front(self, pictures: Collection[str]) -> SitePage:
        shown = [Picture(name, self._caption(name)) for name in (_POSITION, _CENTRES) if name in pictures]
        front = GameArticleWriter(self._told, self._language, pictures=shown).front()
        phases = [(f"{one.number}.html", self._phase_name(one)) for one in reversed(self._told_whole)]
        body = fill(
            "site_game.html",
            say=self.writer.say,
            title=front.title,
            front=Markup(self._html(front.blocks[1:])),  # noqa: S704  # escaped where it is made
            phases=phases,
            record=_RECORD if self.known.game.ended else "",
        )
        return SitePage(f"{self.folder}/index.html", self._told.title, body, feed=f"{self.folder}/feed.xml")

    def _caption(self, name: str) -> str:
        return self.writer.say(
            "site.drawn_centres" if name == _CENTRES else "site.drawn_position", game=self._told.title
        )

    # --- a phase

    def _phase(self, event: PhaseClosed, drawn: str) -> SitePage:
        """A phase; ``drawn`` is its map, empty where there is none."""
        before, after = (self._told.phrasing(at, self._language) for at in (event.before, event.judgement.after))
        rules = citing(self.known.game.book.name, before.board, event.judgement)
        board, press = self.known.game.board, self._told.press_before(event)
        letters = tuple(press_blocks(board, press, self._language, 2, event.before.phase))
        title = self.writer.say("site.title_of_phase", game=self._told.title, phase=self._phase_name(event))
        told = self._notable(event)
        body = fill(
            "site_phase.html",
            say=self.writer.say,
            title=title,
            told=told,
            picture=_map_of(event) if drawn else "",
            box=box_of(drawn) if drawn else (),
            caption=self.writer.say("site.drawn_phase", phase=self._phase_name(event)),
            press=Markup(self._html(letters)),  # noqa: S704  # escaped where it is made
            powers=power_results(event.judgement, event.silent, before, event.clockwork, rules),
            retreats=[] if self._told.has_retreated(event) else retreat_lines(event.judgement, before, after),
            centres_title=after.say("words.centres").capitalize(),
            centres=[*self._centres(before, after)],
            note=self.writer.say("site.corrected") if event.number in self.known.corrected else "",
            words=self.writer.html,
            is_running=bool(before.notation.report),
        )
        before_it, after_it = self._beside[event.number]
        return SitePage(
            f"{self.folder}/{event.number}.html",
            title,
            body,
            about=" ".join(told) or title,
            before=before_it,
            after=after_it,
            above=(f"{self.folder}/index.html", self._told.title),
            feed=f"{self.folder}/feed.xml",
        )

    def _centres(self, before: Phrasing, after: Phrasing) -> Iterator[tuple[str, str, str]]:
        """Each power with how many centres it has after a phase, and by how many more than before, if by any."""
        for power in after.powers:
            number, had = (territory_count(one.board, one.position, power) for one in (after, before))
            if number or had:
                yield after.power(power), f"{number}", f"{number - had:+}".replace("-", "−") if number != had else ""

    @cached_property
    def _beside(self) -> Mapping[int, tuple[str, str]]:
        """The pages before and after that of each phase, by its number; empty where there is none."""
        pages = ["", *(f"{self.folder}/{one.number}.html" for one in self._told_whole), ""]
        return {
            one.number: (before, after) for one, before, after in zip(self._told_whole, pages, pages[2:], strict=False)
        }

    def _undone(self, number: int) -> SitePage:
        """What stands at the address of a phase that counts no longer."""
        body = fill("site_undone.html", title=self._told.title, told=self.writer.say("site.undone"))
        return SitePage(f"{self.folder}/{number}.html", self._told.title, body, feed=f"{self.folder}/feed.xml")

    def _notable(self, event: PhaseClosed) -> Sequence[str]:
        """What happened in a phase, in the prose of the zine; where that says nothing, what is most notable."""
        if event.number not in self._told_of:
            self._told_of[event.number] = self._sentences(event)
        return self._told_of[event.number]

    @cached_property
    def _told_of(self) -> dict[int, Sequence[str]]:
        """What is told of each phase so far: its page and the feed tell the same."""
        return {}

    def _sentences(self, event: PhaseClosed) -> Sequence[str]:
        phrasing = self._told.phrasing(event.before, self._language)
        if prose := phase_prose(self.known.game, event, phrasing):
            return [self.writer.set_in(prose)]
        return [f"{one[:1].upper()}{one[1:]}." for one in map(self.writer.set_in, board_clauses(event, phrasing))]

    def _record(self) -> bytes:
        """The pages of the archive in the language, which ``judge.py verify`` judges again."""
        form = PageForm(self._language, self._told.notation(self._language).name)
        return zipped(self.known.game.name, record_of(self.events, form))

    def _feed(self) -> bytes:
        return write_feed(self.writer, self._told.title, f"{self.folder}/feed.xml", self.entries)


@kept_for_same
def _hung_on(known: PublishedGame) -> Mapping[str, Sequence[str]]:
    """The same for every language."""
    told = _told_whole(known)
    following = {one.number: after.number for one, after in pairwise(told)}
    return {
        str(one.number): [_digest(following.get(one.number)), _digest((one.at, one.before.phase, one.judgement.after))]
        for one in told
    }


def _told_whole(known: PublishedGame) -> Sequence[PhaseClosed]:
    return known.closed if known.publicity is Publicity.WHOLE else ()


def _digest(facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]


def _map_of(event: PhaseClosed) -> str:
    return f"{event.number}.svg"


# --- the pages that tell of no single game: the home, the rankings, the tournaments, the rule books


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
