"""The reliability of players, counted from the log of each game they have played in."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import reduce

from judge.game.apply import apply, transitions
from judge.game.figures import Figures
from judge.game.league import Summary, are_told_alike, summary_of
from judge.game.mastery.messages import (
    ActAgreed,
    GameMoved,
    PositionCorrected,
    PositionTakenOver,
    RolledBack,
    SettingsChanged,
)
from judge.game.messages import Event, Transition
from judge.game.orders.messages import OrderGiven
from judge.game.phases.messages import CloseReason, GameEnded, HoldOpenReason, OrdersMissed, PhaseClosed, PhaseHeldOpen
from judge.game.press.messages import PressSent
from judge.game.press.rules import is_public_press, released_press
from judge.game.replacements.messages import LeavingReason, SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.messages import GameStarted, PowerJoined, StrategistJoined
from judge.game.settings import Reader
from judge.game.state import Game
from judge.game.war.messages import WarEvent
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


# --- the pages of the archive that events bring, and what a page still to come is made of


_WITH_PAGES = (
    GameStarted
    | PhaseClosed
    | GameEnded
    | PowerJoined
    | ActAgreed
    | PositionCorrected
    | RolledBack
    | SettingsChanged
    | PositionTakenOver
)


def adds_pages(events: Iterable[Event]) -> bool:
    """Whether events add a page to the archive."""
    return any(isinstance(event, _WITH_PAGES | WarEvent) for event in events)


@dataclass(frozen=True)
class OpenPages:
    """What has been since a phase last closed: the public press sent, the titles of pages, all of one number."""

    press: tuple[PressSent, ...] = ()
    titles: tuple[str, ...] = ()

    def press_with(self, step: Transition[Event]) -> tuple[PressSent, ...]:
        """The public press with what an event has sent, itself or because it is kept back no longer."""
        event = step.event
        out = (event,) if isinstance(event, PressSent) and not event.waits else ()
        freed = released_press(step.before, step.after) if step.before.press.held else ()
        return (*self.press, *filter(is_public_press, (*out, *freed)))

    def name_of(self, step: Transition[Event]) -> tuple[int, str] | None:
        """The number and the title of the page of an event, which no other page has; None where it has no page."""
        numbered = _number_and_title(step)
        if numbered is None:
            return None
        number, title = numbered
        named = re.compile(rf"{re.escape(title)}(-\d+)?")
        same = sum(bool(named.fullmatch(other)) for other in self.titles)
        return number, f"{title}-{same + 1}" if same else title

    def after(self, step: Transition[Event]) -> "OpenPages":
        """What there is after an event."""
        if isinstance(step.event, PhaseClosed):
            return OpenPages()
        name = self.name_of(step)
        after = OpenPages(self.press_with(step), (*self.titles, name[1]) if name else self.titles)
        return self if after == self else after


def _number_and_title(step: Transition[Event]) -> tuple[int, str] | None:
    """The number and the title of the page of an event, before titles are made different."""
    game, following = step.after, step.after.phases_closed + 1
    if game.settings.practice:
        return None
    match step.event:
        case GameStarted():
            return 0, "opening"
        case PhaseClosed(number, before):
            return number, str(before.phase)
        case PowerJoined():
            return following, f"{game.position.phase if game.position else ''}-joined"
        case ActAgreed(phase=phase):
            return following, f"{phase}-agreed"
        case PositionCorrected(position=position):
            return following, f"{position.phase}-corrected"
        case PositionTakenOver(position=position):
            return following, f"{position.phase}-taken"
        case _ if isinstance(step.event, WarEvent) and game.position:
            return following, f"{game.position.phase}-decided"
        case SettingsChanged() if game.position:
            return following, f"{game.position.phase}-settings"
        case RolledBack(phase=phase):
            return following, f"{phase}-undone"
        case GameEnded():
            return following, "end"
        case _:
            return None


# --- which closed phases still count, what was undone, how a phase began


def valid_phases(events: Sequence[Event]) -> tuple[PhaseClosed, ...]:
    """The closed phases of a log, oldest first, without those that the master has undone."""
    undone = {number for event in events if isinstance(event, RolledBack) for number in event.undone}
    return tuple(event for event in events if isinstance(event, PhaseClosed) and event.number not in undone)


def undone_events(events: Sequence[Event]) -> frozenset[int]:
    """The places in a log of the closes that were undone, and of the missed deadlines before them."""
    numbers = {number for event in events if isinstance(event, RolledBack) for number in event.undone}
    undone: set[int] = set()
    missed: set[int] = set()
    for place, event in enumerate(events):
        match event:
            case OrdersMissed():
                missed.add(place)
            case PhaseClosed(number=number) if number in numbers:
                undone |= {*missed, place}
                missed.clear()
            case PhaseClosed():
                missed.clear()
            case RolledBack():
                undone |= missed
                missed.clear()
            case _:
                pass
    return frozenset(undone)


def game_at_opening(events: Sequence[Event], closed: PhaseClosed) -> Game | None:
    """The game as it was when the phase that was ``closed`` later had just opened; None when no such phase closed."""
    game: Game | None = None
    opened: Game | None = None
    for event in events:
        if isinstance(event, PhaseClosed) and event.number == closed.number:
            return opened
        game = apply(game, event)
        if isinstance(event, GameStarted | PhaseClosed | RolledBack):
            opened = game
    return None


# --- the fold


@dataclass(frozen=True)
class FoldedLog:
    """The state after the first ``version`` events of a log.

    ``last_closed`` is when a phase last closed, ``pages`` what pages of the archive still to come are made of.
    """

    game: Game | None = None
    tally: ReliabilityTally = field(default_factory=ReliabilityTally)
    last_closed: datetime | None = None
    pages: OpenPages = field(default_factory=OpenPages)

    @property
    def version(self) -> int:
        """The number of events folded in."""
        return self.game.version if self.game else 0

    @property
    def summary(self) -> Summary | None:
        """The summary of the game; None before its first event."""
        return summary_of(self.game, self.tally.figures, self.last_closed) if self.game else None

    def is_told_like(self, later: "FoldedLog") -> bool:
        """Whether the summary of a later fold of the same log is the same, but for the version."""
        game = self.game is not None and later.game is not None and are_told_alike(self.game, later.game)
        return game and self.tally is later.tally and self.last_closed is later.last_closed


def fold_log(log: Sequence[Event]) -> FoldedLog:
    """The fold of a whole log. Pure."""
    return _with_events(FoldedLog(), log, undone_events(log))


def continue_fold(known: FoldedLog, more: Sequence[Event]) -> FoldedLog | None:
    """The fold of a log, given the fold of its beginning and the events behind it. Pure.

    None where these hold a rollback: it changes how earlier phases count, so the whole log must be folded again.
    """
    if any(isinstance(event, RolledBack) for event in more):
        return None
    return _with_events(known, more, frozenset())


def _with_events(known: FoldedLog, more: Iterable[Event], undone: frozenset[int]) -> FoldedLog:
    """``known`` with more events; ``undone`` are the places among them that count no longer."""
    game, tally, last_closed, pages = known.game, known.tally, known.last_closed, known.pages
    for place, step in enumerate(transitions(known.game, more)):
        if game:
            tally = tally.without_open_phase if place in undone else count_event(tally, game, step.event)
        game, pages = step.after, pages.after(step)
        last_closed = step.event.at if isinstance(step.event, PhaseClosed) else last_closed
    return FoldedLog(game, tally, last_closed, pages)
