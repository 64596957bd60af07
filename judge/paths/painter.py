"""Draws the pictures of letters, in a process of its own, so that nobody waits for one that is not in their letter."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import format_exc

from judge.config import Config
from judge.game.apply import fold_events
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.game.state import Game
from judge.handlers.outgoing import NotDrawnError, NotYetDrawnError, StoreUnreadError
from judge.handlers.services import Services
from judge.maps.of_game import (
    ChartView,
    Detail,
    MapReader,
    chart_of_game,
    chart_png,
    detail_of_rule,
    draw_chart,
    map_of_phase,
    map_of_position,
)
from judge.maps.paper import Sheet
from judge.maps.picture import draw_map, draw_png, near_png
from judge.maps.view import MapView, map_of_board
from judge.reports.order_examples import STANDARD_BOARD
from judge.store.connection import is_infrastructure_error
from judge.store.records import LetterPicture
from judge.store.store import Store
from judge.system.clock import SettableClock
from judge.system.processes import work_aside
from judge.zine.pdf_form import write_rule_books

# --- what they show


def view_of_picture(services: Services, picture: LetterPicture) -> MapView | ChartView | Sheet | Detail:
    """Return what a picture shows. It follows from the log alone, so it is the same whenever it is drawn."""
    if picture.shows == "rule":
        return detail_of_rule(picture.phase, picture.language)
    if picture.shows == "chart":
        game, reader = _of_whom(services, picture)
        return chart_of_game(_game_after(services, game, picture.number), reader)
    view = _map_of_picture(services, picture)
    if picture.shows == "sheet":
        return Sheet(view, picture.orders_of, "a5" if picture.paper == "a5" else "a4", picture.is_blank)
    return view


def _of_whom(services: Services, picture: LetterPicture) -> tuple[Game, MapReader]:
    """The game that a picture shows, and for whom."""
    game = services.game(picture.game)
    assert game is not None
    return game, MapReader(picture.powers, picture.language, picture.notation)


def _map_of_picture(services: Services, picture: LetterPicture) -> MapView:
    """The board of a picture: a phase as it was judged, unless the position is asked for; on a sheet without orders."""
    if not picture.game:
        return map_of_board(STANDARD_BOARD, picture.language, picture.notation)
    game, reader = _of_whom(services, picture)
    event = services.store.event(picture.game, picture.number)
    if isinstance(event, PhaseClosed) and picture.phase == str(event.before.phase) and picture.shows != "now":
        return map_of_phase(game, event, reader, orders=picture.shows in {"map", "near"})
    return map_of_position(_game_after(services, game, picture.number), reader)


def _game_after(services: Services, game: Game, number: int) -> Game:
    """Return a game as it was after so many events."""
    return game if game.version == number else _game_then(services.store, game.name, number)


@lru_cache(maxsize=2)
def _game_then(store: Store, name: GameName, number: int) -> Game:
    """The same of a game that has gone on; all its readers ask for it one after the other."""
    then = fold_events(store.events(name)[:number])
    assert then is not None
    return then


# --- the process


_PROCESSOR_SECONDS = 30
"""Of the processor that one picture may take; a map takes an eighth of one, the first of a process three more."""

_MOST_SECONDS = 300
"""That a picture is waited for, on however busy a machine."""

_PROCESSES = multiprocessing.get_context("spawn")  # no lock and no connection of the judge goes with it


def draw_letter_picture(services: Services, picture: LetterPicture) -> bytes:
    """Return a picture of a letter as the bytes of a file."""
    if picture.shows == "rules":
        return write_rule_books([picture.phase], picture.language)
    view = view_of_picture(services, picture)
    if isinstance(view, ChartView):
        return chart_png(view) if picture.form == "png" else draw_chart(view).encode()
    if isinstance(view, Detail):
        return view.drawn("svg" if picture.form == "svg" else "png")
    if isinstance(view, Sheet):
        return view.written("pdf" if picture.form == "pdf" else "svg" if picture.form == "svg" else "png")
    if picture.shows == "near":
        return near_png(view, picture.orders_of)
    return draw_png(view) if picture.form == "png" else draw_map(view).encode()


@dataclass(frozen=True)
class _Failed:
    """The error that was raised, as text; ``is_infrastructure`` when it is an infrastructure error."""

    told: str
    is_infrastructure: bool


class Painter:
    """One process that draws one picture after the other; it is started for the first one."""

    def __init__(self, seconds: float = _MOST_SECONDS) -> None:
        """Nothing is started yet; ``seconds`` is how long a picture is waited for."""
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._has_ended = False

    def draw(self, services: Services, picture: LetterPicture) -> bytes:
        """Return a picture as ``draw_letter_picture`` does.

        A process that has died is replaced once. NotDrawnError when there is no picture, StoreUnreadError when there
        may be one later.
        """
        said = self._asked(services, picture) or self._asked(services, picture)
        if isinstance(said, bytes):
            return said
        if said is None:
            message = "the process that drew it has ended twice"
            raise NotDrawnError(message)
        raise (StoreUnreadError if said.is_infrastructure else NotDrawnError)(said.told)

    def _asked(self, services: Services, picture: LetterPicture) -> bytes | _Failed | None:
        """What the process answers; None when it has ended, even in the middle of its answer."""
        if self._has_ended:
            return None
        pipe = self._pipe or self._started()
        try:
            pipe.send((services.config, picture))
            if not pipe.poll(self._seconds):
                self.close()
                return _Failed(f"it was not drawn within {self._seconds} seconds", is_infrastructure=False)
            said: bytes | _Failed = pipe.recv()
        except (EOFError, OSError):
            self.close()
            return None
        return said

    def _started(self) -> Connection:
        ours, theirs = _PROCESSES.Pipe()
        process = _PROCESSES.Process(target=_draw_all, args=(theirs,), name="painter", daemon=True)
        with closing(theirs):
            process.start()
        self._process, self._pipe = process, ours
        if self._has_ended:  # meanwhile, by another thread, which may not have seen the process
            process.kill()
        return ours

    def end(self) -> None:
        """Have the process end for good, though another thread waits for it: that thread closes the pipe, not this."""
        self._has_ended = True
        if process := self._process:
            process.kill()

    def close(self) -> None:
        """End the process, whatever it does; it only reads. For the thread that draws, or when none does."""
        if self._process:
            self._process.kill()
            self._process.join()
        if self._pipe:
            self._pipe.close()
        self._process = self._pipe = None


class PicturesDrawnAside:
    """Has pictures drawn, one after the other, while nobody waits for them; one thread asks."""

    def __init__(self, painter: Painter, drawn: Callable[[], object]) -> None:
        """``drawn`` is called whenever there is one picture more, or one fewer to be hoped for."""
        self._painter, self._drawn = painter, drawn
        self._asked: dict[LetterPicture, Future[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, "pictures")

    def draw(self, services: Services, picture: LetterPicture) -> bytes:
        """Return a picture as ``Painter.draw`` does; NotYetDrawnError until it is there. It is told once."""
        if picture not in self._asked:
            self._asked[picture] = self._thread.submit(self._painter.draw, services, picture)
            self._asked[picture].add_done_callback(lambda _: self._drawn())
        if not self._asked[picture].done():
            raise NotYetDrawnError
        return self._asked.pop(picture).result()

    def close(self) -> None:
        """End the process; what it has not drawn is drawn after the next start."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._painter.end()
        self._thread.shutdown()
        self._painter.close()


def _draw_all(pipe: Connection) -> None:
    """Runs in the process."""
    work_aside()
    with suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(_drawn(*pipe.recv()))


def _drawn(config: Config, picture: LetterPicture) -> bytes | _Failed:
    signal.setitimer(signal.ITIMER_PROF, _PROCESSOR_SECONDS)  # SIGPROF ends it even in the middle of an endless search
    try:
        store = _store(config.folders.data / "judge.db")
        return draw_letter_picture(Services(config, store, SettableClock(_no_hour())), picture)
    except Exception as error:  # noqa: BLE001  # not swallowed: the judge is told
        return _Failed(format_exc(), is_infrastructure_error(error))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@cache
def _store(path: Path) -> Store:
    """The store of the process, which only reads; it is open until the process ends."""
    return Store(path, _no_hour)


def _no_hour() -> datetime:
    """A picture depends on no hour."""
    return datetime(1901, 1, 1, tzinfo=UTC)
