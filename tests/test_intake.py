"""Letters dropped into mailboxes/in: trouble with the folder or a file is told once, and stops nothing else."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from judge.config import DkimConfig, RelayConfig
from judge.mail.headers import LARGEST_LETTER
from judge.paths.receive import Intake
from tests.shared.narrow import without_privileges
from tests.shared.outgoing import Room

LETTER = b"From: alice@example.org\nTo: judge@localhost\n\nHELP\n"


@pytest.fixture
def room() -> Iterator[Room]:
    """An outbox in a folder that anybody may enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        room = Room(Path(folder), RelayConfig(), DkimConfig())
        yield room
        room.store.close()


@pytest.fixture
def new(room: Room) -> Path:
    folder = room.services.config.folders.mailboxes / "in" / "new"
    folder.mkdir(parents=True)
    return folder


def drop(folder: Path, name: str, raw: bytes = LETTER, age: int = 0) -> Path:
    path = folder / name
    path.write_bytes(raw)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def kept(room: Room) -> int:
    with_letters = room.store._reader.execute("SELECT count(*) FROM letters WHERE door = 'maildir'")
    return int(with_letters.fetchone()[0])


def test_a_folder_that_cannot_be_read_is_told_once_and_stops_nothing(
    room: Room, new: Path, caplog: pytest.LogCaptureFixture
) -> None:
    drop(new, "one")
    new.chmod(0o000)
    intake = Intake(room.services)
    with without_privileges():
        for _ in range(3):
            intake.take_in()
    assert [record.getMessage() for record in caplog.records] == [
        f"letters dropped into a folder cannot be taken in: {new.parent}: Permission denied"
    ]
    new.chmod(0o755)
    intake.take_in()
    assert kept(room) == 1


def test_a_letter_that_cannot_be_read_keeps_no_other_waiting(
    room: Room, new: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = drop(new, "secret", age=9)
    secret.chmod(0o000)
    drop(new, "other", LETTER + b"STATUS\n")
    new.chmod(0o777)
    intake = Intake(room.services)
    with without_privileges():
        intake.take_in()
        intake.take_in()
    assert kept(room) == 1
    assert list(new.iterdir()) == [secret]
    assert [record.getMessage() for record in caplog.records] == [
        f"letters dropped into a folder cannot be taken in: {secret}: Permission denied"
    ]


def test_a_letter_that_cannot_be_taken_out_is_kept_once_and_told_once(
    room: Room, new: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As in a file system that was mounted read-only."""
    path = drop(new, "one")
    new.chmod(0o555)
    intake = Intake(room.services)
    with without_privileges():
        for _ in range(3):
            intake.take_in()
    assert (kept(room), path.exists()) == (1, True)
    assert [record.getMessage() for record in caplog.records] == [
        f"letters dropped into a folder cannot be taken in: {path}: Permission denied"
    ]
    new.chmod(0o755)
    intake.take_in()
    assert (kept(room), path.exists()) == (1, False)


def test_a_file_larger_than_any_letter_is_not_read(room: Room, new: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A file of a gigabyte, of which the disk holds nothing but its size."""
    huge = drop(new, "huge", age=9)
    os.truncate(huge, 1024**3)
    drop(new, "other")
    with caplog.at_level(logging.ERROR):
        Intake(room.services).take_in()
    assert kept(room) == 1
    assert list(new.iterdir()) == []
    (aside,) = (room.services.config.folders.mailboxes / "set-aside" / "new").iterdir()
    assert (aside.name, aside.stat().st_size) == ("huge", 1024**3)
    assert [record.getMessage() for record in caplog.records] == [
        f"{huge} is larger than any letter: it lies in mailboxes/set-aside now"
    ]


def test_a_letter_of_the_largest_size_is_taken(room: Room, new: Path) -> None:
    drop(new, "large", LETTER + b"x" * (LARGEST_LETTER - len(LETTER)))
    Intake(room.services).take_in()
    assert kept(room) == 1


def test_a_place_where_no_folder_can_be_made_is_told(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.services.config.folders.mailboxes.write_text("in the way")
    Intake(room.services).make_folder()
    Intake(room.services).take_in()
    (record,) = caplog.records
    assert "mailboxes/in: Not a directory" in record.getMessage()
