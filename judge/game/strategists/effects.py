"""Effects of the events of strategists; they themselves are told, and a non-playing master, nobody else."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, with_person
from judge.game.mastery.permissions import is_non_playing_master
from judge.game.messages import Notice
from judge.game.settings import Address
from judge.game.state import Game, SharingState
from judge.game.strategists.messages import (
    PairAgreed,
    PairAsked,
    PairAskedNews,
    PairChangedNews,
    PairEnded,
    StrategistAsked,
    StrategistAskedNews,
    StrategistDeclined,
    StrategistJoined,
    StrategistJoinedNews,
    StrategistLeft,
    StrategistPair,
    StrategistsChangedNews,
)
from judge.rules.board import Power


def _pair_asked(game: Game, event: PairAsked) -> Game:
    """The game with a pair asked; who has agreed to one before is bound to that."""
    player = event.player
    before = game.sharing.pairs.get(player.address)
    pair = before if before and before.agreed else StrategistPair(event.by)
    return replace(with_person(game, player), sharing=_paired(game, player.address, pair))


def _tell_pair_asked(step: Transition[PairAsked]) -> Iterator[Notice]:
    yield Notice(step.event.player.address, PairAskedNews(step.event.by))


def _pair_agreed(game: Game, event: PairAgreed) -> Game:
    return replace(game, sharing=_paired(game, event.player, replace(game.sharing.pairs[event.player], agreed=True)))


def _tell_pair_agreed(step: Transition[PairAgreed]) -> Iterator[Notice]:
    player = step.event.player
    yield Notice(step.after.sharing.pairs[player].by, PairChangedNews(step.event, player))


def _pair_ended(game: Game, event: PairEnded) -> Game:
    return replace(game, sharing=_paired(game, event.player, None))


def _tell_pair_ended(step: Transition[PairEnded]) -> Iterator[Notice]:
    game, event = step.after, step.event
    player, by = event.player, event.by
    both = ((by, player), (player, by)) if event.is_for_one else ((by, player),)
    yield from (Notice(one, PairChangedNews(event, other)) for one, other in both if one != by or by in game.wishes)


def _asked(game: Game, event: StrategistAsked) -> Game:
    power, address = event.power, event.player.address
    asked = {**game.sharing.asked, address: (*_others(game, address, power), power)}
    return replace(with_person(game, event.player), sharing=replace(_paired(game, address, None), asked=asked))


def _tell_asked(step: Transition[StrategistAsked]) -> Iterator[Notice]:
    yield Notice(step.event.player.address, StrategistAskedNews(step.event.power, step.event.by))


def _joined(game: Game, event: StrategistJoined) -> Game:
    power, player = event.power, event.player
    return replace(
        game,
        sharing=replace(
            _paired(game, player, None),
            partners={**game.sharing.partners, power: (*game.sharing.partners.get(power, ()), player)},
            asked=_without(game, player, power),
        ),
        wishes={**game.wishes, player: ()},
        standbys=tuple(one for one in game.standbys if one != player),
    )


def _tell_joined(step: Transition[StrategistJoined]) -> Iterator[Notice]:
    power, player = step.event.power, step.event.player
    others = tuple(one for one in step.after.players_of(power) if one != player)
    yield Notice(player, StrategistJoinedNews(power, others))
    yield from _tell_changed(step)


def _declined(game: Game, event: StrategistDeclined) -> Game:
    return replace(game, sharing=replace(game.sharing, asked=_without(game, event.player, event.power)))


def _left(game: Game, event: StrategistLeft) -> Game:
    """The game without one of a seat's players; missed deadlines and votes of the seat stay with the other one."""
    power, player = event.power, event.player
    stay, *others = [one for one in game.players_of(power) if one != player]
    numbers = {game.readers[player]: game.readers[stay]} if game.seats[power] == player else {}
    misses = {stay if one == player and numbers else one: missed for one, missed in game.misses.items()}
    return replace(
        game,
        seats={**game.seats, **dict.fromkeys(game.seat_of(power), stay)},
        sharing=replace(game.sharing, partners={**game.sharing.partners, power: tuple(others)}),
        wishes={one: wishes for one, wishes in game.wishes.items() if one != player},
        former_players={**game.former_players, player: power},
        misses=misses,
        ballots=tuple(replace(one, reader=numbers.get(one.reader, one.reader)) for one in game.ballots),
    )


def _tell_changed(step: Transition[StrategistJoined | StrategistDeclined | StrategistLeft]) -> Iterator[Notice]:
    game, event = step.after, step.event
    seat = [one for one in game.players_of(event.power) if one != event.player]
    yield from (Notice(one, StrategistsChangedNews(event, is_own=True)) for one in seat)
    if is_non_playing_master(game, game.master):
        yield Notice(game.master, StrategistsChangedNews(event, is_own=False))


def _paired(game: Game, player: Address, pair: StrategistPair | None) -> SharingState:
    """With the pair of a player as it is now, or without one."""
    if pair:
        return replace(game.sharing, pairs={**game.sharing.pairs, player: pair})
    return replace(game.sharing, pairs={one: other for one, other in game.sharing.pairs.items() if one != player})


def _others(game: Game, player: Address, power: Power) -> tuple[Power, ...]:
    """The other powers whose players have asked somebody to share the seat."""
    return tuple(one for one in game.sharing.asked.get(player, ()) if one != power)


def _without(game: Game, player: Address, power: Power) -> Mapping[Address, tuple[Power, ...]]:
    """The offers without the one that was answered; others stand."""
    asked = {**game.sharing.asked, player: _others(game, player, power)}
    return {one: powers for one, powers in asked.items() if powers}


EFFECTS: Effects = dict(
    (
        effect(PairAsked, _pair_asked, _tell_pair_asked),
        effect(PairAgreed, _pair_agreed, _tell_pair_agreed),
        effect(PairEnded, _pair_ended, _tell_pair_ended),
        effect(StrategistAsked, _asked, _tell_asked),
        effect(StrategistJoined, _joined, _tell_joined),
        effect(StrategistDeclined, _declined, _tell_changed),
        effect(StrategistLeft, _left, _tell_changed),
    )
)
