"""Games as their events: whole changes or none, decided on what is still so."""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.game.apply import fold_events
from judge.game.settings import GameName
from judge.store.records import ComposedLetter, Transaction
from judge.store.rows import Alarm, LetterStatus, PendingConfirmation
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.store.event_samples import SAMPLES

ROME, OSLO = GameName("rome"), GameName("oslo")
OPENED, JOINED, STARTED = SAMPLES["game-opened"], SAMPLES["player-joined"], SAMPLES["game-started"]
LETTER = ComposedLetter("<1@example.net>", ROME, "alice@example.org", "judge+bounce@example.net", b"Bonjour")


def by_deadline(game: GameName = ROME, seen: int = 0, alarm: datetime | None = None) -> Transaction:
    return Transaction(None, LetterStatus.DONE, game, seen, (OPENED, JOINED), alarm)


def test_events_come_back_in_their_order(store: Store) -> None:
    assert store.commit(by_deadline())
    assert store.commit(Transaction(None, LetterStatus.DONE, ROME, 2, (STARTED,)))
    assert store.events(ROME) == (OPENED, JOINED, STARTED)


def test_every_kind_of_event_is_kept(store: Store) -> None:
    assert store.commit(Transaction(None, LetterStatus.DONE, ROME, 0, tuple(SAMPLES.values())))
    assert store.events(ROME) == tuple(SAMPLES.values())


def test_an_unknown_game_has_no_events(store: Store) -> None:
    assert store.events(ROME) == ()
    assert store.games() == ()


def test_games_are_listed_as_they_were_opened(store: Store) -> None:
    store.commit(by_deadline(ROME))
    store.commit(by_deadline(OSLO))
    assert store.games() == (ROME, OSLO)


def test_what_another_process_writes_is_seen(path: Path, clock: SettableClock, store: Store) -> None:
    store.commit(by_deadline())
    assert store.game(ROME) == fold_events((OPENED, JOINED))
    other = Store(path, clock.now)
    other.commit(Transaction(None, LetterStatus.DONE, ROME, 2, (STARTED,)))
    other.close()
    assert store.events(ROME) == (OPENED, JOINED, STARTED)
    assert store.game(ROME) == fold_events((OPENED, JOINED, STARTED))


def test_a_letter_about_no_game_opens_none(store: Store) -> None:
    assert store.commit(Transaction(None, LetterStatus.DONE, ROME, 0, (), None, (LETTER,)))
    assert store.games() == ()


@pytest.mark.parametrize("seen", [0, 1, 3], ids=["nothing", "too little", "too much"])
def test_a_change_decided_on_what_is_no_longer_so_changes_nothing(
    store: Store, clock: SettableClock, seen: int
) -> None:
    store.commit(by_deadline(alarm=clock.now()))
    letter = store.keep("smtp", None, "judge@example.net", b"late").result()
    late = Transaction(
        letter,
        LetterStatus.DONE,
        ROME,
        seen,
        (STARTED,),
        None,
        (LETTER,),
        PendingConfirmation("k7", "alice@example.org"),
    )
    assert not store.commit(late)
    assert store.events(ROME) == (OPENED, JOINED)
    assert store.next_alarm() == Alarm(ROME, clock.now())
    assert store.outgoing(clock.now()) == ()
    assert store.held("k7") is None
    unread = store.next_letter()
    assert unread is not None
    assert unread.id == letter


def test_games_do_not_disturb_one_another(store: Store) -> None:
    store.commit(by_deadline(ROME))
    assert store.commit(by_deadline(OSLO))
    assert store.commit(Transaction(None, LetterStatus.DONE, ROME, 2, (STARTED,)))
    assert store.events(OSLO) == (OPENED, JOINED)


def test_what_fails_halfway_leaves_nothing(store: Store, clock: SettableClock) -> None:
    first, second = (store.keep("smtp", None, "judge@example.net", raw).result() for raw in (b"1", b"2"))
    store.commit(Transaction(first, LetterStatus.HELD, hold=PendingConfirmation("k7", "alice@example.org")))
    same_code = Transaction(
        second,
        LetterStatus.HELD,
        ROME,
        0,
        (OPENED,),
        clock.now(),
        (LETTER,),
        PendingConfirmation("k7", "bob@example.org"),
    )
    with pytest.raises(sqlite3.IntegrityError):
        store.commit(same_code)
    assert store.events(ROME) == ()
    assert store.games() == ()
    assert store.next_alarm() is None
    assert store.outgoing(clock.now()) == ()
    assert store.held("k7") == (first, "alice@example.org")
    unread = store.next_letter()
    assert unread is not None
    assert unread.id == second


def test_a_change_that_fails_takes_no_other_with_it(store: Store) -> None:
    held = store.keep("smtp", None, "judge@example.net", b"held").result()
    store.commit(Transaction(held, LetterStatus.HELD, hold=PendingConfirmation("k7", "alice@example.org")))
    kept = [store.keep("smtp", None, "judge@example.net", b"%d" % number) for number in range(20)]
    with pytest.raises(sqlite3.IntegrityError):
        store.commit(
            Transaction(kept[0].result(), LetterStatus.HELD, hold=PendingConfirmation("k7", "bob@example.org"))
        )
    assert [future.result() for future in kept] == list(range(2, 22))


def test_everything_is_there_when_the_file_is_opened_again(path: Path, clock: SettableClock) -> None:
    store = Store(path, clock.now)
    store.commit(by_deadline(alarm=clock.now()))
    store.commit(Transaction(None, LetterStatus.DONE, ROME, 2, (), clock.now(), (LETTER,)))
    store.close()
    reopened = Store(path, clock.now)
    assert reopened.events(ROME) == (OPENED, JOINED)
    assert reopened.next_alarm() == Alarm(ROME, clock.now())
    assert [letter.message_id for letter in reopened.outgoing(clock.now())] == [LETTER.message_id]
    reopened.close()


# --- alarms


def test_the_earliest_alarm_rings_first(store: Store, clock: SettableClock) -> None:
    store.commit(by_deadline(ROME, alarm=clock.now() + timedelta(hours=2)))
    store.commit(by_deadline(OSLO, alarm=clock.now() + timedelta(hours=1)))
    assert store.next_alarm() == Alarm(OSLO, clock.now() + timedelta(hours=1))


def test_a_new_alarm_replaces_the_old(store: Store, clock: SettableClock) -> None:
    store.commit(by_deadline(alarm=clock.now()))
    store.commit(Transaction(None, LetterStatus.DONE, ROME, 2, (STARTED,), clock.now() + timedelta(days=7)))
    assert store.next_alarm() == Alarm(ROME, clock.now() + timedelta(days=7))
    store.commit(Transaction(None, LetterStatus.DONE, ROME, 3, (SAMPLES["game-ended"],), None))
    assert store.next_alarm() is None
