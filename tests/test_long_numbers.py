"""Numbers of 5,000 digits, which Python does not read as such: wherever one stands in a letter, it is read."""

from collections.abc import Iterator

import pytest

from bench.siege import Siege, besieged
from judge.mail.html import plain_text
from judge.requests.names import hint_in, phase_in
from judge.rules.position import Phase
from tests.shared.each_case import each_case
from tests.shared.worst_letters import letter

LONG = "9" * 5000

TEXTS = {
    "a reference": (f"<p>A PAR&#{LONG}; H</p>", "A PAR\ufffd H"),
    "one without an end": (f"<p>A PAR&#{LONG} H</p>", "A PAR\ufffd H"),
    "noughts before it": (f"<p>&#{'0' * 5000}65; PAR H</p>", "A PAR H"),
    "of sixteen figures": (f"<p>&#x{LONG}; PAR H</p>", "\ufffd PAR H"),
    "noughts before sixteen figures": (f"<p>&#X{'0' * 5000}41; PAR H</p>", "A PAR H"),
    "no reference": (f"<p>A PAR H {LONG}</p>", f"A PAR H {LONG}"),
    "in a style": (f"<p style='display:&#{LONG};'>A PAR H</p>", "A PAR H"),
    "in a class": (f"<p class='&#{LONG};'>A PAR H</p>", "A PAR H"),
    "a size": (f"<p style='font-size:{LONG}px'>A PAR H</p>", "A PAR H"),
    "a colour": (f"<p style='color:rgb({LONG},{LONG},{LONG})'>A PAR H</p>", "A PAR H"),
}

LINES = (
    *("FRANCE, fall {}, orders:", "FRANCE, automne {}, ordres :", "Fall 1901 turn {}", "TOUR {}", "TURN {} ORDERS"),
    *("PHASE F{}M\r\nA PAR H\r\nENDPHASE", "F{}M", "{}", "{} A PAR H", "A PAR H {}", "A PAR - {}", "A PAR H ({})"),
    *("RESEND {}", "RENVOYER {}", "RESEND 1-{}", "HISTORY {}", "HISTORIQUE {}", "WHY A PAR {}", "SUMMARY {}"),
    *("ABSENT {} 2026", "ABSENT FROM {}-01-01", "ABSENT 2026-01-{}", "I am away for {} days", "ABSENT 1/{}"),
    *(
        "EXTEND {}d",
        "PROLONGER {}j",
        "SET HOUR {}:00",
        "OPEN x HOUR {}",
        "OPEN x LAST {}",
        "OPEN x PRESS {}",
        "GRACE {}",
    ),
    *("CORRECT A PAR HEALTH {}", "ROLLBACK {}", "HELP {}", "AIDE {}", "VOTE DRAW {}", "CONCEDE {}", "WHATIF {}"),
)


@each_case("name", TEXTS)
def test_a_reference_to_no_letter_is_one_unknown_letter(name: str) -> None:
    html, told = TEXTS[name]
    assert plain_text(html).strip() == told


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    with besieged() as siege:
        yield siege


@pytest.mark.parametrize("recipient", [0, 2])
def test_no_line_with_a_long_number_stops_the_reader(siege: Siege, recipient: int) -> None:
    for line in LINES:
        siege.send(letter(f"{line.format(LONG)}\r\n".encode()), siege.recipients[recipient])


HEADERS = (
    *("Date: Mon, 5 Jan {} 20:00:00 +0000", "Date: {} Jan 2026 20:00:00 +{}", "Subject: fall {} turn {}"),
    *("Content-Type: text/plain; charset*{}*=us", "X-Priority: {}", "Subject: =?utf-8?b?{}?=", "Expires: {}"),
)


@pytest.mark.parametrize("header", HEADERS)
def test_no_header_with_a_long_number_stops_the_reader(siege: Siege, header: str) -> None:
    head = f"{header.format(LONG, LONG)}\r\nMessage-ID: <{abs(hash(header))}@example.org>\r\n"
    siege.send(letter(b"A PAR H\r\n", head.encode()), siege.recipients[0])


HEADINGS = ("FRANCE, TOUR {}, ordres :", "TURN {}", "FRANCE: spring, turn {}, orders", "tour 3 {}", "phase {} tour {}")


@each_case("heading", HEADINGS)
def test_a_turn_of_that_many_digits_is_none(heading: str) -> None:
    said = heading.format(LONG, LONG)
    hint = hint_in(said, Phase.parse("S3M"))
    assert hint.year in {None, 3}
    assert phase_in(said) is None
