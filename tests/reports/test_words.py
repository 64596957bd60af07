"""Languages as folders: what is missing, stale or wrong in one, and what is said in English in its place."""

from dataclasses import replace
from fractions import Fraction

import pytest

from judge.languages import FALLBACK, LANGUAGES, Spoken, holds, plural_of
from judge.reports.language import last_lines, letter_number_line, phrasebook
from judge.reports.own_texts import is_half_done
from judge.shell.words import Translated, WordFault, fault_of, notes_of, translated
from tests.shared.each_case import each_case


def sentence(english: str | None, own: str | None) -> Translated:
    return Translated("sentences.toml", "order.hold", english, own, ("{unit} tient.", "{unit_of} holds."))


@each_case(
    ("english", "own", "fault"),
    [
        ("{unit} holds.", None, WordFault.MISSING),
        (None, "{unit} hält.", WordFault.LEFT_OVER),
        ("{unit} holds.", "{army} hält.", WordFault.WRONG),
        ("{unit} holds.", "{unit hält.", WordFault.WRONG),
        ("{unit} holds.", "{unit} hält.", None),
        ("{unit} holds.", "{unit_of} hält.", None),  # French needs it, so it is told
    ],
)
def test_what_may_be_wrong_with_a_text(english: str | None, own: str | None, fault: WordFault | None) -> None:
    found = fault_of(sentence(english, own), {})
    assert (found and found[0]) == fault


def test_a_text_is_stale_when_english_has_changed_and_it_has_not() -> None:
    before = sentence("{unit} holds.", "{unit} hält.")
    notes = {before.key: before.sums}
    changed, followed = (sentence("{unit} stands fast.", own) for own in ("{unit} hält.", "{unit} bleibt stehen."))
    found = fault_of(changed, notes)
    assert found is not None
    assert found[0] is WordFault.STALE
    assert "stands fast" in found[1]
    assert fault_of(before, notes) is fault_of(followed, notes) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_language_is_wrong_or_left_over(language: str) -> None:
    """What is missing or stale is said in English, or old; what is wrong would break a letter."""
    notes = notes_of(language)
    found = [(text.key, *fault) for text in translated(language) if (fault := fault_of(text, notes))]
    assert [one for one in found if one[1] in {WordFault.WRONG, WordFault.LEFT_OVER}] == []
    assert is_half_done(language) == any(
        kind is WordFault.MISSING and key.startswith(("sentences", "templates")) for key, kind, _ in found
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_letter_of_a_half_done_language_says_at_its_foot_that_it_is(language: str) -> None:
    number, *more = reversed(last_lines(language, "rome", 3).splitlines())
    assert number == letter_number_line(language, "rome", 3)
    assert bool(more) == bool(last_lines(language, "rome", None)) == is_half_done(language)


def test_a_sentence_that_asks_for_what_it_is_not_told_is_said_in_english(caplog: pytest.LogCaptureFixture) -> None:
    book = replace(phrasebook("fr"), sentences={**phrasebook("fr").sentences, "order.hold.one": "{army} tient"})
    assert book.count("order.hold", 1, unit="A PAR") == "A PAR holds"
    assert "asks for 'army'" in caplog.text
    with pytest.raises(KeyError):
        book.say("order.hold.three", unit="A PAR")


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert Spoken({FALLBACK: "Vienna", "fr": "Vienne"})["xx"] == "Vienna"
    with pytest.raises(KeyError):
        Spoken({"fr": "Vienne"})["xx"]


@each_case(
    ("language", "n", "form"),
    [
        ("en", 0, "many"),
        ("en", 1, "one"),
        ("en", Fraction(3, 2), "many"),
        ("fr", 0, "one"),
        ("fr", Fraction(3, 2), "one"),
        ("fr", 2, "many"),
    ],
)
def test_plurals(language: str, n: int | Fraction, form: str) -> None:
    assert plural_of(n, language) == form


@each_case(
    ("rule", "of_it", "not_of_it"),
    [
        ("v = 0 and i % 10 = 2..4 and i % 100 != 12..14", (2, 4, 22, 104), (1, 5, 12, 112)),  # few, in Polish
        ("v = 0 and i % 10 = 1 and i % 100 != 11", (1, 21, 101), (0, 11, 111)),  # one, in Ukrainian
        ("n = 0 or n % 100 = 2..10", (0, 2, 10, 102), (1, 11, 100)),  # few, in Maltese
    ],
)
def test_the_rules_of_plurals_are_written_as_cldr_writes_them(
    rule: str, of_it: tuple[int, ...], not_of_it: tuple[int, ...]
) -> None:
    assert all(holds(rule, Fraction(n)) for n in of_it)
    assert not any(holds(rule, Fraction(n)) for n in not_of_it)
