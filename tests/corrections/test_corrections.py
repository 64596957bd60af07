"""Corrections: what was corrected, taken back or replaced is in force no longer, and what stands instead counts."""

from pathlib import Path

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter, letters_in
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

LETTERS = [letter for each in LANGUAGES for letter in letters_in(Path(__file__).parent / each, each, 1)]
"""``certain``: what the correction says is in force at once; ``likely``: at least offered."""


CERTAIN = [letter for letter in LETTERS if "certain" in letter.family]
LIKELY = [letter for letter in LETTERS if "certain" not in letter.family]


def corrected(letter: CorpusLetter) -> Finding:
    """What a letter does; nothing of it is not meant."""
    found = Finding(letter, carried_out(letter))
    assert found.executed_not_meant == frozenset()
    assert found.offered_not_meant == found.named_against_its_writer == frozenset()
    assert not found.outturn.is_talk or letter.family.startswith("kept")
    return found


@each_case("letter", in_turn(CERTAIN, 0, 2), ids=lambda letter: letter.name)
def test_what_is_corrected_is_in_force_no_longer_and_what_stands_instead_is(letter: CorpusLetter) -> None:
    assert corrected(letter).is_in_force_whole


@each_case("letter", in_turn(LIKELY, 1, 2), ids=lambda letter: letter.name)
def test_what_may_be_corrected_is_in_force_no_longer_and_what_stands_instead_is_offered(letter: CorpusLetter) -> None:
    assert corrected(letter).is_whole


AFTERTHOUGHTS = [letter for letter in LETTERS if letter.family.startswith("region-below")]


@each_case("letter", AFTERTHOUGHTS, ids=lambda letter: letter.name)
def test_below_second_thoughts_the_order_above_is_in_force_no_longer(letter: CorpusLetter) -> None:
    assert carried_out(letter).executed <= letter.meant


@each_case("letter", LETTERS, ids=lambda letter: letter.name)
def test_what_corrections_are_said_to_mean_are_orders_of_their_scene(letter: CorpusLetter) -> None:
    assert not_orders(letter) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_have_corrections_of_every_kind(language: Language) -> None:
    assert {"certain", "likely"} <= {letter.family for letter in LETTERS if letter.language == language}
