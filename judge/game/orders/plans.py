"""What a player wants of phases that are not open yet: orders in advance, standing wishes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from judge.game.orders.conditions import Condition, holds
from judge.rules.board import Location, Province
from judge.rules.orders import Build
from judge.rules.position import Phase, PhaseKind, Position, Season

MOST_YEARS_AHEAD = 5
"""As far as the old e-mail judges took orders in advance."""

MOST_STEPS = 100
"""What a player may keep for one phase: more than anybody has units to order, for every case they can think of."""


@dataclass(frozen=True)
class OrderText:
    """Orders as they were written; what they mean shows when the phase opens."""

    text: str


@dataclass(frozen=True)
class Choice:
    """Steps for the case that a condition holds when the phase opens, others for the case that it does not."""

    condition: Condition
    then: "tuple[Step, ...]"
    otherwise: "tuple[Step, ...]" = ()


Step = OrderText | Choice


def lines_for(step: Step, position: Position) -> tuple[str, ...]:
    """The lines of orders that a step comes to when a phase opens with this position."""
    match step:
        case OrderText(text):
            return (text,)
        case Choice(condition, then, otherwise):
            steps = then if holds(condition, position) else otherwise
            return tuple(line for one in steps for line in lines_for(one, position))


@dataclass(frozen=True)
class RetreatWish:
    """Where a unit goes that is driven from a province (None: from any), best first; off the board if ``disband``."""

    of: Province | None
    to: tuple[Location, ...]
    disband: bool = False


@dataclass(frozen=True)
class BuildWish:
    """What to raise, best first; ``waive`` what is left then."""

    builds: tuple[Build, ...]
    waive: bool = False


@dataclass(frozen=True)
class RemovalWish:
    """Whose unit goes first when there are too many."""

    units: tuple[Province, ...]


Wish = RetreatWish | BuildWish | RemovalWish


def with_wish(wishes: Sequence[Wish], new: Wish) -> tuple[Wish, ...]:
    """The new wish after those it leaves standing: it replaces one of its kind, of retreats one for that province."""
    return (*(old for old in wishes if _subject(old) != _subject(new)), new)


def _subject(wish: Wish) -> tuple[type, Province | None]:
    return type(wish), wish.of if isinstance(wish, RetreatWish) else None


class Plan(Enum):
    """What orders were taken from when a phase opened."""

    ADVANCE = "advance"
    WISHES = "wishes"


# --- the calendar ahead

_SEASONS, _KINDS = tuple(Season), tuple(PhaseKind)


def comes_before(phase: Phase, other: Phase) -> bool:
    """Whether a phase is earlier than another."""
    return rank(phase) < rank(other)


def rank(phase: Phase) -> tuple[int, int, int]:
    """What phases are sorted by."""
    return phase.year, _SEASONS.index(phase.season), _KINDS.index(phase.kind)
