"""A name server on loopback: it knows a few names, and says of all others that there are none."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from threading import Thread

import dns.exception
import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdatatype
import dns.rrset

Zone = Mapping[tuple[str, str], str]
"""Names with their type, such as ``("example.com", "MX")``, and what stands there."""


@contextmanager
def name_server(zone: Zone, place: tuple[str, int] = ("127.0.0.1", 0)) -> Iterator[int]:
    """The port of a name server that answers until the end of the block; it may be any free one."""
    known = {(dns.name.from_text(name), dns.rdatatype.from_text(kind)): text for (name, kind), text in zone.items()}

    def answer(question: dns.message.Message) -> dns.message.Message:
        told = dns.message.make_response(question, recursion_available=True)
        (asked,) = question.question
        if text := known.get((asked.name, asked.rdtype)):
            told.answer.append(dns.rrset.from_text(asked.name, 60, asked.rdclass, asked.rdtype, text))
        elif not any(name == asked.name for name, _ in known):
            told.set_rcode(dns.rcode.NXDOMAIN)
        told.flags |= dns.flags.AA
        return told

    def serve() -> None:
        while True:
            raw, asker = line.recvfrom(4096)
            if not raw:
                return
            with suppress(dns.exception.DNSException):
                line.sendto(answer(dns.message.from_wire(raw)).to_wire(max_size=4096), asker)

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as line:
        line.bind(place)
        thread = Thread(target=serve)
        thread.start()
        try:
            yield int(line.getsockname()[1])
        finally:
            with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as last:
                last.sendto(b"", line.getsockname())
            thread.join()
