"""RULES mails the rule books: contents, paragraphs, words; in a game the book is the game's own."""

from dataclasses import replace

import pytest

from judge.game.settings import Language, MapForm
from judge.game.state import Game
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_line
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import InvalidCommand, LineAnswer, TextAnswer, Unknown
from judge.reports.rules import cited_rules, pictured_examples
from judge.requests.questions import RuleRequest
from judge.requests.read_lines import read_lines
from judge.requests.setting_lists import ChangeSettingsRequest
from judge.rules.book_text import load_book_text
from judge.rules.rulebook import rulebook_names
from tests.game.tables import OPENED, address, started
from tests.shared.each_case import each_case
from tests.shared.services import context

GAME = started()
FRANCE = GAME.people[address("FRANCE")]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
WIDTH = 72


def answer(text: str, language: Language = "en", game: Game | None = None) -> LineAnswer:
    (line,) = read_lines(text)
    done = handle_line(Session(game, replace(FRANCE, language=language)), line, context(OPENED))
    return done.answers[0].answer


def page(text: str, language: Language = "en", game: Game | None = None) -> str:
    told = answer(text, language, game)
    assert isinstance(told, TextAnswer), told
    assert max(map(len, told.text.splitlines())) <= WIDTH
    return told.text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_books_are_listed_each_with_the_line_that_asks_for_it() -> None:
    told = page("RULES")
    assert [book for book in rulebook_names() if f"  RULES {book} " not in told] == []


@pytest.mark.parametrize("book", rulebook_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_and_every_word_is_mailed(book: str, language: Language) -> None:
    text, verb = load_book_text(book), {"en": "RULES", "fr": "RÈGLES"}[language]
    contents = page(f"{verb} {book}", language)
    for paragraph in text.paragraphs:
        assert f"  {paragraph.number} " in contents
        title = " ".join(f"{paragraph.number}. {paragraph.title[language]}".split())
        assert title in " ".join(page(f"{verb} {book} {paragraph.number}", language).split())
    for term in text.terms:
        for word in term.words[language]:
            told = " ".join(page(f"{verb} {book} {word}", language).split())
            assert text.numbered(word) or f"{verb} {book} {term.paragraph}" in told, word


@each_case("book", rulebook_names())
def test_a_whole_book_is_mailed(book: str) -> None:
    assert len(page(f"RULES {book} ALL")) > len(page(f"RULES {book}"))


def test_a_paragraph_shows_its_example_as_the_judge_decides_it() -> None:
    shown = page("RULES 1971 IX.2").partition("Example:\n")[2]
    assert shown.strip("\n").splitlines() == [
        "France",
        "  A MAR S A PAR - BUR",
        "  A PAR - BUR",
        "      The army in Paris entered Burgundy and dislodged the German army",
        "      there, two against one.",
        "Germany",
        "  A BUR H (dislodged)",
        "      The army in Burgundy was dislodged by the French army in Paris,",
        "      two against one.",
    ]


def test_an_example_of_winter_tells_who_has_what() -> None:
    shown = page("RÈGLES faf 4.2", "fr").split("Exemple :\n")[1]
    assert shown.strip().splitlines()[:2] == [
        "Autriche-Hongrie : centres BUD, VIE ; unités A BUD, A SER, A VIE.",
        "Russie : centres TRI ; unités A TRI.",
    ]


def test_an_example_tells_which_units_count_for_more() -> None:
    assert "Power: A BUR 2, A MAR 2.\nFrance\n  A MAR S A PAR - BUR" in page("RULES stim 8 S")


@each_case("book", rulebook_names())
def test_every_example_of_a_paragraph_has_its_picture(book: str) -> None:
    text, reader = load_book_text(book), Session(None, replace(FRANCE, maps=MapForm.PNG))
    for paragraph in text.paragraphs:
        (line,) = read_lines(f"RULES {book} {paragraph.number}")
        told = handle_line(reader, line, context(OPENED)).answers[0].answer
        assert isinstance(told, TextAnswer)
        drawn = sum(len(pictured_examples(book, one)) for one in text.numbered(paragraph.number))
        assert len({picture.file for picture in told.pictures}) == min(drawn, 4)


def test_in_a_game_the_book_may_be_left_out() -> None:
    book = GAME.book.name
    assert page("RULES", game=GAME) == page(f"RULES {book}")
    number = load_book_text(book).paragraphs[1].number
    assert page(f"RULES {number}", game=GAME) == page(f"RULES {book} {number}")


@pytest.mark.parametrize("book", rulebook_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_below_an_answer_to_why_asks_for_the_paragraph(book: str, language: Language) -> None:
    text, verb = load_book_text(book), {"en": "RULES", "fr": "RÈGLES"}[language]
    game = replace(GAME, settings=replace(GAME.settings, rulebook=book))
    for paragraph in text.paragraphs:
        row = plain_spaces(cited_rules([paragraph], language)[0])
        line = row.strip().partition("   ")[0]
        assert page(line, language, game) == page(f"{verb} {book} {paragraph.number}", language)


def test_without_a_book_a_word_is_explained_by_each_that_uses_it() -> None:
    told = page("RÈGLES stand-off", "fr")
    books = [name for name in rulebook_names() if load_book_text(name).meaning("stand-off")]
    assert len(books) > 1
    assert [book for book in books if f"RÈGLES {book} " not in told] == []


@pytest.mark.parametrize("asked", ["RULES 1971 XCIX", "RULES 1971 harpoon", "RULES IX.2", "RULES  soop  xyz"])
def test_what_no_book_knows_is_said_with_a_line_that_works(asked: str) -> None:
    told = answer(asked)
    assert isinstance(told, InvalidCommand)
    assert told.what is Unknown.RULE
    for hint in told.hints:
        page(asked[: told.start] + hint + asked[told.end :])


def test_the_french_verb_that_sets_asks_where_a_book_knows_its_words() -> None:
    kinds = {
        line: type(read_lines(line)[0].request)
        for line in ("RÈGLE 1971 IX", "RÈGLE stand-off", "RÈGLE notation 18centres", "RÈGLE langue fr")
    }
    assert list(kinds.values()) == [RuleRequest, RuleRequest, ChangeSettingsRequest, ChangeSettingsRequest]


@pytest.mark.parametrize("below", ["RULES 18centres", "RÈGLES 18centres MOUVEMENT 7j", "RULES faf MOVEMENT 7d"])
def test_below_the_line_that_opens_a_game_the_word_is_a_setting(below: str) -> None:
    (opened,) = read_lines(f"OPEN rome\n{below}")
    assert opened.text.endswith(below)
