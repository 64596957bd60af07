"""The archive: the folder of each game with the pages of its record, written as things happen."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from pathlib import Path

from judge.formats.record.facts import NoSealError, is_intact, read_form, read_moment, read_seal, usual_form
from judge.formats.record.pages import RecordPage, is_kept_back, pages_of, public_events
from judge.formats.record.whole import (
    INDEX,
    IndexEntry,
    hash_of_last,
    index_text,
    read_index,
    read_started,
    record_of,
    sealed_page,
    standing_pages,
)
from judge.game.apply import fold_events
from judge.game.folded_log import FoldedLog, continue_fold
from judge.game.mastery.messages import RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import GameEnded
from judge.game.seats.messages import GameStarted
from judge.game.settings import GameName
from judge.game.state import Game
from judge.handlers.services import Services
from judge.store.records import Transaction
from judge.system.files import private_folder, sync_folder, write_whole

FORMER = "former"
"""The folder in a game's own where pages lie that were written before pages bore hashes."""


def write_missing_pages(services: Services, name: GameName) -> None:
    """Write the pages of a game that are missing, and its index.

    The pages follow from the log alone, so after somebody has removed one, it is simply written again; an existing page
    is never changed. Pages from before there were hashes are put into a folder of their own.
    """
    folder = services.config.folders.archive / name
    has_index = (folder / INDEX).exists()
    for page, text in record_of(services.store.events(name), standing=standing_pages(folder)).items():
        path = folder / page
        if not has_index and path.suffix == ".txt" and path.exists() and _is_former(path):
            _put_away(path)
        if page == INDEX or not path.exists():
            write_whole(path, text)


def _is_former(path: Path) -> bool:
    try:
        read_seal(path.read_text(encoding="utf-8", errors="replace"))
    except NoSealError as error:
        return error.is_former
    return False


def _put_away(path: Path) -> None:
    private_folder(path.parent / FORMER)
    path.rename(path.parent / FORMER / path.name)


def is_empty(folder: Path) -> bool:
    """Whether there is no archive of any game in a folder."""
    return not folder.is_dir() or next(folder.iterdir(), None) is None


def archive_faults(folder: Path, events: Sequence[Event]) -> Iterator[str]:
    """What a folder lacks that the log has a page for, has beyond the log, or says otherwise than it."""
    public = public_events(events)
    game = fold_events(public)
    is_written = game is not None and not is_kept_back(game)
    pages = tuple(pages_of(FoldedLog(), public)) if is_written else ()
    named = {page.name for page in pages}
    there = {path.name for path in folder.glob("[0-9]*-*.txt")}
    if is_written:
        yield from (f"{folder.name}: {name} is of a phase that the log does not have" for name in sorted(there - named))
    yield from (f"{folder.name}: {name} is missing" for name in sorted(named - there))
    if named and not (folder / INDEX).is_file():
        yield f"{folder.name}: {INDEX} is missing"
    yield from (f"{folder.name}: {fault}" for fault in _page_faults(pages, standing_pages(folder)))


def _page_faults(pages: Iterable[RecordPage], texts: Mapping[str, str]) -> Iterator[str]:
    """What stands in pages and was not written there by the judge: each bears a hash, and tells what is in the log.

    The words of a page may be those of an older judge; its orders and its fingerprints may not.
    """
    entries: list[IndexEntry] = []
    for page in pages:
        text = texts.get(page.name, "")
        try:
            own = read_seal(text).own
        except NoSealError as error:
            if text and not error.is_former:
                yield f"{page.name} was changed: it ends with no hash"
            continue
        if not is_intact(text, hash_of_last(entries)):
            yield f"{page.name} was changed: its hash, or that of the page before, does not fit"
        else:
            told, logged = (_facts_on(one) for one in (text, sealed_page(page, entries, read_form(text))))
            other = next((one for one, right in zip_longest(told, logged, fillvalue="") if one != right), None)
            if other is not None:
                yield f"{page.name} says “{other}”, the log does not"
        entries.append(IndexEntry(page.name, own))


def _facts_on(text: str) -> list[str]:
    """The lines of a page that are orders, without the words in brackets behind them, or a fingerprint of the game."""
    return [line.partition(" (")[0].strip() for line in text.splitlines() if _FACT.match(line)]


_FACT = re.compile(r"  [+-]?[A-Z] [A-Z]{3}\b|  (log|game) +[0-9a-f]{64}$")


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
    if known is None or _look_back(events) or not _continued(services, name, known, events):
        write_missing_pages(services, name)
    folder = services.config.folders.archive / name
    if folder.is_dir():
        sync_folder(folder)  # or a power cut may take pages back that are noted
    store.note_pages_written(name, since + len(events))


def _look_back(events: Iterable[Event]) -> bool:
    """Whether the pages of these events need more of the log: the first has the board's, the last all diaries."""
    return any(isinstance(event, GameStarted | GameEnded | RolledBack) for event in events)


def _continued(services: Services, name: GameName, known: FoldedLog, events: Sequence[Event]) -> bool:
    """Write the pages of new events behind those that the index lists; False where there is no index to go on from."""
    folded = continue_fold(known, events)
    game = folded.game if folded else None
    if game is None or is_kept_back(game):
        return game is not None
    folder = services.config.folders.archive / name
    found = _read_index(folder)
    if found is None:
        return not pages_of(known, events)
    started, entries = found
    for page in pages_of(known, events):
        entries = [one for one in entries if one.name != page.name]
        text = sealed_page(page, entries)
        if not (folder / page.name).exists():
            write_whole(folder / page.name, text)
        entries.append(IndexEntry(page.name, read_seal(text).own))
    _write_index(folder, game, started, entries)
    return True


def _read_index(folder: Path) -> tuple[datetime, list[IndexEntry]] | None:
    """When the game of a folder started, and the pages that its index lists; None where that cannot be read."""
    path = folder / INDEX
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    form = read_form(text)
    started = read_started(text, form) if form else None
    entries = read_index(text)
    return (read_moment(started), list(entries)) if started and entries else None


def _write_index(folder: Path, game: Game, started: datetime, entries: Sequence[IndexEntry]) -> None:
    write_whole(folder / INDEX, index_text(game, started, entries, usual_form(game)))
