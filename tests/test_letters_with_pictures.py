"""Letters as pages, with their pictures in place: who gets which form, and that one is the same whenever it leaves."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage, MIMEPart
from pathlib import Path

import pytest

from judge.game.settings import GameName
from judge.paths.painter import draw_letter_picture
from judge.rules.board import Power, Year
from judge.shell.local_game import LocalGame, text_of
from judge.shell.play import load_record, play_phase
from judge.store.records import LetterPicture
from tests.shared.by_mail import box, reply_to, write
from tests.shared.seated import agree, lay_seated_table

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


def pngs(letter: EmailMessage) -> list[bytes]:
    """The files of all its PNG pictures."""
    found = (part.get_payload(decode=True) for part in letter.walk() if part.get_content_subtype() == "png")
    return [one for one in found if isinstance(one, bytes)]


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
        "ENGLAND": "multipart/alternative(text/plain multipart/related(text/html image/png image/png))",
        "GERMANY": "multipart/mixed(text/plain image/svg+xml)",
        "ITALY": "multipart/alternative(text/plain text/html)",
    }
    assert names(closed["ENGLAND"]) == ["rome-map-S1901M.png", "rome-near-S1901M.png"]
    page, svg = found(closed["ENGLAND"], "html"), found(closed["GERMANY"], "svg+xml")
    pictures = [part for part in closed["ENGLAND"].walk() if part.get_content_subtype() == "png"]
    shown = [page.get_content().index(f'<img src="cid:{str(png["Content-ID"]).strip("<>")}"') for png in pictures]
    assert shown == sorted(shown)
    assert "F LON - ENG" in page.get_content().replace("\N{NO-BREAK SPACE}", " ")
    drawn = pngs(closed["ENGLAND"])
    assert [one[:4] for one in drawn] == [b"\x89PNG", b"\x89PNG"]
    assert b"<svg" in svg.get_content()
    number = str(closed["ENGLAND"]["X-Judge-Letter"]).split()[-1]
    write(table, EDITH, reply_to(table, "ENGLAND"), f"RESEND {number}")
    copy = letter_about(table, EDITH, "sent again")
    assert structure(copy) == structure(closed["ENGLAND"])
    assert pngs(copy) == drawn
    assert text_of(copy) == text_of(closed["ENGLAND"])


def answer(table: LocalGame, power: str, line: str) -> EmailMessage:
    wish(table, power, line)
    return table.players[Power(power)].read[-1]


def test_a_map_comes_when_it_is_asked_for(table: LocalGame) -> None:
    wish(table, "ITALY", "SET MAP no\nA ROM - APU")
    table.clock.advance_to(table.clock.now() + timedelta(days=8))
    table.judge.wake()
    table.settle()
    asked = {
        "MAP": ["rome-now-F1901M.png"],
        "BOARD": [],
        "MAP rome svg": ["rome-now-F1901M.svg"],
        "MAP S1901M PNG": ["rome-map-S1901M.png"],
        "CARTE rome A5": ["rome-sheet-F1901M.pdf"],
        "MAP P1901M A4 png": ["rome-sheet-S1901M.png"],
        "MAP BLANK A4 PDF": ["rome-blank-F1901M.pdf"],
        "MAP S1907M": [],
        "MAP venice": [],
    }
    told = {line: answer(table, "ITALY", line) for line in asked}
    assert {line: names(letter) for line, letter in told.items()} == asked
    sheet = told["CARTE rome A5"]
    assert found(sheet, "pdf").get_content().startswith(b"%PDF")
    assert "with room beside it for your orders" in " ".join(text_of(sheet).split())


def test_a_blank_map_needs_no_game_but_a_proof(table: LocalGame) -> None:
    write(table, EDITH, "judge@localhost", "MAP BLANK PDF")
    letter = letter_about(table, EDITH, "Your letter")
    assert not names(letter)
    assert "only if the letter is proven to be yours" in " ".join(text_of(letter).split())
    blank = LetterPicture(GameName(""), 0, None, "fr", "18centres", "pdf", shows="sheet", paper="a5", is_blank=True)
    drawn = draw_letter_picture(table.judge.services, blank)
    assert drawn.startswith(b"%PDF")
    assert drawn == draw_letter_picture(table.judge.services, blank)


def test_a_whole_rule_book_comes_as_pdf(table: LocalGame) -> None:
    letter = answer(table, "ITALY", "RULES soop ALL")
    assert names(letter) == ["rules-soop.pdf"]
    assert found(letter, "pdf").get_content().startswith(b"%PDF")


def test_who_wishes_gets_the_board_to_order_from_with_results(table: LocalGame) -> None:
    wish(table, "GERMANY", "SET MAP now\nA MUN - RUH")
    table.clock.advance_to(table.clock.now() + timedelta(days=8))
    table.judge.wake()
    table.settle()
    closed = letter_about(table, READERS["GERMANY"], "Results")
    assert names(closed) == ["rome-map-S1901M.png", "rome-now-F1901M.png"]


def test_a_paragraph_of_a_rule_book_bears_its_example_as_a_picture(table: LocalGame) -> None:
    wish(table, "ENGLAND", "SET LETTERS html")
    wish(table, "GERMANY", "SET MAP svg")
    for power in ("AUSTRIA", "ENGLAND", "GERMANY"):
        wish(table, power, "RULES 1971 XII.3" if power != "GERMANY" else "RULES soop 1.6.2\nRULES stim 8 R")
    told = {power: table.players[Power(power)].read[-1] for power in ("AUSTRIA", "ENGLAND", "GERMANY")}
    assert {power: structure(letter) for power, letter in told.items()} == {
        "AUSTRIA": "text/plain",
        "ENGLAND": "multipart/alternative(text/plain multipart/related(text/html image/png))",
        "GERMANY": "multipart/mixed(text/plain image/svg+xml image/svg+xml image/svg+xml)",
    }
    page, png = found(told["ENGLAND"], "html").get_content(), found(told["ENGLAND"], "png")
    assert page.index("Example:") > page.index(f"cid:{str(png['Content-ID']).strip('<>')}")
    assert 'alt="The example as a picture"' in page
    assert png.get_content().startswith(b"\x89PNG")
    assert names(told["ENGLAND"]) == ["rome-rule-1971-XII.3.png"]
    assert names(told["GERMANY"]) == ["rome-rule-soop-1.6.2.svg", "rome-rule-stim-8_R.svg", "rome-rule-stim-8_R-2.svg"]


def test_each_phase_of_an_example_has_its_picture_where_it_stands(table: LocalGame) -> None:
    wish(table, "ENGLAND", "SET LETTERS html")
    wish(table, "ENGLAND", "RULES 1971 XIII.1")
    letter = table.players[Power("ENGLAND")].read[-1]
    page = found(letter, "html").get_content()
    shown = [page.index(f"cid:{str(part['Content-ID']).strip('<>')}") for part in letter.walk() if part["Content-ID"]]
    first, then = page.index("Example:"), page.index("Then:")
    assert shown[0] < first < shown[1] < then
    assert names(letter) == ["rome-rule-1971-XIII.1.png", "rome-rule-1971-XIII.1-2.png"]


def a_year(table: LocalGame) -> None:
    """The year 1901 of a recorded game, up to the first movements of 1902."""
    for phase in load_record("one"):
        if phase.phase.year > Year(1901):
            return
        assert not play_phase(table, phase, {})


def names(letter: EmailMessage) -> list[str]:
    """The files that a letter bears, in place or attached."""
    return [name for part in letter.walk() if (name := part.get_filename())]


def test_the_past_and_the_end_of_a_game_show_the_centres_by_years(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, played_on=a_year)
    try:
        wish(table, "ENGLAND", "SET LETTERS html")
        wish(table, "GERMANY", "SET MAP svg")
        readers = {power: READERS[power] for power in ("AUSTRIA", "ENGLAND", "GERMANY")}
        for power in readers:
            wish(table, power, "HISTORY 1901\nHISTORY F1901M")
        past = {power: table.players[Power(power)].read[-1] for power in readers}
        write(table, READERS["AUSTRIA"], reply_to(table, "AUSTRIA"), "TERMINATE rome")
        agree(table)
        over = {power: letter_about(table, to, "is over") for power, to in readers.items()}
    finally:
        table.judge.stop()
    assert {power: structure(letter) for power, letter in past.items()} == {
        "AUSTRIA": "text/plain",
        "ENGLAND": "multipart/alternative(text/plain multipart/related(text/html image/png))",
        "GERMANY": "multipart/mixed(text/plain image/svg+xml)",
    }
    assert {power: structure(letter) for power, letter in over.items()} == {
        "AUSTRIA": "text/plain",
        "ENGLAND": "multipart/alternative(text/plain multipart/related(text/html image/png image/png))",
        "GERMANY": "multipart/mixed(text/plain image/svg+xml image/svg+xml)",
    }
    for letters in (past, over):
        pages = [part for part in letters["ENGLAND"].walk() if part.get_content_type() == "text/html"]
        shown = {str(part["Content-ID"]).strip("<>"): part for part in letters["ENGLAND"].walk() if part["Content-ID"]}
        assert all(part.get_content().startswith(b"\x89PNG") for part in shown.values())
        assert sorted(re.findall('src="cid:([^"]*)"', pages[0].get_content())) == sorted(shown)
        files = [part.get_content() for part in letters["GERMANY"].walk() if part.get_filename()]
        assert b'id="l-GERMANY"' in files[-1]
        assert not [address for address in READERS.values() for file in files if address.encode() in file]


def test_no_file_is_named_by_what_others_have_written(table: LocalGame) -> None:
    wish(table, "GERMANY", "SET MAP svg\nA MUN - RUH")
    table.clock.advance_to(table.clock.now() + timedelta(days=8))
    table.judge.wake()
    table.settle()
    assert names(letter_about(table, READERS["GERMANY"], "Results")) == ["rome-map-S1901M.svg"]
