"""The command that writes the games of the judge as pages of the web."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from judge.game.league import public_hobby
from judge.game.settings import GameName
from judge.shell.table import database_of
from judge.shell.terminal import SETS_OF_LANGUAGES, config_at, echo
from judge.site.frame import Site
from judge.site.writing import SiteSource, write_site
from judge.store.issues import read_tournaments
from judge.store.overview import open_read_only


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--language",
    "languages",
    type=click.Choice(list(SETS_OF_LANGUAGES)),
    default="both",
    help="Of the pages; both by default.",
)
@click.option("--title", default="", help="Of the site; “Diplomacy by mail” by default.")
@click.option(
    "--url", default="", help="Where the site stands, https://…: for the sitemap, the feeds, the canonical address."
)
@click.option(
    "--zine",
    "zines",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with issues of the zine, as --publish keeps them in printed/; may be repeated.",
)
@click.pass_obj
def site(path: Path, folder: Path, languages: str, title: str, url: str, zines: tuple[Path, ...]) -> None:
    """Write the games here as pages of the web into DIR, those that anybody may know of; see docs/site.md.

    Only what has changed since the last time is written. It may run beside a running judge.
    """
    if url and not url.startswith(("https://", "http://")):
        raise click.UsageError(f"--url {url}: an address begins so: https://example.org/games")
    config, chosen = config_at(path), SETS_OF_LANGUAGES[languages]
    with database_of(config) as at, open_read_only(at) as found:
        summaries = found.summaries(found.games())
        tournaments = read_tournaments(config.folders.tournaments, found.tournaments())[0]
        hobby = public_hobby(summaries.values(), tournaments, found.unlisted())
        source = SiteSource(
            hobby,
            {name: (one.version, found.rewritten(name)) for name, one in summaries.items()},
            found.events,
        )
        whole = Site(config.judge.address.rpartition("@")[2], chosen, title, url.rstrip("/"), _issues(zines))
        try:
            with _progress(len(summaries)) as told:
                written = write_site(whole, source, folder, told)
        except OSError as error:
            raise click.ClickException(f"{folder}: {error.strerror or error}; what was written stays") from error
    echo(f"{folder}: {written.games} games told anew, {written.written} files written, {written.removed} removed")


def _issues(folders: Iterable[Path]) -> Sequence[Path]:
    """The files of issues in some folders that browsers show."""
    return [path for folder in folders for path in sorted(folder.iterdir()) if path.suffix in {".pdf", ".html"}]


@contextmanager
def _progress(games: int) -> Iterator[Callable[[GameName], None]]:
    """Show how many games have been told, on a terminal."""
    with Progress(console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal) as shown:
        task = shown.add_task("games", total=games)

        def told(_: GameName) -> None:
            shown.advance(task)

        yield told
