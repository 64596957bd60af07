"""What each rule book calls England and the adjustments that follow autumn, and that it is read as well as printed."""

from judge.game.settings import Settings, board_of_settings
from judge.handlers.names import read_powers
from judge.notation.tables import load_notation
from judge.reports.names import phase_name, power_name
from judge.requests.names import phase_named
from judge.requests.vocabulary import Word
from judge.rules.board import Power
from judge.rules.position import Phase
from tests.shared.each_case import each_case

ENGLAND, ADJUSTMENTS = Power("ENGLAND"), Phase.parse("W1901A")
BOOKS = {
    "1971": ("l’Angleterre", "à l’Angleterre", "automne 1901, ajustements"),  # 001 IV, XIII.2
    "faf": ("l’Angleterre", "à l’Angleterre", "automne 1901, ajustements"),  # 002 4.1
    "soop": ("l’Angleterre", "à l’Angleterre", "automne 1901, ajustements"),  # 003
    "18centres": ("la Grande-Bretagne", "à la Grande-Bretagne", "automne 1901, ajustements"),  # 000 III.A
    "2023": ("la Grande-Bretagne", "à la Grande-Bretagne", "hiver 1901, ajustements"),
}


@each_case(("book", "said"), BOOKS.items(), ids=BOOKS)
def test_powers_and_phases_are_called_as_the_book_calls_them(book: str, said: tuple[str, str, str]) -> None:
    board = board_of_settings(Settings(rulebook=book))
    england = power_name(ENGLAND, board, "fr")
    phase = phase_name(ADJUSTMENTS, board.phase_names, "fr")
    assert (england.name, england.to, phase) == said
    assert phase_named(phase) == ADJUSTMENTS, "what a letter prints is read"
    assert phase_name(ADJUSTMENTS, board.phase_names, "en") == "winter 1901, adjustments"


@each_case("book", BOOKS)
@each_case("name", ["Angleterre", "Grande-Bretagne", "England"])
def test_either_name_is_read_in_every_book(book: str, name: str) -> None:
    board = board_of_settings(Settings(rulebook=book))
    assert read_powers((Word(name, 0),), board, load_notation("18centres")) == (ENGLAND,)


def test_a_game_has_one_board_however_often_it_is_asked_for() -> None:
    settings = Settings(rulebook="1971")
    assert board_of_settings(settings) is board_of_settings(settings)
