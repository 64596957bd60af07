"""The course of a game in figures: its longest standoffs, its stabs, who supported whom, who was eliminated when.

What is kept grows by each closed phase, so that nobody has to read the log again.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from judge.game.centre_history import CentreHistory
from judge.game.phases.hostilities import Blow, Hostilities, PowerPair, Standoff, blows_of, hostilities_of
from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Board, Power, Province, Year
from judge.rules.ending import survivors
from judge.rules.position import Phase, PhaseKind


class Betrayed(Enum):
    """What a stab betrayed, in the movement phase before it; the value is the key of its sentence."""

    SUPPORT = "support"  # the attacker supported a unit of its victim
    PEACE = "peace"  # the attacking unit stood there already, and neither power ordered anything against the other


@dataclass(frozen=True)
class Stab:
    """A unit that was ``dislodged``, or a centre that was taken, by a power that had not been an enemy (0209).

    ``number`` is that of the closed phase by which it was settled, ``phase`` the movement phase in which it was done.
    """

    number: int
    phase: Phase
    by: Power
    victim: Power
    province: Province
    dislodged: bool
    betrayed: Betrayed


@dataclass(frozen=True)
class Elimination:
    """A power lost the last of its units and centres in the closed phase of a number."""

    number: int
    phase: Phase
    power: Power


@dataclass(frozen=True)
class MovementRecord:
    """What is kept of a closed movement phase: ``entered`` become stabs if the centre is taken when centres count."""

    number: int
    phase: Phase
    hostilities: Hostilities
    entered: tuple[Stab, ...] = ()


@dataclass(frozen=True)
class Course:
    """What is kept of the closed phases that count, oldest first."""

    movements: tuple[MovementRecord, ...] = ()
    stabs: tuple[Stab, ...] = ()
    eliminations: tuple[Elimination, ...] = ()

    def without(self, undone: Collection[int]) -> "Course":
        """The course without the closed phases of some numbers."""
        return Course(
            tuple(one for one in self.movements if one.number not in undone),
            tuple(one for one in self.stabs if one.number not in undone),
            tuple(one for one in self.eliminations if one.number not in undone),
        )


def course_after_phase(known: Course, board: Board, event: PhaseClosed) -> Course:
    """The course once a phase has closed. Pure."""
    stabs: tuple[Stab, ...] = ()
    movements = known.movements
    if event.before.phase.kind is PhaseKind.MOVEMENT:
        found = tuple(stabs_of(event, movements[-1].hostilities)) if movements else ()
        stabs = tuple(one for one in found if one.dislodged or _is_taken(one, event))
        entered = tuple(one for one in found if one not in stabs)
        movements = (*movements, MovementRecord(event.number, event.before.phase, hostilities_of(event), entered))
    elif event.before.phase.kind is PhaseKind.RETREAT and movements:
        stabs = tuple(replace(one, number=event.number) for one in movements[-1].entered if _is_taken(one, event))
    left = {*survivors(board, event.judgement.after)}
    gone = (power for power in survivors(board, event.before) if power not in left)
    eliminations = tuple(Elimination(event.number, event.before.phase, power) for power in gone)
    return Course(movements, (*known.stabs, *stabs), (*known.eliminations, *eliminations))


def _is_taken(stab: Stab, event: PhaseClosed) -> bool:
    return event.judgement.gained.get(stab.province) == stab.by


def stabs_of(event: PhaseClosed, earlier: Hostilities) -> Iterator[Stab]:
    """Yield the stabs of a movement phase, ``earlier`` being those of the movement phase before it.

    A province that was entered, and whose unit was not dislodged, makes a stab only if its owner loses it.
    """
    for blow in blows_of(event):
        betrayed = _betrayed(blow, earlier)
        if betrayed:
            done = (blow.by, blow.victim, blow.province, blow.dislodged)
            yield Stab(event.number, event.before.phase, *done, betrayed)


def _betrayed(blow: Blow, earlier: Hostilities) -> Betrayed | None:
    if earlier.are_opposed(blow.by, blow.victim):
        return None
    if (blow.by, blow.victim) in earlier.supports:
        return Betrayed.SUPPORT
    stood = blow.origin in earlier.stayed and (not blow.dislodged or blow.province in earlier.stayed)
    return Betrayed.PEACE if stood else None


# --- the figures


@dataclass(frozen=True)
class StandoffRow:
    """A standoff of the same powers in the same province in ``number`` movement phases in a row."""

    standoff: Standoff
    first: Phase
    last: Phase
    number: int


@dataclass(frozen=True)
class YearChange:
    """How a power went from ``before`` to ``after`` centres in a year."""

    power: Power
    year: Year
    before: int
    after: int


@dataclass(frozen=True)
class CourseFigures:
    """The figures of a game; of what is a record, all that are equal.

    ``standoffs`` lasted longest, two phases at least; ``gains`` and ``losses`` are those of the years in which a power
    won or lost most; ``supports`` is the greatest number of supports from one power to another, with the pairs.
    ``eliminated`` are the powers that are still gone.
    """

    standoffs: tuple[StandoffRow, ...]
    stabs: tuple[Stab, ...]
    gains: tuple[YearChange, ...]
    losses: tuple[YearChange, ...]
    supports: tuple[int, tuple[PowerPair, ...]]
    eliminated: tuple[Elimination, ...]


def course_figures(course: Course, history: CentreHistory, alive: Collection[Power]) -> CourseFigures:
    """The figures of a game from what is kept of it; ``alive`` are the powers left."""
    rows = [row for row in standoff_rows(course.movements) if row.number > 1]
    changes = tuple(_changes(history))
    last = {one.power: one for one in course.eliminations if one.power not in alive}
    return CourseFigures(
        standoffs=tuple(row for row in rows if row.number == max(one.number for one in rows)),
        stabs=course.stabs,
        gains=_greatest([one for one in changes if one.after > one.before]),
        losses=_greatest([one for one in changes if one.after < one.before]),
        supports=_most_supports(course.movements),
        eliminated=tuple(last.values()),
    )


def standoff_rows(movements: Sequence[MovementRecord]) -> Iterator[StandoffRow]:
    """Yield every row of standoffs of the same powers in the same province, in the order in which they ended."""
    rows: dict[Standoff, StandoffRow] = {}
    for movement in movements:
        now = movement.hostilities.standoffs
        yield from (row for one, row in rows.items() if one not in now)
        rows = {
            one: StandoffRow(one, was.first if was else movement.phase, movement.phase, was.number + 1 if was else 1)
            for one in now
            for was in (rows.get(one),)
        }
    yield from rows.values()


def _changes(history: CentreHistory) -> Iterator[YearChange]:
    for power, counts in history.counts.items():
        for year, before, after in zip(history.years, counts, counts[1:], strict=False):
            yield YearChange(power, year, before, after)


def _greatest(changes: Sequence[YearChange]) -> tuple[YearChange, ...]:
    most = max((abs(one.after - one.before) for one in changes), default=0)
    return tuple(one for one in changes if abs(one.after - one.before) == most)


def _most_supports(movements: Sequence[MovementRecord]) -> tuple[int, tuple[PowerPair, ...]]:
    given = Counter(pair for movement in movements for pair in movement.hostilities.supports)
    most = max(given.values(), default=0)
    return most, tuple(pair for pair, number in given.items() if number == most)
