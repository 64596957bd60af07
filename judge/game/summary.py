"""A game in short: what lists, records, tournaments and the gazette tell of it, and who has to do with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.phases.messages import GameEnded
from judge.game.reliability import Figures
from judge.game.settings import Address, GameName, Language, Settings, board_of, book_of
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.position import Phase
from judge.rules.rulebook import RuleBook


@dataclass(frozen=True)
class Summary:
    """What is told of a game where many are told of; nothing is decided on it.

    Its fields are those of ``Game`` that bear their names. ``languages`` are what everyone who ever had to do with the
    game reads; ``phase`` is the open one, or that in which the game ended, None before the start; ``due`` its deadline;
    ``waiting`` counts the stand-bys. ``seats`` are the powers of each player, in board order. ``last_closed`` is when a
    phase last closed, ``figures`` how far everyone who has had a seat could be relied upon.
    """

    name: GameName
    settings: Settings
    version: int
    languages: Mapping[Address, Language]
    audience: tuple[Address, ...]
    phase: Phase | None
    due: datetime | None
    is_paused: bool
    waiting: int
    free_seats: int
    sought: tuple[Power, ...]
    sought_seats: tuple[Power, ...]
    sides: tuple[tuple[Power, ...], ...]
    seats: Mapping[Address, tuple[Power, ...]]
    ended: GameEnded | None
    last_closed: datetime | None
    figures: Mapping[Address, Figures] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """The board the game is played on, with all its regions."""
        board = board_of(self.settings)
        return board.in_year(self.phase.year) if self.phase else board

    @property
    def book(self) -> RuleBook:
        """The rule book the game was opened under, with what its board chooses otherwise."""
        return book_of(self.settings)


def summary_of(
    game: Game, figures: Mapping[Address, Figures] | None = None, last_closed: datetime | None = None
) -> Summary:
    """A game in short, with what its log alone can tell."""
    return Summary(
        name=game.name,
        settings=game.settings,
        version=game.version,
        languages={address: person.language for address, person in game.people.items()},
        audience=game.audience,
        phase=game.position.phase if game.position else None,
        due=game.deadline.at if game.deadline else None,
        is_paused=game.pace.paused is not None,
        waiting=len(game.standbys),
        free_seats=game.free_seats,
        sought=game.sought,
        sought_seats=game.sought_seats,
        sides=game.sides,
        seats={player: game.powers_of(player) for player in dict.fromkeys(player for _, player in game.all_seated)},
        ended=game.ended,
        last_closed=last_closed,
        figures=figures or {},
    )
