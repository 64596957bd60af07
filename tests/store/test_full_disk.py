"""A disk that takes no more: what had to be written is refused as such, and what fits afterwards is kept."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from judge.store.connection import is_disk_full, is_infrastructure_error
from judge.store.store import Store
from tests.shared.narrow import no_more_pages, quota

LARGE = b"Subject: x\r\n\r\n" + b"A PAR H\r\n" * 100_000


def keep(store: Store, raw: bytes) -> int:
    return store.keep("smtp", "alice@example.org", "judge@example.net", raw).result()


def test_a_full_disk_is_told_as_one(store: Store) -> None:
    with no_more_pages(store), pytest.raises(OSError, match="cannot grow") as told:
        keep(store, LARGE)
    assert told.value.errno == errno.ENOSPC
    assert keep(store, LARGE) == 1


def test_so_is_a_quota(store: Store) -> None:
    with quota(512 * 1024), pytest.raises(OSError, match="cannot grow") as told:
        keep(store, LARGE)
    assert told.value.errno == errno.ENOSPC
    assert keep(store, LARGE) == 1


def test_what_shares_the_transaction_is_told_the_same(store: Store) -> None:
    with no_more_pages(store):
        kept = [store.keep("smtp", None, "judge@example.net", LARGE + b"%d" % number) for number in range(20)]
        errors = [one.exception() for one in kept]
    assert {error.errno for error in errors if isinstance(error, OSError)} == {errno.ENOSPC}
    assert all(isinstance(error, OSError) for error in errors)
    assert store.next_letter() is None


def test_a_file_that_may_only_be_read_is_trouble_of_the_house_and_a_wrong_statement_is_not(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE one (x)")
        with pytest.raises(sqlite3.OperationalError) as bug:
            db.execute("SELECT * FROM two")
    only_read = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with closing(only_read), pytest.raises(sqlite3.OperationalError) as house:
        only_read.execute("INSERT INTO one VALUES (1)")
    assert (is_infrastructure_error(bug.value), is_disk_full(bug.value)) == (False, False)
    assert (is_infrastructure_error(house.value), is_disk_full(house.value)) == (True, False)


def test_a_damaged_file_is_trouble_of_the_house(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    path.write_bytes(b"no database " * 1000)
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.DatabaseError) as house:
        db.execute("SELECT * FROM sqlite_schema")
    assert is_infrastructure_error(house.value)


@pytest.mark.parametrize(
    ("error", "blamed"),
    [
        (OSError(errno.EIO, "x"), True),
        (OSError(errno.EMFILE, "x"), True),
        (IsADirectoryError(errno.EISDIR, "x"), False),
        (ValueError("x"), False),
    ],
    ids=str,
)
def test_a_failing_machine_is_trouble_of_the_house_and_a_file_that_is_a_folder_is_not(
    error: Exception, *, blamed: bool
) -> None:
    assert is_infrastructure_error(error) is blamed
