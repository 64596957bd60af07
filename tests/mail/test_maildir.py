"""Letters in Maildirs: delivered once, found by any mail client, taken only when kept elsewhere."""

import os
from mailbox import Maildir
from pathlib import Path

import pytest

from judge.mail.maildir import deliver_to_maildir, remove_file, set_aside, waiting_files

RAW = b"From: judge@example.net\r\nSubject: Rome\r\n\r\nA PAR - BUR\r\n"


def test_a_mail_client_finds_what_was_delivered(tmp_path: Path) -> None:
    deliver_to_maildir(tmp_path / "alice@example.org", "<1@example.net>", RAW)
    (letter,) = Maildir(tmp_path / "alice@example.org", create=False)
    assert letter["Subject"] == "Rome"
    assert letter.get_payload() == "A PAR - BUR\n"


def test_nothing_is_left_in_tmp(tmp_path: Path) -> None:
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_the_same_letter_is_delivered_once(tmp_path: Path) -> None:
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    assert len(Maildir(tmp_path)) == 1


def test_another_letter_of_the_same_id_is_delivered_too(tmp_path: Path) -> None:
    """As a judge writes whose database was set back, or another one that writes to the same folder."""
    other = RAW.replace(b"PAR", b"MAR")
    for raw in (RAW, other, RAW, other):
        deliver_to_maildir(tmp_path, "<1@example.net>", raw)
    assert {letter.get_payload() for letter in Maildir(tmp_path)} == {"A PAR - BUR\n", "A MAR - BUR\n"}


@pytest.mark.parametrize("flags", ["", ":2,", ":2,RS"], ids=["moved", "seen", "answered"])
def test_a_letter_that_was_read_is_not_delivered_again(tmp_path: Path, flags: str) -> None:
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    (file,) = (tmp_path / "new").iterdir()
    file.rename(tmp_path / "cur" / f"{file.name}{flags}")
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    assert list((tmp_path / "new").iterdir()) == []


def test_a_delivery_broken_off_is_begun_again(tmp_path: Path) -> None:
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    (file,) = (tmp_path / "new").iterdir()
    (tmp_path / "tmp" / file.name).write_bytes(b"From: jud")
    file.unlink()
    deliver_to_maildir(tmp_path, "<1@example.net>", RAW)
    assert (tmp_path / "new" / file.name).read_bytes() == RAW.replace(b"\r\n", b"\n")


@pytest.mark.parametrize(
    "unique",
    ["<a/b@c>", "../../etc/passwd", "", ".", "a:2,S", "x" * 500, "é\u2028\n", "<1@example.net>"],
    ids=["slash", "way up", "empty", "dot", "flags", "long", "controls", "plain"],
)
def test_any_name_makes_one_file_in_the_folder(tmp_path: Path, unique: str) -> None:
    deliver_to_maildir(tmp_path / "box", unique, RAW)
    (file,) = (tmp_path / "box" / "new").iterdir()
    assert not file.name.startswith(".")
    assert ":" not in file.name
    assert len(os.fsencode(file.name)) < 150
    assert len(Maildir(tmp_path / "box")) == 1


def test_names_that_look_alike_are_different_letters(tmp_path: Path) -> None:
    deliver_to_maildir(tmp_path, "<a/b@c>", RAW)
    deliver_to_maildir(tmp_path, "<a:b@c>", RAW)
    assert len(Maildir(tmp_path)) == 2


# --- letters dropped into a folder


def drop(folder: Path, name: str, raw: bytes, age: int) -> Path:
    (folder / "new").mkdir(parents=True, exist_ok=True)
    path = folder / "new" / name
    path.write_bytes(raw)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def test_letters_are_taken_oldest_first(tmp_path: Path) -> None:
    second = drop(tmp_path, "a", b"\xff\r\n", age=10)
    first = drop(tmp_path, "b", b"first", age=20)
    assert waiting_files(tmp_path) == (first, second)


def test_a_letter_taken_is_gone(tmp_path: Path) -> None:
    path = drop(tmp_path, "a", RAW, age=0)
    remove_file(path)
    remove_file(path)
    assert waiting_files(tmp_path) == ()


def test_only_letters_are_taken(tmp_path: Path) -> None:
    drop(tmp_path, ".hidden", b"", age=0)
    (tmp_path / "new" / "folder").mkdir()
    assert waiting_files(tmp_path) == ()


def test_a_link_to_nowhere_or_to_itself_hides_no_letter(tmp_path: Path) -> None:
    letter = drop(tmp_path, "one", RAW, age=1)
    for name, to in (("itself", "itself"), ("nowhere", "there")):
        (tmp_path / "new" / name).symlink_to(to)
    assert waiting_files(tmp_path) == (letter,)


def test_where_there_is_no_folder_nothing_waits(tmp_path: Path) -> None:
    assert waiting_files(tmp_path / "in") == ()


def test_what_any_mail_client_delivers_is_found(tmp_path: Path) -> None:
    Maildir(tmp_path / "in").add(RAW)
    (path,) = waiting_files(tmp_path / "in")
    assert path.read_bytes() == RAW


def test_a_letter_set_aside_keeps_every_byte(tmp_path: Path) -> None:
    set_aside(tmp_path, "letter-17", b"\x00\r\n\xff")
    (file,) = (tmp_path / "new").iterdir()
    assert file.name.startswith("letter-17.")
    assert file.read_bytes() == b"\x00\r\n\xff"
