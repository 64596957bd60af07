"""Decisions about what the master of a game asks for."""

from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import assert_never

from judge.game.deadlines.rules import next_deadline
from judge.game.mastery.messages import (
    AcceptGame,
    ChangeSettings,
    CloseForced,
    ConfirmProposal,
    CorrectPosition,
    DeclineGame,
    ForceClose,
    GameDeclined,
    GameOffered,
    MasterAct,
    MasterChanged,
    MasteryCommand,
    OfferGame,
    PositionCorrected,
    Predict,
    RollBack,
    RolledBack,
    SettingsChanged,
    Terminate,
)
from judge.game.mastery.rules import agreement, has_interest
from judge.game.messages import Event
from judge.game.phases.close import close_by_force
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Settings, Token
from judge.game.state import Game
from judge.game.visibility import master_may_play, why_not_permitted
from judge.rules.corrections import apply_corrections
from judge.rules.position import Position

MASTER_OFFER_LIFETIME = timedelta(days=7)
"""How long an offer to become master can be accepted."""

FIXED_SETTINGS = frozenset({"board"})
"""Settings that cannot change once a game is open: seats and wishes depend on them."""

SETTINGS_FIXED_ONCE_BEGUN = FIXED_SETTINGS | {"rulebook", "seating", "scoring", "access"}
"""Settings that cannot change once a game has begun: its rules, and what no longer matters by then."""


def decide_mastery(game: Game, command: MasteryCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command of the master, or why it is refused."""
    match command:
        case AcceptGame():
            return _accept(game, command, now)
        case DeclineGame(by, code):
            return (GameDeclined(by, now),) if _is_asked(game, by, code, now) else Refused(Refusal.NOT_A_PLAYER)
        case ChangeSettings():
            return why_not_permitted(game, command.by, MasterAct.CHANGE_SETTINGS) or _settings(game, command, now)
        case ForceClose():
            return why_not_permitted(game, command.by, MasterAct.FORCE_CLOSE) or _close(game, command, now)
        case RollBack():
            return why_not_permitted(game, command.by, MasterAct.ROLL_BACK) or _roll_back(game, command, now)
        case CorrectPosition():
            return why_not_permitted(game, command.by, MasterAct.CORRECT) or _correct(game, command, now)
        case OfferGame():
            return why_not_permitted(game, command.by, MasterAct.HAND_OVER) or _offer(game, command, now)
        case Terminate(by, reason):
            ended = game_ended(game, game.position, Ending.TERMINATED, (), now, reason)
            return why_not_permitted(game, by, MasterAct.TERMINATE) or (ended,)
        case ConfirmProposal(number=number):
            is_open = game.proposal is not None and game.proposal.number == number and not game.ended
            confirmed = (agreement(game, game.proposal, now, by_operator=True),) if is_open and game.proposal else ()
            return confirmed or Refused(Refusal.NO_SUCH_PROPOSAL)
        case Predict(by):
            return why_not_permitted(game, by, MasterAct.PREDICT) or Refused(Refusal.ORDERS_ARE_SEALED)
        case _:
            assert_never(command)


def _settings(game: Game, command: ChangeSettings, now: datetime) -> tuple[Event, ...] | Refused:
    fixed = SETTINGS_FIXED_ONCE_BEGUN if game.position else FIXED_SETTINGS
    names = [one.name for one in fields(Settings)]
    differ = {name for name in names if getattr(command.settings, name) != getattr(game.settings, name)}
    if differ & fixed:
        return Refused(Refusal.SETTING_FIXED)
    if not differ:
        return Refused(Refusal.SETTING_THE_SAME)
    if refused := _why_not_with_players_joined(game, command.settings) or _why_not_less_secret(game, command.settings):
        return refused
    return (SettingsChanged(command.by, command.settings, now),)


def _why_not_with_players_joined(game: Game, settings: Settings) -> Refused | None:
    """Refuse settings that show a playing master everything, or hide names that some players know already."""
    members = game.members
    if members.master in members.seated and master_may_play(game.settings) and not master_may_play(settings):
        return Refused(Refusal.MASTER_HAS_SEAT)
    becomes_anonymous = settings.access.anonymous and not game.settings.access.anonymous
    return Refused(Refusal.NAMES_ARE_OPEN) if becomes_anonymous and members.seated - {members.master} else None


def _why_not_less_secret(game: Game, settings: Settings) -> Refused | None:
    """Refuse settings that would tell what players did while it was secret: who has written, who is away."""
    told, wanted = game.settings.timing, settings.timing
    tells_more = wanted.tell_waited > told.tell_waited or wanted.tell_absences > told.tell_absences
    return Refused(Refusal.STAYS_HIDDEN) if game.position and tells_more else None


def _close(game: Game, command: ForceClose, now: datetime) -> tuple[Event, ...] | Refused:
    """Force a close."""
    position = game.open_position
    assert position is not None
    if command.phase not in {None, position.phase}:
        return Refused(Refusal.OTHER_PHASE, phase=command.phase)
    if game.timekeeping.paused:
        return Refused(Refusal.PAUSED, at=game.timekeeping.paused)
    return (CloseForced(command.by, position.phase, now), *close_by_force(game, now))


def rollback_to(by: Address, to: PhaseClosed, was: Game, undone: tuple[int, ...], *, keep: bool) -> RollBack:
    """The command that goes back to before a phase closed; ``was`` is the game as it was when that phase had opened."""
    return RollBack(by, to.before, to.orders if keep else {}, undone, was.members.misses, was.still_years, was.scouting)


def _roll_back(game: Game, command: RollBack, now: datetime) -> tuple[Event, ...] | Refused:
    """Go back to before a phase closed; orders that are kept are locked where the master plays, who knows them."""
    position = command.position
    if command.undone[0] in game.undone:
        return Refused(Refusal.NOT_CLOSED, phase=position.phase)
    return (
        RolledBack(
            by=command.by,
            phase=position.phase,
            position=position,
            orders=command.orders,
            undone=command.undone,
            misses=game.by_address(command.misses),
            still_years=command.still_years,
            deadline=next_deadline(replace(game, deadline=None), position, now),
            at=now,
            scouting=command.scouting,
            locked=bool(command.orders) and has_interest(game, command.by),
        ),
    )


def _correct(game: Game, command: CorrectPosition, now: datetime) -> tuple[Event, ...] | Refused:
    if not command.reason.strip():
        return Refused(Refusal.REASON_WANTED)
    corrected = apply_corrections(game.board, game.stands_at, command.corrections)
    if not isinstance(corrected, Position):
        return Refused(Refusal.UNCORRECTABLE)
    return (PositionCorrected(command.by, command.corrections, corrected, command.reason.strip(), now),)


def _offer(game: Game, command: OfferGame, now: datetime) -> tuple[Event, ...] | Refused:
    if command.to == game.master:
        return Refused(Refusal.MASTER_ALREADY)
    return (GameOffered(command.by, command.to, command.code, now),)


def _accept(game: Game, command: AcceptGame, now: datetime) -> tuple[Event, ...] | Refused:
    """Accept an offer: only from the address that was asked, with its code, while the offer is good."""
    if not _is_asked(game, command.by.address, command.code, now):
        return Refused(Refusal.NOT_A_PLAYER)
    return (MasterChanged(command.by, game.master, now),)


def _is_asked(game: Game, by: Address, code: Token, now: datetime) -> bool:
    offered = game.members.offered
    expected = (game.address_book.candidate, offered.code, offered.by) if offered else None
    if offered is None or expected != (by, code, game.members.master):
        return False
    return now <= offered.at + MASTER_OFFER_LIFETIME
