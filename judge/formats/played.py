"""A game as it is exported: its settings, the phases that have closed, how it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.game.phases.messages import PhaseClosed
from judge.game.state import Game
from judge.rules.board import Board, Location, Power, Terrain, Unit
from judge.rules.position import PhaseKind, Position, Season


@dataclass(frozen=True)
class PlayedGame:
    """A game that has begun, as its reader may know it; ``closed`` are its closed phases, oldest first.

    ``position`` is the one it stands at.
    """

    game: Game
    closed: Sequence[PhaseClosed]
    position: Position

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.ended is not None

    @property
    def powers(self) -> Sequence[Power]:
        """The powers of the board, those that joined among them."""
        return tuple(self.game.board.powers)

    @property
    def opening(self) -> Position:
        """The position before the first phase that closed."""
        return self.closed[0].before if self.closed else self.position

    def board_at(self, position: Position) -> Board:
        """The board as it is at a position."""
        return self.game.board_at(position)


SEASONS = {Season.SPRING: "Spring", Season.FALL: "Fall", Season.WINTER: "Winter"}
"""The seasons as English programs name them."""

PHASE_KINDS = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}


def english_power(power: Power, board: Board) -> str:
    """The English name of a power."""
    return board.powers[power]["en"]


def short_place(place: Location, board: Board) -> str:
    """The code of a region as the hobby prints it, seas in capitals: ``Par``, ``NTH``; without its coast."""
    is_sea = board.terrain(place.province) is Terrain.SEA
    return place.province if is_sea else place.province.capitalize()


def unit_word(unit: Unit) -> str:
    """What a unit is called in English: ``Army``, ``Fleet``."""
    return unit.kind.name.capitalize()
