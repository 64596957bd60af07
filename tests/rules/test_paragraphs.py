"""The rule books in paragraphs: every example is judged under its book, every paragraph is told in both languages."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from importlib.resources import files
from typing import Any

import pytest

from judge.game.settings import Language
from judge.maps.of_game import detail_of_example
from judge.notation.tables import load_notation
from judge.reports.names import bare_region_name
from judge.reports.rules import pictured_examples
from judge.rules.board import Terrain
from judge.rules.board_file import load_board
from judge.rules.book_text import load_book_text
from judge.rules.rulebook import RuleBook, board_in_book, load_rulebook, rulebook_names
from judge.zine.pdf_form import write_rule_books
from tests.rules.cases import Case
from tests.rules.rules_pages import PAGES, book, page
from tests.rules.trial import hold
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn, is_whole

FOLDER = files("judge.rules") / "books" / "paragraphs"
LANGUAGES = ("en", "fr")
POLICIES = {field.name for field in fields(RuleBook)}


def text_of(book: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / f"{book}.toml").read_text(encoding="utf-8"))


def examples() -> list[Case]:
    return [
        Case({"title": paragraph["title"]["en"], "number": paragraph["number"], **example}, book)
        for book in rulebook_names()
        for paragraph in text_of(book)["paragraph"]
        for example in paragraph.get("example", ())
    ]


@each_case("case", examples(), ids=str)
def test_an_example_comes_out_as_its_paragraph_says(case: Case) -> None:
    hold(case)


@each_case("book", rulebook_names())
def test_every_paragraph_has_its_number_its_title_and_its_text_in_both_languages(book: str) -> None:
    text = text_of(book)
    numbers = [paragraph["number"] for paragraph in text["paragraph"]]
    assert [number for number, often in Counter(numbers).items() if often > 1] == []
    for paragraph in text["paragraph"]:
        assert paragraph.keys() <= {"number", "title", "policies", "reasons", "example", *LANGUAGES}
        assert all(paragraph["title"][language] and paragraph[language].strip() for language in LANGUAGES)
        assert set(paragraph.get("policies", ())) <= POLICIES, paragraph["number"]
    for term in text["term"]:
        assert term.keys() == {"words", "paragraph", *LANGUAGES}
        assert term["paragraph"] in numbers, term
        assert all(term["words"][language] and term[language].strip() for language in LANGUAGES)
    words = [word.lower() for term in text["term"] for language in LANGUAGES for word in set(term["words"][language])]
    assert all(words)


@pytest.mark.parametrize("language", PAGES)
def test_the_page_is_what_rules_mails(language: Language) -> None:
    assert PAGES[language].read_text(encoding="utf-8") == page(language), "make rules writes it"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_of_names_of_18centres_is_that_of_its_notation(language: Language) -> None:
    """000 XVI: every region with its abbreviation on a line of its own, its centre marked, the seas apart."""
    board, notation = board_in_book(load_board("standard"), load_rulebook("18centres")), load_notation("18centres")
    (paragraph,) = load_book_text("18centres").numbered("XVI")
    land, seas = paragraph.text[language].split("\n\n")[2:5:2]
    due: dict[bool, list[str]] = {True: [], False: []}
    for at in board.regions.keys() - board.closed:
        region, name = board.regions[at], bare_region_name(at, board, language, "18centres")
        owner = f"/{board.name_of(region.home_of, language)}" if region.home_of else ""
        mark = f" (*{owner})" if region.is_centre else ""
        colon = " :" if language == "fr" else ":"
        due[board.terrain(at) is Terrain.SEA].append(f"- {notation.places[at]}{colon} {name}{mark}")
    assert (land.splitlines(), seas.splitlines()) == (sorted(due[False]), sorted(due[True]))


def test_a_book_on_paper_is_the_same_bytes_each_time() -> None:
    """The reader of a PDF finds every example drawn; what is not tagged is smaller."""
    tagged, plain = (write_rule_books(["soop"], "fr", tagged=tagged) for tagged in (True, False))
    assert tagged.startswith(b"%PDF")
    assert tagged == write_rule_books(["soop"], "fr")
    assert len(plain) < len(tagged)


@pytest.mark.skipif(not is_whole(), reason="dear; by make sweeps")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_in_docs_are_current_and_small(language: Language) -> None:
    """They are written anew by make rules."""
    kept = PAGES[language].with_suffix(".pdf").read_bytes()
    assert kept == book(language)
    assert len(kept) < 1_000_000


@each_case("name", rulebook_names())
def test_every_example_can_be_drawn(name: str) -> None:
    """With every unit that it is about; those of a third of the paragraphs (``make test-crash``: of all)."""
    for paragraph in in_turn(load_book_text(name).paragraphs, 0):
        for shown in pictured_examples(name, paragraph).values():
            drawn = detail_of_example(shown, name, "en").drawn("svg").decode()
            assert not [code for code in shown.position.units if f'id="u-{code}"' not in drawn]
