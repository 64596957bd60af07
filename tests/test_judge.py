"""Promises of the judge at work: what counts at a deadline, what robots get, what a broken letter may not do."""

import logging
import mailbox
import re
import smtplib
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import PhaseClosed
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power, Province
from judge.rules.verdicts import Moved, Stood
from judge.service.app import Judge
from judge.shell.local_game import GAME, LocalGame, start_local_game
from judge.store.store import Store
from judge.store.stored_games import GameCache
from judge.system.clock import SettableClock
from tests.shared.by_mail import bytes_of, reply_to, send
from tests.shared.seated import lay_seated_table

ENGLAND = Power("ENGLAND")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path)
    yield table
    table.judge.stop()


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def answers(table: LocalGame, power: str) -> int:
    return len(table.players[Power(power)].read)


def test_a_judge_that_slept_counts_what_came_in_time_and_closes_at_once(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    edith, to, deadline = table.players[ENGLAND].address, reply_to(table, "ENGLAND"), table.game.deadline
    table.judge.stop()
    assert deadline
    clock = SettableClock(deadline.at)
    asleep = Judge(table.judge.services.config, clock)  # it keeps what comes, and does nothing yet
    asleep.services.store.keep("smtp", edith, to, bytes_of(edith, "F LON - NTH")).result()
    clock.advance_to(deadline.at + timedelta(microseconds=1))
    asleep.services.store.keep("smtp", edith, to, bytes_of(edith, "F EDI - NWG")).result()
    clock.advance_to(deadline.at + timedelta(hours=3))
    asleep.services.store.heartbeat(clock.heartbeat())  # it ran all the time, and was slow
    asleep.start()
    assert asleep.settle(timeout=600)
    events = asleep.services.store.events(GAME)
    asleep.stop()
    (closed,) = [event for event in events if isinstance(event, PhaseClosed)]
    reasons = {v.unit.at.province: v.reason for v in closed.judgement.verdicts[ENGLAND] if v.unit}
    assert reasons[Province("LON")] == Moved(strength=1)
    assert reasons[Province("EDI")] == Stood(unordered=True)
    assert closed.deadline
    assert closed.deadline.at > deadline.at + timedelta(days=7, hours=3), "the next phase has its full length"


ROBOTS = {
    "an out-of-office reply": "Auto-Submitted: auto-replied\r\n",
    "a mailing list": "List-Id: <chat.example.org>\r\n",
    "bulk mail": "Precedence: bulk\r\n",
    "the judge's own letter coming back": "X-Loop: judge@localhost\r\n",
    "a vacation of older days": "X-Vacation: yes\r\n",
    "what was delivered under the null return path": "Return-Path: <>\r\n",
    "a list that names itself by its exit": "List-Unsubscribe: <mailto:leave@example.org>\r\n",
}


@pytest.mark.parametrize("header", ROBOTS.values(), ids=ROBOTS)
def test_a_robot_is_neither_obeyed_nor_answered(playing: LocalGame, header: str) -> None:
    edith = playing.players[ENGLAND].address
    before = answers(playing, "ENGLAND")
    send(playing, edith, reply_to(playing, "ENGLAND"), bytes_of(edith, "F LON - NTH", header))
    assert answers(playing, "ENGLAND") == before
    assert not any(isinstance(event, OrderGiven) for event in playing.judge.services.store.events(GAME))


def test_the_null_sender_is_a_machine_whatever_it_writes(playing: LocalGame) -> None:
    edith = playing.players[ENGLAND].address
    before = answers(playing, "ENGLAND")
    send(playing, "", reply_to(playing, "ENGLAND"), bytes_of(edith, "F LON - NTH"))
    assert answers(playing, "ENGLAND") == before
    assert not any(isinstance(event, OrderGiven) for event in playing.judge.services.store.events(GAME))


def test_the_same_letter_twice_is_one_letter(playing: LocalGame) -> None:
    edith = playing.players[ENGLAND].address
    once = bytes_of(edith, "F LON - NTH", "Message-ID: <1@example.net>\r\n")
    by_another_way = bytes_of(edith, "F LON - NTH", "Received: by a relay\r\nMessage-ID: <1@example.net>\r\n")
    before = answers(playing, "ENGLAND")
    for raw in (once, once, by_another_way):
        send(playing, edith, reply_to(playing, "ENGLAND"), raw)
    assert answers(playing, "ENGLAND") == before + 1


FORGERIES = {
    "her From and no token": ("ENGLAND", None, "edith"),
    "her From and somebody else's token": ("ENGLAND", "GERMANY", "greta"),
    "another From and her token": ("GERMANY", "ENGLAND", "edith"),
}


@pytest.mark.parametrize(("author", "token", "asked"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_letter_changes_nothing_and_only_the_owner_is_asked(
    playing: LocalGame, author: str, token: str | None, asked: str
) -> None:
    to = reply_to(playing, token) if token else f"judge+{GAME}@localhost"
    read = {player.address: len(player.read) for player in playing.players.values()}
    address = playing.players[Power(author)].address
    send(playing, address, to, bytes_of(address, "F LON - NTH\nA BER - KIE"))
    fresh = {
        player.address.partition("@")[0]
        for player in playing.players.values()
        if len(player.read) > read[player.address]
    }
    assert fresh == {asked}
    assert not any(isinstance(event, OrderGiven) for event in playing.judge.services.store.events(GAME))


def test_a_stranger_changes_nothing(playing: LocalGame) -> None:
    mallory = "mallory@example.com"
    send(playing, mallory, f"judge+{GAME}@localhost", bytes_of(mallory, "F LON - NTH"))
    (letter,) = mailbox.Maildir(mailbox_of(playing.judge.services.config.folders.mailboxes, mallory))
    assert "rome" in str(letter["Subject"])
    assert not any(isinstance(event, OrderGiven) for event in playing.judge.services.store.events(GAME))


def test_no_letter_shows_a_player_the_token_or_the_orders_of_another(playing: LocalGame) -> None:
    send(playing, "edith@example.net", reply_to(playing, "ENGLAND"), bytes_of("edith@example.net", "F LON - NTH"))
    tokens = {person.address: person.token for person in playing.game.people.values()}
    for player in playing.players.values():
        others = {token for address, token in tokens.items() if address != player.address}
        text = "\n".join(letter.as_string() for letter in player.read)
        assert not [token for token in others if token in text]
        assert ("F LON - NTH" in text) == (player.address == "edith@example.net")


KEPT = """F LON - NTH
PHASE F1901M
F NTH C A YOR - BEL
IF French A BUR
A YOR - BEL
ENDIF
PREFER BUILDS F EDI, WAIVE
"""


def test_nobody_else_ever_sees_what_a_player_keeps_for_later(playing: LocalGame) -> None:
    send(playing, "edith@example.net", reply_to(playing, "ENGLAND"), bytes_of("edith@example.net", KEPT))
    assert playing.game.deadline
    playing.clock.advance_to(playing.game.deadline.at)
    playing.judge.wake()
    playing.settle()
    archive = playing.judge.services.config.folders.archive
    pages = "\n".join(page.read_text(encoding="utf-8") for page in archive.rglob("*-S1901M.txt"))
    assert "F LON - NTH" in pages, "spring is over, and autumn's orders are known"
    for words in ("YOR - BEL", "French A BUR", "PREFER", "EDI, WAIVE"):
        assert words not in pages
        for player in playing.players.values():
            text = "\n".join(letter.get_content() for letter in player.read)
            assert words not in text or player.address == "edith@example.net"


REFUSED_AT_THE_DOOR = {
    "a name that no game may have": ("judge+no_game@localhost", 550),
    "a box that does not exist": ("jugde@localhost", 550),
    "another host": ("judge@example.com", 550),
}


@pytest.mark.parametrize(("recipient", "code"), REFUSED_AT_THE_DOOR.values(), ids=REFUSED_AT_THE_DOOR)
def test_mail_for_nobody_is_refused_at_the_door(playing: LocalGame, recipient: str, code: int) -> None:
    with smtplib.SMTP("127.0.0.1", playing.judge.door.port, timeout=600) as line:
        line.ehlo()
        line.mail("edith@example.net")
        assert line.rcpt(recipient)[0] == code


def test_the_door_tells_nobody_which_games_there_are(playing: LocalGame) -> None:
    """A game may be hidden: its address is taken as that of a game that does not exist, and the answer says which."""
    with smtplib.SMTP("127.0.0.1", playing.judge.door.port, timeout=600) as line:
        line.ehlo()
        line.mail("edith@example.net")
        assert [line.rcpt(f"judge+{name}@localhost")[0] for name in ("rome", "carthage")] == [250, 250]


def test_a_letter_of_five_megabytes_is_refused_with_its_code(playing: LocalGame) -> None:
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        send(
            playing,
            "edith@example.net",
            "judge@localhost",
            bytes_of("edith@example.net", "x" * 70 + "\r\n" * 6_000_000),
        )
    assert refused.value.smtp_code == 552


@pytest.mark.parametrize(
    "junk", [b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\x00" * 4096]
)
def test_what_is_not_smtp_at_all_changes_nothing_and_the_next_letter_is_taken(playing: LocalGame, junk: bytes) -> None:
    version = playing.game.version
    with socket.create_connection(("127.0.0.1", playing.judge.door.port), timeout=600) as line:
        assert line.recv(100).startswith(b"220")
        line.sendall(junk)
    playing.settle()
    assert playing.game.version == version
    send(playing, "edith@example.net", reply_to(playing, "ENGLAND"), bytes_of("edith@example.net", "F LON - NTH"))
    assert playing.game.version == version + 1


def test_binary_junk_in_a_letter_changes_nothing(playing: LocalGame) -> None:
    version = playing.game.version
    send(
        playing,
        "edith@example.net",
        reply_to(playing, "ENGLAND"),
        bytes_of("edith@example.net", "") + bytes(range(14, 256)) * 50,
    )
    assert playing.game.version == version


def test_a_letter_that_brings_the_judge_down_is_set_aside_and_blocks_nobody(
    playing: LocalGame, caplog: pytest.LogCaptureFixture
) -> None:
    config, to = playing.judge.services.config, reply_to(playing, "ENGLAND")
    break_the_record(config.folders.data / "judge.db")
    playing.judge.services.store._games = GameCache()
    with caplog.at_level(logging.CRITICAL):
        send(playing, "edith@example.net", to, bytes_of("edith@example.net", "F LON - NTH"))
        send(playing, "greta@example.org", "judge@localhost", bytes_of("greta@example.org", "HELP"))
    (aside,) = (config.folders.mailboxes / "set-aside" / "new").iterdir()
    assert b"F LON - NTH" in aside.read_bytes()
    assert re.search("Your letter", str(playing.players[Power("GERMANY")].read[-1]["Subject"]))
    told = playing.players[Power("ENGLAND")].read[-1]
    assert "could not be read" in str(told["Subject"]), "though nobody knows who has a seat in that game"


def break_the_record(path: Path) -> None:
    """Damage an event of the game, as a failing disk might."""
    with sqlite3.connect(path) as db:
        db.execute("UPDATE events SET event = '{}' WHERE number = 1")
    db.close()


def test_an_acknowledgement_names_the_hour_of_arrival(tmp_path: Path) -> None:
    """Where the judge slept when the letter came, that is not the hour of the answer."""
    table = lay_seated_table(tmp_path)
    raw, to = bytes_of("edith@example.net", "F LON - NTH"), reply_to(table, "ENGLAND")
    services = table.judge.services
    table.judge.stop()
    at = table.clock.now()
    with closing(Store(services.config.folders.data / "judge.db", lambda: at)) as store:
        store.keep("smtp", "edith@example.net", to, raw).result()
    judge = Judge(services.config, SettableClock(at + timedelta(minutes=47)))
    judge.timeline.step()
    (answer,) = [
        letter
        for letter in judge.services.store.outgoing(judge.services.clock.now())
        if letter.to == "edith@example.net"
    ]
    judge.stop()
    assert b"Your letter of Monday 5 January 2026, 10:00 Paris time was understood." in answer.raw
