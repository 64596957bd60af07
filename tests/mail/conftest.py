"""Doors that close after each test, with clients who have been greeted."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from judge.mail.smtp_in import SmtpDoor, Terms
from tests.mail.wire import GREETING, HOST, Call, Cellar, Client, Open, known


@pytest.fixture
def cellar() -> Cellar:
    return Cellar()


@pytest.fixture
def open_door(cellar: Cellar) -> Iterator[Open]:
    with ExitStack() as doors:

        def open_one(**terms: float) -> SmtpDoor:
            door = SmtpDoor(HOST, 0, known, cellar.keep, Terms("judge.example.net", **terms))  # type: ignore[arg-type]
            door.start()
            doors.callback(door.stop)
            return door

        yield open_one


@pytest.fixture
def call(open_door: Open) -> Iterator[Call]:
    """A client that has been greeted, at a door of its own or at one given."""
    with ExitStack() as calls:

        def greeted(door: SmtpDoor | None = None) -> Client:
            client = calls.enter_context(closing(Client(door or open_door())))
            assert client.hear() == GREETING
            return client

        yield greeted
