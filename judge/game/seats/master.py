"""Decisions of the master about seats: who is let in, who plays what, when it begins."""

from datetime import datetime
from typing import assert_never

from judge.game.events import Event
from judge.game.mastery.permissions import Act, knows_addresses, why_not
from judge.game.refusals import Refusal, Refused
from judge.game.seats.commands import ApprovePlayer, DeclinePlayer, MasterCommand, PlacePlayer, StartGame
from judge.game.seats.events import PlayerInvited, PlayerJoined, PowerPlaced, RequestClosed, StandbyAdded
from judge.game.seats.filling import start, with_what_follows
from judge.game.settings import Address, Seating
from judge.game.state import Game


def decide_for_master(game: Game, command: MasterCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """What a command makes happen that only the master may give."""
    refused = why_not(game, command.by, Act.FILL_SEATS)
    if refused:
        return refused
    match command:
        case ApprovePlayer():
            return _approve(game, command, now)
        case DeclinePlayer(who=who):
            return _decline(game, who, now)
        case PlacePlayer():
            return _place(game, command, now)
        case StartGame():
            return _start(game, now)
        case _:
            assert_never(command)


def _approve(game: Game, command: ApprovePlayer, now: datetime) -> tuple[Event, ...] | Refused:
    """Who has asked gets a seat, or waits for one where none is free; anybody else may come.

    Whoever may not know where others are written to may invite them all the same, or asking would tell who plays.
    """
    who = command.who
    if knows_addresses(game, command.by) and (who in game.wishes or who in game.standbys):
        return Refused(Refusal.HAS_JOINED)
    if who not in game.applicants:
        return (PlayerInvited(who, now),)
    person = game.people[who]
    if not game.free_seats:
        return (StandbyAdded(person, now),)
    return with_what_follows(game, (PlayerJoined(person, game.applicants[who], now),), now)


def _decline(game: Game, who: Address, now: datetime) -> tuple[Event, ...] | Refused:
    if who not in game.applicants and who not in game.invited:
        return Refused(Refusal.NO_REQUEST)
    return (RequestClosed(who, by_master=True, at=now),)


def _place(game: Game, command: PlacePlayer, now: datetime) -> tuple[Event, ...] | Refused:
    if game.position:
        return Refused(Refusal.ALREADY_STARTED)
    if game.settings.seating is not Seating.HAND:
        return Refused(Refusal.NOT_BY_HAND)
    if not knows_addresses(game, command.by):
        return Refused(Refusal.MASTER_ONLY)
    if command.who not in game.wishes:
        return Refused(Refusal.NO_SUCH_PLAYER)
    return (PowerPlaced(command.who, command.power, now),)


def _start(game: Game, now: datetime) -> tuple[Event, ...] | Refused:
    if game.position:
        return Refused(Refusal.ALREADY_STARTED)
    if game.free_seats:
        return Refused(Refusal.SEATS_FREE)
    if game.muster and game.muster.waited_for:
        return Refused(Refusal.MUSTER_OPEN, at=game.muster.until)
    return start(game, now)
