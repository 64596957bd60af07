"""A game that stands in no list is told of to nobody who has no part in it: as if there were none of that name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.settings import GameName
from judge.mail.identity import read_recipient
from judge.shell.local_game import LocalGame
from tests.shared.by_mail import box, bytes_of, send
from tests.shared.seated import lay_seated_table

MALLORY, EDITH = "mallory@example.com", "edith@example.net"
ASKED = [
    "STATUS",
    "HISTORY",
    "SUMMARY",
    "TERMS",
    "WHY F LON",
    "RECORD",
    "PLAYERS",
    "RANKING",
    "STATS",
    "EXPORT",
    "ARCHIVE",
    "PROVE S1901M",
    "HELP ORDERS",
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """A game of seven under way, and another that stands in no list."""
    table = lay_seated_table(tmp_path)
    send(table, EDITH, "judge@localhost", bytes_of(EDITH, "OPEN secret HIDDEN yes"))
    (question,) = [mail for mail in box(table, EDITH) if "OPEN secret" in str(mail.get_content())]
    send(table, EDITH, str(question["Reply-To"]), bytes_of(EDITH, "Yes."))
    game = table.judge.services.game(GameName("secret"))
    assert game
    assert game.settings.access.hidden
    yield table
    table.judge.stop()


def told(table: LocalGame, who: str, to: str, text: str) -> list[str]:
    """The subjects and words of what goes out, without the name that was asked for."""
    known = {mail["Message-ID"] for mail in box(table, who)}
    send(table, who, to, bytes_of(who, text))
    new = [mail for mail in box(table, who) if mail["Message-ID"] not in known]
    whole = [f"{mail['Subject']}\n{mail['Reply-To']}\n{mail.get_content()}" for mail in new]
    return [re.sub("secret|nosuch", "NAME", one) for one in whole]


@pytest.mark.parametrize("line", [*ASKED, "STATUS {}", "HISTORY {}", "Hello there", ""])
@pytest.mark.parametrize("to", ["judge+{}@localhost", "judge@localhost"])
def test_no_question_of_a_stranger_tells_that_a_hidden_game_is_there(table: LocalGame, line: str, to: str) -> None:
    hidden = told(table, MALLORY, to.format("secret"), line.format("secret"))
    absent = told(table, "trudy@example.org", to.format("nosuch"), line.format("nosuch"))
    assert hidden == absent
    assert hidden or not line


def test_before_a_stranger_has_a_seat_its_state_is_told_to_them_no_more_than_that_of_a_game_there_is_not(
    table: LocalGame,
) -> None:
    (question,) = told(table, MALLORY, "judge@localhost", "STATUS secret\nJOIN secret")
    code = re.search(r"judge\+ok\.\S+", question)
    assert code
    answers = "\n".join(told(table, MALLORY, code[0], "Yes."))
    of_status = answers.partition("> STATUS NAME")[2].partition("> JOIN")[0]
    assert "There is no game called" in " ".join(of_status.split())


def test_those_who_have_a_part_in_it_are_told(table: LocalGame) -> None:
    (answer,) = told(table, EDITH, "judge+secret@localhost", "STATUS")
    assert "[NAME]" in answer


def test_the_door_takes_letters_to_any_name(table: LocalGame) -> None:
    """So that what it refuses tells nothing; what is no name of a game is refused."""
    known = table.judge.door._known
    assert known("judge+secret@localhost")
    assert known("judge+nosuch@localhost")
    assert not known("judge+no such@localhost")
    assert read_recipient("judge+nosuch@localhost", "judge@localhost")
