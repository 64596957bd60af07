"""Whether all that a judge has stored agrees: its log, what is made of it, its letters in and out, its archive."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sqlite_utils import Database

from judge.archive import archive_faults
from judge.game.apply import transitions
from judge.game.messages import Event
from judge.game.moving.messages import GameMoved
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.reports.fingerprints import game_fingerprint
from judge.store.consistency import (
    alarm_faults,
    events_or_fault,
    file_faults,
    inbox_faults,
    news_faults,
    outbox_faults,
    snapshot_faults,
)
from judge.store.event_chain import chain_faults, hash_of
from judge.store.read_only import ReadOnlyStore


def fsck(store: ReadOnlyStore, archive: Path | None) -> Iterator[tuple[str, Sequence[str]]]:
    """Each thing that is looked at, with the faults found in it, none where all is well; nothing is changed.

    Without a folder of the ``archive`` the database is compared with itself alone.
    """
    db = store.database
    db.execute("BEGIN")  # all of it as it is at one moment, though a judge goes on writing
    yield "file", [*file_faults(db)]
    found = {game: events_or_fault(db, game) for game in store.games()}
    logs = {game: events for game, events in found.items() if not isinstance(events, str)}
    late = [fault for game, events in logs.items() for fault in alarm_faults(db, game, events)]
    changed = [fault for game in found for fault in chain_faults(db, game)]
    changed += [fault for game, events in logs.items() for fault in _fingerprint_faults(db, game, events)]
    yield "log", [*changed, *(fault for fault in found.values() if isinstance(fault, str)), *late]
    yield "snapshots", [fault for game, events in logs.items() for fault in snapshot_faults(db, game, events)]
    yield "inbox", [*inbox_faults(db)]
    untold = (fault for game, events in logs.items() for fault in news_faults(db, game, events))
    yield "outbox", [*outbox_faults(db), *untold]
    if archive:
        yield "archive", [*_archive_faults(store, archive, logs)]


def told(what: str, faults: Sequence[str]) -> str:
    """A line for each fault of a thing, or one that says that there is none."""
    return "\n".join(f"{what}: {fault}" for fault in faults or ("ok",))


def _fingerprint_faults(db: Database, game: GameName, events: Sequence[Event]) -> Iterator[str]:
    """Which close bears another fingerprint of the game than follows from the events before it."""
    moved = max((place for place, event in enumerate(events) if isinstance(event, GameMoved)), default=-1)
    for place, step in enumerate(transitions(None, events)):
        if isinstance(step.event, PhaseClosed) and (told := step.event.fingerprint):
            log = hash_of(db, game, place) if place > moved else told.log  # another judge's hashes were of its log
            if game_fingerprint(step.before, step.event, log) != told:
                yield f"{game}: {step.event.before.phase} closed with another fingerprint of the game than its log has"


def _archive_faults(store: ReadOnlyStore, folder: Path, logs: Mapping[GameName, Sequence[Event]]) -> Iterator[str]:
    """What is wrong with the pages of games whose pages are said to be written."""
    for game, events in logs.items():
        if store.pages_missing_since(game) is None:
            yield from archive_faults(folder / game, events)
