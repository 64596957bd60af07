"""Allotment: who gets which power when a game begins, and why; by lots that anyone can verify."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from judge.game.seats.messages import Allotment, AllotmentReason
from judge.game.settings import Address, Seating
from judge.game.state import Game
from judge.rules.board import Board, Power

# --- lots


def draw_lots(
    seed: str, powers: Sequence[Power], wishes: Mapping[Address, tuple[Power, ...]]
) -> Mapping[Power, Address]:
    """Seat every player (the keys of ``wishes``, in the order of joining) on one power, in board order.

    A player gets the first power they wished for that is free. The others, in the order of the SHA-256 of
    ``seed:address`` in hexadecimal, take the remaining powers in board order; anyone can verify that.
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


_PLACE_WEIGHT = 2**48
"""More than the lots of any game add up to, so that they decide only between equally good seatings."""


def assign_by_lists(
    seed: str, powers: Sequence[Power], wishes: Mapping[Address, tuple[Power, ...]]
) -> Mapping[Power, Address]:
    """Seat every player (the keys of ``wishes``) on one power, in board order.

    A player who gets the first wish costs 0, the second 1, the third 4, the next 9 …; a power that is not on a list
    counts as the wish after the last one, and all are alike to a player without a list. The seating with the lowest
    sum is taken; of several, the one in which the first 32 bits of the SHA-256 of ``seed:address:POWER`` add up to the
    least.
    """
    squares = {(player, power): _place(listed, power) ** 2 for player, listed in wishes.items() for power in powers}
    return assign_at_least_cost(seed, squares)


def assign_at_least_cost(seed: str, costs: Mapping[tuple[Address, Power], int]) -> Mapping[Power, Address]:
    """Seat every player on one power, in the order of ``costs``, so that these add up to the least.

    Of several such seatings that is taken in which the first 32 bits of the SHA-256 of ``seed:address:POWER`` add up to
    the least.
    """
    prices = {
        (player, power): _PLACE_WEIGHT * cost + _lot(seed, player, power) for (player, power), cost in costs.items()
    }
    seats = _matched(prices)
    return {power: seats[power] for power in dict.fromkeys(power for _, power in costs) if power in seats}


def _matched(prices: Mapping[tuple[Address, Power], int]) -> Mapping[Power, Address]:
    """Every player on one power at the least price; there are as many powers, or more.

    Kuhn's method (1955): each player in turn takes the power that the cheapest chain of exchanges sets free. What a
    player and a power have paid so far comes off a price, which so is never less than 0, and Dijkstra's search will do.
    """
    paid_by = dict.fromkeys((player for player, _ in prices), 0)
    paid_for = dict.fromkeys((power for _, power in prices), 0)
    seats: dict[Power, Address] = {}
    for newcomer in paid_by:
        least: dict[Power, int] = {}
        freed_by: dict[Power, Power | None] = {}
        reached: list[Power] = []
        player, power, spent = newcomer, None, 0
        while power is None or power in seats:
            free = [other for other in paid_for if other not in reached]
            for other in free:
                price = spent + prices[player, other] - paid_by[player] - paid_for[other]
                if other not in least or price < least[other]:
                    least[other], freed_by[other] = price, power
            power = min(free, key=least.__getitem__)
            spent, player = least[power], seats.get(power, player)
            reached.append(power)
        paid_by[newcomer] += spent
        for other in reached[:-1]:
            paid_by[seats[other]] += spent - least[other]
            paid_for[other] -= spent - least[other]
        while power is not None:
            before = freed_by[power]
            seats[power], power = newcomer if before is None else seats[before], before
    return seats


def _place(listed: Sequence[Power], power: Power) -> int:
    """The place of a power in a list, from 0."""
    return listed.index(power) if power in listed else len(listed)


def _lot(seed: str, player: Address, power: Power) -> int:
    return int.from_bytes(sha256(f"{seed}:{player}:{power}".encode()).digest()[:4], "big")


# --- the coin by which a power that stood aside joins a seat


def seat_to_join(seed: str, board: Board, power: Power) -> tuple[Power, ...]:
    """The seat a power joins: its number is the SHA-256 of ``seed:POWER`` modulo the number of seats."""
    number = int(sha256(f"{seed}:{power}".encode()).hexdigest(), 16) % len(board.seats)
    return board.seats[number]


# --- who gets what


def allot_powers(game: Game) -> Mapping[Power, Address]:
    """The player of each power of a full game, in board order; a seat of several powers is given out by its first."""
    board = game.board
    firsts = tuple(seat[0] for seat in board.seats)
    wishes = {player: seats_of_powers(board, listed) for player, listed in game.wishes.items()}
    match game.settings.seating:
        case Seating.LISTS:
            given = assign_by_lists(game.seed, firsts, wishes)
        case Seating.HAND:
            by_hand = game.by_address(game.members.placed)
            placed = {player: seats_of_powers(board, by_hand.get(player)) for player in game.wishes}
            given = draw_lots(game.seed, firsts, placed)
        case Seating.LOTS | Seating.CHOICE:
            given = draw_lots(game.seed, firsts, wishes)
    players = {power: given[seat[0]] for seat in board.seats for power in seat if seat[0] in given}
    return {power: players[power] for power in board.powers if power in players}


def seats_of_powers(board: Board, powers: Sequence[Power] | Power | None) -> tuple[Power, ...]:
    """The seats that some powers belong to, each once, by its first power."""
    listed = (powers,) if isinstance(powers, str) else powers or ()
    return tuple(dict.fromkeys(seat[0] for power in listed if (seat := board.seat_of(power))))


def allotment_of(game: Game, player: Address, power: Power) -> Allotment:
    """How this player got this power, in a game that has just begun."""
    if game.settings.seating is Seating.HAND:
        by_hand = game.members.placed.get(game.readers[player]) in game.board.seat_of(power)
        return Allotment(AllotmentReason.HAND if by_hand else AllotmentReason.LOT)
    listed, seat = seats_of_powers(game.board, game.wishes.get(player, ())), game.board.seat_of(power)
    if seat and seat[0] in listed:
        return Allotment(AllotmentReason.WISH, listed.index(seat[0]) + 1)
    return Allotment(AllotmentReason.UNWISHED if listed else AllotmentReason.LOT)
