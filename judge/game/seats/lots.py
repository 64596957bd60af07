"""Who plays what: wishes first come, first served, the rest by lots that anyone can draw again."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from judge.game.settings import Address
from judge.rules.board import Power


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
