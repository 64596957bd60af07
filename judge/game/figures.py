"""Figures of games: deadlines kept and missed, centres by years, standoffs and stabs.

What is kept grows by each closed phase, so that nobody has to read the log again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import Enum
from functools import reduce
from typing import Self

from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import Blow, Hostilities, PowerPair, Standoff, blows_of, hostilities_of
from judge.rules.board import Board, Power, Province, Year
from judge.rules.ending import survivors
from judge.rules.position import Phase, PhaseKind, Position, Season, territory_count

# --- the reliability figures of a person: deadlines kept and missed, seats given up and taken over


DEADLINES_PER_SEAT = 5
"""A seat given up counts as so many missed deadlines; a seat taken over makes up for one given up."""

NO_TIME = timedelta(0)


@dataclass(frozen=True)
class Figures:
    """The reliability figures of one person.

    Deadlines of movement phases alone: with orders ``on_time``, ``late`` (within a grace; ``lateness`` is the sum) and
    ``missed``. ``given_up`` are seats resigned at once, forfeited or taken away, ``taken_over`` seats of others.
    """

    games: int = 0
    on_time: int = 0
    late: int = 0
    lateness: timedelta = NO_TIME
    missed: int = 0
    given_up: int = 0
    taken_over: int = 0

    @property
    def percent(self) -> int:
        """The percentage of deadlines kept, rounded down; late ones count half; 100 for somebody who has had none."""
        lost = DEADLINES_PER_SEAT * max(0, self.given_up - self.taken_over)
        due = self.on_time + self.late + self.missed + lost
        return 100 if not due else (200 * self.on_time + 100 * self.late) // (2 * due)

    def plus(self, **more: int) -> Self:
        """The figures with some of them raised by so much."""
        return replace(self, **{name: getattr(self, name) + count for name, count in more.items()})


def total_figures(parts: Iterable[Figures]) -> Figures:
    """The figures of one person in several games, added up."""
    return reduce(_sum, parts, Figures())


def _sum(one: Figures, other: Figures) -> Figures:
    return Figures(
        one.games + other.games,
        one.on_time + other.on_time,
        one.late + other.late,
        one.lateness + other.lateness,
        one.missed + other.missed,
        one.given_up + other.given_up,
        one.taken_over + other.taken_over,
    )


# --- the centres of each power by years: at the start, and at the end of every year that is over


@dataclass(frozen=True)
class CentreHistory:
    """How many centres each power had, counted as its board counts them; years are turns on a board with turns.

    ``years`` are those that are over, oldest first; a game that changed centres in its last year ends that year.
    ``counts`` has every power of the board in board order, with its centres at the start, then one number for each of
    the years. Both are empty before the start.
    """

    years: tuple[Year, ...] = ()
    counts: Mapping[Power, tuple[int, ...]] = field(default_factory=dict)

    def of(self, powers: Iterable[Power]) -> "CentreHistory":
        """The same years with some powers alone; without years where none of them has counts."""
        counts = {power: self.counts[power] for power in powers if power in self.counts}
        return CentreHistory(self.years, counts) if counts else CentreHistory()


def history_from_start(board: Board, opening: Position) -> CentreHistory:
    """The history of a game that begins at a position."""
    return CentreHistory(counts={power: (territory_count(board, opening, power),) for power in board.powers})


def history_after_phase(known: CentreHistory, board: Board, year: Year, after: Position) -> CentreHistory:
    """The history once a phase of a year has closed: the year is counted as soon as its autumn is over (000 IV)."""
    is_over = after.phase.year > year or after.phase.season is Season.WINTER
    return _with_year(known, board, year, after) if is_over else known


def history_at_end(known: CentreHistory, board: Board, last: Position) -> CentreHistory:
    """The history of a game that ends at a position: an unfinished year counts where it has changed the centres."""
    ended = _with_year(known, board, last.phase.year, last)
    is_changed = any(counts[-1] != known.counts[power][-1] for power, counts in ended.counts.items())
    return ended if is_changed else known


def history_rolled_back(known: CentreHistory, board: Board, to: Position) -> CentreHistory:
    """The history of a game that is back at a position."""
    year = to.phase.year
    before = _before_year(known, year)
    return _with_year(before, board, year, to) if to.phase.season is Season.WINTER else before


def history_taken_over(known: CentreHistory, board: Board, at: Position) -> CentreHistory:
    """The history of a game that goes on from a position of another judge: what is told is its last year alone."""
    phase = at.phase
    last = phase.year if phase.season is Season.WINTER else Year(phase.year - 1)
    is_told = last >= board.start_year
    return _with_year(known, board, last, at) if is_told else _before_year(known, phase.year)


def _with_year(known: CentreHistory, board: Board, year: Year, at: Position) -> CentreHistory:
    """The history with the count of a year, which replaces an earlier count of the same year."""
    before = _before_year(known, year)
    return CentreHistory(
        (*before.years, year),
        {power: (*counts, territory_count(board, at, power)) for power, counts in before.counts.items()},
    )


def _before_year(known: CentreHistory, year: Year) -> CentreHistory:
    years = tuple(one for one in known.years if one < year)
    return CentreHistory(years, {power: counts[: len(years) + 1] for power, counts in known.counts.items()})


# --- the course of a game in figures


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
