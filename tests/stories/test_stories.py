"""Conversations told as files: what is written to the judge, and every word of what it answers."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.settings import Token
from judge.rules.board import Power, Year
from judge.shell.local_game import LocalGame, open_and_join, start_local_game
from judge.shell.play import load_record, play_phase
from tests.shared.duels import played_duels
from tests.shared.seated import lay_seated_table
from tests.stories.conversations import (
    Conversation,
    compare,
    glanced_at_of,
    guests_of,
    read_story,
    readers_of,
    with_guests,
)
from tests.stories.pages import PageWriter, as_seen

STORIES = Path(__file__).parent
FROM_THE_START = sorted(path.stem for path in STORIES.glob("opening-*.txt"))
WITH_SETTINGS = sorted(path.stem for kind in ("clock", "press", "life") for path in STORIES.glob(f"{kind}-*.txt"))
UNDER_WAY = sorted(path.stem for path in STORIES.glob("playing-*.txt"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path, seed=lambda: Token("seedofthelots"))
    yield table
    table.judge.stop()


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


@pytest.mark.parametrize("name", FROM_THE_START)
def test_a_story_from_before_the_game(table: LocalGame, name: str) -> None:
    path = STORIES / f"{name}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    seated = with_guests(table, guests_of(title))
    compare(Conversation(seated, readers_of(title), glanced_at_of(title)).tell(title, happenings), path)


@pytest.mark.parametrize("name", UNDER_WAY)
def test_a_story_of_a_game_under_way(seated: LocalGame, name: str) -> None:
    path = STORIES / f"{name}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    compare(Conversation(seated, readers_of(title)).tell(title, happenings), path)


@pytest.mark.parametrize("name", WITH_SETTINGS)
def test_a_story_of_a_game_with_settings_of_its_own(table: LocalGame, name: str) -> None:
    path = STORIES / f"{name}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    (settings,) = (line for line in title.splitlines() if line.startswith("Opened with: "))
    table.clock.advance_to(happenings[0].at)
    open_and_join(table, settings.removeprefix("Opened with: "))
    compare(Conversation(with_guests(table, guests_of(title)), readers_of(title)).tell(title, happenings), path)


def test_a_story_of_a_game_whose_letters_are_pages(table: LocalGame) -> None:
    path = STORIES / "pages-of-a-duel.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    seated = with_guests(table, guests_of(title))
    players = {**seated.players, Power("NORA"): PageWriter(**vars(seated.players[Power("NORA")]))}
    told = Conversation(replace(seated, players=players), readers_of(title), read=as_seen).tell(title, happenings)
    compare(told, path)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_story_of_one_letter_for_three_games(tmp_path: Path, language: str) -> None:
    path = STORIES / f"digest-{language}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    with played_duels(tmp_path, ("rome", "oslo", "lima"), language) as table:
        compare(Conversation(table, readers_of(title)).tell(title, happenings), path)


WINTER = """
title = { en = "Winter Cup", fr = "Coupe d'hiver" }
games = ["rome", "oslo"]
[players]
"florence@example.com" = { name = "Florence", team = "Lions" }
"edith@example.net" = { name = "Edith", team = "Lions" }
"anton@example.org" = { name = "Anton", team = "Loups" }
"""


def test_a_story_of_a_tournament(seated: LocalGame) -> None:
    path = STORIES / "league-standings.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    folder = seated.judge.services.config.folders.tournaments
    folder.mkdir()
    (folder / "hiver.toml").write_text(WINTER, encoding="utf-8")
    compare(Conversation(seated, readers_of(title)).tell(title, happenings), path)


YEARS = {Year(1902): "germany-1902", Year(1903): "france-1903"}
READERS = {Year(1902): "greta", Year(1903): "florence"}


def test_a_year_with_retreats_and_adjustments_as_one_player_received_it(seated: LocalGame) -> None:
    told = dict.fromkeys(YEARS, "")
    conversations = {year: Conversation(seated, (reader,)) for year, reader in READERS.items()}
    for phase in load_record("one"):
        year = phase.phase.year
        if year > max(YEARS):
            break
        assert not play_phase(seated, phase, {})
        letters = {each: "".join(conversation.letters_out()) for each, conversation in conversations.items()}
        if year in YEARS:
            told[year] += f"--- {phase.phase}\n\n{letters[year]}"
    for year, name in YEARS.items():
        compare(told[year], STORIES / f"year-{name}.txt")
