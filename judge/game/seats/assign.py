"""Powers given out by lists of wishes: as few bad places as can be, equals by lots that anyone can draw again."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from networkx import Graph, max_weight_matching

from judge.game.settings import Address
from judge.rules.board import Power

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
