"""A rehearsal: the last backup put back in a folder of its own, a judge on it killed, started again, compared."""

import json
import os
import re
import shutil
import smtplib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from threading import Event
from typing import Self

import click

from judge.config import Config, ConfigError, read_config
from judge.formats.record.whole import INDEX
from judge.game.settings import GameName
from judge.handlers.services import dkim_signer, fresh_secret, judge_domain, relay_route
from judge.mail.compose import MessageFields, compose
from judge.mail.identity import bounce_address
from judge.mail.maildir import deliver_to_maildir, mailbox_of
from judge.mail.smtp_client import Relay, RelayAccepted
from judge.paths.archive import archive_faults
from judge.reports.own_texts import use_own_texts
from judge.shell.operate import fsck, restore
from judge.shell.record import verified_at
from judge.shell.terminal import config_at, echo
from judge.store.data_folder import AlreadyRunningError, FolderLock, LastDrill, look_at_folder, note_drill
from judge.store.event_chain import hash_of
from judge.store.life import ReplacementError, back_up
from judge.store.overview import ReadOnlyStore, open_read_only
from judge.store.spool import spool_path
from judge.system.clock import SystemClock
from judge.system.files import command_line, private_folder, restricted_umask
from judge.system.log import printable_line, said_of

_PATIENCE = 900.0
"""Seconds in which the judge of a drill has answered its letters and written the pages of its games."""

_PAUSE = 0.1
"""Seconds between two looks at what it has done."""

_LINE_SECONDS = 60.0
"""Seconds that its door may take for an answer."""

_LETTERS_A_LIFE = 5
"""Letters that are answered 250 in each of its lives."""

_KILLS = 2
"""The line of a drill and its errors say “twice”."""

_TIMES_AS_LARGE, _AND_BYTES = 4, 64 << 20
"""The room a drill needs: a backup, its copy, what is written on it, pages; and some of its own."""


class DrillError(Exception):
    """A drill that failed; the text says where and what, in one line."""


@dataclass(frozen=True)
class BackupSource:
    """The backup of a drill: its file, of which moment it is (UTC), whether it was made for this."""

    file: Path
    at: datetime
    is_new: bool = False


@dataclass(frozen=True)
class Drilled:
    """What a drill that has passed found in its backup, and in how many seconds that was put back."""

    source: BackupSource
    letters: int
    games: int
    seconds: float

    def __str__(self) -> str:
        new = " (none was known of: made for this)" if self.source.is_new else ""
        return (
            f"Drill passed: backup of {self.source.at:%Y-%m-%d %H:%M} UTC{new}, {_counted(self.letters, 'letter')}, "
            f"{_counted(self.games, 'game')}, verified; restored in {self.seconds:.1f} s; "
            "killed twice, nothing lost"
        )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def drill(config: Config, now: datetime, backup: Path | None = None) -> Drilled:
    """Put a backup back beside the data, serve it, kill that twice, compare; nothing of the judge is changed.

    ``backup`` is the last one that is known of by default; where there is none, one is made. The folder of the drill
    is gone afterwards. DrillError where anything is missing, or lost.
    """
    place = config.folders.data / "drill"
    if not (config.folders.data / "judge.db").exists():
        raise DrillError(f"there is no database at {config.folders.data / 'judge.db'}, so there is nothing to try")
    with _place_of_its_own(place):
        source = _source(config, place, backup, now)
        _check_room(place, source)
        there = _config_there(config, place)
        begun = time.monotonic()
        found: list[str] = []
        try:
            restore(there, source.file, now, found.append, replace=False)
        except ReplacementError as error:
            first = next((line for line in "\n".join(found).splitlines() if not line.endswith(": ok")), "")
            raise DrillError(f"putting the backup back: {error}{f' ({first})' if first else ''}") from error
        seconds = time.monotonic() - begun
        before = StoredBefore.of(there)
        accepted = _live_and_die(there)
        _compare(there, before, accepted)
        return Drilled(source, len(before.letters), len(before.logs), seconds)


@contextmanager
def _place_of_its_own(place: Path) -> Iterator[None]:
    """An empty folder that no other drill uses, gone afterwards; what one that was killed has left there goes, too."""
    private_folder(place)
    try:
        lock = FolderLock(place)
    except AlreadyRunningError:
        raise DrillError(f"another drill is at work in {place}: wait for its end") from None
    try:
        for left in place.iterdir():
            if left.is_dir():
                shutil.rmtree(left)
            elif left.name != "judge.lock":
                left.unlink()
        yield
    finally:
        shutil.rmtree(place, ignore_errors=True)
        lock.release()


def _source(config: Config, place: Path, backup: Path | None, now: datetime) -> BackupSource:
    """The backup that is tried; DrillError where one that was made is gone, or none can be made."""
    data = config.folders.data
    noted = look_at_folder(data).backup
    if backup or noted:
        file = backup or Path(noted.file if noted else "")
        if not file.exists():
            raise DrillError(f"the last backup, {file}, is not there; name another (--backup FILE), or make one")
        is_noted = noted and file.absolute() == Path(noted.file)
        at = noted.at if noted and is_noted else datetime.fromtimestamp(file.stat().st_mtime, UTC)
        return BackupSource(file, at)
    try:
        back_up(data / "judge.db", spool_path(data), place / "backup.db")
    except (OSError, sqlite3.Error) as error:
        told = said_of(error) if isinstance(error, OSError) else str(error)
        raise DrillError(f"there is no backup yet, and none can be made: {told}") from error
    return BackupSource(place / "backup.db", now, is_new=True)


def _check_room(place: Path, source: BackupSource) -> None:
    """DrillError where the disk of the drill has too little room."""
    files = [source.file] if source.file.is_file() else [*source.file.rglob("*")]
    needed = _TIMES_AS_LARGE * sum(file.stat().st_size for file in files if file.is_file()) + _AND_BYTES
    free = shutil.disk_usage(place).free
    if free < needed:
        raise DrillError(f"{free >> 20} MB are left on the disk of {place}, and a drill needs {needed >> 20} MB there")


def _config_there(config: Config, place: Path) -> Config:
    """Write the configuration of the judge that is tried: as ours, but for its folders and doors, and without a relay.

    What it writes to anybody becomes a file in a Maildir there, so no letter can leave.
    """
    judge, own = config.judge, {name: str(place / name) for name in ("data", "archive", "mailboxes", "zine")}
    theirs = {name: str(getattr(config.folders, name).absolute()) for name in _SHARED}
    sections: Mapping[str, Mapping[str, object]] = {
        "judge": {key: getattr(judge, key) for key in ("address", "name", "language", "zone", "tournaments")},
        "smtp": {"host": "127.0.0.1", "port": 0},
        "folders": own | theirs,
        "retention": {"letters_days": 0, "answers_days": 0, "envelopes_days": 0},
        "clock": {"sweep_seconds": 1},
    }
    lines = (
        f"[{name}]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in keys.items())
        for name, keys in sections.items()
    )
    path = place / "config.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_config(path)


_SHARED = ("tournaments", "boards", "templates", "languages")
"""Folders of the operator's that a judge only reads."""


# --- what was there before, and must be there afterwards


@dataclass(frozen=True)
class StoredBefore:
    """The numbers of letters that a backup has, and of each game how many events, how often changed, the last hash."""

    letters: frozenset[int]
    logs: Mapping[GameName, tuple[int, int, str]]

    @classmethod
    def of(cls, there: Config) -> Self:
        """What the database of a configuration holds."""
        with open_read_only(there.folders.data / "judge.db") as found:
            db = found.database
            logs = {name: (*log, hash_of(db, name, log[0])) for name, log in found.logs().items()}
            return cls(frozenset(number for (number,) in db.execute("SELECT id FROM letters")), logs)

    def lost(self, found: ReadOnlyStore) -> Iterator[str]:
        """What is not there any more, or otherwise."""
        now, db = found.logs(), found.database
        gone = self.letters - {number for (number,) in db.execute("SELECT id FROM letters")}
        if gone:
            yield f"{_counted(len(gone), 'letter')} of the backup, the first {min(gone)}"
        for name, (events, rewritten, last) in self.logs.items():
            if name not in now or (now[name][1] == rewritten and hash_of(db, name, events) != last):
                yield f"events of {name}"


# --- the lives of the judge that is tried


@contextmanager
def _serving(there: Config) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A judge of its own, a child of this process, and the port of its door; gone afterwards in any case."""
    place = there.folders.data.parent
    command = [*command_line(), "--config", str(place / "config.toml"), "serve"]
    environment = {key: value for key, value in os.environ.items() if key not in {"NOTIFY_SOCKET", "WATCHDOG_USEC"}}
    with (place / "log").open("ab") as log:
        process = subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=log, text=True, env={**environment, "PYTHONUNBUFFERED": "1"}
        )
    assert process.stdout
    try:
        found = re.search(r"listens on 127\.0\.0\.1:(\d+)", process.stdout.readline())
        if not found:
            process.wait()
            said = (place / "log").read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise DrillError(f"the judge on the backup does not start: {said[-1] if said else 'it says nothing'}")
        yield process, int(found[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(AlreadyRunningError, OSError):  # its other processes end by themselves
            FolderLock(there.folders.data).release()


def _live_and_die(there: Config) -> Mapping[str, bytes]:
    """Start the judge, kill it in the middle of a letter, again, at last let it finish; the letters answered 250.

    Their senders by whom each came, with its bytes.
    """
    accepted: dict[str, bytes] = {}
    for life in range(_KILLS + 1):
        with _serving(there) as (process, port):
            try:
                with smtplib.SMTP("127.0.0.1", port, timeout=_LINE_SECONDS) as line:
                    for number in range(_LETTERS_A_LIFE):
                        sender = f"drill-{life}-{number}@{_NOWHERE}"
                        raw = _letter(sender, there)
                        line.sendmail(sender, [there.judge.address], raw)
                        accepted[sender] = raw
                    if life < _KILLS:
                        _begin_letter(line, there)
                        process.kill()
                        process.wait()
            except (OSError, smtplib.SMTPException) as error:
                raise DrillError(f"the door of the judge on the backup takes no letter: {error}") from error
            if life == _KILLS:
                _await(process, there, accepted)
    return accepted


_NOWHERE = "drill.invalid"
"""The mail domain of those who write: nobody can have it (RFC 6761 6.4)."""


def _letter(sender: str, there: Config) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, there.judge.address, "Drill"
    message["Message-ID"] = f"<{fresh_secret()}@{_NOWHERE}>"
    message.set_content("HELP\n")
    return bytes(message)


def _begin_letter(line: smtplib.SMTP, there: Config) -> None:
    """Hand over half a letter, which nobody has answered for."""
    sender = f"drill@{_NOWHERE}"
    line.mail(sender)
    line.rcpt(there.judge.address)
    line.docmd("DATA")
    line.send(_letter(sender, there)[:100])


def _await(process: subprocess.Popen[str], there: Config, accepted: Mapping[str, bytes]) -> None:
    """Wait until every letter has its answer and every game its pages, then have the judge stop in good order."""
    unanswered = [mailbox_of(there.folders.mailboxes, sender) / "new" for sender in accepted]
    _until(lambda: not any(not (box.is_dir() and any(box.iterdir())) for box in unanswered), "answer every letter")
    with open_read_only(there.folders.data / "judge.db") as found:
        waiting = {*found.games()}
    _until(lambda: not _without_pages(there, waiting), "write the pages of every game")
    process.terminate()
    try:
        process.wait(_LINE_SECONDS)
    except subprocess.TimeoutExpired:
        raise DrillError(f"the judge on the backup does not stop within {_LINE_SECONDS:.0f} s") from None


def _without_pages(there: Config, waiting: set[GameName]) -> set[GameName]:
    """Take those games out whose pages are all there, and return the others."""
    with open_read_only(there.folders.data / "judge.db") as found:
        for name in [*waiting]:
            if not any(archive_faults(there.folders.archive / name, found.events(name))):
                waiting.remove(name)
    return waiting


def _until(is_done: Callable[[], bool], what: str) -> None:
    end, breath = time.monotonic() + _PATIENCE, Event()
    while not is_done():
        if time.monotonic() > end:
            raise DrillError(f"the judge on the backup did not {what} within {_PATIENCE:.0f} s")
        breath.wait(_PAUSE)


# --- what the end is compared with


def _compare(there: Config, before: StoredBefore, accepted: Mapping[str, bytes]) -> None:
    """DrillError at the first thing that is not as it must be."""
    use_own_texts(there.folders.templates, there.folders.languages)
    with open_read_only(there.folders.data / "judge.db") as found:
        lost = [*before.lost(found), *(f"the letter of {who}, answered 250" for who in _missing(found, accepted))]
        if lost:
            raise DrillError(f"after two kills it is lost: {'; '.join(lost)}")
        for what, faults in fsck(found, there.folders.archive):
            if faults:
                raise DrillError(f"after two kills fsck finds in the {what}: {faults[0]}")
    for folder in sorted(path.parent for path in there.folders.archive.glob(f"*/{INDEX}")):
        verified = verified_at(folder)
        if verified.difference:
            raise DrillError(f"the record of {folder.name} does not verify: {verified.difference.page}")


def _missing(found: ReadOnlyStore, accepted: Mapping[str, bytes]) -> Iterator[str]:
    """Who has written a letter that is not kept as it was sent, whatever the door wrote above it."""
    query = "SELECT raw FROM letters JOIN letter_bytes ON letter = id WHERE sender = ?"
    for who, raw in accepted.items():
        if not any(bytes(kept).endswith(raw) for (kept,) in found.database.execute(query, [who])):
            yield who


# --- the command


@click.command(name="drill")
@click.option(
    "--backup", "backup", type=click.Path(path_type=Path), metavar="FILE", help="Which one; the last by default."
)
@click.option("--mail", "is_mailed", is_flag=True, help="Send the line to the operator (judge.operator), too.")
@click.pass_obj
def drill_backup(path: Path, backup: Path | None, *, is_mailed: bool) -> None:
    """Rehearse a loss: put the last backup back in a folder of its own, kill a judge on it, see that nothing is lost.

    What works now is neither stopped nor changed, and no letter leaves. Without a backup one is made for this. One
    line says what was found; the command fails where anything is missing or lost.
    """
    config, now, is_well = config_at(path), SystemClock().now(), True
    try:
        with restricted_umask():
            says = str(drill(config, now, backup))
    except (DrillError, OSError, sqlite3.Error) as error:
        is_well, says = False, f"Drill failed: {said_of(error) if isinstance(error, OSError) else error}"
    with suppress(OSError):
        note_drill(config.folders.data, LastDrill(now, says, is_well))
    echo(says, err=not is_well)
    if is_mailed and (trouble := _mail(config, printable_line(says), now)):
        echo(f"The operator was not told: {trouble}", err=True)
        is_well = False
    sys.exit(not is_well)


def _mail(config: Config, says: str, now: datetime) -> str:
    """Send a line to the operator by the way that all letters go; what keeps it from that, empty where nothing does."""
    own, to = config.judge.address, config.judge.operator
    if not to:
        return "set judge.operator"
    message_id = f"<drill.{fresh_secret()}@{judge_domain(config)}>"
    raw = compose(
        MessageFields(
            sender_name=config.judge.name,
            sender_address=own,
            reply_to=own,
            to=to,
            subject=says.partition(":")[0],
            text=f"{says}\n",
            message_id=message_id,
            date=now,
            in_reply_to=None,
            references=(),
            list_id="",
            automatic="generated",
        )
    )
    if not config.relay.host:
        deliver_to_maildir(mailbox_of(config.folders.mailboxes, to), message_id, raw)
        return ""
    try:
        signs = dkim_signer(config, os.environ)
        with Relay(relay_route(config, os.environ)) as relay:
            outcome = relay.send(bounce_address(own, fresh_secret()), to, signs.sign(raw) if signs else raw)
    except ConfigError as error:
        return str(error)
    return "" if isinstance(outcome, RelayAccepted) else printable_line(outcome.why)
