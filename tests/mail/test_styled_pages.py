"""The style sheets of one page take a bounded amount of work; a page that asks for more is not read, which is told."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from bench.siege import besieged
from judge.mail.letter import read_letter
from tests.shared.each_case import each_case
from tests.shared.worst_letters import STYLED, letter

PAGE = b"Content-Type: text/html; charset=utf-8\r\n"
SAID = {
    "en": "Its formatting is too complex, so none of it was read.",
    "fr": "Sa mise en forme est trop complexe : rien n’en a été lu.",
}


def newsletter(rules: int, rows: int) -> bytes:
    """What a word processor sends: classes by the hundred, a few of which hide something."""
    sheet = "".join(f"p.Mso{n}, li.Mso{n} {{margin:0;color:#00{n % 10}000}} td .s{n} {{top:0}}" for n in range(rules))
    cell = "<td><p class=Mso{0}><span class='s{0}' style='color:black'>cell {0}</span></p></td>"
    body = "".join(f"<tr>{cell.format(n)}</tr>" for n in range(rows))
    hidden = "<style>.gone {display:none}</style><p class=gone>A MAR H</p>"
    return f"<style>{sheet}</style>{hidden}<p>A PAR H</p><table>{body}</table>".encode()


@each_case("raw", STYLED.values(), ids=STYLED)
def test_a_page_is_read_with_its_styles_or_not_at_all(raw: bytes) -> None:
    found = read_letter(raw)
    assert found.is_too_styled == (found.text == "")
    assert found.is_too_styled or set(found.text.split("\n")) == {"A PAR H"}


def test_some_pages_are_too_styled() -> None:
    assert sum(read_letter(raw).is_too_styled for raw in STYLED.values()) >= 4


def test_the_styles_of_a_word_processor_are_all_read() -> None:
    found = read_letter(letter(newsletter(rules=400, rows=400), PAGE))
    assert not found.is_too_styled
    first, *cells = found.text.split("\n")
    assert first == "A PAR H"
    assert [cell.strip() for cell in cells if cell.strip()] == [f"cell {number}" for number in range(400)]


@pytest.mark.parametrize("language", SAID)
def test_whoever_sends_such_a_page_is_told(language: str) -> None:
    with besieged() as siege:
        siege.send(letter(b"SET LANGUAGE " + language.encode() + b"\r\n"), siege.recipients[0])
        (out,) = siege.send(STYLED["a rule for each of many elements"], siege.recipients[0])
    body = message_from_bytes(out.raw, policy=default).get_body(("plain",))
    assert isinstance(body, EmailMessage)
    assert SAID[language] in " ".join(body.get_content().replace("\N{NO-BREAK SPACE}", " ").split())
