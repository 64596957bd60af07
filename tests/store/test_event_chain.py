"""The chain of a game's events: what was written is there unchanged, and no hash tells what it is of."""

from pathlib import Path

from sqlite_utils import Database

from judge.game.settings import GameName
from judge.store import event_chain
from judge.store.event_json import dump_event
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.store.event_samples import SAMPLES

ROME = GameName("rome")
EVENTS = tuple(SAMPLES.values())


def written(path: Path, clock: SettableClock, key: str, *shares: int) -> str:
    """The last hash of a game whose events were written in transactions of so many."""
    store = Store(path, clock.now)
    seen = 0
    for share in shares:
        assert store.last_hash(ROME, lambda: key)
        assert store.commit(Transaction(None, LetterStatus.DONE, ROME, seen, EVENTS[seen : seen + share]))
        seen += share
    found = store.last_hash(ROME, lambda: key)
    store.close()
    return found


def test_a_hash_follows_from_the_events_however_they_came(tmp_path: Path, clock: SettableClock) -> None:
    assert written(tmp_path / "one.db", clock, "secret", 1, 2, 1) == written(tmp_path / "two.db", clock, "secret", 4)


def test_without_the_key_no_guess_of_an_event_can_be_tried(tmp_path: Path, clock: SettableClock) -> None:
    """Whoever has the hash before, the hash behind, and the very event between them, cannot tell that it fits."""
    before = written(tmp_path / "one.db", clock, "secret", 3)
    behind = written(tmp_path / "two.db", clock, "secret", 4)
    text = dump_event(EVENTS[3])
    assert [*event_chain.hashes("secret", before, [text])] == [behind]
    assert [*event_chain.hashes("another", before, [text])] != [behind]
    assert [*event_chain.hashes("", before, [text])] != [behind]


def test_every_event_changes_all_hashes_behind_it(tmp_path: Path, clock: SettableClock) -> None:
    written(tmp_path / "judge.db", clock, "secret", len(EVENTS))
    db = Database(tmp_path / "judge.db")
    db.execute("DROP TRIGGER event_changed")
    assert not [*event_chain.chain_faults(db, ROME)]
    for number in range(1, len(EVENTS) + 1):
        with db.conn:
            db.execute("UPDATE events SET event = event || ' ' WHERE number = ?", [number])
        (fault,) = event_chain.chain_faults(db, ROME)
        assert fault.startswith(f"rome: event {number} is not what was written")
        with db.conn:
            db.execute("UPDATE events SET event = rtrim(event) WHERE number = ?", [number])
    db.close()
