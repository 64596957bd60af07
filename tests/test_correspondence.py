"""Promises about the mail itself: numbers, copies, bounces, limits, addresses that move, judges that meet."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from judge.config import ClockConfig, Config, FolderConfig, JudgeConfig, RelayConfig, SmtpConfig
from judge.game.orders.messages import OrderGiven
from judge.game.people.messages import AddressChanged, BecameUnreachable, LetterBounced, ReachedAgain
from judge.game.settings import Address
from judge.handlers.acknowledgement import MOST_COPIES_A_DAY, MOST_UNANSWERED, RATE_LIMITS
from judge.mail.letter import write_bounce
from judge.rules.board import Power
from judge.service.app import Judge
from judge.shell.local_game import GAME, LocalGame, start_local_game
from judge.store.records import Occasion
from judge.system.clock import SettableClock
from tests.shared.by_mail import box, bytes_of, happened, reply_to, send, write
from tests.shared.ports import free_port
from tests.shared.seated import lay_seated_table

JUDGE = "judge@localhost"
EDITH, MALLORY = "edith@example.net", "mallory@example.com"
EDITH_ELSEWHERE = "edith@example.com"
A_DAY = timedelta(days=1, minutes=1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def envelope_to(table: LocalGame, address: str) -> str:
    """The envelope sender of the last letter to an address, which its own mail server sees and nobody else."""
    db = sqlite3.connect(table.judge.services.config.folders.data / "judge.db")
    row = db.execute("SELECT envelope_from FROM outbox WHERE recipient = ? ORDER BY id DESC", [address]).fetchone()
    db.close()
    return str(row[0])


def subjects(table: LocalGame, address: str) -> str:
    return "\n".join(str(letter["Subject"]) for letter in box(table, address))


def pass_time(table: LocalGame, span: timedelta) -> None:
    table.clock.advance_to(table.clock.now() + span)


# --- numbers and copies


def test_the_letters_to_each_person_are_numbered_without_a_gap(table: LocalGame) -> None:
    for _ in range(3):
        write(table, EDITH, reply_to(table, "ENGLAND"), "STATUS\nF LON - NTH")
    for player in table.players.values():
        numbered = [letter["X-Judge-Letter"] for letter in player.read if letter["X-Judge-Letter"]]
        assert numbered == [f"rome {number}" for number in range(1, len(numbered) + 1)]
        last = player.read[-1].get_content().replace("\N{NO-BREAK SPACE}", " ").splitlines()[-1]
        assert last in {f"Letter {len(numbered)} of rome to you.", f"Lettre n° {len(numbered)} de rome pour vous."}


def test_a_copy_is_a_letter_of_its_own_to_nobody_but_its_reader(table: LocalGame) -> None:
    others = {player.address: len(player.read) for player in table.players.values() if player.address != EDITH}
    first = next(letter for letter in box(table, EDITH) if letter["X-Judge-Letter"] == "rome 2")
    assert write(table, EDITH, reply_to(table, "ENGLAND"), "SET TOKEN NEW\nRESEND 2") == 2
    (copy,) = [letter for letter in box(table, EDITH) if "(sent again)" in str(letter["Subject"])]
    assert copy.get_content() == first.get_content()
    assert copy["X-Judge-Letter"] == first["X-Judge-Letter"]
    assert copy["Message-ID"] != first["Message-ID"]
    assert str(first["Message-ID"]) in str(copy["References"])
    assert copy["Reply-To"] == reply_to(table, "ENGLAND"), "a reply to a copy is as good as to a new letter"
    assert {player.address: len(player.read) for player in table.players.values() if player.address != EDITH} == others


def test_nobody_else_can_have_letters_sent_again(table: LocalGame) -> None:
    assert write(table, EDITH, "judge+rome@localhost", "RESEND 2") == 1, "whoever it was, the owner is asked"
    assert "(sent again)" not in subjects(table, EDITH)
    greta = "greta@example.org"
    write(table, greta, reply_to(table, "ENGLAND"), "RESEND 2")
    assert "(sent again)" not in subjects(table, EDITH) + subjects(table, greta)


def test_copies_have_their_limit(table: LocalGame) -> None:
    for day in range(2):
        copies = [write(table, EDITH, reply_to(table, "ENGLAND"), f"RESEND 1 TO 3\n{day} {n}") - 1 for n in range(12)]
        assert sum(copies) == MOST_COPIES_A_DAY, day
        pass_time(table, A_DAY)


# --- bounces


def bounce(table: LocalGame, recipient: str, status: str = "5.1.1") -> None:
    table.judge.services.store.keep("smtp", None, recipient, report(table, status)).result()
    table.judge.wake()
    table.settle()


def report(table: LocalGame, status: str = "5.1.1") -> bytes:
    more = f"It is now {table.clock.now()}."
    return write_bounce(JUDGE, EDITH, status, more)


def test_a_player_whose_letters_come_back_is_unreachable_until_they_write(table: LocalGame) -> None:
    letters = {player.address: len(player.read) for player in table.players.values()}
    for _ in range(3):
        bounce(table, envelope_to(table, EDITH))
        pass_time(table, A_DAY)
    assert happened(table, LetterBounced, BecameUnreachable) == [*[LetterBounced] * 3, BecameUnreachable]
    new = {player.address: len(player.read) - letters[player.address] for player in table.players.values()}
    assert {address for address, count in new.items() if count} == {"anton@example.org"}, "the master alone is told"
    assert "Letters come back: England" in subjects(table, "anton@example.org")
    assert write(table, EDITH, reply_to(table, "ENGLAND"), "F LON - NTH") == 1, "letters go out all the same"
    assert happened(table, ReachedAgain)
    assert "Heard from again: England" in subjects(table, "anton@example.org")


NO_BOUNCES = {
    "a secret that was never given out": "judge+bounce.aaaaaaaaaaaaaaaa@localhost",
    "no secret": "judge+bounce@localhost",
    "the bare address": "judge@localhost",
    "the game": "judge+rome@localhost",
}


@pytest.mark.parametrize("recipient", NO_BOUNCES.values(), ids=NO_BOUNCES)
def test_nobody_can_forge_a_bounce_for_somebody_else(table: LocalGame, recipient: str) -> None:
    count = len(box(table, EDITH))
    bounce(table, recipient)
    assert not happened(table, LetterBounced)
    assert len(box(table, EDITH)) == count


def test_a_bounce_of_ones_own_letter_counts_for_oneself_whatever_it_says(table: LocalGame) -> None:
    bounce(table, envelope_to(table, "greta@example.org"))
    (bounced,) = [event for event in table.judge.services.store.events(GAME) if isinstance(event, LetterBounced)]
    assert bounced.address == "greta@example.org", "the report named Edith"


def test_a_report_sent_elsewhere_counts_by_the_envelope_sender_it_names(table: LocalGame) -> None:
    named = report(table).replace(b"It is now", f"X-Postfix-Sender: {envelope_to(table, EDITH)} ".encode())
    table.judge.services.store.keep("smtp", None, reply_to(table, "ENGLAND"), named).result()
    table.judge.wake()
    table.settle()
    assert happened(table, LetterBounced) == [LetterBounced]


def test_what_else_comes_to_an_envelope_sender_is_neither_obeyed_nor_answered(table: LocalGame) -> None:
    to = envelope_to(table, EDITH)
    assert write(table, EDITH, to, "I am away.", "Auto-Submitted: auto-replied\r\n") == 0
    assert write(table, EDITH, to, "F LON - NTH") == 0
    assert not happened(table, LetterBounced, OrderGiven)


def judge_at(folder: Path, address: str, port: int, relay: int, clock: SettableClock) -> Judge:
    return Judge(
        Config(
            judge=JudgeConfig(address=address),
            smtp=SmtpConfig(port=port),
            relay=RelayConfig("127.0.0.1", relay),
            folders=FolderConfig(folder / "data", folder / "archive", folder / "mailboxes"),
            clock=ClockConfig(sweep_seconds=3600),
        ),
        clock,
    )


def test_a_relay_that_refuses_a_reader_for_good_counts_at_once(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    services, elsewhere = table.judge.services, tmp_path / "elsewhere"
    table.judge.stop()
    port = free_port()
    clock = SettableClock(table.clock.now())
    strict = judge_at(elsewhere, "judge@elsewhere.example", port, free_port(), clock)  # it knows no such mailbox
    ours = Judge(
        Config(
            smtp=SmtpConfig(port=0),
            relay=RelayConfig("127.0.0.1", port),
            folders=services.config.folders,
            clock=ClockConfig(sweep_seconds=3600),
        ),
        clock,
    )
    strict.start()
    ours.start()
    ours.services.store.keep("smtp", EDITH, reply_to_of(ours, EDITH), bytes_of(EDITH, "F LON - NTH")).result()
    ours.wake()
    assert ours.settle(timeout=600)
    bounced = [event for event in ours.services.store.events(GAME) if isinstance(event, LetterBounced)]
    ours.stop()
    strict.stop()
    assert {(event.address, event.hard) for event in bounced} == {(EDITH, True), ("anton@example.org", True)}


def reply_to_of(judge: Judge, address: str) -> str:
    game = judge.services.game(GAME)
    assert game
    return f"judge+{GAME}.{game.people[Address(address)].token}@localhost"


# --- limits


def letters_of(judge: Judge) -> int:
    db = sqlite3.connect(judge.services.config.folders.data / "judge.db")
    (count,) = db.execute("SELECT count(*) FROM outbox").fetchone()
    db.close()
    return int(count)


def test_two_judges_set_to_write_to_each_other_fall_silent_at_once(table: LocalGame, tmp_path: Path) -> None:
    clock = SettableClock(table.clock.now())
    ports = free_port(), free_port()
    here = judge_at(tmp_path / "here", "judge@here.example", ports[0], ports[1], clock)
    there = judge_at(tmp_path / "there", "judge@there.example", ports[1], ports[0], clock)
    for judge in (here, there):
        judge.start()
    raw = b"From: judge@there.example\r\nTo: judge@here.example\r\n\r\nHELP\r\n"
    here.services.store.keep("smtp", "judge@there.example", "judge@here.example", raw).result()
    for judge in (here, there, here, there):
        judge.wake()
        assert judge.settle(timeout=600)
    counts = letters_of(here), letters_of(there)
    for judge in (here, there):
        judge.stop()
    assert counts == (1, 0)


def test_a_correspondent_has_so_many_answers_in_an_hour_and_what_comes_then_still_counts(table: LocalGame) -> None:
    pass_time(table, A_DAY)
    hourly = RATE_LIMITS[Occasion.ANSWER][0].most
    answered = [write(table, EDITH, reply_to(table, "ENGLAND"), f"Letter {n}\nF LON - NTH") for n in range(hourly + 5)]
    assert answered == [1] * (hourly + 1) + [0] * 4
    assert subjects(table, EDITH).count("not answered for now") == 1
    assert write(table, EDITH, reply_to(table, "ENGLAND"), "F LON - ENG") == 0
    orders = table.game.orders_of(Power("ENGLAND"))
    assert "ENG" in str(orders), "past the limit the work is done all the same"
    pass_time(table, timedelta(hours=1, minutes=1))
    assert write(table, EDITH, reply_to(table, "ENGLAND"), "F LON - NTH") == 1


def test_a_judge_started_again_remembers_how_many_answers_it_gave(tmp_path: Path) -> None:
    for first in (0, 10):
        table = start_local_game(tmp_path)
        for n in range(first, first + 8):
            write(table, MALLORY, JUDGE, f"Hello, number {n}")
        table.judge.stop()
        assert len(box(table, MALLORY)) == RATE_LIMITS[Occasion.STRANGER][0].most + 1


def test_a_stranger_who_says_nothing_has_six_letters_a_day(table: LocalGame) -> None:
    answered = [write(table, MALLORY, JUDGE, f"Hello, number {n}") for n in range(9)]
    assert answered == [1] * 7 + [0, 0], "the seventh says that it is the last"
    assert write(table, MALLORY, JUDGE, "HELP") == 1, "whoever asks something is answered all the same"
    pass_time(table, A_DAY)
    assert write(table, MALLORY, JUDGE, "Hello again") == 1


def ask(table: LocalGame, whom: str, times: int) -> list[int]:
    """Ask something so often; how many letters each is answered with."""
    questions = [("HELP", "LIST", "HELP OPENING", "JOIN nowhere")[n % 4] for n in range(times)]
    return [write(table, whom, JUDGE, f"{question}\nPlease, {n}") for n, question in enumerate(questions)]


def test_a_stranger_who_asks_and_proves_nothing_has_ten_letters_a_day(table: LocalGame) -> None:
    pass_time(table, A_DAY)
    assert ask(table, MALLORY, MOST_UNANSWERED + 2) == [1] * MOST_UNANSWERED + [0] * 2
    pass_time(table, A_DAY)
    assert write(table, MALLORY, JUDGE, "LIST") == 1


def test_a_player_who_asks_without_proof_is_answered_far_longer_than_anybody_asks(table: LocalGame) -> None:
    pass_time(table, A_DAY)
    hourly = RATE_LIMITS[Occasion.GUIDANCE][0].most
    assert ask(table, EDITH, hourly + 3) == [1] * (hourly + 1) + [0] * 2
    pass_time(table, timedelta(hours=1, minutes=1))
    assert write(table, EDITH, JUDGE, "LIST") == 1


def test_a_mailbox_is_one_whatever_its_tags(table: LocalGame) -> None:
    tagged = [f"otto+{n}@example.com" for n in range(9)]
    assert [write(table, address, JUDGE, "Hello?") for address in tagged] == [1] * 7 + [0, 0]
    assert write(table, "otto.plus@example.com", JUDGE, "Hello?") == 1
    assert write(table, "otto@example.org", JUDGE, "Hello?") == 1


def test_letters_past_the_questions_are_kept_and_asked_about_later(table: LocalGame) -> None:
    """Somebody forges letters in Edith's name; her own, without a reply address, comes last."""
    pass_time(table, A_DAY)
    hourly = RATE_LIMITS[Occasion.QUESTION][0].most
    before = len(questions(table))
    for number in range(hourly + 1):
        write(table, EDITH, "judge+rome@localhost", f"F LON - NTH\nF EDI H\nThis is {number}, not by Edith")
    assert write(table, EDITH, "judge+rome@localhost", "F LON - ENG\nF EDI - NTH\nThis is by Edith") == 0
    assert len(questions(table)) == before + hourly
    assert subjects(table, EDITH).count("asked about later") == 1
    pass_time(table, timedelta(hours=1, minutes=1))
    table.judge.wake()
    table.settle()
    (own,) = [letter for letter in questions(table) if "F LON - ENG" in letter.get_content()]
    assert len(questions(table)) == before + hourly + 2, "nothing was lost, nothing is asked twice"
    send(table, EDITH, str(own["Reply-To"]), bytes_of(EDITH, "Yes."))
    assert "ENG" in str(table.game.orders_of(Power("ENGLAND")))


def questions(table: LocalGame) -> Sequence[EmailMessage]:
    """Every letter that asks Edith whether a letter is hers."""
    return [letter for letter in box(table, EDITH) if "Did you write this?" in letter["Subject"]]


def test_forged_letters_do_not_use_up_the_answers_of_their_victim(table: LocalGame) -> None:
    pass_time(table, A_DAY)
    asked = [write(table, EDITH, "judge+rome@localhost", f"F LON - NTH\n{n}") for n in range(15)]
    assert sum(asked) == RATE_LIMITS[Occasion.QUESTION][0].most + 1
    assert write(table, EDITH, reply_to(table, "ENGLAND"), "F LON - NTH") == 1


def test_thanks_for_an_answer_are_not_answered_and_orders_are(table: LocalGame) -> None:
    write(table, EDITH, reply_to(table, "ENGLAND"), "F LON - NTH")
    answer = table.players[Power("ENGLAND")].read[-1]
    reply = f"In-Reply-To: {answer['Message-ID']}\r\n"
    to = str(answer["Reply-To"])
    assert write(table, EDITH, to, "Thank you for your letter.", reply) == 0
    assert write(table, EDITH, to, "", reply) == 0
    assert write(table, EDITH, to, "Thank you.\nF LON - ENG", reply) == 1
    assert write(table, EDITH, to, "F LONDON - MOON", reply) == 1, "a mistake is not idle talk"
    assert write(table, EDITH, to, "Hello?") == 1, "nor is a letter that answers nothing"


# --- addresses and tokens


def confirmations(table: LocalGame, address: str) -> list[str]:
    return [str(letter["Reply-To"]) for letter in box(table, address) if "+ok.rome." in str(letter["Reply-To"])]


def test_an_address_changes_once_both_mailboxes_have_agreed(table: LocalGame) -> None:
    old = reply_to(table, "ENGLAND")
    write(table, EDITH, old, f"SET ADDRESS {EDITH_ELSEWHERE}")
    (of_old,), (of_new,) = confirmations(table, EDITH), confirmations(table, EDITH_ELSEWHERE)
    assert of_old != of_new
    write(table, EDITH, of_old, "Yes.")
    assert not happened(table, AddressChanged)
    write(table, EDITH_ELSEWHERE, of_new, "Yes.")
    assert happened(table, AddressChanged)
    person = table.game.people[Address(EDITH_ELSEWHERE)]
    new = f"judge+{GAME}.{person.token}@localhost"
    assert new != old
    assert write(table, EDITH_ELSEWHERE, new, "F LON - NTH") == 1
    assert happened(table, OrderGiven)
    received = {letter["Message-ID"] for letter in box(table, EDITH)}
    for sender, recipient in ((EDITH, old), (EDITH, new), (EDITH_ELSEWHERE, old)):
        write(table, sender, recipient, "F LON - ENG")
    assert len(happened(table, OrderGiven)) == 1, "neither the old address nor the old token is worth anything"
    late = [str(letter["Reply-To"]) for letter in box(table, EDITH) if letter["Message-ID"] not in received]
    assert not [reply_to for reply_to in late if "rome" in reply_to]
    assert write(table, EDITH_ELSEWHERE, new, "RESEND 2") == 2, "the letters of before are still theirs"


def test_a_stolen_token_and_a_forged_from_do_not_move_an_address(table: LocalGame) -> None:
    write(table, EDITH, reply_to(table, "ENGLAND"), f"SET ADDRESS {MALLORY}")
    (of_old,), (of_new,) = confirmations(table, EDITH), confirmations(table, MALLORY)
    for sender, code in ((MALLORY, of_new), (MALLORY, of_old), (MALLORY, of_new), (EDITH, of_new)):
        write(table, sender, code, "Yes.")
    assert not happened(table, AddressChanged)
    assert table.game.seats[Power("ENGLAND")] == EDITH
    shown = "".join(letter.as_string() for letter in box(table, MALLORY))
    assert table.game.people[Address(EDITH)].token not in shown
    assert EDITH not in shown


@pytest.mark.parametrize("where", ["judge@localhost", "judge+rome@localhost", "not-an-address"])
def test_there_are_addresses_nobody_can_move_to(table: LocalGame, where: str) -> None:
    write(table, EDITH, reply_to(table, "ENGLAND"), f"SET ADDRESS {where}")
    assert not confirmations(table, EDITH)


@pytest.mark.parametrize("to", ["greta@example.org", "nobody@example.com"])
def test_asking_for_an_address_does_not_tell_whether_it_plays(table: LocalGame, to: str) -> None:
    """The answer, the question and what follows a yes are the same; nobody is moved into another's mailbox."""
    before = {letter["Message-ID"] for letter in box(table, EDITH)}
    write(table, EDITH, reply_to(table, "ENGLAND"), f"SET ADDRESS {to}")
    (of_old,), (of_new,) = confirmations(table, EDITH), confirmations(table, to)
    write(table, EDITH, of_old, "Yes.")
    told = [letter["Subject"] for letter in box(table, EDITH) if letter["Message-ID"] not in before]
    assert sorted(subject.partition("] ")[2] for subject in told) == [
        "One of two addresses has agreed", "Shall we write to another address?", "Spring 1901: done, no orders",
    ]  # fmt: skip
    if to.startswith("greta"):
        write(table, to, of_new, "Yes.")
        assert not happened(table, AddressChanged)


def test_a_fresh_token_leaves_the_old_one_dead(table: LocalGame) -> None:
    stolen = reply_to(table, "ENGLAND")
    write(table, EDITH, stolen, "SET TOKEN NEW")
    assert reply_to(table, "ENGLAND") != stolen
    write(table, EDITH, stolen, "F LON - NTH")
    assert not happened(table, OrderGiven)
    assert "Did you write this?" in subjects(table, EDITH)
    write(table, EDITH, reply_to(table, "ENGLAND"), "F LON - NTH")
    assert happened(table, OrderGiven)


def test_the_master_takes_a_token_back_and_the_player_alone_learns_the_new_one(table: LocalGame) -> None:
    stolen = reply_to(table, "ENGLAND")
    write(table, "anton@example.org", reply_to(table, "AUSTRIA"), "REISSUE ENGLAND")
    fresh = reply_to(table, "ENGLAND")
    assert fresh != stolen
    assert str(box_by_subject(table, EDITH, "new reply address")["Reply-To"]) == fresh
    assert fresh not in "".join(letter.as_string() for letter in box(table, "anton@example.org"))
    write(table, EDITH, stolen, "F LON - NTH")
    assert not happened(table, OrderGiven)


def box_by_subject(table: LocalGame, address: str, words: str) -> EmailMessage:
    return next(letter for letter in box(table, address) if words in str(letter["Subject"]))


REPLAYED = {
    "an order": "F LON - NTH",
    "press": "PRESS TO ALL\nI yield.\nENDPRESS",
    "a preference": "SET LANGUAGE fr",
    "a change of address": f"SET ADDRESS {MALLORY}",
    "a fresh token": "SET TOKEN NEW",
}


@pytest.mark.parametrize("text", REPLAYED.values(), ids=REPLAYED)
def test_a_letter_of_last_year_sent_again_changes_nothing(table: LocalGame, text: str) -> None:
    version = table.game.version
    written = format_datetime(table.clock.now() - timedelta(days=365))
    send(
        table,
        EDITH,
        reply_to(table, "ENGLAND"),
        bytes_of(EDITH, text, f"Date: {written}\r\nMessage-ID: <replayed@example.net>\r\n"),
    )
    assert table.game.version == version
    assert "Did you write this?" in subjects(table, EDITH), "the owner is asked, in case it is theirs after all"
