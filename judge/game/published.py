"""A game as anybody may know it, whoever they are: what may be printed of it for strangers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import IntEnum
from itertools import pairwise, takewhile
from typing import Literal

from judge.game.apply import transitions
from judge.game.deadlines.deadline import Deadline, Disputed, Timekeeping
from judge.game.deadlines.messages import DeadlineMoved
from judge.game.figures import CentreHistory, Course
from judge.game.folded_log import OpenPages, valid_phases
from judge.game.mastery.messages import PositionCorrected
from judge.game.messages import Event, Transition
from judge.game.people.messages import AddressBook
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.press.messages import DiaryWritten, PressNews
from judge.game.press.rules import press_as_read
from judge.game.seats.messages import GameStarted
from judge.game.settings import NO_READER, WatchPermission
from judge.game.state import Game, Members
from judge.game.visibility import has_fog, is_told_later
from judge.rules.position import Position
from judge.rules.verdicts import Judgement
from judge.rules.war.scouts import Scouting


class Publicity(IntEnum):
    """How much strangers may know of a game."""

    NOTHING = 0  # not even that there is one
    PHASES = 1  # which phases have closed, and when the next one does
    CENTRES = 2  # and who holds what
    WHOLE = 3  # and every order, the press to everyone too


DisputeState = Literal["open", "stands", "changed"]
"""Whether a result that is disputed may yet be changed, stands, or has been changed by the master."""


@dataclass(frozen=True)
class PublicLetter:
    """Press to everyone as it is read, ``out`` at the moment when it reached its readers."""

    letter: PressNews
    out: datetime


@dataclass(frozen=True)
class PublishedGame:
    """A game without anything that only some may know; how much it holds is its ``publicity``.

    ``game`` has neither people nor orders of the open phase; of where it stands it has no more than ``closed``, the
    phases that count, oldest first, each with the position that counted after it: those that are ``corrected``, by
    their numbers, with another one than was judged. ``press`` is in the order in which it came out. ``disputes`` are
    those that held the game up, by the number of the last closed phase. ``diaries`` are public once a game is over.
    ``last_close`` is when a phase last closed, where the one before is told for that.
    """

    game: Game
    publicity: Publicity
    closed: tuple[PhaseClosed, ...] = ()
    press: tuple[PublicLetter, ...] = ()
    is_paused: bool = False
    disputes: Mapping[int, DisputeState] = field(default_factory=dict)
    corrected: frozenset[int] = frozenset()
    diaries: tuple[DiaryWritten, ...] = ()
    last_close: datetime | None = None

    @property
    def last_closed(self) -> datetime | None:
        """When a phase last closed, or the game ended."""
        closes = [self.closed[-1].at] if self.closed else []
        return max([*closes, *([self.game.ended.at] if self.game.ended else [])], default=None)

    def told_by(self, moment: datetime) -> datetime:
        """Up to when strangers had been told at a moment, while the game was under way."""
        delay = self.game.settings.press.delay
        if delay is not None:
            return moment - delay
        closes = [*dict.fromkeys(one.at for one in self.closed), *filter(None, [self.last_close])]
        told = [at for at, following in pairwise(closes) if at < following <= moment]
        return max(told, default=datetime.min.replace(tzinfo=UTC))


def publicity_of(game: Game) -> Publicity:
    """How much strangers may know of a game; all of it is known once it is over.

    A game that stands in no list is never told of, nor is practice. Where the master decides who watches, nobody else
    reads orders and press.
    """
    if game.settings.practice or game.settings.access.hidden or game.position is None:
        return Publicity.NOTHING
    if game.ended:
        return Publicity.WHOLE
    if has_fog(game) or game.board.war.scouts:
        return Publicity.PHASES
    return Publicity.WHOLE if game.settings.press.watching is WatchPermission.ANYONE else Publicity.CENTRES


def is_press_published(game: Game) -> bool:
    """Whether strangers may read the press to everyone: where whoever wants to may watch, and observers read it."""
    is_read = game.settings.press.observers_read or game.ended is not None
    return is_read and publicity_of(game) is Publicity.WHOLE


def _told_of(game: Game | None, events: Sequence[Event], now: datetime) -> tuple[Sequence[Event], datetime | None]:
    """The log of a ``game`` as far as strangers are told of it, and when they are told more, None where no moment is.

    What has happened since then changes nothing of it, but the settings, and that the game is over.
    """
    if game is None or not is_told_later(game):
        return events, None
    delay = game.settings.press.delay
    if delay is None:
        told_with = [at for at, event in enumerate(events, 1) if isinstance(event, GameStarted | PhaseClosed)]
        return events[: told_with[-2:][0]] if told_with else events, None
    told = [*takewhile(lambda event: event.at + delay <= now, events)]
    return told, events[len(told)].at + delay if len(told) < len(events) else None


def published_game(log: Sequence[Event], now: datetime) -> PublishedGame | None:
    """What strangers may know of a game by its log at a moment; None where that is nothing."""
    return published_so_far(log, now)[0]


def published_so_far(log: Sequence[Event], now: datetime) -> tuple[PublishedGame | None, datetime | None]:
    """The same, and when strangers may know more of it; None where no moment brings more."""
    steps = tuple(transitions(None, log))
    whole = steps[-1].after if steps else None
    events, more_at = _told_of(whole, log, now)
    then = steps[len(events) - 1].after if events else None
    game = replace(then, settings=whole.settings) if then and whole else None
    publicity = publicity_of(game) if game else Publicity.NOTHING
    if game is None or not publicity:
        return None, more_at
    judged = tuple(_known_close(event, publicity) for event in valid_phases(events))
    known = _without_secrets(game, publicity)
    closed = tuple(_as_it_counted(judged, known.position))
    published = PublishedGame(
        known,
        publicity,
        closed,
        tuple(public_letters(steps[: len(events)])) if is_press_published(game) else (),
        game.timekeeping.paused is not None,
        dispute_states(events),
        frozenset(one.number for one, was in zip(closed, judged, strict=True) if one is not was),
        tuple(event for event in events if isinstance(event, DiaryWritten)) if game.ended else (),
        _last_close(log) if is_told_later(game) and game.settings.press.delay is None else None,
    )
    return published, more_at


def _last_close(events: Sequence[Event]) -> datetime | None:
    return next((event.at for event in reversed(events) if isinstance(event, PhaseClosed)), None)


def dispute_states(events: Sequence[Event]) -> Mapping[int, DisputeState]:
    """The phases after which the game was held up for a dispute, each with what has come of it."""
    found: dict[int, DisputeState] = {}
    number = 0
    for event in events:
        match event:
            case DeadlineMoved(deadline=Deadline(steps=(*_, Disputed()))):
                found[number] = "open"
            case PositionCorrected() if number in found:
                found[number] = "changed"
            case PhaseClosed() | GameEnded() if found.get(number) == "open":
                found[number] = "stands"
        number = event.number if isinstance(event, PhaseClosed) else number
    return found


def _without_secrets(game: Game, publicity: Publicity) -> Game:
    """A game with what is public alone: every field is named here that is taken over, and no other one is."""
    return Game(
        name=game.name,
        settings=game.settings,
        seed="",
        address_book=AddressBook(),
        members=Members(NO_READER),
        joined=game.joined,
        position=_known_position(game.position, publicity) if game.position else None,
        deadline=_plain(game.deadline),
        timekeeping=Timekeeping(spent=game.timekeeping.spent),
        scouting=game.scouting if game.ended else Scouting(),
        phases_closed=game.phases_closed,
        ended=game.ended,
        still_years=game.still_years if publicity >= Publicity.CENTRES else 0,
        undone=game.undone,
        centre_history=game.centre_history if publicity >= Publicity.CENTRES else CentreHistory(),
        course=game.course if publicity is Publicity.WHOLE else Course(),
    )


def _plain(deadline: Deadline | None) -> Deadline | None:
    """A deadline without the reasons for it, which may be somebody's absence."""
    return Deadline(deadline.at, deadline.opened) if deadline else None


# --- what has closed


def _known_close(event: PhaseClosed, publicity: Publicity) -> PhaseClosed:
    """A closed phase as strangers may know it."""
    judgement = event.judgement
    if publicity is Publicity.WHOLE:
        return replace(event, deadline=_plain(event.deadline), awaited=(), salts={}, fingerprint=None)
    return PhaseClosed(
        number=event.number,
        before=_known_position(event.before, publicity),
        orders={},
        judgement=Judgement({}, _known_position(judgement.after, publicity), {}),
        silent=(),
        because=event.because,
        deadline=_plain(event.deadline),
        at=event.at,
    )


def _as_it_counted(closed: Sequence[PhaseClosed], now: Position | None) -> Iterator[PhaseClosed]:
    """The closed phases, each with the position that the next one began with, which a master may have corrected."""
    followed = [*(event.before for event in closed[1:]), now][: len(closed)]
    for event, position in zip(closed, followed, strict=True):
        after = event.judgement.after
        if position is None or _on_the_board(position) == _on_the_board(after):
            yield event
            continue
        counted = replace(after, units=position.units, owners=position.owners, dislodged=position.dislodged)
        gained = {at: power for at, power in counted.owners.items() if event.before.owners.get(at) != power}
        yield replace(event, judgement=replace(event.judgement, after=counted, gained=gained))


def _on_the_board(position: Position) -> tuple[object, ...]:
    return {at: (unit.power, unit.kind, unit.at) for at, unit in position.units.items()}, dict(position.owners)


def _known_position(position: Position, publicity: Publicity) -> Position:
    if publicity is Publicity.WHOLE:
        return position
    owners = position.owners if publicity is Publicity.CENTRES else {}
    return Position(position.phase, {}, owners, quarantined=frozenset())


# --- press


def public_letters(steps: Iterable[Transition[Event]]) -> Iterator[PublicLetter]:
    """The press to everyone in the order in which it came out, as it is read; ``steps`` are all of a game."""
    pages = OpenPages()
    for step in steps:
        letters = pages.press_with(step)[len(pages.press) :]
        yield from (PublicLetter(press_as_read(letter), step.event.at) for letter in letters)
        pages = pages.after(step)
