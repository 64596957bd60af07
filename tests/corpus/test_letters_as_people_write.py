"""Letters as people write them: no order is carried out that its writer did not mean."""

import os
from pathlib import Path

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import not_orders
from tests.corpus.collection import LANGUAGES, letters
from tests.corpus.figures import BEGIN, END, FAMILIES, PAGE, figures, findings

KNOWN_WRONG = Path(__file__).parent / "known-wrong.txt"
"""The letters of which an order is still carried out that was not meant, or named that they deny, one a line.

The list may only become shorter: with UPDATE_LETTERS set those that are right now are taken out, and none comes in.
Only with a new set of letters come in those of it that are wrong when it is measured the first time.
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
def test_no_letter_as_people_write_takes_three_fifths_of_the_work_that_one_may_take(language: Language) -> None:
    """The work is counted where it is done, so that a machine at work counts no more of it."""
    assert [found.letter.name for found in findings(language) if found.outturn.is_dear] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_letters_are_said_to_mean_are_orders_of_their_scene(language: Language) -> None:
    assert [f"{each.name}: {order}" for each in letters(language) for order in sorted(not_orders(each))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_says_what_must_become_of_it(language: Language) -> None:
    silent = [
        each.name for each in letters(language) if each.expects == "orders" and not each.meant | each.also | each.offer
    ]
    assert silent == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_its_line_in_the_figures(language: Language) -> None:
    assert {each.family for each in letters(language)} == set(FAMILIES)


def test_letters_are_read_no_worse_than_the_page_says() -> None:
    """``python -m tests.corpus.figures`` writes the page anew."""
    told, found = rows(PAGE.read_text(encoding="utf-8")), rows(figures())
    assert [row[:2] for row in told] == [row[:2] for row in found]
    assert [f"{new} was {old}" for old, new in zip(told, found, strict=True) if is_worse(new, old)] == []


def rows(page: str) -> list[list[str]]:
    """The rows of the tables between the marks: a name, then the counts."""
    tables = page.partition(BEGIN)[2].partition(END)[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in tables.split("\n") if line.startswith("|")]


def is_worse(new: list[str], old: list[str]) -> bool:
    """Whether fewer letters are whole or answered as they should, or more have an order that was not meant."""
    if not old[1].isdigit():
        return False
    (whole, right, wrong), (had, was_right, was_wrong) = (
        [int(row[at].split()[0]) for at in (4, 6, 7)] for row in (new, old)
    )
    return whole < had or right < was_right or wrong > was_wrong
