"""The settings of a game in words: each has its sentence, and no two values of one read alike."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from importlib.resources import files

import pytest

from judge.game.settings import Access, Language, Seating, Settings, Timing
from judge.handlers.settings import GAME_SETTINGS, preset_names, preset_settings
from judge.reports.language import phrasebook, time_of_day_text
from judge.reports.layout import plain_spaces
from judge.reports.seats import first_year_calendar
from judge.reports.terms import TERMS_BY_THEME, agreed_paragraphs, agreed_sentences
from judge.requests.vocabulary import vocabulary
from tests.handlers.presets_page import PAGE, page
from tests.shared.each_case import each_case

BOTH: tuple[Language, ...] = ("en", "fr")
TERMS = [term for terms in TERMS_BY_THEME for term in terms]


def test_every_setting_has_its_sentence_and_no_more_than_one() -> None:
    told = sorted(key for term in TERMS for key in term.settings)
    assert told == sorted(GAME_SETTINGS)


@each_case("language", BOTH)
@each_case("key", GAME_SETTINGS)
def test_two_values_of_a_setting_never_read_alike(key: str, language: Language) -> None:
    option = GAME_SETTINGS[key]
    values = [option.read(word) for word in option.examples]
    assert None not in values, "every example can be read"
    games = {Settings(), *(option.put(Settings(), value) for value in values)}
    assert len({agreed_sentences(game, language) for game in games}) == len(games)


@pytest.mark.parametrize("language", BOTH)
def test_every_sentence_is_whole(language: Language) -> None:
    for game in (Settings(), *map(preset_settings, preset_names())):
        for said in agreed_sentences(game, language):
            assert said.endswith(".")
            assert "{" not in said
        assert " ".join(agreed_paragraphs(game, language)) == " ".join(agreed_sentences(game, language))


NUMBERS = {
    "en": "holds 18 centres. From 1902 on it takes 16. From 1904 on it takes 14. For Italy it takes 12.",
    "fr": "contrôle 18 centres. À partir de 1902, il en faut 16. À partir de 1904, il en faut 14. "
    "Pour l’Italie, il en faut 12.",
}


@pytest.mark.parametrize("language", BOTH)
def test_who_plays_is_told_how_many_centres_win_when_and_for_whom(language: Language) -> None:
    text = 'name = "x"\nbase = "standard"\nvictory_centres = [18, 16, 16, 14]\n[powers]\nITALY = { victory = 12 }'
    told = " ".join(agreed_sentences(Settings(board="x", board_text=text), language))
    assert NUMBERS[language] in plain_spaces(told).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", BOTH)
def test_a_master_who_would_know_too_much_is_told_so(language: Language) -> None:
    by_hand = replace(Settings(), seating=Seating.HAND)
    open_names = replace(by_hand, access=Access(anonymous=False))
    apart = replace(by_hand, access=Access(anonymous=False, master_plays=False))
    assert len({agreed_sentences(game, language) for game in (by_hand, open_names, apart)}) == 3


@pytest.mark.parametrize(
    ("zone", "language", "line"),
    [
        ("Asia/Tokyo", "en", "spring 1901: Tuesday 13 January 2026, 05:00 Tokyo time"),
        ("America/New_York", "fr", "printemps 1901 : lundi 12 janvier 2026 à 15 h, heure de New York"),
    ],
)
def test_the_calendar_of_the_first_year_is_in_the_readers_zone(zone: str, language: Language, line: str) -> None:
    opened = datetime(2026, 1, 5, 9, tzinfo=UTC)
    first, *_ = first_year_calendar(Settings(), opened, zone, language)
    assert " ".join(plain_spaces(first).split()) == line


def test_every_preset_has_its_settings_and_its_word() -> None:
    assert preset_names() == ("postal", "judge", "blitz", "zine")
    assert set(vocabulary().presets.values()) == set(preset_names())
    assert len({preset_settings(name) for name in preset_names()} | {Settings()}) == len(preset_names()) + 1


@pytest.mark.parametrize("name", preset_names())
def test_every_word_of_a_preset_is_a_value(name: str) -> None:
    tables = tomllib.loads((files("judge.handlers") / "presets.toml").read_text(encoding="utf-8"))
    assert [key for key, word in tables[name].items() if GAME_SETTINGS[key].read(word) is None] == []


def test_the_muster_comes_before_the_first_phase_of_games_by_post_alone() -> None:
    musters = {name: preset_settings(name).access.muster > timedelta() for name in preset_names()}
    assert musters == {"postal": True, "judge": False, "blitz": False, "zine": True}


def test_the_page_of_the_presets_is_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("exact", [True, False])
def test_a_game_that_keeps_no_hour_names_none(language: Language, exact: bool) -> None:
    settings = Settings(hour=time(21), timing=Timing(exact=exact))
    told = " ".join(agreed_paragraphs(settings, language))
    assert (time_of_day_text(settings.hour, language) in told) is not exact
    assert (phrasebook(language).sentences["timing.exact"] in told) is exact
