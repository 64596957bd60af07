"""The alias map of a judge that shares its address with others: what Postfix hands to it by the name of a game."""

import os
from collections.abc import Iterable
from pathlib import Path

from judge.game.settings import GameName
from judge.mail.identity import game_address
from judge.private_files import private_file


def alias_map(shared: str, own: str, games: Iterable[GameName]) -> str:
    """The text of a map (virtual(5)): a line for each game, its shared address, then the judge's own for it."""
    return "".join(f"{game_address(shared, game)} {game_address(own, game)}\n" for game in games)


def write_alias_map(path: Path, text: str) -> None:
    """Write a map whole or not at all; OSError where that fails. It names hidden games, so nobody else may read it."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    private_file(unfinished)
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
