"""What holds for the open phase or for every one, with the letter that said so."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.plans import Wish
from judge.rules.orders import Order


@dataclass(frozen=True)
class Given:
    """An order in force, with the letter it came in and the date that letter bore.

    ``meant`` when the player has said of it, void as it is, that it is what they want.
    """

    order: Order
    letter: int
    written: datetime | None
    meant: bool = False


@dataclass(frozen=True)
class Wished:
    """The standing wishes of a power, with the newest letter that spoke of them."""

    wishes: tuple[Wish, ...]
    letter: int
