"""The settings that a first letter tells, read back from its sentences."""

import pytest

from judge.game.settings import HouseRules, Language, Settings
from judge.handlers.setting_options import GAME_SETTINGS
from judge.reports.layout import wrapped
from judge.reports.terms import agreed_paragraphs, chief_paragraphs
from judge.shell.agreed import settings_agreed
from tests.shared.each_case import each_case

LANGUAGES: tuple[Language, ...] = ("en", "fr")
OVER = {"powers", "muster", "beginning"}
"""Settings of how a game fills: over, and not told, once it has begun."""
ONES = [
    (name, word)
    for name, option in GAME_SETTINGS.items()
    if name not in {"rules", "board", *OVER}
    for word in option.examples
]


def read_back(settings: Settings, language: Language) -> tuple[Settings, tuple[str, ...]]:
    lines = [
        line for paragraph in chief_paragraphs(settings, language) for line in (*wrapped(paragraph).split("\n"), "")
    ]
    found = settings_agreed(lines, language)
    assert found
    return found


@each_case("language", LANGUAGES)
@each_case(("name", "word"), ONES)
def test_each_setting_is_read_back_where_its_letter_tells_it(name: str, word: str, language: Language) -> None:
    option = GAME_SETTINGS[name]
    settings = option.put(Settings(), option.read(word))
    found, left = read_back(settings, language)
    assert left == ()
    assert agreed_paragraphs(found, language) == agreed_paragraphs(settings, language)


@each_case("language", LANGUAGES)
def test_several_are_read_back_at_once(language: Language) -> None:
    words = (
        "rules soop, movement 5d, retreats 36h, adjustments 3d, hour 20:30, zone America/Montreal, grace 24h, "
        "forfeit 3, draws sets, press white/grey, last 1909, first 14d, days MON-FRI, caretaker fair, stalemate 3"
    )
    wished = dict(one.split() for one in words.split(", "))
    settings = Settings()
    for name, word in wished.items():
        value = GAME_SETTINGS[name].read(word)
        assert value is not None, name
        settings = GAME_SETTINGS[name].put(settings, value)
    assert read_back(settings, language) == (settings, ())


def test_what_no_setting_says_is_told() -> None:
    settings = Settings(house_rules=(HouseRules("en", ("Be kind to each other.",)),))
    found, left = read_back(settings, "en")
    assert found == Settings()
    assert left == ("House rules of this game: Be kind to each other.",)


@pytest.mark.parametrize("lines", [(), ("Nothing was agreed.",)])
def test_a_letter_without_a_rule_book_tells_nothing(lines: tuple[str, ...]) -> None:
    assert settings_agreed(lines, "en") is None
