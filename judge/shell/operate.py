"""Commands to run the judge: laid out, served, looked over; its store put back, upgraded, compared, rid of somebody."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click
from sqlite_utils import Database
from tzlocal import get_localzone_name

from judge.config import Config, JudgeConfig, asked_of, is_configured
from judge.game.apply import transitions
from judge.game.mastery.messages import GameMoved
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, GameName
from judge.languages import FALLBACK, LANGUAGES
from judge.mail.dkim_keys import lookup
from judge.paths.archive import archive_faults, is_empty
from judge.paths.forgetting import forget_due
from judge.paths.gazette import services_beside
from judge.reports.orders import game_fingerprint
from judge.reports.own_texts import changed_texts, note_own_texts, own_texts_in_use, use_own_texts
from judge.service.supervisor import StartError, Supervisor
from judge.shell.doctor import (
    Check,
    CheckFinding,
    FindingState,
    Installation,
    check_alias_map,
    check_clock,
    check_database,
    check_drill,
    check_folders,
    check_processes,
    check_site,
    check_texts,
    check_tournaments,
    closed,
)
from judge.shell.new_service import KEY_FILE, SELECTOR, ServiceWish, lay_out, make_service, serving_lines
from judge.shell.road import check_address, check_dns, check_listeners, check_relay, try_road
from judge.shell.table import database_of, has_database
from judge.shell.terminal import config_at, echo, is_terminal
from judge.store.connection import connect_read_only
from judge.store.event_chain import chain_faults, hash_of
from judge.store.life import (
    LifeMark,
    ReplacementError,
    alone_in,
    begin_new_life,
    bring_up_to_date,
    copy_database,
    is_older,
    keep_database,
    name_of_kept,
    put_in_place,
    reading,
    remove_database,
    upgrade_database,
    version_of,
)
from judge.store.overview import (
    ReadOnlyStore,
    alarm_faults,
    events_or_fault,
    file_faults,
    inbox_faults,
    news_faults,
    open_read_only,
    outbox_faults,
    snapshot_faults,
)
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus, last_heartbeat
from judge.store.schema import is_newer, migrations
from judge.system.clock import SystemClock
from judge.system.files import __version__, changes_since, restrict_umask, restricted_umask, sync_folder, versions
from judge.system.log import start_log

# --- what the judge has stored: restore, upgrade, comparison, forgetting


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
            _check_database(unfinished, backup, say)
            if database.exists():
                say(f"kept: {keep_database(database, now)}")
            if not is_empty(config.folders.archive):  # it may have pages of phases that are to come; it is written anew
                say(f"kept: {config.folders.archive.rename(name_of_kept(config.folders.archive, now))}")
                sync_folder(config.folders.archive.parent)
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


def _check_database(copy: Path, backup: Path, say: Callable[[str], object]) -> None:
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


# --- commands that keep what the judge has stored


@click.command(name="restore")
@click.argument("source", metavar="BACKUP", type=click.Path(exists=True, path_type=Path))
@click.option("--replace", is_flag=True, help="Keep the database that is there beside it, and take its place.")
@click.pass_obj
def restore_backup(path: Path, source: Path, *, replace: bool) -> None:
    """Put BACKUP, a file or the folder of a Litestream replica, in the place of the database; the judge is stopped."""
    config = config_at(path)
    try:
        with restricted_umask():
            restore(config, source, SystemClock().now(), echo, replace=replace)
    except ReplacementError as error:
        raise click.ClickException(str(error)) from error
    echo(f"{config.folders.data / 'judge.db'} is what {source} holds; run the doctor, then start the judge")
    echo("letters that came later are not in it: its players are told to write them again")


@click.command(name="fsck")
@click.pass_obj
def check_data(path: Path) -> None:
    """Compare all that is stored: a line for each thing, “ok” or what is wrong; fails when something is."""
    config, is_well = config_at(path), True
    use_own_texts(config.folders.templates, config.folders.languages)
    with database_of(config) as at, open_read_only(at) as found:
        for what, faults in fsck(found, config.folders.archive):
            echo(told(what, faults))
            is_well = is_well and not faults
    sys.exit(not is_well)


@click.command()
@click.option("--since", metavar="VERSION", help="Tell what has changed since that version, and do nothing else.")
@click.pass_obj
def upgrade(path: Path, since: str | None) -> None:
    """Say what has changed since the last version, and bring the database up to date; the judge is stopped.

    The database as it was is kept beside the new one.
    """
    if since is not None:
        if since not in versions():
            raise click.UsageError(f"“{since}” is no version; there are {', '.join(versions())}")
        echo(changes_since(since) or f"nothing has changed since {since}; this is judge {__version__}")
        return
    config = config_at(path)
    database = config.folders.data / "judge.db"
    if not has_database(config):
        echo(f"this is judge {__version__}; there is no database at {database} yet, the first start makes it")
        return
    try:
        before = version_of(database)
    except ReplacementError as error:
        raise click.ClickException(str(error)) from error
    changes = changes_since(before)
    if changes:
        echo(f"What has changed since judge {before}:\n\n{changes}\n")
    was_older = update_database(config)
    use_own_texts(config.folders.templates, config.folders.languages)
    for name, change in changed_texts(config.folders.data):
        echo(f"What {name} takes the place of has changed; look yours over:\n\n{change}")
    note_own_texts(config.folders.data)
    echo(f"{database} is {'now ' if was_older else ''}that of judge {__version__}; start the judge")


def update_database(config: Config) -> bool:
    """Migrate the database if it is of an older judge, and tell where that one is kept; whether it was older.

    ClickException if it cannot be done, or if the database is of a newer judge.
    """
    database = config.folders.data / "judge.db"
    try:
        if not database.exists() or not is_older(database):
            return False
        with restricted_umask():
            upgrade_database(database, SystemClock().now(), echo)
    except ReplacementError as error:
        raise click.ClickException(str(error)) from error
    return True


@click.command()
@click.argument("address")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def forget(path: Path, address: str, *, yes: bool) -> None:
    """Forget whoever writes from ADDRESS, now: seats are left, letters, press and names go; a running judge does it."""
    config, who = config_at(path), Address(address.lower())
    folders = config.folders
    with database_of(config), services_beside(config) as services:
        games = services.store.games_of(who)
        echo(f"{who} has had to do with {', '.join(games) or 'no game'}; what is kept of them will be gone for good")
        if not yes:
            click.confirm("Forget them?", abort=True)
        wish = Subscription(Publication.FORGETTING, who, is_on=True, alarm=_LONG_AGO)
        services.store.commit(Transaction(None, LetterStatus.DONE, subscriptions=(wish,)))
        try:
            with alone_in(folders.data):
                while forget_due(services):
                    pass
        except ReplacementError:
            echo("the judge runs, and does it within a minute")
        else:
            is_done = services.store.forgetting_at(who) is None
            letters = "letters that name them wait to leave: the judge does it once they have left, when it runs"
            echo("they are forgotten" if is_done else letters)
    for kept in sorted(folders.data.glob("judge.db.before-*")):
        echo(f"{kept} is a database of before, and holds what it held; remove it yourself")
    for file in sorted(folders.tournaments.glob("*.toml")):
        if who in file.read_text(encoding="utf-8", errors="replace").lower():
            echo(f"{file} names them; change it yourself")


_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""An hour that has come whatever the clock says."""


# --- running: init, serve, doctor


_CHECKS: tuple[Check, ...] = (
    check_address,
    check_listeners,
    check_folders,
    check_relay,
    check_clock,
    check_database,
    check_processes,
    check_drill,
    check_tournaments,
    check_texts,
    check_alias_map,
    check_site,
    check_dns,
)


def examine(installation: Installation) -> Iterator[CheckFinding]:
    """Yield every finding, in the order in which an installation is set up; what cannot be looked at is one, too."""
    for check in _CHECKS:
        try:
            yield from check(installation)
        except OSError as error:
            yield closed("doctor", error)


# --- commands to run the judge, and to see whether it can


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--address", metavar="ADDRESS", help="Where players write.  [default: judge@localhost]")
@click.option("--name", metavar="NAME", help="The display name on letters out.  [default: The Judge]")
@click.option("--language", type=click.Choice(LANGUAGES), help="For people not known yet.  [default: en]")
@click.option("--zone", metavar="ZONE", help="The time zone of its hours.  [default: Europe/Paris]")
@click.option(
    "--relay",
    metavar="HOST",
    help="The mail server that carries letters out; none: Maildirs. One on this machine brings letters by LMTP, too.",
)
@click.option("--run-by", metavar="WHO", help="Who answers for it, and where to write to; NOTICE tells it.")
@click.option("--port", type=click.IntRange(0, 65535), help="Where letters come in, on this machine.  [default: 8025]")
@click.option("--ask/--no-ask", default=None, help="Ask for what is not given; by default on a terminal.")
@click.option(
    "--postfix", is_flag=True, help="Make lines for Postfix on this machine, a DKIM key, records for the DNS."
)
@click.option("--systemd", is_flag=True, help="Make a unit for systemd.")
@click.option("--user", metavar="USER", default="judge", show_default=True, help="Whom the unit runs the judge as.")
@click.option("--write", is_flag=True, help="Put lines and unit into place, as root; without, what does that is shown.")
@click.pass_context
def init(context: click.Context, /, folder: Path, *, ask: bool | None, **given: Any) -> None:
    """Lay out a FOLDER for a new judge: its configuration, mailboxes, boards, tournaments, texts of its own.

    Nothing that is there already is changed. With --postfix and --systemd the judge becomes a service: what that needs
    is made in FOLDER/deploy; once all is in its place, a letter goes from the judge to itself, and one line says that
    it came back.
    """
    wish = ServiceWish(folder.absolute(), **{key: given.pop(key) for key in ("postfix", "systemd", "write", "user")})
    if wish.write and not (wish.postfix or wish.systemd):
        raise click.UsageError("--write goes with --postfix, --systemd or both")
    is_asked = ask or (ask is None and is_terminal())
    if wish.postfix and given["relay"] is None:
        given["relay"] = "127.0.0.1"
    if is_asked and not is_configured(folder / "config.toml"):
        given |= {key: _asked(key) for key in _QUESTIONS if given[key] is None}
    settings = {_SETTINGS[key]: value for key, value in given.items() if value is not None}
    if wish.postfix:
        settings |= {"lmtp.host": "127.0.0.1", "dkim.selector": SELECTOR, "dkim.key_file": str(KEY_FILE)}
    for key, value in settings.items():
        _check_answer(key, value)
    if (
        wish.postfix
        and not is_configured(folder / "config.toml")
        and "." not in str(given["address"]).partition("@")[2]
    ):
        raise click.UsageError(
            "--postfix needs --address, in a mail domain of the judge's own: judge@judge.example.org"
        )
    if settings.get("relay.host") in _THIS_MACHINE:
        settings["lmtp.host"] = "127.0.0.1"
    if "judge.zone" in settings:
        settings["gazette.zone"] = settings["judge.zone"]
    try:
        for path, is_new in lay_out(folder, settings):
            echo(f"made: {path}" if is_new else f"there already, and left as it is: {path}")
    except OSError as error:
        raise click.ClickException(f"{error.filename or folder}: {error.strerror}") from error
    program = context.find_root().info_name
    config = config_at(folder / "config.toml")
    begin = f"{program} --config {folder / 'config.toml'}"
    echo(f"Every setting is explained in {folder / 'config.toml'}. Next:")
    echo(f"  {begin} doctor    says what is missing, and what to do")
    echo(f"  {begin} serve     runs {config.judge.address}, until Ctrl-C")
    if wish.postfix or wish.systemd:
        make_service(wish, config_at(wish.folder / "config.toml"), begin, click.confirm if is_asked else lambda _: True)


_SETTINGS = {
    "address": "judge.address",
    "name": "judge.name",
    "language": "judge.language",
    "zone": "judge.zone",
    "relay": "relay.host",
    "run_by": "judge.run_by",
    "port": "smtp.port",
}
"""The settings by the options of ``init``."""

_THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}
"""Relays that hand letters over by LMTP, too: a mail server beside the judge does both."""

_QUESTIONS = {
    "address": ("The address where players write", "judge@localhost"),
    "name": ("The display name on its letters", "The Judge"),
    "language": (f"The language for people not known yet, {' or '.join(LANGUAGES)}", FALLBACK),
    "zone": ("The time zone of its hours", ""),
    "relay": ("The mail server that carries letters out (empty: one Maildir for each player)", ""),
    "run_by": ("Who runs it, as NOTICE tells whoever asks: a name, where to write to (empty: nobody is named)", ""),
}
"""What ``init`` asks, each with the default; for the zone that is the machine's."""


def _asked(key: str) -> str:
    question, default = _QUESTIONS[key]
    default = _zone_of_machine() if key == "zone" else default
    return str(click.prompt(question, default=default, value_proc=partial(_checked, _SETTINGS[key])))


def _checked(key: str, answer: str) -> str:
    """Return an answer that its setting takes; click asks again after a UsageError."""
    _check_answer(key, answer)
    return answer


def _check_answer(key: str, value: str | int) -> None:
    """click.UsageError for a value that a setting does not take."""
    asked = asked_of(key)
    if not asked.takes(value):
        raise click.UsageError(f"“{value}” is not {asked}")


def _zone_of_machine() -> str:
    """Return the time zone of this machine; the default where it names none that is known."""
    try:
        zone = get_localzone_name()
    except (OSError, LookupError, ValueError):
        zone = ""
    return zone if asked_of("judge.zone").takes(zone) else JudgeConfig.zone


@click.command()
@click.pass_obj
def serve(path: Path) -> None:
    """Run the judge until it is told to stop (SIGTERM or Ctrl-C)."""
    restrict_umask()
    config = config_at(path)
    start_log(config.folders.data)
    update_database(config)
    use_own_texts(config.folders.templates, config.folders.languages)
    for fault in own_texts_in_use().faults:
        echo(f"{fault}; the text that comes with the judge is used", err=True)
    try:
        supervisor = Supervisor(config)
        note_own_texts(config.folders.data)
        supervisor.start()
        for line in serving_lines(config, supervisor.port):
            echo(line)
        supervisor.run()
    except StartError as error:
        raise click.ClickException(str(error)) from error
    echo("stopped; everything received is kept")


@click.command()
@click.option("--road", is_flag=True, help="Only send a letter through the relay to the judge, and see it come back.")
@click.option(
    "--wait",
    "patience",
    type=click.IntRange(0, 3600),
    default=60,
    show_default=True,
    help="Seconds that --road waits for the letter at most.",
)
@click.pass_obj
def doctor(path: Path, patience: int, *, road: bool) -> None:
    """Look a set-up over: one line for each finding, with what to do; fails when something is wrong.

    With --road a letter goes from the judge through the relay to the judge: what became of it is one line.
    """
    installation = Installation(config_at(path), SystemClock().now(), os.environ, lookup)
    findings = []
    for finding in iter([try_road(installation, patience, partial(echo, err=True))]) if road else examine(installation):
        echo(str(finding))
        findings.append(finding)
    if any(finding.state is FindingState.WRONG for finding in findings):
        sys.exit(1)
