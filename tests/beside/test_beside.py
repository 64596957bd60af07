"""Words beside an order, on its line or around it: they hold no more than their own order, and turn none round."""

from pathlib import Path

import pytest

from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters_in
from tests.shared.each_case import each_case

LETTERS = [letter for each in LANGUAGES for letter in letters_in(Path(__file__).parent / each, each, 1)]
"""``certain``: all that is meant is in force; ``some``: it is at least offered, ``also`` at once; ``open``: none is."""


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter.name)
def test_words_beside_an_order_hold_no_other_one(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert found.executed_not_meant == frozenset()
    assert found.offered_not_meant == frozenset()
    assert found.named_against_its_writer == frozenset()
    assert letter.also <= found.outturn.executed
    assert found.is_in_force_whole if letter.family == "certain" else found.is_whole


@each_case("letter", LETTERS, ids=lambda letter: letter.name)
def test_what_they_are_said_to_mean_are_orders_of_their_scene(letter: CorpusLetter) -> None:
    assert not_orders(letter) == set()
