"""Two strategists in one seat, by mail: what each of the two was told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.settings import Token
from judge.play.table import Table, lay_table
from judge.rules.board import Power
from tests.stories.conversations import Conversation, compare, read_story, with_guests
from tests.stories.test_stories import guests_of, readers_of

STORY = Path(__file__).parent / "war-two-strategists.txt"
PACT = 'name = "pact"\nbase = "seuil"\n\n[war.strategists]\nAADLERON = 2\n'


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    title, _ = read_story(STORY.read_text(encoding="utf-8"))
    table = with_guests(lay_table(tmp_path, seed=lambda: Token("seedofthelots")), guests_of(title))
    folder = table.judge.office.config.folders.boards
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "pact.toml").write_text(PACT, encoding="utf-8")
    yield table
    table.judge.stop()


def test_two_strategists_of_one_power_as_each_of_them_lived_it(table: Table) -> None:
    title, happenings = read_story(STORY.read_text(encoding="utf-8"))
    told = Conversation(table, readers_of(title)).tell(title, happenings)
    assert Power("AADLERON") in table.game.vacant
    compare(told, STORY)
