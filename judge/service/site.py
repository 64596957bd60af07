"""The site of a judge, written from its database: while the judge goes on, by a process of its own."""

import gc
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import closing, suppress
from datetime import datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import format_exc

from judge.config import Config
from judge.game.league import public_hobby
from judge.game.settings import GameName
from judge.handlers.services import Services
from judge.reports.own_texts import use_own_texts
from judge.site.frame import Site
from judge.site.progress import note_up_to_date
from judge.site.writing import GameWriting, SiteSource, WrittenGame, WrittenSite, write_site
from judge.store.issues import read_tournaments
from judge.store.overview import ReadOnlyStore, open_read_only
from judge.system.processes import end_with_parent, work_aside

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
        process = _PROCESSES.Process(target=_write, args=task, name="site", daemon=True)
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


def _write(pipe: Connection, config: Config, folder: Path, now: datetime) -> None:
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
