"""Orders, errands and wishes in force, with the letter that gave each (004 5, 8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.orders.plans import Wish
from judge.rules.board import Power, Province
from judge.rules.errands import Commission, Enlist, RestAll
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position
from judge.rules.scouts import Scouting


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


# --- errands of scouts


@dataclass(frozen=True)
class Sent:
    """An errand in force, with the letter it came in and the date that letter bore."""

    errand: Commission
    letter: int
    written: datetime | None


def is_of_phase(errand: Commission | RestAll, position: Position) -> bool:
    """Whether an errand belongs to the phase: scouts go with the movements, and are recruited at adjustments."""
    kind = PhaseKind.ADJUSTMENT if isinstance(errand, Enlist) else PhaseKind.MOVEMENT
    return position.phase.kind is kind


def with_errand(given: tuple[Sent, ...], new: Sent, scouts: int) -> tuple[Sent, ...]:
    """The errands of a power with one more, where it has so many ``scouts`` at the errand's place; the oldest give way.

    Of several wishes to recruit the last counts.
    """
    most = 1 if isinstance(new.errand, Enlist) else scouts
    rivals = [one for one in given if _is_alike(one, new)]
    overdue = rivals[: max(0, len(rivals) + 1 - most)]
    return (*(one for one in given if one not in overdue), new)


def displaced(before: tuple[Sent, ...], now: tuple[Sent, ...]) -> Commission | None:
    """The errand that is in force no more since another was given."""
    return next((one.errand for one in before if one not in now), None)


def _is_alike(one: Sent, other: Sent) -> bool:
    if isinstance(other.errand, Enlist):
        return isinstance(one.errand, Enlist)
    return one.errand.at == other.errand.at


def idle_posts(scouting: Scouting, errands: Mapping[Power, tuple[Sent, ...]], power: Power) -> tuple[Province, ...]:
    """Where the scouts of a power are that have no errand, a region as often as there are such scouts."""
    posts = [scout.at for scout in scouting.of(power)]
    for sent in errands.get(power, ()):
        if sent.errand.at in posts:
            posts.remove(sent.errand.at)
    return tuple(posts)
