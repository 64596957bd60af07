"""Effects of the events of strategists; they themselves are told, and a non-playing master, nobody else."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, evolve, with_person
from judge.game.mastery.permissions import is_non_playing_master
from judge.game.members import SharingState, StrategistPair
from judge.game.messages import Notice
from judge.game.settings import Reader
from judge.game.state import Game
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
    StrategistsChangedNews,
)
from judge.rules.board import Power


def _pair_asked(game: Game, event: PairAsked) -> Game:
    """The game with a pair asked; who has agreed to one before is bound to that."""
    game = with_person(game, event.player)
    player = game.readers[event.player.address]
    before = game.members.sharing.pairs.get(player)
    pair = before if before and before.agreed else StrategistPair(game.readers[event.by])
    return _with_sharing(game, _paired(game, player, pair))


def _tell_pair_asked(step: Transition[PairAsked]) -> Iterator[Notice]:
    yield Notice(step.event.player.address, PairAskedNews(step.event.by))


def _pair_agreed(game: Game, event: PairAgreed) -> Game:
    player = game.readers[event.player]
    return _with_sharing(game, _paired(game, player, replace(game.members.sharing.pairs[player], agreed=True)))


def _tell_pair_agreed(step: Transition[PairAgreed]) -> Iterator[Notice]:
    game, player = step.after, step.event.player
    pair = game.members.sharing.pairs[game.readers[player]]
    yield Notice(game.address_of(pair.by), PairChangedNews(step.event, player))


def _pair_ended(game: Game, event: PairEnded) -> Game:
    return _with_sharing(game, _paired(game, game.readers[event.player], None))


def _tell_pair_ended(step: Transition[PairEnded]) -> Iterator[Notice]:
    game, event = step.after, step.event
    player, by = event.player, event.by
    both = ((by, player), (player, by)) if event.is_for_one else ((by, player),)
    yield from (Notice(one, PairChangedNews(event, other)) for one, other in both if one != by or by in game.wishes)


def _asked(game: Game, event: StrategistAsked) -> Game:
    game, power = with_person(game, event.player), event.power
    player = game.readers[event.player.address]
    asked = {**game.members.sharing.asked, player: (*_others(game, player, power), power)}
    return _with_sharing(game, replace(_paired(game, player, None), asked=asked))


def _tell_asked(step: Transition[StrategistAsked]) -> Iterator[Notice]:
    yield Notice(step.event.player.address, StrategistAskedNews(step.event.power, step.event.by))


def _joined(game: Game, event: StrategistJoined) -> Game:
    members, power, player = game.members, event.power, game.readers[event.player]
    partners = members.sharing.partners
    sharing = replace(
        _paired(game, player, None),
        partners={**partners, power: (*partners.get(power, ()), player)},
        asked=_without(game, player, power),
    )
    wishes, standbys = {**members.wishes, player: ()}, tuple(one for one in members.standbys if one != player)
    return evolve(game, members=replace(members, sharing=sharing, wishes=wishes, standbys=standbys))


def _tell_joined(step: Transition[StrategistJoined]) -> Iterator[Notice]:
    power, player = step.event.power, step.event.player
    others = tuple(one for one in step.after.players_of(power) if one != player)
    yield Notice(player, StrategistJoinedNews(power, others))
    yield from _tell_changed(step)


def _declined(game: Game, event: StrategistDeclined) -> Game:
    asked = _without(game, game.readers[event.player], event.power)
    return _with_sharing(game, replace(game.members.sharing, asked=asked))


def _left(game: Game, event: StrategistLeft) -> Game:
    """The game without one of a seat's players; missed deadlines and votes of the seat stay with the other one."""
    members, power, player = game.members, event.power, game.readers[event.player]
    stay, *others = [game.readers[one] for one in game.players_of(power) if one != event.player]
    heir = {player: stay} if members.seats[power] == player else {}
    sharing = replace(members.sharing, partners={**members.sharing.partners, power: tuple(others)})
    left = replace(
        members,
        seats={**members.seats, **dict.fromkeys(game.seat_of(power), stay)},
        sharing=sharing,
        wishes={one: wishes for one, wishes in members.wishes.items() if one != player},
        former_players={**members.former_players, player: power},
        misses={heir.get(one, one): missed for one, missed in members.misses.items()},
    )
    ballots = tuple(replace(one, reader=heir.get(Reader(one.reader), one.reader)) for one in game.ballots)
    return evolve(game, members=left, ballots=ballots)


def _tell_changed(step: Transition[StrategistJoined | StrategistDeclined | StrategistLeft]) -> Iterator[Notice]:
    game, event = step.after, step.event
    seat = [one for one in game.players_of(event.power) if one != event.player]
    yield from (Notice(one, StrategistsChangedNews(event, is_own=True)) for one in seat)
    if is_non_playing_master(game, game.master):
        yield Notice(game.master, StrategistsChangedNews(event, is_own=False))


def _with_sharing(game: Game, sharing: SharingState) -> Game:
    return evolve(game, members=replace(game.members, sharing=sharing))


def _paired(game: Game, player: Reader, pair: StrategistPair | None) -> SharingState:
    """With the pair of a player as it is now, or without one."""
    sharing = game.members.sharing
    if pair:
        return replace(sharing, pairs={**sharing.pairs, player: pair})
    return replace(sharing, pairs={one: other for one, other in sharing.pairs.items() if one != player})


def _others(game: Game, player: Reader, power: Power) -> tuple[Power, ...]:
    """The other powers whose players have asked somebody to share the seat."""
    return tuple(one for one in game.members.sharing.asked.get(player, ()) if one != power)


def _without(game: Game, player: Reader, power: Power) -> Mapping[Reader, tuple[Power, ...]]:
    """The offers without the one that was answered; others stand."""
    asked = {**game.members.sharing.asked, player: _others(game, player, power)}
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
