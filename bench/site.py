"""How long the site of many games takes: all of it, after some more phases in each, when nothing has happened.

Run ``python -m bench.site``. In processor time of the one process that writes; the games are copies of a recorded one.
"""

import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import click

from bench.copied_games import lay_copies
from judge.config import Config, FolderConfig
from judge.service.site import write_whole_site
from judge.site.writing import WrittenSite
from judge.store.overview import open_read_only


def written(folder: Path, site: Path) -> tuple[float, WrittenSite]:
    """Write the site of the judge in a folder; how many seconds of the processor it took, what was written."""
    config = Config(folders=FolderConfig(data=folder / "data"))
    start = time.process_time()
    with open_read_only(config.folders.data / "judge.db") as found:
        told = write_whole_site(config, found, site, lambda _: None, datetime.now(UTC))
    return time.process_time() - start, told


@click.command()
@click.option("--games", default=1000, help="Copies of the game.")
@click.option("--phases", default=20, help="That have closed in each.")
def main(games: int, phases: int) -> None:
    """Measure the site of some copies of a game."""
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as name:
        top = Path(name)
        for folder, closed in ((top / "before", phases), (top / "after", phases + 3)):
            lay_copies(folder, closed, games)
        for what, of in (("all", "before"), ("some more phases", "after"), ("nothing new", "after")):
            took, told = written(top / of, top / "site")
            click.echo(f"{what}: {took:.1f} s, {told.games} games, {told.written} files written")
        size = sum(path.stat().st_size for path in (top / "site").rglob("*") if path.is_file())
        click.echo(f"{size / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
