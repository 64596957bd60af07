"""Who is told of seats that change hands; who left them and who takes them is told by the power alone."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from judge.game.events import Event
from judge.game.news import Notice
from judge.game.phases.events import PhaseHeldOpen
from judge.game.replacements.events import (
    Leaving,
    ReplacementEvent,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    StandbyAsked,
    StandbyPassed,
)
from judge.game.replacements.news import Displaced, OfferOver, SeatGone, SeatNotice, SeatOffered, SeatYours
from judge.game.replacements.ring import next_standby
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power


def replacement_notices(was: Game, game: Game, event: ReplacementEvent, later: Sequence[Event]) -> Iterator[Notice]:
    """The notices of one of these events, which turned ``was`` into ``game`` before ``later`` happened."""
    match event:
        case SeatVacated() | ReplacementSought() | SearchEnded():
            yield from _partners_gone(was, game, event.power)
            yield from _of_the_seat(game, event, later)
        case StandbyAsked(player=player):
            yield Notice(player, SeatOffered(event))
        case StandbyPassed(power, player, declined):
            offer = was.vacancies[power].offer
            is_named = offer is not None and offer.is_named
            yield from () if declined else (Notice(player, OfferOver(power, is_named)),)
        case SeatTaken():
            yield from _taken(was, game, event)
        case SeatReturned():
            yield from _returned(game, event)
        case _:
            assert_never(event)


def _partners_gone(was: Game, game: Game, power: Power) -> Iterator[Notice]:
    """Those who shared a seat that has been lost."""
    if lost := set(was.players_of(power)[1:]) - set(game.players_of(power)):
        why = game.vacancies[power].why
        yield from (Notice(one, SeatGone(power, why, may_return=False)) for one in sorted(lost))


def _of_the_seat(
    game: Game, event: SeatVacated | ReplacementSought | SearchEnded, later: Sequence[Event]
) -> Iterator[Notice]:
    """Everyone hears of it; whoever left, or is asked next, apart. Of a game that waits for it that alone is told."""
    left = _is_told_apart(game, event)
    vacancy = game.vacancies.get(event.power)
    asked = next_standby(game, vacancy) if vacancy else None
    if isinstance(event, SeatVacated):
        may_return = game.vacancies[event.power].may_return(event.player)
        yield Notice(event.player, SeatGone(event.power, event.why, may_return))
    seat = {*game.seat_of(event.power)}
    if not any(isinstance(one, PhaseHeldOpen) and seat.intersection(one.powers) for one in later):
        yield from (Notice(reader, SeatNotice(event)) for reader in game.audience if reader not in {left, asked})


def _is_told_apart(game: Game, event: SeatVacated | ReplacementSought | SearchEnded) -> Address | None:
    """Who has a letter of their own about it: an answer, or the one that tells them that the seat is gone."""
    match event:
        case SeatVacated(player=player):
            return player
        case ReplacementSought(player=player, why=why):
            return player if why is Leaving.RESIGNED else None
        case SearchEnded(power):
            return game.seats.get(power)


def _taken(was: Game, game: Game, event: SeatTaken) -> Iterator[Notice]:
    player = event.player.address
    yield Notice(player, SeatYours(event.power, is_back=False))
    if was.seats.get(event.power):
        yield Notice(event.left, SeatGone(event.power, game.vacancies[event.power].why, may_return=False))
    yield from _partners_gone(was, game, event.power)
    told = {player, event.left if was.seats.get(event.power) else player}
    yield from (Notice(reader, SeatNotice(event)) for reader in game.audience if reader not in told)


def _returned(game: Game, event: SeatReturned) -> Iterator[Notice]:
    yield Notice(event.player, SeatYours(event.power, is_back=True))
    if event.displaced:
        yield Notice(event.displaced, Displaced(event.power))
    told = {event.player, event.displaced}
    yield from (Notice(reader, SeatNotice(event)) for reader in game.audience if reader not in told)
