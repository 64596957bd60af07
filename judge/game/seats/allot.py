"""Powers given out to players: by lots, by lists of wishes, by a coin; anyone can draw the lots again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from hashlib import sha256

from networkx import Graph, max_weight_matching

from judge.game.seats.messages import PowerJoined
from judge.game.settings import Address, Seating
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.ending import ended_autumn
from judge.rules.position import Position

# --- lots


def draw(seed: str, powers: Sequence[Power], wishes: Mapping[Address, tuple[Power, ...]]) -> Mapping[Power, Address]:
    """Seat every player (the keys of ``wishes``, in the order of joining) on one power, in board order.

    A player gets the first power they wished for that is free. The others stand in the order of the SHA-256 of
    ``seed:address`` in hexadecimal and take the remaining powers in board order, so the lots need no trust.
    """
    seats: dict[Power, Address] = {}
    for player, wanted in wishes.items():
        power = next((power for power in wanted if power not in seats), None)
        if power is not None:
            seats[power] = player
    left = [player for player in wishes if player not in seats.values()]
    left.sort(key=lambda player: sha256(f"{seed}:{player}".encode()).hexdigest())
    free = [power for power in powers if power not in seats]
    seats.update(zip(free, left, strict=False))
    return {power: seats[power] for power in powers if power in seats}


# --- lists of wishes


_LOTS = 2**48
"""More than the lots of any table add up to, so that they only part what is equally fair."""


def assign(seed: str, powers: Sequence[Power], wishes: Mapping[Address, tuple[Power, ...]]) -> Mapping[Power, Address]:
    """Seat every player (the keys of ``wishes``) on one power, in board order.

    A player who gets the first wish costs 0, the second 1, the third 4, the next 9 …; a power that is not on a list
    counts as the wish after the last one, and all are alike to a player without a list. The seating with the lowest
    sum is taken; of several, the one in which the first 32 bits of the SHA-256 of ``seed:address:POWER`` add up to the
    least.
    """
    prices = {
        (player, power): _LOTS * _place(listed, power) ** 2 + _lot(seed, player, power)
        for player, listed in wishes.items()
        for power in powers
    }
    table = Graph()
    most = max(prices.values(), default=0)
    table.add_weighted_edges_from(
        (("player", one), ("power", power), most - price) for (one, power), price in prices.items()
    )
    seats = dict(map(_seat, max_weight_matching(table, maxcardinality=True)))
    return {power: seats[power] for power in powers if power in seats}


def _place(listed: Sequence[Power], power: Power) -> int:
    """The place of a power in a list, from 0."""
    return listed.index(power) if power in listed else len(listed)


def _lot(seed: str, player: Address, power: Power) -> int:
    return int.from_bytes(sha256(f"{seed}:{player}:{power}".encode()).digest()[:4], "big")


def _seat(pair: tuple[tuple[str, str], tuple[str, str]]) -> tuple[Power, Address]:
    """One pair of the matching, whichever way round it stands."""
    named = dict(pair)
    return Power(named["power"]), Address(named["player"])


# --- the coin by which a power that stood aside joins a seat


def toss(game: Game, before: Position, after: Position, now: datetime) -> tuple[PowerJoined, ...]:
    """The coin of a game: it falls when the autumn is over after which a power joins, before the adjustments."""
    joining = game.board.joining
    falls = joining and ended_autumn(before.phase, after.phase) and before.phase.year == joining.year - 1
    if joining is None or not falls:
        return ()
    seat = side_joined(game.seed, game.board, joining.power)
    return (PowerJoined(joining.power, seat, next((game.seats[one] for one in seat if one in game.seats), None), now),)


def side_joined(seed: str, board: Board, power: Power) -> tuple[Power, ...]:
    """The seat a power joins: the SHA-256 of ``seed:POWER``, divided by the number of seats, leaves its number."""
    number = int(sha256(f"{seed}:{power}".encode()).hexdigest(), 16) % len(board.seats)
    return board.seats[number]


# --- who gets what


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
    """How this player came by this power in a game that has just begun."""
    if game.settings.seating is Seating.HAND:
        by_hand = game.placed.get(player) in game.board.seat_of(power)
        return Allotment(By.HAND if by_hand else By.LOT)
    listed, seat = seats_meant(game.board, game.wishes.get(player, ())), game.board.seat_of(power)
    if seat and seat[0] in listed:
        return Allotment(By.WISH, listed.index(seat[0]) + 1)
    return Allotment(By.UNWISHED if listed else By.LOT)
