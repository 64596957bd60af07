"""Floods: what is read of a letter has an end, reading is linear, and forged letters make the judge write to nobody."""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from bench.siege import WRITER, Siege, besieged
from judge.handlers import confirmations, questions
from judge.handlers.acknowledgement import MOST_TO_A_DOMAIN, MOST_TO_ALL, RATE_LIMITS
from judge.handlers.session import MOST_HINTED_ORDERS
from judge.mail.letter import MOST_NEW_CHARACTERS, MOST_NEW_LINES, read_bounce, read_letter
from judge.notation import read
from judge.requests.read_lines import read_lines
from judge.store.records import Occasion, OutboxRow
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn
from tests.shared.worst_letters import ALL, READ_IN_MANY_WAYS, letter


@pytest.fixture
def siege() -> Iterator[Siege]:
    with besieged() as siege:
        yield siege


def told(out: tuple[OutboxRow, ...], to: str = WRITER) -> str:
    """The text of the last letter to somebody."""
    raw = [one.raw for one in out if one.to == to][-1]
    return str(message_from_bytes(raw, policy=default).get_body(("plain",)).get_content())  # type: ignore[union-attr]


# --- what one letter costs


@each_case(("name", "raw"), in_turn([*ALL.items()], 0))
def test_of_every_letter_no_more_is_read_than_may_be(name: str, raw: bytes) -> None:
    text = read_letter(raw).text
    assert len(text) <= MOST_NEW_CHARACTERS, name
    assert text.count("\n") < MOST_NEW_LINES


LONG = {
    "an opening and its settings": ("OPEN x WITH\n", "HOUR 1\n"),
    "an opening on one line": ("OPEN x WITH ", "HOUR 1 "),
    "a list of reminders on one line": ("SET REMINDER ", "24h "),
    "empty press": ("", "PRESS\n"),
    "press that runs on": ("PRESS TO ALL\n", "Hello\n"),
    "what-ifs": ("", "WHATIF\nA PAR - BUR\nENDWHATIF\n"),
    "conditions": ("", "IF A PAR\nA MAR H\nELSE\n"),
    "orders": ("", "A PAR - BUR\n"),
}


@each_case(("first", "line"), LONG.values(), ids=LONG)
def test_reading_twice_as_much_is_twice_the_work(first: str, line: str) -> None:
    once, twice = (_calls(partial(read_lines, first + line * times)) for times in (150, 300))
    assert twice < 2.2 * once


def _noted(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[Sequence[Any]]:
    """What a function of a module is given, each time that the judge calls it from there."""
    notes: list[Sequence[Any]] = []
    real = getattr(module, name)

    def noting(*given: Any) -> Any:
        notes.append(given)
        return real(*given)

    monkeypatch.setattr(module, name, noting)
    return notes


def _calls(work: Callable[[], object]) -> int:
    """How many functions are called by the work itself, and none by what the collector finds meanwhile."""
    count = 0

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    work()
    gc.disable()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize("raw", READ_IN_MANY_WAYS.values(), ids=READ_IN_MANY_WAYS.keys())
def test_of_lines_that_are_read_in_many_ways_only_so_much_is_and_that_is_told(siege: Siege, raw: bytes) -> None:
    head, body = raw.split(b"\r\n\r\n", 1)
    lines = [b"F BRE - MAO", *body.splitlines(), b"A MAR - SPA"]
    answer = " ".join(told(siege.send(head + b"\r\n\r\n" + b"\r\n".join(lines), siege.recipients[0])).split())
    assert " F BRE - MAO " in answer
    assert "Not read, nor is anything below it: " in answer, "too long, or too little of it understood"
    assert "MAR - SPA" not in answer, "nothing below is done"


def test_what_is_not_read_of_a_long_letter_is_told_and_half_a_piece_is_never_sent(siege: Siege) -> None:
    out = siege.send(letter(b"A PAR - BUR\r\nBROADCAST\r\n" + b"Hello all of you\r\n" * 5000), siege.recipients[0])
    assert {one.to for one in out} == {WRITER}, "no press leaves without its end"
    said = " ".join(told(out).split())
    assert "Not read, nor is anything below it: the letter is too long. It is kept as it came" in said
    assert "Hello all" not in told(out)


NEARLY_RIGHT = {
    "on lines": b"".join(b"A PAR - XYZ%d\r\n" % number for number in range(300)),
    "on one line": b"".join(b"A PAR - XYZ%d;" % number for number in range(30)),
    "on lines parted by and": b"".join(b"build A PAR and A XYZ%d\r\n" % number for number in range(30)),
    "ahead": b"PHASE F1901M\r\n" + b"A PAR - XYZ; A MAR - XYZ; F BRE - XYZ\r\n" * 19,
    "in what-ifs": (b"WHATIF\r\nA PAR - XYZ; A MAR - XYZ\r\nENDWHATIF\r\n") * 10,
    "in conditions": b"PHASE F1901M\r\n" + b"IF A BUR\r\nA PAR - XYZ\r\nENDIF\r\n" * 19,
}


def test_hints_are_looked_for_a_few_times_a_letter(siege: Siege, monkeypatch: pytest.MonkeyPatch) -> None:
    for where, text in NEARLY_RIGHT.items():
        looked = _noted(monkeypatch, read, "hints_for")
        siege.send(letter(text), siege.recipients[0])
        assert 0 < len(looked) <= MOST_HINTED_ORDERS, where


def test_of_many_parts_no_more_text_is_looked_at_than_of_two() -> None:
    for kind in (b"mixed", b"alternative"):
        page = b"--a\r\nContent-Type: text/html\r\n\r\n" + (b"<p>" + b"x" * 50) * 2_400 + b"\r\n"
        head = b"Content-Type: multipart/%s; boundary=a\r\n" % kind
        few, many = (_calls(partial(read_letter, letter(page * pages, head))) for pages in (2, 30))
        assert many < 1.1 * few, kind


REPORT = b"Content-Type: multipart/report; report-type=delivery-status; boundary=a\r\n"
STATUS = b"--a\r\nContent-Type: message/delivery-status\r\n\r\n"
HEADERS = b"X: y\r\n"


def test_of_the_headers_of_parts_no_more_are_read_than_of_a_letter() -> None:
    few, many = (letter((b"--a\r\n" + HEADERS * times + b"\r\nA PAR H\r\n") * 95, REPORT) for times in (200, 6_000))
    for read_one in (read_letter, read_bounce):
        assert _calls(partial(read_one, many)) < 1.1 * _calls(partial(read_one, few)), read_one


def test_of_a_report_no_more_recipients_are_read_than_a_letter_has() -> None:
    of_one = b"Final-Recipient: rfc822; x@example.com\r\nStatus: 5.1.1\r\n\r\n"
    few, many = (letter(STATUS + of_one * times, REPORT) for times in (2_000, 80_000))
    assert _calls(partial(read_bounce, many)) < 1.1 * _calls(partial(read_bounce, few))


def test_of_a_report_in_no_known_form_a_thousand_lines_are_looked_at() -> None:
    few, many = (letter(b"\r\n" * times, REPORT) for times in (2_000, 30_000))
    assert _calls(partial(read_bounce, many)) < 1.1 * _calls(partial(read_bounce, few))


@pytest.mark.parametrize("word", ["RETREATS:", "1) ", "France: ", "Please "], ids=str.strip)
def test_a_line_of_twice_as_many_beginnings_is_twice_the_work(siege: Siege, word: str) -> None:
    once, twice = (
        _calls(partial(siege.send, letter((word * times).encode() + b"A PAR - BUR\r\n"), siege.recipients[0]))
        for times in (100, 200)
    )
    assert twice < 2.4 * once


def test_an_answer_does_not_grow_with_the_square_of_a_line(siege: Siege) -> None:
    (answer,) = siege.send(letter(b"INVITE " + b"a@example.org " * 2000 + b"\r\n"), siege.recipients[0])
    assert len(answer.raw) < 40 * 28_000
    assert "only the first 20 on a line count" in " ".join(told((answer,)).split())


def test_what_is_asked_of_many_games_of_whoever_gets_no_more_answers_is_not_found_out(
    siege: Siege, monkeypatch: pytest.MonkeyPatch
) -> None:
    siege.hasten = timedelta(seconds=1)
    past, states = _noted(monkeypatch, questions, "answer_history"), _noted(monkeypatch, questions, "write_status")
    hourly = RATE_LIMITS[Occasion.ANSWER][0].most
    for n in range(hourly + 10):
        siege.send(letter(b"HISTORY 1901\r\nSTATUS\r\n%d\r\n" % n), siege.recipients[0])
    assert len(past) == len(states) == hourly + 1
    siege.send(letter(b"A PAR - BUR\r\nSTATUS\r\n"), siege.recipients[0])
    assert len(past) == len(states) == hourly + 1
    siege.hasten = timedelta(hours=1, minutes=1)
    assert "A PAR - BUR" in told(siege.send(letter(b"STATUS\r\n"), siege.recipients[0])), "the order counts"


# --- letters in others' names


def forged(siege: Siege, name: str, text: str, recipient: int = 2, head: str = "") -> tuple[OutboxRow, ...]:
    raw = f"From: {name}\r\n{head}\r\n{text}\r\n".encode()
    return siege.send(raw, siege.recipients[recipient], name)


COMMANDS = ["LIST", "Hello?", "OPEN xy", "JOIN rome", "HELP", "RECORD", "JOIN nowhere"]


@pytest.mark.parametrize("text", COMMANDS)
def test_forged_letters_make_the_judge_write_to_a_mail_domain_so_often_an_hour(siege: Siege, text: str) -> None:
    siege.hasten = timedelta(seconds=1)
    sent = [one for n in range(60) for one in forged(siege, f"victim{n}@example.com", f"{text}\r\n{n}")]
    assert len(sent) == MOST_TO_A_DOMAIN
    assert forged(siege, "else@example.net", "LIST"), "others are answered"


def test_forged_letters_make_the_judge_write_to_all_so_often_an_hour(siege: Siege) -> None:
    siege.hasten = timedelta(seconds=1)
    sent = [one for n in range(MOST_TO_ALL + 20) for one in forged(siege, f"victim@h{n}.example.com", "LIST")]
    assert len(sent) == MOST_TO_ALL
    siege.hasten = timedelta(hours=1, minutes=1)
    later = forged(siege, "else@example.net", "LIST")
    assert {one.to for one in later} > {"else@example.net", f"victim@h{MOST_TO_ALL}.example.com"}, "held back, not lost"


def test_what_is_forged_in_a_players_name_uses_up_nothing_that_their_own_letters_need(siege: Siege) -> None:
    siege.hasten = timedelta(seconds=1)
    hourly = RATE_LIMITS[Occasion.QUESTION][0].most
    asked = [forged(siege, WRITER, f"A PAR - BUR\r\n{n}", 3) for n in range(hourly + 5)]
    assert sum(map(len, asked)) == hourly + 1
    status = [forged(siege, WRITER, "STATUS rome", 3, f"X-Number: {n}\r\n") for n in range(20)]
    assert sum(map(len, status)) == RATE_LIMITS[Occasion.GUIDANCE][0].most + 1
    for n in range(60):
        forged(siege, f"victim{n}@example.com", "OPEN xy")
    old = "Date: Mon, 1 Dec 2025 10:00:00 +0000\r\n"
    (question,) = forged(siege, WRITER, "A PAR - GAS", 0, old)
    assert "Did you write this?" in str(message_from_bytes(question.raw, policy=default)["Subject"])
    assert forged(siege, WRITER, "A PAR - PIC", 0), "with the reply address it is carried out"


def test_limits_come_before_the_work(siege: Siege, monkeypatch: pytest.MonkeyPatch) -> None:
    siege.hasten = timedelta(seconds=1)
    tried = _noted(monkeypatch, confirmations, "handle_lines")
    for n in range(40):
        forged(siege, "victim@example.com", f"OPEN x{n} WITH zork zork\r\n" * 100)
    assert len(tried) <= RATE_LIMITS[Occasion.GUIDANCE][0].most + 1
    assert max(len(given[2]) for given in tried) <= 10
