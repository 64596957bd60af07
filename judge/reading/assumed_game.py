"""Reads one line of JSON as a letter and the position its writer is assumed to play in."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from judge.positions_json import (
    JsonFaultError,
    JsonObject,
    board_in_json,
    fault_inside,
    notation_in_json,
    read_position,
    read_power,
    rulebook_in_json,
    rulebook_name_in,
)
from judge.rules.board import Power

WRITER = Address("writer@example.org")
OTHERS = Address("others@example.org")
ARRIVAL = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
"""When the letter is assumed to arrive; its own Date is ignored."""

_NAME = GameName("position")


@dataclass(frozen=True)
class AssumedGame:
    """The file of a letter, and the game in which its writer plays ``power``."""

    file: Path
    power: Power
    game: Game

    @property
    def writer(self) -> Person:
        """The person who plays the power."""
        return self.game.people[WRITER]


def assumed_game(table: JsonObject) -> AssumedGame:
    """Return the letter and game of an object with ``file``, ``power`` and a position.

    JsonFaultError with one sentence.
    """
    file = table.get("file")
    if not isinstance(file, str) or not file or "\0" in file:
        raise JsonFaultError("file must be the name of a letter's file.")
    board = board_in_json(table)
    with fault_inside("power"):
        power = read_power(table.get("power"), board)
    rulebook, notation = rulebook_name_in(table, board), notation_in_json(table)
    position = read_position(table, board, rulebook_in_json(rulebook, board))
    settings = Settings(rulebook=rulebook, board=board.name)
    game = Game(
        name=_NAME,
        settings=settings,
        master=OTHERS,
        seed="",
        people={
            WRITER: Person(WRITER, Token("writer"), "en", notation.name),
            OTHERS: Person(OTHERS, Token("others")),
        },
        seats={each: WRITER if each == power else OTHERS for each in board.powers},
        position=position,
        deadline=Deadline(ARRIVAL + timedelta(days=1), ARRIVAL),
    )
    return AssumedGame(Path(file), power, game)
