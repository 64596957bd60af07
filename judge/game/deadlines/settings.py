"""Settings of time: days, hours, holidays, absences, and the reminders each person wants."""

from dataclasses import dataclass, field
from datetime import timedelta

from judge.rules.position import PhaseKind

# --- lengths


@dataclass(frozen=True)
class Lengths:
    """A length for each kind of phase: how long it lasts at least, or is waited for once its deadline has come."""

    movement: timedelta = timedelta(days=7)
    retreat: timedelta = timedelta(days=2)
    adjustment: timedelta = timedelta(days=2)

    def of(self, kind: PhaseKind) -> timedelta:
        """The length for one kind of phase."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement
            case PhaseKind.RETREAT:
                return self.retreat
            case PhaseKind.ADJUSTMENT:
                return self.adjustment


# --- timing


EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
"""Days of the week, Monday first."""


@dataclass(frozen=True)
class Allowance:
    """How many days each player may be absent for: in a calendar year, or in the whole game."""

    days: int = 0
    whole_game: bool = False


@dataclass(frozen=True)
class Timing:
    """The settings that deadlines depend on besides the length of phases and the hour.

    ``days`` are those of the week on which phases close, 0 for Monday. ``exact``: a phase closes just after its length,
    at no fixed hour. ``first`` is the length of the first phase where it has its own. ``holidays`` names the country
    whose holidays are skipped, with its subdivision (``FR``, ``FR-57``), empty for none. ``minimum`` is how long a
    phase stays open though every order is in. ``unhurried``: an early close shortens no later phase, for the next one
    is counted from the deadline that had been announced. ``tell_absences``: everyone, and not the master alone, is told
    who will be away; ``tell_waited``: everyone may see who is waited for.
    """

    days: tuple[int, ...] = EVERY_DAY
    exact: bool = False
    first: timedelta | None = None
    holidays: str = ""
    minimum: timedelta = timedelta()
    unhurried: bool = False
    absences: Allowance = field(default_factory=Allowance)
    tell_absences: bool = True
    tell_waited: bool = False


# --- reminders


MOST_REMINDERS = 3
"""The most reminders of one deadline."""

SHORTEST_REMINDER, LONGEST_REMINDER = timedelta(hours=1), timedelta(days=7)


@dataclass(frozen=True)
class Reminders:
    """When a person is reminded: so long ``before`` a deadline, for each length; None for the game's own setting."""

    before: tuple[timedelta, ...] | None = None
