"""Who has chosen no notation reads a game in that of its rule book and of their language."""

from dataclasses import replace

from judge.game.people.address_book import Person
from judge.game.settings import Address, Language, Settings, Token
from judge.handlers.arguments import with_game_defaults
from judge.reports.order_examples import order_examples
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


def test_the_notation_that_a_game_names_outweighs_that_of_its_book() -> None:
    assert examples_for(joined("fr", Settings(rulebook="faf", notation="18centres"))) == DESCARTES


def test_the_notation_that_a_reader_chooses_outweighs_that_of_the_book() -> None:
    reader = joined("fr", Settings(rulebook="faf"))
    assert examples_for(replace(reader, notation="standard")) == ENGLISH
