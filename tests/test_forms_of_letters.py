"""Which form letters have: a page beside the text for whoever writes HTML, text alone for whoever writes plain text."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.game.people.messages import Person
from judge.game.settings import LetterForm
from judge.handlers.confirmations import settle_failed_letter
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, start_local_game
from judge.store.rows import KeptLetter
from tests.shared.by_mail import bytes_of, reply_to, send
from tests.shared.seated import lay_seated_table
from tests.shared.services import context

HTML = "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"
PLAIN = ""
NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
FORMS = {"text/plain": LetterForm.TEXT, "multipart/alternative": LetterForm.HTML}


def form_of(letter: EmailMessage) -> LetterForm:
    return FORMS[letter.get_content_type()]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """Seven players whose game began before letters had forms."""
    laid = lay_seated_table(tmp_path)
    laid.judge.stop()
    with closing(sqlite3.connect(tmp_path / "data" / "judge.db")) as db, db:
        changed = db.execute("UPDATE events SET event = replace(event, ', \"letters\": \"text\"', '')").rowcount
        assert changed
        assert not db.execute("SELECT count(*) FROM events WHERE event LIKE '%\"letters\"%'").fetchone()[0]
    table = start_local_game(tmp_path, now=laid.clock.now())
    for player in table.players.values():
        player.fetch()
    yield table
    table.judge.stop()


def told(table: LocalGame, power: str, line: str, more: str) -> LetterForm:
    """The form of the answer to a letter."""
    address = table.players[Power(power)].address
    send(table, address, reply_to(table, power), bytes_of(address, line, more))
    return form_of(table.players[Power(power)].read[-1])


def test_who_was_there_before_gets_the_form_of_their_next_letter_and_keeps_it(table: LocalGame) -> None:
    assert {power: person.letters for power, person in _people(table).items()} == dict.fromkeys(table.players)
    assert told(table, "ENGLAND", "F LON - ENG", HTML) is LetterForm.HTML
    assert told(table, "ENGLAND", "F LON - NTH", PLAIN) is LetterForm.HTML
    assert told(table, "AUSTRIA", "A VIE - GAL", PLAIN) is LetterForm.TEXT
    assert told(table, "AUSTRIA", "A VIE - TYR", HTML) is LetterForm.TEXT
    table.clock.advance_to(table.clock.now() + timedelta(days=8))
    table.judge.wake()
    table.settle()
    last = {power: player.read[-1] for power, player in table.players.items()}
    assert all("Results" in str(letter["Subject"]) or "Résultats" in str(letter["Subject"]) for letter in last.values())
    assert {power for power, letter in last.items() if form_of(letter) is LetterForm.HTML} == {Power("ENGLAND")}


def _people(table: LocalGame) -> Mapping[Power, Person]:
    return {power: table.game.people[table.game.seats[power]] for power in table.players}


def test_the_gazette_comes_in_the_form_of_the_letter_that_asked_for_it(table: LocalGame) -> None:
    assert told(table, "ENGLAND", "GAZETTE", HTML) is LetterForm.HTML
    assert told(table, "GERMANY", "GAZETTE", PLAIN) is LetterForm.TEXT
    assert _issue(table, days=7) == {"ENGLAND": LetterForm.HTML, "GERMANY": LetterForm.TEXT}
    assert told(table, "GERMANY", "SET LETTERS html\nGAZETTE", PLAIN) is LetterForm.HTML
    assert _issue(table, days=7) == {"ENGLAND": LetterForm.HTML, "GERMANY": LetterForm.HTML}


def _issue(table: LocalGame, days: int) -> Mapping[str, LetterForm]:
    """The form of the issue that comes within so many days, by reader."""
    before = {power: len(table.players[Power(power)].read) for power in ("ENGLAND", "GERMANY")}
    table.clock.advance_to(table.clock.now() + timedelta(days=days))
    table.judge.wake()
    table.settle()
    new = {power: table.players[Power(power)].read[first:] for power, first in before.items()}
    return {
        power: form_of(letter) for power, read in new.items() for letter in read if "azette" in str(letter["Subject"])
    }


ASIDE: Mapping[str, LetterForm] = {
    "": LetterForm.TEXT,
    "text/plain": LetterForm.TEXT,
    "multipart/mixed; boundary=b": LetterForm.TEXT,
    "text/html; charset=utf-8": LetterForm.HTML,
    "Multipart/Alternative; boundary=b": LetterForm.HTML,
    "multipart/related; boundary=b": LetterForm.HTML,
}


def test_a_letter_set_aside_is_told_of_in_the_form_its_headers_show() -> None:
    services = context(NOW).services
    found = {}
    for kind in ASIDE:
        raw = bytes_of("zoe@example.com", "?", f"Content-Type: {kind}\r\n" if kind else "")
        kept = KeptLetter(1, NOW, "smtp", "zoe@example.com", "judge@localhost", raw, confirmed=False, tries=3)
        (letter,) = settle_failed_letter(services, kept).outgoing
        found[kind] = LetterForm.HTML if b"\r\nContent-Type: text/html" in letter.raw else LetterForm.TEXT
    assert found == ASIDE
