"""The archive of a game: one numbered page of plain text for every phase, written as it closes."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from judge.game.apply import transitions
from judge.game.effect import Transition
from judge.game.mastery.messages import PositionCorrected, RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.delivery import is_public_press, press_as_read
from judge.game.press.messages import DiaryWritten, PressNews, PressSent
from judge.game.press.rules import released_press
from judge.game.seats.messages import GameOpened, GameStarted, PowerJoined
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.war.messages import WarEvent
from judge.handlers.services import Services
from judge.private_files import private_file, private_folder
from judge.reports.archive_pages import (
    correction_page,
    ending_page,
    opening_page,
    phase_page,
    power_joined_page,
    undone_notice,
    war_event_page,
)


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


@dataclass(frozen=True)
class _PlayerTexts:
    """What players have written so far: public press sent and not on a page yet, all diary notes."""

    public: tuple[PressNews, ...] = ()
    notes: tuple[DiaryWritten, ...] = ()

    def with_more(self, step: Transition[Event]) -> "_PlayerTexts":
        """With what an event, which turned ``was`` into ``game``, has added."""
        event = step.event
        notes = (*self.notes, event) if isinstance(event, DiaryWritten) else self.notes
        out = (event,) if isinstance(event, PressSent) and not event.waits else ()
        public = (
            press_as_read(press) for press in (*out, *released_press(step.before, step.after)) if is_public_press(press)
        )
        return _PlayerTexts((*self.public, *public), notes)


def adds_pages(events: Iterable[Event]) -> bool:
    """Whether events add a page to the archive, or mark one."""
    return any(
        isinstance(event, GameStarted | PhaseClosed | GameEnded | PositionCorrected | RolledBack | WarEvent)
        for event in events
    )


def write_missing_pages(services: Services, name: GameName) -> None:
    """Write the missing pages of a game, and mark those that have been undone.

    The pages follow from the log alone, so after a crash, or after somebody has removed one, they are simply written
    again; in an existing page nothing is ever changed but the mark on top of it.
    """
    folder = services.config.folders.archive / name
    events = services.store.events(name)
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
    """The file of the board, where it is not packaged with the judge."""
    opened = events[0]
    if isinstance(opened, GameOpened) and opened.settings.board_text:
        yield folder / f"{opened.settings.board}.toml", opened.settings.board_text


def _pages(events: Iterable[Event]) -> Sequence[ArchivePage]:
    """The pages in order, each with the game as it was then."""
    pages: list[ArchivePage] = []
    papers = _PlayerTexts()
    for step in transitions(None, events):
        game, event = step.after, step.event
        papers = papers.with_more(step)
        if isinstance(event, RolledBack):
            pages = [_marked(page, undone_notice(game, event), event) for page in pages]
        elif page := _page(game, event, papers):
            papers = replace(papers, public=()) if isinstance(event, PhaseClosed) else papers
            pages.append(replace(page, title=_unused_title(page, pages)))
    return pages


def _page(game: Game, event: Event, papers: _PlayerTexts) -> ArchivePage | None:
    """The page of an event; None for what is between a player and the judge, or on another page already."""
    following = game.phases_closed + 1
    match event:
        case GameStarted():
            return ArchivePage(0, "opening", partial(opening_page, game, event))
        case PhaseClosed(number, before):
            return ArchivePage(
                number, str(before.phase), partial(phase_page, game, event, papers.public), is_phase=True
            )
        case PowerJoined():
            code = game.position.phase if game.position else ""
            return ArchivePage(following, f"{code}-joined", partial(power_joined_page, game, event))
        case PositionCorrected(position=position):
            return ArchivePage(following, f"{position.phase}-corrected", partial(correction_page, game, event))
        case _ if isinstance(event, WarEvent) and game.position:
            return ArchivePage(following, f"{game.position.phase}-decided", partial(war_event_page, game, event))
        case GameEnded():
            return ArchivePage(following, "end", partial(ending_page, game, event, papers.notes))
        case _:
            return None


def _marked(page: ArchivePage, mark: str, event: RolledBack) -> ArchivePage:
    """A page with the mark, if it is of a phase that is undone, or of something later; a page is marked once."""
    is_undone = page.number >= min(event.undone) if page.is_phase else page.number > min(event.undone)
    return replace(page, mark=mark) if is_undone and not page.mark else page


def _unused_title(page: ArchivePage, pages: Sequence[ArchivePage]) -> str:
    """The title, with a number behind it where another page has it already."""
    named = re.compile(rf"{re.escape(page.title)}(-\d+)?")
    same = sum(other.number == page.number and bool(named.fullmatch(other.title)) for other in pages)
    return f"{page.title}-{same + 1}" if same else page.title


def _write_whole(path: Path, text: str) -> None:
    """Write a page so that it is there whole or not at all."""
    private_folder(path.parent)
    unfinished = path.with_suffix(".part")
    private_file(unfinished)
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
