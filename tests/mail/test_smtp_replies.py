"""Every word of the library at the door gets its enhanced status code (RFC 2034)."""

import ast
import inspect
import re
from collections.abc import Iterator

import aiosmtpd.lmtp
import aiosmtpd.smtp

from judge.mail.smtp_session import with_status_code
from tests.shared.each_case import each_case

HOST = "judge.example.net"
REPLY = re.compile(r"[245]\d\d ")
CODED = re.compile(r"([245])\d\d \1\.\d{1,3}\.\d{1,3} \S")


def library_replies() -> Iterator[str]:
    """Whatever stands in aiosmtpd's code and begins as a reply does, its gaps filled."""
    for module in (aiosmtpd.smtp, aiosmtpd.lmtp):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) | ast.Constant(value=str(text)):
                    if REPLY.match(text):
                        yield text.replace("{}", "x") + ("x" if text.endswith(" ") else "")
                case _:
                    pass


@each_case("reply", sorted(set(library_replies()) - {"250 HELP"}))
def test_whatever_the_library_says_is_coded(reply: str) -> None:
    said = with_status_code(reply, HOST)
    assert CODED.match(said)
    assert with_status_code(said, HOST) == said, "one code is enough"


@each_case("reply", [f"220 {HOST} ESMTP", f"250 {HOST}", f"250-{HOST}", "250-8BITMIME", "250 HELP", "354 End"])
def test_greetings_and_questions_bear_none(reply: str) -> None:
    assert with_status_code(reply, HOST) == reply


@each_case(
    ("reply", "said"),
    [
        ('500 Error: command "XYZZY" not recognized', '500 5.5.1 Error: command "XYZZY" not recognized'),
        ("500 Command line too long", "500 5.5.2 Command line too long"),
        ("501 Syntax: DATA", "501 5.5.4 Syntax: DATA"),
        ("503 Error: need RCPT command", "503 5.5.1 Error: need RCPT command"),
        ("454 TLS not available", "454 4.7.0 TLS not available"),
        ("552 Error: Too much mail data", "552 5.3.4 Error: Too much mail data"),
        ("599 Something new", "599 5.0.0 Something new"),
    ],
)
def test_each_kind_of_mistake_has_its_own(reply: str, said: str) -> None:
    assert with_status_code(reply, HOST) == said
