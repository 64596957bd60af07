"""Letters of a game are in the words of its rule book, where the book has others than 000."""

import re

from judge.game.people.messages import Person
from judge.game.settings import Address, Token
from judge.languages import LANGUAGES, language_table
from judge.notation.tables import load_notation
from judge.reports.help import help_topics, write_help_topic
from judge.reports.language import in_words_of, phrasebook
from judge.reports.layout import plain_spaces
from judge.reports.own_texts import templates_of, with_apostrophes
from judge.reports.phrasing import OF_TROOPS, Phrasing
from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import Build, Disband, Move, Order
from judge.rules.rulebook import board_in_book
from tests.notation.scenes import BOARD
from tests.rules.plain import dislodged, position
from tests.shared.each_case import each_case

BOOKS = {language: language_table(language, "books.toml") for language in LANGUAGES}
STRANGE = re.compile(r"\b(?:dé)?mobilis|\bdispers|\bannihil", re.IGNORECASE)
"""Words of 000 that neither 001 nor 002 has."""
OF_COMMANDS = re.compile(r"[A-ZÉÈÀ’' ]*MOBILISATIONS")
ELSEWHERE = ("affairs.too_many", "lesson.", "troop.", "war.", "course.", "board.", "kept.", "correction.")
"""Sentences of lessons, which are no game of a book, and of boards with troops, which none of these books has."""

SPRING = position("S1901M", {"FRANCE": ["A PAR", "A MAR"]})
AUTUMN = position("F1901R", {}, driven_out=[dislodged("FRANCE", "A PAR", "BUR", ["PIC"])])
WINTER = position("W1901A", {"FRANCE": ["A MAR"]}, {"FRANCE": ["PAR"]})
TO_GASCONY = Move(Province("PAR"), Location(Province("GAS")))
SPOKEN = {
    ("1971", "move"): (SPRING, TO_GASCONY, "l’armée de Paris se meut vers la Gascogne"),
    ("soop", "move"): (SPRING, TO_GASCONY, "l’armée de Paris avance en Gascogne"),
    ("faf", "move"): (SPRING, TO_GASCONY, "l’armée de Paris va en Gascogne"),
    ("18centres", "move"): (SPRING, TO_GASCONY, "l’armée de Paris va en Gascogne"),
    ("1971", "disband"): (AUTUMN, Disband(Province("PAR")), "l’armée de Paris est retirée du jeu"),
    ("faf", "disband"): (AUTUMN, Disband(Province("PAR")), "l’armée de Paris est détruite"),
    ("18centres", "disband"): (AUTUMN, Disband(Province("PAR")), "l’armée de Paris est dispersée"),
    ("1971", "build"): (WINTER, Build(UnitKind.ARMY, Location(Province("PAR"))), "une armée est construite à Paris"),
    ("2023", "build"): (WINTER, Build(UnitKind.ARMY, Location(Province("PAR"))), "une armée est mobilisée à Paris"),
}


@each_case("case", SPOKEN)
def test_an_order_is_told_in_the_words_of_the_book(case: tuple[str, str]) -> None:
    book, (at, order, expected) = case[0], SPOKEN[case]
    assert isinstance(order, Order)
    phrasing = Phrasing("fr", load_notation("1971"), board_in_book(BOARD, book), at)
    assert plain_spaces(phrasing.words(order)) == expected


@each_case("book", ["1971", "faf"])
def test_no_sentence_of_a_game_has_a_word_that_its_book_does_not_know(book: str) -> None:
    troops = tuple(OF_TROOPS.values())
    said = phrasebook("fr", book).sentences
    strange = {key: text for key, text in said.items() if STRANGE.search(OF_COMMANDS.sub("", text))}
    assert not {key for key in strange if not key.startswith((*ELSEWHERE, *troops)) and "dispers" not in key}


@each_case("book", ["1971", "faf"])
def test_no_page_of_the_help_asked_in_a_game_has_one(book: str) -> None:
    reader = Person(Address("anna@example.org"), Token("anna"), "fr", "1971")
    for name in ("builds", "retreats", "deadlines", "results", "orders"):
        topic = next(one for one in help_topics() if one.name == name)
        page = write_help_topic(topic, reader, board_in_book(BOARD, book))
        assert not STRANGE.search(OF_COMMANDS.sub("", page)), name


@each_case(("language", "book"), [(language, book) for language, books in BOOKS.items() for book in books])
def test_every_phrase_of_a_book_stands_for_one_that_letters_say(language: str, book: str) -> None:
    assert language == "fr"
    sentences = "\n".join(text.replace("\u00a0", " ") for text in phrasebook("fr").sentences.values())
    templates = "\n".join(path.read_text(encoding="utf-8") for path in templates_of("fr").rglob("*.txt"))
    topics = "\n".join(topic.about["fr"] for topic in help_topics())
    for usual in BOOKS[language][book]:
        assert with_apostrophes(usual) in sentences + with_apostrophes(templates) + topics, usual


def test_whole_words_alone_are_replaced() -> None:
    assert in_words_of("1971", "fr", "une démobilisation, AIDE MOBILISATIONS") == "un retrait, AIDE MOBILISATIONS"
    assert in_words_of("1971", "en", "mobilisation") == "mobilisation"
