"""Door and worker are processes of their own: either may die, the other goes on, and nothing is left of both."""

import mailbox
import multiprocessing
import os
import re
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from judge.config import Config, read_config
from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power
from judge.service.app import DoorRole, Worker
from judge.service.door import Door, DoorLink, link
from judge.service.supervisor import LONGEST_END, pause_after
from judge.shell.doctor import Installation, check_processes
from judge.shell.local_game import GAME, Correspondent, no_dkim_keys
from judge.store.data_folder import door_lock_path
from judge.system.processes import SignOfLife, resident_bytes
from tests.shared.processes import Processes, has_ended, in_store, kill, processes, signal_to, tells_of_children
from tests.shared.seated import lay_seated_table
from tests.shared.served import HERE, PATIENCE, configure, letter, send, serving, subjects, until

pytestmark = tells_of_children


@contextmanager
def held(pid: int) -> Iterator[None]:
    """The supervisor sleeps, so that whatever dies meanwhile is not started again."""
    signal_to(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        signal_to(pid, signal.SIGCONT)


def test_a_process_has_ended_when_its_last_thread_has() -> None:
    """Of a killed process the first thread often ends before the others, which still hold its files and locks."""
    ends = "import ctypes, threading; threading.Thread(target=input).start(); ctypes.CDLL(None).pthread_exit(0)"
    with subprocess.Popen([sys.executable, "-c", ends], stdin=subprocess.PIPE) as process:
        stat = Path(f"/proc/{process.pid}/stat")
        until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "Z")
        assert not has_ended(process.pid)
        kill(process.pid)


def test_while_the_worker_is_dead_the_door_goes_on_and_its_letters_are_settled_afterwards(tmp_path: Path) -> None:
    with processes(configure(tmp_path)) as judge:
        with held(judge.supervisor.pid):
            kill(judge.worker)
            for number in range(5):
                send(judge.port, f"HELP {'!' * number}")
            assert in_store(tmp_path) == [], "told 250, and in the spool"
        until(lambda: len(subjects(tmp_path)) == 5)
        assert in_store(tmp_path) == [("judge@localhost", "done")] * 5
        assert "the worker ended (exit code -9); it is started again" in judge.log()


def doctors_words(config: Path, later: timedelta) -> list[str]:
    """What the doctor says of the processes and the spool, some time later."""
    looked_at = Installation(read_config(config), datetime.now(UTC) + later, {}, lambda *_: ())
    return [f"{finding.state.value} {finding.says}" for finding in check_processes(looked_at)]


def test_the_doctor_tells_which_of_them_runs_and_what_waits_between_them(tmp_path: Path) -> None:
    config, now, soon, later = configure(tmp_path), timedelta(), timedelta(minutes=4), timedelta(hours=2, minutes=5)
    assert doctors_words(config, now) == []
    with processes(config) as judge:
        until(lambda: doctors_words(config, now) != [])
        assert doctors_words(config, now) == [
            "ok the door runs; the worker noted 0 minutes ago that it ran",
            "ok no letter waits for the worker",
        ]
        send(judge.port, "HELP")
        until(lambda: subjects(tmp_path))
        assert doctors_words(config, later)[1] == "ok no letter waits for the worker", "it has it, though it lies there"
        with held(judge.supervisor.pid):
            kill(judge.worker)
            send(judge.port, "AIDE")
            assert doctors_words(config, soon) == [
                "WRONG the door runs, the worker does not: the worker noted 4 minutes ago that it ran",
                "note 1 letters wait for the worker, the oldest for 4 minutes",
            ]
            assert doctors_words(config, later)[1] == "WRONG 1 letters wait for the worker, the oldest for 2 hours"
            kill(judge.door)
            assert doctors_words(config, now)[0] == (
                "WRONG the door does not run; the worker noted 0 minutes ago that it ran"
            )
            assert doctors_words(config, later)[0] == "note the worker noted 2 hours ago that it ran"
            (tmp_path / "data" / "spool.db-wal").unlink()
            (tmp_path / "data" / "spool.db").write_bytes(b"nothing that could be read")
            assert doctors_words(config, now)[1].startswith(f"WRONG {tmp_path}/data/spool.db cannot be read: ")


def test_while_the_door_is_dead_the_worker_goes_on_and_the_door_comes_back_on_its_port(tmp_path: Path) -> None:
    with processes(configure(tmp_path)) as judge:
        until((tmp_path / "mailboxes" / "in").is_dir)
        worker = judge.worker
        with held(judge.supervisor.pid):
            kill(judge.door)
            mailbox.Maildir(tmp_path / "mailboxes" / "in").add(letter("HELP").as_bytes())
            until(lambda: len(subjects(tmp_path)) == 1)
            waiting = socket.create_connection(("127.0.0.1", judge.port), timeout=PATIENCE)
        with waiting, waiting.makefile("rb") as said:
            assert said.readline().startswith(b"220 "), "whoever came meanwhile has waited"
        send(judge.port, "HELP?")
        until(lambda: len(subjects(tmp_path)) == 2)
        assert judge.worker == worker


SLOW = "The postman always rings twice, and the judge reads of it all the same\n" * 2000
"""So that a kill meets a letter that is being read."""


def are_answered(judge: Processes, letters: int) -> bool:
    return len(subjects(judge.folder)) == letters


def is_met(judge: Processes, letters: int) -> bool:
    """Whether a letter is being read, unless all are answered."""
    mark = judge.folder / "data" / "reading"
    return (mark.exists() and mark.read_text().strip("0 \n").isdigit()) or are_answered(judge, letters)


def stopped_reader(judge: Processes, letters: int) -> int:
    """The process in which a letter is read apart, once there is one, stopped; 0 when all letters are answered."""
    stopped = []

    def is_stopped() -> bool:
        reader = judge.reader
        if reader:
            with suppress(ProcessLookupError):
                signal_to(reader, signal.SIGSTOP)
                stopped.append(reader)
        return bool(stopped)

    until(lambda: is_stopped() or are_answered(judge, letters))
    return stopped[0] if stopped else 0


def test_a_worker_killed_while_its_reader_reads_takes_it_along_and_the_letter_is_answered_once(tmp_path: Path) -> None:
    """A letter that was being read at a kill is read in a process of its own, which may meet the next kill."""
    with processes(configure(tmp_path)) as judge:
        sent = met = 0
        while met < 3:  # a letter that has failed three times is set aside: a kill is no failure
            reader = stopped_reader(judge, sent)
            if reader:
                kill(judge.worker)
                signal_to(reader, signal.SIGCONT)
                until(partial(has_ended, reader))
                met += 1
            else:
                send(judge.port, f"HELP {'!' * sent}\n{SLOW}")
                sent += 1
                until(partial(is_met, judge, sent))
                kill(judge.worker)
            until(judge.is_whole)
        until(partial(are_answered, judge, sent))
        assert in_store(tmp_path) == [("judge@localhost", "done")] * sent


def test_of_a_judge_whose_supervisor_is_killed_nothing_is_left_and_another_starts(tmp_path: Path) -> None:
    with processes(configure(tmp_path)) as judge:
        kill(judge.worker)  # so that the worker is the younger of the two
        until(judge.is_whole)
        family = judge.family()
        assert len(family) == 3
        judge.supervisor.kill()
        with serving(configure(tmp_path)) as port:
            assert all(map(has_ended, family)), "the lock is theirs as long as one of them lives"
            send(port, "HELP")


def test_told_to_stop_all_end_and_what_was_told_250_is_settled_at_the_next_start(tmp_path: Path) -> None:
    with processes(configure(tmp_path)) as judge:
        family = judge.family()
        signal_to(judge.worker, signal.SIGSTOP)
        for number in range(3):
            send(judge.port, f"HELP {'!' * number}")
        signal_to(judge.worker, signal.SIGCONT)
        judge.supervisor.send_signal(signal.SIGTERM)
        assert judge.supervisor.wait(PATIENCE) == 0
        assert all(map(has_ended, family))
    with serving(configure(tmp_path)):
        until(lambda: len(subjects(tmp_path)) == 3)


def test_a_signal_to_all_of_them_at_once_is_an_orderly_end(tmp_path: Path) -> None:
    """As a terminal sends Ctrl-C to all processes of a command."""
    with processes(configure(tmp_path)) as judge:
        family = judge.family()
        os.killpg(judge.supervisor.pid, signal.SIGINT)
        assert judge.supervisor.wait(PATIENCE) == 0
        assert all(map(has_ended, family))
        assert "started again" not in judge.log()


def test_lives_that_are_short_are_begun_again_after_pauses_that_double() -> None:
    assert [pause_after(lives) for lives in (0, 1, 2, 3, 9, 10, 10_000)] == [0, 0, 0.4, 0.8, 51.2, 60, 60]


IMPATIENT = (
    "-c",
    "from judge import cli; from judge.service import supervisor; supervisor.LONGEST_END = 0.0; cli.main()",
)
"""A judge that waits for none of its processes to end."""


def test_a_process_that_does_not_end_when_it_is_told_to_is_killed(tmp_path: Path) -> None:
    with processes(configure(tmp_path), IMPATIENT) as judge:
        family = judge.family()
        signal_to(judge.worker, signal.SIGSTOP)
        send(judge.port, "HELP")
        judge.supervisor.send_signal(signal.SIGTERM)
        assert judge.supervisor.wait(PATIENCE) == 0
        assert all(map(has_ended, family))
        assert "the worker has not ended within 0 s of being told to; it is killed" in judge.log()
    with serving(configure(tmp_path)):
        until(lambda: len(subjects(tmp_path)) == 1)


WATCHFUL = """
from judge import cli
from judge.service import supervisor
supervisor.LONGEST_SILENCE, supervisor._MEMORY_PERIOD, supervisor._IDLE_SIGN_SECONDS = 1.0, 0.1, 0.1
cli.main()
"""
"""A judge that takes a process for one that hangs once it has been silent for a second."""


@pytest.mark.parametrize("name", ["door", "worker"])
def test_a_process_that_hangs_is_killed_and_started_again(tmp_path: Path, name: str) -> None:
    with processes(configure(tmp_path), ("-c", WATCHFUL)) as judge:
        until(judge.is_whole)
        signal_to(getattr(judge, name), signal.SIGSTOP)
        until(lambda: f"the {name} ended (exit code -9); it is started again" in judge.log())
        assert f"the {name} has given no sign of life for " in judge.log()


def test_systemd_waits_longer_for_the_judge_than_the_judge_for_its_processes() -> None:
    unit = (HERE / "deploy" / "judge.service").read_text(encoding="utf-8")
    stop, memory = (
        int(unit.partition(f"{key}=")[2].split("\n")[0].rstrip("G")) for key in ("TimeoutStopSec", "MemoryMax")
    )
    assert stop > LONGEST_END
    assert memory * 1024 > Config().processes.memory_megabytes


def test_a_worker_that_grows_past_its_bound_is_killed_and_started_again(tmp_path: Path) -> None:
    with processes(configure(tmp_path, "[processes]\nmemory_megabytes = 32\n")) as judge:
        until(lambda: "the worker ended (exit code -9)" in judge.log())
        assert re.search(
            r"the worker has grown to \d+ MB, past its 32 \(processes.memory_megabytes\); it is killed", judge.log()
        )


def test_what_a_worker_has_begun_is_bounded_as_the_worker_is() -> None:
    """A letter that lets its reader grow is the reader's death, which counts as the letter's."""
    with subprocess.Popen(
        [sys.executable, "-c", PARENT_OF_ONE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert dict(resident_bytes(parent.pid)).keys() == {parent.pid, child}
        assert all(size > 1_000_000 for _, size in resident_bytes(parent.pid))
        parent.communicate(b"\n")
    assert list(resident_bytes(parent.pid)) == []


CHILD = "print(flush=True); input()"
PARENT_OF_ONE = f"""
import subprocess, sys, threading
def begin():
    pipes = {{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}}
    with subprocess.Popen([sys.executable, "-c", {CHILD!r}], **pipes) as child:
        child.stdout.readline()
        print(child.pid, flush=True)
        input()
        child.communicate(b"\\n")
threading.Thread(target=begin).start()
"""


# --- a deadline, with the door in another process


def run_door(config: Config, end: socket.socket, stage: Connection) -> None:
    """A door in this process, until the other end of ``stage`` is closed."""
    door = Door(config)
    role = DoorRole(config, door, end, SignOfLife(1.0))
    role.start()
    stage.send(door.port)
    with pytest.raises(EOFError):
        stage.recv()
    role.stop()


@contextmanager
def door_elsewhere(config: Config) -> Iterator[tuple[int, DoorLink]]:
    """A door in a process of its own: its port, and the link to it."""
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe()
    ends = link()
    process = processes.Process(target=run_door, args=(config, ends[0], theirs))
    process.start()
    theirs.close()
    try:
        yield ours.recv(), DoorLink(ends[1], door_lock_path(config.folders.data))
        ours.close()
        process.join(PATIENCE)
        assert process.exitcode == 0
    finally:
        process.kill()
        process.join()
        for end in ends:
            end.close()


def send_to_the_final_dot(client: smtplib.SMTP, author: Correspondent, text: str) -> None:
    """Write a reply to the author's last letter, and do not wait for what is said to it."""
    to = author.read[-1]["Reply-To"]
    client.ehlo()
    client.mail(author.address)
    client.rcpt(to)
    client.putcmd("data")
    assert client.getreply()[0] == 354
    client.send(f"From: {author.address}\r\nTo: {to}\r\nMessage-ID: <1@example.com>\r\n\r\n{text}\r\n.\r\n".encode())


def test_a_letter_whose_final_dot_came_before_the_deadline_counts_though_it_was_not_written_yet(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    assert table.game.deadline
    deadline, clock, config = table.game.deadline.at, table.clock, table.judge.services.config
    table.judge.stop()
    with door_elsewhere(config) as (port, door), smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        worker = Worker(config, clock, door, no_dkim_keys)
        door.start(worker.letters_arrived)
        clock.advance_to(deadline - timedelta(minutes=5))
        worker.services.store.heartbeat(clock.heartbeat())  # the door's clock follows it
        settling = threading.Thread(target=lambda: all(iter(worker.timeline.step, False)))
        with closing(sqlite3.connect(config.folders.data / "spool.db", isolation_level=None)) as disk:
            disk.execute("BEGIN IMMEDIATE")  # nothing can be written into the spool
            send_to_the_final_dot(client, table.players[Power("FRANCE")], "A PAR - BUR")
            with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as other:
                other.noop()  # the door answers in turn, so it has seen the dot
                other.noop()
            clock.advance_to(deadline + timedelta(seconds=1))
            settling.start()
            settling.join(0.3)
            assert settling.is_alive(), "the deadline waits for what has arrived"
            disk.execute("COMMIT")
        assert client.getreply()[0] == 250
        settling.join(PATIENCE)
        events = worker.services.store.events(GAME)
        worker.stop()
    kinds = [type(event) for event in events if isinstance(event, OrderGiven | PhaseClosed)]
    assert kinds == [OrderGiven, PhaseClosed]


def test_without_a_door_no_deadline_waits_for_one(tmp_path: Path) -> None:
    ends = link()
    DoorLink(ends[1], door_lock_path(tmp_path)).settle()
    for end in ends:
        end.close()
