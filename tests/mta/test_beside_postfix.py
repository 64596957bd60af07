"""A judge beside a real mail server, set up by the files of deploy/: letters in, letters out, either of them away."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from smtplib import SMTPRecipientsRefused

import pytest

from tests.mail.sink import Sink, listening
from tests.mta.postfix import Postfix, check_the_ground, own_folder, until
from tests.mta.stage import DEPLOY, JUDGE, JudgeProcess, Players
from tests.shared.ports import free_port

HOLDS = {
    "AUSTRIA": "A VIE H\nA BUD H\nF TRI H",
    "ENGLAND": "F LON H\nF EDI H\nA LVP H",
    "FRANCE": "A PAR H\nA MAR H\nF BRE H",
    "GERMANY": "A BER H\nA MUN H\nF KIE H",
    "ITALY": "A ROM H\nA VEN H\nF NAP H",
    "RUSSIA": "A MOS H\nA WAR H\nF SEV H\nF STP/SC H",
    "TURKEY": "A CON H\nA SMY H\nF ANK H",
}
ALICE = "alice@example.com"


def address(power: str) -> str:
    return f"{power.lower()}@example.com"


@dataclass
class Stage:
    """Postfix, the judge, the players."""

    postfix: Postfix
    judge: JudgeProcess
    players: Players


SetUp = Callable[..., Stage]


@pytest.fixture
def set_up() -> Iterator[SetUp]:
    """Sets everything up by one file of deploy/postfix, in which what stands for this machine is replaced."""
    check_the_ground()
    with ExitStack() as stack:
        folder, sink = stack.enter_context(own_folder()), Sink()
        beyond = stack.enter_context(listening(sink))

        def build(snippet: str, replaced: dict[str, str]) -> Stage:
            lmtp = free_port()
            settings = (DEPLOY / snippet).read_text()
            for old, new in (replaced | {":8024": f":{lmtp}", "/var/lib/judge": f"{folder}/judge"}).items():
                settings = settings.replace(old, new)
            postfix = Postfix(folder, settings + f"relayhost = [127.0.0.1]:{beyond}\n")
            judge = JudgeProcess(folder / "judge", lmtp, postfix.port)
            for one in (postfix, judge):
                stack.callback(one.stop)
                one.start()
            return Stage(postfix, judge, Players(sink, postfix.port))

        yield build


def test_a_game_survives_a_restart_of_each_in_the_middle_of_a_phase(set_up: SetUp) -> None:
    stage = set_up("lmtp.cf", {})
    postfix, judge, players = stage.postfix, stage.judge, stage.players
    players.join("master@example.com", "OPEN rome", "The game is open")
    replies = {
        power: players.join(address(power), f"JOIN rome AS {power}", "You have a seat|The game begins")
        for power in HOLDS
    }
    for power in HOLDS:
        players.letter(address(power), "The game begins")

    players.write(address("FRANCE"), replies["FRANCE"], HOLDS["FRANCE"])
    players.letter(address("FRANCE"), "Spring 1901: OK, 3 orders")

    players.write(address("ENGLAND"), replies["ENGLAND"], "F LON H")
    players.letter(address("ENGLAND"), "Spring 1901: 1 of 3 orders")
    until(lambda: judge.rows("SELECT 1 FROM outbox WHERE state = 'waiting'") == [])
    judge.stop(signal.SIGKILL)
    players.write(address("ENGLAND"), replies["ENGLAND"], HOLDS["ENGLAND"])
    until(postfix.waiting, postfix.log)
    judge.start()
    until(lambda: players.count(address("ENGLAND"), "Spring 1901: OK, 3 orders") == 1, postfix.log)

    postfix.stop()
    straight = Players(players.sink, judge.port)
    straight.write(address("GERMANY"), replies["GERMANY"], HOLDS["GERMANY"])
    until(lambda: judge.rows("SELECT 1 FROM destinations WHERE name = ''"))
    assert judge.rows("SELECT sum(tries) FROM outbox WHERE state = 'waiting'") == [(0,)], "nobody is blamed"
    postfix.start()
    players.letter(address("GERMANY"), "Spring 1901: OK, 3 orders")

    for power in HOLDS.keys() - {"FRANCE", "ENGLAND", "GERMANY"}:
        players.write(address(power), replies[power], HOLDS[power])
    for power in HOLDS:
        players.letter(address(power), "Results of Spring 1901")
        assert players.count(address(power), "Results of Spring 1901") == 1
    ids = [(envelope[1][0], letter) for envelope in players.sink.taken for letter in _message_ids(envelope[2])]
    assert len(ids) == len(set(ids)), "no letter came twice"


def _message_ids(raw: bytes) -> list[bytes]:
    return [line for line in raw.splitlines() if line.lower().startswith(b"message-id:")]


def test_an_address_the_judge_does_not_know_is_refused_before_its_letter_is_taken(set_up: SetUp) -> None:
    stage = set_up("lmtp.cf", {})
    for stranger in ("nobody@judge.example.org", "judge+no_game@judge.example.org"):
        with pytest.raises(SMTPRecipientsRefused) as refused:
            stage.players.write(ALICE, stranger, "HELP")
        code, words = refused.value.recipients[stranger]
        assert code == 550
        assert b"Nobody of that address here" in words
    assert stage.postfix.waiting() == 0


def test_a_letter_for_two_addresses_of_the_judge_comes_through_lmtp_twice(set_up: SetUp) -> None:
    stage = set_up("lmtp.cf", {})
    of_rome = stage.players.join(ALICE, "OPEN rome", "The game is open")
    stage.players.write_to_all(ALICE, [JUDGE, of_rome], "HELP")
    kept = f"SELECT count(*) FROM letters WHERE recipient IN ('{JUDGE}', '{of_rome}')"
    until(lambda: stage.judge.rows(kept) == [(3,)], stage.postfix.log)


def test_mail_that_cannot_be_delivered_comes_back_and_causes_no_mail(set_up: SetUp) -> None:
    """Postfix takes the judge's letter, learns later that nobody is there, and tells the judge (RFC 3464)."""
    stage = set_up("lmtp.cf", {})
    stage.players.sink.answers["gone@example.com"] = "550 5.1.1 No such user"
    stage.players.write("gone@example.com", JUDGE, "HELP")
    returned = "SELECT recipient FROM letters WHERE sender IS NULL AND state <> 'new'"
    until(lambda: stage.judge.rows(returned), stage.postfix.log)
    assert str(stage.judge.rows(returned)[0][0]).startswith("judge+bounce.")
    assert stage.judge.rows("SELECT count(*) FROM outbox") == [(1,)]


def test_a_maildir_filled_by_postfix_itself_is_read_as_mail(set_up: SetUp) -> None:
    stage = set_up("maildir.cf", {})
    inbox = stage.judge.folder / "mailboxes" / "in"
    inbox.parent.chmod(0o711)  # its own is all that the user who delivers may look into
    for path in (inbox, *inbox.iterdir()):
        os.chown(path, 5000, 5000)
    answer = stage.players.join(ALICE, "OPEN rome", "The game is open")
    assert answer.startswith("judge+rome.")
    assert stage.judge.rows("SELECT DISTINCT door FROM letters") == [("maildir",)]
    assert not list((inbox / "new").iterdir())


def test_two_judges_who_write_to_each_other_fall_silent(set_up: SetUp) -> None:
    """Each is the other's correspondent; the first letter seems to come from the other, as a forger would have it."""
    other, lmtp = "judge@other.example.org", free_port()
    both = f"{{ judge.example.org=lmtp:inet:127.0.0.1:8024, other.example.org=lmtp:inet:127.0.0.1:{lmtp} }}"
    stage = set_up(
        "lmtp.cf",
        {
            "{ judge.example.org=lmtp:inet:127.0.0.1:8024 }": both,
            "relay_domains = ": "relay_domains = other.example.org ",
        },
    )
    second = JudgeProcess(stage.postfix.folder / "other", lmtp, stage.postfix.port, other)
    with ExitStack() as stack:
        stack.callback(second.stop)
        second.start()
        stage.players.write(other, JUDGE, "HELP")
        stage.players.write(JUDGE, other, "HELP")
        settled = "SELECT state FROM letters WHERE state <> 'new' ORDER BY id"
        for judge in (stage.judge, second):
            until(lambda judge=judge: len(judge.rows(settled)) == 2, stage.postfix.log)  # type: ignore[misc]
            assert ("robot",) in judge.rows(settled), "the other's answer"
            assert judge.rows("SELECT count(*) FROM outbox") == [(1,)], "and none to it"
        until(lambda: stage.postfix.waiting() == 0)
        for judge in (stage.judge, second):
            assert judge.rows("SELECT count(*) FROM letters") == [(2,)]
