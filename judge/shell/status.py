"""Commands that show what the judge has stored, without its games: how it stands, letters that have not left."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from pathlib import Path

import click
from sqlite_utils import Database

from judge.config import Config
from judge.game.names import GameName
from judge.mail.headers import decode_header
from judge.shell.table import Cell, ShellTable, database_of, json_option, print_tables
from judge.shell.terminal import config_at, echo
from judge.site.progress import SiteProgress, progress_of
from judge.store.data_folder import DataFolder, look_at_folder
from judge.store.retention import set_aside_without_file
from judge.store.rows import StuckGame
from judge.store.spool import spool_path, waiting_for_worker
from judge.store.standing import (
    LetterToLeave,
    Overview,
    Waiting,
    letters_to_leave,
    logs,
    open_database,
    open_phase,
    overview,
    requeue_given_up,
)
from judge.system.clock import Heartbeat, SystemClock
from judge.system.files import __version__
from judge.system.log import LoggedError, error_file, last_errors

_MOST_ERRORS = 5

_SILENT = timedelta(minutes=3)
"""The worker notes every minute that it runs."""


@dataclass(frozen=True)
class NextAlarm:
    """A game, the hour when it next wants attention (UTC), its phase, and whether that hour is its deadline."""

    game: str
    at: datetime
    phase: str | None
    is_deadline: bool


@dataclass(frozen=True)
class JudgeStatus:
    """All that is told; ``spooled`` letters have arrived and wait for the worker.

    ``set_aside`` counts files in ``mailboxes/set-aside``; ``unproven`` are the numbers of letters that lie nowhere.
    ``site`` is None where nobody has asked for one.
    """

    now: datetime
    address: str
    overview: Overview
    folder: DataFolder
    spooled: Waiting
    alarms: tuple[NextAlarm, ...]
    set_aside: int
    unproven: tuple[int, ...]
    errors: tuple[LoggedError, ...]
    site: SiteProgress | None

    @property
    def worker_runs(self) -> bool:
        """Whether the worker has noted of late that it runs."""
        noted = self.overview.heartbeat
        return self.folder.runs and noted is not None and _hour(self.now, noted) - noted.at < _SILENT


def _hour(now: datetime, noted: Heartbeat) -> datetime:
    """The hour by which the judge goes: not that of a clock that it doubts."""
    return now - noted.doubt.leap if noted.doubt else now


def status_of(db: Database, config: Config, now: datetime) -> JudgeStatus:
    """Look at a judge that runs or not; nothing is changed. ``now`` is UTC."""
    data = config.folders.data
    stands = overview(db, now)
    return JudgeStatus(
        now=now,
        address=config.judge.address,
        overview=stands,
        folder=look_at_folder(data),
        spooled=waiting_for_worker(db, spool_path(data)),
        alarms=tuple(_next_alarm(db, alarm.game, alarm.at) for alarm in stands.alarms if alarm.game),
        set_aside=_files(config.folders.mailboxes / "set-aside" / "new"),
        unproven=set_aside_without_file(db, config.folders.mailboxes, now),
        errors=last_errors(error_file(data), _MOST_ERRORS),
        site=progress_of(config.site.folder, logs(db), now) if config.site.folder else None,
    )


def _next_alarm(db: Database, name: GameName, at: datetime) -> NextAlarm:
    phase, due = open_phase(db, name)
    return NextAlarm(name, at, phase, is_deadline=due is not None and due <= at)


def _files(folder: Path) -> int:
    return len(list(folder.iterdir())) if folder.is_dir() else 0


# --- as JSON: docs/status.md names the keys


def status_as_json(status: JudgeStatus) -> dict[str, object]:
    """One object; moments are ISO 8601 in UTC, None where there is none."""
    overview, folder = status.overview, status.folder
    return {
        "at": _iso(status.now),
        "version": __version__,
        "address": status.address,
        "running": folder.runs,
        "door_running": folder.door_runs,
        "worker_running": status.worker_runs,
        "worker_noted": _iso(overview.heartbeat.at if overview.heartbeat else None),
        "clock_doubted": bool(overview.heartbeat and overview.heartbeat.doubt),
        "games": {stage.value: number for stage, number in overview.games.items()},
        "letters_in": {
            "received": overview.received,
            "spooled": status.spooled.letters,
            "unread": overview.unread.letters,
            "oldest": _iso(min(filter(None, (status.spooled.oldest, overview.unread.oldest)), default=None)),
            "held": overview.held.letters,
            "put_off": overview.put_off,
            "set_aside": status.set_aside,
            "unproven": len(status.unproven),
        },
        "strangers": asdict(overview.junk),
        "dropped": {
            **{what: gone.letters for what, gone in overview.dropped.items()},
            "bytes": sum(gone.bytes for gone in overview.dropped.values()),
        },
        "letters_out": {
            "queued": overview.queued,
            "waiting": overview.outgoing.letters,
            "oldest": _iso(overview.outgoing.oldest),
            "given_up": overview.given_up,
            "all_paused": overview.is_sending_paused,
            "paused_domains": sorted(filter(None, overview.paused)),
        },
        "alarms": [
            {"game": one.game, "at": _iso(one.at), "phase": one.phase, "deadline": one.is_deadline}
            for one in status.alarms
        ],
        "alarms_overdue": overview.overdue,
        "stuck": [
            {"game": one.name, "since": _iso(one.since), "again": _iso(one.again), "tries": one.tries, "why": one.why}
            for one in overview.stuck
        ],
        "errors": [asdict(one) for one in status.errors],
        "disk": {
            "free_bytes": folder.free_bytes,
            "database_bytes": folder.database_bytes,
            "spool_bytes": folder.spool_bytes,
        },
        "site": {"at": _iso(status.site.at), "behind": len(status.site.behind)} if status.site else None,
        "backup": {"at": _iso(folder.backup.at), "file": folder.backup.file} if folder.backup else None,
        "drill": {**asdict(folder.drill), "at": _iso(folder.drill.at)} if folder.drill else None,
    }


def _iso(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


# --- as tables


def status_tables(status: JudgeStatus) -> Iterator[ShellTable]:
    """Yield how the judge stands, then the hours that come next, then the last errors, where there are any."""
    yield ShellTable("status", ("what", "is"), tuple(_facts(status)))
    if status.alarms:
        rows = tuple(
            (one.game, _shown(one.at), one.phase, "deadline" if one.is_deadline else "other") for one in status.alarms
        )
        yield ShellTable("next hours", ("game", "when", "phase", "what for"), rows)
    if status.errors:
        errors = tuple((one.at, one.level, one.says) for one in status.errors)
        yield ShellTable("last errors", ("when", "level", "says"), errors)


def _facts(status: JudgeStatus) -> Iterator[tuple[Cell, ...]]:
    overview, folder = status.overview, status.folder
    noted = _shown(overview.heartbeat.at) if overview.heartbeat else "never"
    yield "judge", f"{status.address}, version {__version__}"
    yield "runs", "yes" if folder.runs else f"no; it last did {noted}"
    if folder.runs:
        yield "door", "receives letters" if folder.door_runs else "DOES NOT RUN"
        yield "worker", "at work" if status.worker_runs else f"SILENT since {noted}"
    yield "games", ", ".join(f"{number} {stage.value}" for stage, number in overview.games.items())
    yield "letters not read", _waiting(status.spooled, overview.unread)
    yield "letters to be confirmed", _waiting(overview.held)
    if overview.put_off or status.set_aside:
        yield "letters to be read later", overview.put_off
        yield "letters set aside", status.set_aside
    if status.unproven:
        newest = f"{len(status.unproven)} of the last week, the newest letter {status.unproven[-1]} (story tells of it)"
        yield "letters that nothing proves", newest
    junk = overview.junk
    yield "strangers' letters", f"{junk.letters}, {_megabytes(junk.bytes)}; {_megabytes(junk.gone_bytes)} dropped"
    if gone := [f"{one.letters} {what}" for what, one in overview.dropped.items() if one.letters]:
        yield "kept no longer", f"{', '.join(gone)}; {_megabytes(sum(one.bytes for one in overview.dropped.values()))}"
    yield "letters to leave", _waiting(overview.outgoing)
    yield "letters given up", overview.given_up
    if overview.paused:
        yield "paused", tuple(sorted(name or "everything" for name in overview.paused))
    yield "hours not kept", overview.overdue
    if overview.stuck:
        yield "GAMES THAT STAND STILL", tuple(stuck_in_words(one) for one in overview.stuck)
    if status.site:
        behind = f"{len(status.site.behind)} games wait to be told on it" if status.site.behind else "tells all games"
        yield "site", f"{behind}; last up to date {_shown(status.site.at) if status.site.at else 'never'}"
    if overview.heartbeat and overview.heartbeat.doubt:
        yield "clock", "DOUBTED: it leapt"
    yield "disk", f"{_megabytes(folder.free_bytes)} free; database {_megabytes(folder.database_bytes)}"
    yield (
        "last backup",
        f"{_shown(folder.backup.at)}, {folder.backup.file}" if folder.backup else "none that is known of",
    )
    if folder.drill:
        yield "last drill", f"{_shown(folder.drill.at)}: {folder.drill.says}"


def stuck_in_words(game: StuckGame) -> str:
    """Return how a game stands still because the judge fails over it."""
    return f"{game.name} since {_shown(game.since)}, tried {game.tries} times ({game.why}), again {_shown(game.again)}"


def _waiting(*parts: Waiting) -> str:
    number = sum(part.letters for part in parts)
    oldest = min((part.oldest for part in parts if part.oldest), default=None)
    return f"{number}, the oldest since {_shown(oldest)}" if oldest else str(number)


def _megabytes(size: int) -> str:
    return f"{size / 2**20:.0f} MB"


def _shown(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


# --- commands that show what the judge has stored


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object; docs/status.md names its keys.")
@click.pass_obj
def status(path: Path, *, as_json: bool) -> None:
    """Show how the judge stands: games, letters that wait, next hours, last errors, disk, whether it runs."""
    config = config_at(path)
    with database_of(config) as at, open_database(at) as found:
        stands = status_of(found, config, SystemClock().now())
        if as_json:
            echo(json.dumps(status_as_json(stands)))
        else:
            print_tables(status_tables(stands), echo, as_json=False)


# --- the letters which have not left


def queue_table(db: Database) -> ShellTable:
    """Return a table with a row for each letter that waits to be sent or was given up."""
    columns = ("number", "game", "to", "subject", "since", "state", "tries", "next try", "why")
    return ShellTable("queue", columns, tuple(map(_queued, letters_to_leave(db))))


def _queued(letter: LetterToLeave) -> tuple[Cell, ...]:
    since = short_moment(letter.queued) if letter.queued else None
    following = short_moment(letter.next_try) if letter.next_try and letter.state == "waiting" else None
    subject = subject_of(letter.raw)
    return (letter.number, letter.game, letter.to, subject, since, letter.state, letter.tries, following, letter.why)


def subject_of(raw: bytes) -> str:
    """Return the subject of a letter, decoded; empty where it has none."""
    return decode_header(str(BytesHeaderParser().parsebytes(raw)["Subject"] or ""))


def short_moment(at: datetime) -> str:
    """A moment to the second, as ISO 8601 has it."""
    return at.isoformat(" ", "seconds")


@click.command()
@click.option("--again", is_flag=True, help="Have those given up sent once more.")
@json_option
@click.pass_obj
def queue(path: Path, *, again: bool, as_json: bool) -> None:
    """Show the letters that wait to leave, and those given up."""
    if again:
        with database_of(config_at(path)) as at:
            echo(f"{requeue_given_up(at)} letters that were given up wait again", err=as_json)
    with database_of(config_at(path)) as at, open_database(at) as db:
        print_tables([queue_table(db)], echo, as_json=as_json)
