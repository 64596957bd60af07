"""Other ways in: LMTP, a Unix socket, STARTTLS, a proxy; who is kept out, who is dropped."""

import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from ipaddress import ip_network
from pathlib import Path

import pytest

from judge.mail.headers import LARGEST_LETTER
from judge.mail.smtp_session import LmtpListener, ServerLimits, SmtpListener, tls_context
from tests.mail.wire import BEGIN, HOST, LETTER, Call, Cellar, Client, Open, known

LHLO = ["LHLO mx.example.net", *BEGIN[1:]]


@contextmanager
def opened(door: SmtpListener) -> Iterator[SmtpListener]:
    door.start()
    try:
        yield door
    finally:
        door.stop()


@pytest.fixture
def lmtp(cellar: Cellar) -> Iterator[SmtpListener]:
    with opened(LmtpListener((HOST, 0), known, cellar.keep, ServerLimits(recipients=1))) as door:
        yield door


def test_lmtp_is_opened_by_its_own_word(lmtp: SmtpListener, cellar: Cellar) -> None:
    with closing(Client(lmtp)) as client:
        client.hear()
        assert client.say("EHLO mx.example.net").endswith('500 5.5.1 Error: command "EHLO" not recognized\n')
        assert client.say("MAIL FROM:<alice@example.org>").endswith("503 5.5.1 Error: send HELO first\n")
        assert client.say(*LHLO, LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
    assert cellar.kept == [("smtp", "alice@example.org", "judge@example.net", LETTER)]


def test_lmtp_takes_one_recipient_a_letter_for_it_answers_once(lmtp: SmtpListener, cellar: Cellar) -> None:
    with closing(Client(lmtp)) as client:
        client.hear()
        said = client.say(*LHLO[:3], "RCPT TO:<judge+b@example.net>")
        assert said.endswith("452 4.5.3 Too many recipients\n")
        assert client.say("DATA", LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
    assert len(cellar.kept) == 1


def test_a_unix_socket_is_open_to_whoever_reaches_its_folder(tmp_path: Path, cellar: Cellar) -> None:
    place = tmp_path / "run" / "lmtp"
    for _ in (1, 2):  # the second finds what a killed judge would leave behind
        with opened(LmtpListener(place, known, cellar.keep, ServerLimits(recipients=1))):
            assert place.stat().st_mode & 0o777 == 0o666
            with closing(socket.socket(socket.AF_UNIX)) as line:
                line.connect(str(place))
                line.sendall(b"\r\n".join(map(str.encode, LHLO)) + b"\r\n" + LETTER + b".\r\nQUIT\r\n")
                said = line.makefile("rb").read()
            assert b"250 2.0.0 Ok: kept\r\n221 2.0.0 Bye\r\n" in said
        with closing(socket.socket(socket.AF_UNIX)) as stale:
            place.unlink(missing_ok=True)
            stale.bind(str(place))


def test_a_file_in_the_way_of_a_socket_is_left_alone(tmp_path: Path, cellar: Cellar) -> None:
    place = tmp_path / "letters.txt"
    place.write_text("precious")
    with pytest.raises(OSError, match=f"cannot listen on {place}"):
        LmtpListener(place, known, cellar.keep, ServerLimits()).start()
    assert place.read_text() == "precious"


def test_starttls_is_announced_and_kept(open_door: Open, certificate: Path, cellar: Cellar) -> None:
    door = open_door(tls=tls_context(certificate, None))
    with smtplib.SMTP(HOST, door.port) as client:
        client.ehlo()
        assert client.has_extn("starttls")
        client.starttls(context=ssl.create_default_context(cafile=str(certificate)))
        client.ehlo()
        assert not client.has_extn("starttls")
        assert not client.has_extn("auth"), "nobody logs in here"
        client.sendmail("alice@example.org", ["judge@example.net"], LETTER)
    assert cellar.kept == [("smtp", "alice@example.org", "judge@example.net", LETTER)]


def test_what_was_said_before_encryption_counts_for_nothing(open_door: Open, certificate: Path, cellar: Cellar) -> None:
    """RFC 3207 6: commands injected behind STARTTLS in the clear are not carried out under it."""
    client = Client(open_door(tls=tls_context(certificate, None)))
    client.hear()
    client.say(*BEGIN[:3])
    client.socket.sendall(b"STARTTLS\r\nRCPT TO:<judge+x@example.net>\r\n")
    assert client.hear() == "220 2.0.0 Ready to start TLS"
    with ssl.create_default_context(cafile=str(certificate)).wrap_socket(client.socket, server_hostname=HOST) as tls:
        tls.sendall(b"EHLO a\r\nDATA\r\nQUIT\r\n")
        said = tls.makefile("rb").read()
    assert b"503 5.5.1 Error: need RCPT command\r\n221 2.0.0 Bye\r\n" in said
    assert cellar.kept == []


def test_a_certificate_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    with pytest.raises(OSError, match="PEM"):
        tls_context(tmp_path / "none.pem", None)


PROXIED = {"proxies": (ip_network("127.0.0.0/8"),), "trusted": (), "per_client": 1}


def proxied(door: SmtpListener, client: str) -> Client:
    """A client whose connection comes through a proxy (PROXY protocol, version 1)."""
    line = Client(door)
    line.socket.sendall(f"PROXY TCP4 {client} 192.0.2.1 4321 25\r\n".encode())
    return line


def test_behind_a_proxy_each_client_is_counted_by_its_own_address(open_door: Open) -> None:
    door = open_door(**PROXIED)
    with ExitStack() as lines:
        first, second, other = (
            lines.enter_context(closing(proxied(door, client)))
            for client in ("198.51.100.7", "198.51.100.7", "198.51.100.8")
        )
        assert first.hear().startswith("220 ")
        assert second.hear() == "421 4.7.0 Too many connections from your address"
        assert second.hear() == ""
        assert other.hear().startswith("220 ")


def test_where_a_proxy_is_asked_for_nothing_else_comes_in(open_door: Open) -> None:
    with closing(Client(open_door(**PROXIED))) as client:
        client.socket.sendall(b"EHLO client.example.org\r\n")
        assert client.hear() == ""
    with closing(Client(open_door(proxies=(ip_network("192.0.2.0/24"),)))) as client:
        assert client.hear() == "421 4.7.1 Not from here"
        assert client.hear() == ""


def test_without_a_proxy_nobody_may_say_who_he_is(call: Call) -> None:
    said = call().say("PROXY TCP4 192.0.2.7 192.0.2.1 4321 25")
    assert said.endswith('500 5.5.1 Error: command "PROXY" not recognized\n')


def test_one_address_gets_so_many_connections_and_no_more(open_door: Open, call: Call) -> None:
    door = open_door(per_client=2, trusted=())
    first, second = call(door), call(door)
    with closing(Client(door)) as third:
        assert third.hear() == "421 4.7.0 Too many connections from your address"
    first.say("QUIT")
    assert first.hear() == ""
    assert second.say("NOOP").endswith("250 2.0.0 OK\n")
    assert call(door).say("NOOP").endswith("250 2.0.0 OK\n")


def test_a_trusted_address_is_not_counted(open_door: Open, call: Call) -> None:
    door = open_door(per_client=1)
    assert all(call(door).say("NOOP").endswith("250 2.0.0 OK\n") for _ in range(5))


def test_a_letter_that_never_ends_a_line_is_not_heard_to_its_end(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say(*BEGIN)
    with pytest.raises(OSError, match=r"Broken pipe|reset"):
        client.socket.sendall(b"x" * 8 * LARGEST_LETTER)
    assert cellar.kept == []


def test_a_letter_that_drips_in_is_dropped(open_door: Open, call: Call, cellar: Cellar) -> None:
    client = call(open_door(silence=0.3))
    client.say(*BEGIN)
    client.socket.settimeout(0.02)
    said = b""
    while not said:
        client.socket.sendall(b"A PAR - BUR\r\n")
        try:
            said = client.socket.recv(100)
        except TimeoutError:
            continue
    assert said == b"421 4.4.2 Too slow\r\n"
    assert cellar.kept == []


def test_a_client_who_talks_on_and_on_is_dropped(open_door: Open, call: Call) -> None:
    client = call(open_door(longest=0.2))
    said = ""
    while not said.startswith("421"):
        client.socket.sendall(b"NOOP\r\n")
        said = client.hear()
    assert said == "421 4.4.2 You have been here long enough"
