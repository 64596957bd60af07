"""The archive of a game: one page of plain text for every phase, numbered, as it closes."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from judge.desk.office import Office
from judge.folders import private_file, private_folder
from judge.game.effect import Transition
from judge.game.mastery.messages import PositionCorrected, RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.effects import left
from judge.game.press.messages import DiaryWritten, Press, PressSent
from judge.game.press.post import as_read, is_public
from judge.game.seats.messages import GameOpened, GameStarted, PowerJoined
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.trail import transitions
from judge.game.war.messages import WarEvent
from judge.reports.record import (
    correction_page,
    decided_page,
    ending_page,
    joined_page,
    opening_page,
    phase_page,
    undone_mark,
)


@dataclass(frozen=True)
class Page:
    """One page: its number and the rest of its title, how to write it, the ``mark`` that it has been undone.

    ``is_phase`` when it tells of a closed phase, whose number it bears.
    """

    number: int
    title: str
    write: Callable[[], str]
    is_phase: bool = False
    mark: str = ""

    @property
    def name(self) -> str:
        """A name that sorts."""
        return f"{self.number:03}-{self.title}"


@dataclass(frozen=True)
class _Papers:
    """What players have written so far: the public letters that have gone out and stand on no page yet, all notes."""

    public: tuple[Press, ...] = ()
    notes: tuple[DiaryWritten, ...] = ()

    def with_more(self, step: Transition[Event]) -> "_Papers":
        """With what an event has brought."""
        event = step.event
        notes = (*self.notes, event) if isinstance(event, DiaryWritten) else self.notes
        out = (event,) if isinstance(event, PressSent) and not event.waits else ()
        public = (as_read(press) for press in (*out, *left(step.before, step.after)) if is_public(press))
        return _Papers((*self.public, *public), notes)


def has_news(events: Iterable[Event]) -> bool:
    """Whether events add a page to the archive, or mark one."""
    return any(
        isinstance(event, GameStarted | PhaseClosed | GameEnded | PositionCorrected | RolledBack | WarEvent)
        for event in events
    )


def keep_up(office: Office, name: GameName) -> None:
    """Write the pages of a game that are not there yet, and mark those that have been undone.

    The pages follow from the log alone, so after a crash, or after somebody has removed one, they are simply
    written again; of a page that is there nothing is ever changed but the mark on top of it.
    """
    folder = office.config.folders.archive / name
    events = office.store.events(name)
    for path, text in _own_board(folder, events):
        if not path.exists():
            _write_whole(path, text)
    for page in _pages(events):
        path = folder / f"{page.name}.txt"
        if not path.exists():
            _write_whole(path, page.mark + page.write())
        elif page.mark and not (text := path.read_text(encoding="utf-8")).startswith(page.mark):
            _write_whole(path, page.mark + text)


def _own_board(folder: Path, events: Sequence[Event]) -> Iterator[tuple[Path, str]]:
    """The file of the board, where it is none that comes with the judge."""
    opened = events[0]
    if isinstance(opened, GameOpened) and opened.settings.board_text:
        yield folder / f"{opened.settings.board}.toml", opened.settings.board_text


def _pages(events: Iterable[Event]) -> Sequence[Page]:
    """The pages in order, each written as the game stood then."""
    pages: list[Page] = []
    papers = _Papers()
    for step in transitions(None, events):
        game, event = step.after, step.event
        papers = papers.with_more(step)
        if isinstance(event, RolledBack):
            pages = [_marked(page, undone_mark(game, event), event) for page in pages]
        elif page := _page(game, event, papers):
            papers = replace(papers, public=()) if isinstance(event, PhaseClosed) else papers
            pages.append(replace(page, title=_free(page, pages)))
    return pages


def _page(game: Game, event: Event, papers: _Papers) -> Page | None:
    """The page of an event; None of what is between a player and the judge, or told on a page already."""
    following = game.phases_closed + 1
    match event:
        case GameStarted():
            return Page(0, "opening", partial(opening_page, game, event))
        case PhaseClosed(number, before):
            return Page(number, str(before.phase), partial(phase_page, game, event, papers.public), is_phase=True)
        case PowerJoined():
            code = game.position.phase if game.position else ""
            return Page(following, f"{code}-joined", partial(joined_page, game, event))
        case PositionCorrected(position=position):
            return Page(following, f"{position.phase}-corrected", partial(correction_page, game, event))
        case _ if isinstance(event, WarEvent) and game.position:
            return Page(following, f"{game.position.phase}-decided", partial(decided_page, game, event))
        case GameEnded():
            return Page(following, "end", partial(ending_page, game, event, papers.notes))
        case _:
            return None


def _marked(page: Page, mark: str, event: RolledBack) -> Page:
    """A page of a phase that is undone, or of something that happened after it; one is marked once."""
    is_undone = page.number >= min(event.undone) if page.is_phase else page.number > min(event.undone)
    return replace(page, mark=mark) if is_undone and not page.mark else page


def _free(page: Page, pages: Sequence[Page]) -> str:
    """The title, with a number behind it where a page has it already."""
    named = re.compile(rf"{re.escape(page.title)}(-\d+)?")
    same = sum(other.number == page.number and bool(named.fullmatch(other.title)) for other in pages)
    return f"{page.title}-{same + 1}" if same else page.title


def _write_whole(path: Path, text: str) -> None:
    """A page is there whole or not at all."""
    private_folder(path.parent)
    unfinished = path.with_suffix(".part")
    private_file(unfinished)
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
