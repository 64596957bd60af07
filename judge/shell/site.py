"""The command that writes the games of the judge as pages of the web."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from judge.game.settings import GameName
from judge.service.site import write_whole_site
from judge.shell.table import database_of
from judge.shell.terminal import config_at, echo
from judge.store.overview import open_read_only
from judge.system.clock import SystemClock


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def site(path: Path, folder: Path | None) -> None:
    """Write the games here as pages of the web into DIR, those that anybody may know of; see docs/site.md.

    Without DIR into the folder of [site] in config.toml, where a running judge does it after each close. Only what has
    changed since the last time is written.
    """
    config = config_at(path)
    into = folder or config.site.folder
    if into is None:
        message = "say into which folder: site DIR, or site.folder in config.toml"
        raise click.UsageError(message)
    with database_of(config) as at, open_read_only(at) as found, _progress(len(found.games())) as told:
        try:
            written = write_whole_site(config, found, into, told, SystemClock().now(), side_by_side=True)
        except OSError as error:
            raise click.ClickException(f"{into}: {error.strerror or error}; what was written stays") from error
    for name, why in written.failed.items():
        echo(f"{name} could not be told: {why.splitlines()[-1]}", err=True)
    echo(f"{into}: {written.games} games told anew, {written.written} files written, {written.removed} removed")


@contextmanager
def _progress(games: int) -> Iterator[Callable[[GameName], object]]:
    """Show how many games have been told, on a terminal."""
    with Progress(console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal) as shown:
        task = shown.add_task("games", total=games)
        yield lambda _: shown.advance(task)
