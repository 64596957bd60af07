"""Every letter is answered but the thanks for an answer, and a reply that says nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from textwrap import wrap

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.press.messages import PressSent
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, text_of
from tests.shared.by_mail import happened, reply_to, write
from tests.shared.seated import lay_seated_table

REPLIES = Path(__file__).parent / "replies" / "to-an-answer.txt"


def replies(heading: str) -> Sequence[str]:
    """The letters below a heading; a line that begins with a stroke goes on in the letter above."""
    _, _, behind = REPLIES.read_text(encoding="utf-8").partition(f"[{heading}]\n")
    letters = re.split(r"\n(?!\|)", behind.partition("\n[")[0])
    return [letter.replace("\n|", "\r\n") for letter in letters if letter]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path_factory.mktemp("replies"))
    yield table
    table.judge.stop()


@pytest.fixture(scope="module")
def answers(table: LocalGame) -> Mapping[Power, str]:
    """The header by which a letter of each player replies to an answer."""
    headers = {}
    for power, player in table.players.items():
        write(table, player.address, reply_to(table, power), "STATUS")
        headers[power] = f"In-Reply-To: {player.read[-1]['Message-ID']}\r\n"
    return headers


def answered(table: LocalGame, answers: Mapping[Power, str], letters: Sequence[str], more: str = "") -> list[str]:
    """Which of these replies are answered; the players write in turn."""
    told = []
    for power, letter in zip(cycle(answers), letters, strict=False):
        writer = table.players[power].address
        told += [letter] * write(table, writer, reply_to(table, power), letter, answers[power] + more)
    return told


def test_what_is_no_thanks_is_answered(table: LocalGame, answers: Mapping[Power, str]) -> None:
    letters = replies("answered")
    assert answered(table, answers, letters) == letters


def test_thanks_are_not_answered(table: LocalGame, answers: Mapping[Power, str]) -> None:
    assert answered(table, answers, ["", *replies("not answered")]) == []


def test_thanks_from_a_machine_are_not_answered_either(table: LocalGame, answers: Mapping[Power, str]) -> None:
    assert answered(table, answers, ["I am out of the office."], "Auto-Submitted: auto-replied\r\n") == []


FILES = ["application/pdf; name=orders.pdf", "image/jpeg; name=IMG_0412.jpg", "application/ms-tnef; name=winmail.dat"]


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("text", ["", "Thank you!"])
def test_a_file_is_answered(table: LocalGame, answers: Mapping[Power, str], kind: str, text: str) -> None:
    head = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="xx"\r\n'
    file = f"Content-Type: {kind}\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n"
    letter = f"--xx\r\nContent-Type: text/plain\r\n\r\n{text}\r\n--xx\r\n{file}\r\nJVBERi0xLjQ=\r\n--xx--"
    assert answered(table, answers, [letter], head) == [letter]


# --- replies that carry our letter as it was, without any mark


@pytest.mark.parametrize("is_reply", [True, False], ids=["with In-Reply-To", "without"])
@pytest.mark.parametrize("width", [0, 30])
def test_no_line_of_ours_is_its_readers(tmp_path: Path, width: int, *, is_reply: bool) -> None:
    """Our first letter shows how press is written; nobody has written that."""
    table = lay_seated_table(tmp_path)
    try:
        france = table.players[Power("FRANCE")]
        ours = france.read[-1]
        lines = text_of(ours).split("\n")
        carried = "\r\n".join(piece for line in lines for piece in (wrap(line, width) if width else [line]))
        header = f"In-Reply-To: {ours['Message-ID']}\r\n" if is_reply else ""
        assert write(table, france.address, reply_to(table, "FRANCE"), carried, header) == 0, (
            "so two machines fall silent"
        )
        assert happened(table, OrderGiven, PressSent) == []
        write(table, france.address, reply_to(table, "FRANCE"), f"A PAR - BOU\r\n\r\n{carried}", header)
        assert happened(table, OrderGiven, PressSent) == [OrderGiven]
        assert "PRESSE" not in text_of(france.read[-1])
    finally:
        table.judge.stop()
