"""Letters made to keep the judge busy, each the worst of its kind that the doors let in."""

import json
import sys

from bench.siege import WRITER, besieged

_BAD = b"226-01-05 20:00 GMT+01:00 Judge <judge@example.net> wr A PAR BUR\r\n"
_DEEP = b"".join(b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (depth, depth) for depth in range(450))
_TEXT = 250_000


def letter(body: bytes, head: bytes = b"") -> bytes:
    """A letter of the writer who is besieged with."""
    return b"From: " + WRITER.encode() + b"\r\n" + head + b"\r\n" + body


def _many(line: bytes, size: int = _TEXT, first: bytes = b"") -> bytes:
    return letter(first + line * (size // len(line)))


WORST = {
    "lines that are nearly orders": _many(_BAD),
    "orders for ever": _many(b"A PAR - BUR\r\n"),
    "orders on one line": _many(b"A PAR - BUR "),
    "orders parted by semicolons": _many(b"A PAR S;" * 60 + b"\r\n"),
    "orders parted by commas": _many(b"A PAR S A MAR - BUR, " * 20 + b"\r\n"),
    "orders parted by and": _many(b"A PAR and " * 48 + b"\r\n"),
    "one word": _many(b"A"),
    "prose": _many(b"The postman always rings twice\r\n"),
    "a signature": _many(_BAD, first=b"A PAR H\r\n-- \r\n"),
    "what-ifs": _many(b"WHATIF\r\nA PAR - BUR\r\nENDWHATIF\r\n"),
    "a long what-if": _many(_BAD, first=b"WHATIF\r\n"),
    "conditions": _many(b"IF A PAR\r\nA MAR H\r\nELSE\r\n"),
    "a long condition": _many(_BAD, first=b"PHASE F1901M\r\nIF BUR\r\n"),
    "conditions within conditions": _many(b"IF A PAR\r\n"),
    "orders ahead": _many(_BAD, first=b"PHASE F1901M\r\n"),
    "whys": _many(b"WHY A PAR\r\n"),
    "help": _many(b"HELP\r\n"),
    "help about nothing known": _many(b"HELP zrk zrq zqr zxv zvx zqx\r\n"),
    "help about everything": _many(b"zrk zrq zqr zxv zvx zqx ", first=b"HELP "),
    "histories": _many(b"HISTORY 1901\r\n"),
    "a long history": _many(b"1901x rome ", first=b"HISTORY "),
    "a long why": _many(b"1901x rome ", first=b"WHY "),
    "summaries": _many(b"SUMMARY\r\n"),
    "sign-ons": _many(b"SIGNON frome sesame\r\n"),
    "headings": _many(b"FRANCE, fall 1901, orders:\r\n"),
    "letters again": _many(b"RESEND 1-999\r\n"),
    "press": _many(b"BROADCAST\r\nx\r\nENDPRESS\r\n"),
    "long press": _many("é".encode() * 70 + b"\r\n", first=b"BROADCAST\r\n"),
    "settings": _many(b"SET NOTATION 18centres\r\n"),
    "tags never closed": letter(b"<a x='" * 160_000, b"Content-Type: text/html\r\n"),
    "blocks within blocks": letter(b"<div style='white-space:pre'>x" * 33_000, b"Content-Type: text/html\r\n"),
    "quotations within quotations": letter(b"<blockquote>x" * 75_000, b"Content-Type: text/html\r\n"),
    "entities": letter(b"&CounterClockwiseContourIntegral;" * 30_000, b"Content-Type: text/html\r\n"),
    "attributions": _many(b"On 20:00 x@y wrote\r\n"),
    "old headers": _many(b"From: 1@x\r\n"),
    "attached texts": letter(
        b"A PAR H\r\n"
        + b"".join(b"--a\r\nContent-Type: text/plain; name=%d\r\n\r\n" % n + _BAD * 700 for n in range(99)),
        b"Content-Type: multipart/mixed; boundary=a\r\n",
    ),
    "parts within parts": b"From: " + WRITER.encode() + b"\r\n" + _DEEP,
    "as much base64 as may be": letter(b"QSBQQVIgLSBCVVIK\r\n" * 290_000, b"Content-Transfer-Encoding: base64\r\n"),
    "as much quoted-printable": letter(b"=41=20" * 860_000, b"Content-Transfer-Encoding: quoted-printable\r\n"),
    "as many headers as may be": letter(b"A PAR H\r\n", b"X: y\r\n" * 195),
    "a subject of encoded words": letter(b"STATUS\r\n", b"Subject: " + b"=?utf-8?q?x?= " * 580 + b"\r\n"),
    "UTF-7": letter(b"+AGEAYQBh-" * 25_000, b"Content-Type: text/plain; charset=utf-7\r\n"),
}


def main() -> None:
    """Have every one of them settled, and name them."""
    with besieged() as siege:
        for raw in WORST.values():
            siege.send(raw, siege.recipients[0])
    json.dump(list(WORST), sys.stdout)


if __name__ == "__main__":
    main()
