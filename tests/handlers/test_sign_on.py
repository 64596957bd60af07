"""SIGNON, as older judges want it: the game and the power are heard, the password goes no further."""

from judge.game.refusals import Refusal, Refused
from judge.game.settings import GameName
from judge.game.state import Game
from judge.handlers.letter_context import game_of_letter, is_open_to_newcomers
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.mail.identity import Recipient
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Outcome, TextAnswer, Unknown
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.reports.parlour import NOW, SEATS, SPRING, game_at
from tests.shared.each_case import each_case
from tests.shared.services import context

FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
GAMES = (GameName("paris"), GameName("rome"), GameName("from"))


def no_answer(*_: object) -> LineAnswer:
    return TextAnswer("")


def written(text: str, game: Game | None = None) -> Session:
    """What a letter of the German player to rome brings about in spring 1903."""
    game = game or game_at(SPRING)
    germany = game.people[SEATS[GERMANY]]
    return handle_lines(Session(game, germany), context(NOW, "rome"), read_lines(text), ())


HEARD = Done(Outcome.SIGNED_ON, "rome")
ANSWERS = {
    "SIGNON grome sesame": HEARD,
    "signon GROME sesame standard": HEARD,
    "SIGN ON rome sesame": HEARD,
    "Connexion grome": HEARD,
    "SIGNON mrome sesame": HEARD,
    "SIGNON ?rome sesame": HEARD,
    "SIGNON frome sesame": Refused(Refusal.NOT_YOUR_POWER, power=FRANCE),
    "SIGNON paris sesame": InvalidCommand(Unknown.GAME, "paris", 7, 12),
    "SIGNON": InvalidCommand(Unknown.GAME, "", 6, 6),
}


@each_case(("line", "answer"), ANSWERS.items(), ids=list(ANSWERS))
def test_the_game_and_the_power_are_heard(line: str, answer: LineAnswer) -> None:
    assert written(line).answers[0].answer == answer


@each_case("line", [line for line in ANSWERS if "sesame" in line])
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


@each_case(("line", "game"), SPOKEN_OF.items(), ids=list(SPOKEN_OF))
def test_the_line_names_its_game(line: str, game: str | None) -> None:
    assert game_of_letter(Recipient(), read_lines(line), GAMES.__contains__) == game


def test_only_a_question_mark_asks_for_a_seat() -> None:
    asking, naming = read_lines("SIGNON ?rome x"), read_lines("SIGNON frome x")
    assert is_open_to_newcomers(asking, is_game=True)
    assert not is_open_to_newcomers(naming, is_game=True)
    assert [line.changes_something for line in (*asking, *naming)] == [True, False]
