"""A judge whose game of seven is under way: seated once by letter, perhaps played on, then copied for each test."""

import atexit
import shutil
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from judge.config import IdentityConfig
from judge.game.settings import Token
from judge.mail.dkim_keys import DkimKeyLookup
from judge.shell.local_game import LocalGame, no_dkim_keys, open_and_join, start_local_game


def _as_seated(_: LocalGame) -> None:
    """Nothing more has happened."""


def lay_seated_table(
    folder: Path,
    settings: str = "",
    identity: IdentityConfig | None = None,
    keys: DkimKeyLookup = no_dkim_keys,
    seed: Callable[[], Token] = lambda: Token("seedofthelots"),
    played_on: Callable[[LocalGame], object] = _as_seated,
) -> LocalGame:
    """Start a judge below ``folder`` on a copy of what ``open_and_join`` and ``played_on`` leave.

    ``played_on`` is a function of a module: it is called once, however many copies are made. The players have read
    their mail, and the judge has nothing left to do.
    """
    source, now = _seated(settings, played_on)
    shutil.copytree(source, folder, dirs_exist_ok=True)
    table = start_local_game(folder, identity, keys, seed, now)
    table.settle()
    for player in table.players.values():
        player.fetch()
    return table


@cache
def _seated(settings: str, played_on: Callable[[LocalGame], object]) -> tuple[Path, datetime]:
    """The folder with the game of those settings, played on so, and the hour it was left at."""
    folder = Path(mkdtemp(prefix="seated-"))
    atexit.register(shutil.rmtree, folder)
    table = start_local_game(folder, seed=lambda: Token("seedofthelots"))
    try:
        open_and_join(table, settings)
        played_on(table)
        return folder, table.clock.now()
    finally:
        table.judge.stop()


def agree(table: LocalGame, number: int = 1) -> None:
    """All players but the master, who plays, agree to what the master has proposed."""
    for address in dict.fromkeys(table.game.seats.values()):
        if address != table.game.master:
            player = next(one for one in table.players.values() if one.address == address)
            player.answer(f"VOTE PROPOSAL {number}")
    table.settle()
