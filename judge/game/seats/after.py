"""What becomes of a game when something happens to its seats."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from judge.game.person import Person
from judge.game.seats.events import (
    EntryEvent,
    GameOpened,
    GameReady,
    GameStarted,
    MusterAnswered,
    MusterCalled,
    MusterEvent,
    PlayerInvited,
    PlayerJoined,
    PlayerLeft,
    PowerJoined,
    PowerPlaced,
    RequestClosed,
    SeatAsked,
    SeatEvent,
    SeatGiven,
    SeatsLost,
    StandbyAdded,
    StandbyLeft,
    WaitingEvent,
    WishesChanged,
)
from judge.game.seats.muster import Muster
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.scouts import first_scouts

Value = TypeVar("Value")


def opened(event: GameOpened) -> Game:
    """The game that was opened; its master is its first reader."""
    return Game(
        name=event.game,
        settings=event.settings,
        master=event.master.address,
        seed=event.seed,
        people={event.master.address: event.master},
        readers={event.master.address: 1},
        version=1,
    )


def seated(game: Game, event: SeatEvent) -> Game:
    """The game after one of these events."""
    match event:
        case SeatAsked() | RequestClosed() | PlayerInvited() | PlayerJoined() | WishesChanged() | PowerPlaced():
            return _entered(game, event)
        case PlayerLeft() | StandbyAdded() | StandbyLeft() | SeatGiven():
            return _waited(game, event)
        case MusterCalled() | MusterAnswered() | SeatsLost() | GameReady():
            return _mustered(game, event)
        case GameStarted(seats, position, deadline):
            scouting = first_scouts(game.board.war.posts)
            return replace(game, seats=seats, position=position, deadline=deadline, muster=None, scouting=scouting)
        case PowerJoined():
            return _joined(game, event)
        case GameOpened():
            message = f"{game.name} is open already"
            raise ValueError(message)
        case _:
            assert_never(event)


def _joined(game: Game, event: PowerJoined) -> Game:
    """The power shares what becomes of its seat: its player, or that somebody is sought for it."""
    power, seat = event.power, event.seat
    player = next((game.seats[other] for other in seat if other in game.seats), None)  # perhaps lost in this very close
    sought = next((one for other, one in game.vacancies.items() if other in seat), None)
    return replace(
        game,
        seats={**game.seats, power: player} if player else game.seats,
        joined={**game.joined, power: seat},
        vacancies={**game.vacancies, power: sought} if sought else game.vacancies,
    )


def _entered(game: Game, event: EntryEvent) -> Game:
    match event:
        case SeatAsked(player, wishes):
            return replace(_known(game, player), applicants={**game.applicants, player.address: wishes})
        case RequestClosed(address):
            applicants = _without(game.applicants, address)
            return replace(game, applicants=applicants, invited=game.invited - {address})
        case PlayerInvited(address):
            return replace(game, invited=game.invited | {address})
        case PlayerJoined(player, wishes):
            applicants = _without(game.applicants, player.address)
            return replace(_known(game, player), wishes={**game.wishes, player.address: wishes}, applicants=applicants)
        case WishesChanged(address, wishes):
            return replace(game, wishes={**game.wishes, address: wishes})
        case PowerPlaced(address, power):
            others = {one: given for one, given in game.placed.items() if power != given}
            return replace(game, placed={**others, address: power})
        case _:
            assert_never(event)


def _waited(game: Game, event: WaitingEvent) -> Game:
    match event:
        case PlayerLeft(address):
            return _left(game, address)
        case StandbyAdded(player):
            known = replace(_known(game, player), applicants=_without(game.applicants, player.address))
            return replace(known, standbys=(*game.standbys, player.address))
        case StandbyLeft(address):
            return replace(game, standbys=tuple(one for one in game.standbys if one != address))
        case SeatGiven(address):
            standbys = tuple(one for one in game.standbys if one != address)
            return replace(game, standbys=standbys, wishes={**game.wishes, address: ()})
        case _:
            assert_never(event)


def _mustered(game: Game, event: MusterEvent) -> Game:
    match event:
        case MusterCalled(until, waited_for, at):
            return replace(game, muster=Muster(until, waited_for, at))
        case MusterAnswered(address):
            return replace(game, muster=game.muster.without(address) if game.muster else None)
        case SeatsLost(addresses):
            return _left(game, *addresses)
        case GameReady():
            return game
        case _:
            assert_never(event)


def _known(game: Game, person: Person) -> Game:
    """The game once it knows a person; who is known already stays as they are, with their number."""
    people = {person.address: person} | dict(game.people)
    readers = {person.address: len(game.readers) + 1} | dict(game.readers)
    return replace(game, people=people, readers=readers)


def _left(game: Game, *gone: Address) -> Game:
    """Without the seats of some players: there is no muster while seats are free."""
    return replace(game, wishes=_without(game.wishes, *gone), placed=_without(game.placed, *gone), muster=None)


def _without(table: Mapping[Address, Value], *gone: Address) -> Mapping[Address, Value]:
    return {one: value for one, value in table.items() if one not in gone}
