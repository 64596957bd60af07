"""Letters as pages, with the map in place: who gets which form, and that the map is the same whenever it leaves."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage, MIMEPart
from pathlib import Path

import pytest

from judge.play.local_game import LocalGame, text_of
from judge.rules.board import Power
from tests.by_mail import box, reply_to, write
from tests.seated import lay_seated_table

EDITH = "edith@example.net"
READERS = {"AUSTRIA": "anton@example.org", "ENGLAND": EDITH, "GERMANY": "greta@example.org", "ITALY": "ivo@example.net"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def letter_about(table: LocalGame, address: str, subject: str) -> EmailMessage:
    (found,) = [letter for letter in box(table, address) if subject in str(letter["Subject"])]
    return found


def structure(letter: MIMEPart) -> str:
    """``multipart/alternative(text/plain text/html)``."""
    if not letter.is_multipart():
        return letter.get_content_type()
    parts = " ".join(structure(part) for part in letter.iter_parts())
    return f"{letter.get_content_type()}({parts})"


def found(letter: EmailMessage, subtype: str) -> EmailMessage:
    """The part of that kind."""
    (part,) = [part for part in letter.walk() if part.get_content_subtype() == subtype]
    assert isinstance(part, EmailMessage)
    return part


def wish(table: LocalGame, power: str, line: str) -> None:
    assert write(table, table.players[Power(power)].address, reply_to(table, power), line) == 1


def test_each_gets_the_form_they_wish_and_a_copy_is_the_same_letter(table: LocalGame) -> None:
    wish(table, "ENGLAND", "SET LETTERS html\nF LON - ENG")
    wish(table, "GERMANY", "SET MAP svg")
    wish(table, "ITALY", "SET LETTERS html MAP no")
    table.clock.advance_to(table.clock.now() + timedelta(days=8))
    table.judge.wake()
    table.settle()
    closed = {power: letter_about(table, to, "Results") for power, to in READERS.items()}
    assert {power: structure(letter) for power, letter in closed.items()} == {
        "AUSTRIA": "text/plain",
        "ENGLAND": "multipart/alternative(text/plain multipart/related(text/html image/png))",
        "GERMANY": "multipart/mixed(text/plain image/svg+xml)",
        "ITALY": "multipart/alternative(text/plain text/html)",
    }
    page, png, svg = (
        found(closed["ENGLAND"], "html"),
        found(closed["ENGLAND"], "png"),
        found(closed["GERMANY"], "svg+xml"),
    )
    content_id = str(png["Content-ID"]).strip("<>")
    assert f'<img src="cid:{content_id}"' in page.get_content()
    assert "F LON - ENG" in page.get_content().replace("\N{NO-BREAK SPACE}", " ")
    assert png.get_content().startswith(b"\x89PNG")
    assert b"<svg" in svg.get_content()
    number = str(closed["ENGLAND"]["X-Judge-Letter"]).split()[-1]
    write(table, EDITH, reply_to(table, "ENGLAND"), f"RESEND {number}")
    copy = letter_about(table, EDITH, "sent again")
    assert structure(copy) == structure(closed["ENGLAND"])
    assert found(copy, "png").get_content() == png.get_content()
    assert text_of(copy) == text_of(closed["ENGLAND"])
