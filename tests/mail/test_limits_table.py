"""The table of limits is what the door does: each row is driven to its answer."""

import re
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from judge.config import SmtpConfig
from judge.mail.headers import LARGEST_LETTER, LONGEST_SMTP_LINE
from judge.mail.smtp_session import LmtpListener, ServerLimits, SmtpListener
from tests.mail.wire import BEGIN, HOST, Cellar, Client, known

PAGE = (Path(__file__).parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")
ROWS = {
    name: (value, setting.strip("`"), answer.strip("`"))
    for name, value, setting, answer in re.findall(
        r"^\| ([^|]+?) +\| ([^|]*?) *\| ([^|]*?) *\| (`\d[^|]+`) \|$", PAGE, re.MULTILINE
    )
}


class Caller:
    """Opens doors with terms that differ from the usual, and speaks at them; all is closed after the test."""

    def __init__(self, cellar: Cellar, stack: ExitStack) -> None:
        self.cellar = cellar
        self._stack = stack
        self.door: SmtpListener

    def open(self, kind: type[SmtpListener] = SmtpListener, **terms: Any) -> None:
        self.door = kind((HOST, 0), known, self.cellar.keep, ServerLimits(**terms))
        self.door.start()
        self._stack.callback(self.door.stop)

    def call(self, host: str = HOST) -> Client:
        return self._stack.enter_context(closing(Client(self.door, host)))

    def greeted(self, **terms: Any) -> Client:
        self.open(**terms)
        client = self.call()
        client.hear()
        return client

    def letter(self, raw: bytes) -> str:
        """What a letter is answered."""
        client = self.greeted()
        client.say(*BEGIN)
        client.socket.sendall(raw + b"\r\n.\r\n")
        return client.hear()

    def last(self, *lines: str) -> str:
        """What the last of some lines is answered."""
        return self.greeted().say(*lines).splitlines()[-1]


def crowd(caller: Caller, most: int, **terms: Any) -> str:
    caller.open(**terms)
    for _ in range(most):
        caller.call().hear()
    return caller.call().hear()


def all_at_letters(caller: Caller, most: int, **terms: Any) -> str:
    caller.open(**terms)
    for number in range(most):
        client = caller.call(f"127.0.1.{number}")
        client.hear()
        client.say(*BEGIN)
    return caller.call().hear()


def needed(caller: Caller) -> str:
    client = caller.greeted(connections=1)
    caller.call()
    return client.hear()


def hurried(caller: Caller) -> str:
    return caller.greeted(connections=1, hurried=0.05).hear()


def recipients(caller: Caller, kind: type[SmtpListener], most: int, terms: ServerLimits) -> str:
    caller.open(kind, recipients=terms.recipients)
    client = caller.call()
    client.hear()
    client.say("LHLO x" if kind is LmtpListener else "EHLO x", BEGIN[1])
    return client.say(*(f"RCPT TO:<judge+{number}@example.net>" for number in range(most + 1))).splitlines()[-1]


def unknown_commands(caller: Caller) -> str:
    return caller.last(*["XYZZY"] * 5)


def stopped(caller: Caller) -> str:
    client = caller.greeted()
    caller.door.stop()
    return client.hear()


def talks_on(caller: Caller) -> str:
    client = caller.greeted(longest=0.1)
    while not (said := client.say("NOOP")).startswith("> NOOP\n421"):
        assert said
    return said.splitlines()[-1]


def endless(caller: Caller) -> str:
    client = caller.greeted()
    client.say(*BEGIN)
    client.socket.sendall(b"x" * (2 * LARGEST_LETTER + 1))
    return client.hear()


def full(caller: Caller) -> str:
    caller.cellar.full = True
    return caller.letter(b"Subject: x\r\n\r\nx")


def broken(caller: Caller) -> str:
    caller.cellar.broken = True
    return caller.letter(b"Subject: x\r\n\r\nx")


DRIVEN: dict[str, Callable[[Caller], str]] = {
    "connections at once": lambda caller: all_at_letters(caller, 20),
    "of them, from addresses that have delivered no letter": lambda caller: all_at_letters(caller, 15, trusted=()),
    "the one that has been silent longest, where another finds no room": needed,
    "one command before MAIL, while more than half are taken": hurried,
    "connections at once from one address": lambda caller: crowd(caller, 3, trusted=()),
    "who may connect where proxies are named": lambda caller: crowd(caller, 0, proxies=(ip_network("192.0.2.1"),)),
    "one command, or the whole of a letter": lambda caller: caller.greeted(silence=0.05).hear(),
    "one conversation": talks_on,
    "unknown commands": unknown_commands,
    "the judge is stopping": stopped,
    "one command line": lambda caller: caller.last("NOOP " + "x" * 508),
    "sender or recipient that is no address": lambda caller: caller.last("EHLO x", "MAIL FROM:<alice"),
    "recipient unknown here": lambda caller: caller.last(*BEGIN[:2], "RCPT TO:<nobody@example.net>"),
    "recipients of one letter, SMTP": lambda caller: recipients(caller, SmtpListener, 10, ServerLimits()),
    "recipients of one letter, LMTP": lambda caller: recipients(caller, LmtpListener, 1, ServerLimits(recipients=1)),
    "size announced with MAIL": lambda caller: caller.last(
        "EHLO x", f"MAIL FROM:<a@b.example> SIZE={LARGEST_LETTER + 1}"
    ),
    "login": lambda caller: caller.last("EHLO x", "AUTH PLAIN AGEAYg=="),
    "one line": lambda caller: caller.letter(b"\r\n" + b"x" * LONGEST_SMTP_LINE),
    "letter": lambda caller: caller.letter(b"\r\n" + (b"x" * 1022 + b"\r\n") * (LARGEST_LETTER // 1024)),
    "letter that goes on to twice that": endless,
    "a dot alone at a bare CR or LF": lambda caller: caller.letter(b"\r\none\n.\ntwo"),
    "header block": lambda caller: caller.letter((b"X: " + b"y" * 8000 + b"\r\n") * 9),
    "headers": lambda caller: caller.letter(b"X: y\r\n" * 201),
    "one header": lambda caller: caller.letter(b"X: " + b"y" * 8190),
    "lines that begin with two hyphens": lambda caller: caller.letter(b"\r\n" + b"--a\r\n" * 1001),
    "a disk that takes no more, full or at its quota": full,
    "other trouble of ours: a locked file, a damaged one": broken,
}


@pytest.mark.parametrize("name", ROWS)
def test_each_row_of_the_table_is_what_the_door_answers(name: str, cellar: Cellar) -> None:
    with ExitStack() as stack:
        assert DRIVEN[name](Caller(cellar, stack)) == ROWS[name][2]


def test_every_answer_has_its_enhanced_code() -> None:
    """A digit of class that agrees with the reply's own (RFC 2034 4)."""
    for _, _, answer in ROWS.values():
        assert re.match(r"([245])\d\d \1\.\d{1,3}\.\d{1,3} ", answer), answer


def test_every_answer_has_its_row() -> None:
    assert set(ROWS) == set(DRIVEN)


def test_the_values_are_those_of_the_configuration() -> None:
    config = SmtpConfig()
    for value, setting, _ in ROWS.values():
        _, _, key = setting.partition(".")
        if key and key != "proxies":
            assert value.split()[0] == str(getattr(config, key)), setting


def test_the_doors_own_terms_are_those_of_the_configuration() -> None:
    config, terms = SmtpConfig(), ServerLimits()
    assert (config.connections, config.connections_per_client) == (terms.connections, terms.per_client)
    assert (config.trusted, config.proxies, config.recipients) == (terms.trusted, terms.proxies, terms.recipients)
    assert (timedelta(seconds=config.silence_seconds), config.longest_seconds) == (
        timedelta(seconds=terms.silence),
        terms.longest,
    )
