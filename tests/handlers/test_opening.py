"""OPEN: a preset, every setting by its name, what stands before what; then the same from the shell."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.game.people.messages import Person
from judge.game.settings import Access, Address, Entry, Language, Seating, Settings, Token, settings_of_new_games
from judge.handlers.books import answer_help
from judge.handlers.session import translated_hints
from judge.handlers.settings import (
    GAME_SETTINGS,
    preset_names,
    preset_settings,
    read_opening_settings,
    with_game_defaults,
)
from judge.languages import LANGUAGES
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.help import topic_for_key
from judge.reports.language import phrasebook
from judge.reports.line_answers import AnsweredLine, CommandFault, InvalidCommand, Unknown
from judge.reports.order_examples import STANDARD_BOARD
from judge.requests.questions import HelpRequest
from judge.requests.read_lines import read_lines
from judge.requests.seats import OpenGameRequest
from judge.requests.vocabulary import Word, form_of, vocabulary, written_value
from judge.rules.board import Power, Year
from judge.rules.board_file import board_names
from judge.rules.ending import scoring_names
from judge.shell.local_game import LocalGame, start_local_game
from tests.shared.each_case import each_case


def opened(text: str) -> Settings | CommandFault:
    """The settings of an opening, or what is wrong with it first."""
    (line,) = read_lines(text)
    assert isinstance(line.request, OpenGameRequest)
    read = read_opening_settings(line.request.settings, line.text, "Europe/Paris")
    return read.faults[0] if read.faults else read.settings


NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
ZINE = preset_settings("zine")
APART = Access(hidden=True, anonymous=False, master_plays=False, manual=True, muster=timedelta(days=5))
new = partial(replace, settings_of_new_games())
LINES: dict[str, Settings] = {
    "OPEN rome": new(),
    "OPEN rome zine": ZINE,
    "OPEN rome PRESET zine": ZINE,
    "OUVRIR rome MODÈLE fanzine": ZINE,
    "OUVRIR rome\nMODÈLE zine": ZINE,
    "OPEN rome zine HOUR 20:00": replace(ZINE, hour=time(20)),
    "OPEN rome HOUR 20:00 PRESET zine": replace(ZINE, hour=time(20)),
    "OPEN rome MUSTER no\nPRESET zine\nLAST 1910": replace(
        ZINE, access=replace(ZINE.access, muster=timedelta()), last_year=Year(1910)
    ),
    "OPEN rome ACCESS approved HIDDEN yes GUNBOAT no MASTER arbiter MUSTER 5d BEGINNING master": new(
        access=Access(
            Entry.APPROVED, hidden=True, anonymous=False, master_plays=False, manual=True, muster=timedelta(5)
        )
    ),
    "OUVRIR rome ACCÈS invités CACHÉE oui ANONYME non MENEUR arbitre APPEL 5j DÉBUT meneur": new(
        access=replace(APART, entry=Entry.NAMED)
    ),
    "OUVRIR rome ACCÈS invités CACHÉE oui ANONYME non MAÎTRE extérieur APPEL 5j DÉBUT maître": new(
        access=replace(APART, entry=Entry.NAMED)
    ),
    "OUVRIR rome MODÈLE éclair": preset_settings("blitz"),
    "OUVRIR rome BARÈME parts-égales PUISSANCES vœux": new(scoring="draw-size", seating=Seating.LISTS),
    "OPEN rome LANGUAGES fr REPORTS 18centres SCORING draw-size POWERS lists": new(
        languages=("fr",), notation="18centres", scoring="draw-size", seating=Seating.LISTS
    ),
    "OPEN rome zine REPORTS usual LANGUAGES all POWERS hand": replace(
        ZINE, languages=tuple(LANGUAGES), notation="", seating=Seating.HAND
    ),
}


@each_case("language", ["en", "fr"])
@each_case("name", board_names())
def test_a_board_is_opened_by_what_a_letter_calls_it(name: str, language: Language) -> None:
    """And by its own name, in any language."""
    said = phrasebook(language).sentences[f"board.{name}"]
    assert [opened(f"OUVRIR rome CARTE {word}") for word in (said, said.upper(), name)] == [new(board=name)] * 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_board_and_every_scoring_has_its_word(language: Language) -> None:
    printed = vocabulary().printed
    assert set(printed["boards", language]) == set(board_names())
    assert set(printed["scorings", language]) == set(scoring_names())


@each_case("key", [key for key, option in GAME_SETTINGS.items() if option.near is None])
def test_values_that_a_french_letter_proposes_are_read(key: str) -> None:
    option = GAME_SETTINGS[key]
    assert [option.read(word) for word in translated_hints(option.examples, "years", "fr")] == [
        option.read(word) for word in option.examples
    ]


@each_case(("text", "settings"), LINES.items(), ids=list(LINES))
def test_a_game_is_opened_as_the_letter_says_whatever_the_order(text: str, settings: Settings) -> None:
    assert opened(text) == settings


WRONG = {
    "OPEN rome PRESET mail": ("mail", preset_names()),
    "OPEN rome PRESET": ("", preset_names()),
    "OPEN rome zine PRESET blitz": ("blitz", preset_names()),
    "OPEN rome ACCESS friends": ("friends", ("anyone", "approved", "named")),
    "OPEN rome MUSTER soon": ("soon", ("7d", "no")),
    "OPEN rome SCORING best": ("best", scoring_names()),
}


@each_case(("text", "fault"), WRONG.items(), ids=list(WRONG))
def test_a_wrong_word_is_named_with_those_that_would_do(text: str, fault: tuple[str, tuple[str, ...]]) -> None:
    answer = opened(text)
    assert isinstance(answer, InvalidCommand)
    assert (answer.what, answer.word, answer.hints) == (Unknown.VALUE, *fault)


@each_case("key", GAME_SETTINGS)
def test_every_setting_has_its_word_in_both_languages_and_every_example_is_a_value(key: str) -> None:
    words = [form for form, of, _ in vocabulary().words if of == f"settings.{key}"]
    assert len(words) >= 2
    for word in words:
        for example in GAME_SETTINGS[key].examples:
            assert isinstance(opened(f"OPEN rome {word} {example}"), Settings), f"{word} {example}"


UNITS = {"en": ("1h", "999d", "Minutes are too short"), "fr": ("1h", "999j", "Des minutes ne suffisent pas")}


@each_case("language", UNITS)
@each_case("key", GAME_SETTINGS)
def test_a_wrong_value_is_told_its_bounds_and_the_page_it_names_lists_them(key: str, language: Language) -> None:
    option, name = GAME_SETTINGS[key], form_of("settings", key, language)
    (line,) = read_lines(f"OPEN rome {name} ?")
    assert isinstance(line.request, OpenGameRequest)
    (fault,) = read_opening_settings(line.request.settings, line.text, "Europe/Paris").faults
    reader = Person(Address("new@example.org"), Token("t"), language, "standard")
    told = write_acknowledgement(None, reader, [AnsweredLine(line.text, fault)], "", "", NOW).text
    topic = topic_for_key(f"settings.{key}")
    assert topic
    assert topic.asked(language) in told
    page = " ".join(
        answer_help(HelpRequest(language, Word(topic.words[language][0], 0)), reader, STANDARD_BOARD).text.split()
    )
    choices = [written_value(word, language) for word in option.examples]
    assert name in page
    assert [word for word in choices if word not in page] == []
    if option.bounds.startswith("length"):
        assert [word for word in UNITS[language] if word not in page or word not in " ".join(told.split())] == []


@each_case(
    ("settings", "spoken", "reads"),
    [
        (Settings(), "en", ("en", "standard")),
        (Settings(), "fr", ("fr", "18centres")),
        (new(), "de", ("de", "standard")),
        (Settings(), "de", ("en", "standard")),
        (Settings(notation="soop"), "fr", ("fr", "soop")),
        (Settings(languages=("fr",)), "en", ("fr", "18centres")),
        (Settings(languages=("en",), notation="1971"), "fr", ("en", "1971")),
    ],
    ids=[
        "english",
        "french",
        "german",
        "german in an older game",
        "the notation of the game",
        "a game in French",
        "a game in English",
    ],
)
def test_a_newcomer_who_chooses_nothing_reads_as_the_game_says(
    settings: Settings, spoken: Language, reads: tuple[str, str]
) -> None:
    person = with_game_defaults(Person(Address("new@example.org"), Token("t")), spoken, settings)
    assert (person.language, person.notation) == reads


# --- from the shell ----------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path)
    yield table
    table.judge.stop()


def test_a_game_is_opened_from_the_shell_by_a_letter_like_any_other(table: LocalGame, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"[smtp]\nport = {table.judge.door.port}\n", encoding="utf-8")
    florence = table.players[Power("FRANCE")]
    words = ["open", "oslo", "zine", "HOUR", "20:00", "--from", florence.address]
    done = CliRunner().invoke(main, ["--config", str(config), *words])
    assert (done.exit_code, done.output.startswith("kept")) == (0, True)
    table.settle()
    assert table.judge.services.store.games() == (), "an address alone proves nothing"
    florence.answer("Oui.")
    table.settle()
    (game,) = map(table.judge.services.game, table.judge.services.store.games())
    assert game
    assert (game.name, game.settings) == ("oslo", replace(ZINE, hour=time(20)))
