"""What the door announces it does, and what it does not announce it answers (RFC 1870, 3030, 6152, 6531)."""

import pytest

from tests.mail.wire import BEGIN, LETTER, Call, Cellar

EIGHT_BITS = "Subject: Été\r\n\r\nA PAR - BOU, s'il vous plaît\r\n".encode()


@pytest.mark.parametrize(
    "options", ["BODY=8BITMIME", "BODY=8BITMIME SMTPUTF8", "SMTPUTF8 BODY=8BITMIME SIZE=100", "body=7bit", "SIZE=0"]
)
def test_eight_bits_come_through_as_they_were_sent(call: Call, cellar: Cellar, options: str) -> None:
    client = call()
    client.say("EHLO x", f"MAIL FROM:<alice@example.org> {options}", *BEGIN[2:])
    assert client.say(EIGHT_BITS + b".").endswith("250 2.0.0 Ok: kept\n")
    assert cellar.kept[0][3] == EIGHT_BITS


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ("BODY=BINARYMIME", "501 5.5.4 Error: BODY can only be one of 7BIT, 8BITMIME"),
        ("SMTPUTF8=yes", "501 5.5.4 Error: SMTPUTF8 takes no arguments"),
        ("SIZE=many", "501 5.5.4 Syntax: MAIL FROM: <address> [SP <mail-parameters>]"),
        ("RET=HDRS", "555 5.5.4 MAIL FROM parameters not recognized or not implemented"),
    ],
)
def test_what_was_not_announced_is_refused_and_the_next_try_taken(
    call: Call, cellar: Cellar, options: str, answer: str
) -> None:
    client = call()
    assert client.say("EHLO x", f"MAIL FROM:<alice@example.org> {options}").splitlines()[-1] == answer
    assert client.say(*BEGIN[1:], LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
    assert len(cellar.kept) == 1


def test_chunks_are_not_taken_and_not_mistaken_for_a_letter(call: Call, cellar: Cellar) -> None:
    """RFC 3030: nobody sends BDAT who was not told CHUNKING; whoever does is told at once."""
    client = call()
    said = client.say(*BEGIN[:3], "BDAT 86 LAST")
    assert "CHUNKING" not in said
    assert said.endswith('500 5.5.1 Error: command "BDAT" not recognized\n')
    assert client.say("DATA", LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
    assert [raw for _, _, _, raw in cellar.kept] == [LETTER]


def test_ten_thousand_recipients_are_ten_and_a_refusal_each(call: Call) -> None:
    client = call()
    client.say(*BEGIN[:2])
    client.socket.sendall(b"".join(b"RCPT TO:<judge+%d@example.net>\r\n" % number for number in range(10_000)))
    answers = [client.hear() for _ in range(10_000)]
    assert set(answers[:10]) == {"250 2.1.5 Ok"}
    assert set(answers[10:]) == {"452 4.5.3 Too many recipients"}
    assert client.say("DATA", LETTER + b".").endswith("250 2.0.0 Ok: kept\n")


def test_a_letter_taken_back_is_forgotten(call: Call, cellar: Cellar) -> None:
    client = call()
    assert client.say(*BEGIN[:3], "RSET").endswith("250 2.0.0 OK\n")
    assert client.say("DATA").endswith("503 5.5.1 Error: need RCPT command\n")
    assert cellar.kept == []


def test_an_address_beyond_ascii_may_be_written_to(call: Call, cellar: Cellar) -> None:
    client = call()
    client.say("EHLO x", "MAIL FROM:<andré@exämple.org> BODY=8BITMIME SMTPUTF8", "RCPT TO:<judge+été@example.net>")
    assert client.say("DATA", EIGHT_BITS + b".").endswith("250 2.0.0 Ok: kept\n")
    assert cellar.kept[0][1:3] == ("andré@exämple.org", "judge+été@example.net")


def test_nuls_in_a_letter_are_kept_and_in_a_command_refused(call: Call, cellar: Cellar) -> None:
    client = call()
    assert client.say("EHLO x", b"MAIL FROM:<al\0ice@example.org>").endswith("553 5.1.7 That is no address\n")
    client.say(*BEGIN[1:])
    assert client.say(b"Subject: a\0b\r\n\r\nA PAR\0 - BUR\r\n.").endswith("250 2.0.0 Ok: kept\n")
    assert b"\0 - BUR" in cellar.kept[0][3]
