"""Apply events to a game: the state after one event, the fold of a whole log, the trail of what happens in one go."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from functools import reduce
from hashlib import sha256
from typing import get_args

from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import DeadlineMoved, GamePaused, GameResumed, PhaseExtended
from judge.game.deadlines.rules import EFFECTS as DEADLINE_EFFECTS
from judge.game.mastery.messages import (
    ActAgreed,
    MasterChanged,
    PositionCorrected,
    PositionTakenOver,
    RolledBack,
    SettingsChanged,
)
from judge.game.mastery.rules import EFFECTS as MASTERY_EFFECTS
from judge.game.messages import Effects, Event, Notice, Transition, evolve, tag_of
from judge.game.orders.rules import EFFECTS as ORDER_EFFECTS
from judge.game.people.messages import MoveAskedNews, MoveConfirmedNews
from judge.game.people.rules import EFFECTS as PEOPLE_EFFECTS
from judge.game.phases.effects import EFFECTS as PHASE_EFFECTS
from judge.game.phases.messages import GameEnded, PhaseClosed, PhaseHeldOpen
from judge.game.practice.rules import EFFECTS as PRACTICE_EFFECTS
from judge.game.press.circle import EFFECTS as WATCH_EFFECTS
from judge.game.press.messages import PressNews, WatchersTold
from judge.game.press.rules import EFFECTS as PRESS_EFFECTS
from judge.game.press.rules import release_press, released_press_notices
from judge.game.replacements.effects import EFFECTS as REPLACEMENT_EFFECTS
from judge.game.replacements.messages import ReplacementSought, SearchEnded, SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.effects import EFFECTS as SEAT_EFFECTS
from judge.game.seats.effects import game_from_opening
from judge.game.seats.messages import GameOpened, GameStarted, PowerJoined
from judge.game.seats.strategists import EFFECTS as STRATEGIST_EFFECTS
from judge.game.settings import Settings
from judge.game.state import Game
from judge.game.visibility import is_non_playing_master, learns_later, through_fog
from judge.game.votes.messages import VotePassed
from judge.game.votes.rules import EFFECTS as VOTE_EFFECTS
from judge.game.war.messages import WarEvent
from judge.game.war.rules import EFFECTS as WAR_EFFECTS
from judge.rules.rulebook import UnitSight

EFFECTS: Effects = {
    **SEAT_EFFECTS,
    **ORDER_EFFECTS,
    **PRESS_EFFECTS,
    **PEOPLE_EFFECTS,
    **DEADLINE_EFFECTS,
    **VOTE_EFFECTS,
    **MASTERY_EFFECTS,
    **WAR_EFFECTS,
    **PHASE_EFFECTS,
    **REPLACEMENT_EFFECTS,
    **STRATEGIST_EFFECTS,
    **WATCH_EFFECTS,
    **PRACTICE_EFFECTS,
}
"""The effect of each kind of event, by its class."""


def fold_events(events: Iterable[Event]) -> Game | None:
    """The game that a sequence of events, oldest first, has made; None for no events."""
    return reduce(apply, events, None)


def apply_all(game: Game, events: Iterable[Event]) -> Game:
    """The game with the events applied in order."""
    return reduce(apply, events, game)


def apply(game: Game | None, event: Event) -> Game:
    """The game with one event applied.

    Nothing is checked, for the event has been decided. ValueError if the first event is not ``GameOpened``.
    """
    if game is None:
        if isinstance(event, GameOpened):
            return game_from_opening(event)
        message = "the first event of a game is its opening"
        raise ValueError(message)
    applied = EFFECTS[type(event)].apply(game, event)
    told = act_of(Transition(game, applied, event))
    acts = () if isinstance(event, PhaseClosed) else (*game.acts, *told) if told else game.acts
    return evolve(_with_participants_recorded(release_press(applied)), version=game.version + 1, acts=acts)


def _with_participants_recorded(game: Game) -> Game:
    """Record who has had a seat in a game under way, and which master has seen what players may not see."""
    if game.ended:
        return game
    members = game.members
    if game.position and not members.seated <= members.played:
        members = replace(members, played=members.played | members.seated)
    is_noted = members.master in members.saw_secrets
    if not is_noted and _shows_master_more(game) and is_non_playing_master(game, game.master):
        members = replace(members, saw_secrets=members.saw_secrets | {members.master})
    return game if members is game.members else evolve(game, members=members)


def _shows_master_more(game: Game) -> bool:
    """Whether a master without a seat sees something by now that players do not: hidden units, or who plays whom."""
    is_hidden = game.position is not None and game.book.sight is not UnitSight.ALL
    return is_hidden or (game.settings.access.anonymous and bool(game.members.seated))


# --- the trail of one go


def transitions(before: Game | None, events: Iterable[Event]) -> Iterator[Transition[Event]]:
    """Each event with the game before and after it; the game before its opening is the one after it."""
    game = before
    for event in events:
        was, game = game, apply(game, event)
        yield Transition(was or game, game, event)


@dataclass(frozen=True)
class Trail:
    """The events of one go, each with the game before and after it, folded once for all readers.

    ``before`` is the game before them, None of one that is opened, and ``steps`` what has happened since.
    """

    before: Game | None
    steps: tuple[Transition[Event], ...] = ()

    @property
    def game(self) -> Game | None:
        """The game as it stands."""
        return self.steps[-1].after if self.steps else self.before

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, oldest first."""
        return tuple(step.event for step in self.steps)

    def on(self, events: Iterable[Event]) -> "Trail":
        """With more events."""
        return replace(self, steps=(*self.steps, *transitions(self.game, events)))


# --- who is notified of what once events have happened; the one place where secrecy is decided


def notices_of(trail: Trail) -> tuple[Notice, ...]:
    """The notices of the events of a trail, in order. The fog of war hides nothing of a phase that ends the game."""
    told: list[Notice] = []
    events = trail.events
    for number, happened in enumerate(trail.steps, start=1):
        step = replace(happened, later=events[number:])
        news = (*EFFECTS[type(step.event)].notices(step), *released_press_notices(step.before, step.after))
        is_over = any(isinstance(one, GameEnded) for one in step.later)
        known = (notice if is_over else through_fog(step.before, step.after, notice) for notice in news)
        told += [notice for notice in known if notice and not _comes_later(step, notice)]
    return tuple(told)


def _comes_later(step: Transition[Event], notice: Notice) -> bool:
    """Whether news is for somebody who only watches, and would learn too early of a game what is told later."""
    game, news = step.after, notice.news
    if isinstance(step.event, WatchersTold) or notice.to not in game.observers or not learns_later(game, notice.to):
        return False
    return not isinstance(news, MoveAskedNews | MoveConfirmedNews) and not (
        isinstance(news, PressNews) and news.to.observers
    )


# --- what everybody is told of a game that is no order, a line for each act: hours moved, seats, votes passed, settings
#
# The fingerprint of the game is made of these lines, so that whoever holds a report can check them without any key.
# Each has what all may know, field by field, and nothing else: a power, never who plays it; hours to the minute:
# ``2026-01-19T20:00Z deadline-moved F1901M 2026-01-21T20:00Z``.


_ON_PAGES: Mapping[type, tuple[str, ...]] = {
    GameStarted: ("deadline",),
    PowerJoined: ("power", "seat"),
    ActAgreed: ("number", "act", "by_operator", "back_to_number"),
    PositionCorrected: ("corrections", "reason"),
    PositionTakenOver: ("deadline",),
    SettingsChanged: ("settings",),
    RolledBack: ("undone", "deadline"),
    **{
        kind: tuple(one.name for one in fields(kind) if one.name not in {"by", "at", "position", "phase"})
        for kind in get_args(WarEvent)
    },
}
"""Acts that have a page of their own in the record; what is told of each follows from it."""

TOLD: Mapping[type, tuple[str, ...]] = {
    **_ON_PAGES,
    PhaseExtended: ("phase", "deadline"),
    DeadlineMoved: ("phase", "deadline"),
    GamePaused: ("phase",),
    GameResumed: ("phase", "deadline"),
    PhaseHeldOpen: ("phase", "until"),
    SeatVacated: ("power",),
    ReplacementSought: ("power",),
    SearchEnded: ("power",),
    SeatTaken: ("power", "deadline"),
    SeatReturned: ("power", "deadline"),
    VotePassed: ("motion",),
    MasterChanged: (),
}
"""The fields of each act that everybody is told."""


def act_of(step: Transition[Event]) -> tuple[str, ...]:
    """The line of a public act in a game that has begun; none of any other event."""
    event = step.event
    names = TOLD.get(type(event))
    if names is None or step.after.position is None:
        return ()
    return (_line(event.at, type(event), " ".join(_told(step, name) for name in names)),)


def has_page(act: str) -> bool:
    """Whether the act of a line has a page of its own in the record."""
    return act.split(" ")[1:2] in _TAGS_ON_PAGES


def closing_line(event: PhaseClosed) -> str:
    """The line of a close: when, why, and the deadline that was set."""
    return _line(event.at, PhaseClosed, f"{_word(event.because)} {_word(event.deadline)}")


_WIDTH = 68
"""Characters of a line, so that no letter wraps it; longer words, which stand on pages of their own, go as a hash."""

_DIGITS = 28


def _line(at: datetime, kind: type, words: str) -> str:
    line = " ".join(filter(None, (_word(at), tag_of(kind), words)))
    digest = sha256(words.encode()).hexdigest()[:_DIGITS]
    return line if len(line) <= _WIDTH else f"{_word(at)} {tag_of(kind)} {digest}"[:_WIDTH]


_TAGS_ON_PAGES = [[tag_of(kind)] for kind in _ON_PAGES]


def _told(step: Transition[Event], name: str) -> str:
    value = getattr(step.event, name)
    if isinstance(value, Settings):
        return "; ".join(_differences(step.before.settings, value)) or "-"
    return _word(value)


def _differences(was: object, now: object, above: str = "") -> Iterator[str]:
    """What settings say otherwise than those before, so that settings of a later version change no line."""
    for one in fields(now) if is_dataclass(now) else ():
        before, after = getattr(was, one.name), getattr(now, one.name)
        if before == after or one.name == "board_text":
            continue
        if is_dataclass(after) and type(before) is type(after):
            yield from _differences(before, after, f"{above}{one.name}.")
        else:
            yield f"{above}{one.name} = {_word(after)}"


def _word(value: object) -> str:
    """A value in a line, its spaces single; a deadline without its reasons, which may be somebody's absence."""
    match value:
        case Deadline():
            return _word(value.at)
        case datetime():
            return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M}Z"
        case None | "":
            return "-"
        case Enum():
            return _word(value.value)
        case str():
            return " ".join(value.split())
        case AbstractSet():
            return " ".join(sorted(map(_word, value)))
        case Sequence():
            return " ".join(map(_word, value)) or "-"
        case _ if is_dataclass(value) and type(value).__str__ is object.__str__:
            told = (_word(getattr(value, one.name)) for one in fields(value))
            return f"({' '.join((tag_of(value.__class__), *told))})"
        case _:
            return str(value)
