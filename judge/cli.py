"""The commands of the shell."""

import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console

from judge.adjudicate import adjudicate
from judge.clock import SystemClock
from judge.config import Config, is_configured
from judge.deliver import mailbox_of
from judge.doctor import examine
from judge.doctor.check import FindingState, Installation
from judge.fsck import fsck, told
from judge.game.settings import Language
from judge.mail.dns_lookup import lookup
from judge.play.recorded_play import play_recorded_game
from judge.play.screen import Screen
from judge.private_files import restrict_umask, restricted_umask
from judge.reading import read_file, read_jsonl, services_if_any
from judge.receive import settle_letter
from judge.restore import RestoreError, restore
from judge.shell.boards import board
from judge.shell.command_groups import GroupedCommands
from judge.shell.database import config_at, database_of
from judge.shell.games import (
    game_of,
    game_tables,
    games_table,
    players_table,
    standings_tables,
    tournaments_table,
)
from judge.shell.languages import LANGUAGES, terminal_language
from judge.shell.letters import letters_table, queue_table, send_letter, write_as_master
from judge.shell.maps import draw_phase
from judge.shell.serving import serving_lines
from judge.shell.table import ShellTable, print_tables
from judge.store.backup import back_up
from judge.store.read_only import ReadOnlyStore, open_read_only
from judge.store.requeue import requeue_given_up
from judge.store.spool import spool_path
from judge.supervisor import StartError, Supervisor
from judge.tournaments import TournamentError, read_tournament, tournament_names

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(cls=GroupedCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--config", "path", type=click.Path(path_type=Path), default=Path("config.toml"), show_default=True)
@click.pass_context
def main(context: click.Context, path: Path) -> None:
    """A play-by-email judge for the board game Diplomacy."""
    context.obj = path


@main.command()
@click.pass_obj
def serve(path: Path) -> None:
    """Run the judge until it is told to stop (SIGTERM or Ctrl-C)."""
    restrict_umask()
    config = config_at(path)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    try:
        supervisor = Supervisor(config)
        supervisor.start()
        for line in serving_lines(config, supervisor.port):
            click.echo(line)
        supervisor.run()
    except StartError as error:
        raise click.ClickException(str(error)) from error
    click.echo("stopped; everything received is kept")


@main.command()
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who writes.")
@click.option(
    "--to", "recipient", metavar="ADDRESS", help="The judge's address or a reply address; the judge's own by default."
)
@click.option("--subject", default="", help="The subject line.")
@click.argument("words", nargs=-1)
@click.pass_obj
def letter(path: Path, sender: str, recipient: str | None, subject: str, words: tuple[str, ...]) -> None:
    """Write a letter to a running judge: WORDS are its lines, or standard input is when there are none."""
    _send(config_at(path), sender, recipient, subject, "\n".join(words) if words else sys.stdin.read())


@main.command(name="open")
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who opens it, and is its master.")
@click.argument("name")
@click.argument("settings", nargs=-1)
@click.pass_obj
def open_game_command(path: Path, sender: str, name: str, settings: tuple[str, ...]) -> None:
    """Open a game NAME by a letter to a running judge, with SETTINGS as in a letter: zine HOUR 20:00 LAST 1910."""
    _send(config_at(path), sender, None, f"OPEN {name}", " ".join(("OPEN", name, *settings)))


def _send(config: Config, sender: str, recipient: str | None, subject: str, text: str) -> None:
    send_letter(config, sender, recipient, subject, text)
    box = mailbox_of(config.folders.mailboxes, sender.lower())
    click.echo("kept; the answer goes out by mail" if config.relay.host else f"kept; the answer will lie in {box}")


def _show(path: Path, tables: Callable[[ReadOnlyStore, Config], Iterable[ShellTable]], *, as_json: bool) -> None:
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        print_tables(tables(found, config), click.echo, as_json=as_json)


_json_option = click.option("--json", "as_json", is_flag=True, help="A line of JSON for each row.")


@main.command()
@_json_option
@click.pass_obj
def games(path: Path, *, as_json: bool) -> None:
    """Show all games: phase, deadline, who is waited for."""
    _show(path, lambda found, _: [games_table(found)], as_json=as_json)


@main.command()
@click.argument("name")
@_json_option
@click.pass_obj
def game(path: Path, name: str, *, as_json: bool) -> None:
    """Show the game NAME in full, as its master may see it."""
    _show(path, lambda found, _: game_tables(found, name), as_json=as_json)


@main.command()
@click.argument("name")
@click.argument("player")
@_json_option
@click.pass_obj
def letters(path: Path, name: str, player: str, *, as_json: bool) -> None:
    """Show the letters of a PLAYER (an address, a power) of the game NAME, in and out."""
    _show(path, lambda found, config: [letters_table(found, name, player, config.judge.address)], as_json=as_json)


@main.command()
@click.option("--again", is_flag=True, help="Have those given up sent once more.")
@_json_option
@click.pass_obj
def queue(path: Path, *, again: bool, as_json: bool) -> None:
    """Show the letters that wait to leave, and those given up."""
    if again:
        with database_of(config_at(path)) as at:
            click.echo(f"{requeue_given_up(at)} letters that were given up wait again", err=as_json)
    _show(path, lambda found, _: [queue_table(found)], as_json=as_json)


@main.command()
@_json_option
@click.pass_obj
def players(path: Path, *, as_json: bool) -> None:
    """Show everyone who has finished a game, with their C-Diplo averages."""
    _show(path, lambda found, _: [players_table(found)], as_json=as_json)


@main.command()
@click.argument("name", required=False)
@_json_option
@click.pass_obj
def standings(path: Path, name: str | None, *, as_json: bool) -> None:
    """Show how the tournament NAME stands; without a name, which tournaments there are."""
    folder = config_at(path).folders.tournaments
    try:
        there = [read_tournament(folder, one) for one in ([name] if name else tournament_names(folder))]
    except TournamentError as error:
        raise click.ClickException(str(error)) from error
    _show(
        path,
        lambda found, _: standings_tables(found, there[0]) if name else [tournaments_table(found, tuple(there))],
        as_json=as_json,
    )


@main.command()
@click.argument("name")
@click.argument("lines", nargs=-1)
@click.pass_obj
def master(path: Path, name: str, lines: tuple[str, ...]) -> None:
    """Write as the master of the game NAME: each of LINES is a line of a letter, or standard input is the letter."""
    config = config_at(path)
    text = lines or tuple(sys.stdin.read().splitlines())
    if not any(line.strip() for line in text):
        raise click.UsageError("there is nothing to send; PAUSE is a line, “EXTEND 2d” another")
    with database_of(config) as at, open_read_only(at) as found:
        known = game_of(found, name)
    try:
        answered = write_as_master(config, known, text, SystemClock().now())
    except OSError as error:
        raise click.ClickException(f"{config.folders.mailboxes / 'in'}: {error.strerror}") from error
    click.echo(f"put into {config.folders.mailboxes / 'in'}; the answer goes to the master, {answered}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(path: Path, file: Path) -> None:
    """Copy the database to FILE, whole, while the judge goes on working."""
    try:
        data = config_at(path).folders.data
        back_up(data / "judge.db", spool_path(data), file)
    except (OSError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file} holds everything as it stood a moment ago")


@main.command(name="restore")
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


@main.command(name="fsck")
@click.pass_obj
def check_data(path: Path) -> None:
    """Compare all that is stored: a line for each thing, “ok” or what is wrong; fails when something is."""
    config, is_well = config_at(path), True
    with database_of(config) as at, open_read_only(at) as found:
        for what, faults in fsck(found, config.folders.archive):
            click.echo(told(what, faults))
            is_well = is_well and not faults
    sys.exit(not is_well)


@main.command()
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


@main.command(name="adjudicate")
def adjudicate_lines() -> None:
    """Adjudicate positions: JSON lines on standard input, one JSON line out for each."""
    adjudicate(sys.stdin, click.echo)


@main.command(name="read")
@click.argument(
    "letters", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="LETTER.eml …"
)
@click.option("--jsonl", is_flag=True, help="Read JSON lines on standard input instead, one JSON line out for each.")
@click.pass_obj
def read_letters(path: Path, letters: tuple[Path, ...], *, jsonl: bool) -> None:
    """Show what the judge makes of letters; nothing is kept, nobody is answered."""
    if jsonl:
        read_jsonl(sys.stdin, click.echo)
        return
    with services_if_any(config_at(path) if is_configured(path) else None) as services:
        for letter in letters:
            click.echo(read_file(letter, services, datetime.now(UTC), settle_letter))


main.add_command(board)
main.add_command(draw_phase)


@main.command(name="play")
@click.argument("game", default="one")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=None,
    help="Where to put everything; a scratch folder by default.",
)
@click.option("--language", type=click.Choice(tuple(LANGUAGES)), help="Of what is shown; the terminal's by default.")
def play_game(game: str, folder: Path | None, language: Language | None) -> None:
    """Play a recorded GAME to its end by real mail, with seven correspondents, in a scratch folder."""
    screen = Screen(Console(highlight=False), language or terminal_language(os.environ))
    if not play_recorded_game(game, folder, screen):
        sys.exit(1)
