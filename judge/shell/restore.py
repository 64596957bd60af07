"""Whether all that a judge has stored agrees, and a backup put in the place of its database."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from judge.config import Config
from judge.game.apply import transitions
from judge.game.messages import Event
from judge.game.moving.messages import GameMoved
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.paths.archive import archive_faults, is_empty
from judge.reports.fingerprints import game_fingerprint
from judge.store.connection import connect_read_only
from judge.store.event_log import chain_faults, hash_of
from judge.store.heartbeat import last_heartbeat
from judge.store.life import LifeMark, begin_new_life
from judge.store.overview import (
    alarm_faults,
    events_or_fault,
    file_faults,
    inbox_faults,
    news_faults,
    outbox_faults,
    snapshot_faults,
)
from judge.store.read_only import ReadOnlyStore, open_read_only
from judge.store.replacement import (
    ReplacementError,
    alone_in,
    bring_up_to_date,
    copy_database,
    keep_database,
    name_of_kept,
    put_in_place,
    reading,
    remove_database,
)
from judge.store.schema import is_newer, migrations

# --- whether all that a judge has stored agrees


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
            acts = None if told.acts is None else step.before.acts if place > moved else told.acts
            if game_fingerprint(step.before, step.event, log, acts) != told:
                yield f"{game}: {step.event.before.phase} closed with another fingerprint of the game than its log has"


def _archive_faults(store: ReadOnlyStore, folder: Path, logs: Mapping[GameName, Sequence[Event]]) -> Iterator[str]:
    """What is wrong with the pages of games whose pages are said to be written."""
    for game, events in logs.items():
        if store.pages_missing_since(game) is None:
            yield from archive_faults(folder / game, events)


# --- puts a backup in the place of the database: checked first, and what stood there is kept beside it


def restore(config: Config, backup: Path, now: datetime, say: Callable[[str], object], *, replace: bool) -> None:
    """Put a backup, or what the folder of a Litestream replica holds, in the place of the judge's database.

    ``say`` is told each step in a line. Killed at any moment, the judge has the one database or the other, whole.
    ReplacementError when it cannot be done, or when a database is there already and ``replace`` is not set.
    """
    database = config.folders.data / "judge.db"
    unfinished = database.with_name("judge.db.restored")
    with alone_in(config.folders.data):
        if database.exists() and not replace:
            raise ReplacementError(f"{database} is there already; with --replace it is kept beside the backup put back")
        try:
            _copy(backup, unfinished)
            _check(unfinished, backup, say)
            if database.exists():
                say(f"kept: {keep_database(database, now)}")
            if not is_empty(config.folders.archive):  # it may have pages of phases that are to come; it is written anew
                say(f"kept: {config.folders.archive.rename(name_of_kept(config.folders.archive, now))}")
            LifeMark(config.folders.data).path.unlink(missing_ok=True)
            put_in_place(unfinished, database)
        finally:
            remove_database(unfinished)


def _copy(backup: Path, to: Path) -> None:
    """Write the database of a backup to a file of its own, by the schema of this judge."""
    if backup.is_dir():
        remove_database(to)
        _copy_replica(backup, to)
        to.chmod(0o600)
    else:
        copy_database(backup, to)
    with reading(backup):
        _check_origin(to, backup)
        bring_up_to_date(to, begin_new_life)


def _copy_replica(folder: Path, to: Path) -> None:
    """Have Litestream write the newest state of a replica to a file."""
    program = shutil.which("litestream") or shutil.which("litestream", path=str(Path(sys.executable).parent))
    if program is None:
        raise ReplacementError(f"{folder} is a folder; the replica of a database needs litestream, which is not here")
    command = [program, "restore", "-o", str(to), folder.absolute().as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        why = done.stderr.strip() or done.stdout.strip()
        raise ReplacementError(f"{folder} is no replica that can be restored: {why}")


def _check_origin(copy: Path, backup: Path) -> None:
    """ReplacementError unless a database is that of a judge, and of none newer than this one."""
    with closing(connect_read_only(copy)) as connection:
        db = Database(connection, execute_plugins=False)
        if not migrations.applied(db):
            raise ReplacementError(f"{backup} is no database of a judge")
        if is_newer(db, migrations):
            raise ReplacementError(f"{backup} is of a newer judge than this one")


def _check(copy: Path, backup: Path, say: Callable[[str], object]) -> None:
    """Say what is in a copy and what is wrong with it; ReplacementError when anything is."""
    is_well = True
    with reading(backup), open_read_only(copy) as found:
        for what, faults in fsck(found, None):
            say(told(what, faults))
            is_well = is_well and not faults
        heartbeat = last_heartbeat(found.database)
        until = f"; its judge last ran at {heartbeat.at:%Y-%m-%d %H:%M} UTC" if heartbeat else ""
        say(f"{backup}: {len(found.games())} games{until}")
    if not is_well:
        raise ReplacementError(f"{backup} is damaged, and was not put back")
