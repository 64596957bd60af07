"""SIGNON, as older judges want it: the game and the power are heard, the password goes no further."""

import pytest

from judge.desk.carry_out import carry_out
from judge.desk.progress import Progress
from judge.desk.spoken import game_spoken_of, may_be_new
from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName
from judge.game.state import Game
from judge.mail.addresses import Recipient
from judge.mail.verbs import read_lines
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Did, Shown, Unknown, Wrong
from judge.rules.board import Power
from tests.reports.parlour import NOW, SEATS, SPRING, game_at
from tests.services import context

FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
GAMES = (GameName("paris"), GameName("rome"), GameName("from"))


def no_answer(*_: object) -> Answer:
    return Shown("")


def written(text: str, game: Game | None = None) -> Progress:
    """What a letter of the German player to rome brings about in spring 1903."""
    game = game or game_at(SPRING)
    germany = game.people[SEATS[GERMANY]]
    return carry_out(Progress(game, germany), context(NOW, "rome"), read_lines(text), ())


HEARD = Did(Deed.SIGNED_ON, "rome")
ANSWERS = {
    "SIGNON grome sesame": HEARD,
    "signon GROME sesame standard": HEARD,
    "SIGN ON rome sesame": HEARD,
    "Connexion grome": HEARD,
    "SIGNON mrome sesame": HEARD,
    "SIGNON ?rome sesame": HEARD,
    "SIGNON frome sesame": Refused(Refusal.NOT_YOUR_POWER, power=FRANCE),
    "SIGNON paris sesame": Wrong(Unknown.GAME, "paris", 7, 12),
    "SIGNON": Wrong(Unknown.GAME, "", 6, 6),
}


@pytest.mark.parametrize(("line", "answer"), ANSWERS.items(), ids=list(ANSWERS))
def test_the_game_and_the_power_are_heard(line: str, answer: Answer) -> None:
    assert written(line).answers[0].answer == answer


@pytest.mark.parametrize("line", [line for line in ANSWERS if "sesame" in line])
def test_a_password_is_never_repeated(line: str) -> None:
    assert "sesame" not in "".join(piece.text for piece in read_lines(line))
    assert "sesame" not in str(read_lines(line))


def test_orders_below_it_count() -> None:
    assert [type(event).__name__ for event in written("SIGNON grome sesame\nA MUN H\nSIGNOFF").events] == ["OrderGiven"]


SPOKEN_OF = {
    "SIGNON ?rome": "rome",
    "SIGNON frome": "rome",
    "SIGNON rome": "rome",
    "SIGNON xvenice": None,
    "SIGNON from x": "from",
    "WHY rome S1901M A PAR": "rome",
    "WHY A PAR": None,
    "POURQUOI paris A MAR": "paris",
    "HISTORY rome S1901M": "rome",
    "HISTORY from spring 1901 rome": "rome",
    "BILAN de rome": "rome",
    "HELP press": None,
}


@pytest.mark.parametrize(("line", "game"), SPOKEN_OF.items(), ids=list(SPOKEN_OF))
def test_the_line_names_its_game(line: str, game: str | None) -> None:
    assert game_spoken_of(Recipient(), read_lines(line), GAMES) == game


def test_only_a_question_mark_asks_for_a_seat() -> None:
    asking, naming = read_lines("SIGNON ?rome x"), read_lines("SIGNON frome x")
    assert may_be_new(asking, is_game=True)
    assert not may_be_new(naming, is_game=True)
    assert [line.changes_something for line in (*asking, *naming)] == [True, False]
