"""Who has chosen no notation reads a game in that of its rule book and of their language."""

from dataclasses import replace

from judge.game.people.messages import Person
from judge.game.settings import Address, Language, Settings, Token
from judge.handlers.settings import read_person_settings, with_game_defaults
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.reports.layout import plain_spaces
from judge.reports.order_examples import order_examples
from judge.reports.phrasing import Phrasing
from judge.requests.read_lines import read_lines
from judge.requests.setting_lists import ChangeSettingsRequest
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.orders import Waive
from tests.rules.plain import position
from tests.shared.each_case import each_case

Examples = tuple[str, str, str]
"""An attack, its support, a hold."""

ENGLISH: Examples = ("A PAR - BUR", "A MAR S A PAR - BUR", "A PAR H")
DESCARTES: Examples = ("A PAR - BOU", "A TOU S A PAR - BOU", "A PAR T")  # 000 VIII
BY_1971: Examples = ("A Par-Bur", "A Mar (S) A Par-Bur", "A Par (H)")  # 001 IX
FAF: Examples = ("PAR - BOU", "TOU s PAR - BOU", "PAR XXX")  # 002 5
SOOP: Examples = ("A Par – Bou", "A Mar S A Par – Bou", "A Par XXX")  # 003

CASES: dict[tuple[str, Language], Examples] = {
    ("2023", "en"): ENGLISH,
    ("1971", "en"): ENGLISH,
    ("18centres", "en"): ENGLISH,
    ("faf", "en"): ENGLISH,
    ("soop", "en"): ENGLISH,
    ("2023", "fr"): DESCARTES,
    ("1971", "fr"): BY_1971,
    ("18centres", "fr"): DESCARTES,
    ("faf", "fr"): FAF,
    ("soop", "fr"): SOOP,
}


def joined(language: Language, settings: Settings) -> Person:
    """Return somebody who joins a game and has chosen nothing."""
    return with_game_defaults(Person(Address("anna@example.org"), Token("anna")), language, settings)


def examples_for(reader: Person) -> Examples:
    """Return the examples as the help asked within a game shows them."""
    told = order_examples(reader)
    attack, support, hold = (str(told[name]).replace("\ue000", " ") for name in ("attack", "support", "hold"))
    return attack, support, hold


@each_case(("book", "language"), CASES)
def test_help_in_a_game_shows_orders_as_its_book_writes_them(book: str, language: Language) -> None:
    assert examples_for(joined(language, Settings(rulebook=book))) == CASES[book, language]


def after(line: str, reader: Person, settings: Settings) -> tuple[Language, str]:
    """Return the language and the notation of a reader after a line of settings."""
    (read,) = read_lines(line)
    assert isinstance(read.request, ChangeSettingsRequest)
    changed = read_person_settings(reader, read.request.settings, line, settings, strict=True).settings
    return changed.language, changed.notation


def test_who_changes_the_language_and_has_chosen_no_notation_reads_that_of_the_game() -> None:
    book = Settings(rulebook="1971")
    reader = joined("en", book)
    assert after("SET LANGUAGE fr", reader, book) == ("fr", "1971")
    assert after("SET LANGUAGE en", joined("fr", book), book) == ("en", "standard")
    assert after("SET LANGUAGE fr NOTATION standard", reader, book) == ("fr", "standard")
    assert after("SET LANGUAGE fr", replace(reader, notation="faf"), book) == ("fr", "faf")
    assert after("SET ZONE UTC", reader, book) == ("en", "standard")
    named = replace(book, notation="soop")
    assert after("SET LANGUAGE fr", joined("en", named), named) == ("fr", "soop")


WAIVED: dict[tuple[str, Language], str] = {
    ("standard", "en"): "WAIVE",
    ("standard", "fr"): "RIEN",
    ("18centres", "en"): "WAIVE",
    ("18centres", "fr"): "+ rien",
    ("1971", "en"): "WAIVE",
    ("1971", "fr"): "(rien)",
    ("faf", "fr"): "+ rien",
    ("soop", "fr"): "+ rien",
}


@each_case(("notation", "language"), WAIVED)
def test_a_build_that_is_waived_is_written_in_a_word_of_the_language(notation: str, language: Language) -> None:
    board, winter = load_board("standard"), position("W1901A", {"FRANCE": ["A MAR"]}, {"FRANCE": ["PAR", "BRE", "MAR"]})
    own = load_notation(notation)
    written = plain_spaces(Phrasing(language, own, board, winter).order(Waive()))
    assert written == WAIVED[notation, language]
    assert read_order(written, winter, board, Power("FRANCE"), own, ()) == Waive()


def test_the_notation_that_a_game_names_outweighs_that_of_its_book() -> None:
    assert examples_for(joined("fr", Settings(rulebook="faf", notation="18centres"))) == DESCARTES


def test_the_notation_that_a_reader_chooses_outweighs_that_of_the_book() -> None:
    reader = joined("fr", Settings(rulebook="faf"))
    assert examples_for(replace(reader, notation="standard")) == ENGLISH
