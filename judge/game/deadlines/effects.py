"""Effects of the events of deadlines: how each changes the game, and who is told."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from judge.game.deadlines.absences import absences_before
from judge.game.deadlines.deadline import Absence, ClockSet, Deadline, OutageOver
from judge.game.deadlines.messages import (
    AbsenceCancelled,
    AbsenceNews,
    AbsenceTold,
    CloseHeld,
    CloseReleased,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    PhaseExtended,
    PhaseExtendedNews,
    ReminderSent,
    ReminderSentNews,
    ScheduleNews,
)
from judge.game.effect import Effects, Transition, effect, evolve, no_notices
from judge.game.mastery.permissions import is_non_playing_master
from judge.game.messages import Notice
from judge.game.settings import Address
from judge.game.state import Game


def _reminded(game: Game, event: ReminderSent) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, reminded=event.hour or event.at))


def _tell_reminded(step: Transition[ReminderSent]) -> Iterator[Notice]:
    game, to = step.after, step.event.to
    for reader in dict.fromkeys(player for power in to for player in game.players_of(power)):
        yield Notice(reader, ReminderSentNews(tuple(power for power in to if power in game.powers_of(reader))))


# --- the time of the open phase: hours of reminders that have passed are past, wherever the deadline goes; with it
#     goes any grace


def _moved(game: Game, event: PhaseExtended | DeadlineMoved) -> Game:
    timekeeping = replace(
        game.timekeeping, reminded=event.at, made_up=_made_up(event.deadline) or game.timekeeping.made_up
    )
    return evolve(game, deadline=event.deadline, timekeeping=timekeeping, held_open=None)


def _made_up(deadline: Deadline) -> datetime | None:
    return next((step.until for step in deadline.steps[-1:] if isinstance(step, OutageOver | ClockSet)), None)


def _tell_extended(step: Transition[PhaseExtended]) -> Iterator[Notice]:
    yield from (Notice(reader, PhaseExtendedNews(step.event)) for reader in step.after.audience)


def _paused(game: Game, event: GamePaused) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, paused=event.at))


def _resumed(game: Game, event: GameResumed) -> Game:
    timekeeping = replace(game.timekeeping, paused=None, reminded=event.at)
    return evolve(game, deadline=event.deadline, timekeeping=timekeeping, held_open=None)


def _tell_time_changed(step: Transition[DeadlineMoved | GamePaused | GameResumed]) -> Iterator[Notice]:
    if deadline := step.before.deadline:
        yield from (Notice(reader, ScheduleNews(step.event, deadline)) for reader in step.after.audience)


# --- absences: everyone hears of them, or a master who does not play; by the power, for names are another matter


def _absent(game: Game, event: AbsenceTold) -> Game:
    return _with_absences(game, event.address, (*game.absences_of(event.address), Absence(event.first, event.last)))


def _tell_absent(step: Transition[AbsenceTold]) -> Iterator[Notice]:
    return _absence_news(step.after, step.event.address, step.event.first, step.event.last)


def _present(game: Game, event: AbsenceCancelled) -> Game:
    return _with_absences(game, event.address, absences_before(game.absences_of(event.address), event.since))


def _tell_present(step: Transition[AbsenceCancelled]) -> Iterator[Notice]:
    return _absence_news(step.after, step.event.address, step.event.since, None)


def _with_absences(game: Game, address: Address, absences: tuple[Absence, ...]) -> Game:
    return evolve(
        game,
        timekeeping=replace(game.timekeeping, absences={**game.timekeeping.absences, game.readers[address]: absences}),
    )


def _absence_news(game: Game, address: Address, first: date, last: date | None) -> Iterator[Notice]:
    powers = game.powers_of(address)
    everyone = game.settings.timing.tell_absences
    for reader in game.audience:
        may_know = everyone or is_non_playing_master(game, reader)
        if powers and may_know and reader != address:
            yield Notice(reader, AbsenceNews(powers, first, last))


# --- what holds an early close


def _held(game: Game, event: CloseHeld) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, waits=game.timekeeping.waits | {event.power}))


def _released(game: Game, event: CloseReleased) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, waits=game.timekeeping.waits - {event.power}))


EFFECTS: Effects = dict(
    (
        effect(ReminderSent, _reminded, _tell_reminded),
        effect(PhaseExtended, _moved, _tell_extended),
        effect(DeadlineMoved, _moved, _tell_time_changed),
        effect(GamePaused, _paused, _tell_time_changed),
        effect(GameResumed, _resumed, _tell_time_changed),
        effect(AbsenceTold, _absent, _tell_absent),
        effect(AbsenceCancelled, _present, _tell_present),
        effect(CloseHeld, _held, no_notices),  # where it is public, STATUS and reminders show it
        effect(CloseReleased, _released, no_notices),
    )
)
