"""What the chain of event hashes costs at a deadline: beside the deadline decided, and beside its transaction written.

Run ``python -m bench.chain``. Each game is young or old and closes a phase; of its new events the hashes are computed
as for the fingerprint of the game, then stored as with its transaction, each many times over, in a scratch copy of the
table, so that the clock is fine enough. ``--json FILE`` keeps the figures for comparison.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import process_time

import click
from sqlite_utils import Database

from bench.capacity import Size, laid, working
from bench.copied_games import OLD, YOUNG, name_of
from bench.figures import figures_option, keep_figures
from judge.paths.deadline import decide_deadline
from judge.service.timeline import Timeline
from judge.store.event_chain import chain, first_hash, hashes
from judge.store.event_json import dump_event
from judge.store.rows import Alarm

_TIMES = 200
_KEY = "0123456789abcdef" * 2
_SCRATCH = """CREATE TABLE event_chain (game TEXT NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL,
                                        PRIMARY KEY (game, number)) WITHOUT ROWID, STRICT"""


def milliseconds(work: Callable[[], object], times: int = 1) -> float:
    """The processor time of a piece of work, done so many times; of one of them."""
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) * 1000 / times


def costs(timeline: Timeline, number: int) -> tuple[float, float, float, float, int]:
    """Deadline decided, its transaction written, hashes computed, hashes stored; how many events were new."""
    services, name = timeline.services, name_of(number)
    game = services.game(name)
    assert game
    assert game.deadline
    alarm = Alarm(name, game.deadline.at)
    transaction = decide_deadline(services, alarm)
    assert transaction
    decided = milliseconds(lambda: decide_deadline(services, alarm))
    written = milliseconds(lambda: services.store.commit(transaction))
    texts = [dump_event(event) for event in transaction.events]
    hashed = milliseconds(lambda: [*hashes(_KEY, first_hash(_KEY, name), texts)], _TIMES)
    with closing(Database(memory=True, execute_plugins=False)) as db:
        db.execute(_SCRATCH)
        db.execute("CREATE TABLE secret (one INTEGER PRIMARY KEY, key TEXT NOT NULL)")
        db.execute("INSERT INTO secret VALUES (1, ?)", [_KEY])
        after = iter(range(0, _TIMES * len(texts), len(texts)))
        stored = milliseconds(lambda: chain(db, name, next(after), texts), _TIMES)
    return decided, written, hashed, stored, len(texts)


def measured(size: Size) -> Iterator[tuple[float, float, float, float, int]]:
    """The costs of each game of a judge."""
    with (
        tempfile.TemporaryDirectory() as root,
        laid(size, Path(root)) as (config, clock),
        working(config, clock) as one,
    ):
        games = [one.services.game(name_of(number)) for number in range(size.games)]
        clock.advance_to(max(game.deadline.at for game in games if game and game.deadline))
        yield from (costs(one, number) for number in range(size.games))


@click.command()
@click.option("--games", default=20, show_default=True, help="Games of each age.")
@figures_option
def main(games: int, file: Path | None) -> None:
    """Print the medians in milliseconds of processor time, and the share of the hashes."""
    click.echo(f"{'':8} {'decided':>8} {'written':>8} {'hashed':>8} {'stored':>8} {'events':>7} {'share':>7}")
    figures = {}
    for size in (Size(games, YOUNG), Size(games, OLD)):
        found = [*zip(*measured(size), strict=True)]
        decided, written, hashed, stored, events = figures[str(size)] = tuple(map(median, found))
        share = (hashed + stored) / (decided + written)
        click.echo(
            f"{size!s:8} {decided:8.2f} {written:8.2f} {hashed:8.3f} {stored:8.3f} {events:7.0f} {100 * share:6.1f}%"
        )
    keep_figures(file, figures)


if __name__ == "__main__":
    main()
