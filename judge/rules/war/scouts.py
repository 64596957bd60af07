"""The errands of scouts: their orders, and what becomes of them, by reproducible dice (004 8, 13)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from random import Random
from typing import assert_never

from judge.rules.adjustments import distances_from
from judge.rules.board import Board, Power, Province, Unit
from judge.rules.position import Position

# --- the orders to scouts and their results (004 8, 13)


class UnitTrait(Enum):
    """A fact that can be learned of a unit."""

    NAME = "name"
    HEALTH = "health"
    GROUND = "ground"
    POWER = "power"
    REACH = "reach"
    GIFTS = "gifts"


TRAITS_AT_FIRST_SIGHT = frozenset({UnitTrait.NAME})
SLOW_SPY_FIRST_TRAITS = frozenset({UnitTrait.HEALTH, UnitTrait.GROUND})
SLOW_SPY_LATER_TRAITS = frozenset({UnitTrait.POWER, UnitTrait.REACH, UnitTrait.GIFTS})
ALL_TRAITS = frozenset(UnitTrait)


# --- orders: ``at`` is where the scout is


@dataclass(frozen=True)
class Travel:
    """Go to a region up to two away, over any ground."""

    at: Province
    to: Province


@dataclass(frozen=True)
class SpySlowly:
    """``E L``: learn of a unit without risk, some traits in the first phase, the rest in the next."""

    at: Province
    target: Province


@dataclass(frozen=True)
class SpyQuickly:
    """``E R``: learn all of a unit at once, or be spotted."""

    at: Province
    target: Province


@dataclass(frozen=True)
class Investigate:
    """``I A``: look into something, described in free words for the master."""

    at: Province
    about: str = ""


@dataclass(frozen=True)
class Sabotage:
    """``S S``: take a hit point from the enemy unit where the scout is."""

    at: Province


@dataclass(frozen=True)
class Rest:
    """Stay there and do nothing."""

    at: Province


@dataclass(frozen=True)
class RestAll:
    """Every scout without an order stays where it is: one line for all of them."""


@dataclass(frozen=True)
class Enlist:
    """Recruit a scout in a strategic centre, at an adjustment."""

    at: Province


Errand = Travel | SpySlowly | SpyQuickly | Investigate | Sabotage | Rest
ScoutOrder = Errand | Enlist
"""All orders about scouts, in movement and adjustment phases."""


# --- what can come of them


class ErrandFailure(Enum):
    """Why an errand could not be carried out; the value is the key of its reason."""

    NO_SCOUT = "no_scout"  # no scout of this power is there, or each has an errand already
    TOO_FAR = "too_far"
    NO_UNIT = "no_unit"  # no unit to spy on or to sabotage is there
    OWN_UNIT = "own_unit"  # the unit is no enemy's
    NO_CENTRE = "no_centre"  # no strategic centre of this power that it still holds
    ENOUGH = "enough"  # a scout has been recruited already, or there are as many as may be


@dataclass(frozen=True)
class Nothing:
    """The errand could not be carried out."""

    why: ErrandFailure


@dataclass(frozen=True)
class Went:
    """The scout arrived."""


@dataclass(frozen=True)
class Captured:
    """The scout was spotted by the enemy unit at the end of a long way, and is lost."""


@dataclass(frozen=True)
class Learned:
    """The scout learned these traits of the unit of a region; ``unit`` is that unit as it was then."""

    target: Province
    traits: frozenset[UnitTrait]
    unit: Unit | None = None


@dataclass(frozen=True)
class Spotted:
    """The scout was spotted and learned nothing; ``named`` if its nation was found out."""

    named: bool


@dataclass(frozen=True)
class Sabotaged:
    """The unit lost a hit point and has ``left``; ``spotted`` if the scout and its nation were found out."""

    left: int
    spotted: bool


@dataclass(frozen=True)
class Asked:
    """The master has been asked."""

    about: str


@dataclass(frozen=True)
class Enlisted:
    """The power has one more scout."""


ErrandResult = Nothing | Went | Captured | Learned | Spotted | Sabotaged | Asked | Enlisted


@dataclass(frozen=True)
class Report:
    """The result of an errand, told to the power of the scout."""

    power: Power
    errand: ScoutOrder
    outcome: ErrandResult


@dataclass(frozen=True)
class Alert:
    """A scout was spotted near a unit, told to the power of the unit; ``nation`` is that of the scout, if found out."""

    power: Power
    at: Province
    nation: Power | None


# --- judges the errands of scouts with reproducible dice: where they go, what they learn, who spots them


LONGEST_TRAVEL = 2
_SIDES = 6
_CAPTURE, _SPOT_QUICK, _NAME_QUICK, _SPOT_SABOTAGE = 2, 3, 3, 4
"""So many sides of a die of six (004 8, 13)."""


@dataclass(frozen=True)
class Scout:
    """A scout of a power and its region; ``number`` distinguishes the scouts of one power."""

    power: Power
    number: int
    at: Province


KnownTraits = Mapping[Power, Mapping[Province, frozenset[UnitTrait]]]
"""The traits each power knows of the unit of a region."""


@dataclass(frozen=True)
class Scouting:
    """All scouts, and what each power has learned of the units of others.

    ``driven_out`` is the same for units that wait for their retreat, by the regions they were driven from.
    """

    scouts: tuple[Scout, ...] = ()
    known: KnownTraits = field(default_factory=dict)
    driven_out: KnownTraits = field(default_factory=dict)

    def of(self, power: Power) -> tuple[Scout, ...]:
        """The scouts of a power."""
        return tuple(scout for scout in self.scouts if scout.power == power)

    def traits(self, power: Power, at: Province) -> frozenset[UnitTrait]:
        """What a power has learned of the unit of a region."""
        return self.known.get(power, {}).get(at, frozenset())

    def forgetting(self, at: Province) -> "Scouting":
        """Return the scouting without anything known of the unit of a region."""
        known = {power: {one: it for one, it in units.items() if one != at} for power, units in self.known.items()}
        return replace(self, known=known)

    def knowing(self, power: Power, at: Province, traits: frozenset[UnitTrait]) -> "Scouting":
        """Return the scouting with more traits that a power knows of the unit of a region."""
        known = {**self.known.get(power, {}), at: self.traits(power, at) | traits}
        return replace(self, known={**self.known, power: known})


@dataclass(frozen=True)
class ScoutingResult:
    """Errands judged: the scouts and the knowledge afterwards, the position after sabotage, reports and alerts."""

    after: Scouting
    position: Position
    reports: tuple[Report, ...]
    alerts: tuple[Alert, ...]


def starting_scouts(starts: Mapping[Power, Sequence[Province]]) -> Scouting:
    """Return the scouts at their starting regions."""
    return Scouting(
        tuple(Scout(power, number, at) for power, places in starts.items() for number, at in enumerate(places, 1))
    )


def judge_scouts(
    board: Board, position: Position, scouting: Scouting, errands: Mapping[Power, Sequence[Errand]], seed: str
) -> ScoutingResult:
    """Judge the errands of a phase once its units have moved (004 5): each scout has one, and dice of its own.

    The dice follow from the seed, the phase and the scout alone, so that a phase can be judged again.
    """
    state = ScoutingResult(scouting, position, (), ())
    for power, given in errands.items():
        idle = list(scouting.of(power))
        for errand in given:
            scout = next((one for one in idle if one.at == errand.at), None)
            if scout is None:
                state = _with_report(state, Report(power, errand, Nothing(ErrandFailure.NO_SCOUT)))
            else:
                idle.remove(scout)
                dice = Random(f"{seed} {position.phase} {power} {scout.number}")  # noqa: S311 (dice of a game)
                state = _carried_out(board, state, scout, errand, dice)
    return state


def _carried_out(board: Board, state: ScoutingResult, scout: Scout, errand: Errand, dice: Random) -> ScoutingResult:
    match errand:
        case Travel(to=to):
            return _travelled(board, state, scout, errand, to, dice)
        case SpySlowly(target=target) | SpyQuickly(target=target):
            return _spied(board, state, scout, errand, target, dice)
        case Sabotage():
            return _sabotaged(state, scout, errand, dice)
        case Investigate(about=about):
            return _with_report(state, Report(scout.power, errand, Asked(about)))
        case Rest():
            return state
        case _:
            assert_never(errand)


def _travelled(
    board: Board, state: ScoutingResult, scout: Scout, errand: Errand, to: Province, dice: Random
) -> ScoutingResult:
    """A long way that ends at an enemy unit may end in capture; an unknown enemy unit there gives away its name."""
    away = _distance(board, scout.at, to)
    if away > LONGEST_TRAVEL:
        return _with_report(state, Report(scout.power, errand, Nothing(ErrandFailure.TOO_FAR)))
    enemy = _enemy(state.position, scout.power, to)
    if enemy and away == LONGEST_TRAVEL and _rolls_below(dice, _CAPTURE):
        left = replace(state.after, scouts=tuple(one for one in state.after.scouts if one != scout))
        caught = replace(state, after=left)
        return _with_report(caught, Report(scout.power, errand, Captured()), Alert(enemy.power, to, scout.power))
    moved = tuple(replace(one, at=to) if one == scout else one for one in state.after.scouts)
    arrived = _with_report(
        replace(state, after=replace(state.after, scouts=moved)), Report(scout.power, errand, Went())
    )
    if enemy and not state.after.traits(scout.power, to):
        return _learned(arrived, scout.power, errand, to, TRAITS_AT_FIRST_SIGHT)
    return arrived


def _spied(
    board: Board, state: ScoutingResult, scout: Scout, errand: SpySlowly | SpyQuickly, target: Province, dice: Random
) -> ScoutingResult:
    enemy, futile = _target(board, state.position, scout, target)
    if enemy is None:
        return _with_report(state, Report(scout.power, errand, Nothing(futile)))
    if isinstance(errand, SpySlowly):
        is_second = state.after.traits(scout.power, target) >= SLOW_SPY_FIRST_TRAITS
        return _learned(
            state, scout.power, errand, target, SLOW_SPY_LATER_TRAITS if is_second else SLOW_SPY_FIRST_TRAITS
        )
    if not _rolls_below(dice, _SPOT_QUICK):
        return _learned(state, scout.power, errand, target, ALL_TRAITS)
    named = _rolls_below(dice, _NAME_QUICK)
    alert = Alert(enemy.power, target, scout.power if named else None)
    return _with_report(state, Report(scout.power, errand, Spotted(named)), alert)


def _sabotaged(state: ScoutingResult, scout: Scout, errand: Sabotage, dice: Random) -> ScoutingResult:
    """The damage is done even if the scout is spotted; a unit without hit points is removed."""
    at = scout.at
    unit = state.position.units.get(at)
    enemy = _enemy(state.position, scout.power, at)
    if enemy is None or enemy.corps is None:
        return _with_report(
            state, Report(scout.power, errand, Nothing(ErrandFailure.OWN_UNIT if unit else ErrandFailure.NO_UNIT))
        )
    left = enemy.corps.health - 1
    units = {place: other for place, other in state.position.units.items() if place != at or left}
    if left:
        units[at] = enemy.with_health(left, enemy.corps.rest)
    spotted = _rolls_below(dice, _SPOT_SABOTAGE)
    known = state.after if left else state.after.forgetting(at)
    hurt = replace(state, position=replace(state.position, units=units), after=known)
    alerts = (Alert(enemy.power, at, scout.power),) if spotted else ()
    return _with_report(hurt, Report(scout.power, errand, Sabotaged(left, spotted)), *alerts)


def _target(board: Board, position: Position, scout: Scout, target: Province) -> tuple[Unit | None, ErrandFailure]:
    """Return the enemy unit to spy on in the scout's region or next to it, and why there is none."""
    if _distance(board, scout.at, target) > 1:
        return None, ErrandFailure.TOO_FAR
    unit = position.units.get(target)
    return _enemy(position, scout.power, target), ErrandFailure.OWN_UNIT if unit else ErrandFailure.NO_UNIT


def _enemy(position: Position, power: Power, at: Province) -> Unit | None:
    """Return the unit of a region if its power is neither this one nor an ally."""
    unit = position.units.get(at)
    if unit is None or unit.power == power or position.are_allied(unit.power, power):
        return None
    return unit


def why_futile(
    board: Board, position: Position, scouting: Scouting, power: Power, errand: ScoutOrder
) -> ErrandFailure | None:
    """Return why an errand cannot succeed wherever units go until then; None if it may."""
    match errand:
        case Travel(at=at, to=to):
            return None if _distance(board, at, to) <= LONGEST_TRAVEL else ErrandFailure.TOO_FAR
        case SpySlowly(at=at, target=target) | SpyQuickly(at=at, target=target):
            return None if _distance(board, at, target) <= 1 else ErrandFailure.TOO_FAR
        case Enlist():
            return _why_not_enlisted(board, ScoutingResult(scouting, position, (), ()), power, errand)
        case Investigate() | Sabotage() | Rest():
            return None
        case _:
            assert_never(errand)


def _distance(board: Board, at: Province, to: Province) -> int:
    """Return the distance in regions, one more than a scout can go if the place cannot be reached."""
    return distances_from(board, [at]).get(to, LONGEST_TRAVEL + 1)


def _rolls_below(dice: Random, sides: int) -> bool:
    return dice.randrange(_SIDES) < sides


def _learned(
    state: ScoutingResult, power: Power, errand: Errand, target: Province, traits: frozenset[UnitTrait]
) -> ScoutingResult:
    outcome: ErrandResult = Learned(target, traits, state.position.units.get(target))
    return _with_report(
        replace(state, after=state.after.knowing(power, target, traits)), Report(power, errand, outcome)
    )


def _with_report(state: ScoutingResult, report: Report, *alerts: Alert) -> ScoutingResult:
    return replace(state, reports=(*state.reports, report), alerts=(*state.alerts, *alerts))


# --- recruiting


def judge_recruiting(
    board: Board, position: Position, scouting: Scouting, wishes: Mapping[Power, Sequence[ScoutOrder]]
) -> ScoutingResult:
    """Judge the recruiting of scouts in an adjustment phase (004 5).

    Each power that has fewer scouts than it may gets one at most. It appears in a home centre that the power still
    owns, whoever stands there.
    """
    state = ScoutingResult(scouting, position, (), ())
    for power, given in wishes.items():
        for wish in given:
            why = _why_not_enlisted(board, state, power, wish)
            if why is None:
                last = max((scout.number for scout in scouting.of(power)), default=0)
                scouts = (*state.after.scouts, Scout(power, last + 1, wish.at))
                state = replace(state, after=replace(state.after, scouts=scouts))
            state = _with_report(state, Report(power, wish, Nothing(why) if why else Enlisted()))
    return state


def _why_not_enlisted(board: Board, state: ScoutingResult, power: Power, wish: ScoutOrder) -> ErrandFailure | None:
    if wish.at not in board.homes(power) or state.position.owners.get(wish.at) != power:
        return ErrandFailure.NO_CENTRE
    has_enlisted = any(report.power == power and report.outcome == Enlisted() for report in state.reports)
    is_full = len(state.after.of(power)) >= board.war.scouts.get(power, 0)
    return ErrandFailure.ENOUGH if has_enlisted or is_full else None
