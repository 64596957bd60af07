"""Swaks as a client, at the judge's own doors: encryption, logins, LMTP, letters in odd encodings."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge.mail.letter import read_letter
from judge.mail.smtp_session import LmtpListener, ServerLimits, SmtpListener, tls_context
from tests.mail.wire import HOST, Cellar, known
from tests.mta.postfix import check_the_ground, make_certificate

Swaks = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def cellar() -> Cellar:
    return Cellar()


@pytest.fixture
def swaks(cellar: Cellar, tmp_path: Path) -> Iterator[Swaks]:
    """Sends one letter, in TLS's own door or LMTP's."""
    check_the_ground()
    chain, _ = make_certificate(tmp_path)
    smtp = SmtpListener((HOST, 0), known, cellar.keep, ServerLimits(tls=tls_context(chain, None)))
    lmtp = LmtpListener(tmp_path / "lmtp", known, cellar.keep, ServerLimits(recipients=1))
    with ExitStack() as stack:
        for door in (smtp, lmtp):
            door.start()
            stack.callback(door.stop)

        def send(*options: str, over: str = "smtp") -> subprocess.CompletedProcess[str]:
            way = ["--protocol", "LMTP", "--socket", str(tmp_path / "lmtp")]
            way = way if over == "lmtp" else ["--server", HOST, "--port", str(smtp.port)]
            people = ["--from", "alice@example.org", "--to", "judge@example.net", "--helo", "client.example.org"]
            command = ["swaks", *way, *people, *options]
            return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, errors="replace")

        yield send


def test_starttls(swaks: Swaks, cellar: Cellar) -> None:
    done = swaks("--tls", "--body", "A PAR - BUR")
    assert done.returncode == 0, done.stdout
    assert "TLS started with cipher" in done.stdout
    assert b"A PAR - BUR" in cellar.kept[0][3]


def test_a_login_is_not_to_be_had(swaks: Swaks, cellar: Cellar) -> None:
    done = swaks("--tls", "--auth", "PLAIN", "--auth-user", "alice", "--auth-password", "secret")
    assert done.returncode == 28, done.stdout  # swaks: authentication failed
    assert cellar.kept == []


def test_lmtp_over_a_unix_socket(swaks: Swaks, cellar: Cellar) -> None:
    done = swaks("--body", "A PAR - BUR", over="lmtp")
    assert done.returncode == 0, done.stdout
    assert b"A PAR - BUR" in cellar.kept[0][3]


HEADERS = b"From: alice@example.org\r\nTo: judge@example.net\r\nSubject: ordres\r\n"
PLAIN = b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset="
ENCODINGS = {
    "Latin-1, eight bits": (
        PLAIN + b"iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n",
        "Été : A PAR - BOU".encode("latin-1"),
    ),
    "UTF-8, eight bits": (PLAIN + b"utf-8\r\nContent-Transfer-Encoding: 8bit\r\n", "Été : A PAR - BOU".encode()),
    "UTF-8, base64": (PLAIN + b"utf-8\r\nContent-Transfer-Encoding: base64\r\n", b"w4l0w6kgOiBBIFBBUiAtIEJPVQ=="),
    "Windows-1252, quoted": (
        PLAIN + b"windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n",
        b"=C9t=E9 : A PAR - B=\r\nOU",
    ),
    "UTF-7": (PLAIN + b"utf-7\r\n", "Été : A PAR - BOU".encode("utf-7")),
    "said nothing": (b"", "Été : A PAR - BOU".encode()),
}


@pytest.mark.parametrize(("headers", "body"), ENCODINGS.values(), ids=list(ENCODINGS))
def test_a_letter_in_any_encoding_is_read(
    swaks: Swaks, cellar: Cellar, tmp_path: Path, headers: bytes, body: bytes
) -> None:
    (tmp_path / "letter").write_bytes(HEADERS + headers + b"\r\n" + body + b"\r\n")
    done = swaks("--data", f"@{tmp_path}/letter")
    assert done.returncode == 0, done.stdout
    assert read_letter(cellar.kept[0][3]).text == "Été : A PAR - BOU"
