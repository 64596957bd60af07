"""Commands that show what the judge has stored."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from judge.config import Config
from judge.shell.database import config_at, database_of
from judge.shell.games import game_tables, games_table, players_table, standings_tables, tournaments_table
from judge.shell.letters import letters_table, queue_table, story_table
from judge.shell.status import status_as_json, status_of, status_tables
from judge.shell.table import ShellTable, echo, print_tables
from judge.store.read_only import ReadOnlyStore, open_read_only, requeue_given_up
from judge.store.tournaments import TournamentError, read_tournament, tournament_names
from judge.system.clock import SystemClock


def _show(path: Path, tables: Callable[[ReadOnlyStore, Config], Iterable[ShellTable]], *, as_json: bool) -> None:
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        print_tables(tables(found, config), echo, as_json=as_json)


_json_option = click.option("--json", "as_json", is_flag=True, help="A line of JSON for each row.")


@click.command()
@_json_option
@click.pass_obj
def games(path: Path, *, as_json: bool) -> None:
    """Show all games: phase, deadline, who is waited for."""
    _show(path, lambda found, _: [games_table(found)], as_json=as_json)


@click.command()
@click.argument("name")
@_json_option
@click.pass_obj
def game(path: Path, name: str, *, as_json: bool) -> None:
    """Show the game NAME in full, as its master may see it."""
    _show(path, lambda found, _: game_tables(found, name), as_json=as_json)


@click.command()
@_json_option
@click.pass_obj
def players(path: Path, *, as_json: bool) -> None:
    """Show everyone who has finished a game, with their C-Diplo averages."""
    _show(path, lambda found, _: [players_table(found)], as_json=as_json)


@click.command()
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


@click.command()
@click.argument("name")
@click.argument("player")
@_json_option
@click.pass_obj
def letters(path: Path, name: str, player: str, *, as_json: bool) -> None:
    """Show the letters of a PLAYER (an address, a power) of the game NAME, in and out."""
    _show(path, lambda found, config: [letters_table(found, name, player, config.judge.address)], as_json=as_json)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object; docs/status.md names its keys.")
@click.pass_obj
def status(path: Path, *, as_json: bool) -> None:
    """Show how the judge stands: games, letters that wait, next hours, last errors, disk, whether it runs."""
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        stands = status_of(found, config, SystemClock().now())
        if as_json:
            echo(json.dumps(status_as_json(stands)))
        else:
            print_tables(status_tables(stands), echo, as_json=False)


@click.command()
@click.argument("number", type=click.IntRange(1, 2**63 - 1))
@_json_option
@click.pass_obj
def story(path: Path, number: int, *, as_json: bool) -> None:
    """Show what became of the letter of that NUMBER: read, answered, sent, bounced; nothing that anybody wrote."""
    _show(path, lambda found, config: [story_table(found, config, number)], as_json=as_json)


@click.command()
@click.option("--again", is_flag=True, help="Have those given up sent once more.")
@_json_option
@click.pass_obj
def queue(path: Path, *, again: bool, as_json: bool) -> None:
    """Show the letters that wait to leave, and those given up."""
    if again:
        with database_of(config_at(path)) as at:
            echo(f"{requeue_given_up(at)} letters that were given up wait again", err=as_json)
    _show(path, lambda found, _: [queue_table(found)], as_json=as_json)
