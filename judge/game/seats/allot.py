"""Who gets which power when a game begins, with what decided it for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from judge.game.seats.assign import assign
from judge.game.seats.lots import draw
from judge.game.settings import Address, Seating
from judge.game.state import Game
from judge.rules.board import Board, Power


class By(Enum):
    """What gave a player a power; the value is the name of its sentence."""

    WISH = "wish"  # it stood on the list, at ``place``
    UNWISHED = "unwished"  # the list held other powers only
    LOT = "lot"
    HAND = "hand"  # the master


@dataclass(frozen=True)
class Allotment:
    """How one player came by a power; ``place`` in the list of wishes, from 1."""

    by: By
    place: int = 0


def allot(game: Game) -> Mapping[Power, Address]:
    """Who plays each power of a full game, in board order; a seat of several powers is given out by its first."""
    board = game.board
    firsts = tuple(seat[0] for seat in board.seats)
    wishes = {player: seats_meant(board, listed) for player, listed in game.wishes.items()}
    match game.settings.seating:
        case Seating.LISTS:
            given = assign(game.seed, firsts, wishes)
        case Seating.HAND:
            placed = {player: seats_meant(board, game.placed.get(player)) for player in game.wishes}
            given = draw(game.seed, firsts, placed)
        case Seating.LOTS | Seating.CHOICE:
            given = draw(game.seed, firsts, wishes)
    players = {power: given[seat[0]] for seat in board.seats for power in seat if seat[0] in given}
    return {power: players[power] for power in board.powers if power in players}


def seats_meant(board: Board, powers: Sequence[Power] | Power | None) -> tuple[Power, ...]:
    """The seats that some powers belong to, each once, named by its first power."""
    listed = (powers,) if isinstance(powers, str) else powers or ()
    return tuple(dict.fromkeys(seat[0] for power in listed if (seat := board.seat_of(power))))


def allotment(game: Game, player: Address, power: Power) -> Allotment:
    """What gave this player, of a game that has just begun, this power."""
    if game.settings.seating is Seating.HAND:
        by_hand = game.placed.get(player) in game.board.seat_of(power)
        return Allotment(By.HAND if by_hand else By.LOT)
    listed, seat = seats_meant(game.board, game.wishes.get(player, ())), game.board.seat_of(power)
    if seat and seat[0] in listed:
        return Allotment(By.WISH, listed.index(seat[0]) + 1)
    return Allotment(By.UNWISHED if listed else By.LOT)
