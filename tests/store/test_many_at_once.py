"""What the store promises to many who use it at once: each letter has its number, of two decisions one is written."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.game.settings import GameName
from judge.store.records import ComposedLetter, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.store.event_samples import SAMPLES


def test_thousands_of_letters_arrive_while_a_game_goes_on(store: Store) -> None:
    def receive(name: str) -> set[int]:
        futures = [store.keep("smtp", None, "judge@example.net", f"{name} {n}".encode()) for n in range(1000)]
        return {future.result() for future in futures}

    def play() -> int:
        event = SAMPLES["reminder-sent"]
        return sum(
            store.commit(Transaction(None, LetterStatus.DONE, GameName("rome"), seen, (event,))) for seen in range(200)
        )

    with ThreadPoolExecutor() as pool:
        playing = pool.submit(play)
        first, second = pool.map(receive, ["first", "second"])
    assert len(first | second) == 2000
    assert playing.result() == 200
    assert len(store.events(GameName("rome"))) == 200


def test_of_two_who_decide_on_the_same_version_one_wins(store: Store, clock: SettableClock) -> None:
    def decide(person: str) -> bool:
        out = ComposedLetter(f"<{person}>", GameName("rome"), person, "judge@example.net", b"")
        event = SAMPLES["game-opened"]
        return store.commit(Transaction(None, LetterStatus.DONE, GameName("rome"), 0, (event,), None, (out,)))

    people = [f"{number}@example.org" for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(decide, people))
    assert sum(won) == 1
    winner = people[won.index(True)]
    assert [letter.to for letter in store.outgoing(clock.now())] == [winner]


def test_a_new_file_may_be_opened_by_many_at_once(path: Path, clock: SettableClock) -> None:
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: Store(path, clock.now), range(8)))
    for store in stores:
        assert store.games() == ()
        store.close()


def test_a_closed_store_keeps_nothing_and_says_so(path: Path, clock: SettableClock) -> None:
    store = Store(path, clock.now)
    waiting = [store.keep("smtp", None, "judge@example.net", b"%d" % number) for number in range(100)]
    store.close()
    assert [future.result() for future in waiting] == list(range(1, 101))
    with pytest.raises(RuntimeError, match="the store is closed"):
        store.keep("smtp", None, "judge@example.net", b"late").result()


def test_the_file_is_set_up_to_keep_its_promises(path: Path, store: Store) -> None:
    assert store.games() == ()
    db = store._reader  # the settings belong to a connection, and only its owner sees them
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert db.execute("PRAGMA busy_timeout").fetchone() == (30_000,)
    with sqlite3.connect(path) as other:
        tables = other.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite%'")
        assert all(sql.endswith("STRICT") for (sql,) in tables)
    other.close()
