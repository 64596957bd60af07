"""Decisions about players who share a seat, or want to before the game begins."""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from judge.game.mastery.permissions import has_seen_too_much
from judge.game.members import StrategistPair
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import GameStarted
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.strategists.messages import (
    AskStrategist,
    DeclineToShare,
    PairAgreed,
    PairAsked,
    PairEnded,
    ShareSeat,
    StrategistAsked,
    StrategistCommand,
    StrategistDeclined,
    StrategistEvent,
    StrategistJoined,
)
from judge.rules.board import Power


def decide_strategists(game: Game, command: StrategistCommand, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    """The events of a command about strategists, or why it is refused."""
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return _before_the_start(game, command, now)
    match command:
        case AskStrategist():
            return _asked(game, command, now)
        case ShareSeat(by):
            return _shared(game, by, now)
        case DeclineToShare(by):
            asked = _asked_to_share(game, by)
            return (StrategistDeclined(asked[-1], by, now),) if asked else Refused(Refusal.NOT_OFFERED)
        case _:
            assert_never(command)


def _asked(game: Game, command: AskStrategist, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    """Ask somebody to share a seat, whatever part they have in the game: a refusal would tell. They may be refused."""
    powers, player = game.powers_of(command.by), command.player
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    power = game.seat_of(powers[0])[0]
    if refused := _no_place(game, power):
        return refused
    if player.address in game.players_of(power):
        return Refused(Refusal.SHARES_ALREADY)
    if power in _asked_to_share(game, player.address):
        return Refused(Refusal.ALREADY_ASKED_TO_SHARE)
    return (StrategistAsked(power, game.people.get(player.address, player), command.by, now),)


def _shared(game: Game, by: Address, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    """The seat of whoever asked last; neither with another one nor after one, nor by a master."""
    asked = _asked_to_share(game, by)
    if not asked:
        return Refused(Refusal.NOT_OFFERED)
    power = asked[-1]
    if game.powers_of(by):
        return Refused(Refusal.ALREADY_JOINED)
    if has_seen_too_much(game, by):
        return Refused(Refusal.SEEN_TOO_MUCH)
    if by == game.master:
        return Refused(Refusal.MASTER_ONLY)
    if (game.former_power_of(by) or power) not in game.seat_of(power):
        return Refused(Refusal.PLAYED_HERE)
    return _no_place(game, power) or (StrategistJoined(power, by, now),)


def _asked_to_share(game: Game, player: Address) -> tuple[Power, ...]:
    """The powers whose seats somebody has been asked to share."""
    reader = game.readers.get(player)
    return game.members.sharing.asked.get(reader, ()) if reader else ()


def _pair_of(game: Game, player: Address) -> StrategistPair | None:
    """The pair that somebody has been asked to make before the beginning."""
    reader = game.readers.get(player)
    return game.members.sharing.pairs.get(reader) if reader else None


def _no_place(game: Game, power: Power) -> Refused | None:
    """Why nobody more can share a seat; None where somebody can."""
    most = max(game.board.war.strategists.get(one, 1) for one in game.seat_of(power))
    if not game.players_of(power):
        return Refused(Refusal.NO_PLAYER_THERE, power=power)
    return Refused(Refusal.STRATEGISTS_FULL, power=power, days=most) if len(game.players_of(power)) >= most else None


# --- before the beginning


def _before_the_start(game: Game, command: StrategistCommand, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    """Events of such a command before the game begins, or why it is refused."""
    match command:
        case AskStrategist():
            return _pair_asked(game, command, now)
        case ShareSeat(by):
            pair = _pair_of(game, by)
            if pair is None:
                return Refused(Refusal.NOT_OFFERED)
            if pair.agreed or by in game.wishes or by == game.master:
                return Refused(Refusal.ALREADY_JOINED)
            if has_seen_too_much(game, by):
                return Refused(Refusal.SEEN_TOO_MUCH)
            return (PairAgreed(by, now),)
        case DeclineToShare(by):
            pair = _pair_of(game, by)
            if pair is None:
                return Refused(Refusal.NOT_OFFERED)
            return (PairEnded(by, game.address_of(pair.by), is_for_one=False, at=now),)
        case _:
            assert_never(command)


def _pair_asked(game: Game, command: AskStrategist, now: datetime) -> tuple[StrategistEvent, ...] | Refused:
    by, player = command.by, command.player
    if by not in game.wishes:
        return Refused(Refusal.NOT_A_PLAYER)
    if max(game.board.war.strategists.values(), default=1) < 2:  # noqa: PLR2004
        return Refused(Refusal.NO_STRATEGISTS)
    asked = _pair_of(game, player.address)
    is_promised = asked is not None and asked.agreed and asked.by != game.readers[by]
    has_a_part = player.address in game.wishes or player.address == game.master or is_promised
    if has_a_part and (player.address == by or not game.settings.access.anonymous):
        return Refused(Refusal.PLAYS_ALREADY)  # where nobody knows who plays the answer must not tell
    if asked and asked.by == game.readers[by]:
        return Refused(Refusal.ALREADY_ASKED_TO_SHARE)
    return (PairAsked(game.people.get(player.address, player), by, now),)


def settle_pairs(game: Game, started: GameStarted, now: datetime) -> Iterator[StrategistEvent]:
    """The events of the pairs when the game starts: who agreed shares the seat, who did not answer is asked again.

    ``game`` is the game just before that.
    """
    most = game.board.war.strategists
    left = {seat[0]: max(most.get(one, 1) for one in seat) - 1 for seat in game.board.seats}
    for reader, pair in sorted(game.members.sharing.pairs.items(), key=lambda item: not item[1].agreed):
        player, by = game.addresses_of((reader, pair.by))
        power = next((seat[0] for seat in game.board.seats if started.seats.get(seat[0]) == by), None)
        if power is None or not left[power]:
            yield PairEnded(player, by, is_for_one=True, at=now)
        elif not pair.agreed:  # whoever has a seat of their own is asked as well: else it would be told that they have
            yield StrategistAsked(power, game.people[player], by, now)
        elif player == game.master or player in game.wishes or has_seen_too_much(game, player):
            yield PairEnded(player, by, is_for_one=False, at=now)
        else:
            left[power] -= 1
            yield StrategistJoined(power, player, now)
