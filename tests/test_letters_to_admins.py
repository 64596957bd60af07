"""Letters to the operator: whose answer reaches whom, what is left out of them, a judge that takes none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_line
from judge.reports.line_answers import Done, Outcome
from judge.requests.read_lines import read_lines
from judge.shell.local_game import LocalGame
from tests.game.tables import OPENED, address, started
from tests.shared.by_mail import box, bytes_of, reply_to, send
from tests.shared.seated import lay_seated_table
from tests.shared.services import context

OPERATOR = "operator@example.org"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def test_the_operator_answers_its_writer_and_never_learns_their_reply_address(table: LocalGame) -> None:
    edith, own = "edith@example.net", reply_to(table, "ENGLAND")
    send(table, edith, own, bytes_of(edith, f"WRITE TO THE ADMINS\r\nI write to {own}.\r\nENDLETTER"))
    (letter,) = box(table, OPERATOR)
    assert letter["Reply-To"] == edith
    assert edith in str(letter.get_content())
    assert own not in letter.as_string()


def test_an_order_below_the_letter_is_not_part_of_it(table: LocalGame) -> None:
    edith, own = "edith@example.net", reply_to(table, "ENGLAND")
    send(table, edith, own, bytes_of(edith, "WRITE TO THE ADMINS\r\nHelp.\r\nF LON - NTH"))
    assert box(table, OPERATOR) == []


def test_a_judge_without_an_address_for_them_says_so() -> None:
    game = started()
    (read,) = read_lines("WRITE TO THE ADMINS\nHello\nENDLETTER")
    told = handle_line(Session(game, game.people[address("FRANCE")]), read, context(OPENED))
    assert [one.answer for one in told.answers] == [Done(Outcome.NO_ADMINS)]
    assert told.sent == ()
