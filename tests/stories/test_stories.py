"""Conversations told as files: what is written to the judge, and every word of what it answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.play.record import load_record
from judge.play.table import Table, lay_table, open_and_join, play_phase
from tests.stories.conversations import Conversation, compare, read_story

STORIES = Path(__file__).parent
FROM_THE_START = sorted(path.stem for path in STORIES.glob("opening-*.txt"))
UNDER_WAY = sorted(path.stem for path in STORIES.glob("playing-*.txt"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = lay_table(tmp_path)
    yield table
    table.judge.stop()


def readers_of(title: str) -> tuple[str, ...]:
    """The last line of a story's title names those whose letters are shown."""
    return tuple(title.strip().splitlines()[-1].removeprefix("Read by: ").split(", "))


@pytest.mark.parametrize("name", FROM_THE_START)
def test_a_story_from_before_the_game(table: Table, name: str) -> None:
    path = STORIES / f"{name}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    compare(Conversation(table, readers_of(title)).tell(title, happenings), path)


@pytest.mark.parametrize("name", UNDER_WAY)
def test_a_story_of_a_game_under_way(table: Table, name: str) -> None:
    path = STORIES / f"{name}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    open_and_join(table)
    compare(Conversation(table, readers_of(title)).tell(title, happenings), path)


YEARS = {
    "germany-1902": (("greta",), 1902),
    "france-1903": (("florence",), 1903),
}


@pytest.mark.parametrize(("readers", "year"), YEARS.values(), ids=YEARS)
def test_a_year_with_retreats_and_adjustments_as_one_player_received_it(
    table: Table, readers: tuple[str, ...], year: int, request: pytest.FixtureRequest
) -> None:
    open_and_join(table)
    conversation = Conversation(table, readers)
    told = ""
    for phase in load_record("one"):
        if phase.phase.year == year:
            told += f"--- {phase.phase}\n\n"
        assert not play_phase(table, phase, {})
        letters = "".join(conversation.letters_out())
        if phase.phase.year == year:
            told += letters
        if phase.phase.year > year:
            break
    compare(told, STORIES / f"year-{request.node.callspec.id}.txt")
