"""The summary of a game: what lists, records, tournaments and the gazette tell of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import IntEnum
from typing import Generic, TypeVar

from judge.game.figures import Figures
from judge.game.names import Stage
from judge.game.phases.messages import GameEnded
from judge.game.settings import (
    Address,
    Entry,
    GameName,
    Language,
    Reader,
    Settings,
    board_of_settings,
    rulebook_of_settings,
)
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.position import Phase
from judge.rules.rulebook import RuleBook

# --- the summary of a game: the facts that lists, records, tournaments and the gazette tell of it


@dataclass(frozen=True)
class Summary:
    """The facts of a game for lists of many games; no decision depends on it.

    Fields that bear the name of a field of ``Game`` mean the same. ``languages`` are those of everyone who ever had to
    do with the game; ``phase`` is the open one, or the one in which the game ended, None before the start; ``due`` is
    its deadline; ``waiting`` counts the stand-bys. ``seats`` are the powers of each player, in board order.
    ``master_plays`` are the powers of a master who has a seat, none before the start, nor in an anonymous game; None
    where they have none. ``last_closed`` is when a phase last closed, ``figures`` the reliability of everyone who has
    had a seat.
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
    master_plays: tuple[Power, ...] | None = None
    figures: Mapping[Address, Figures] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """The board the game is played on, with all its regions."""
        board = board_of_settings(self.settings)
        return board.in_year(self.phase.year) if self.phase else board

    @property
    def book(self) -> RuleBook:
        """The rule book the game was opened under, with what its board chooses otherwise."""
        return rulebook_of_settings(self.settings)


_UNTOLD = frozenset(
    {
        *("orders", "order_sets", "errands", "scouting", "advance", "wished", "left_open"),
        *("press", "ballots", "acts", "version"),
    }
)
"""The fields of a game that make no difference to its summary, but for the version."""

_TOLD = tuple(field.name for field in fields(Game) if field.name not in _UNTOLD)


def are_told_alike(game: Game, later: Game) -> bool:
    """Whether two states of a game have the same summary, but for the version: what it tells of is the same object."""
    return all(getattr(game, name) is getattr(later, name) for name in _TOLD)


def master_plays(game: Game) -> tuple[Power, ...] | None:
    """The powers of a master who has a seat, as everybody may know it; None where they have none, and in practice."""
    master = game.members.master
    powers = tuple(power for power in game.board.powers if master in game.readers_of(power))
    has_seat = bool(powers) if game.position else master in game.members.seated
    if game.settings.practice or not has_seat:
        return None
    return () if game.settings.access.anonymous else powers


def summary_of(
    game: Game, figures: Mapping[Reader, Figures] | None = None, last_closed: datetime | None = None
) -> Summary:
    """The summary of a game; ``figures`` and ``last_closed`` are counted from its log."""
    return Summary(
        name=game.name,
        settings=game.settings,
        version=game.version,
        languages={address: person.language for address, person in game.people.items()},
        audience=game.audience,
        phase=game.position.phase if game.position else None,
        due=game.deadline.at if game.deadline else None,
        is_paused=game.timekeeping.paused is not None,
        waiting=len(game.standbys),
        free_seats=game.free_seats,
        sought=game.sought,
        sought_seats=game.sought_seats,
        sides=game.sides,
        seats={
            player: game.powers_of(player) for player in dict.fromkeys(player for _, player in game.power_player_pairs)
        },
        ended=game.ended,
        last_closed=last_closed,
        master_plays=master_plays(game),
        figures=game.by_address(figures or {}),
    )


# --- of many games the few that are told of at once: which of them come first, and how many more there are


T = TypeVar("T")


class Need(IntEnum):
    """How much a game needs people; a list begins with the least number. The values are stored."""

    ANYBODY = 0
    NAMED = 1
    STANDBYS = 2
    NOBODY = 3


def stage_of(game: Summary) -> Stage:
    """Where a game stands."""
    if game.settings.practice:
        return Stage.PRACTICE
    if game.ended:
        return Stage.OVER
    return Stage.RUNNING if game.phase else Stage.OPENING


def need_of(game: Summary) -> Need:
    """Whom a game needs: players whose seats are free or empty, or stand-bys, where none waits."""
    is_for_anybody = game.settings.access.entry is not Entry.NAMED
    if game.free_seats or game.sought:
        return Need.ANYBODY if is_for_anybody else Need.NAMED
    return Need.STANDBYS if is_for_anybody and not game.waiting and not game.ended else Need.NOBODY


@dataclass(frozen=True)
class Excerpt(Generic[T]):
    """Some of many, and how many ``more`` there are."""

    shown: Sequence[T] = ()
    more: int = 0


@dataclass(frozen=True)
class ListedGames:
    """A page of the list of all games, each part in the order of opening; ``page`` is 1 for the first."""

    openings: Excerpt[Summary] = field(default_factory=Excerpt)
    running: Excerpt[Summary] = field(default_factory=Excerpt)
    over: Excerpt[GameName] = field(default_factory=Excerpt)
    page: int = 1

    @property
    def next_page(self) -> int:
        """The number of the next page; 0 for none."""
        return self.page + 1 if self.openings.more or self.running.more or self.over.more else 0
