"""The heartbeat, and what a wall clock that is believed after a leap changes in the file."""

from datetime import timedelta

from judge.beats import Beat, Doubt, Leap
from judge.clock import SettableClock
from judge.game.settings import GameName
from judge.store.destinations import EVERYWHERE
from judge.store.heartbeat import Owed
from judge.store.store import Store
from judge.store.values import Change, Failure, Fate, Occasion, Outgoing
from tests.store.event_samples import SAMPLES

ROME = GameName("rome")
EVENTS = (SAMPLES["game-opened"], SAMPLES["player-joined"])
YEAR, MINUTE = timedelta(days=365), timedelta(minutes=1)


def test_a_beat_is_read_as_it_was_noted(store: Store, clock: SettableClock) -> None:
    assert store.last_beat() is None
    up = timedelta(days=3, microseconds=250_000)
    for beat in (
        clock.beat(),
        Beat(clock.now(), up, "boot"),
        Beat(clock.now(), up, "boot", Doubt(-YEAR, up - MINUTE)),
    ):
        store.beat(beat)
        assert store.last_beat() == beat


def test_a_clock_believed_owes_every_game_the_leap_and_the_last_beat_is_by_that_clock(
    store: Store, clock: SettableClock
) -> None:
    was = clock.now()
    store.commit(Change(None, Fate.DONE, ROME, 0, EVENTS, was + YEAR))
    store.beat(Beat(was, MINUTE, "boot", Doubt(YEAR, MINUTE)))
    now_on = Beat(was + YEAR, 2 * MINUTE, "boot")
    store.believe(Leap(was, was + YEAR), now_on)
    assert (store.last_beat(), store.owed(ROME)) == (now_on, Owed(was, by_clock=True))
    assert store.next_alarm()
    store.paid(ROME)
    store.owe(ROME, was - YEAR, was)
    store.believe(Leap(was, was + YEAR), now_on)
    assert store.owed(ROME) == Owed(was - YEAR), "what was owed before is owed since then"


def test_nothing_waits_for_an_hour_of_a_clock_that_was_set_back(store: Store, clock: SettableClock) -> None:
    was = clock.now()
    ahead = was + YEAR
    first = store.keep("smtp", None, "judge@example.net", b"put off").result()
    letter = Outgoing("<1@a>", None, "bob@example.com", "j@example.net", b"x", None, Occasion.ANSWER, ahead)
    store.commit(Change(first, Fate.SET_ASIDE, again=ahead, outgoing=(letter,)))
    store.mark_failed(1, Failure("451 Later", ahead))
    for place in (EVERYWHERE, "example.com"):
        store.pause(place, ahead)
    assert (store.next_letter(), store.outgoing(was)) == (None, ())
    store.believe(Leap(ahead, was), Beat(was))
    assert [one.id for one in store.outgoing(was)] == [1]
    read = store.next_letter()
    assert read
    assert read.id == first
    assert store.posted_since("bob@example.com", (Occasion.ANSWER,), was) == 0, "it is none of those yet to come"
