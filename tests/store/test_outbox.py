"""Letters out wait until they are sent or given up, and a Message-ID is queued once."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database

from judge.game.settings import GameName
from judge.rules.board import Power
from judge.store.outbox import MOST_DUE_AT_ONCE
from judge.store.records import (
    ComposedLetter,
    LetterPicture,
    Occasion,
    OutboxRow,
    SendFailure,
    SeriesPlace,
    Transaction,
)
from judge.store.rows import LetterStatus
from judge.store.schema import migrations
from judge.store.standing import requeue_given_up
from judge.store.store import Store
from judge.system.clock import SettableClock

ROME = GameName("rome")
ALICE, BOB = "alice@example.org", "bob@example.org"
BOUNCE = "judge+bounce@example.net"


def queue(store: Store, *letters: ComposedLetter) -> None:
    assert store.commit(Transaction(None, LetterStatus.DONE, outgoing=letters))


def to(person: str, number: int, game: GameName | None = ROME) -> ComposedLetter:
    return ComposedLetter(f"<{number}@example.net>", game, person, BOUNCE, b"Bonjour %d" % number)


def mark_sent(store: Store, clock: SettableClock, letter: int) -> None:
    (row,) = (one for one in store.outgoing(clock.now()) if one.id == letter)
    store.note_sent(row, clock.now())
    store.catch_up()


def test_letters_wait_in_the_order_they_were_written(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1), to(BOB, 2, None))
    assert store.outgoing(clock.now()) == (
        OutboxRow(1, "<1@example.net>", ROME, ALICE, BOUNCE, b"Bonjour 1"),
        OutboxRow(2, "<2@example.net>", None, BOB, BOUNCE, b"Bonjour 2"),
    )


def test_a_letter_sent_waits_no_more(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    mark_sent(store, clock, 1)
    assert store.outgoing(clock.now()) == ()


def test_a_twin_is_not_queued_even_once_the_first_was_sent(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    queue(store, to(ALICE, 1))
    assert len(store.outgoing(clock.now())) == 1
    mark_sent(store, clock, 1)
    queue(store, to(ALICE, 1))
    assert store.outgoing(clock.now()) == ()


def test_a_letter_that_failed_waits_for_its_next_try(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    later = clock.now() + timedelta(minutes=5)
    store.mark_failed(1, SendFailure("451 4.7.1 later", later))
    assert store.outgoing(clock.now()) == ()
    (waiting,) = store.outgoing(later)
    assert waiting.tries == 1


def test_a_letter_given_up_is_never_tried_again(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    store.mark_failed(1, SendFailure("550 5.1.1 nobody", None))
    assert store.outgoing(clock.now() + timedelta(days=400)) == ()


def test_a_letter_that_broke_off_lets_the_others_go_first(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1), to(ALICE, 2))
    store.mark_failed(1, SendFailure("421 4.3.2 closing", clock.now(), goes_behind=True))
    assert [letter.id for letter in store.outgoing(clock.now())] == [2, 1]


def test_letters_given_up_are_sent_again_when_somebody_says_so(store: Store, path: Path, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1), to(ALICE, 2), to(ALICE, 3))
    store.mark_failed(1, SendFailure("554 5.7.1 no", None))
    store.mark_failed(2, SendFailure("no answer", None, is_refusal=False, is_unsure=True))
    mark_sent(store, clock, 3)
    assert requeue_given_up(path) == 2
    assert [(one.id, one.tries, one.unsure, one.refused) for one in store.outgoing(clock.now())] == [
        (1, 0, 0, None),
        (2, 0, 0, None),
    ]
    assert requeue_given_up(path) == 0


def test_a_full_outbox_is_handed_out_piece_by_piece(store: Store, clock: SettableClock) -> None:
    queue(store, *(to(ALICE, number) for number in range(MOST_DUE_AT_ONCE + 5)))
    first = store.outgoing(clock.now())
    assert len(first) == MOST_DUE_AT_ONCE
    for letter in first:
        mark_sent(store, clock, letter.id)
    assert len(store.outgoing(clock.now())) == 5


def numbered(number: int, message_id: str, occasion: Occasion = Occasion.NEWS, reader: int = 1) -> ComposedLetter:
    return ComposedLetter(
        f"<{message_id}>", ROME, ALICE, f"{BOUNCE}.{message_id}", b"", SeriesPlace(reader, number), occasion
    )


def test_each_reader_has_a_series_without_gaps(store: Store) -> None:
    queue(store, numbered(1, "a"), numbered(1, "b", reader=2), numbered(2, "c"))
    assert (store.last_number(ROME, 1), store.last_number(ROME, 2), store.last_number(ROME, 3)) == (2, 1, 0)


@pytest.mark.parametrize("number", [1, 3], ids=["taken", "ahead"])
def test_a_letter_whose_number_is_not_the_next_one_is_not_written_and_nothing_with_it(
    store: Store, clock: SettableClock, number: int
) -> None:
    queue(store, numbered(1, "a"))
    assert not store.commit(Transaction(None, LetterStatus.DONE, outgoing=(to(BOB, 5), numbered(number, "b"))))
    assert [letter.message_id for letter in store.outgoing(clock.now())] == ["<a>"]


def test_a_copy_takes_no_number_and_leaves_the_original_in_its_place(store: Store) -> None:
    queue(store, numbered(1, "a"), numbered(2, "b"), numbered(1, "a.again", Occasion.COPY))
    assert store.last_number(ROME, 1) == 2
    original = store.numbered(ROME, 1, 1)
    assert original
    assert original.message_id == "<a>"
    assert store.numbered(ROME, 1, 3) is None


def test_an_envelope_sender_leads_back_to_its_letter(store: Store) -> None:
    queue(store, numbered(1, "a"), numbered(2, "b"))
    found = store.under_envelope(f"{BOUNCE}.b")
    assert found
    assert (found.message_id, found.game, found.to, found.reader) == ("<b>", ROME, ALICE, 1)
    assert store.under_envelope(f"{BOUNCE}.c") is None


def test_letters_of_an_occasion_are_counted_within_a_span(store: Store, clock: SettableClock) -> None:
    answers = [
        ComposedLetter(
            f"<{age}>", ROME, ALICE, BOUNCE, b"", None, Occasion.ANSWER, clock.now() - timedelta(minutes=age)
        )
        for age in (0, 30, 60, 90)
    ]
    queue(store, *answers, to(ALICE, 1))
    since = clock.now() - timedelta(hours=1)
    assert store.posted_since(ALICE, (Occasion.ANSWER,), since) == 2
    assert store.posted_since(BOB, (Occasion.ANSWER,), since) == 0
    assert store.posted_since(ALICE, (Occasion.QUESTION, Occasion.COPY), since) == 0


OLDER = '{"game": "rome", "number": 7, "powers": ["FRANCE"], "language": "fr", "notation": "18centres", "form": "png", '
OLDER += '"content_id": "map.0123@example.net"}'


def test_a_letter_queued_by_an_older_judge_leaves_with_its_map(tmp_path: Path, clock: SettableClock) -> None:
    db = Database(tmp_path / "older.db")
    migrations.apply(db, stop_before="letters_with_pictures")
    for number, drawn in enumerate([OLDER, None], start=1):
        db.execute(
            "INSERT INTO outbox (message_id, recipient, envelope_from, raw, map) VALUES (?, ?, ?, x'00', ?)",
            [f"<{number}@example.net>", ALICE, BOUNCE, drawn],
        )
    db.conn.commit()
    db.close()
    store = Store(tmp_path / "older.db", clock.now)
    found = {letter.message_id: letter.pictures for letter in store.outgoing(clock.now())}
    store.close()
    wanted = LetterPicture(ROME, 7, (Power("FRANCE"),), "fr", "18centres", "png", "map.0123@example.net", "map")
    assert found == {"<2@example.net>": (), "<1@example.net>": (wanted,)}
    assert [*found] == ["<2@example.net>", "<1@example.net>"], "letters without pictures go first"
