"""Commands to run the judge, and to see whether it can."""

import os
import sys
from pathlib import Path

import click

from judge.clock import SystemClock
from judge.commands.keep import bring_up_to_date
from judge.doctor import examine
from judge.doctor.check import FindingState, Installation
from judge.logs.start import start_log
from judge.mail.dns_lookup import lookup
from judge.private_files import restrict_umask
from judge.shell.database import config_at
from judge.shell.serving import serving_lines
from judge.supervisor import StartError, Supervisor


@click.command()
@click.pass_obj
def serve(path: Path) -> None:
    """Run the judge until it is told to stop (SIGTERM or Ctrl-C)."""
    restrict_umask()
    config = config_at(path)
    start_log(config.folders.data)
    bring_up_to_date(config)
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
