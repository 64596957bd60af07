"""The doctor: what a check finds; checks of the judge's machine: folders, disk, clock, database, processes, texts."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

from sqlite_utils import Database

from judge.config import Config
from judge.game.settings import GameName
from judge.mail.identity import alias_map
from judge.reports.own_texts import changed_texts, own_texts_in_use, use_own_texts
from judge.site.progress import progress_of
from judge.store.connection import connect_read_only
from judge.store.data_folder import door_lock_path, is_locked, last_drill
from judge.store.issues import read_tournaments
from judge.store.life import NotOursError, check_ours
from judge.store.overview import open_read_only
from judge.store.retention import set_aside_without_file
from judge.store.rows import EVERYWHERE, format_timestamp, last_heartbeat, parse_timestamp, stuck_games
from judge.store.schema import NewerJudgeError, OlderSchemaError, check_schema, migrations
from judge.store.spool import spool_path, waiting_for_worker
from judge.system.clock import Heartbeat
from judge.system.files import PROGRAM
from judge.system.log import said_of

# --- the result of a check: a state, a message, what to do


class FindingState(Enum):
    """How serious a finding is; the value begins its line."""

    OK = "ok"
    NOTE = "note"
    WRONG = "WRONG"


@dataclass(frozen=True)
class CheckFinding:
    """One line; ``do`` is empty if nothing needs to be done."""

    state: FindingState
    about: str
    says: str
    do: str = ""

    def __str__(self) -> str:
        line = f"{self.state.value:<6} {self.about:<9} {self.says}"
        return f"{line}; {self.do}" if self.do else line


SLOW = timedelta(minutes=5)
"""How long anything may wait before something must be wrong."""

Lookup = Callable[[str, str], tuple[str, ...]]
"""A function that returns the DNS records of a name and a type, perhaps none.

NoResolverError if no resolver answers.
"""


@dataclass(frozen=True)
class Installation:
    """The installation to check."""

    config: Config
    now: datetime
    environment: Mapping[str, str]
    lookup: Lookup


Check = Callable[[Installation], Iterator[CheckFinding]]


def fine(about: str, says: str) -> CheckFinding:
    """Return a finding that all is well."""
    return CheckFinding(FindingState.OK, about, says)


def note(about: str, says: str, do: str = "") -> CheckFinding:
    """Return a finding worth knowing."""
    return CheckFinding(FindingState.NOTE, about, says, do)


def wrong(about: str, says: str, do: str) -> CheckFinding:
    """Return a finding that needs action."""
    return CheckFinding(FindingState.WRONG, about, says, do)


def closed(about: str, error: OSError) -> CheckFinding:
    """Return a finding that something could not be looked at, or written."""
    return wrong(about, said_of(error), "run the doctor as the user of the judge")


def length_in_words(length: timedelta) -> str:
    """Return a length of time in words, in one unit; a moment ahead, noted while the doctor looked, is now."""
    minutes = max(0, int(length.total_seconds() // 60))
    days, hours = minutes // (24 * 60), minutes // 60
    return f"{days} days" if days > 1 else f"{hours} hours" if hours > 1 else f"{minutes} minutes"


# --- checks what lies on the judge's machine: folders, disk space, clock, database, files of tournaments


_MOST_SHOWN = 5
"""Numbers of letters that are named."""

_LITTLE = 200 * 1024 * 1024


def check_folders(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether the judge can write where it must, others cannot read its files, and there is free space."""
    if os.geteuid() == 0:
        yield note("folders", "these are the rights of root", "run the doctor as the user the judge runs as")
    named = installation.config.folders
    for name, path in (("data", named.data), ("archive", named.archive), ("mailboxes", named.mailboxes)):
        yield _rights("folders", name, path)
    for path in (named.data, named.data / "judge.db", named.mailboxes):
        if path.exists() and path.stat().st_mode & 0o007:
            yield wrong("folders", f"everybody on this machine may look into {path}", f"chmod o-rwx {path}")
    free = shutil.disk_usage(_nearest(named.data)).free
    if free < _LITTLE:
        yield wrong("folders", f"{free // 2**20} MB are left on the disk of {named.data}", "make room")


def _rights(section: str, name: str, path: Path) -> CheckFinding:
    """Whether the folder of a key of the configuration can be written to."""
    nearest = _nearest(path)
    if not nearest.is_dir():
        return wrong(section, f"{nearest} is no folder", f"move it away, or set {section}.{name}")
    if not os.access(nearest, os.R_OK | os.W_OK | os.X_OK):
        return wrong(section, f"{nearest} cannot be written to", "give it to the judge's user with chown")
    return fine(section, f"{name} is {path}") if path.is_dir() else note(section, f"{path} will be made")


_SITE_BEHIND = 3 * SLOW
"""How long the site may tell less than there is: it is written every five minutes, besides after each close."""


def check_site(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether the pages of the web can be written, and tell the games as they stand; nothing without a site."""
    folder, database = installation.config.site.folder, installation.config.folders.data / "judge.db"
    if folder is None:
        return
    yield _rights("site", "folder", folder)
    try:
        with open_read_only(database) as found:
            told = progress_of(folder, found.logs(), installation.now)
    except (FileNotFoundError, sqlite3.Error, OlderSchemaError, NewerJudgeError):
        return  # said where the database is looked at
    says = f"{len(told.behind)} games are told there otherwise than they stand: {', '.join(told.behind[:_MOST_SHOWN])}"
    if told.behind and (told.at is None or installation.now - told.at > _SITE_BEHIND):
        yield wrong("site", says, f"start the judge, or read its log; {PROGRAM} site tries it now")
    elif told.behind:
        yield note("site", says)
    else:
        yield fine("site", "it tells all games as they stand")


def _nearest(path: Path) -> Path:
    """The path itself, or the folder above it that is there."""
    return next(one for one in (path.absolute(), *path.absolute().parents) if _is_there(one))


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # in a folder that is closed to this user, which is then the nearest one that is there
        return False


def check_clock(_: Installation) -> Iterator[CheckFinding]:
    """Yield whether something keeps the clock right, by which deadlines are met."""
    program = shutil.which("timedatectl")
    if program is None:
        yield note("clock", "nothing here tells whether it is kept right", "see that an NTP service runs")
        return
    command = [program, "show", "--property=NTPSynchronized", "--value"]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10).stdout.strip()  # noqa: S603
    if said == "yes":
        yield fine("clock", "it is kept right")
    elif said == "no":
        yield wrong("clock", "nothing keeps it right", "timedatectl set-ntp true")
    else:
        yield note("clock", "timedatectl does not tell whether it is kept right", "see that an NTP service runs")


_INDEXED = ("db", "lmdb")
"""What postmap puts behind the name of a map, by the kind it makes."""

_NOT_CARRIED = """SELECT count(*), why FROM outbox
    WHERE state = 'waiting' AND behind AND NOT unsure AND refused IS NULL GROUP BY why ORDER BY min(id) LIMIT 3"""
"""Letters that failed through no fault of their own, by the last error of each."""


def check_database(installation: Installation) -> Iterator[CheckFinding]:
    """Yield every finding about the database, which is read without being changed."""
    folders = installation.config.folders
    path = folders.data / "judge.db"
    try:
        check_ours(folders.data, folders.archive, folders.mailboxes)
    except NotOursError as error:
        says, _, do = str(error).partition(": ")
        yield wrong("database", says, do)
    except sqlite3.Error:
        pass  # said below
    if not path.exists():
        yield note("database", f"{path} will be made at the first start")
        return
    try:
        with closing(connect_read_only(path)) as db:
            whole = _whole(db, path)
            yield whole
            if whole.state is FindingState.OK:
                yield from _questions(db, installation)
    except sqlite3.Error as error:
        yield wrong("database", f"{path} cannot be read: {error}", "restore the last backup, see docs/operating.md")
    yield from _set_aside(installation)


def _questions(db: sqlite3.Connection, installation: Installation) -> Iterator[CheckFinding]:
    """Yield what waits, by the hour that counts: not that of the machine while its clock is in doubt."""
    heartbeat = last_heartbeat(Database(db, execute_plugins=False))
    now = installation.now - heartbeat.doubt.leap if heartbeat and heartbeat.doubt else installation.now
    for question in (_waiting, _unanswered, _unproven, _stuck, _overdue):
        yield from question(db, replace(installation, now=now))
    yield from _clock_ran_back(db, installation)
    yield from _disbelieved(heartbeat)


def _whole(db: sqlite3.Connection, path: Path) -> CheckFinding:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    strays = db.execute("PRAGMA foreign_key_check").fetchall()
    if found != "ok" or strays:
        what = found if found != "ok" else f"{len(strays)} rows point to nowhere"
        return wrong("database", f"{path} is damaged: {what}", "restore the last backup, see docs/operating.md")
    try:
        check_schema(Database(db, execute_plugins=False), path, migrations)
    except NewerJudgeError as error:
        newer, _, do = str(error).partition(": ")
        return wrong("database", newer, do)
    except OlderSchemaError:
        return note("database", "its schema is of an older judge", f"{PROGRAM} upgrade brings it up to date")
    (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    return fine("database", f"{path} is whole, {games} games")


def _waiting(db: sqlite3.Connection, installation: Installation) -> Iterator[CheckFinding]:
    waiting, refused = db.execute("SELECT count(*), min(refused) FROM outbox WHERE state = 'waiting'").fetchone()
    (given_up,) = db.execute("SELECT count(*) FROM outbox WHERE state = 'given-up'").fetchone()
    paused = dict(
        db.execute("SELECT name, until FROM destinations WHERE until > ?", [format_timestamp(installation.now)])
    )
    since = f", the first refused {length_in_words(installation.now - parse_timestamp(refused))} ago" if refused else ""
    if EVERYWHERE in paused:
        yield wrong("queue", f"nothing can leave; {waiting} letters wait", "see the line about the relay, and the log")
    elif waiting:
        domains = ", ".join(sorted(paused)) or "nowhere in particular"
        yield note("queue", f"{waiting} letters wait{since}; paused: {domains}")
    else:
        yield fine("queue", "no letter waits to leave")
    for count, why in db.execute(_NOT_CARRIED):
        do = f"see the relay's settings and relay.*; {PROGRAM} queue shows them"
        yield wrong("queue", f"{count} letters wait that the relay does not carry: {why}", do)
    if given_up:
        do = f"{PROGRAM} queue shows them, {PROGRAM} queue --again sends them once more"
        yield note("queue", f"{given_up} letters were given up since the beginning", do)


def _unanswered(db: sqlite3.Connection, installation: Installation) -> Iterator[CheckFinding]:
    (oldest,) = db.execute("SELECT min(arrived) FROM letters WHERE state = 'new'").fetchone()
    held, since = db.execute("SELECT count(*), min(arrived) FROM letters WHERE state = 'held'").fetchone()
    waits = installation.now - parse_timestamp(oldest) if oldest else timedelta()
    if waits > SLOW:
        yield wrong(
            "letters",
            f"the oldest unanswered one came {length_in_words(waits)} ago",
            "start the judge, or read its log",
        )
    else:
        yield fine("letters", "all are answered")
    if held:
        age = length_in_words(installation.now - parse_timestamp(since))
        yield note("letters", f"{held} wait for their confirmation, the oldest for {age}")


def _unproven(db: sqlite3.Connection, installation: Installation) -> Iterator[CheckFinding]:
    """Yield the letters of the last days that were set aside without a file: no one is told of them otherwise."""
    mailboxes = installation.config.folders.mailboxes
    apart = set_aside_without_file(Database(db, execute_plugins=False), mailboxes, installation.now)
    if apart:
        shown = ", ".join(map(str, apart[-_MOST_SHOWN:]))
        says = f"{len(apart)} of the last week were set aside, for nothing proves or tells whose they are"
        yield note("letters", says, f"{PROGRAM} story NUMBER tells of each; the newest: {shown}")


def _stuck(db: sqlite3.Connection, _: Installation) -> Iterator[CheckFinding]:
    """Yield the games over whose hour the judge fails."""
    for one in stuck_games(Database(db, execute_plugins=False)):
        says = f"{one.name} stands still since {_shown(one.since)}, tried {one.tries} times ({one.why})"
        yield wrong("deadlines", says, "its players are told, it is tried again; send the log to who mends the judge")


def _overdue(db: sqlite3.Connection, installation: Installation) -> Iterator[CheckFinding]:
    late = db.execute("SELECT name FROM games WHERE alarm < ?", [format_timestamp(installation.now - SLOW)]).fetchall()
    for (name,) in late:
        yield wrong("deadlines", f"that of {name} has passed, and nothing happened", "start the judge, or read its log")


def _clock_ran_back(db: sqlite3.Connection, installation: Installation) -> Iterator[CheckFinding]:
    # not the greatest hour: one that was given by a clock set right since says nothing any more
    (newest,) = db.execute("SELECT (SELECT arrived FROM letters ORDER BY id DESC LIMIT 1)").fetchone()
    if newest and parse_timestamp(newest) > installation.now + timedelta(seconds=5):
        ahead = _shown(parse_timestamp(newest))
        yield wrong("clock", f"the newest letter came at {ahead}, which is to come", "set the clock right")


def _disbelieved(heartbeat: Heartbeat | None) -> Iterator[CheckFinding]:
    """Yield a finding if the judge last went by the uptime of its machine instead of its wall clock."""
    if heartbeat and heartbeat.doubt:
        ahead = length_in_words(abs(heartbeat.doubt.leap))
        how = "forward" if heartbeat.doubt.leap > timedelta() else "back"
        says = (
            f"that of the machine leapt {ahead} {how}; the judge goes by its uptime, and it was {_shown(heartbeat.at)}"
        )
        yield wrong("clock", says, "set it right; one that stands for an hour is believed")


def _shown(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _set_aside(installation: Installation) -> Iterator[CheckFinding]:
    folder = installation.config.folders.mailboxes / "set-aside" / "new"
    letters = len(list(folder.iterdir())) if folder.is_dir() else 0
    if letters:
        yield wrong("letters", f"{letters} were set aside", f"read those in {folder}, then move them away")


def check_drill(installation: Installation) -> Iterator[CheckFinding]:
    """Yield what the last drill came to; nothing where there was none yet."""
    last = last_drill(installation.config.folders.data)
    if last:
        says = f"last drill, {_shown(last.at)}: {last.says}"
        do = f"put right what it names, then try again: {PROGRAM} drill"
        yield fine("drill", says) if last.passed else wrong("drill", says, do)


def check_alias_map(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether Postfix can know every game of a judge that shares its address with others."""
    shared = installation.config.shared
    database = installation.config.folders.data / "judge.db"
    if shared.alias_map is None:
        return
    if not shared.alias_map.exists() or not database.exists():
        yield note("aliases", f"{shared.alias_map} will be written at the next start")
        return
    with closing(connect_read_only(database)) as db:
        games = [GameName(name) for (name,) in db.execute("SELECT name FROM games ORDER BY rowid")]
    written = shared.alias_map.read_text(encoding="utf-8")
    if written != alias_map(shared.address, installation.config.judge.address, games):
        yield wrong("aliases", f"{shared.alias_map} does not list the {len(games)} games", "restart the judge")
        return
    yield fine("aliases", f"{shared.alias_map} lists the {len(games)} games")
    for indexed in (shared.alias_map.with_name(f"{shared.alias_map.name}.{kind}") for kind in _INDEXED):
        if indexed.exists() and indexed.stat().st_mtime < shared.alias_map.stat().st_mtime:
            yield wrong("aliases", f"{indexed} is older than what it is made of", f"postmap {shared.alias_map}")


def check_tournaments(installation: Installation) -> Iterator[CheckFinding]:
    """Yield a finding for each file at fault; none if there are no tournaments."""
    good, at_fault = read_tournaments(installation.config.folders.tournaments)
    for said in at_fault:
        yield wrong("league", said, "put it right; until then nobody sees that tournament")
    if good:
        yield fine("league", f"tournaments: {', '.join(one.name for one in good)}")


# --- checks the operator's own texts: what cannot be used, what was made from a text that has changed since


def check_texts(installation: Installation) -> Iterator[CheckFinding]:
    """Yield a finding for each own text that is not used, or is to be looked at; none if there are no own texts."""
    folders = installation.config.folders
    use_own_texts(folders.templates, folders.languages)
    own = own_texts_in_use()
    for fault in own.faults:
        yield wrong("texts", str(fault), "put it right; until then the text that comes with the judge is used")
    for name, _ in changed_texts(folders.data):
        do = f"{PROGRAM} upgrade shows the change; whoever changes the own one has seen it"
        yield note("texts", f"what {name} takes the place of has changed since", do)
    if own.usable:
        yield fine("texts", f"{len(own.usable)} of the operator's own")


# --- checks what runs: the door, the worker, and the letters that have come by the one and not yet to the other


_SILENT = timedelta(minutes=3)
"""The worker notes every minute that it runs."""


def check_processes(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether door and worker run, and what waits in the spool; nothing where no judge has been started yet."""
    data = installation.config.folders.data
    try:
        with closing(connect_read_only(data / "judge.db")) as connection:
            db = Database(connection, execute_plugins=False)
            heartbeat = None if migrations.pending(db) else last_heartbeat(db)
            if heartbeat is None:
                return
            now = installation.now - heartbeat.doubt.leap if heartbeat.doubt else installation.now
            yield _running(data, now - heartbeat.at)
            yield _spool(db, spool_path(data), now)
    except sqlite3.Error:
        return  # said where the database is looked at


def _running(data: Path, silent: timedelta) -> CheckFinding:
    """``silent``: since when the worker has not noted that it runs."""
    is_receiving, is_at_work = is_locked(door_lock_path(data)), silent < _SILENT
    last = f"the worker noted {length_in_words(silent)} ago that it ran"
    match is_receiving, is_at_work:
        case True, True:
            return fine("processes", f"the door runs; {last}")
        case True, False:
            return wrong("processes", f"the door runs, the worker does not: {last}", "read the log, restart the judge")
        case False, True if door_lock_path(data).exists():
            return wrong("processes", f"the door does not run; {last}", "start the judge, or read its log")
        case _:
            return note("processes", last)


def _spool(db: Database, path: Path, now: datetime) -> CheckFinding:
    """Whether letters wait for the worker; one that it has taken may lie there for a while."""
    try:
        waiting = waiting_for_worker(db, path)
    except sqlite3.Error as error:
        do = "move it away, and fetch what is in it with the shell of SQLite (.recover)"
        return wrong("spool", f"{path} cannot be read: {error}", do)
    if waiting.oldest is None:
        return fine("spool", "no letter waits for the worker")
    longest = now - waiting.oldest
    said = f"{waiting.letters} letters wait for the worker, the oldest for {length_in_words(longest)}"
    return wrong("spool", said, "start the judge, or read its log") if longest > SLOW else note("spool", said)
