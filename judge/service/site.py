"""The site of a judge: what has changed is written into its folder, by a process of its own while the judge goes on."""

import gc
import json
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import format_exc
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from judge.config import Config
from judge.game.league import Hobby, public_hobby
from judge.game.messages import Event
from judge.game.published import published_so_far
from judge.game.settings import GameName, Language
from judge.handlers.services import Services
from judge.reports.own_texts import TEMPLATE_FOLDER, own_texts_in_use, use_own_texts
from judge.site.frame import STYLE, Site, SiteFile, SiteWriter, fill
from judge.site.pages import FeedEntry, GamePages, HobbyPages, StandingPages, xml_file
from judge.site.progress import STATE, Log, games_behind, note_up_to_date
from judge.store.issues import read_tournaments
from judge.store.overview import ReadOnlyStore, open_read_only
from judge.system.files import __version__
from judge.system.processes import end_with_parent, work_aside

# --- written into a folder: what has changed since it was last written, and nothing else


_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True)
class SiteSource:
    """What a site is made of: the hobby as anybody may know it, how far the log of each game has come, and the log.

    After somebody was forgotten in a game, as ``logs`` tells, their words go from its pages, too. What is told later
    than it happens is told as of ``now``.
    """

    hobby: Hobby
    logs: Mapping[GameName, Log]
    events: Callable[[GameName], Sequence[Event]]
    now: datetime


@dataclass(frozen=True)
class WrittenSite:
    """What became of a writing: how many games were told anew, how many files were written or removed.

    ``failed`` has the games that could not be told, each with the error as text; all others were. At ``due`` more
    of one may be told, None where that is all.
    """

    games: int
    written: int
    removed: int
    failed: Mapping[GameName, str]
    due: datetime | None


@dataclass(frozen=True)
class NotedGame:
    """What was written of a game: how far its log had come, its pages and phases, what was new by language.

    At ``due`` more of it is told, None where no moment brings more.
    """

    log: Log
    pages: Sequence[str]
    phases: Mapping[str, Sequence[str]]
    new: Mapping[Language, Sequence[FeedEntry]]
    due: datetime | None


@dataclass(frozen=True)
class WrittenGame:
    """What is to be noted of a game that has been written, how many files were written and how many removed."""

    noted: NotedGame
    written: int
    removed: int


@dataclass(frozen=True)
class GameWriting:
    """A game that is to be written into a folder as of ``now``: it may be handed to another process."""

    site: Site
    folder: Path
    name: GameName
    log: Log
    before: NotedGame | None
    now: datetime

    def attempt(self, events: Callable[[GameName], Sequence[Event]]) -> WrittenGame | str:
        """Write its files; the error as text where that fails, but for an OSError, which is raised."""
        try:
            noted, files = self._told(events(self.name))
        except Exception:  # noqa: BLE001  # a game that cannot be told keeps no other from being so
            return format_exc()
        written = sum(_write(self.folder, file) for file in files)
        folders = (self.folder / one / "games" / self.name for one in self.site.languages)
        return WrittenGame(noted, written, sum(_remove_others(one, self.folder, files) for one in folders))

    def _told(self, events: Sequence[Event]) -> tuple[NotedGame, Sequence[SiteFile]]:
        (known, due), before = published_so_far(events, self.now), self.before
        pages = []
        for language in self.site.languages if known else ():
            standing = StandingPages()
            if before and before.log[1:] == self.log[1:]:
                entries = {one.key: one for one in before.new.get(language, ())}
                standing = StandingPages(before.phases, entries, partial(_read, self.folder))
            pages += [GamePages(SiteWriter(self.site, language), known, events, standing)] if known else []
        side_by_side = zip_longest(*(one.files() for one in pages))  # what no language changes is found for all of them
        files = [file for of_languages in side_by_side for file in of_languages if file]
        noted = NotedGame(
            self.log,
            [file.path for file in files if file.is_page],
            pages[0].phases if pages else {},
            {one.writer.language: one.entries for one in pages},
            due,
        )
        return noted, files


Outcomes = Callable[[Sequence[GameWriting]], Iterator[WrittenGame | str]]
"""Writes games; yields what came of each, in their order."""

_NOTED_FIRST, _NOTED_AGAIN = 50, 1.5
"""Games after which it is noted how far the writing has come, and how many times as many the next time.

What is noted is not written again; the notes are of all games, and grow with them.
"""


def write_site(
    site: Site,
    source: SiteSource,
    folder: Path,
    told: Callable[[GameName], object],
    outcomes: Outcomes | None = None,
) -> WrittenSite:
    """Write the site into a folder, which is made; OSError where that fails, and the next writing goes on.

    Games that have not changed since the last writing are not read. ``told`` is called with each game that is. A page
    keeps its address for ever; what nobody may know any more goes. ``outcomes`` writes games otherwise than one after
    the other, in this process.
    """
    state = _State.of(folder, site)
    due = {name: one.due for name, one in state.games.items() if one.due}
    behind = games_behind(source.logs, {name: one.log for name, one in state.games.items()}, due, source.now)
    writings = [
        GameWriting(site, folder, name, source.logs[name], state.games.get(name), source.now) for name in behind
    ]
    found = outcomes(writings) if outcomes else (one.attempt(source.events) for one in writings)
    written = removed = games = 0
    next_noted: float = _NOTED_FIRST
    failed: dict[GameName, str] = {}
    for writing in writings:
        told(writing.name)
        outcome = next(found)
        if isinstance(outcome, str):
            failed[writing.name] = outcome
            continue
        state.games[writing.name] = outcome.noted
        written, removed, games = written + outcome.written, removed + outcome.removed, games + 1
        if games >= next_noted:
            state.write(folder)
            next_noted *= _NOTED_AGAIN
    written += _write_shared(site, source.hobby, state, folder)
    state.write(folder)
    due = {name: one.due for name, one in state.games.items() if one.due}
    return WrittenSite(games, written, removed, failed, min(due.values(), default=None))


def _write_shared(site: Site, hobby: Hobby, state: "_State", folder: Path) -> int:
    """Write what tells of all games, and the map of the site; how many files were written."""
    shared = [*_shared(site, hobby, state), SiteFile("style.css", STYLE.read_bytes())]
    if site.url:
        of_games = (path for one in state.games.values() for path in one.pages)
        paths = sorted([*(file.path for file in shared if file.is_page), *of_games])
        shared.append(SiteFile("sitemap.xml", _sitemap(site, paths)))
    return sum(_write(folder, file) for file in shared)


def _shared(site: Site, hobby: Hobby, state: "_State") -> Iterator[SiteFile]:
    """The pages that tell of all games, and the one at the root, which leads to each language."""
    for language in site.languages:
        entries = [entry for one in state.games.values() for entry in one.new.get(language, ())]
        yield from HobbyPages(SiteWriter(site, language), hobby).files(entries, with_rules=state.is_new)
    yield from (SiteFile(f"zine/{one.name}", one.read_bytes()) for one in site.issues)
    titles = {one: site.title_in(one) for one in site.languages}
    yield SiteFile("index.html", fill("site_root.html", titles=titles).encode())


def _sitemap(site: Site, paths: Iterable[str]) -> bytes:
    """The pages of the site, for search engines (sitemaps.org 0.9)."""
    urls = Element("urlset", {"xmlns": _SITEMAP})
    for path in paths:
        SubElement(SubElement(urls, "url"), "loc").text = f"{site.url}/{path}"
    return xml_file(urls)


def _read(folder: Path, path: str) -> str | None:
    with suppress(OSError):
        return (folder / path).read_text(encoding="utf-8")
    return None


def _write(folder: Path, file: SiteFile) -> bool:
    """Write a file unless it stands there as it is; it is there whole or not at all."""
    path = folder / file.path
    if file.content is None or (path.is_file() and path.read_bytes() == file.content):
        return False
    _open_folder(path.parent)
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_bytes(file.content)
    unfinished.chmod(0o644)
    unfinished.replace(path)
    return True


def _open_folder(path: Path) -> None:
    """Make a folder, with its missing parents, that a web server may look into, whatever the umask."""
    if not path.exists():
        _open_folder(path.parent)
        path.mkdir(exist_ok=True)
        path.chmod(0o755)


def _remove_others(of_game: Path, folder: Path, files: Iterable[SiteFile]) -> int:
    """Remove what else stands among the files of a game, as nobody may read it any more; how many files went."""
    kept = {folder / file.path for file in files}
    others = [path for path in of_game.glob("*") if path not in kept]
    for path in others:
        path.unlink()
    if not kept and of_game.is_dir():
        of_game.rmdir()
    return len(others)


@dataclass
class _State:
    """What was written the last time, game by game; ``is_new`` where nothing stands there as it is to be."""

    form: str
    is_new: bool = True
    games: dict[GameName, NotedGame] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, site: Site) -> "_State":
        """Read it; an empty one where there is none, or where all pages of the site are to be written anew."""
        form = _form_of(site)
        try:
            stored = json.loads((folder / STATE).read_text(encoding="utf-8"))
            if form != stored["form"]:
                return cls(form)
            return cls(form, False, {GameName(name): _noted(one) for name, one in stored["games"].items()})
        except (OSError, ValueError, KeyError, TypeError):
            return cls(form)

    def write(self, folder: Path) -> None:
        """Keep it beside the pages, and note the moment."""
        games = {
            name: {
                "log": one.log,
                "pages": one.pages,
                "phases": one.phases,
                "due": one.due.isoformat() if one.due else None,
                "new": {
                    language: [{**asdict(entry), "at": entry.at.isoformat()} for entry in new]
                    for language, new in one.new.items()
                },
            }
            for name, one in self.games.items()
        }
        text = json.dumps({"form": self.form, "games": games}, ensure_ascii=False, sort_keys=True)
        os.sync()  # or pages that a power cut takes, or leaves empty, would not be written again
        if not _write(folder, SiteFile(STATE, text.encode())):
            note_up_to_date(folder)


def _noted(stored: Mapping[str, Any]) -> NotedGame:
    events, rewritten = stored["log"]
    new = {language: [*map(_entry, some)] for language, some in stored["new"].items()}
    due = datetime.fromisoformat(stored["due"]) if stored["due"] else None
    return NotedGame((events, rewritten), stored["pages"], stored["phases"], new, due)


def _entry(stored: Mapping[str, str]) -> FeedEntry:
    return FeedEntry(**{**stored, "at": datetime.fromisoformat(stored["at"])})  # type: ignore[arg-type]


def _form_of(site: Site) -> str:
    """What all pages hang on: the site, the templates, sentences of the operator's own, the version of the judge."""
    templates = [path.read_bytes() for path in sorted(TEMPLATE_FOLDER.glob("site*.html"))]
    sentences = {name: text for name, text in own_texts_in_use().usable.items() if name.startswith("languages/")}
    parts = (site, sentences, __version__, *templates)
    return sha256(repr(parts).encode()).hexdigest()[:16]


# --- from the database of a judge


_log = logging.getLogger("judge")

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it

_EVERY = timedelta(minutes=5)
"""How often it is written, besides after each close, while anything happens; a writing that failed is tried again."""

_MOST_SECONDS = 300
"""That one game is waited for, on however busy a machine; it takes two."""


_MANY = 8
"""Games from which on it is worth the while to begin processes for them."""


def write_whole_site(
    config: Config,
    found: ReadOnlyStore,
    folder: Path,
    told: Callable[[GameName], object],
    now: datetime,
    *,
    side_by_side: bool = False,
) -> WrittenSite:
    """Write the games of a judge into a folder as of ``now``, whether it runs or not; ``told`` as of ``write_site``.

    ``side_by_side`` many games are written by as many processes as the machine has processors.
    """
    use_own_texts(config.folders.templates, config.folders.languages)
    outcomes = partial(_side_by_side, config, found) if side_by_side else None
    return write_site(_site(config), _source(config, found, now), folder, told, outcomes)


def _side_by_side(config: Config, found: ReadOnlyStore, writings: Sequence[GameWriting]) -> Iterator[WrittenGame | str]:
    """Write games, each by one of several processes; where one of these dies the games that are left have failed."""
    processors = os.cpu_count() or 1
    if len(writings) < _MANY or processors == 1:
        yield from (one.attempt(found.events) for one in writings)
        return
    done = 0
    with ProcessPoolExecutor(processors, _PROCESSES, initializer=_begin_writing) as pool:
        try:
            for outcome in pool.map(partial(_write_game, config), writings):
                done += 1
                yield outcome
        except BrokenExecutor as error:
            yield from (f"{type(error).__name__}: {error}" for _ in writings[done:])


def _begin_writing() -> None:
    """Begin one of the processes: it makes much that is soon gone, so that looking for circles seldom is enough."""
    end_with_parent()
    gc.set_threshold(50_000)


def _write_game(config: Config, writing: GameWriting) -> WrittenGame | str:
    """Runs in one of the processes."""
    use_own_texts(config.folders.templates, config.folders.languages)
    with open_read_only(config.folders.data / "judge.db") as found:
        return writing.attempt(found.events)


def _source(config: Config, found: ReadOnlyStore, now: datetime) -> SiteSource:
    summaries = found.summaries(found.games())
    tournaments = read_tournaments(config.folders.tournaments, found.tournaments())[0]
    hobby = public_hobby(summaries.values(), tournaments, found.unlisted())
    logs = {name: log for name, log in found.logs().items() if name in summaries}
    return SiteSource(hobby, logs, found.events, now)


def _site(config: Config) -> Site:
    site = config.site
    issues = sorted((site.zine or config.folders.zine).glob("**/printed/*"))
    return Site(
        config.judge.address.rpartition("@")[2],
        ("fr", "en") if site.languages == "both" else (site.languages,),
        site.title,
        site.url.rstrip("/"),
        [path for path in issues if path.suffix in {".pdf", ".html"}],
    )


class SiteKeeper:
    """Has the site written where something has happened that it does not tell yet; one thread asks."""

    def __init__(self, services: Services, folder: Path, closes: Callable[[], int]) -> None:
        """Nothing is started yet; ``closes`` tells how often a phase has closed, or counts no longer."""
        self._services, self._folder, self._closes = services, folder, closes
        self._process: BaseProcess | None = None
        self._told: object = None
        self._due: datetime | None = None
        self._tried: tuple[datetime, int] | None = None
        self._has_failed = self._has_ended = False

    def keep(self) -> None:
        """Write what is not there yet, if it is time; that it fails is logged once."""
        store, now, closes = self._services.store, self._services.clock.now(), self._closes()
        happened = store.logs_written(), store.tournaments(), store.unlisted(), store.last_zine_issue()
        if happened == self._told and not (self._due and self._due <= now):
            note_up_to_date(self._folder)
        elif self._tried is None or abs(now - self._tried[0]) >= _EVERY or closes != self._tried[1]:
            self._tried, (why, self._due) = (now, closes), self._write(now)
            if why and not (self._has_failed or self._has_ended):
                _log.error("the site could not be written whole yet: %s", why)
            self._has_failed = bool(why)
            self._told = None if why else happened

    def _write(self, now: datetime) -> tuple[str, datetime | None]:
        """Write it in a process; why that failed, empty where it did not, and when more is to be told."""
        ours, theirs = _PROCESSES.Pipe(duplex=False)
        task = theirs, self._services.config, self._folder, now
        process = _PROCESSES.Process(target=_write_in_process, args=task, name="site", daemon=True)
        with closing(theirs):
            process.start()
        self._process = process
        if self._has_ended:  # meanwhile, by another thread, which may not have seen the process
            process.kill()
        with closing(ours):
            said = _result(ours)
        process.kill()
        process.join()
        return said

    def end(self) -> None:
        """Have the process end for good, though another thread waits for it; what is left is written later."""
        self._has_ended = True
        if process := self._process:
            process.kill()


def _result(pipe: Connection) -> tuple[str, datetime | None]:
    """What the process says at its end; before, it names each game that it begins."""
    game = ""
    with suppress(EOFError, OSError):
        while pipe.poll(_MOST_SECONDS):
            said: tuple[str, datetime | None] | GameName = pipe.recv()
            if isinstance(said, tuple):
                return said
            game = f", over {said}"
    return f"its process has ended, or hangs{game}", None


def _write_in_process(pipe: Connection, config: Config, folder: Path, now: datetime) -> None:
    """Runs in the process."""
    work_aside()
    why, due = "", None
    try:
        with open_read_only(config.folders.data / "judge.db") as found:
            written = write_whole_site(config, found, folder, pipe.send, now)
        why, due = "; ".join(f"{name}: {said}" for name, said in written.failed.items()), written.due
    except OSError as error:
        why = f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  # not swallowed: the judge is told
        why = format_exc()
    with suppress(BrokenPipeError):
        pipe.send((why, due))
