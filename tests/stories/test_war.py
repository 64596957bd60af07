"""A war of three turns under the fog (004), told whole: what each nation wrote, what each was told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.formats.record.verifying import verify
from judge.game.settings import Token
from judge.shell.local_game import LocalGame, start_local_game
from tests.stories.conversations import Conversation, compare, guests_of, read_story, readers_of, with_guests

STORIES = Path(__file__).parent
STORY = STORIES / "war-three-turns.txt"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    title, _ = read_story(STORY.read_text(encoding="utf-8"))
    table = with_guests(start_local_game(tmp_path, seed=lambda: Token("seedofthelots")), guests_of(title))
    yield table
    table.judge.stop()


def test_three_turns_of_a_war_as_each_of_the_four_lived_them(table: LocalGame) -> None:
    title, happenings = read_story(STORY.read_text(encoding="utf-8"))
    (reader,) = readers_of(title)
    compare(Conversation(table, (reader,)).tell(title, happenings), STORY)
    for name in set(guests_of(title)) - {reader}:
        compare("".join(Conversation(table, (name,)).letters_out()), STORIES / f"war-three-turns-{name}.txt")
    pages = sorted((table.judge.services.config.folders.archive / table.game.name).glob("*.txt"))
    archive = "\n".join(f"=== {page.name}\n{page.read_text(encoding='utf-8')}" for page in pages)
    compare(archive, STORIES / "war-three-turns-archive.txt")
    found = verify({page.name: page.read_text(encoding="utf-8") for page in pages})
    assert (found.pages, found.difference) == (len(pages) - 1, None)
