"""What becomes of a game when a seat changes hands."""

from dataclasses import replace
from typing import assert_never

from judge.game.replacements.events import (
    ReplacementEvent,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    StandbyAsked,
    StandbyPassed,
)
from judge.game.replacements.vacancy import Offer, Vacancy
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power


def replaced(game: Game, event: ReplacementEvent) -> Game:
    """The game after one of these events."""
    match event:
        case SeatVacated():
            return _vacated(game, event)
        case ReplacementSought(power, player, why, at):
            return _with_vacancy(game, power, Vacancy(player, why, at))
        case SearchEnded(power):
            return _without_vacancy(game, power)
        case StandbyAsked():
            return _asked(game, event)
        case StandbyPassed(power):
            return _with_vacancy(game, power, replace(game.vacancies[power], offer=None))
        case SeatTaken():
            return _taken(game, event)
        case SeatReturned():
            return _returned(game, event)
        case _:
            assert_never(event)


def _asked(game: Game, event: StandbyAsked) -> Game:
    """Whom the master has named is asked beside the list of stand-bys: where they stand on it, they stay there."""
    vacancy, player = game.vacancies[event.power], event.player
    if event.named is None:
        asked = (*(one for one in vacancy.asked if one != player), player)
        return _with_vacancy(game, event.power, replace(vacancy, asked=asked, offer=Offer(player, event.until)))
    people = {player: event.named} | dict(game.people)
    readers = {player: len(game.readers) + 1} | dict(game.readers)
    offer = Offer(player, event.until, is_named=True)
    known = replace(game, people=people, readers=readers)
    return _with_vacancy(known, event.power, replace(vacancy, offer=offer))


def without_drafts(game: Game, seat: tuple[Power, ...]) -> Game:
    """The game without the orders for the powers of a seat that nobody has been told of yet.

    Letters stay, those that are kept back too: they were written to the power, by one whom they were written for.
    """
    return replace(
        game,
        orders={whose: given for whose, given in game.orders.items() if whose not in seat},
        errands={whose: sent for whose, sent in game.errands.items() if whose not in seat},
        advance=tuple(kept for kept in game.advance if kept.power not in seat),
        wished={whose: wished for whose, wished in game.wished.items() if whose not in seat},
        pace=replace(game.pace, waits=game.pace.waits - {*seat}),
    )


def _without_partners(game: Game, power: Power) -> Game:
    """Nobody shares a seat that is empty, or somebody else's; who was asked to is asked no more."""
    gone, seat = game.players_of(power)[1:], game.seat_of(power)
    return replace(
        game,
        partners={one: others for one, others in game.partners.items() if one not in seat},
        to_share={
            one: left
            for one, powers in game.to_share.items()
            if (left := tuple(whose for whose in powers if whose not in seat))
        },
        wishes={one: wishes for one, wishes in game.wishes.items() if one not in gone},
    )


def _vacated(game: Game, event: SeatVacated) -> Game:
    """The seat is empty; whoever is asked already to take it stays asked."""
    power, player, seat = event.power, event.player, game.seat_of(event.power)
    game = _without_partners(game, power)
    sought = game.vacancies.get(power)
    is_sought = sought and sought.is_open and sought.left == player
    vacancy = replace(sought, why=event.why) if sought and is_sought else Vacancy(player, event.why, event.at)
    seats = {whose: one for whose, one in game.seats.items() if whose not in seat}
    return _with_vacancy(_left(replace(without_drafts(game, seat), seats=seats), player, power), power, vacancy)


def _taken(game: Game, event: SeatTaken) -> Game:
    power, address, seat = event.power, event.player.address, game.seat_of(event.power)
    game = _without_partners(game, power)
    readers = {address: len(game.readers) + 1} | dict(game.readers)
    seats = {**game.seats, **dict.fromkeys(seat, address)}
    since = None if event.deadline or game.position is None else game.position.phase
    vacancy = replace(game.vacancies[power], taken_by=address, offer=None, taken_in=since)
    game = _left(replace(without_drafts(game, seat), seats=seats), event.left, power)
    game = replace(
        game,
        people={**game.people, address: event.player},
        readers=readers,
        wishes={**game.wishes, address: ()},
        standbys=tuple(one for one in game.standbys if one != address),
    )
    return _with_deadline(_with_vacancy(game, power, vacancy), event)


def _returned(game: Game, event: SeatReturned) -> Game:
    """The seat is its player's again; who had taken it meanwhile is the first stand-by."""
    power, displaced, seat = event.power, event.displaced, game.seat_of(event.power)
    seats = {**game.seats, **dict.fromkeys(seat, event.player)}
    game = replace(without_drafts(game, seat), seats=seats)
    if displaced:
        game = replace(_without_wishes(game, displaced), standbys=(displaced, *game.standbys))
    game = replace(
        game,
        wishes={**game.wishes, event.player: ()},
        standbys=tuple(one for one in game.standbys if one != event.player),
        former={one: whose for one, whose in game.former.items() if one != event.player},
    )
    return _with_deadline(_without_vacancy(game, power), event)


def _left(game: Game, player: Address, power: Power) -> Game:
    """Once somebody has left a seat; with another one they still play."""
    game = replace(game, former={**game.former, player: power})
    return game if player in game.seats.values() else _without_wishes(game, player)


def _without_wishes(game: Game, player: Address) -> Game:
    return replace(game, wishes={one: wishes for one, wishes in game.wishes.items() if one != player})


def _with_deadline(game: Game, event: SeatTaken | SeatReturned) -> Game:
    """The phase has all its time again, where it had waited for the seat to be taken."""
    if event.deadline is None:
        return game
    return replace(game, deadline=event.deadline, held_open=None, pace=replace(game.pace, reminded=event.at))


def _with_vacancy(game: Game, power: Power, vacancy: Vacancy) -> Game:
    """The vacancy of a seat is that of each of its powers."""
    return replace(game, vacancies={**game.vacancies, **dict.fromkeys(game.seat_of(power), vacancy)})


def _without_vacancy(game: Game, power: Power) -> Game:
    seat = game.seat_of(power)
    return replace(game, vacancies={whose: one for whose, one in game.vacancies.items() if whose not in seat})
