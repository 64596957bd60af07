"""Decisions about what a player keeps for phases that are not open yet."""

from datetime import datetime
from typing import assert_never

from judge.game.events import Event
from judge.game.orders.commands import AheadCommand, DropAdvance, DropWishes, KeepAdvance, KeepWish
from judge.game.orders.crossing import is_overtaken
from judge.game.orders.events import AdvanceDropped, AdvanceKept, WishesDropped, WishKept
from judge.game.orders.plans import MOST_STEPS, MOST_YEARS_AHEAD, Choice, comes_before
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import Phase


def decide_ahead(
    game: Game, power: Power, open_phase: Phase, command: AheadCommand, now: datetime
) -> tuple[Event] | Refused:
    """What a player of ``power`` may keep or take back while the game is played, ``open_phase`` being the open one."""
    match command:
        case KeepAdvance(phase=phase, letter=letter):
            why = _why_not_kept(game, power, open_phase, command)
            kept = AdvanceKept(power, phase, command.step, command.notation, letter, command.written, now)
            return why or (kept,)
        case DropAdvance(phase=phase):
            return _dropped(game, power, phase, now)
        case KeepWish(_, wish, letter):
            allowed = game.settings.advance
            return (WishKept(power, wish, letter, now),) if allowed else Refused(Refusal.NO_ADVANCE)
        case DropWishes():
            some = power in game.wished
            return (WishesDropped(power, now),) if some else Refused(Refusal.NOTHING_KEPT)
        case _:
            assert_never(command)


def _why_not_kept(game: Game, power: Power, open_phase: Phase, command: KeepAdvance) -> Refused | None:
    phase, last_year = command.phase, game.settings.last_year
    if phase == open_phase and isinstance(command.step, Choice):
        return Refused(Refusal.CONDITION_NOW, phase=phase)
    if not comes_before(open_phase, phase):
        return Refused(Refusal.OTHER_PHASE, phase=phase)
    if not game.settings.advance:
        return Refused(Refusal.NO_ADVANCE)
    if last_year is not None and phase.year > last_year:
        return Refused(Refusal.AFTER_THE_END, phase=phase)
    if phase.year > open_phase.year + MOST_YEARS_AHEAD:
        return Refused(Refusal.TOO_FAR_AHEAD, phase=phase)
    if len(game.advance_of(power, phase)) >= MOST_STEPS:
        return Refused(Refusal.TOO_MUCH_KEPT, phase=phase)
    if is_overtaken(command.written, (kept.written for kept in game.advance_of(power, phase))):
        return Refused(Refusal.OVERTAKEN, at=command.written)
    return None


def _dropped(game: Game, power: Power, phase: Phase | None, now: datetime) -> tuple[Event] | Refused:
    if game.advance_of(power, phase):
        return (AdvanceDropped(power, phase, now),)
    return Refused(Refusal.NOTHING_KEPT, phase=phase)
