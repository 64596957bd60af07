"""Commands to run the judge and to keep what it has stored."""

import os
import sqlite3
import sys
from pathlib import Path

import click

from judge.clock import SystemClock
from judge.doctor import examine
from judge.doctor.check import FindingState, Installation
from judge.fsck import fsck, told
from judge.logs.start import start_log
from judge.mail.dns_lookup import lookup
from judge.private_files import restrict_umask, restricted_umask
from judge.restore import RestoreError, restore
from judge.shell.database import config_at, database_of
from judge.shell.serving import serving_lines
from judge.store.backup import back_up
from judge.store.data_folder import LastBackup, note_backup
from judge.store.read_only import open_read_only
from judge.store.spool import spool_path
from judge.supervisor import StartError, Supervisor


@click.command()
@click.pass_obj
def serve(path: Path) -> None:
    """Run the judge until it is told to stop (SIGTERM or Ctrl-C)."""
    restrict_umask()
    config = config_at(path)
    start_log(config.folders.data)
    try:
        supervisor = Supervisor(config)
        supervisor.start()
        for line in serving_lines(config, supervisor.port):
            click.echo(line)
        supervisor.run()
    except StartError as error:
        raise click.ClickException(str(error)) from error
    click.echo("stopped; everything received is kept")


@click.command()
@click.pass_obj
def doctor(path: Path) -> None:
    """Look a set-up over: one line for each finding, with what to do; fails when something is wrong."""
    installation = Installation(config_at(path), SystemClock().now(), os.environ, lookup)
    findings = []
    for finding in examine(installation):
        click.echo(finding)
        findings.append(finding)
    if any(finding.state is FindingState.WRONG for finding in findings):
        sys.exit(1)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(path: Path, file: Path) -> None:
    """Copy the database to FILE, whole, while the judge goes on working."""
    try:
        data = config_at(path).folders.data
        back_up(data / "judge.db", spool_path(data), file)
        note_backup(data, LastBackup(SystemClock().now(), str(file.absolute())))
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file} holds everything as it stood a moment ago")


@click.command(name="restore")
@click.argument("backup", type=click.Path(exists=True, path_type=Path))
@click.option("--replace", is_flag=True, help="Keep the database that is there beside it, and take its place.")
@click.pass_obj
def restore_backup(path: Path, backup: Path, *, replace: bool) -> None:
    """Put BACKUP, a file or the folder of a Litestream replica, in the place of the database; the judge is stopped."""
    config = config_at(path)
    try:
        with restricted_umask():
            restore(config, backup, SystemClock().now(), click.echo, replace=replace)
    except RestoreError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{config.folders.data / 'judge.db'} is what {backup} holds; run the doctor, then start the judge")
    click.echo("letters that came later are not in it: ask the players to compare their last acknowledgements")


@click.command(name="fsck")
@click.pass_obj
def check_data(path: Path) -> None:
    """Compare all that is stored: a line for each thing, “ok” or what is wrong; fails when something is."""
    config, is_well = config_at(path), True
    with database_of(config) as at, open_read_only(at) as found:
        for what, faults in fsck(found, config.folders.archive):
            click.echo(told(what, faults))
            is_well = is_well and not faults
    sys.exit(not is_well)
