"""Retreats and adjustments as people write them: what is meant is in force or offered, and nothing else is."""

from pathlib import Path

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters_in
from tests.shared.each_case import each_case

LETTERS = [letter for each in LANGUAGES for letter in letters_in(Path(__file__).parent / each, each, 1)]


@each_case("letter", LETTERS, ids=lambda letter: letter.name)
def test_what_is_meant_of_retreats_and_adjustments_is_in_force_or_offered(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert found.executed_not_meant == frozenset()
    assert found.offered_not_meant == frozenset()
    assert found.named_against_its_writer == frozenset()
    assert found.is_whole if letter.meant else found.is_answered_rightly


@each_case("letter", LETTERS, ids=lambda letter: letter.name)
def test_what_letters_of_retreats_are_said_to_mean_are_orders_of_their_scene(letter: CorpusLetter) -> None:
    assert not_orders(letter) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_have_letters_in_which_something_is_denied_and_asked(language: Language) -> None:
    own = [letter for letter in LETTERS if letter.language == language]
    assert sum(bool(letter.never) for letter in own) >= 4
    assert sum(not letter.meant for letter in own) >= 4
