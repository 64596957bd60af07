"""Moves that only those who help them name, supports of what a letter attacks, yeses in other words."""

from pathlib import Path

from tests.corpus.carried_out import Finding, carried_out, is_an_order
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters_in
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

LETTERS = [letter for each in LANGUAGES for letter in letters_in(Path(__file__).parent / each, each, 1)]


@each_case("letter", in_turn(LETTERS, 0), ids=lambda letter: letter.name)
def test_what_is_implied_is_offered_and_nothing_else_is_named(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert found.executed_not_meant == frozenset()
    assert found.offered_not_meant == frozenset()
    assert found.named_against_its_writer == frozenset()
    assert found.is_whole
    assert "taken" not in letter.family or found.is_in_force_whole


@each_case("letter", LETTERS, ids=lambda letter: letter.name)
def test_what_letters_are_said_to_mean_are_orders_of_their_scene(letter: CorpusLetter) -> None:
    assert [order for order in letter.meant | letter.also if not is_an_order(order, letter)] == []
