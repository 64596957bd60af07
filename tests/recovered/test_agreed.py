"""The settings that a first letter tells, read back from its sentences."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from judge.game.settings import HouseRules, Language, Settings, settings_of_new_games
from judge.handlers.settings import GAME_SETTINGS
from judge.reports.layout import wrapped
from judge.reports.terms import agreed_paragraphs, chief_paragraphs
from judge.shell.agreed import settings_agreed
from tests.shared.each_case import each_case
from tests.shared.shares import share_of

LANGUAGES: tuple[Language, ...] = ("en", "fr")
ONES = [
    (name, word) for name, option in GAME_SETTINGS.items() if name not in {"rules", "board"} for word in option.examples
]
USUAL = {"rules", "board"}


OF_SEATS = {"powers", "muster", "beginning"}
"""What is over once a game has begun, and what a first letter leaves out."""


def read_back(
    settings: Settings, language: Language, told: Callable[[Settings, Language], Sequence[str]] = chief_paragraphs
) -> tuple[Settings, tuple[str, ...]]:
    lines = [line for paragraph in told(settings, language) for line in (*wrapped(paragraph).split("\n"), "")]
    below = {"en": "TERMS, in a reply, tells the rest: votes.", "fr": "RÉGLAGES, en réponse, donne le reste : votes."}
    found = settings_agreed((*lines, below[language]), language)
    assert found
    return found


@each_case("language", LANGUAGES)
@each_case(("name", "word"), share_of(ONES, 12, "agreed"))
@each_case("told", [agreed_paragraphs, chief_paragraphs])
def test_each_setting_is_read_back_where_its_letter_tells_it(
    name: str, word: str, language: Language, told: Callable[[Settings, Language], Sequence[str]]
) -> None:
    """Older letters, of games in two languages, told all of them, others what is not usual."""
    option = GAME_SETTINGS[name]
    begun = Settings() if told is agreed_paragraphs else settings_of_new_games()
    settings = option.put(begun, option.read(word))
    found, left = read_back(settings, language, told)
    if told is agreed_paragraphs or name not in OF_SEATS:
        assert left == ()
        assert agreed_paragraphs(found, language) == agreed_paragraphs(settings, language)


@each_case("language", LANGUAGES)
def test_several_are_read_back_at_once(language: Language) -> None:
    words = (
        "rules soop, movement 5d, retreats 36h, adjustments 3d, hour 20:30, zone America/Montreal, grace 24h, "
        "forfeit 3, draws sets, press white/grey, last 1909, first 14d, days MON-FRI, caretaker fair, stalemate 3"
    )
    wished = dict(one.split() for one in words.split(", "))
    settings = settings_of_new_games()
    for name, word in wished.items():
        value = GAME_SETTINGS[name].read(word)
        assert value is not None, name
        settings = GAME_SETTINGS[name].put(settings, value)
    assert read_back(settings, language) == (settings, ())


def test_what_no_setting_says_is_told() -> None:
    settings = replace(settings_of_new_games(), house_rules=(HouseRules("en", ("Be kind to each other.",)),))
    found, left = read_back(settings, "en")
    assert found == settings_of_new_games()
    assert left == ("House rules of this game: Be kind to each other.",)


@pytest.mark.parametrize("lines", [(), ("Nothing was agreed.",)])
def test_a_letter_without_a_rule_book_tells_nothing(lines: tuple[str, ...]) -> None:
    assert settings_agreed(lines, "en") is None
