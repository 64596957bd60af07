"""The spool keeps letters until they are in the store, and each is taken in once."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.store.life import back_up
from judge.store.spool import Spool, SpoolReader
from judge.store.store import Store
from judge.system.clock import SettableClock

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)
ALICE, JUDGE = "alice@example.org", "judge@example.net"


@pytest.fixture
def at(tmp_path: Path) -> Path:
    return tmp_path / "data" / "spool.db"


@pytest.fixture
def spool(at: Path, clock: SettableClock) -> Iterator[Spool]:
    spool = Spool(at, clock.now)
    yield spool
    spool.close()


@pytest.fixture
def reader(at: Path) -> Iterator[SpoolReader]:
    with closing(SpoolReader(at)) as reader:
        yield reader


def keep(spool: Spool, *texts: str) -> list[int]:
    return [spool.keep("smtp", ALICE, JUDGE, text.encode()).result() for text in texts]


def texts(reader: SpoolReader, after: int = 0) -> list[str]:
    return [each.letter.raw.decode() for each in reader.letters_after(after)]


def test_what_was_kept_is_read_with_envelope_and_arrival_in_that_order(spool: Spool, reader: SpoolReader) -> None:
    first, second = keep(spool, "one", "two")
    one, two = reader.letters_after(0)
    assert (one.id, two.id) == (first, second)
    assert (one.letter.at, one.letter.transport, one.letter.sender, one.letter.recipient) == (
        NOON,
        "smtp",
        ALICE,
        JUDGE,
    )
    assert texts(reader) == ["one", "two"]
    assert texts(reader, after=first) == ["two"]


def test_before_the_first_letter_there_is_none(reader: SpoolReader) -> None:
    assert texts(reader) == []


def test_what_was_released_goes_as_others_arrive_and_no_id_is_given_twice(spool: Spool, reader: SpoolReader) -> None:
    ids = keep(spool, *(str(number) for number in range(120)))
    spool.release(ids[-1])
    ids += keep(spool, "a", "b", "c")
    assert texts(reader) == ["a", "b", "c"]
    assert sorted(set(ids)) == ids


def test_what_was_not_released_outlives_the_process(at: Path, clock: SettableClock, reader: SpoolReader) -> None:
    with closing(Spool(at, clock.now)) as spool:
        first, *_ = keep(spool, "one", "two")
        spool.release(first)
    with closing(Spool(at, clock.now)):
        assert texts(reader) == ["two"]


def test_large_letters_are_read_a_few_at_a_time(spool: Spool, reader: SpoolReader) -> None:
    keep(spool, *(f"{number}" * 2**22 for number in range(8)))
    found: list[int] = []
    while some := reader.letters_after(found[-1] if found else 0):
        assert len(some) <= 5
        found += [each.id for each in some]
    assert len(found) == 8


def test_a_letter_taken_in_again_is_the_same_letter(spool: Spool, reader: SpoolReader, store: Store) -> None:
    """As when the judge is killed before it has told the door."""
    keep(spool, "one", "two")
    for _ in range(2):
        store.take_in([each.letter for each in reader.letters_after(0)])
    found = [store.letter(number) for number in (1, 2)]
    assert [letter.raw for letter in found] == [b"one", b"two"]
    with pytest.raises(KeyError):
        store.letter(3)


def test_a_backup_holds_what_only_the_spool_holds_and_nothing_twice(
    spool: Spool, reader: SpoolReader, at: Path, store: Store, path: Path, tmp_path: Path
) -> None:
    first, _ = keep(spool, "one", "two")
    store.take_in([each.letter for each in reader.letters_after(0) if each.id == first])
    back_up(path, at, tmp_path / "copy.db")
    with closing(Store(tmp_path / "copy.db", lambda: NOON)) as copy:
        assert [copy.letter(number).raw for number in (1, 2)] == [b"one", b"two"]
        with pytest.raises(KeyError):
            copy.letter(3)
