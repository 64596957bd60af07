"""A letter that holds only attachments: each is named in the answer, one that looks like orders is pointed out."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default

import pytest

from bench.siege import WRITER, Siege, besieged
from judge.handlers.acknowledgement import MOST_ATTACHMENTS, MOST_UNREAD_PARTS_TOLD
from tests.shared.worst_letters import letter

SAID = {
    "en": (
        "It held attachments only; orders belong in the letter itself.",
        "An attachment that seems to hold orders. It was not read: please send them again in the letter itself.",
        "An attachment. Attachments are not read.",
    ),
    "fr": (
        "Elle ne contenait que des pièces jointes ; les ordres s’écrivent dans la lettre même.",
        "Une pièce jointe qui semble contenir des ordres. Elle n’a pas été lue : renvoyez-les dans la lettre même.",
        "Une pièce jointe. Les pièces jointes ne sont pas lues.",
    ),
}


@pytest.fixture
def siege() -> Iterator[Siege]:
    with besieged() as siege:
        yield siege


def enclosing(*attached: tuple[str, bytes], text: str = "") -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["Subject"] = WRITER, "Rome"
    if text:
        message.set_content(text)
    for name, content in attached:
        kind = ("text", "plain") if name.endswith(".txt") else ("image", "png")
        message.add_attachment(content, *kind, filename=name)
    return message.as_bytes()


def answered(siege: Siege, raw: bytes) -> str:
    (out,) = siege.send(raw, siege.recipients[0])
    body = message_from_bytes(out.raw, policy=default).get_body(("plain",))
    assert isinstance(body, EmailMessage)
    return " ".join(str(body.get_content()).replace("\N{NO-BREAK SPACE}", " ").split())


STRUCK = {
    "en": (
        "What stands between ~~ is struck out in your letter: it is taken back.",
        "All that was new in it is struck out.",
    ),
    "fr": (
        "Ce qui est entre ~~ est barré dans votre lettre et ne compte pas.",
        "Tout ce qui y était nouveau est barré.",
    ),
}


@pytest.mark.parametrize("language", STRUCK)
@pytest.mark.parametrize("line", ["A PAR - BUR", "PRESS TO ITALY", "VOTE DRAW", "RESIGN", "CLEAR", "OPEN turin"])
def test_what_is_struck_out_is_shown_and_never_carried_out(siege: Siege, language: str, line: str) -> None:
    siege.send(letter(b"SET LANGUAGE " + language.encode() + b"\r\n"), siege.recipients[0])
    html = b"Content-Type: text/html; charset=utf-8\r\n"
    taken_back, all_of_it = STRUCK[language]
    said = answered(siege, letter(f"<div><s>{line}</s></div><div>HELP VOTES</div>".encode(), html))
    assert f"> ~~{line}~~ {taken_back} " in said
    alone = answered(siege, letter(f"<del>{line}</del>".encode(), html))
    assert f"{all_of_it} > ~~{line}~~ {taken_back} " in alone


@pytest.mark.parametrize("language", SAID)
def test_each_attachment_is_named_and_orders_are_pointed_out(siege: Siege, language: str) -> None:
    siege.send(letter(b"SET LANGUAGE " + language.encode() + b"\r\n"), siege.recipients[0])
    orders = b"Here they are:\n\nA PAR - BUR\nF BRE - MAO\n"
    said = answered(
        siege, enclosing(("orders.txt", orders), ("notes.txt", b"Shall we ally?\n"), ("map.png", b"\x89PNG"))
    )
    only, ordered, plain = SAID[language]
    assert f"{only} > orders.txt {ordered} > notes.txt {plain} > map.png {plain} " in said


@pytest.mark.parametrize(("text", "named"), [("", MOST_UNREAD_PARTS_TOLD), ("HELP VOTES\n", MOST_ATTACHMENTS)])
def test_of_many_the_first_are_named(siege: Siege, text: str, named: int) -> None:
    said = answered(siege, enclosing(*((f"map{number}.png", b"\x89PNG") for number in range(50)), text=text))
    assert said.count("> map") == named


def test_of_two_that_bear_one_name_each_is_looked_at(siege: Siege) -> None:
    said = answered(siege, enclosing(("orders.txt", b"A PAR - BUR\n"), ("orders.txt", b"Shall we ally?\n")))
    assert said.count("> orders.txt An attachment that seems to hold orders.") == 2


def test_a_name_is_no_place_for_lines_of_its_own(siege: Siege) -> None:
    head = b"Content-Type: multipart/mixed; boundary=a\r\n"
    name = b"=?utf-8?q?x=0D=0ABcc:_mallory=40example.net?="
    body = b'--a\r\nContent-Type: image/png; name="' + name + b'"\r\n\r\nx\r\n--a--\r\n'
    assert "> x Bcc: mallory@example.net An attachment." in answered(siege, letter(body, head))


def test_a_text_without_a_name_is_looked_at_too(siege: Siege) -> None:
    head = b"Content-Type: multipart/mixed; boundary=a\r\n"
    body = b"--a\r\nContent-Disposition: attachment\r\n\r\nA PAR - BUR\r\n--a--\r\n"
    assert "> text/plain An attachment that seems to hold orders." in answered(siege, letter(body, head))
