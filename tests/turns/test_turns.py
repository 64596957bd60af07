"""One order in as many turns of phrase as people have for it, below those of other units: each is read as it."""

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn
from tests.turns.tables import DENIED, SPOKEN_OF, UNOFFERED, lines_told

MOST_OFFERED = 25
"""Of a hundred remarks about a unit that give it no order, how many may be offered as one."""


@each_case("letter", in_turn([*lines_told()], 0, of=2), ids=lambda letter: letter.name)
def test_a_turn_of_phrase_is_read_as_the_order_that_it_gives(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert found.is_whole
    assert found.executed_not_meant == frozenset()
    assert not_orders(letter) == set()


@each_case("letter", in_turn([*lines_told(DENIED)], 0, of=2), ids=lambda letter: letter.name)
def test_what_others_are_to_do_and_what_one_does_not_are_no_order(letter: CorpusLetter) -> None:
    executed = carried_out(letter).executed
    assert [order for order in executed if order.startswith(tuple(letter.never))] == []


@each_case("letter", in_turn([*lines_told(UNOFFERED)], 0, of=2), ids=lambda letter: letter.name)
def test_what_nobody_means_is_not_offered_either(letter: CorpusLetter) -> None:
    found = carried_out(letter)
    assert [order for order in found.executed | found.offered if order.startswith(tuple(letter.never))] == []


def _orders_of(letter: CorpusLetter, orders: frozenset[str]) -> list[str]:
    return [order for order in orders if order.startswith(tuple(letter.never))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_remarks_about_a_unit_none_is_an_order_and_few_are_offered_as_one(language: Language) -> None:
    remarks = in_turn([letter for letter in lines_told(SPOKEN_OF) if letter.language == language], 0, of=4)
    found = {letter.family: carried_out(letter) for letter in remarks}
    assert [line for letter in remarks if _orders_of(letter, found[line := letter.family].executed)] == []
    offered = [line for letter in remarks if _orders_of(letter, found[line := letter.family].offered)]
    assert len(offered) <= len(remarks) * MOST_OFFERED // 100
