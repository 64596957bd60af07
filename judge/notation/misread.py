"""A line that could not be read as an order: the place, the reason, and orders that would work."""

from dataclasses import dataclass
from enum import Enum

from judge.rules.orders import Order


class MisreadReason(Enum):
    """Why a line has no single meaning; the value is the key of its sentence."""

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

    ``meanings`` are the orders it could be, ``hints`` legal orders near it in the reader's notation, best first; these
    are suggestions only. ``is_prose`` if it is plain words, near no order.
    """

    line: str
    start: int
    end: int
    why: MisreadReason
    meanings: tuple[Order, ...] = ()
    hints: tuple[str, ...] = ()
    is_prose: bool = False
