"""A line that could not be read as an order: where it broke off, why, and what would have worked."""

from dataclasses import dataclass
from enum import Enum

from judge.rules.orders import Order


class Misreading(Enum):
    """Why a line has no single meaning; the value is the name of its sentence."""

    UNKNOWN_PLACE = "unknown_place"  # the marked word names no region
    UNKNOWN_WORD = "unknown_word"  # the marked word is no order word
    NO_UNIT_THERE = "no_unit_there"  # no unit stands in the marked region
    NO_SCOUT_THERE = "no_scout_there"  # no scout of the reader is in the marked region
    SABOTAGE_ELSEWHERE = "sabotage_elsewhere"  # a scout sabotages where it is, not in the marked region
    INCOMPLETE = "incomplete"  # the line stops too early at the mark
    AMBIGUOUS = "ambiguous"  # several meanings, all listed in ``meanings``
    TOO_MUCH = "too_much"  # a whole order, then more text from the mark on
    CONDITIONAL = "conditional"  # "otherwise" orders inside a line
    REPORT_MARK = "report_mark"  # bears the marks of a report (``:``, ``=``, ``(retraite...)``)
    MIXED_SCRIPTS = "mixed_scripts"  # letters of two alphabets in one word
    WRONG_PHASE = "wrong_phase"  # an order of another kind of phase


@dataclass(frozen=True)
class Misread:
    """A line that changed nothing. ``start`` and ``end`` mark the place in ``line``, in characters.

    ``meanings`` are the orders it could have been, ``hints`` orders near it that would work now, in the reader's
    notation, best first; they are suggestions and never become orders by themselves. ``is_prose`` of plain words, which
    are near no order.
    """

    line: str
    start: int
    end: int
    why: Misreading
    meanings: tuple[Order, ...] = ()
    hints: tuple[str, ...] = ()
    is_prose: bool = False
