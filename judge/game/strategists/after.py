"""What becomes of a game when something happens to the strategists of a seat."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from judge.game.person import Person
from judge.game.settings import Address
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
from judge.game.strategists.pairs import Pair
from judge.rules.board import Power


def shared(game: Game, event: StrategistEvent) -> Game:
    """The game after one of these events."""
    match event:
        case PairAsked(player, by):
            before = game.pairs.get(player.address)
            pair = before if before and before.agreed else Pair(by)  # a promise stands until it is taken back
            return replace(_known(game, player), pairs={**game.pairs, player.address: pair})
        case PairAgreed(player=player):
            return replace(game, pairs={**game.pairs, player: replace(game.pairs[player], agreed=True)})
        case PairEnded(player=player):
            return replace(game, pairs=_unpaired(game, player))
        case StrategistAsked(power, player):
            pairs = _unpaired(game, player.address)
            asked = {**game.to_share, player.address: (*_others(game, player.address, power), power)}
            return replace(_known(game, player), pairs=pairs, to_share=asked)
        case StrategistJoined():
            return _joined(game, event)
        case StrategistDeclined(power, player):
            return replace(game, to_share=_without(game, player, power))
        case StrategistLeft():
            return _left(game, event)
        case _:
            assert_never(event)


def _known(game: Game, player: Person) -> Game:
    people = {player.address: player} | dict(game.people)
    readers = {player.address: len(game.readers) + 1} | dict(game.readers)
    return replace(game, people=people, readers=readers)


def _unpaired(game: Game, player: Address) -> dict[Address, Pair]:
    return {one: pair for one, pair in game.pairs.items() if one != player}


def _others(game: Game, player: Address, power: Power) -> tuple[Power, ...]:
    """By whom else somebody has been asked."""
    return tuple(one for one in game.to_share.get(player, ()) if one != power)


def _without(game: Game, player: Address, power: Power) -> Mapping[Address, tuple[Power, ...]]:
    """Whoever has answered one seat has not answered the others, which hear nothing of it."""
    asked = {**game.to_share, player: _others(game, player, power)}
    return {one: powers for one, powers in asked.items() if powers}


def _joined(game: Game, event: StrategistJoined) -> Game:
    power, player = event.power, event.player
    return replace(
        game,
        partners={**game.partners, power: (*game.partners.get(power, ()), player)},
        to_share=_without(game, player, power),
        pairs=_unpaired(game, player),
        wishes={**game.wishes, player: ()},
        standbys=tuple(one for one in game.standbys if one != player),
    )


def _left(game: Game, event: StrategistLeft) -> Game:
    """Whoever stays plays the power alone; what the seat has missed, and voted for, stays the seat's."""
    power, player = event.power, event.player
    stay, *others = [one for one in game.players_of(power) if one != player]
    numbers = {game.readers[player]: game.readers[stay]} if game.seats[power] == player else {}
    misses = {stay if one == player and numbers else one: missed for one, missed in game.misses.items()}
    return replace(
        game,
        seats={**game.seats, **dict.fromkeys(game.seat_of(power), stay)},
        partners={**game.partners, power: tuple(others)},
        wishes={one: wishes for one, wishes in game.wishes.items() if one != player},
        former={**game.former, player: power},
        misses=misses,
        ballots=tuple(replace(one, reader=numbers.get(one.reader, one.reader)) for one in game.ballots),
    )
