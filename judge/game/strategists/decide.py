"""Decisions about strategists who share a seat: one asks, the other agrees, where the board allows so many."""

from datetime import datetime
from typing import assert_never

from judge.game.mastery.permissions import has_seen_too_much
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.strategists.before import decide_pairs
from judge.game.strategists.commands import AskStrategist, DeclineToShare, ShareSeat, StrategistCommand
from judge.game.strategists.events import StrategistAsked, StrategistDeclined, StrategistEvent, StrategistJoined
from judge.rules.board import Power


def decide_strategists(game: Game, command: StrategistCommand, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    """What such a command makes happen."""
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return decide_pairs(game, command, now)
    match command:
        case AskStrategist():
            return _asked(game, command, now)
        case ShareSeat(by):
            power = game.to_share.get(by)
            if power is None:
                return Refused(Refusal.NOT_OFFERED)
            return _has_a_part(game, by) or _no_place(game, power) or (StrategistJoined(power, by, now),)
        case DeclineToShare(by):
            power = game.to_share.get(by)
            return (StrategistDeclined(power, by, now),) if power else Refused(Refusal.NOT_OFFERED)
        case _:
            assert_never(command)


def _asked(game: Game, command: AskStrategist, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    powers, player = game.powers_of(command.by), command.player
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    power = game.seat_of(powers[0])[0]
    if refused := _no_place(game, power):
        return refused
    if not game.settings.access.anonymous and (refused := _has_a_part(game, player.address)):
        return refused  # where nobody knows who plays the answer must not tell; whoever is asked cannot agree then
    if game.to_share.get(player.address) == power:
        return Refused(Refusal.ALREADY_ASKED_TO_SHARE)
    return (StrategistAsked(power, game.people.get(player.address, player), command.by, now),)


def _has_a_part(game: Game, who: Address) -> Refused | None:
    """Why somebody cannot share a seat, whoever asks."""
    if who == game.master or game.powers_of(who):
        return Refused(Refusal.PLAYS_ALREADY)
    return Refused(Refusal.SEEN_TOO_MUCH) if has_seen_too_much(game, who) else None


def _no_place(game: Game, power: Power) -> Refused | None:
    """Why nobody more can share a seat; None where somebody can."""
    most = max(game.board.war.strategists.get(one, 1) for one in game.seat_of(power))
    if not game.players_of(power):
        return Refused(Refusal.NO_PLAYER_THERE, power=power)
    return Refused(Refusal.STRATEGISTS_FULL, power=power, days=most) if len(game.players_of(power)) >= most else None
