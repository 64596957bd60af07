"""Who is told of seats."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from judge.game.events import Event
from judge.game.mastery.permissions import knows_addresses
from judge.game.news import Notice
from judge.game.replacements.events import StandbyAsked
from judge.game.seats.allot import allotment
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
from judge.game.seats.news import (
    Asked,
    Declined,
    Joined,
    Mustered,
    Opened,
    Ready,
    Seated,
    SeatLost,
    SeatsFree,
    Started,
    Waiting,
)
from judge.game.settings import Address, Seating
from judge.game.state import Game


def seat_notices(game: Game, event: SeatEvent, later: Sequence[Event]) -> Iterator[Notice]:
    """The notices of one of these events, once it has happened, before ``later`` did."""
    match event:
        case GameOpened():
            yield Notice(game.master, Opened(event))
        case SeatAsked() | RequestClosed() | PlayerInvited() | PlayerJoined() | WishesChanged() | PowerPlaced():
            yield from _entered(game, event)
        case PlayerLeft() | StandbyAdded() | StandbyLeft() | SeatGiven():
            yield from _waited(game, event, later)
        case MusterCalled() | MusterAnswered() | SeatsLost() | GameReady():
            yield from _mustered(game, event, later)
        case GameStarted():
            yield from (Notice(reader, _started(game, reader, event)) for reader in game.audience)
        case PowerJoined():
            yield from (
                Notice(reader, Joined(event, own=event.power in game.powers_of(reader))) for reader in game.audience
            )
        case _:
            assert_never(event)


def _entered(game: Game, event: EntryEvent) -> Iterator[Notice]:
    """The master lets people in, so learns where they write from; nobody else does."""
    match event:
        case SeatAsked(player=player, wishes=wishes):
            yield Notice(game.master, Asked(player.address, wishes, is_full=not game.free_seats))
        case RequestClosed(address=address, by_master=by_master):
            if by_master and address in game.people and address not in game.players:
                yield Notice(address, Declined())
        case PlayerJoined(player=player, wishes=wishes):
            yield Notice(player.address, Seated(wishes, len(game.players), len(game.board.seats)))
        case PlayerInvited() | WishesChanged() | PowerPlaced():
            pass  # the acknowledgement is all
        case _:
            assert_never(event)


def _waited(game: Game, event: WaitingEvent, later: Sequence[Event]) -> Iterator[Notice]:
    match event:
        case PlayerLeft():
            yield from _freed(game, 1, later, by_muster=False)
        case StandbyAdded(player=player):
            if not any(isinstance(one, StandbyAsked) and one.player == player.address for one in later):
                yield Notice(player.address, Waiting(len(game.standbys)))
        case SeatGiven(address=address):
            yield Notice(address, Seated((), len(game.players), len(game.board.seats), moved_up=True))
        case StandbyLeft():
            pass  # the acknowledgement is all
        case _:
            assert_never(event)


def _mustered(game: Game, event: MusterEvent, later: Sequence[Event]) -> Iterator[Notice]:
    match event:
        case MusterCalled(until=until, waited_for=waited_for):
            number = len(waited_for)
            for reader in (game.master, *(one for one in game.players if one != game.master)) if number else ():
                yield Notice(reader, Mustered(until, asked=reader in waited_for, number=number))
        case SeatsLost(addresses=addresses):
            yield from (Notice(address, SeatLost()) for address in addresses)
            yield from _freed(game, len(addresses), later, by_muster=True)
        case GameReady():
            is_by_hand = game.settings.seating is Seating.HAND
            is_shown = is_by_hand and knows_addresses(game, game.master)
            yield Notice(game.master, Ready(game.players if is_shown else ()))
        case MusterAnswered():
            pass  # the acknowledgement is all
        case _:
            assert_never(event)


def _freed(game: Game, left: int, later: Sequence[Event], *, by_muster: bool) -> Iterator[Notice]:
    """Seats that were free again, to those who stay; of whoever took one the number alone."""
    given = [event.address for event in later if isinstance(event, SeatGiven)]
    news = SeatsFree(left, by_muster, len(given), len(game.players) + len(given), len(game.board.seats))
    yield from (Notice(reader, news) for reader in game.audience if reader not in given)


def _started(game: Game, reader: Address, event: GameStarted) -> Started:
    powers = game.powers_of(reader)
    place = game.standbys.index(reader) + 1 if reader in game.standbys else 0
    players = game.seats if knows_addresses(game, reader) else {}
    return Started(event, powers, {power: allotment(game, reader, power) for power in powers}, players, place)
