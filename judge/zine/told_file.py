"""The file of a drafted folder that says until when its draft looked, and up to which phase it tells of each game."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from judge.game.settings import GameName
from judge.private_files import write_whole
from judge.rules.position import Phase
from judge.zine.issue import IssueError
from judge.zine.sources import ToldGame

_FILE = "told.toml"
_EXAMPLE = 'drafted = 2026-05-03T18:00:00Z, and below [games] lines like rome = "F1902M"'


@dataclass(frozen=True)
class DraftedUntil:
    """Until when a draft looked (UTC), None for a folder made by hand, and the last phase told of each game."""

    drafted: datetime | None = None
    games: Mapping[GameName, Phase] = field(default_factory=dict)


def drafted_until(games: Sequence[ToldGame], now: datetime) -> DraftedUntil:
    """What a draft of these games tells."""
    last = {told.known.game.name: told.phases[-1].before.phase for told in games if told.phases}
    return DraftedUntil(now, last)


def write_told(told: DraftedUntil, folder: Path) -> None:
    """Write the file into the folder of a draft; OSError where that fails."""
    drafted = f"drafted = {told.drafted.isoformat()}\n" if told.drafted else ""
    games = "".join(f'{name} = "{phase}"\n' for name, phase in told.games.items())
    write_whole(folder / _FILE, f"{drafted}\n[games]\n{games}", mode=0o644)


def is_drafted(folder: Path) -> bool:
    """Whether a folder is that of an issue, and not the pages of a game."""
    return (folder / "issue.toml").is_file()


def read_told(folder: Path) -> DraftedUntil:
    """Return what the file of a folder says, nothing where there is none; IssueError where it cannot be read."""
    path = folder / _FILE
    if not path.is_file():
        return DraftedUntil()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        drafted, games = table.get("drafted"), table.get("games", {})
        if not (drafted is None or isinstance(drafted, datetime)) or not isinstance(games, dict):
            raise IssueError(f"{path}: it says {_EXAMPLE}")
        if drafted and drafted.tzinfo is None:
            drafted = drafted.replace(tzinfo=UTC)
        return DraftedUntil(drafted, {GameName(name): Phase.parse(phase) for name, phase in games.items()})
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise IssueError(f"{path}: {error}; it says {_EXAMPLE}") from error
