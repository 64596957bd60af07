"""The name service asked over a real socket: what it tells, what it does not, and when it is silent."""

import socket
import threading
from collections.abc import Callable, Iterator

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

from judge.mail import dkim_keys
from judge.mail.dkim_keys import DnsUnavailableError, dkim_key_record, lookup

NAME = "rome._domainkey.example.net."
Answer = Callable[[dns.message.Message], dns.message.Message | None]


class NameServer:
    """A name server on a loopback port, which answers every question in one way."""

    def __init__(self, answer: Answer) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._answer = answer
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while True:
            question, whence = self._socket.recvfrom(4096)
            if not question:
                return
            answer = self._answer(dns.message.from_wire(question))
            if answer:
                self._socket.sendto(answer.to_wire(), whence)

    def stop(self) -> None:
        """Answer no more."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stopper:
            stopper.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()


Serve = Callable[[Answer], None]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    servers: list[NameServer] = []

    def started(answer: Answer) -> None:
        server = NameServer(answer)
        servers.append(server)
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], server.port
        monkeypatch.setattr(dns.resolver, "default_resolver", resolver)

    yield started
    for server in servers:
        server.stop()


def telling(*records: str) -> Answer:
    def answer(question: dns.message.Message) -> dns.message.Message:
        told = dns.message.make_response(question)
        told.flags |= dns.flags.RA
        asked = question.question[0]
        if records:
            told.answer.append(dns.rrset.from_text(asked.name, 60, "IN", asked.rdtype, *records))
        return told

    return answer


def saying(code: dns.rcode.Rcode) -> Answer:
    def answer(question: dns.message.Message) -> dns.message.Message:
        told = telling()(question)
        assert told
        told.set_rcode(code)
        return told

    return answer


def test_a_record_in_several_pieces_is_one(serve: Serve) -> None:
    serve(telling('"v=DKIM1; " "p=AAAA"'))
    assert dkim_key_record(NAME.rstrip(".")) == b"v=DKIM1; p=AAAA"


def test_two_keys_under_one_name_are_none(serve: Serve) -> None:
    serve(telling('"v=DKIM1; p=AAAA"', '"v=DKIM1; p=BBBB"'))
    assert dkim_key_record(NAME.rstrip(".")) is None
    assert sorted(lookup(NAME, "TXT")) == ["v=DKIM1; p=AAAA", "v=DKIM1; p=BBBB"]


@pytest.mark.parametrize("answer", [telling(), saying(dns.rcode.NXDOMAIN)], ids=["no such record", "no such name"])
def test_what_is_not_there_is_none(serve: Serve, answer: Answer) -> None:
    serve(answer)
    assert dkim_key_record(NAME.rstrip(".")) is None


def test_other_records_are_told_as_text(serve: Serve) -> None:
    serve(telling("10 mx.example.net."))
    assert lookup("example.net", "MX") == ("10 mx.example.net.",)


NO_ANSWERS: dict[str, Answer] = {"trouble": saying(dns.rcode.SERVFAIL), "silence": lambda _: None}


@pytest.mark.parametrize("answer", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_trouble_and_silence_are_no_answer(serve: Serve, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dkim_keys, "_TIMEOUT", 0.3)
    serve(answer)
    with pytest.raises(DnsUnavailableError):
        dkim_key_record(NAME.rstrip("."))


@pytest.mark.parametrize("name", ["a" * 64 + ".example.net", "a..example.net", ""])
def test_a_name_that_is_none_is_no_answer(name: str) -> None:
    with pytest.raises(DnsUnavailableError):
        dkim_key_record(f"{name}.")
