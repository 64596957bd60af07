"""Letters out wait until they are sent or given up, and a Message-ID is queued once."""

from datetime import timedelta

from judge.clock import SettableClock
from judge.game.settings import GameName
from judge.store.outbox import AT_ONCE
from judge.store.store import Store
from judge.store.values import Change, Fate, Outgoing, Waiting

ROME = GameName("rome")
ALICE, BOB = "alice@example.org", "bob@example.org"
BOUNCE = "judge+bounce@example.net"


def queue(store: Store, *letters: Outgoing) -> None:
    assert store.commit(Change(None, Fate.DONE, outgoing=letters))


def to(person: str, number: int, game: GameName | None = ROME) -> Outgoing:
    return Outgoing(f"<{number}@example.net>", game, person, BOUNCE, b"Bonjour %d" % number)


def test_letters_wait_in_the_order_they_were_written(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1), to(BOB, 2, None))
    assert store.outgoing(clock.now()) == (
        Waiting(1, "<1@example.net>", ROME, ALICE, BOUNCE, b"Bonjour 1", 0),
        Waiting(2, "<2@example.net>", None, BOB, BOUNCE, b"Bonjour 2", 0),
    )


def test_a_letter_sent_waits_no_more(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    store.mark_sent(1, clock.now())
    assert store.outgoing(clock.now()) == ()


def test_a_twin_is_not_queued_even_once_the_first_was_sent(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    queue(store, to(ALICE, 1))
    assert len(store.outgoing(clock.now())) == 1
    store.mark_sent(1, clock.now())
    queue(store, to(ALICE, 1))
    assert store.outgoing(clock.now()) == ()


def test_a_letter_that_failed_waits_for_its_next_try(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    later = clock.now() + timedelta(minutes=5)
    store.mark_failed(1, "451 4.7.1 later", later)
    assert store.outgoing(clock.now()) == ()
    (waiting,) = store.outgoing(later)
    assert waiting.tries == 1


def test_a_letter_given_up_is_never_tried_again(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1))
    store.mark_failed(1, "550 5.1.1 nobody", None)
    assert store.outgoing(clock.now() + timedelta(days=400)) == ()


def test_a_full_outbox_is_handed_out_piece_by_piece(store: Store, clock: SettableClock) -> None:
    queue(store, *(to(ALICE, number) for number in range(AT_ONCE + 5)))
    first = store.outgoing(clock.now())
    assert len(first) == AT_ONCE
    for letter in first:
        store.mark_sent(letter.id, clock.now())
    assert len(store.outgoing(clock.now())) == 5


def test_letters_are_counted_for_each_person_in_each_game(store: Store, clock: SettableClock) -> None:
    queue(store, to(ALICE, 1), to(ALICE, 2), to(BOB, 3), to(ALICE, 4, GameName("oslo")), to(ALICE, 5, None))
    store.mark_sent(1, clock.now())
    assert store.sent_count(ROME, ALICE) == 2
    assert store.sent_count(ROME, BOB) == 1
    assert store.sent_count(None, ALICE) == 1
    assert store.sent_count(ROME, "carol@example.org") == 0
