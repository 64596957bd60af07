"""The archive of a game: one page of plain text for every phase, numbered, as it closes."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from judge.desk.office import Office
from judge.game.events import Event, GameEnded, GameStarted, PhaseClosed, PressSent
from judge.game.settings import GameName
from judge.game.state import Game, fold
from judge.reports.record import ending_page, opening_page, phase_page


def has_news(events: Iterable[Event]) -> bool:
    """Whether events add a page to the archive."""
    return any(isinstance(event, GameStarted | PhaseClosed | GameEnded) for event in events)


def keep_up(office: Office, name: GameName) -> None:
    """Write the pages of a game that are not there yet.

    The pages follow from the log alone, so after a crash, or after somebody has removed one, they are simply
    written again; a page that is there is never touched.
    """
    folder = office.config.folders.archive / name
    events = office.store.events(name)
    game = fold(events)
    if game is None:
        return
    for title, write in _pages(game, events):
        path = folder / f"{title}.txt"
        if not path.exists():
            _write_whole(path, write())


def _pages(game: Game, events: Iterable[Event]) -> Iterator[tuple[str, Callable[[], str]]]:
    """The pages in order: a title that sorts, and how to write the text."""
    public: list[PressSent] = []
    number = 0
    for event in events:
        match event:
            case GameStarted():
                yield "000-opening", partial(opening_page, game, event)
            case PressSent(to=()):
                public.append(event)
            case PhaseClosed(number=number):
                yield f"{number:03}-{event.before.phase}", partial(phase_page, game, event, tuple(public))
                public = []
            case GameEnded():
                yield f"{number + 1:03}-end", partial(ending_page, game, event)
            case _:
                pass  # between a player and the judge, or told on a page already


def _write_whole(path: Path, text: str) -> None:
    """A page is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
