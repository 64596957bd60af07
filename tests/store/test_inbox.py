"""Letters received are kept once, read in the order of their arrival, and settled for good."""

import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database

from judge.store.records import Transaction
from judge.store.rows import KeptLetter, LetterCopy, LetterStatus, PendingConfirmation
from judge.store.schema import migrations
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.store.conftest import NOON

ROOT = Path(__file__).parents[2]
ALICE = "alice@example.org"
JUDGE = "judge@example.net"


def keep(store: Store, raw: bytes = b"A PAR - BUR", sender: str | None = ALICE, recipient: str = JUDGE) -> int:
    return store.keep("smtp", sender, recipient, raw).result()


def test_a_letter_is_given_back_as_it_came(store: Store, clock: SettableClock) -> None:
    letter = keep(store, b"\x00\xff\r\n.\n")
    kept = KeptLetter(letter, clock.now(), "smtp", ALICE, JUDGE, b"\x00\xff\r\n.\n", confirmed=False, tries=0)
    assert store.next_letter() == kept


def test_an_empty_inbox_has_no_letter(store: Store) -> None:
    assert store.next_letter() is None


def test_the_null_sender_stays_none(store: Store) -> None:
    keep(store, sender=None)
    letter = store.next_letter()
    assert letter is not None
    assert letter.sender is None


def test_the_same_bytes_in_the_same_envelope_are_one_letter(store: Store) -> None:
    first = keep(store)
    assert keep(store) == first
    assert store.commit(Transaction(first, LetterStatus.DONE))
    assert store.next_letter() is None


def test_a_letter_repeated_after_it_was_done_is_not_read_again(store: Store) -> None:
    first = keep(store)
    store.commit(Transaction(first, LetterStatus.DONE))
    assert keep(store) == first
    assert store.next_letter() is None


@pytest.mark.parametrize(
    ("raw", "sender", "recipient"),
    [
        (b"A PAR - PIC", ALICE, JUDGE),
        (b"A PAR - BUR", "bob@example.org", JUDGE),
        (b"A PAR - BUR", None, JUDGE),
        (b"A PAR - BUR", ALICE, "judge+rome@example.net"),
    ],
    ids=["other words", "other sender", "null sender", "other recipient"],
)
def test_another_letter_is_another_letter(store: Store, raw: bytes, sender: str | None, recipient: str) -> None:
    assert keep(store) != keep(store, raw, sender, recipient)


def test_letters_are_read_in_the_order_of_arrival(store: Store, clock: SettableClock) -> None:
    read = []
    for number in range(3):
        clock.advance_to(clock.now() + timedelta(seconds=1))
        keep(store, b"%d" % number)
    while letter := store.next_letter():
        read.append(letter.raw)
        store.commit(Transaction(letter.id, LetterStatus.DONE))
    assert read == [b"0", b"1", b"2"]


def test_letters_of_one_moment_are_read_in_the_order_they_were_kept(store: Store) -> None:
    first = keep(store, b"first")
    keep(store, b"second")
    letter = store.next_letter()
    assert letter is not None
    assert letter.id == first


@pytest.mark.parametrize("status", LetterStatus)
def test_a_letter_with_a_fate_is_not_read_again(store: Store, status: LetterStatus) -> None:
    assert store.commit(Transaction(keep(store), status))
    assert store.next_letter() is None


def test_a_letter_is_settled_once(store: Store) -> None:
    letter = keep(store)
    assert store.commit(Transaction(letter, LetterStatus.DONE))
    assert not store.commit(Transaction(letter, LetterStatus.SET_ASIDE))


def test_failures_are_counted_and_survive(path: Path, clock: SettableClock) -> None:
    store = Store(path, clock.now)
    letter = keep(store)
    store.note_failure(letter)
    store.note_failure(letter)
    store.close()
    reopened = Store(path, clock.now)
    waiting = reopened.next_letter()
    assert waiting is not None
    assert waiting.tries == 2
    reopened.close()


def test_failing_to_read_no_letter_is_an_error(store: Store) -> None:
    with pytest.raises(KeyError):
        store.note_failure(17)


# --- the letter that a judge is reading when it ends


def ended_while_reading(path: Path, letter: int, *, is_settled: bool = False) -> None:
    """Another judge on the file that begins to read a letter and is killed."""
    script = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from judge.store.records import LetterStatus, Transaction
from judge.store.store import Store
store = Store(Path(sys.argv[1]), lambda: datetime.now(UTC))
with store.reading(int(sys.argv[2])):
    if sys.argv[3] == "True":
        store.commit(Transaction(int(sys.argv[2]), LetterStatus.DONE))
    os.kill(os.getpid(), signal.SIGKILL)
"""
    command = [sys.executable, "-c", script, str(path), str(letter), str(is_settled)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL


def begun_by(store: Store) -> str | None:
    """Who has begun to read the letter that is next; None where there is none."""
    store.note_interrupted()
    waiting = store.next_letter()
    return waiting.begun_by if waiting else None


def test_the_letter_that_was_being_read_is_known_to_every_judge_after_a_kill_until_it_is_settled(
    path: Path, clock: SettableClock
) -> None:
    store = Store(path, clock.now)
    letter = keep(store)
    store.close()
    ended_while_reading(path, letter)
    for _ in range(2):
        store = Store(path, clock.now)
        assert begun_by(store) == "a judge that ended"
        store.close()
    store = Store(path, clock.now)
    store.commit(Transaction(letter, LetterStatus.DONE))
    assert store.letter(letter).begun_by == ""
    store.close()


def test_no_letter_is_suspect_where_reading_came_to_its_end(path: Path, clock: SettableClock) -> None:
    store = Store(path, clock.now)
    first, _ = keep(store), keep(store, b"another")
    with store.reading(first):
        pass
    with pytest.raises(ZeroDivisionError), store.reading(first):
        raise ZeroDivisionError
    assert begun_by(store) == ""
    store.close()
    ended_while_reading(path, first, is_settled=True)
    store = Store(path, clock.now)
    assert begun_by(store) == ""
    store.close()


@pytest.mark.parametrize("text", [b"", b"\0" * 21, b"999999999999999999\n", b"nonsense"])
def test_a_mark_that_a_power_cut_has_spoilt_names_no_letter(path: Path, clock: SettableClock, text: bytes) -> None:
    store = Store(path, clock.now)
    keep(store)
    store.close()
    (path.parent / "reading").write_bytes(text)
    store = Store(path, clock.now)
    assert begun_by(store) == ""
    store.close()


def test_settle_returns_when_what_arrived_before_is_there(store: Store) -> None:
    futures = [store.keep("smtp", ALICE, JUDGE, b"%d" % number) for number in range(300)]
    store.settle()
    assert all(future.done() for future in futures)


# --- letters that wait for a confirmation


def test_a_held_letter_waits_for_its_code(store: Store) -> None:
    letter = keep(store)
    assert store.commit(Transaction(letter, LetterStatus.HELD, hold=PendingConfirmation("k7", ALICE)))
    assert store.held("k7") == (letter, ALICE)
    assert store.held("k8") is None
    assert store.next_letter() is None


def test_a_confirmed_letter_is_read_with_its_own_arrival(store: Store, clock: SettableClock) -> None:
    arrived = clock.now()
    held = keep(store)
    store.commit(Transaction(held, LetterStatus.HELD, hold=PendingConfirmation("k7", ALICE)))
    clock.advance_to(arrived + timedelta(hours=2))
    answer = keep(store, b"yes")
    assert store.commit(Transaction(answer, LetterStatus.DONE, release="k7"))
    assert store.next_letter() == KeptLetter(
        held, arrived, "smtp", ALICE, JUDGE, b"A PAR - BUR", confirmed=True, tries=0
    )
    assert store.held("k7") is None


def test_a_code_works_once(store: Store) -> None:
    held = keep(store)
    store.commit(Transaction(held, LetterStatus.HELD, hold=PendingConfirmation("k7", ALICE)))
    store.commit(Transaction(keep(store, b"yes"), LetterStatus.DONE, release="k7"))
    store.commit(Transaction(held, LetterStatus.DONE))
    assert store.commit(Transaction(keep(store, b"yes again"), LetterStatus.DONE, release="k7"))
    assert store.next_letter() is None


# --- twins that are not the same bytes

WORDS = b"0123456789abcdef"


def copy(
    letter: int = 99, author: str = ALICE, message_id: str = "<1@example.org>", about: str = "", words: bytes = WORDS
) -> LetterCopy:
    return LetterCopy(letter, author, message_id, about, words)


def test_a_second_letter_of_one_message_id_is_known(store: Store) -> None:
    first, twin = keep(store, b"via one relay"), keep(store, b"via another")
    store.commit(Transaction(first, LetterStatus.DONE, sender=ALICE, message_id="<1@example.org>"))
    assert store.seen_before(copy(letter=twin))
    assert not store.seen_before(copy(letter=first))


@pytest.mark.parametrize(
    ("sender", "message_id"),
    [("bob@example.org", "<1@example.org>"), (ALICE, "<2@example.org>")],
    ids=["another sender", "another Message-ID"],
)
def test_what_only_resembles_a_twin_is_none(store: Store, sender: str, message_id: str) -> None:
    store.commit(Transaction(keep(store), LetterStatus.DONE, sender=ALICE, message_id="<1@example.org>"))
    assert not store.seen_before(copy(author=sender, message_id=message_id))


def test_other_words_under_one_message_id_are_no_twin(store: Store) -> None:
    store.commit(Transaction(keep(store), LetterStatus.DONE, sender=ALICE, message_id="<1@example.org>", digest=WORDS))
    assert store.seen_before(copy())
    assert not store.seen_before(copy(words=b"others"))


def test_a_letter_that_was_never_done_has_no_twin(store: Store) -> None:
    store.commit(Transaction(keep(store), LetterStatus.SET_ASIDE, sender=ALICE, message_id="<1@example.org>"))
    assert not store.seen_before(copy())


def test_letters_without_a_message_id_are_no_twins(store: Store) -> None:
    store.commit(Transaction(keep(store), LetterStatus.DONE, sender=ALICE, message_id=""))
    assert not store.seen_before(copy(message_id=""))


@pytest.mark.parametrize(
    ("done", "comes", "is_twin"),
    [("rome", "rome", True), ("rome", "oslo", False), ("rome", "", True), ("", "rome", False), ("", "", True)],
    ids=["the same game", "another game", "no game after one", "a game after none", "no game twice"],
)
def test_a_copy_for_another_game_is_no_twin(store: Store, done: str, comes: str, is_twin: bool) -> None:
    store.commit(Transaction(keep(store), LetterStatus.DONE, sender=ALICE, message_id="<1@example.org>", about=done))
    assert store.seen_before(copy(about=comes)) == is_twin


def test_a_letter_done_by_an_older_judge_is_done_for_every_game(tmp_path: Path) -> None:
    db = Database(tmp_path / "judge.db")
    migrations.apply(db, stop_before="letters_about")
    db.execute(
        """INSERT INTO letters (arrived, door, recipient, fingerprint, state, author, message_id)
           VALUES ('2026-01-05T09:00:00.000000', 'smtp', ?, x'00', 'done', ?, '<1@example.org>')""",
        [JUDGE, ALICE],
    )
    db.conn.commit()
    db.close()
    store = Store(tmp_path / "judge.db", SettableClock(NOON).now)
    assert store.seen_before(copy(about="rome"))
    store.close()
