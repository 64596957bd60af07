"""Commands to run the judge, and to see whether it can."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
from tzlocal import get_localzone_name

from judge.config import JudgeConfig, asked_of, is_configured
from judge.languages import FALLBACK, LANGUAGES
from judge.mail.dkim_keys import lookup
from judge.reports.own_texts import note_own_texts, own_texts_in_use, use_own_texts
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
from judge.shell.keep import update_database
from judge.shell.new_service import KEY_FILE, SELECTOR, ServiceWish, lay_out, make_service, serving_lines
from judge.shell.road import check_address, check_dns, check_listeners, check_relay, try_road
from judge.shell.terminal import config_at, echo, is_terminal
from judge.system.clock import SystemClock
from judge.system.files import restrict_umask
from judge.system.log import start_log

# --- checks an installation: what is right, what is wrong, what to do about it, one line each


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
        _check(key, value)
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
    _check(key, answer)
    return answer


def _check(key: str, value: str | int) -> None:
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
