"""Letters made to keep the judge busy, each the worst of its kind that the doors let in."""

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.siege import WRITER, besieged

_BAD = b"226-01-05 20:00 GMT+01:00 Judge <judge@example.net> wr A PAR BUR\r\n"
_DEEP = b"".join(b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (depth, depth) for depth in range(450))
_PAGE = b"--a\r\nContent-Type: text/html\r\n\r\n"
_REPORT = b"Content-Type: multipart/report; report-type=delivery-status; boundary=a\r\n"
_STATUS = b"--a\r\nContent-Type: message/delivery-status\r\n\r\n"
_TEXT, _LINE, _GROWN = 250_000, 28_000, 5_000_000


def letter(body: bytes, head: bytes = b"") -> bytes:
    """A letter of the writer who is besieged with."""
    return b"From: " + WRITER.encode() + b"\r\n" + head + b"\r\n" + body


def _many(line: bytes, size: int = _TEXT, first: bytes = b"") -> bytes:
    return letter(first + line * (size // len(line)))


def _numbered(line: bytes, times: int) -> bytes:
    return letter(b"".join(line % number for number in range(times)))


def _page(sheet: str, body: str) -> bytes:
    return letter(f"<style>{sheet}</style>{body}".encode(), b"Content-Type: text/html\r\n")


_RULES = range(2_500)
_APART = "".join(f"<p class=x id=i{number}>A PAR H</p>" for number in _RULES)
STYLED = {
    "a rule for each of many elements": _page("".join(f".x{{left:{n}px}}b{{top:1px}}" for n in _RULES), _APART),
    "rules that ask for attributes": _page("".join(f".x[y=n{n}]{{left:1px}}" for n in _RULES), _APART),
    "rules that ask for a place": _page("".join(f"div .x.y{n}{{left:1px}}" for n in _RULES), _APART),
    "rules for elements far inside": _page(
        "i .x{left:1px}b{left:1px}" * 2_500, "".join(f"<div class=x id=i{n}>" for n in range(10_000))
    ),
    "rules of many parts": _page(
        ("a b c d e f g h i j k," * 60 + "a{left:1px}") * 60, "<a><b><c><d><e><f><g><h><i><j><k>" * 300
    ),
    "one element of many classes": _page(
        "".join(f".x.y{n}{{left:1px}}" for n in range(5_000)), f"<p class='x {'a ' * 20_000}'>A PAR H</p>"
    ),
    "one element with a long attribute": _page(
        "".join(f"[y*=n{n}]{{left:1px}}" for n in range(4_000)), f"<p y='x {'a ' * 20_000}'>A PAR H</p>"
    ),
}
"""Style sheets of which each rule must be tried on each element."""

_SAID = (
    "the army supports paris burgundy hold unless if not convoy via coast retreat london build move attack i would "
    "like to think that france should go spring fall order"
)


def _mixed(number: int, words: int) -> bytes:
    """Words of orders in no order; each number gives others."""
    known = _SAID.split()
    said = (known[(number * words + at) * (7 + number % 5) % len(known)] for at in range(words))
    return " ".join(said).encode()


WORST = {
    **STYLED,
    "lines that are nearly orders": _many(_BAD),
    "orders for ever": _many(b"A PAR - BUR\r\n"),
    "orders on one line": _many(b"A PAR - BUR "),
    "orders parted by semicolons": _many(b"A PAR S;" * 60 + b"\r\n"),
    "orders parted by commas": _many(b"A PAR S A MAR - BUR, " * 20 + b"\r\n"),
    "orders parted by and": _many(b"A PAR and " * 48 + b"\r\n"),
    "one word": _many(b"A"),
    "a line of blanks": letter(b" " * _LINE + b"x\r\n"),
    "a line of commas": letter(b"," * _LINE + b"x\r\n"),
    "a line of thanks": letter(b", thanks" * (_LINE // 8) + b" x\r\n"),
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


GROWN = {
    "an opening with 12,000 lines of settings": _many(b"HOUR 1\r\n", 96_000, b"OPEN x WITH\r\n"),
    "an opening with 34,000 settings on one line": _many(b"HOUR 1 ", 240_000, b"OPEN x WITH "),
    "an opening of zones": _many(b"ZONE UTC ", first=b"OPEN x WITH "),
    "an opening of zones nobody knows": _many(b"ZONE Eurpe/Paaris ", first=b"OPEN x WITH "),
    "an opening of settings nobody knows": _many(b"zorkk yy ", first=b"OPEN x WITH "),
    "an opening of boards nobody knows": _many(b"BOARD stundard ", first=b"OPEN x WITH "),
    "openings": _many(b"OPEN x WITH HOUR 1\r\n"),
    "seats asked for": _many(b"JOIN rome AS FRANCE\r\n"),
    "300 orders that are nearly right": _numbered(b"A PAR - XYZ%d\r\n", 300),
    "orders that others are near to": _numbered(
        b"I can't decide between Burgundy and Picardy for Paris %d, or Gascony.\r\n", 60
    ),
    "orders that are right once repaired twice": _numbered(b"Variant %d: Par - Bur Pic, Mar - Spa Gas\r\n", 100),
    "900 lines of prose": _numbered(b"The postman always rings %d times\r\n", 900),
    "corrections": letter(
        b"A PAR - BUR\r\n"
        + b"".join(b"Sorry %d, A PAR - PIC should read Paris to Gascony, not Burgundy\r\n" % n for n in range(140))
    ),
    "corrections of nothing": _numbered(b"instead of %d I meant Paris, not Marseilles rather than Brest\r\n", 140),
    "words between the words of orders": _numbered(b"A PAR zrk BUR xyz%d MAR qqz GAS wqw PIC\r\n", 120),
    "long lines of words of orders": letter(b"".join(_mixed(n, 85) + b"\r\n" for n in range(12))),
    "press that no word ends": _many(b"PRESS\r\n", 140_000),
    "press full of orders": letter((b"BROADCAST\r\n" + b"A RUH - BUR\r\n" * 60 + b"ENDPRESS\r\n") * 20),
    "orders below a signature": letter(b"A PAR H\r\n--\r\n" + b"A PAT - BURR1\r\n" * 300),
    "sixty orders on one line, all nearly right": letter(b"A PAR - XYZ; " * 38 + b"\r\n"),
    "what-ifs of nearly right orders": letter((b"WHATIF\r\n" + b"A PAR - XYZ\r\n" * 3 + b"ENDWHATIF\r\n") * 10),
    "what-ifs of many orders": letter((b"WHATIF\r\n" + b"A PAR - BUR\r\n" * 97 + b"ENDWHATIF\r\n") * 10),
    "conditions that are nearly right": letter(b"PHASE F1901M\r\n" + b"IF A PAR\r\nA PAR - XYZ\r\nENDIF\r\n" * 60),
    "lines of many words, wrong in several places": letter(
        "ENGLAND 12) PARTIES EFFACER DÉMOBILISATIONS > F F F F F <a@b.c>, REBUILD MAR - , \r\n".encode() * 400
    ),
    "two thousand addresses on one line": letter(b"INVITE " + b"a@example.org " * 2000 + b"\r\n"),
    "press to many nearly right powers": letter(b"PRESS TO " + b"FRANCE, ENGLAND, GERMNY, " * 1200 + b"\r\nx\r\n"),
    "press to many addresses": letter(b"PRESS TO " + b"a@example.org, " * 2000 + b"\r\nx\r\n"),
    "combining marks": letter(
        ("A PAR - BUR" + "\u0301" * 400 + "\r\n").encode() * 80, b"Content-Type: text/plain; charset=utf-8\r\n"
    ),
    "letters of other scripts": letter(
        "\u0410 \u0420\u0410R - \u0412UR\r\n".encode() * 1000, b"Content-Type: text/plain; charset=utf-8\r\n"
    ),
    "large headers": letter(b"A PAR H\r\n", b"".join(b"X-%d: %s\r\n" % (n, b"y" * 320) for n in range(190))),
    "a thousand recipients": letter(b"A PAR H\r\n", b"To: " + b"a@b.c, " * 1100 + b"\r\n"),
    "many pages one behind the other": letter(
        (_PAGE + b"<div><p>A PAR H</p>" * 2000 + b"\r\n") * 60, b"Content-Type: multipart/mixed; boundary=a\r\n"
    ),
    "many pages that say the same": letter(
        (_PAGE + b"<p><s>x</s>" * 9000 + b"\r\n") * 40 + b"--a\r\n\r\n" + b"A PAR - BUR\r\n" * 300,
        b"Content-Type: multipart/alternative; boundary=a\r\n",
    ),
    "many pages that say nothing": letter(
        (_PAGE + b"<p> <b> </b>" * 9000 + b"\r\n") * 40, b"Content-Type: multipart/alternative; boundary=a\r\n"
    ),
    "lines of one letter that is a small word": _many(
        b"MAR MAR </div>\r\n-->\r\nENDPRESS\r\nA PAR - BUR\r\nSECRET A*0*=x;A PAR (X: y\r\n" + b"A " * 190 + b"\r\n",
        40_000,
    ),
    "orders behind words of other letters": _many(
        "FRANCE: \r\nBOUCHER Final-Recipient: rfc822; a@b.c\r\nDURÉE-VOTES , MAR \r\nVOTE To: a@b.c, F \r\n".encode(),
        40_000,
    ),
    "base64 that is no text": letter(
        (b"\r\n\r\nF BRE - MAO via--a\r\nContent-Type: message/delivery-status\r\n\r\n" + b"<td>" * 60 + b"MAR \r\n")
        * 1_000,
        b"Content-Transfer-Encoding: base64\r\n",
    ),
    "headings of colons": letter((b"RETREATS" + b":" * 500 + b"\r\n") * 60),
    "a report about many recipients": letter(
        _STATUS + b"Final-Recipient: rfc822; x@example.com\r\nStatus: 5.1.1\r\n\r\n" * 75_000, _REPORT
    ),
    "a report of many parts": letter(b"--a\r\nContent-Type: text/plain\r\n\r\nx\r\n" * 990 + b"x" * 4_700_000, _REPORT),
    "a report of empty lines": letter(b"\r\n" * 2_400_000, _REPORT),
    "parts of many headers": letter((b"--a\r\n" + b"X: y\r\n" * 8_000 + b"\r\n") * 100, _REPORT),
    "5 MB of settings": _many(b"HOUR 1\r\n", _GROWN, b"OPEN x WITH\r\n"),
    "5 MB of orders": _many(b"A PAR - BUR\r\n", _GROWN),
    "5 MB of nearly orders": _many(_BAD, _GROWN),
    "5 MB of conditions": _many(b"IF A PAR\r\n", _GROWN),
    "5 MB of press": _many(b"BROADCAST\r\nx\r\nENDPRESS\r\n", _GROWN),
    "5 MB of prose": _many(b"The postman always rings twice\r\n", _GROWN),
    "5 MB of quotations": _many(b"> A PAR - BUR\r\n", _GROWN),
    "5 MB of empty lines": _many(b"\r\n", _GROWN),
    "5 MB of HTML": letter(b"<p>A PAR - BUR</p>\r\n" * 240_000, b"Content-Type: text/html\r\n"),
}
"""Letters that were the dearest before there was a limit to what is read of one, and such as the doors just let in."""


READ_IN_MANY_WAYS = {
    "words of orders in no order": letter(b"".join(_mixed(n, 24) + b"\r\n" for n in range(120))),
    "many sentences on each line": letter(
        b"".join(b". ".join(_mixed(12 * n + at, 6) for at in range(12)) + b"\r\n" for n in range(14))
    ),
    "all hold except": letter(
        b"".join(
            (b"all units hold except %d paris, and all others hold but brest; " % n) * 6 + b"\r\n" for n in range(20)
        )
    ),
    "all hold, in pieces": _numbered(b"hold %d, " + b"all stand, hold the other, " * 9 + b"\r\n", 25),
    "the rest hold, remarked on": _numbered(
        b"the rest hold %d whatever the weather in spain may be, and all others zork\r\n", 80
    ),
    "numbers of units": _numbered(
        b"two three four five armies hold %d seven eight nine six two three four five fleets hold three\r\n", 60
    ),
}
"""Lines of which each may be meant in very many ways; their number alone bounds nothing."""


ASKED = {
    "a question of one long word": letter(b"HISTORY " + b"9" * 30_000 + b"\r\n"),
    "a question of one long domain": letter(b"SUMMARY " + b"x." * 15_000 + b"@/\r\n"),
}
"""Letters that come to no reply address: what answers them shows their lines cut short."""


_LINES_THAT_DIFFER = 900


def _differing(raw: bytes) -> bytes:
    """The letter with one word more in each of its lines, every time another, at another place."""
    head, body = raw.split(b"\r\n\r\n", 1)
    lines = []
    for number, line in enumerate(body.split(b"\r\n")[:_LINES_THAT_DIFFER]):
        words = line.split(b" ")
        words.insert(number * 7 % len(words), b"n%d" % number if number % 3 else b"%d" % number)
        lines.append(b" ".join(words))
    return b"\r\n\r\n".join((head, b"\r\n".join(lines)))


DIFFERING = {
    f"{name}, each another": _differing((WORST | GROWN)[name])
    for name in (
        *(
            "lines that are nearly orders",
            "orders for ever",
            "orders parted by commas",
            "what-ifs",
            "prose",
            "headings",
        ),
        *("attributions", "old headers", "orders behind words of other letters", "what-ifs of many orders"),
        "lines of one letter that is a small word",
    )
}
"""Letters of which no line is the same as another, so that nothing found out of one says anything of the next."""


ALL = WORST | GROWN | READ_IN_MANY_WAYS | DIFFERING | ASKED


def settle_narrowly(names: Sequence[str], seconds: int) -> None:
    """Have some of them settled in one process that may work so long and take 768 MiB; AssertionError if it cannot."""

    def narrow() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (768 * 2**20, 768 * 2**20))

    command = [sys.executable, "-m", "tests.shared.worst_letters", *names]
    house = Path(__file__).parents[2]
    ran = subprocess.run(command, cwd=house, preexec_fn=narrow, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    assert json.loads(ran.stdout) == [*names]


def main() -> None:
    """Have those that the command line names settled, and name them."""
    with besieged() as siege:
        for name in sys.argv[1:]:
            siege.send(ALL[name], siege.recipients[2 if name in ASKED else 0])
    json.dump(sys.argv[1:], sys.stdout)


if __name__ == "__main__":
    main()
