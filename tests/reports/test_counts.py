"""A number agrees with what it counts, and the head of a sentence has it in words up to sixteen."""

import re
from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.reports.deadlines import task
from judge.reports.language import phrasebook
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power
from tests.notation.scenes import BOARD
from tests.reports.kept_letters import LETTERS, sentences
from tests.rules.plain import position

TESTS = Path(__file__).parents[1]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
DATE = r"(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)"
HEAD = re.compile(rf"(?:^|[.!?] )(?:\d|1[0-6]) (?!{DATE}\b)[a-zà-ÿ]{{2,}}[^.]*\.")
"""A sentence that begins with a small number."""

COUNTED = re.compile(r"\{(?:n|number|Number)\} ([a-zà-ÿ]{2,}s)\b")
COUNTED_AS_ONE = {
    noun
    for language in LANGUAGES
    for key, text in phrasebook(language).sentences.items()
    if key.endswith(".one")
    for noun in COUNTED.findall(text)
}
PLURALS = {
    noun
    for language in LANGUAGES
    for key, text in phrasebook(language).sentences.items()
    if key.endswith(".many")
    for noun in COUNTED.findall(text)
} - COUNTED_AS_ONE
"""The plurals that the judge counts."""

ONE_OF_MANY = re.compile(rf"(?<![\w.,:/+-])(?:1|[Uu]ne?|[Oo]ne) (?:{'|'.join(sorted(PLURALS))})\b")
DOUBLED = re.compile(r"(?m)^(?:\S+ ){5,}\S*[a-zà-ÿ,;.]  [a-zà-ÿ]\S*(?: \S+){3,}$")


def test_no_sentence_begins_with_a_small_number_in_digits() -> None:
    found = {f"{name}: {one[0]}" for name, text in LETTERS.items() for s in sentences(text) for one in HEAD.finditer(s)}
    assert sorted(found) == []


def test_one_is_singular() -> None:
    assert {"ordres", "orders", "centres", "parties", "games"} <= PLURALS
    found = {
        f"{name}: {one[0]}"
        for name, text in LETTERS.items()
        for sentence in sentences(text)
        for one in ONE_OF_MANY.finditer(sentence)
    }
    assert sorted(found) == []


def test_no_space_is_doubled_within_a_sentence() -> None:
    found = {
        f"{name}: {one[0]}" for name, text in LETTERS.items() for one in DOUBLED.finditer(text) if "\n" not in one[0]
    }
    assert sorted(found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_tables_begins_with_digits(language: Language) -> None:
    whole = {key: text for key, text in phrasebook(language).sentences.items() if text.endswith((".", " :", ":"))}
    assert len(whole) > 400
    assert [key for key, text in whole.items() if re.search(r"(?:^|[.!?] )\{n\}", text)] == []


@pytest.mark.parametrize(("language", "said"), [("en", "allow one more"), ("fr", "permettraient une de plus")])
def test_who_may_build_less_than_their_centres_allow_is_told_why(language: Language, said: str) -> None:
    centres = ["PAR", "BRE", "MAR", "SPA"]
    winter = position("W1903A", {"FRANCE": ["A BRE", "A MAR"]}, {"FRANCE": centres})
    told = task(Power("FRANCE"), Phrasing(language, load_notation("standard"), BOARD, winter))
    assert told
    assert said in told.crowded
    roomy = position("W1903A", {"FRANCE": ["A BRE", "A GAS", "A MAR"]}, {"FRANCE": centres})
    other = task(Power("FRANCE"), Phrasing(language, load_notation("standard"), BOARD, roomy))
    assert other
    assert not other.crowded
