"""How long the site of many games takes: all of it, after some more phases in each, when nothing has happened.

Run ``python -m bench.site``. In processor time of the one process that writes, games included as they are read from
memory. All games differ: clockwork players play them, each by another seed, so that nothing is the same twice but what
is so in any hobby.
"""

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import click

from judge.clockwork import clockwork_orders
from judge.game.apply import apply, fold_events
from judge.game.league import public_hobby, summary_of
from judge.game.messages import Event
from judge.game.phases.close import close_at_deadline
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName, PlayingStrength, Settings
from judge.game.state import GivenOrder
from judge.service.site import SiteSource, WrittenSite, write_site
from judge.site.frame import Site
from tests.shared.recorded_logs import OPENED, opened

Logs = Mapping[GameName, Sequence[Event]]


def played(name: str, phases: int) -> tuple[Event, ...]:
    """Return the log of a game of clockwork players that has closed so many phases, or is over."""
    log = list(opened(Settings(), name=name))
    game = fold_events(log)
    while game and (position := game.open_position) and game.phases_closed < phases:
        board = game.board_at(position)
        orders = {
            power: clockwork_orders(board, game.book, position, power, PlayingStrength.EASY, name)
            for power in game.board.powers
        }
        given = {power: tuple(GivenOrder(one, 1, None) for one in each) for power, each in orders.items()}
        for event in close_at_deadline(replace(game, orders=given), OPENED + timedelta(days=1 + game.phases_closed)):
            log.append(event)
            game = apply(game, event)
    return tuple(log)


def shortened(log: Sequence[Event], phases: int) -> Sequence[Event]:
    """Return a log as far as so many phases have closed."""
    closes = (place for place, event in enumerate(log, 1) if isinstance(event, PhaseClosed))
    return log[: next(islice(closes, phases - 1, None), len(log))]


def written(logs: Logs, folder: Path) -> tuple[float, WrittenSite]:
    """Write the site of some games; how many seconds of the processor it took, what was written."""
    games = [game for log in logs.values() if (game := fold_events(log))]
    stand = {name: (len(log), 0) for name, log in logs.items()}
    source = SiteSource(public_hobby(map(summary_of, games)), stand, logs.__getitem__, datetime.now(UTC))
    start = time.process_time()
    told = write_site(Site("example.org", ("fr", "en"), url="https://example.org"), source, folder, str)
    return time.process_time() - start, told


@click.command()
@click.option("--games", default=40, help="How many, all different.")
@click.option("--phases", default=30, help="That have closed in each.")
def main(games: int, phases: int) -> None:
    """Measure the site of some games."""
    with click.progressbar(range(games), label=f"{games} games of {phases} phases") as numbers:
        after = {GameName(f"game-{one}"): played(f"game-{one}", phases + 3) for one in numbers}
    before = {name: shortened(log, phases) for name, log in after.items()}
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as name:
        for what, logs in (("all", before), ("three more phases", after), ("nothing new", after)):
            took, told = written(logs, Path(name))
            click.echo(f"{what}: {took:.1f} s, {told.games} games, {told.written} files written")
        size = sum(path.stat().st_size for path in Path(name).rglob("*") if path.is_file())
        click.echo(f"{size / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
