"""Pairs of players who mean to share a seat, whichever one of them gets."""

from dataclasses import dataclass

from judge.game.settings import Address


@dataclass(frozen=True)
class Pair:
    """Who asked, and whether the one asked has agreed."""

    by: Address
    agreed: bool = False
