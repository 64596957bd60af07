"""Who is told of strategists who share a seat: they themselves, and a master who does not play; nobody else."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.mastery.permissions import is_apart
from judge.game.news import Notice
from judge.game.state import Game
from judge.game.strategists.events import (
    PairAgreed,
    PairAsked,
    PairEnded,
    StrategistAsked,
    StrategistDeclined,
    StrategistEvent,
    StrategistJoined,
    StrategistLeft,
)
from judge.game.strategists.news import PairChanged, PairWanted, SeatShared, SeatToShare, StrategistsChanged


def strategist_notices(game: Game, event: StrategistEvent) -> Iterator[Notice]:
    """The notices of one of these events, once it has happened; its writer has an answer."""
    match event:
        case PairAsked(player, by):
            yield Notice(player.address, PairWanted(by))
        case PairAgreed(player=player):
            yield Notice(game.pairs[player].by, PairChanged(event, player))
        case PairEnded(player, by, is_for_one):
            both = ((by, player), (player, by)) if is_for_one else ((by, player),)
            yield from (Notice(one, PairChanged(event, other)) for one, other in both if one != by or by in game.wishes)
        case StrategistAsked(power, player, by):
            yield Notice(player.address, SeatToShare(power, by))
        case StrategistJoined(power, player):
            others = tuple(one for one in game.players_of(power) if one != player)
            yield Notice(player, SeatShared(power, others))
            yield from _changed(game, event)
        case StrategistDeclined() | StrategistLeft():
            yield from _changed(game, event)
        case _:
            assert_never(event)


def _changed(game: Game, event: StrategistJoined | StrategistDeclined | StrategistLeft) -> Iterator[Notice]:
    seat = [one for one in game.players_of(event.power) if one != event.player]
    yield from (Notice(one, StrategistsChanged(event, is_own=True)) for one in seat)
    if is_apart(game, game.master):
        yield Notice(game.master, StrategistsChanged(event, is_own=False))
