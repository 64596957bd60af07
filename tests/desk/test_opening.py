"""OPEN: a preset, every setting by its name, what stands before what; then the same from the shell."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.desk.asked import newcomer, opening_settings, preset, preset_names
from judge.desk.help import answer_help
from judge.desk.hints import spoken
from judge.desk.options import OPTIONS
from judge.game.person import Person
from judge.game.seats.access import Access, Entry
from judge.game.settings import Address, Language, Seating, Settings, Token
from judge.mail.meanings import Help, Open
from judge.mail.verbs import read_lines
from judge.mail.vocabulary import form_of, vocabulary, written_value
from judge.mail.words import Word
from judge.play.table import Table, lay_table
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.echo import Answered, Fault, Unknown, Wrong
from judge.reports.examples import STANDARD
from judge.reports.help import topic_of
from judge.reports.language import phrasebook
from judge.rules.board import Power, Year
from judge.rules.boardfile import board_names
from judge.rules.scoring import scoring_names


def opened(text: str) -> Settings | Fault:
    """The settings of an opening, or what is wrong with it first."""
    (line,) = read_lines(text)
    assert isinstance(line.meaning, Open)
    read = opening_settings(line.meaning.settings, line.text)
    return read.faults[0] if read.faults else read.settings


NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
ZINE = preset("zine")
APART = Access(hidden=True, anonymous=False, master_plays=False, manual=True, muster=timedelta(days=5))
LINES: dict[str, Settings] = {
    "OPEN rome": Settings(),
    "OPEN rome zine": ZINE,
    "OPEN rome PRESET zine": ZINE,
    "OUVRIR rome MODÈLE fanzine": ZINE,
    "OUVRIR rome\nMODÈLE zine": ZINE,
    "OPEN rome zine HOUR 20:00": replace(ZINE, hour=time(20)),
    "OPEN rome HOUR 20:00 PRESET zine": replace(ZINE, hour=time(20)),
    "OPEN rome MUSTER no\nPRESET zine\nLAST 1910": replace(
        ZINE, access=replace(ZINE.access, muster=timedelta()), last_year=Year(1910)
    ),
    "OPEN rome ACCESS approved HIDDEN yes GUNBOAT no MASTER arbiter MUSTER 5d BEGINNING master": Settings(
        access=Access(
            Entry.APPROVED, hidden=True, anonymous=False, master_plays=False, manual=True, muster=timedelta(5)
        )
    ),
    "OUVRIR rome ACCÈS invités CACHÉE oui ANONYME non MENEUR arbitre APPEL 5j DÉBUT meneur": Settings(
        access=replace(APART, entry=Entry.NAMED)
    ),
    "OUVRIR rome ACCÈS invités CACHÉE oui ANONYME non MAÎTRE extérieur APPEL 5j DÉBUT maître": Settings(
        access=replace(APART, entry=Entry.NAMED)
    ),
    "OUVRIR rome MODÈLE éclair": preset("blitz"),
    "OUVRIR rome BARÈME parts-égales PUISSANCES vœux": Settings(scoring="draw-size", seating=Seating.LISTS),
    "OPEN rome LANGUAGES fr REPORTS 18centres SCORING draw-size POWERS lists": Settings(
        languages=("fr",), notation="18centres", scoring="draw-size", seating=Seating.LISTS
    ),
    "OPEN rome zine REPORTS usual LANGUAGES all POWERS hand": replace(ZINE, notation="", seating=Seating.HAND),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", board_names())
def test_a_board_is_opened_by_what_a_letter_calls_it(name: str, language: Language) -> None:
    """And by its own name, in any language."""
    said = phrasebook(language).sentences[f"board.{name}"]
    assert [opened(f"OUVRIR rome CARTE {word}") for word in (said, said.upper(), name)] == [Settings(board=name)] * 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_board_and_every_scoring_has_its_word(language: Language) -> None:
    printed = vocabulary().printed
    assert set(printed["boards", language]) == set(board_names())
    assert set(printed["scorings", language]) == set(scoring_names())


@pytest.mark.parametrize("key", [key for key, option in OPTIONS.items() if option.near is None])
def test_values_that_a_french_letter_proposes_are_read(key: str) -> None:
    option = OPTIONS[key]
    assert [option.read(word) for word in spoken(option.examples, "years", "fr")] == [
        option.read(word) for word in option.examples
    ]


@pytest.mark.parametrize(("text", "settings"), LINES.items(), ids=list(LINES))
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


@pytest.mark.parametrize(("text", "fault"), WRONG.items(), ids=list(WRONG))
def test_a_wrong_word_is_named_with_those_that_would_do(text: str, fault: tuple[str, tuple[str, ...]]) -> None:
    answer = opened(text)
    assert isinstance(answer, Wrong)
    assert (answer.what, answer.word, answer.hints) == (Unknown.VALUE, *fault)


@pytest.mark.parametrize("key", OPTIONS)
def test_every_setting_has_its_word_in_both_languages_and_every_example_is_a_value(key: str) -> None:
    words = [form for form, of in vocabulary().words if of == f"settings.{key}"]
    assert len(words) >= 2
    for word in words:
        for example in OPTIONS[key].examples:
            assert isinstance(opened(f"OPEN rome {word} {example}"), Settings), f"{word} {example}"


UNITS = {"en": ("1h", "999d", "Minutes are too short"), "fr": ("1h", "999j", "Des minutes ne suffisent pas")}


@pytest.mark.parametrize("language", UNITS)
@pytest.mark.parametrize("key", OPTIONS)
def test_a_wrong_value_is_told_its_bounds_and_the_page_it_names_lists_them(key: str, language: Language) -> None:
    option, name = OPTIONS[key], form_of("settings", key, language)
    (line,) = read_lines(f"OPEN rome {name} ?")
    assert isinstance(line.meaning, Open)
    (fault,) = opening_settings(line.meaning.settings, line.text).faults
    reader = Person(Address("new@example.org"), Token("t"), language, "standard")
    told = write_acknowledgement(None, reader, [Answered(line.text, fault)], "", "", NOW).text
    topic = topic_of(f"settings.{key}")
    assert topic
    assert topic.asked(language) in told
    page = " ".join(answer_help(Help(language, Word(topic.words[language][0], 0)), reader, STANDARD).text.split())
    choices = [written_value(word, language) for word in option.examples]
    assert name in page
    assert [word for word in choices if word not in page] == []
    if option.bounds.startswith("length"):
        assert [word for word in UNITS[language] if word not in page or word not in " ".join(told.split())] == []


@pytest.mark.parametrize(
    ("settings", "spoken", "reads"),
    [
        (Settings(), "en", ("en", "standard")),
        (Settings(), "fr", ("fr", "18centres")),
        (Settings(notation="soop"), "fr", ("fr", "soop")),
        (Settings(languages=("fr",)), "en", ("fr", "18centres")),
        (Settings(languages=("en",), notation="1971"), "fr", ("en", "1971")),
    ],
    ids=["english", "french", "the notation of the game", "a game in French", "a game in English"],
)
def test_a_newcomer_who_chooses_nothing_reads_as_the_game_says(
    settings: Settings, spoken: Language, reads: tuple[str, str]
) -> None:
    person = newcomer(Person(Address("new@example.org"), Token("t")), spoken, settings)
    assert (person.language, person.notation) == reads


# --- from the shell ----------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = lay_table(tmp_path)
    yield table
    table.judge.stop()


def test_a_game_is_opened_from_the_shell_by_a_letter_like_any_other(table: Table, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"[smtp]\nport = {table.judge.door.port}\n", encoding="utf-8")
    florence = table.players[Power("FRANCE")]
    words = ["open", "oslo", "zine", "HOUR", "20:00", "--from", florence.address]
    done = CliRunner().invoke(main, ["--config", str(config), *words])
    assert (done.exit_code, done.output.startswith("kept")) == (0, True)
    table.settle()
    assert table.judge.office.store.summaries() == (), "an address alone proves nothing"
    florence.answer("Oui.")
    table.settle()
    (game,) = table.judge.office.store.summaries()
    assert (game.name, game.settings) == ("oslo", replace(ZINE, hour=time(20)))
