"""The archive of a game: one numbered page of plain text for every phase, written as it closes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from judge.game.apply import transitions
from judge.game.folded_log import FoldedLog
from judge.game.mastery.messages import PositionCorrected, RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.delivery import press_as_read
from judge.game.press.messages import DiaryWritten, PressNews
from judge.game.seats.messages import GameOpened, GameStarted, PowerJoined
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.war.messages import WarEvent
from judge.handlers.services import Services
from judge.private_files import write_whole
from judge.reports.archive_pages import (
    correction_page,
    ending_page,
    opening_page,
    phase_page,
    power_joined_page,
    undone_notice,
    war_event_page,
)
from judge.store.records import Transaction


@dataclass(frozen=True)
class ArchivePage:
    """One page: its number and the rest of its title, how to write it, the ``mark`` that it has been undone.

    ``is_phase`` for the page of a closed phase, whose number it has.
    """

    number: int
    title: str
    write: Callable[[], str]
    is_phase: bool = False
    mark: str = ""

    @property
    def name(self) -> str:
        """A file name that sorts by number."""
        return f"{self.number:03}-{self.title}"


def write_missing_pages(services: Services, name: GameName) -> None:
    """Write the missing pages of a game, and mark those that have been undone.

    The pages follow from the log alone, so after somebody has removed one, they are simply written again; in an
    existing page nothing is ever changed but the mark on top of it.
    """
    events = services.store.events(name)
    folder = services.config.folders.archive / name
    for path, text in _own_board(folder, events):
        if not path.exists():
            write_whole(path, text)
    _write_pages(folder, pages_of(FoldedLog(), events))


def is_empty(folder: Path) -> bool:
    """Whether there is no archive of any game in a folder."""
    return not folder.is_dir() or next(folder.iterdir(), None) is None


def archive_faults(folder: Path, events: Sequence[Event]) -> Iterator[str]:
    """What a folder lacks that the log has a page for, and has that the log knows nothing of.

    What somebody has written into a page is no fault.
    """
    pages = pages_of(FoldedLog(), events)
    surplus = {path.name for path in folder.glob("[0-9]*-*.txt")} - {f"{page.name}.txt" for page in pages}
    yield from (f"{folder.name}: {name} is of a phase that the log does not have" for name in sorted(surplus))
    for page in pages:
        path = folder / f"{page.name}.txt"
        if not path.is_file():
            yield f"{folder.name}: {path.name} is missing"
        elif page.mark and not path.read_text(encoding="utf-8", errors="replace").startswith(page.mark):
            yield f"{folder.name}: {path.name} does not say that it has been undone"


def write_new_pages(services: Services, name: GameName, written: Transaction | None = None) -> None:
    """Write the pages that a game has had no page for since they were last written; none is missing before those.

    What they are made of is in memory where the events have just been ``written``; else the whole log is read.
    """
    store = services.store
    since = store.pages_missing_since(name)
    if since is None:
        return
    known = store.folded_at(name, since)
    events = written.events if written and written.seen == since else store.events(name, after=since)
    if known is None or _look_back(events):
        write_missing_pages(services, name)
    else:
        _write_pages(services.config.folders.archive / name, pages_of(known, events))
    store.note_pages_written(name, since + len(events))


def _look_back(events: Iterable[Event]) -> bool:
    """Whether the pages of these events need more of the log: the first has the board's, the last all diaries."""
    return any(isinstance(event, GameStarted | GameEnded | RolledBack) for event in events)


def _write_pages(folder: Path, pages: Iterable[ArchivePage]) -> None:
    for page in pages:
        path = folder / f"{page.name}.txt"
        if not path.exists():
            write_whole(path, page.mark + page.write())
        elif page.mark and not (text := path.read_text(encoding="utf-8")).startswith(page.mark):
            write_whole(path, page.mark + text)


def _own_board(folder: Path, events: Sequence[Event]) -> Iterator[tuple[Path, str]]:
    """The file of the board, where it is not packaged with the judge."""
    opened = events[0]
    if isinstance(opened, GameOpened) and opened.settings.board_text and not opened.settings.practice:
        yield folder / f"{opened.settings.board}.toml", opened.settings.board_text


def pages_of(known: FoldedLog, events: Iterable[Event]) -> Sequence[ArchivePage]:
    """The pages of events in order, each with the game as it was then; ``known`` is the fold of those before them."""
    pages: list[ArchivePage] = []
    notes: list[DiaryWritten] = []
    so_far = known.pages
    for step in transitions(known.game, events):
        event = step.event
        if isinstance(event, DiaryWritten):
            notes.append(event)
        if isinstance(event, RolledBack):
            pages = [_marked(page, undone_notice(step.after, event), event) for page in pages]
        elif name := so_far.name_of(step):
            press = tuple(map(press_as_read, so_far.press_with(step)))
            write = _writer(step.after, event, press, tuple(notes))
            number, title = name
            pages.append(ArchivePage(number, title, write, is_phase=isinstance(event, PhaseClosed)))
        so_far = so_far.after(step)
    return pages


def _writer(game: Game, event: Event, press: Sequence[PressNews], notes: Sequence[DiaryWritten]) -> Callable[[], str]:
    """What writes the page of an event that has one."""
    match event:
        case GameStarted():
            return partial(opening_page, game, event)
        case PhaseClosed():
            return partial(phase_page, game, event, press)
        case PowerJoined():
            return partial(power_joined_page, game, event)
        case PositionCorrected():
            return partial(correction_page, game, event)
        case GameEnded():
            return partial(ending_page, game, event, notes)
        case _ if isinstance(event, WarEvent):
            return partial(war_event_page, game, event)
        case _:
            message = f"{type(event).__name__} has no page"
            raise AssertionError(message)


def _marked(page: ArchivePage, mark: str, event: RolledBack) -> ArchivePage:
    """A page with the mark, if it is of a phase that is undone, or of something later; a page is marked once."""
    is_undone = page.number >= min(event.undone) if page.is_phase else page.number > min(event.undone)
    return replace(page, mark=mark) if is_undone and not page.mark else page
