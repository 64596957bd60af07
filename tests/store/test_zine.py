"""The zine in the store: its readers, its issues, letters to its editor; what older files held is kept."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database

from judge.game.settings import GameName, LetterForm
from judge.rules.position import Phase
from judge.store.overview import open_read_only
from judge.store.records import (
    NewEditorLetter,
    Publication,
    Subscriber,
    Subscription,
    Transaction,
    WithdrawnEditorLetters,
    ZineIssue,
)
from judge.store.rows import LetterStatus
from judge.store.schema import migrations
from judge.store.store import Store

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
EDITH, GRETA = "edith@example.net", "greta@example.org"
ISSUE = ZineIssue(1, NOON, NOON - HOUR, {GameName("rome"): Phase.parse("F1903M")})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "judge.db", lambda: NOON)
    yield store
    store.close()


def written(*wanted: Subscription) -> Transaction:
    return Transaction(None, LetterStatus.DONE, subscriptions=wanted)


def letter(address: str, at: datetime, text: str) -> NewEditorLetter:
    return NewEditorLetter(address, at, "en", "Edith of York", text)


def test_each_publication_has_its_own_readers_and_the_last_wish_counts(store: Store) -> None:
    zine = Subscription(Publication.ZINE, EDITH, True, "fr", form=LetterForm.HTML, pdf=True)
    gazette = Subscription(Publication.GAZETTE, EDITH, True, "en")
    assert store.commit(written(zine, gazette, replace(zine, language="en")))
    assert store.subscribers(Publication.ZINE) == (Subscriber(1, EDITH, "en", LetterForm.HTML, pdf=True),)
    assert store.commit(written(replace(zine, is_on=False)))
    assert store.subscribers(Publication.ZINE) == ()
    assert [one.address for one in store.subscribers(Publication.GAZETTE)] == [EDITH]


def test_an_issue_is_noted_as_it_went_out_and_its_number_never_again(store: Store) -> None:
    assert store.last_zine_issue() is None
    assert store.commit(Transaction(None, LetterStatus.DONE, issue=ISSUE))
    assert store.last_zine_issue() == ISSUE
    reader = Subscription(Publication.ZINE, EDITH, is_on=True)
    assert not store.commit(replace(written(reader), issue=replace(ISSUE, at=NOON + HOUR)))
    assert store.last_zine_issue() == ISSUE
    assert store.subscribers(Publication.ZINE) == ()


def test_letters_to_the_editor_are_told_in_order_without_whom_they_came_from(store: Store, tmp_path: Path) -> None:
    texts = ("First.", "Second.", "Third.")
    kept = tuple(letter(who, NOON + HOUR * n, texts[n]) for n, who in enumerate((EDITH, GRETA, EDITH)))
    assert store.commit(Transaction(None, LetterStatus.DONE, to_editor=kept))
    assert store.count_letters_to_editor(EDITH, None) == 2
    with open_read_only(tmp_path / "judge.db") as looking:
        assert [one.text for one in looking.letters_to_editor()] == [*texts]
        assert [one.text for one in looking.letters_to_editor(NOON)] == ["Second.", "Third."]
        assert "@" not in repr(looking.letters_to_editor())
    withdrawn = WithdrawnEditorLetters(EDITH, NOON)
    assert store.commit(Transaction(None, LetterStatus.DONE, to_editor=(withdrawn,)))
    assert [one.text for one in store.letters_to_editor()] == ["First.", "Second."]


def test_readers_of_the_gazette_stay_with_their_numbers_and_no_number_comes_twice(tmp_path: Path) -> None:
    path = tmp_path / "judge.db"
    db = Database(path)
    migrations.apply(db, stop_before="publications_read")
    for who in (EDITH, GRETA, "olga@example.com"):
        db.execute("INSERT INTO gazette_readers (address, language, form) VALUES (?, 'fr', 'html')", [who])
    db.execute("DELETE FROM gazette_readers WHERE address LIKE 'olga%'")
    db.conn.commit()
    db.close()
    store = Store(path, lambda: NOON)
    assert store.commit(written(Subscription(Publication.ZINE, EDITH, is_on=True)))
    assert store.subscribers(Publication.GAZETTE) == (
        Subscriber(1, EDITH, "fr", LetterForm.HTML),
        Subscriber(2, GRETA, "fr", LetterForm.HTML),
    )
    assert [one.number for one in store.subscribers(Publication.ZINE)] == [4]
    store.close()
