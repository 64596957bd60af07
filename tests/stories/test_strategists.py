"""Two strategists in one seat, by mail: what each of the two was told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.settings import Token
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, start_local_game
from tests.stories.conversations import Conversation, compare, guests_of, read_story, readers_of, with_guests

STORIES = sorted(Path(__file__).parent.glob("war-*strategists*.txt"))
PACT = 'name = "pact"\nbase = "seuil"\n\n[war.strategists]\nAADLERON = 2\n'


@pytest.fixture(params=STORIES, ids=lambda story: story.stem)
def story(request: pytest.FixtureRequest) -> Path:
    found = request.param
    assert isinstance(found, Path)
    return found


@pytest.fixture
def table(story: Path, tmp_path: Path) -> Iterator[LocalGame]:
    title, _ = read_story(story.read_text(encoding="utf-8"))
    table = with_guests(start_local_game(tmp_path, seed=lambda: Token("seedofthelots")), guests_of(title))
    folder = table.judge.services.config.folders.boards
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "pact.toml").write_text(PACT, encoding="utf-8")
    yield table
    table.judge.stop()


def test_two_strategists_of_one_power_as_each_of_them_lived_it(story: Path, table: LocalGame) -> None:
    title, happenings = read_story(story.read_text(encoding="utf-8"))
    told = Conversation(table, readers_of(title)).tell(title, happenings)
    is_left = story.stem == "war-two-strategists"
    assert len(table.game.players_of(Power("AADLERON"))) == (0 if is_left else 2)
    compare(told, story)
