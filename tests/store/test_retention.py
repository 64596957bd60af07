"""Letters are kept as long as is configured, from the end of their game on; what has gone is counted."""

from datetime import timedelta

import pytest

from judge.game.settings import GameName
from judge.store import event_log
from judge.store.overview import inbox_faults, outbox_faults
from judge.store.records import ComposedLetter, Transaction
from judge.store.retention import Dropped, Retention
from judge.store.rows import LetterStatus, format_timestamp
from judge.store.standing import send_again
from judge.store.store import Store
from judge.system.clock import SettableClock

YEAR = timedelta(days=365)
KEPT = Retention(YEAR, YEAR, 2 * YEAR)
ROME = GameName("rome")


def keep(store: Store, clock: SettableClock, about: str = "", number: int = 1) -> int:
    """A letter that is proven and answered."""
    letter = store.keep("smtp", "ann@example.com", "judge@localhost", b"letter %d" % number).result()
    answer = ComposedLetter(
        f"<a{number}@localhost>", GameName(about) if about else None, "ann@example.com", "x", b"yes"
    )
    done = Transaction(letter, LetterStatus.DONE, sender="ann@example.com", message_id="<x@example.com>", about=about)
    store.commit(Transaction(**{**vars(done), "outgoing": (ComposedLetter(**{**vars(answer), "at": clock.now()}),)}))
    for out in store.outgoing(clock.now()):
        store.note_sent(out, clock.now())
    store.catch_up()
    return letter


def open_game(store: Store, clock: SettableClock, ended: timedelta | None) -> None:
    """A game of which nothing is known but when it ended."""
    at = format_timestamp(clock.now() + ended) if ended is not None else None

    def write(db: object) -> None:
        db.execute("INSERT INTO games (name) VALUES (?)", [ROME])  # type: ignore[attr-defined]
        stage = "UPDATE listed_games SET stage = 'over', need = 0, ended = ? WHERE game = ?"
        db.execute(stage, [at, ROME])  # type: ignore[attr-defined]

    store._writer.submit(write).result()


def sizes(store: Store) -> tuple[int, int]:
    """The bytes of letters in, and of letters out."""
    (letters,) = store._reader.execute("SELECT coalesce(sum(length(raw)), 0) FROM letter_bytes").fetchone()
    (answers,) = store._reader.execute("SELECT coalesce(sum(length(raw)), 0) FROM outbox").fetchone()
    return letters, answers


def test_what_is_of_no_game_goes_after_its_time_and_that_it_came_stays(store: Store, clock: SettableClock) -> None:
    letter = keep(store, clock)
    clock.advance_to(clock.now() + YEAR)
    assert store.drop_old(KEPT) == 0
    clock.advance_to(clock.now() + timedelta(days=1))
    assert store.drop_old(KEPT) == 2
    assert sizes(store) == (0, 0)
    row = store._reader.execute("SELECT author, length(fingerprint) FROM letters WHERE id = ?", [letter]).fetchone()
    assert row == ("ann@example.com", 32)
    assert (*inbox_faults(store._reader), *outbox_faults(store._reader)) == ()
    assert store.drop_old(KEPT) == 0
    told = store.overview().dropped
    assert (told["letters"], told["answers"]) == (Dropped(1, 8), Dropped(1, 3))


@pytest.mark.parametrize(("ended", "gone"), [(None, 0), (timedelta(days=100), 0), (timedelta(0), 2)])
def test_what_is_of_a_game_stays_till_that_has_ended_long_ago(
    store: Store, clock: SettableClock, ended: timedelta | None, gone: int
) -> None:
    open_game(store, clock, ended)
    keep(store, clock, ROME)
    clock.advance_to(clock.now() + timedelta(days=366))
    assert store.drop_old(KEPT) == gone


def test_later_the_envelope_goes_too_and_the_same_letter_is_known_all_the_same(
    store: Store, clock: SettableClock
) -> None:
    letter = keep(store, clock)
    clock.advance_to(clock.now() + 3 * YEAR)
    assert store.drop_old(KEPT) == 3
    columns = "sender, recipient, author, message_id"
    row = store._reader.execute(f"SELECT {columns} FROM letters WHERE id = ?", [letter]).fetchone()
    assert row == (None, "", None, None)
    assert store.keep("smtp", "ann@example.com", "judge@localhost", b"letter 1").result() == letter
    assert [*inbox_faults(store._reader)] == []


def test_for_ever_is_for_ever(store: Store, clock: SettableClock) -> None:
    keep(store, clock)
    clock.advance_to(clock.now() + 50 * YEAR)
    assert store.drop_old(Retention(None, None, None)) == 0


def test_letters_that_wait_stay_and_none_is_sent_without_its_bytes(store: Store, clock: SettableClock) -> None:
    store.keep("smtp", "ann@example.com", "judge@localhost", b"unread").result()
    keep(store, clock, number=2)
    store._writer.submit(lambda db: db.execute("UPDATE outbox SET state = 'given-up'")).result()
    clock.advance_to(clock.now() + 2 * YEAR)
    assert store.drop_old(KEPT) == 2
    assert sizes(store) == (6, 0)
    assert store._writer.submit(send_again).result() == 0


def test_no_event_of_a_game_is_touched(store: Store, clock: SettableClock) -> None:
    open_game(store, clock, timedelta(0))
    keep(store, clock, ROME)
    clock.advance_to(clock.now() + 2 * YEAR)
    store.drop_old(KEPT)
    assert event_log.is_game(store._reader, ROME)
