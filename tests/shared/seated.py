"""A judge whose games are under way: seated once by letter, perhaps played on, then copied for each test."""

import atexit
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from judge.config import IdentityConfig
from judge.game.settings import Token
from judge.mail.dkim_keys import DkimKeyLookup
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, no_dkim_keys, open_and_join, start_local_game


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
    source = _seated(settings, played_on)
    shutil.copytree(source.folder, folder, dirs_exist_ok=True)
    table = start_local_game(folder, identity, keys, seed, source.now)
    having_read(table, source)
    return table


@dataclass(frozen=True)
class Left:
    """The folder of a judge, the hour it was left at, and the players with what they have read."""

    folder: Path
    now: datetime
    players: Mapping[Power, Correspondent]


def left_by(play: Callable[[LocalGame], LocalGame]) -> Left:
    """What a new judge leaves that was played at so; its folder lies there until the process ends."""
    folder = Path(mkdtemp(prefix="seated-"))
    atexit.register(shutil.rmtree, folder)
    table = start_local_game(folder, seed=lambda: Token("seedofthelots"))
    try:
        table = play(table)
        return Left(folder, table.clock.now(), table.players)
    finally:
        table.judge.stop()


def having_read(table: LocalGame, source: Left) -> None:
    """Have the players at a copy know what was read before it was made, and the judge nothing left to do."""
    for power, player in table.players.items():
        before = source.players[power]
        player.read, player._seen = [*before.read], {*before._seen}
    table.settle()


@cache
def _seated(settings: str, played_on: Callable[[LocalGame], object]) -> Left:
    """The game of those settings, played on so."""

    def play(table: LocalGame) -> LocalGame:
        open_and_join(table, settings)
        played_on(table)
        return table

    return left_by(play)


def agree(table: LocalGame, number: int = 1) -> None:
    """All players but the master, who plays, agree to what the master has proposed."""
    for address in dict.fromkeys(table.game.seats.values()):
        if address != table.game.master:
            player = next(one for one in table.players.values() if one.address == address)
            player.answer(f"VOTE PROPOSAL {number}")
    table.settle()
