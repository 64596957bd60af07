"""Decisions about what the master of a game asks for."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import assert_never

from judge.game.deadlines.move import next_deadline
from judge.game.mastery.commands import (
    AcceptGame,
    ChangeSettings,
    CloseNow,
    CorrectPosition,
    DeclineGame,
    MasteryCommand,
    OfferGame,
    Predict,
    RollBack,
    Terminate,
)
from judge.game.mastery.messages import (
    CloseForced,
    GameDeclined,
    GameOffered,
    MasterChanged,
    PositionCorrected,
    RolledBack,
    SettingsChanged,
)
from judge.game.mastery.permissions import Act, master_may_play, why_not
from judge.game.messages import Event
from judge.game.phases.close import close_by_force, waited_for
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending
from judge.game.phases.missing import Misses
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Settings, Token
from judge.game.sight import hides
from judge.game.state import Game
from judge.rules.corrections import correct
from judge.rules.position import Position

AN_OFFER_WAITS = timedelta(days=7)
"""How long somebody who is asked to be master may think it over."""

ALWAYS_FIXED = frozenset({"board"})
"""What nobody can change once a game is open, for seats and wishes hang on it."""

FIXED_ONCE_BEGUN = ALWAYS_FIXED | {"rulebook", "seating", "scoring", "access"}
"""What nobody can change once it has begun: the rules all have begun under, and what is over by then."""


def decide_mastery(game: Game, command: MasteryCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """Events of such a command, or why it is refused."""
    match command:
        case AcceptGame():
            return _accept(game, command, now)
        case DeclineGame(by, code):
            return (GameDeclined(by, now),) if _is_asked(game, by, code, now) else Refused(Refusal.NOT_A_PLAYER)
        case ChangeSettings():
            return why_not(game, command.by, Act.CHANGE_SETTINGS) or _settings(game, command, now)
        case CloseNow():
            return why_not(game, command.by, Act.FORCE_CLOSE) or _close(game, command, now)
        case RollBack():
            return why_not(game, command.by, Act.ROLL_BACK) or _roll_back(game, command, now)
        case CorrectPosition():
            return why_not(game, command.by, Act.CORRECT) or _correct(game, command, now)
        case OfferGame():
            return why_not(game, command.by, Act.HAND_OVER) or _offer(game, command, now)
        case Terminate(by, reason):
            ended = game_ended(game, game.position, Ending.TERMINATED, (), now, reason)
            return why_not(game, by, Act.TERMINATE) or (ended,)
        case Predict(by):
            return why_not(game, by, Act.PREDICT) or Refused(Refusal.ORDERS_ARE_SEALED)
        case _:
            assert_never(command)


def _settings(game: Game, command: ChangeSettings, now: datetime) -> tuple[Event, ...] | Refused:
    fixed = FIXED_ONCE_BEGUN if game.position else ALWAYS_FIXED
    names = [one.name for one in fields(Settings)]
    differ = {name for name in names if getattr(command.settings, name) != getattr(game.settings, name)}
    if differ & fixed:
        return Refused(Refusal.SETTING_FIXED)
    if not differ:
        return Refused(Refusal.SETTING_THE_SAME)
    if refused := _shows_who_joined(game, command.settings) or _breaks_a_promise(game, command.settings):
        return refused
    return (SettingsChanged(command.by, command.settings, now),)


def _shows_who_joined(game: Game, settings: Settings) -> Refused | None:
    """Nobody becomes one who sees all by a setting and plays on; names that were open to some are hidden from none."""
    if game.master in game.seated and master_may_play(game.settings) and not master_may_play(settings):
        return Refused(Refusal.MASTER_HAS_SEAT)
    becomes_anonymous = settings.access.anonymous and not game.settings.access.anonymous
    return Refused(Refusal.NAMES_ARE_OPEN) if becomes_anonymous and game.seated - {game.master} else None


def _breaks_a_promise(game: Game, settings: Settings) -> Refused | None:
    """Who has written, who holds a close, who is away: what players did while it was secret stays so."""
    told, wanted = game.settings.timing, settings.timing
    tells_more = wanted.tell_waited > told.tell_waited or wanted.tell_absences > told.tell_absences
    return Refused(Refusal.STAYS_HIDDEN) if game.position and tells_more else None


def _close(game: Game, command: CloseNow, now: datetime) -> tuple[Event, ...] | Refused:
    """A master who plays, or may yet again, must not close over the others' heads.

    In fog nobody tells them whether all have written.
    """
    position = game.open_position
    assert position is not None
    if command.phase not in {None, position.phase}:
        return Refused(Refusal.OTHER_PHASE, phase=command.phase)
    if game.pace.paused:
        return Refused(Refusal.PAUSED, at=game.pace.paused)
    due = game.survivors if hides(game) else waited_for(game)
    others = [power for power in due if game.players_of(power) and command.by not in game.players_of(power)]
    may_come_back = any(one.may_return(command.by) for one in game.vacancies.values())
    if others and (command.by in game.players or may_come_back):
        return Refused(Refusal.MASTER_PLAYS)
    return (CloseForced(command.by, position.phase, now), *close_by_force(game, now))


def _roll_back(game: Game, command: RollBack, now: datetime) -> tuple[Event, ...] | Refused:
    to = command.to
    if to.number in game.undone:
        return Refused(Refusal.NOT_CLOSED, phase=to.before.phase)
    return (
        RolledBack(
            by=command.by,
            phase=to.before.phase,
            position=to.before,
            orders=to.orders if command.keep else {},
            undone=command.undone,
            misses=_misses_then(game, command.was),
            still_years=command.was.still_years,
            deadline=next_deadline(replace(game, deadline=None), to.before, now),
            at=now,
            scouting=command.was.scouting,
        ),
    )


def _misses_then(game: Game, was: Game) -> Mapping[Address, Misses]:
    """The deadlines missed before, by the addresses of today: readers keep their numbers."""
    today = {number: address for address, number in game.readers.items()}
    return {today[was.readers[player]]: misses for player, misses in was.misses.items()}


def _correct(game: Game, command: CorrectPosition, now: datetime) -> tuple[Event, ...] | Refused:
    assert game.position is not None
    if not command.reason.strip():
        return Refused(Refusal.REASON_WANTED)
    corrected = correct(game.board, game.position, command.corrections)
    if not isinstance(corrected, Position):
        return Refused(Refusal.UNCORRECTABLE)
    return (PositionCorrected(command.by, command.corrections, corrected, command.reason.strip(), now),)


def _offer(game: Game, command: OfferGame, now: datetime) -> tuple[Event, ...] | Refused:
    if command.to == game.master:
        return Refused(Refusal.MASTER_ALREADY)
    return (GameOffered(command.by, command.to, command.code, now),)


def _accept(game: Game, command: AcceptGame, now: datetime) -> tuple[Event, ...] | Refused:
    """Only the address that was asked can say yes, with the code that went there, while the offer is fresh."""
    if not _is_asked(game, command.by.address, command.code, now):
        return Refused(Refusal.NOT_A_PLAYER)
    return (MasterChanged(command.by, game.master, now),)


def _is_asked(game: Game, by: Address, code: Token, now: datetime) -> bool:
    offered = game.offered
    if offered is None or (offered.to, offered.code, offered.by) != (by, code, game.master):
        return False
    return now <= offered.at + AN_OFFER_WAITS
