"""What strangers send is not kept for ever, nor more of it than so much a day; what has changed something is."""

from datetime import timedelta

import pytest

from judge.store.overview import inbox_faults
from judge.store.records import Publication, Subscription, Transaction
from judge.store.retention import Junk, JunkLimits
from judge.store.rows import LetterStatus, PendingConfirmation
from judge.store.store import Store
from judge.system.clock import SettableClock

LIMITS = JunkLimits(timedelta(days=30), 10_000)
LATER = timedelta(days=31)


def keep(store: Store, raw: bytes, **transaction: object) -> int:
    letter = store.keep("smtp", "x@example.com", "judge@localhost", raw).result()
    store.commit(Transaction(letter, **{"status": LetterStatus.DONE, **transaction}))  # type: ignore[arg-type]
    return letter


def is_there(store: Store, letter: int) -> bool:
    try:
        return bool(store.letter(letter).raw)
    except KeyError:
        return False


JUNK: dict[str, dict[str, object]] = {
    "unproven": {"sender": "x@example.com"},
    "automatic": {"status": LetterStatus.ROBOT},
    "a copy": {"status": LetterStatus.REPEATED},
    "set aside": {"status": LetterStatus.SET_ASIDE},
    "held": {"status": LetterStatus.HELD, "hold": PendingConfirmation("code", "x@example.com")},
}
TRUTH: dict[str, dict[str, object]] = {
    "proven": {"sender": "x@example.com", "message_id": ""},
    "it ended a subscription": {"subscriptions": (Subscription(Publication.GAZETTE, "x@example.com", is_on=False),)},
    "it confirmed another": {"release": "code"},
}


@pytest.mark.parametrize("terms", JUNK.values(), ids=JUNK)
def test_bytes_of_letters_that_changed_nothing_go_after_some_days(
    store: Store, clock: SettableClock, terms: dict[str, object]
) -> None:
    letter = keep(store, b"junk", **terms)
    clock.advance_to(clock.now() + timedelta(days=29))
    assert store.drop_junk(LIMITS) == 0
    clock.advance_to(clock.now() + timedelta(days=2))
    assert store.drop_junk(LIMITS) == 1
    assert not is_there(store, letter)
    assert store.drop_junk(LIMITS) == 0
    assert [*inbox_faults(store._reader)] == [], "what is gone by intention is no fault"


@pytest.mark.parametrize("terms", TRUTH.values(), ids=TRUTH)
def test_bytes_of_letters_that_are_proven_or_changed_something_stay(
    store: Store, clock: SettableClock, terms: dict[str, object]
) -> None:
    letter = keep(store, b"x" * 20_000, **terms)
    clock.advance_to(clock.now() + LATER)
    assert store.drop_junk(LIMITS) == 0
    assert is_there(store, letter)


def test_a_letter_that_is_still_to_be_read_stays(store: Store, clock: SettableClock) -> None:
    letter = store.keep("smtp", "x@example.com", "judge@localhost", b"x" * 20_000).result()
    clock.advance_to(clock.now() + LATER)
    assert store.drop_junk(LIMITS) == 0
    assert is_there(store, letter)


def test_of_one_day_no_more_stays_than_may_and_the_largest_go_first(store: Store) -> None:
    sizes = (4_000, 100, 9_000, 2_000, 3_000)
    letters = [keep(store, bytes([65 + place]) * size) for place, size in enumerate(sizes)]
    store.drop_junk(LIMITS)
    assert [is_there(store, letter) for letter in letters] == [True, True, False, True, True]


def test_the_day_before_counts_apart(store: Store, clock: SettableClock) -> None:
    first = keep(store, b"x" * 9_000)
    clock.advance_to(clock.now() + timedelta(days=1, minutes=1))
    second = keep(store, b"y" * 9_000)
    assert store.drop_junk(LIMITS) == 0
    assert is_there(store, first)
    assert is_there(store, second)


def test_a_letter_that_waited_for_a_yes_waits_no_longer_once_it_is_gone(store: Store, clock: SettableClock) -> None:
    keep(store, b"junk", **JUNK["held"])
    assert store.held("code")
    clock.advance_to(clock.now() + LATER)
    store.drop_junk(LIMITS)
    assert store.held("code") is None
    keep(store, b"yes", release="code")
    assert store.next_letter() is None


def test_nor_does_one_that_was_put_off(store: Store, clock: SettableClock) -> None:
    keep(store, b"x" * 20_000, status=LetterStatus.SET_ASIDE, again=clock.now() + timedelta(hours=1))
    store.drop_junk(LIMITS)
    clock.advance_to(clock.now() + timedelta(hours=2))
    assert store.next_letter() is None
    assert store.put_off() == 0


def test_a_letter_confirmed_in_time_stays_for_ever(store: Store, clock: SettableClock) -> None:
    letter = keep(store, b"mine", **JUNK["held"])
    keep(store, b"yes", release="code")
    assert store.drop_junk(LIMITS) == 0
    store.commit(Transaction(letter, LetterStatus.DONE, sender="x@example.com", message_id="<1@example.com>"))
    clock.advance_to(clock.now() + LATER)
    assert store.drop_junk(LIMITS) == 0
    assert is_there(store, letter)


def test_the_very_same_junk_again_is_the_same_letter_though_its_bytes_are_gone(
    store: Store, clock: SettableClock
) -> None:
    letter = keep(store, b"junk")
    clock.advance_to(clock.now() + LATER)
    store.drop_junk(LIMITS)
    assert store.keep("smtp", "x@example.com", "judge@localhost", b"junk").result() == letter
    assert store.next_letter() is None


def test_what_is_kept_and_what_is_gone_is_counted(store: Store) -> None:
    keep(store, b"x" * 9_000)
    keep(store, b"y" * 2_000)
    keep(store, b"z" * 5_000, message_id="")
    assert store.overview().junk == Junk(2, 11_000, 0, 0)
    store.drop_junk(LIMITS)
    assert store.overview().junk == Junk(1, 2_000, 1, 9_000)
