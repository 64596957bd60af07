"""The pages of one game: its front, one for each phase that counts with map, orders and reasons, what is new."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from html import escape
from itertools import pairwise

from markupsafe import Markup

from judge.formats.record.facts import PageForm
from judge.formats.record.whole import record_of, zipped
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.published import Publicity, PublishedGame
from judge.game.settings import Language
from judge.maps.of_game import MapReader, chart_of_game, draw_chart, map_of_phase, map_of_position
from judge.maps.picture import UndrawableError, draw_map
from judge.reports.board_tables import power_results, retreat_lines
from judge.reports.names import phase_name
from judge.reports.phase_facts import board_clauses
from judge.rules.book_text import citing
from judge.site.feed import MOST_ENTRIES, FeedEntry, write_feed
from judge.site.frame import SiteFile, SitePage, SiteWriter, fill
from judge.zine.article import Block, Picture, box_of, press_blocks, typeset
from judge.zine.game_article import GameArticleWriter
from judge.zine.html_form import block_html
from judge.zine.season_prose import phase_prose
from judge.zine.sources import ToldGame

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
        following = {one.number: after.number for one, after in pairwise(self._told_whole)}
        return {
            str(one.number): [
                _digest(following.get(one.number)),
                _digest((one.at, one.before.phase, one.judgement.after)),
            ]
            for one in self._told_whole
        }

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
        return FeedEntry(key, title, path, event.at, " ".join(self._notable(event) if is_whole else ()))

    @property
    def _language(self) -> Language:
        return self.writer.language

    @cached_property
    def _told(self) -> ToldGame:
        return ToldGame(self.known, self.known.closed, self.known.press)

    @property
    def _told_whole(self) -> Sequence[PhaseClosed]:
        return self.known.closed if self.known.publicity is Publicity.WHOLE else ()

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
        yield f'<figure><img src="{escape(name)}.svg" alt="{escape(alternative)}"></figure>'

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
            note=self.writer.say("site.corrected") if event.number in self.known.corrected else "",
            words=self.writer.html,
            is_running=bool(before.notation.report),
        )
        numbers = [one.number for one in self._told_whole]
        at = numbers.index(event.number)
        beside = [f"{self.folder}/{one}.html" for one in numbers]
        return SitePage(
            f"{self.folder}/{event.number}.html",
            title,
            body,
            about=" ".join(told) or title,
            before=beside[at - 1] if at else "",
            after=beside[at + 1] if at + 1 < len(beside) else "",
            feed=f"{self.folder}/feed.xml",
        )

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


def _digest(facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]


def _map_of(event: PhaseClosed) -> str:
    return f"{event.number}.svg"
