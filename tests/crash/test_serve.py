"""The judge as an operator runs it: a process of its own, from its configuration file, until it is told to stop."""

import mailbox
import os
import re
import signal
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from click.testing import CliRunner

from judge.cli import main
from judge.store.records import ComposedLetter, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from tests.shared.narrow import quota
from tests.shared.ports import free_port
from tests.shared.seated import lay_seated_table
from tests.shared.served import HERE, PATIENCE, configure, letter, send, serving, subjects, until


def test_it_serves_stops_at_sigterm_and_starts_again_where_it_was(tmp_path: Path) -> None:
    config = configure(tmp_path)
    with serving(config) as port:
        send(port, "OPEN rome")
        until(lambda: subjects(tmp_path))
    with serving(config) as port:
        send(port, "Yes.", confirmation_address(tmp_path))
        until(lambda: len(subjects(tmp_path)) == 3)
    assert subjects(tmp_path) == ["[judge] Did you write this?", "[rome] The game is open", "[rome] Your letter: OK"]


def confirmation_address(folder: Path) -> str:
    (asked,) = mailbox.Maildir(folder / "mailboxes" / "alice@example.org")
    return str(asked["Reply-To"])


def test_mail_that_something_else_drops_into_the_folder_counts_as_received(tmp_path: Path) -> None:
    with serving(configure(tmp_path)):
        mailbox.Maildir(tmp_path / "mailboxes" / "in").add(letter("HELP").as_bytes())
        until(lambda: subjects(tmp_path))
    assert not list((tmp_path / "mailboxes" / "in" / "new").iterdir()), "it is taken out once it is kept"


class Sink:
    """A relay that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[Envelope] = []

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        self.letters.append(envelope)
        return "250 OK"


@pytest.fixture
def relay() -> Iterator[Controller]:
    controller = Controller(Sink(), hostname="127.0.0.1", port=0)
    controller.port = free_port()
    controller.start()
    yield controller
    controller.stop()


def test_with_a_relay_letters_go_out_by_smtp_under_an_envelope_sender_that_is_never_answered(
    tmp_path: Path, relay: Controller
) -> None:
    sink = relay.handler
    assert isinstance(sink, Sink)
    config = configure(tmp_path, f'[relay]\nhost = "127.0.0.1"\nport = {relay.port}\n')
    with serving(config) as port:
        send(port, "HELP")
        until(lambda: sink.letters)
    (envelope,) = sink.letters
    assert re.fullmatch(r"judge\+bounce\.[a-z2-7]{16}@localhost", envelope.mail_from or "")
    assert envelope.rcpt_tos == ["alice@example.org"]
    assert not subjects(tmp_path), "with a relay there are no Maildirs"


def test_a_mistake_in_the_configuration_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[smtp]\nprot = 25\n")
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(tmp_path / "config.toml"), "serve"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    said = f"Error: {tmp_path}/config.toml: there is no setting “prot”; the nearest is “port” (of host, port, "
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path, relay: Controller) -> None:
    (tmp_path / "config.toml").write_text(f"[smtp]\nport = {relay.port}\n")
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(tmp_path / "config.toml"), "serve"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert f"Error: cannot listen on 127.0.0.1:{relay.port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_judge_on_the_same_folder_says_so_and_ends(tmp_path: Path) -> None:
    with serving(configure(tmp_path)):
        said = refused(tmp_path)
        assert re.fullmatch(
            rf"Error: another judge, process \d+, works on {re.escape(str(tmp_path))}/data: stop it first\n", said
        )
    with serving(configure(tmp_path)):
        pass


def test_a_judge_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(configure(tmp_path)), "serve"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=HERE, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as killed:
        assert killed.stdout
        assert "listens" in killed.stdout.readline()
        killed.kill()
    with serving(configure(tmp_path)):
        pass


def test_whoever_says_stop_again_and_again_is_heard_once(tmp_path: Path) -> None:
    """A signal may come while the one before it is being dealt with."""
    with serving(configure(tmp_path), signals=20_000):
        pass


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells which signals a process blocks")
def test_no_signal_to_stop_is_lost_whatever_the_judge_does_in_that_instant(tmp_path: Path) -> None:
    """A handler is run between two steps of the main thread, never while it sleeps, so a signal would come too late.

    Blocked from the start in every thread, it waits until it is asked for.
    """
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(configure(tmp_path)), "serve"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=HERE, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        try:
            assert process.stdout
            assert "listens" in process.stdout.readline()
            stop = (1 << signal.SIGTERM - 1) | (1 << signal.SIGINT - 1)
            for task in Path(f"/proc/{process.pid}/task").iterdir():
                status = dict(line.split(":\t", 1) for line in (task / "status").read_text().splitlines())
                is_main = int(task.name) == process.pid  # while it waits for the signals they do not count as blocked
                is_blocked = int(status["SigBlk"], 16) & stop == stop
                assert is_main or is_blocked, f"{status['Name']} takes a signal that others wait for"
                assert not int(status["SigCgt"], 16) & 1 << signal.SIGTERM - 1
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def test_a_start_that_fails_has_sent_nothing(tmp_path: Path, relay: Controller) -> None:
    """A port that is taken is found before the first letter leaves, so none leaves twice."""
    table = lay_seated_table(tmp_path)
    judge = table.judge.services
    waits = ComposedLetter(
        "<waits@localhost>", None, "bob@example.com", "judge@localhost", b"Subject: Rome\r\n\r\nx\r\n"
    )
    table.judge.stop()
    store = Store(judge.config.folders.data / "judge.db", table.clock.now)
    assert store.commit(Transaction(None, LetterStatus.DONE, outgoing=(waits,)))
    store.close()
    (tmp_path / "config.toml").write_text(f"[smtp]\nport = {relay.port}\n")
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(tmp_path / "config.toml"), "serve"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE, timeout=PATIENCE, check=False)
    assert f"Error: cannot listen on 127.0.0.1:{relay.port}" in done.stderr
    assert not (tmp_path / "mailboxes" / "bob@example.com").exists()


def test_a_database_pulled_away_is_noticed_at_the_door(tmp_path: Path) -> None:
    with serving(configure(tmp_path)) as port:
        (tmp_path / "data" / "judge.db").rename(tmp_path / "data" / "elsewhere.db")
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
            with pytest.raises(smtplib.SMTPDataError) as refusal:
                client.send_message(letter("HELP"))
            assert refusal.value.smtp_code == 451
            (tmp_path / "data" / "elsewhere.db").rename(tmp_path / "data" / "judge.db")
            client.send_message(letter("HELP"))


def test_a_database_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "judge.db").write_bytes(b"no database" * 1000)
    assert refused(tmp_path) == f"Error: {tmp_path}/data/judge.db cannot be read: file is not a database\n"


def test_a_disk_too_full_to_give_time_back_is_one_clear_line(tmp_path: Path) -> None:
    """While somebody reads the database, its log cannot begin anew, and what a start writes is too much for it."""
    table = lay_seated_table(tmp_path)
    table.clock.advance_to(datetime.now(UTC) - timedelta(hours=5))
    table.judge.wake()
    table.settle()
    table.judge.stop()
    with closing(sqlite3.connect(tmp_path / "data" / "judge.db", isolation_level=None)) as reading:
        reading.execute("UPDATE events SET event = event WHERE rowid <= 3")
        reading.execute("BEGIN")
        reading.execute("SELECT * FROM events").fetchone()
        with quota(40_000):
            assert refused(tmp_path) == "Error: the database cannot grow\n"


def refused(folder: Path) -> str:
    """What a judge says that cannot start."""
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(configure(folder)), "serve"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    return done.stderr


def test_what_a_fresh_judge_makes_is_its_users_alone_and_the_doctor_finds_nothing_wrong(tmp_path: Path) -> None:
    """Whatever umask it was started with; a letter in, one out, a page of the help in between."""
    config, before = configure(tmp_path), os.umask(0)
    try:
        with serving(config) as port:
            send(port, "HELP")
            until(lambda: subjects(tmp_path))
            command = [sys.executable, str(HERE / "judge.py"), "--config", str(config), "doctor"]
            told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=HERE).stdout
    finally:
        os.umask(before)
    made = [path for name in ("data", "mailboxes") for path in (tmp_path / name, *(tmp_path / name).rglob("*"))]
    assert {path.name for path in made} >= {"judge.db", "alice@example.org", "in", "new"}
    assert [str(path) for path in made if path.stat().st_mode & 0o077] == []
    assert [line for line in told.splitlines() if line.startswith("WRONG") and " clock " not in line] == []


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder in place of the file": (lambda path: path.mkdir(), "Is a directory"),
    "no text": (lambda path: path.write_bytes(b"\xff"), "line 1 is not UTF-8; save"),
    "nothing there": (lambda _: None, "there is no such file"),
    "no toml": (lambda path: path.write_text("[smtp"), "Expected"),
}


@pytest.mark.parametrize("command", ["serve", "doctor", "games"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_configuration_that_cannot_be_used_is_named(tmp_path: Path, name: str, command: str) -> None:
    break_it, said = BROKEN[name]
    break_it(tmp_path / "config.toml")
    before = os.umask(0o022)
    try:
        done = CliRunner().invoke(main, ["--config", str(tmp_path / "config.toml"), command])
    finally:
        os.umask(before)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: {tmp_path / 'config.toml'}: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
