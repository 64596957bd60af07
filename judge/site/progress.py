"""How far a site tells the games of a judge, as its last writing has noted beside its pages: read without them."""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from judge.game.names import GameName

STATE = ".site.json"
"""The file in the folder of a site with how far each game was told, its pages, what was new."""

Log = tuple[int, int]
"""How many events a game has, and how often somebody was forgotten in it."""


@dataclass(frozen=True)
class SiteProgress:
    """Games that are told otherwise than they stand; when all was told as it stood (UTC), None where it never was."""

    behind: Sequence[GameName]
    at: datetime | None


def progress_of(folder: Path, logs: Mapping[GameName, Log], now: datetime) -> SiteProgress:
    """Return how far the site in a folder tells the games at a moment, by their logs as they are."""
    told, due, at = dict[GameName, Log](), dict[GameName, datetime](), None
    with suppress(OSError):
        at = datetime.fromtimestamp((folder / STATE).stat().st_mtime, UTC)
    with suppress(OSError, ValueError, KeyError, TypeError):
        games = json.loads((folder / STATE).read_text(encoding="utf-8"))["games"]
        told = {GameName(name): (one["log"][0], one["log"][1]) for name, one in games.items()}
        due = {GameName(name): datetime.fromisoformat(one["due"]) for name, one in games.items() if one["due"]}
    return SiteProgress(games_behind(logs, told, due, now), at)


def games_behind(
    logs: Mapping[GameName, Log], told: Mapping[GameName, Log], due: Mapping[GameName, datetime], now: datetime
) -> Sequence[GameName]:
    """Return the games whose logs are others than those that were told, or of which more is to be told by now."""
    return [name for name, log in logs.items() if told.get(name) != log or (name in due and due[name] <= now)]


def note_up_to_date(folder: Path) -> None:
    """Note that nothing has happened that the site does not tell; nothing where it was taken away meanwhile."""
    with suppress(OSError):
        os.utime(folder / STATE)
