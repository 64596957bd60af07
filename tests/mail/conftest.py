"""Doors that close after each test, with clients who have been greeted."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from judge.mail.smtp_session import ServerLimits, SmtpListener
from tests.mail.wire import GREETING, HOST, Call, Cellar, Client, Open, known


@pytest.fixture
def cellar() -> Cellar:
    return Cellar()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 with its key in one file, made for this run."""
    path = tmp_path_factory.mktemp("tls") / "judge.pem"
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(path), "-out", f"{path}.crt"]
    subprocess.run([*command, *subject], check=True, capture_output=True)
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


@pytest.fixture
def open_door(cellar: Cellar) -> Iterator[Open]:
    with ExitStack() as doors:

        def open_one(**terms: float) -> SmtpListener:
            door = SmtpListener((HOST, 0), known, cellar.keep, ServerLimits("judge.example.net", **terms))  # type: ignore[arg-type]
            door.start()
            doors.callback(door.stop)
            return door

        yield open_one


@pytest.fixture
def call(open_door: Open) -> Iterator[Call]:
    """A client that has been greeted, at a door of its own or at one given."""
    with ExitStack() as calls:

        def greeted(door: SmtpListener | None = None) -> Client:
            client = calls.enter_context(closing(Client(door or open_door())))
            assert client.hear() == GREETING
            return client

        yield greeted
