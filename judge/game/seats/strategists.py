"""The rules of strategists, who share a seat; they are told, and a non-playing master, nobody else."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.messages import Effects, Notice, Transition, effect, evolve, with_person
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import (
    AskStrategist,
    DeclineToShare,
    GameStarted,
    PairAgreed,
    PairAsked,
    PairAskedNews,
    PairChangedNews,
    PairEnded,
    ShareSeat,
    StrategistAsked,
    StrategistAskedNews,
    StrategistCommand,
    StrategistDeclined,
    StrategistEvent,
    StrategistJoined,
    StrategistJoinedNews,
    StrategistLeft,
    StrategistsChangedNews,
)
from judge.game.settings import Address, Reader
from judge.game.state import Game, SharingState, StrategistPair
from judge.game.visibility import has_seen_too_much, is_non_playing_master
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
    if isinstance(command, AskStrategist):
        return _pair_asked(game, command, now)
    by, pair = command.by, _pair_of(game, command.by)
    if pair is None:
        return Refused(Refusal.NOT_OFFERED)
    match command:
        case ShareSeat():
            if pair.agreed or by in game.wishes or by == game.master:
                return Refused(Refusal.ALREADY_JOINED)
            return Refused(Refusal.SEEN_TOO_MUCH) if has_seen_too_much(game, by) else (PairAgreed(by, now),)
        case DeclineToShare():
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


# --- how each event changes the game, and who is told


def _with_pair_asked(game: Game, event: PairAsked) -> Game:
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


def _with_asked(game: Game, event: StrategistAsked) -> Game:
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
    ballots = tuple(replace(one, reader=heir.get(one.reader, one.reader)) for one in game.ballots)
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
        effect(PairAsked, _with_pair_asked, _tell_pair_asked),
        effect(PairAgreed, _pair_agreed, _tell_pair_agreed),
        effect(PairEnded, _pair_ended, _tell_pair_ended),
        effect(StrategistAsked, _with_asked, _tell_asked),
        effect(StrategistJoined, _joined, _tell_joined),
        effect(StrategistDeclined, _declined, _tell_changed),
        effect(StrategistLeft, _left, _tell_changed),
    )
)
