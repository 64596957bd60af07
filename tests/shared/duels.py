"""A reader who plays several games of two at one judge, all against the same correspondent; begun once, then copied."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from judge.game.settings import Token
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, start_local_game
from tests.shared.seated import Left, having_read, left_by
from tests.stories.conversations import address_in, with_guests

PEOPLE = READER, OTHER, OBSERVER, ELSEWHERE = (Power("LENA"), Power("OSKAR"), Power("OLGA"), Power("LOLA"))


@contextmanager
def played_duels(folder: Path, games: Sequence[str], language: str = "en") -> Iterator[LocalGame]:
    """A judge at which Lena plays Upland against Oskar in games of these names; both have read their mail."""
    source = _begun(tuple(games), language)
    shutil.copytree(source.folder, folder, dirs_exist_ok=True)
    table = _with_people(start_local_game(folder, seed=lambda: Token("seedofthelots"), now=source.now))
    having_read(table, source)
    yield table
    if not table.judge._worker._stopping.is_set():
        table.judge.stop()


@cache
def _begun(games: tuple[str, ...], language: str) -> Left:
    """The games of these names, begun by letters in that language."""

    def play(table: LocalGame) -> LocalGame:
        table = _with_people(table)
        for game in games:
            enter(table, table.players[READER], _OPENING[language].format(game))
            enter(table, table.players[OTHER], f"JOIN {game}")
        return table

    return left_by(play)


def _with_people(table: LocalGame) -> LocalGame:
    return with_guests(table, map(str.lower, PEOPLE))


_OPENING = {
    "en": "OPEN {0} BOARD duel RULES 2023\nJOIN {0} UPLAND",
    "fr": "OUVRIR {0} CARTE duel RÈGLES 2023\nJOUER {0} UPLAND",
}


def enter(table: LocalGame, who: Correspondent, lines: str) -> None:
    """Somebody writes to the judge's bare address, and confirms it."""
    who.write("judge@localhost", lines)
    table.settle()
    who.answer("Yes")
    table.settle()


def write_in(table: LocalGame, who: Correspondent, game: str, text: str) -> None:
    """Somebody writes to their own address in a game."""
    who.write(address_in(who, game), text)
    table.settle()
