"""The heartbeat, and what a wall clock that is believed after a leap changes in the file."""

from datetime import timedelta

from judge.game.settings import GameName
from judge.store.records import ComposedLetter, Occasion, SendFailure, Transaction
from judge.store.rows import EVERYWHERE, LetterStatus, LostTime
from judge.store.store import Store
from judge.system.clock import ClockDoubt, ClockLeap, Heartbeat, SettableClock
from tests.store.event_samples import SAMPLES

ROME = GameName("rome")
EVENTS = (SAMPLES["game-opened"], SAMPLES["player-joined"])
YEAR, MINUTE = timedelta(days=365), timedelta(minutes=1)


def test_a_beat_is_read_as_it_was_noted(store: Store, clock: SettableClock) -> None:
    assert store.last_heartbeat() is None
    up = timedelta(days=3, microseconds=250_000)
    for heartbeat in (
        clock.heartbeat(),
        Heartbeat(clock.now(), up, "boot"),
        Heartbeat(clock.now(), up, "boot", ClockDoubt(-YEAR, up - MINUTE)),
    ):
        store.heartbeat(heartbeat)
        assert store.last_heartbeat() == heartbeat


def test_a_clock_believed_owes_every_game_the_leap_and_the_last_beat_is_by_that_clock(
    store: Store, clock: SettableClock
) -> None:
    was = clock.now()
    store.commit(Transaction(None, LetterStatus.DONE, ROME, 0, EVENTS, was + YEAR))
    store.heartbeat(Heartbeat(was, MINUTE, "boot", ClockDoubt(YEAR, MINUTE)))
    now_on = Heartbeat(was + YEAR, 2 * MINUTE, "boot")
    store.accept_wall_clock(ClockLeap(was, was + YEAR), now_on)
    assert (store.last_heartbeat(), store.owed(ROME)) == (now_on, LostTime(was, by_clock=True))
    assert store.next_alarm()
    store.paid(ROME)
    store.note_outage(was - YEAR, Heartbeat(was))
    store.accept_wall_clock(ClockLeap(was, was + YEAR), now_on)
    assert store.owed(ROME) == LostTime(was - YEAR), "what was owed before is owed since then"


def test_nothing_waits_for_an_hour_of_a_clock_that_was_set_back(store: Store, clock: SettableClock) -> None:
    was = clock.now()
    ahead = was + YEAR
    first = store.keep("smtp", None, "judge@example.net", b"put off").result()
    letter = ComposedLetter("<1@a>", None, "bob@example.com", "j@example.net", b"x", None, Occasion.ANSWER, ahead)
    store.commit(Transaction(first, LetterStatus.SET_ASIDE, again=ahead, outgoing=(letter,)))
    store.mark_failed(1, SendFailure("451 Later", ahead))
    for place in (EVERYWHERE, "example.com"):
        store.pause(place, ahead)
    assert (store.next_letter(), store.outgoing(was)) == (None, ())
    store.accept_wall_clock(ClockLeap(ahead, was), Heartbeat(was))
    assert [one.id for one in store.outgoing(was)] == [1]
    read = store.next_letter()
    assert read
    assert read.id == first
    assert store.posted_since("bob@example.com", (Occasion.ANSWER,), was) == 0, "it is none of those yet to come"


def test_an_outage_is_owed_to_games_that_wait_for_an_hour_and_to_no_others(store: Store, clock: SettableClock) -> None:
    was, waits, over = clock.now(), GameName("waits"), GameName("over")
    store.commit(Transaction(None, LetterStatus.DONE, waits, 0, EVENTS, was + YEAR))
    store.commit(Transaction(None, LetterStatus.DONE, over, 0, EVENTS))
    now_on = Heartbeat(was + 8 * 60 * MINUTE)
    store.note_outage(was, now_on)
    assert (store.owed(waits), store.owed(over)) == (LostTime(was), None)
    assert store.last_heartbeat() == now_on
    assert store.next_owed(now_on.at) == waits
    store.owe_until(waits, now_on.at + MINUTE)
    assert store.next_owed(now_on.at) is None
    store.note_outage(None, Heartbeat(now_on.at))
    assert store.next_owed(now_on.at) == waits, "whoever starts the judge may have mended what was wrong"
    store.paid(waits)
    assert store.next_owed(now_on.at + YEAR) is None
