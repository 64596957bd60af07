"""What the judge tells the service manager that has started it, on a real datagram socket."""

import os
import re
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from judge.system.processes import ServiceManager
from tests.shared.processes import kill, processes, signal_to, tells_of_children
from tests.shared.served import PATIENCE, configure, until

WATCHDOG = 1.0
"""Seconds."""


class Manager:
    """A service manager's ears: what it was told, a line each, in order."""

    def __init__(self, place: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(place.replace("@", "\0", 1))
        self._socket.settimeout(PATIENCE)
        self.place = place

    def hear_until(self, pattern: str) -> list[str]:
        """Everything up to the first line that fits."""
        heard: list[str] = []
        while not any(re.fullmatch(pattern, line) for line in heard):
            heard += self._socket.recv(4096).decode().splitlines()
        return heard

    def hear_the_rest(self) -> list[str]:
        self._socket.setblocking(False)
        heard: list[str] = []
        try:
            while True:
                heard += self._socket.recv(4096).decode().splitlines()
        except BlockingIOError:
            return heard

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    """With a short watchdog, in the environment of whatever is started."""
    with tempfile.TemporaryDirectory(prefix="judge-") as folder, closing(Manager(f"{folder}/notify")) as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", manager.place)
        monkeypatch.setenv("WATCHDOG_USEC", str(int(WATCHDOG * 1_000_000)))
        yield manager


def test_it_says_when_the_door_is_open_that_it_lives_and_when_it_stops(tmp_path: Path, manager: Manager) -> None:
    with processes(configure(tmp_path)) as judge:
        told = manager.hear_until("STATUS=door and worker are at work")
        assert told[0] == "READY=1"
        manager.hear_until("WATCHDOG=1")
        judge.supervisor.send_signal(signal.SIGTERM)
        assert judge.supervisor.wait(PATIENCE) == 0
        assert "STOPPING=1" in manager.hear_the_rest()


@tells_of_children
@pytest.mark.parametrize("name", ["door", "worker"])
def test_it_does_not_say_that_it_lives_while_one_of_its_processes_is_stopped(
    tmp_path: Path, manager: Manager, name: str
) -> None:
    with processes(configure(tmp_path)) as judge:
        manager.hear_until("WATCHDOG=1")
        until(judge.is_whole)
        stopped = getattr(judge, name)
        signal_to(stopped, signal.SIGSTOP)
        manager.hear_until(rf"STATUS=the {name} has given no sign of life for ([2-9]|\d\d+) s")
        silent = manager.hear_until(rf"STATUS=the {name} has given no sign of life for ([4-9]|\d\d+) s")
        assert "WATCHDOG=1" not in silent
        signal_to(stopped, signal.SIGCONT)
        manager.hear_until("WATCHDOG=1")


@tells_of_children
def test_a_process_that_died_is_told_and_that_it_is_back(tmp_path: Path, manager: Manager) -> None:
    with processes(configure(tmp_path)) as judge:
        manager.hear_until("WATCHDOG=1")
        until(judge.is_whole)
        kill(judge.worker)
        until(judge.is_whole)
        manager.hear_until("WATCHDOG=1")


def test_without_a_manager_or_with_one_that_has_gone_nobody_is_kept_waiting() -> None:
    ServiceManager({}).notify("READY=1")
    ServiceManager({"NOTIFY_SOCKET": "/nowhere/notify"}).notify("READY=1")


def test_a_socket_may_be_abstract() -> None:
    place = f"@judge-{os.getpid()}"
    with closing(Manager(place)) as manager:
        ServiceManager({"NOTIFY_SOCKET": place}).notify("READY=1", "STATUS=here")
        assert manager.hear_until("STATUS=here") == ["READY=1", "STATUS=here"]


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_is_the_one_of_this_very_process(environment: dict[str, str], seconds: float | None) -> None:
    assert ServiceManager(environment).watchdog_seconds == seconds
