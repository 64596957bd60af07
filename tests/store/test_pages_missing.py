"""Which games lack pages of the archive: what was written is known at once, and noted with the next transaction."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from judge.game.folded_log import adds_pages
from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven
from judge.game.settings import GameName
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.game.event_logs import gone_back

ROME = GameName("rome")
LOG = gone_back()
CLOSE = next(number for number, event in enumerate(LOG) if adds_pages([event]))
ORDER = next(number for number, event in enumerate(LOG) if number > CLOSE and isinstance(event, OrderGiven))


def keep(store: Store, seen: int, events: Sequence[Event]) -> None:
    assert store.commit(Transaction(None, LetterStatus.DONE, ROME, seen, tuple(events)))


def test_pages_that_were_written_are_missing_no_more_whatever_comes_next(store: Store) -> None:
    keep(store, 0, LOG[: CLOSE + 1])
    assert (store.pages_missing_since(ROME), store.next_missing_pages()) == (0, ROME)
    store.note_pages_written(ROME, CLOSE + 1)
    assert (store.pages_missing_since(ROME), store.next_missing_pages()) == (None, None)
    keep(store, CLOSE + 1, LOG[ORDER : ORDER + 1])
    assert (store.pages_missing_since(ROME), store.next_missing_pages()) == (None, None)


def test_the_next_judge_knows_of_them_too(path: Path, clock: SettableClock) -> None:
    with closing(Store(path, clock.now)) as store:
        keep(store, 0, LOG[: CLOSE + 1])
        store.note_pages_written(ROME, CLOSE + 1)
        keep(store, CLOSE + 1, LOG[ORDER : ORDER + 1])
    with closing(Store(path, clock.now)) as store:
        assert store.pages_missing_since(ROME) is None


def test_pages_of_events_that_came_meanwhile_are_missing_from_where_they_were(store: Store) -> None:
    keep(store, 0, LOG[: CLOSE + 1])
    keep(store, CLOSE + 1, LOG[ORDER : ORDER + 1])
    store.note_pages_written(ROME, CLOSE + 1)
    assert (store.pages_missing_since(ROME), store.next_missing_pages()) == (0, ROME)
    store.note_pages_written(ROME, CLOSE + 2)
    keep(store, CLOSE + 2, LOG[CLOSE : CLOSE + 1])
    assert store.pages_missing_since(ROME) == CLOSE + 2


def test_where_the_archive_is_gone_all_are_missing(store: Store) -> None:
    keep(store, 0, LOG[: CLOSE + 1])
    store.note_pages_written(ROME, CLOSE + 1)
    store.note_all_pages_missing()
    assert store.pages_missing_since(ROME) == 0
