"""Reads one line of JSON as a letter and the position its writer is taken to play in."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.game.deadlines.deadline import Deadline
from judge.game.person import Person
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from judge.positions import FaultError, Table, board_of, book_of, inside, notation_of, position_of, power_of, rules_of
from judge.rules.board import Power

WRITER = Address("writer@example.org")
OTHERS = Address("others@example.org")
NOW = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
"""When the letter is taken to have come; what its own Date says is left out of account."""

_NAME = GameName("position")


@dataclass(frozen=True)
class Scene:
    """A letter's file, and the game in which ``power`` is played by its writer."""

    file: Path
    power: Power
    game: Game

    @property
    def writer(self) -> Person:
        """The person who plays the power."""
        return self.game.people[WRITER]


def scene_of(table: Table) -> Scene:
    """The scene of a table with ``file``, ``power`` and a position; FaultError says in one sentence what is wrong."""
    file = table.get("file")
    if not isinstance(file, str) or not file or "\0" in file:
        raise FaultError("file must be the name of a letter's file.")
    board = board_of(table)
    with inside("power"):
        power = power_of(table.get("power"), board)
    rulebook, notation = rules_of(table, board), notation_of(table)
    position = position_of(table, board, book_of(rulebook, board))
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
        deadline=Deadline(NOW + timedelta(days=1), NOW),
    )
    return Scene(Path(file), power, game)
