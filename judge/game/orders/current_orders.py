"""Orders, errands and standing wishes in force, each with the letter that gave it (004 5, 8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.plans import Wish
from judge.rules.board import Power, Province
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position
from judge.rules.war.errands import Enlist, RestAll, ScoutOrder
from judge.rules.war.scouts import Scouting


@dataclass(frozen=True)
class GivenOrder:
    """An order in force, with the number of the letter that gave it and the date of that letter.

    ``meant``: the player has confirmed it though it is void.
    """

    order: Order
    letter: int
    written: datetime | None
    meant: bool = False


@dataclass(frozen=True)
class StandingWishes:
    """The standing wishes of a power, with the number of the newest letter about them."""

    wishes: tuple[Wish, ...]
    letter: int


# --- errands of scouts


@dataclass(frozen=True)
class GivenErrand:
    """An errand in force, with the number of the letter that gave it and the date of that letter."""

    errand: ScoutOrder
    letter: int
    written: datetime | None


def is_errand_of_phase(errand: ScoutOrder | RestAll, position: Position) -> bool:
    """Whether an errand belongs to the phase: scouts go with the movements, and are recruited at adjustments."""
    kind = PhaseKind.ADJUSTMENT if isinstance(errand, Enlist) else PhaseKind.MOVEMENT
    return position.phase.kind is kind


def with_errand(given: tuple[GivenErrand, ...], new: GivenErrand, scouts: int) -> tuple[GivenErrand, ...]:
    """The errands of a power with one more; the oldest at its place give way where it has fewer ``scouts`` there.

    Of several orders to recruit the last counts.
    """
    most = 1 if isinstance(new.errand, Enlist) else scouts
    rivals = [one for one in given if _is_rival(one, new)]
    overdue = rivals[: max(0, len(rivals) + 1 - most)]
    return (*(one for one in given if one not in overdue), new)


def replaced_errand(before: tuple[GivenErrand, ...], now: tuple[GivenErrand, ...]) -> ScoutOrder | None:
    """The errand that a newer one has replaced; None if there is none."""
    return next((one.errand for one in before if one not in now), None)


def _is_rival(one: GivenErrand, other: GivenErrand) -> bool:
    if isinstance(other.errand, Enlist):
        return isinstance(one.errand, Enlist)
    return one.errand.at == other.errand.at


def scouts_without_errand(
    scouting: Scouting, errands: Mapping[Power, tuple[GivenErrand, ...]], power: Power
) -> tuple[Province, ...]:
    """The regions of a power's scouts that have no errand, each as often as there are such scouts."""
    posts = [scout.at for scout in scouting.of(power)]
    for sent in errands.get(power, ()):
        if sent.errand.at in posts:
            posts.remove(sent.errand.at)
    return tuple(posts)
