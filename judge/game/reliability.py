"""The reliability of players, counted from the log of each game they have played in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import reduce

from judge.game.figures import Figures
from judge.game.messages import Event
from judge.game.moving.messages import GameMoved
from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import CloseReason, HoldOpenReason, OrdersMissed, PhaseClosed, PhaseHeldOpen
from judge.game.replacements.messages import LeavingReason, SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.messages import GameStarted
from judge.game.settings import Reader
from judge.game.state import Game
from judge.game.strategists.messages import StrategistJoined
from judge.rules.board import Power
from judge.rules.position import Phase, PhaseKind


@dataclass(frozen=True)
class ReliabilityTally:
    """The figures of everyone who has had a seat in one game, counted up to some event.

    Retreats and adjustments never count. ``since`` is the
    deadline after which the open phase gives grace, ``awaited`` the powers it waits for in it, ``late`` when each of
    those last gave an order; ``missed`` are the deadlines counted as missed in the open phase.
    """

    figures: Mapping[Reader, Figures] = field(default_factory=dict)
    since: datetime | None = None
    awaited: tuple[Power, ...] = ()
    late: Mapping[Power, datetime] | None = None
    missed: tuple[tuple[Reader, Phase], ...] = ()

    @property
    def without_open_phase(self) -> "ReliabilityTally":
        """The tally without what it holds of the open phase."""
        return replace(self, since=None, awaited=(), late=None, missed=())

    def join(self, player: Reader) -> "ReliabilityTally":
        """The tally with one game counted for a player, once."""
        return self if player in self.figures else self.add(player, games=1)

    def add(self, player: Reader, **more: int) -> "ReliabilityTally":
        """The tally with figures of one player raised."""
        return replace(self, figures={**self.figures, player: self.figures.get(player, Figures()).plus(**more)})


def count_event(tally: ReliabilityTally, game: Game, event: Event) -> ReliabilityTally:
    """The tally after one more event; ``game`` is the game just before that event. Pure.

    Practice counts for nothing.
    """
    if game.settings.practice:
        return tally
    match event:
        case GameStarted(seats=seats):
            return replace(tally, figures={game.readers[player]: Figures(games=1) for player in seats.values()})
        case GameMoved(figures=figures) if figures:
            return ReliabilityTally({game.readers[player]: one for player, one in figures.items()})
        case PhaseHeldOpen(powers=powers, why=HoldOpenReason.GRACE) if game.deadline:
            return replace(tally, since=game.deadline.at, awaited=powers, late={})
        case OrderGiven(power=power, at=at) if tally.since and power in tally.awaited:
            return replace(tally, late={**(tally.late or {}), power: at})
        case OrdersMissed(powers=powers, phase=phase):
            return _missed(tally, game, powers, phase)
        case SeatVacated(power=power):
            return reduce(lambda so_far, player: so_far.add(player, given_up=1), game.readers_of(power), tally)
        case StrategistJoined(player=player):
            return tally.join(game.readers[player])
        case SeatTaken():
            return _taken(tally, game, event)
        case SeatReturned(player=player, displaced=displaced):
            back = tally.add(game.readers[player], given_up=-1)
            return back.add(game.readers[displaced], taken_over=-1) if displaced else back
        case PhaseClosed():
            return _closed(tally, game, event)
        case _:
            return tally


def _missed(tally: ReliabilityTally, game: Game, powers: Sequence[Power], phase: Phase) -> ReliabilityTally:
    """Count a missed deadline for every player of the seats."""
    for player in dict.fromkeys(player for power in powers for player in game.readers_of(power)):
        tally = replace(tally.add(player, missed=1), missed=(*tally.missed, (player, phase)))
    return tally


def _taken(tally: ReliabilityTally, game: Game, event: SeatTaken) -> ReliabilityTally:
    """Count a seat taken over; its former player has given it up only where the master ejected them."""
    player = game.address_book.with_person(event.player).numbers[event.player.address]
    was_ejected = event.power in game.seats and game.vacancies[event.power].why is LeavingReason.EJECTED
    tally = tally.add(game.readers[event.left], given_up=1) if was_ejected else tally
    return tally.join(player).add(player, taken_over=1)


def _closed(tally: ReliabilityTally, game: Game, event: PhaseClosed) -> ReliabilityTally:
    """Count a closed movement phase, once for each player who had units to order.

    In older logs the silent powers tell who missed the deadline.
    """
    phase = event.before.phase
    seated = tuple(_seated(game, event)) if phase.kind is PhaseKind.MOVEMENT else ()
    for player in dict.fromkeys(player for _, player in seated):
        powers = [power for power, one in seated if one == player]
        late = [at for power, at in (tally.late or {}).items() if power in powers]
        is_silent = all(power in event.silent for power in powers)
        is_excused = event.because is CloseReason.FORCED or _have_just_come(game, powers, phase)
        if (player, phase) in tally.missed or (is_silent and is_excused):
            continue
        if is_silent:
            tally = tally.add(player, missed=1)
        elif late and tally.since:
            tally = _late(tally, player, max(late) - tally.since)
        else:
            tally = tally.add(player, on_time=1)
    return tally.without_open_phase


def _seated(game: Game, event: PhaseClosed) -> Iterator[tuple[Power, Reader]]:
    """Every power with units in a phase that has a player."""
    owed = {unit.power for unit in event.before.units.values()}
    return ((power, player) for power in game.members.seats if power in owed for player in game.readers_of(power))


def _have_just_come(game: Game, powers: Sequence[Power], phase: Phase) -> bool:
    """Whether a player took these seats in the phase itself, and had only what was left of it."""
    return all(power in game.vacancies and game.vacancies[power].taken_in_phase == phase for power in powers)


def _late(tally: ReliabilityTally, player: Reader, by: timedelta) -> ReliabilityTally:
    figures = tally.figures[player]
    return replace(
        tally, figures={**tally.figures, player: replace(figures.plus(late=1), lateness=figures.lateness + by)}
    )
