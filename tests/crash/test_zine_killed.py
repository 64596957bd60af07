"""An issue of the zine whose publication is killed: at whatever line, all of it is in the outbox or nothing."""

import sqlite3
import threading
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

from judge.paths import gazette
from judge.paths.gazette import publish_zine, services_beside
from judge.store import issues, store
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from judge.zine.forms import FinishedZine
from tests.crash.killed import OPENED
from tests.crash.lives import Line, assassin, config_of, lines_of, some_of

LINES = lines_of(
    gazette.publish_zine,
    store.write_transaction,
    store._write_of_publications,
    issues.note_issue,
)
FORKED = get_context("fork")
FORMS = {"en": FinishedZine("The Courier no. 1", "THE COURIER\n", "<p>The Courier</p>", b"%PDF")}


def published(folder: Path, end: Line | None) -> None:
    """One publication; with ``end`` the process dies there."""
    if end:
        threading.settrace(assassin(end))
    thread = threading.Thread(target=lambda: _publish(folder))
    thread.start()
    thread.join()


def _publish(folder: Path) -> None:
    with services_beside(config_of(folder), SettableClock(OPENED)) as services:
        publish_zine(services, 1, FORMS, OPENED, {})


def stored(folder: Path) -> tuple[int, int]:
    """How many issues are noted, how many letters are in the outbox."""
    with closing(sqlite3.connect(folder / "data" / "judge.db")) as db:
        counts = (db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("zine_issues", "outbox"))
        return next(counts), next(counts)


def test_an_issue_is_published_whole_or_not_at_all(tmp_path: Path) -> None:
    found = set()
    for number, line in enumerate((*some_of(LINES), None)):
        folder = tmp_path / str(number)
        store = Store(folder / "data" / "judge.db", lambda: OPENED)
        wishes = (Subscription(Publication.ZINE, f"{who}@example.org", True, pdf=True) for who in ("edith", "greta"))
        assert store.commit(Transaction(None, LetterStatus.DONE, subscriptions=tuple(wishes)))
        store.close()
        process = FORKED.Process(target=published, args=(folder, line))
        process.start()
        process.join(600)
        stands = stored(folder)
        assert stands in {(0, 0), (1, 2)}, line
        found.add(stands)
        if stands == (0, 0):
            published(folder, None)
            assert stored(folder) == (1, 2), line
    assert found == {(0, 0), (1, 2)}
