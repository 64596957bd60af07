"""A snapshot is what the log folds to, written with its events, used only where it is of this log and this code."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from sqlite_utils import Database

from bench.old_games import old_game
from judge.game.apply import fold_events
from judge.game.folded_log import continue_fold, fold_log, valid_phases
from judge.game.orders.messages import OrderGiven
from judge.game.settings import GameName
from judge.store import event_log
from judge.store.event_json import dump_folded_log, dump_summary, read_folded_log
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.snapshots import changed_parts
from judge.store.store import Store
from judge.store.stored_games import GameCache
from judge.system.clock import SettableClock
from tests.game.event_logs import gone_back

OLD, ROME = GameName("old"), GameName("rome")


LOGS = {OLD: old_game("old", years=1), ROME: gone_back()}


def keep(store: Store, game: GameName, start: int = 0, end: int | None = None) -> None:
    assert store.commit(Transaction(None, LetterStatus.DONE, game, start, LOGS[game][start:end]))


def stored(path: Path) -> dict[str, tuple[int, str]]:
    """The number of events and the text of every snapshot."""
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT game, version, state FROM snapshots").fetchall()
    return {game: (version, state) for game, version, state in rows}


@pytest.mark.parametrize("together", [1, 7], ids="events_together_{}".format)
@pytest.mark.parametrize("game", LOGS)
def test_after_every_transaction_the_snapshot_is_the_fold_of_the_log(
    path: Path, store: Store, game: GameName, together: int
) -> None:
    steps = [*range(0, len(LOGS[game]), together), len(LOGS[game])]
    for start, end in pairwise(steps):
        keep(store, game, start, end)
        version, state = stored(path)[game]
        folded = fold_log(LOGS[game][:end])
        assert version == end
        assert read_folded_log(state) == folded
        assert state == dump_folded_log(folded), "the same state is the same text"
        assert folded.summary
        assert stored_summary(path, game) == dump_summary(folded.summary)


def test_of_an_order_the_orders_of_its_power_are_written_alone() -> None:
    """Else every letter would pay for all there is of its game."""
    log = LOGS[OLD]
    first = next(number for number, event in enumerate(log) if isinstance(event, OrderGiven))
    before, given = fold_log(log[: first + 1]), log[first + 1]
    after = continue_fold(before, [given])
    assert after
    assert isinstance(given, OrderGiven)
    assert {*(changed_parts(before, after) or ())} == {
        f'$.game.orders."{given.power}"',
        f'$.game.order_sets."{given.power}"',
        "$.game.version",
    }


TAKEN_AWAY = {
    "both": ("DELETE FROM snapshots", "DELETE FROM summaries"),
    "the state": ("DELETE FROM snapshots",),
    "the summary": ("DELETE FROM summaries",),
    "the end of the state": ("UPDATE snapshots SET state = substr(state, 1, 99)",),
    "the end of the summary": ("UPDATE summaries SET summary = substr(summary, 1, 99)",),
}


@pytest.mark.parametrize("statements", TAKEN_AWAY.values(), ids=TAKEN_AWAY)
def test_what_is_taken_away_while_the_judge_runs_is_written_whole_with_the_next_event(
    path: Path, store: Store, statements: Sequence[str]
) -> None:
    keep(store, OLD, 0, 30)
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    keep(store, OLD, 30, 31)
    folded = fold_log(LOGS[OLD][:31])
    assert folded.summary
    assert stored(path)[OLD] == (31, dump_folded_log(folded))
    assert stored_summary(path, OLD) == dump_summary(folded.summary)


def stored_summary(path: Path, game: GameName) -> str:
    with closing(sqlite3.connect(path)) as db:
        ((summary,),) = db.execute("SELECT summary FROM summaries WHERE game = ?", [game]).fetchall()
    return str(summary)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[GameName, int]]:
    """Which events are read: of which game, behind which number."""
    noted: list[tuple[GameName, int]] = []
    real = event_log.texts

    def noting(db: Database, game: GameName, after: int = 0) -> tuple[str, ...]:
        noted.append((game, after))
        return real(db, game, after)

    monkeypatch.setattr(event_log, "texts", noting)
    return noted


def test_a_game_that_is_opened_again_is_not_folded_again(
    path: Path, clock: SettableClock, store: Store, reads: list[tuple[GameName, int]]
) -> None:
    keep(store, OLD)
    store.close()
    reads.clear()
    store = Store(path, clock.now)
    assert not store.remake_next()
    assert store.game(OLD) == fold_events(LOGS[OLD])
    assert reads == [(OLD, len(LOGS[OLD]))]
    store.close()


UNUSABLE = {
    "of other code": ("UPDATE snapshots SET made_by = 'another', state = '{}'",),
    "of another shape": ("UPDATE snapshots SET state = '{}'",),
    "damaged": ("UPDATE snapshots SET state = substr(state, 1, 99)",),
    "missing": ("DELETE FROM snapshots",),
    "of fewer events": ("UPDATE snapshots SET version = 9, state = json_set(state, '$.game.version', 9)",),
    "of a database from before": (
        "DROP TABLE snapshots",
        "DROP TRIGGER event_changed",
        "DROP TRIGGER event_removed",
        "DELETE FROM _sqlite_migrations WHERE name = 'games_folded'",
    ),
    "of events that have been changed since": (
        "UPDATE snapshots SET state = json_set(state, '$.game.seed', 'another')",
        "UPDATE events SET event = event WHERE number = 3",
    ),
}


@pytest.mark.parametrize("statements", UNUSABLE.values(), ids=UNUSABLE)
def test_an_unusable_snapshot_is_not_used(
    path: Path, clock: SettableClock, store: Store, statements: Sequence[str]
) -> None:
    for name in LOGS:
        keep(store, name)
    store.close()
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    store = Store(path, clock.now)
    assert {name: store.game(name) for name in LOGS} == {name: fold_events(LOGS[name]) for name in LOGS}
    store.close()


def test_snapshots_of_other_code_are_made_anew_one_by_one(path: Path, clock: SettableClock, store: Store) -> None:
    for name in LOGS:
        keep(store, name)
    made = stored(path)
    store.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE snapshots SET made_by = 'another', state = '{}'")
    store = Store(path, clock.now)
    assert [store.remake_next() for _ in range(3)] == [True, True, False]
    assert stored(path) == made
    store.close()


@pytest.mark.parametrize(("spare", "kept"), [(0, 2), (-1, 1)], ids=["enough for both", "one character too few"])
def test_as_many_games_stay_in_memory_as_their_json_allows(store: Store, spare: int, kept: int) -> None:
    for name in LOGS:
        keep(store, name)
    cache = GameCache(sum(len(dump_folded_log(fold_log(events))) for events in LOGS.values()) + spare)
    for _ in range(2):
        assert [cache.folded(store._reader, name) for name in LOGS] == [fold_log(LOGS[name]) for name in LOGS]
        assert len(cache._games) == kept


def test_a_fold_that_was_foreseen_counts_once_the_log_has_just_those_events(store: Store) -> None:
    log = LOGS[OLD]
    keep(store, OLD, 0, 10)
    cache = GameCache()
    cache.folded(store._reader, OLD)
    cache.foresee(store._reader, OLD, 10, log[10:12])
    assert cache.folded(store._reader, OLD) == fold_log(log[:10])
    keep(store, OLD, 10, 12)
    foreseen = cache._games[OLD].foreseen
    assert foreseen
    assert cache.folded(store._reader, OLD) is foreseen.folded == fold_log(log[:12])


@pytest.mark.parametrize("written", [1, 3])
def test_a_fold_that_was_foreseen_otherwise_does_not_count(store: Store, written: int) -> None:
    log = LOGS[OLD]
    keep(store, OLD, 0, 10)
    cache = GameCache()
    cache.folded(store._reader, OLD)
    cache.foresee(store._reader, OLD, 10, log[10:12])
    keep(store, OLD, 10, 10 + written)
    assert cache.folded(store._reader, OLD) == fold_log(log[: 10 + written])


@pytest.mark.parametrize("game", LOGS)
def test_closed_phases_are_found_without_the_rest_of_the_log(store: Store, game: GameName) -> None:
    keep(store, game)
    phases = valid_phases(LOGS[game])
    assert valid_phases(store.closes(game)) == phases
    for since in {phase.at for phase in phases}:
        assert valid_phases(store.closes(game, since)) == tuple(phase for phase in phases if phase.at > since)
