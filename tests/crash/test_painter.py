"""The process that draws the pictures of letters: killed, hanging, or wrong about one, it costs a picture at most."""

import os
import signal
import smtplib
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from functools import partial
from pathlib import Path

import pytest

from judge.config import Config
from judge.game.phases.messages import GameEnded
from judge.game.settings import GameName
from judge.handlers.outgoing import NotDrawnError, NotYetDrawnError, StoreUnreadError
from judge.handlers.services import Services
from judge.mail.compose import PictureSlot, picture_part
from judge.paths.deliver import LetterPictures
from judge.paths.painter import Painter, PicturesDrawnAside
from judge.shell.local_game import LocalGame, start_local_game, text_of
from judge.store.records import LetterPicture, OutboxRow, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.reports.parlour import opening_events, started
from tests.shared.by_mail import box, bytes_of, send
from tests.shared.processes import has_ended, kill, processes, signal_to, tells_of_children
from tests.shared.served import PATIENCE, configure, until
from tests.shared.services import context

pytestmark = tells_of_children

NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
LOG = (*opening_events(), started())
START = LetterPicture(GameName("rome"), len(LOG), None, "en", "standard", "svg")
NONE = replace(START, number=len(LOG) + 1)
"""A picture of what has not happened: drawing it fails."""

HTML = "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"


@pytest.fixture
def services() -> Services:
    return context(NOW, log=LOG).services


@pytest.fixture
def painter() -> Iterator[Painter]:
    painter = Painter()
    yield painter
    painter.close()


def process_of(painter: Painter) -> int:
    assert painter._process
    assert painter._process.pid
    return painter._process.pid


def test_a_painter_killed_while_it_draws_is_replaced_and_nothing_is_left(painter: Painter, services: Services) -> None:
    drawn = painter.draw(services, START)
    first = process_of(painter)
    signal_to(first, signal.SIGSTOP)
    with ThreadPoolExecutor() as sender:
        waiting = sender.submit(painter.draw, services, START)
        os.kill(first, signal.SIGKILL)
        assert waiting.result() == drawn
    second = process_of(painter)
    painter.close()
    assert second != first
    assert has_ended(first)
    assert has_ended(second)


def test_a_picture_that_takes_for_ever_is_none_and_the_next_is_drawn(painter: Painter, services: Services) -> None:
    drawn, seconds = painter.draw(services, START), painter._seconds
    hanging = process_of(painter)
    signal_to(hanging, signal.SIGSTOP)
    painter._seconds = 0.01
    with pytest.raises(NotDrawnError, match=r"not drawn within 0\.01 seconds"):
        painter.draw(services, START)
    assert has_ended(hanging)
    painter._seconds = seconds
    assert painter.draw(services, START) == drawn


def test_pictures_drawn_aside_are_closed_while_one_hangs_and_nothing_is_left(
    painter: Painter, services: Services
) -> None:
    drawn = painter.draw(services, START)
    assert drawn
    hanging, pipe = process_of(painter), painter._pipe
    aside = PicturesDrawnAside(painter, lambda: None)
    signal_to(hanging, signal.SIGSTOP)
    with pytest.raises(NotYetDrawnError):
        aside.draw(services, START)
    aside.close()
    assert has_ended(hanging)
    assert pipe
    assert pipe.closed
    with pytest.raises(NotDrawnError, match="ended twice"):
        painter.draw(services, START)
    assert painter._pipe is None


def test_a_database_that_cannot_be_read_is_no_fault_of_the_picture(
    painter: Painter, services: Services, tmp_path: Path
) -> None:
    (tmp_path / "judge.db").write_bytes(b"This is no database. " * 500)
    config = replace(services.config, folders=replace(services.config.folders, data=tmp_path))
    with pytest.raises(StoreUnreadError, match="not a database"):
        painter.draw(replace(services, config=config), START)


def test_a_letter_leaves_without_the_picture_that_cannot_be_drawn(
    painter: Painter, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    pictures = LetterPictures(services, painter.draw)
    places = [PictureSlot(f"{number}@example.net", f"{number}.svg", "svg", is_in_place=False) for number in (1, 2)]
    raw = b"Subject: the start\r\n\r\n" + b"".join(map(picture_part, places))
    borne = (replace(NONE, content_id=places[0].content_id), replace(START, content_id=places[1].content_id))
    letter = OutboxRow(1, "<1@example.net>", GameName("rome"), "a@example.org", "b@example.org", raw, pictures=borne)
    completed = pictures.completed(letter)
    assert completed
    painter.end()
    assert pictures.completed(letter) == completed, "neither is drawn again for the next reader"
    missing, drawn = completed.split(b"Content-ID: <2@example.net>")
    assert missing.endswith(b"\r\n\r\n" + picture_part(places[1]).split(b"Content-ID")[0])
    assert len(drawn) > 10_000
    assert "it leaves without its map" in caplog.text


CAME_LATE: dict[str, tuple[int, bytes | None, int]] = {
    "it is there": (3, b"<svg/>", 1),
    "it takes longer still": (40, b"<svg/>", 1),
    "it failed for good": (3, None, 0),
    "it comes too late": (80, b"<svg/>", 0),
}


@pytest.mark.parametrize(("minute", "drawn", "letters"), CAME_LATE.values(), ids=CAME_LATE)
def test_a_picture_that_comes_late_is_sent_after_its_letter_once_or_never(
    tmp_path: Path, minute: int, drawn: bytes | None, letters: int
) -> None:
    clock = SettableClock(NOW)
    store = Store(tmp_path / "judge.db", clock.now)
    store.commit(Transaction(None, LetterStatus.DONE, game=GameName("rome"), seen=0, events=LOG))
    game = store.game(GameName("rome"))
    assert game

    def draw(_services: Services, _picture: LetterPicture) -> bytes:
        if clock.now() < NOW + timedelta(minutes=minute):
            raise NotYetDrawnError
        if drawn is None:
            raise NotDrawnError
        return drawn

    pictures = LetterPictures(Services(Config(), store, clock), draw)
    borne, to = (replace(START, content_id="map@example.net"),), game.players[0]
    raw, sender = b"Subject: rome\r\n\r\n", "b@example.org"
    letter = OutboxRow(1, "<1@localhost>", game.name, to, sender, raw, game.readers[to], pictures=borne)
    assert pictures.completed(letter) is None
    clock.advance_to(NOW + timedelta(minutes=2))
    assert pictures.completed(letter) == raw
    for later in range(3, 90):
        clock.advance_to(NOW + timedelta(minutes=later))
        pictures.send_after()
    found = store.outgoing(clock.now())
    assert [(one.to, len(one.pictures)) for one in found] == [(to, 1)] * letters
    store.close()


# --- a judge whose painter stands still


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path)
    yield table
    table.judge.stop()


def practise(table: LocalGame, address: str) -> None:
    """A practice game, which is over after a week of silence."""
    send(table, address, "judge@localhost", bytes_of(address, "PRACTICE BOARD duel", HTML))
    (question,) = box(table, address)
    send(table, address, str(question["Reply-To"]), bytes_of(address, "Yes.", HTML))


def pictures_in(letter: EmailMessage) -> int:
    return sum(part.get_content_type() == "image/png" and bool(part.get_content()) for part in letter.walk())


def test_however_long_a_picture_takes_every_deadline_is_kept_and_its_letters_leave_once(table: LocalGame) -> None:
    readers = [f"reader{number}@example.org" for number in range(2)]
    for reader in readers:
        practise(table, reader)
    before = {reader: len(box(table, reader)) for reader in readers}
    assert all(any(map(pictures_in, box(table, reader))) for reader in readers)
    table.judge._worker._painter._seconds = 10**6  # waited for as long as it takes, on however busy a machine
    painter = process_of(table.judge._worker._painter)
    signal_to(painter, signal.SIGSTOP)
    try:
        table.clock.advance_to(table.clock.now() + timedelta(days=8))
        table.judge.wake()
        store = table.judge.services.store
        until(lambda: all(isinstance(store.events(game)[-1], GameEnded) for game in store.games()))
        assert {reader: len(box(table, reader)) for reader in readers} == before
    finally:
        signal_to(painter, signal.SIGCONT)
    table.settle()
    for reader in readers:
        over = [letter for letter in box(table, reader) if "over" in str(letter["Subject"])]
        assert [pictures_in(letter) for letter in over] == [1]


def test_while_a_picture_hangs_other_letters_leave_and_its_own_does_without_it_after_a_minute(table: LocalGame) -> None:
    reader, other = "reader@example.org", "other@example.com"
    practise(table, reader)
    send(table, other, "judge@localhost", bytes_of(other, "PRACTICE BOARD duel", HTML))
    (question,) = box(table, other)
    worker, port = table.judge._worker, table.judge.door.port
    painter = process_of(worker._painter)
    signal_to(painter, signal.SIGSTOP)
    try:
        post(port, other, str(question["Reply-To"]), "Yes.")
        until(lambda: worker._pictures._waiting)
        post(port, "carol@example.org", "judge@localhost", "HELP")
        until(lambda: box(table, "carol@example.org"))
        assert len(box(table, other)) == 1, "the next letter waits for its picture"
        table.clock.advance_to(table.clock.now() + timedelta(minutes=2))
        table.judge.wake()
        table.settle()
        assert [pictures_in(letter) for letter in box(table, other)] == [0, 0]
    finally:
        signal_to(painter, signal.SIGCONT)
    until(lambda: len(box(table, other)) > 2)
    table.judge.wake()
    table.settle()
    (first,) = [letter for letter in box(table, other) if "begins" in str(letter["Subject"])]
    (after,) = [letter for letter in box(table, other) if pictures_in(letter)]
    assert str(first["Message-ID"]) in str(after["References"])
    assert str(first["Subject"]) in " ".join(text_of(after).split())
    assert table.judge.services.store.outgoing(table.clock.now()) == ()


# --- a worker that is killed while it waits for the painter


def lying(folder: Path, address: str) -> list[EmailMessage]:
    """The letters that lie in a mailbox."""
    paths = (folder / "mailboxes" / address / "new").glob("*")
    return [BytesParser(EmailMessage, policy=modern).parsebytes(path.read_bytes()) for path in paths]


def post(port: int, sender: str, recipient: str, text: str) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as line:
        line.sendmail(sender, [recipient], bytes_of(sender, text, HTML))


def test_a_worker_killed_while_it_waits_for_a_picture_sends_the_letter_once_after_its_next_start(
    tmp_path: Path,
) -> None:
    alice, bruno = "alice@example.org", "bruno@example.com"
    with processes(configure(tmp_path)) as judge:
        for person in (alice, bruno):
            post(judge.port, person, "judge@localhost", "PRACTICE BOARD duel")
            until(partial(lying, tmp_path, person))
        (question,) = lying(tmp_path, alice)
        post(judge.port, alice, str(question["Reply-To"]), "Yes.")
        until(lambda: any(map(pictures_in, lying(tmp_path, alice))))
        painter = judge.painter
        signal_to(painter, signal.SIGSTOP)
        (question,) = lying(tmp_path, bruno)
        post(judge.port, bruno, str(question["Reply-To"]), "Yes.")
        until(lambda: _waiting_with_pictures(tmp_path))
        kill(judge.worker)
        signal_to(painter, signal.SIGCONT)
        until(lambda: has_ended(painter))
        until(lambda: any(map(pictures_in, lying(tmp_path, bruno))))
        signal_to(judge.supervisor.pid, signal.SIGTERM)
        assert judge.supervisor.wait(PATIENCE) == 0
        assert judge.family() == set()
    for person in (alice, bruno):
        assert sorted(map(pictures_in, lying(tmp_path, person))) == [0, 1]
    assert _waiting_with_pictures(tmp_path) == 0


def _waiting_with_pictures(folder: Path) -> int:
    with closing(sqlite3.connect(f"file:{folder}/data/judge.db?mode=ro", uri=True)) as db:
        rows = db.execute("SELECT count(*) FROM outbox WHERE state = 'waiting' AND pictures IS NOT NULL")
        return int(rows.fetchone()[0])
