"""Writes the site into a folder: what has changed since it was last written, and nothing else."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from traceback import format_exc
from xml.etree.ElementTree import Element, SubElement

from judge.game.league import Hobby
from judge.game.messages import Event
from judge.game.published import published_game, told_so_far
from judge.game.settings import GameName, Language
from judge.reports.own_texts import TEMPLATE_FOLDER, own_texts_in_use
from judge.site.feed import FeedEntry, xml_file
from judge.site.frame import Site, SiteFile, SiteWriter, fill
from judge.site.game_pages import GamePages, StandingPages
from judge.site.hobby_pages import HobbyPages
from judge.site.progress import STATE, Log, games_behind, note_up_to_date
from judge.system.files import __version__

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_STYLE = Path(__file__).parent / "site.css"


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


_NOTED_EVERY = 50
"""Games after which it is noted how far the writing has come: what is noted is not written again."""


def write_site(site: Site, source: SiteSource, folder: Path, told: Callable[[GameName], object]) -> WrittenSite:
    """Write the site into a folder, which is made; OSError where that fails, and the next writing goes on.

    Games that have not changed since the last writing are not read. ``told`` is called with each game that is. A page
    keeps its address for ever; what nobody may know any more goes.
    """
    state = _State.of(folder, site)
    written = removed = games = 0
    failed: dict[GameName, str] = {}
    for name in games_behind(source.logs, state.logs, state.due, source.now):
        told(name)
        try:
            files = state.tell(site, source, name, folder)
        except Exception:  # noqa: BLE001  # a game that cannot be told keeps no other from being so
            failed[name] = format_exc()
            continue
        written += sum(_write(folder, file) for file in files)
        removed += sum(_remove_others(folder / one / "games" / name, folder, files) for one in site.languages)
        state.logs[name] = source.logs[name]
        games += 1
        if not games % _NOTED_EVERY:
            state.write(folder)
    shared = list(_shared(site, source.hobby, state))
    written += sum(_write(folder, file) for file in shared)
    written += _write(folder, SiteFile("style.css", _STYLE.read_bytes()))
    if site.url:
        of_games = (path for one in state.paths.values() for path in one)
        paths = sorted([*(file.path for file in shared if file.is_page), *of_games])
        written += _write(folder, SiteFile("sitemap.xml", _sitemap(site, paths)))
    state.write(folder)
    return WrittenSite(games, written, removed, failed, min(state.due.values(), default=None))


def _shared(site: Site, hobby: Hobby, state: "_State") -> Iterator[SiteFile]:
    """The pages that tell of all games, and the one at the root, which leads to each language."""
    for language in site.languages:
        entries = [entry for one in state.entries.values() for entry in one.get(language, ())]
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
    """What was written the last time: how far each game had come, its pages and phases, what was new by language.

    At ``due`` more of a game is told. ``is_new`` where nothing stands there, or nothing as it is to be.
    """

    form: str
    is_new: bool = True
    logs: dict[GameName, Log] = field(default_factory=dict)
    paths: dict[GameName, list[str]] = field(default_factory=dict)
    phases: dict[GameName, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    entries: dict[GameName, Mapping[Language, Sequence[FeedEntry]]] = field(default_factory=dict)
    due: dict[GameName, datetime] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, site: Site) -> "_State":
        """Read it; an empty one where there is none, or where all pages of the site are to be written anew."""
        form = _form_of(site)
        try:
            stored = json.loads((folder / STATE).read_text(encoding="utf-8"))
            state, games = cls(form, form != stored["form"]), stored["games"] if form == stored["form"] else {}
            for name, one in games.items():
                events, rewritten = one["log"]
                state.logs[GameName(name)] = events, rewritten
                state.paths[GameName(name)] = one["pages"]
                state.phases[GameName(name)] = one["phases"]
                state.entries[GameName(name)] = {
                    language: list(map(_entry, new)) for language, new in one["new"].items()
                }
                if one["due"]:
                    state.due[GameName(name)] = datetime.fromisoformat(one["due"])
        except (OSError, ValueError, KeyError, TypeError):
            return cls(form)
        return state

    def tell(self, site: Site, source: SiteSource, name: GameName, folder: Path) -> Sequence[SiteFile]:
        """The files of a game, with what there is to be noted of them."""
        before, log = self.logs.get(name), source.logs[name]
        is_same = before and before[1:] == log[1:]
        events = source.events(name)
        known = published_game(events, source.now)
        pages = []
        for language in site.languages:
            entries = {one.key: one for one in self.entries.get(name, {}).get(language, ())}
            standing = (
                StandingPages(self.phases.get(name, {}), entries, partial(_read, folder))
                if is_same
                else StandingPages()
            )
            pages += [GamePages(SiteWriter(site, language), known, events, standing)] if known else []
        files = [file for one in pages for file in one.files()]
        self.paths[name] = [file.path for file in files if file.is_page]
        self.entries[name] = {one.writer.language: one.entries for one in pages}
        self.phases[name] = pages[0].phases if pages else {}
        _, due = told_so_far(events, source.now)
        self.due = {**self.due, name: due} if due else {one: at for one, at in self.due.items() if one != name}
        return files

    def write(self, folder: Path) -> None:
        """Keep it beside the pages, and note the moment."""
        games = {
            name: {
                "log": log,
                "pages": self.paths.get(name, []),
                "phases": self.phases.get(name, {}),
                "due": self.due[name].isoformat() if name in self.due else None,
                "new": {
                    language: [{**asdict(one), "at": one.at.isoformat()} for one in new]
                    for language, new in self.entries.get(name, {}).items()
                },
            }
            for name, log in self.logs.items()
        }
        text = json.dumps({"form": self.form, "games": games}, ensure_ascii=False, sort_keys=True)
        os.sync()  # or pages that a power cut takes, or leaves empty, would not be written again
        if not _write(folder, SiteFile(STATE, text.encode())):
            note_up_to_date(folder)


def _entry(stored: Mapping[str, str]) -> FeedEntry:
    return FeedEntry(**{**stored, "at": datetime.fromisoformat(stored["at"])})  # type: ignore[arg-type]


def _form_of(site: Site) -> str:
    """What all pages hang on: the site, the templates, sentences of the operator's own, the version of the judge."""
    templates = [path.read_bytes() for path in sorted(TEMPLATE_FOLDER.glob("site*.html"))]
    sentences = {name: text for name, text in own_texts_in_use().usable.items() if name.startswith("languages/")}
    parts = (site, sentences, __version__, *templates)
    return sha256(repr(parts).encode()).hexdigest()[:16]
