"""Letters out: what a refusal means for the letter, for its destination, for the way out, for the game's master."""

import logging
import re
import socket
import sqlite3
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from typing import Any

import dkim
import pytest

from judge.config import Config, ConfigError, DkimConfig, RelayConfig
from judge.game.decide import decide
from judge.game.refusals import Refused
from judge.game.seats.messages import JoinGame
from judge.game.settings import Address
from judge.handlers.services import dkim_signer, relay_route
from judge.paths.deliver import MOST_UNMARKED
from judge.store.records import Transaction
from judge.store.rows import EVERYWHERE, LetterStatus
from tests.mail.sink import Sink
from tests.shared.narrow import read_only
from tests.shared.outgoing import MASTER, ROME, START, Room

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.com"
GREYLISTED, FULL, NOBODY = "451 4.7.1 Greylisted", "452 4.2.2 Mailbox full", "550 5.1.1 No such user"


@pytest.fixture
def open_room(tmp_path: Path, port: int) -> Iterator[Callable[..., Room]]:
    with ExitStack() as stack:

        def opened(
            dkim_config: DkimConfig = DkimConfig(),  # noqa: B008 - a frozen value
            *,
            master_plays: bool = False,
            **relay: Any,
        ) -> Room:
            to = RelayConfig("127.0.0.1", **({"port": port} | relay))
            room = Room(tmp_path, to, dkim_config, master_plays=master_plays)
            stack.callback(room.close)
            return room

        yield opened


@pytest.fixture
def room(open_room: Callable[..., Room]) -> Room:
    return open_room()


def sent_to(sink: Sink) -> list[str]:
    return [to for _, (to,), _ in sink.taken]


def test_a_full_mailbox_keeps_nobody_else_waiting(room: Room, sink: Sink) -> None:
    sink.answers[BOB] = FULL
    room.post(BOB, ALICE, CAROL)
    room.send()
    assert sent_to(sink) == [ALICE, CAROL]


def test_what_a_domain_refuses_is_asked_of_it_by_one_letter_at_a_time(room: Room, sink: Sink) -> None:
    sink.answers |= {BOB: GREYLISTED, ALICE: GREYLISTED}
    room.post(BOB, ALICE, CAROL, ALICE)
    room.send()
    assert sent_to(sink) == [CAROL]
    assert sink.asked == [BOB, CAROL]
    room.post(ALICE)
    room.send()
    assert sink.asked == [BOB, CAROL], "a letter written meanwhile waits with the others"
    sink.answers.clear()
    room.wait(minutes=1)
    assert sent_to(sink) == [CAROL, BOB, ALICE, ALICE, ALICE]


def test_the_tail_of_tries_is_long_and_has_an_end(room: Room, sink: Sink) -> None:
    sink.answers[CAROL] = GREYLISTED
    room.post(CAROL)
    tried = []
    for minute in range(3 * 24 * 60):
        before = len(sink.asked)
        room.clock.advance_to(START + timedelta(minutes=minute))
        room.send()
        if CAROL in sink.asked[before:]:
            tried.append(minute)
    assert tried[:8] == [0, 1, 6, 21, 51, 111, 171, 231]
    assert 2 * 24 * 60 <= tried[-1] < 2 * 24 * 60 + 60


def test_a_domain_that_takes_letters_again_is_trusted_as_before(room: Room, sink: Sink) -> None:
    sink.answers[BOB] = GREYLISTED
    room.post(BOB)
    room.send()
    room.wait(minutes=1)
    sink.answers.clear()
    room.wait(minutes=5)
    assert sent_to(sink) == [BOB]
    assert room.store.refusals("example.org") == 0


def test_a_letter_that_waited_behind_another_is_not_given_up_untried(room: Room, sink: Sink) -> None:
    """Its two days count from when its domain first refused a letter while it waited."""
    sink.answers |= {BOB: GREYLISTED, ALICE: GREYLISTED}
    room.post(BOB)
    room.send()
    for _ in range(47):
        room.wait(hours=1)
    room.post(ALICE)
    for _ in range(3):
        room.wait(hours=1)
    assert BOB not in sink.asked[-1:]
    sink.answers.clear()
    room.wait(hours=1)
    assert sent_to(sink).count(ALICE) == 1
    assert BOB not in sent_to(sink)


def test_the_master_is_told_of_a_letter_given_up_and_not_what_it_said(
    room: Room, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    sink.answers[BOB] = NOBODY
    room.post(BOB)
    room.send()
    ((_, to, raw),) = sink.taken
    letter = message_from_bytes(raw)
    text = letter.get_payload(decode=True)
    assert to == [MASTER]
    assert "[rome" in letter["Subject"]
    assert isinstance(text, bytes)
    assert b"| 550 5.1.1 No such user" in text
    assert BOB.encode() in text
    assert b"Bonjour" not in raw
    assert f"to {BOB} is given up: {NOBODY}" in caplog.text


def test_a_master_who_plays_is_told_and_learns_no_address(open_room: Callable[..., Room], sink: Sink) -> None:
    room = open_room(master_plays=True)
    master = room.services.game(ROME)
    assert master
    joined = decide(master, JoinGame(master.people[Address(MASTER)], ()), room.clock.now())
    assert not isinstance(joined, Refused)
    assert room.store.commit(Transaction(None, LetterStatus.DONE, ROME, master.version, joined))
    sink.answers[BOB] = f"550 5.1.1 <{BOB}>: no such user"
    room.post(BOB)
    room.send()
    ((_, to, raw),) = sink.taken
    assert to == [MASTER]
    assert b"| 550 5.1.1" in raw
    assert BOB.encode() not in raw
    assert not re.search(rf"\b{BOB.partition('@')[0]}\b".encode(), raw)  # a token may have these letters in it


def test_the_master_is_not_written_to_about_letters_to_the_master(room: Room, sink: Sink) -> None:
    sink.answers[MASTER] = NOBODY
    room.post(MASTER)
    room.send()
    assert sink.asked == [MASTER]


def test_while_nothing_can_be_written_no_letter_goes_out_twice(room: Room, sink: Sink) -> None:
    room.post(ALICE, BOB)
    with read_only(room.store):
        for _ in range(5):
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                room.send()
    assert sent_to(sink) == [ALICE]
    room.send()
    assert sent_to(sink) == [ALICE, BOB]


def test_no_more_letters_go_out_than_are_marked_together_while_nothing_can_be_written(room: Room, sink: Sink) -> None:
    room.post(*[ALICE] * MOST_UNMARKED)
    room.send()
    room.post(*[BOB] * (MOST_UNMARKED + 1))
    with read_only(room.store), pytest.raises(sqlite3.OperationalError, match="readonly"):
        room.send()
    assert sent_to(sink) == [ALICE] * MOST_UNMARKED + [BOB] * MOST_UNMARKED


def test_a_judge_that_dies_again_and_again_repeats_no_letter_that_it_has_noted(room: Room, sink: Sink) -> None:
    """Of those that a relay has taken, none leaves again, though the database could not be told of any."""
    room.post(*[ALICE] * MOST_UNMARKED)
    room.send()
    room.post(*[BOB, CAROL] * MOST_UNMARKED)
    for _ in range(3):
        with read_only(room.store), pytest.raises(sqlite3.OperationalError, match="readonly"):
            room.send()
        room.die_and_start()
    assert len(sink.taken) == 2 * MOST_UNMARKED
    room.send()
    assert len(sink.taken) == len(set(sink.subjects)) == 3 * MOST_UNMARKED


def test_after_a_start_letters_are_marked_one_by_one(room: Room, sink: Sink) -> None:
    """A power cut takes what is in no database with it; a machine that breaks down at once repeats one letter."""
    room.post(*[ALICE, BOB, CAROL] * MOST_UNMARKED)
    for _ in range(3):
        with read_only(room.store), pytest.raises(sqlite3.OperationalError, match="readonly"):
            room.send()
        room.cut_power()
    assert sent_to(sink) == [ALICE] * 3


def test_what_was_handed_over_is_of_the_letters_that_bear_these_ids(room: Room, sink: Sink) -> None:
    """Beside a database that was put back the same numbers are other letters."""
    room.post(ALICE)
    with read_only(room.store), pytest.raises(sqlite3.OperationalError, match="readonly"):
        room.send()
    (noted,) = room.handed_over.read_text().splitlines()
    room.cut_power()
    room.handed_over.write_text(noted.replace("<1@", "<7@") + "\n99 no moment <1@localhost>\n1 2026-99-99+00:00 <1@l")
    room.die_and_start()
    room.send()
    assert sent_to(sink) == [ALICE, ALICE]


def test_a_letter_of_no_game_has_no_master_to_tell(room: Room, sink: Sink) -> None:
    sink.answers[BOB] = NOBODY
    room.post(BOB, game=None)
    room.send()
    assert sink.asked == [BOB]


def test_a_relay_that_wants_a_login_pauses_the_way_out_and_blames_nobody(room: Room, sink: Sink) -> None:
    sink.answers["MAIL"] = "530 5.7.0 Who are you"
    room.post(BOB, CAROL)
    room.send()
    room.send()
    assert sink.greeted == 1, "it is left alone for a minute"
    assert room.store.outgoing(room.clock.now()) == ()
    sink.answers.clear()
    room.wait(minutes=1)
    assert sent_to(sink) == [BOB, CAROL]
    assert room.store.refusals(EVERYWHERE) == 0


POISON = {"421 at its recipient": "421 4.3.2 Closing", "a hang-up at its final dot": "hang up"}


@pytest.mark.parametrize("how", POISON.values(), ids=list(POISON))
def test_a_letter_that_breaks_off_keeps_no_other_waiting(room: Room, sink: Sink, how: str) -> None:
    if how == "hang up":
        sink.poison.add(BOB)
    else:
        sink.answers[BOB] = how
    room.post(BOB, ALICE, BOB, CAROL)
    room.send()
    assert {ALICE, CAROL} <= set(sent_to(sink))
    assert room.store.refusals(EVERYWHERE) == 0


@pytest.mark.parametrize("answer", ["421 4.3.2 Closing", "451 4.3.0 Not now"])
def test_several_letters_that_fail_one_after_the_other_pause_the_way_out(room: Room, sink: Sink, answer: str) -> None:
    sink.answers["MAIL"] = answer
    room.post(*[BOB, CAROL] * 5)
    room.send()
    assert room.store.refusals(EVERYWHERE) == 1
    assert sink.taken == []
    assert room.store.outgoing(room.clock.now()) == ()
    for _ in range(3 * 24):
        room.wait(hours=1)
    sink.answers.clear()
    room.wait(hours=1)
    assert sorted(sent_to(sink)) == sorted([BOB, CAROL] * 5), "and none was given up for it in three days"


def test_letters_behind_three_that_break_off_go_first_after_the_pause(room: Room, sink: Sink) -> None:
    sink.answers[BOB] = "421 4.3.2 Closing"
    room.post(BOB, BOB, BOB, ALICE, CAROL)
    room.send()
    assert sent_to(sink) == []
    room.wait(minutes=1)
    assert sent_to(sink) == [ALICE, CAROL]


def test_a_letter_that_breaks_off_for_two_days_while_others_go_through_is_given_up(room: Room, sink: Sink) -> None:
    sink.answers[BOB] = "421 4.3.2 Closing"
    room.post(BOB)
    hours = 0
    while MASTER not in sent_to(sink) and hours < 3 * 24:
        room.post(CAROL)
        room.wait(hours=1)
        hours += 1
    assert 49 <= hours <= 51
    assert b"| 421 4.3.2 Closing" in sink.taken[sent_to(sink).index(MASTER)][2]


@pytest.mark.parametrize("answer", ["554 5.7.1 <bob@example.org>: Relay access denied", "550 relay not permitted"])
def test_a_letter_that_the_relay_may_not_carry_is_never_given_up(room: Room, sink: Sink, answer: str) -> None:
    """The relay knows its own domain and refuses others: a setting there, no fault of a reader."""
    sink.answers[BOB] = answer
    room.post(BOB)
    for _ in range(7 * 24):
        room.post(CAROL)
        room.wait(hours=1)
    assert MASTER not in sent_to(sink)
    sink.answers.clear()
    room.wait(hours=1)
    assert BOB in sent_to(sink)


def test_a_letter_whose_fate_is_unknown_is_sent_at_most_three_times_far_apart(room: Room, sink: Sink) -> None:
    sink.poison.add(BOB)
    room.post(BOB)
    sent = []
    for minute in range(2 * 24 * 60):
        before = sent_to(sink).count(BOB)
        room.clock.advance_to(START + timedelta(minutes=minute))
        room.send()
        sent += [minute] * (sent_to(sink).count(BOB) - before)
    assert sent == [0, 60, 13 * 60]
    assert sent_to(sink).count(MASTER) == 1
    told = sink.taken[sent_to(sink).index(MASTER)][2]
    assert b"it may have arrived" in told.replace(b"=\r\n", b"").replace(b"\r\n| ", b" ").replace(b"\r\n", b" ")
    assert room.store.next_letter() is None, "nobody is taken for unreachable"


def test_a_relay_that_was_down_for_a_week_finds_every_letter_waiting(open_room: Callable[..., Room]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nowhere = taken.getsockname()[1]
    room = open_room(port=nowhere)
    room.post(BOB, CAROL)
    for _ in range(7 * 24):
        room.wait(hours=1)
    room.wait(minutes=1)
    assert [letter.tries for letter in room.store.outgoing(room.clock.now() + timedelta(hours=1))] == [0, 0]


def test_many_letters_share_one_connection(room: Room, sink: Sink) -> None:
    room.post(*[ALICE, BOB, CAROL] * 10)
    room.send()
    assert len(sink.taken) == 30
    assert sink.greeted == 1


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dkim") / "rome.pem"
    subprocess.run(["openssl", "genrsa", "-out", str(path), "2048"], check=True, capture_output=True)
    return path


def published(key: Path) -> bytes:
    """What the DNS says of a key."""
    command = ["openssl", "rsa", "-in", str(key), "-pubout", "-outform", "DER"]
    half = subprocess.run(command, check=True, capture_output=True).stdout
    return b"v=DKIM1; k=rsa; p=" + b64encode(half)


def test_letters_are_signed_where_a_key_is_set(open_room: Callable[..., Room], sink: Sink, key: Path) -> None:
    room = open_room(DkimConfig(selector="rome", key_file=key))
    room.post(ALICE)
    room.send()
    raw = sink.taken[0][2]
    asked = []

    def records(name: bytes, timeout: int = 5) -> bytes:
        asked.append((name, timeout))
        return published(key)

    assert dkim.verify(raw, dnsfunc=records)
    assert not dkim.verify(raw.replace(b"Bonjour", b"Bonsoir"), dnsfunc=records)
    assert not dkim.verify(raw.replace(b"Subject: 1", b"Subject: 2"), dnsfunc=records)
    assert asked[0][0] == b"rome._domainkey.localhost."


SECRETS = {
    "no file named": (DkimConfig("rome"), {}, "dkim.key: nothing in the variable (none named)"),
    "missing file": (DkimConfig("rome", key_file=Path("gone.pem")), {}, "dkim.key_file: gone.pem: No such file"),
    "no key": (DkimConfig("rome", key_variable="KEY"), {"KEY": "hush"}, "dkim.key: no RSA key"),
}


@pytest.mark.parametrize(("settings", "environment", "said"), SECRETS.values(), ids=list(SECRETS))
def test_a_key_that_is_none_is_told_without_showing_it(
    settings: DkimConfig, environment: dict[str, str], said: str
) -> None:
    with pytest.raises(ConfigError) as error:
        dkim_signer(Config(dkim=settings), environment)
    assert str(error.value).startswith(said)
    assert "hush" not in str(error.value)


def test_a_password_comes_from_a_file_or_from_the_environment(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("hush\n")
    relay = RelayConfig("mx.example.net", user="judge", password_file=tmp_path / "password")
    for settings in (relay, replace(relay, password_file=None, password_variable="PASS")):
        road = relay_route(Config(relay=settings), {"PASS": "hush"})
        assert road.login
        assert road.login.password == "hush"
        assert "hush" not in repr(road)
    with pytest.raises(ConfigError, match=r"relay\.password: nothing in the variable PASS"):
        relay_route(Config(relay=replace(relay, password_file=None, password_variable="PASS")), {})


def test_no_secret_reaches_the_log(
    open_room: Callable[..., Room], sink: Sink, key: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "password").write_text("open sesame")
    with caplog.at_level(logging.DEBUG):
        room = open_room(DkimConfig("rome", key_file=key), user="judge", password_file=tmp_path / "password")
        room.post(ALICE)
        room.send()
    assert "no letter can leave now" in caplog.text, "this relay knows no login"
    assert "sesame" not in caplog.text
    assert key.read_text().splitlines()[3] not in caplog.text
    assert sink.taken == []
