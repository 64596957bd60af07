"""Letters as people write them: no order is carried out that its writer did not mean."""

import os
from pathlib import Path

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import is_an_order
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters
from tests.corpus.figures import BEGIN, END, FAMILIES, PAGE, findings

KNOWN_WRONG = Path(__file__).parent / "known-wrong.txt"
"""The letters of which an order is still carried out that was not meant, or named that they deny, one a line.

The list may only become shorter: with UPDATE_LETTERS set those that are right now are taken out, and none comes in.
"""


def known_wrong() -> set[str]:
    return set(KNOWN_WRONG.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_order_is_carried_out_that_was_not_meant_nor_named_that_is_denied(language: Language) -> None:
    wrong = {
        found.letter.name: sorted(found.executed_not_meant | found.named_against_its_writer)
        for found in findings(language)
        if found.executed_not_meant | found.named_against_its_writer
    }
    if os.environ.get("UPDATE_LETTERS"):
        others = {name for name in known_wrong() if not name.startswith(f"{language}/")}
        left = sorted(others | known_wrong() & set(wrong))
        KNOWN_WRONG.write_text("".join(f"{name}\n" for name in left), encoding="utf-8")
    assert {name: orders for name, orders in wrong.items() if name not in known_wrong()} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_letters_are_said_to_mean_are_orders_of_their_scene(language: Language) -> None:
    assert [f"{each.name}: {order}" for each in letters(language) for order in sorted(_not_orders(each))] == []


def _not_orders(letter: CorpusLetter) -> set[str]:
    return {order for order in letter.meant | letter.also | letter.never if not is_an_order(order, letter)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_says_what_must_become_of_it(language: Language) -> None:
    silent = [
        each.name for each in letters(language) if each.expects == "orders" and not each.meant | each.also | each.offer
    ]
    assert silent == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_its_line_in_the_figures(language: Language) -> None:
    assert {each.family for each in letters(language)} == set(FAMILIES)


def test_the_page_begins_and_ends_its_figures() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count(BEGIN) == page.count(END) == 1
    assert page.index(BEGIN) < page.index(END)
