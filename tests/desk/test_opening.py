"""OPEN: a preset, every setting by its name, what stands before what; then the same from the shell."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.desk.asked import newcomer, opening_settings
from judge.desk.options import OPTIONS
from judge.desk.presets import preset, preset_names
from judge.game.person import Person
from judge.game.seats.access import Access, Entry
from judge.game.settings import Address, Language, Seating, Settings, Token
from judge.mail.meanings import Open
from judge.mail.verbs import read_lines
from judge.mail.vocabulary import vocabulary
from judge.play.table import Table, lay_table
from judge.reports.echo import Unknown, Wrong
from judge.rules.board import Power, Year
from judge.rules.scoring import scoring_names


def opened(text: str) -> Settings | Wrong:
    (line,) = read_lines(text)
    assert isinstance(line.meaning, Open)
    return opening_settings(line.meaning.settings, line.text)


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
    "OPEN rome LANGUAGES fr REPORTS 18centres SCORING draw-size POWERS lists": Settings(
        languages=("fr",), notation="18centres", scoring="draw-size", seating=Seating.LISTS
    ),
    "OPEN rome zine REPORTS usual LANGUAGES all POWERS hand": replace(ZINE, notation="", seating=Seating.HAND),
}


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
    assert table.judge.office.games() == (), "an address alone proves nothing"
    florence.answer("Oui.")
    table.settle()
    (game,) = table.judge.office.games()
    assert (game.name, game.settings) == ("oslo", replace(ZINE, hour=time(20)))
