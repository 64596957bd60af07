"""Players who fall silent, and those who play on for them, told as files."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.settings import Language, Token
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, open_and_join, start_local_game
from tests.stories.conversations import Conversation, compare, read_story, readers_of

STORIES = Path(__file__).parent
DROPOUTS = sorted(path.stem for path in STORIES.glob("dropout-*.txt"))
STANDBYS: tuple[tuple[str, Language, str], ...] = (
    ("sofia@example.net", "en", "standard"),
    ("basile@example.com", "fr", "18centres"),
)
"""They sit at no power yet; the first of their letters says who they are."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path, seed=lambda: Token("seedofthelots"))
    yield table
    table.judge.stop()


def with_standbys(table: LocalGame) -> LocalGame:
    """The table, and two more who can write and read."""
    config = table.judge.services.config
    server = (config.smtp.host, table.judge.door.port)
    more = {
        Power(address): Correspondent(
            address,
            Power(address),
            language,
            notation,
            server,
            mailbox_of(config.folders.mailboxes, address),
            table.clock,
        )
        for address, language, notation in STANDBYS
    }
    return replace(table, players={**table.players, **more})


@pytest.mark.parametrize("name", DROPOUTS)
def test_a_story_of_a_player_who_falls_silent(table: LocalGame, name: str) -> None:
    path = STORIES / f"{name}.txt"
    title, happenings = read_story(path.read_text(encoding="utf-8"))
    _, settings, _ = title.strip().rsplit("\n", 2)
    open_and_join(table, settings.removeprefix("Opened with: "))
    compare(Conversation(with_standbys(table), readers_of(title)).tell(title, happenings), path)
