"""Judging the errands of scouts: where they go, what they learn, who spots them, by dice that can be thrown again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import assert_never

from judge.rules.board import Board, Power, Province, Unit
from judge.rules.disorder import distances_from
from judge.rules.errands import (
    EVERYTHING,
    FIRST_SIGHT,
    SLOWLY_FIRST,
    SLOWLY_THEN,
    Alert,
    Asked,
    Captured,
    Commission,
    Enlist,
    Enlisted,
    Errand,
    Futile,
    Investigate,
    Learned,
    Nothing,
    Outcome,
    Report,
    Rest,
    Sabotage,
    Sabotaged,
    Spotted,
    SpyQuickly,
    SpySlowly,
    Trait,
    Travel,
    Went,
)
from judge.rules.position import Position

STRIDE = 2
_SIDES = 6
_CAPTURE, _SPOT_QUICK, _NAME_QUICK, _SPOT_SABOTAGE = 2, 3, 3, 4
"""So many sides of a die of six (004 8, 13)."""


@dataclass(frozen=True)
class Scout:
    """A scout of a power and where it is; ``number`` tells it from others of its power."""

    power: Power
    number: int
    at: Province


Known = Mapping[Power, Mapping[Province, frozenset[Trait]]]
"""What each power knows of the unit of a region."""


@dataclass(frozen=True)
class Scouting:
    """All scouts there are, and what each power has learned of the units of others.

    ``driven_out`` is the same of units that wait for their retreat, by the regions they were driven from.
    """

    scouts: tuple[Scout, ...] = ()
    known: Known = field(default_factory=dict)
    driven_out: Known = field(default_factory=dict)

    def of(self, power: Power) -> tuple[Scout, ...]:
        """The scouts of a power."""
        return tuple(scout for scout in self.scouts if scout.power == power)

    def traits(self, power: Power, at: Province) -> frozenset[Trait]:
        """What a power has learned of the unit of a region."""
        return self.known.get(power, {}).get(at, frozenset())

    def forgetting(self, at: Province) -> "Scouting":
        """Without what anybody has learned of the unit of a region, which is no more."""
        known = {power: {one: it for one, it in units.items() if one != at} for power, units in self.known.items()}
        return replace(self, known=known)

    def knowing(self, power: Power, at: Province, traits: frozenset[Trait]) -> "Scouting":
        """With more that a power has learned of the unit of a region."""
        known = {**self.known.get(power, {}), at: self.traits(power, at) | traits}
        return replace(self, known={**self.known, power: known})


@dataclass(frozen=True)
class Scouted:
    """Errands judged: the scouts and the knowledge there are now, the position after sabotage, who is told what."""

    after: Scouting
    position: Position
    reports: tuple[Report, ...]
    alerts: tuple[Alert, ...]


def first_scouts(starts: Mapping[Power, Sequence[Province]]) -> Scouting:
    """The scouts where they begin."""
    return Scouting(
        tuple(Scout(power, number, at) for power, places in starts.items() for number, at in enumerate(places, 1))
    )


def judge_scouts(
    board: Board, position: Position, scouting: Scouting, errands: Mapping[Power, Sequence[Errand]], seed: str
) -> Scouted:
    """Judge the errands of a phase once its units stand (004 5): each scout has one, and dice of its own.

    The dice follow from the seed, the phase and the scout alone, so that a phase can be judged again.
    """
    state = Scouted(scouting, position, (), ())
    for power, given in errands.items():
        idle = list(scouting.of(power))
        for errand in given:
            scout = next((one for one in idle if one.at == errand.at), None)
            if scout is None:
                state = _told(state, Report(power, errand, Nothing(Futile.NO_SCOUT)))
            else:
                idle.remove(scout)
                dice = Random(f"{seed} {position.phase} {power} {scout.number}")  # noqa: S311 (dice of a game)
                state = _carried_out(board, state, scout, errand, dice)
    return state


def _carried_out(board: Board, state: Scouted, scout: Scout, errand: Errand, dice: Random) -> Scouted:
    match errand:
        case Travel(to=to):
            return _travelled(board, state, scout, errand, to, dice)
        case SpySlowly(target=target) | SpyQuickly(target=target):
            return _spied(board, state, scout, errand, target, dice)
        case Sabotage():
            return _sabotaged(state, scout, errand, dice)
        case Investigate(about=about):
            return _told(state, Report(scout.power, errand, Asked(about)))
        case Rest():
            return state
        case _:
            assert_never(errand)


def _travelled(board: Board, state: Scouted, scout: Scout, errand: Errand, to: Province, dice: Random) -> Scouted:
    """A long way that ends beside an enemy unit may end in capture; an unknown enemy unit gives away its name."""
    away = _away(board, scout.at, to)
    if away > STRIDE:
        return _told(state, Report(scout.power, errand, Nothing(Futile.TOO_FAR)))
    enemy = _enemy(state.position, scout.power, to)
    if enemy and away == STRIDE and _falls(dice, _CAPTURE):
        left = replace(state.after, scouts=tuple(one for one in state.after.scouts if one != scout))
        caught = replace(state, after=left)
        return _told(caught, Report(scout.power, errand, Captured()), Alert(enemy.power, to, scout.power))
    moved = tuple(replace(one, at=to) if one == scout else one for one in state.after.scouts)
    arrived = _told(replace(state, after=replace(state.after, scouts=moved)), Report(scout.power, errand, Went()))
    if enemy and not state.after.traits(scout.power, to):
        return _learned(arrived, scout.power, errand, to, FIRST_SIGHT)
    return arrived


def _spied(
    board: Board, state: Scouted, scout: Scout, errand: SpySlowly | SpyQuickly, target: Province, dice: Random
) -> Scouted:
    enemy, futile = _target(board, state.position, scout, target)
    if enemy is None:
        return _told(state, Report(scout.power, errand, Nothing(futile)))
    if isinstance(errand, SpySlowly):
        is_second = state.after.traits(scout.power, target) >= SLOWLY_FIRST
        return _learned(state, scout.power, errand, target, SLOWLY_THEN if is_second else SLOWLY_FIRST)
    if not _falls(dice, _SPOT_QUICK):
        return _learned(state, scout.power, errand, target, EVERYTHING)
    named = _falls(dice, _NAME_QUICK)
    alert = Alert(enemy.power, target, scout.power if named else None)
    return _told(state, Report(scout.power, errand, Spotted(named)), alert)


def _sabotaged(state: Scouted, scout: Scout, errand: Sabotage, dice: Random) -> Scouted:
    """The damage is done, spotted or not; a unit without hit points left is annihilated."""
    at = scout.at
    unit = state.position.units.get(at)
    enemy = _enemy(state.position, scout.power, at)
    if enemy is None or enemy.corps is None:
        return _told(state, Report(scout.power, errand, Nothing(Futile.OWN_UNIT if unit else Futile.NO_UNIT)))
    left = enemy.corps.health - 1
    units = {place: other for place, other in state.position.units.items() if place != at or left}
    if left:
        units[at] = enemy.with_health(left, enemy.corps.rest)
    spotted = _falls(dice, _SPOT_SABOTAGE)
    known = state.after if left else state.after.forgetting(at)
    hurt = replace(state, position=replace(state.position, units=units), after=known)
    alerts = (Alert(enemy.power, at, scout.power),) if spotted else ()
    return _told(hurt, Report(scout.power, errand, Sabotaged(left, spotted)), *alerts)


def _target(board: Board, position: Position, scout: Scout, target: Province) -> tuple[Unit | None, Futile]:
    """The enemy unit to spy on, where the scout is or next to it; else why there is none."""
    if _away(board, scout.at, target) > 1:
        return None, Futile.TOO_FAR
    unit = position.units.get(target)
    return _enemy(position, scout.power, target), Futile.OWN_UNIT if unit else Futile.NO_UNIT


def _enemy(position: Position, power: Power, at: Province) -> Unit | None:
    """The unit of a region if it is of another power that is no ally."""
    unit = position.units.get(at)
    if unit is None or unit.power == power or position.are_allied(unit.power, power):
        return None
    return unit


def foreseen(board: Board, position: Position, scouting: Scouting, power: Power, errand: Commission) -> Futile | None:
    """Why an errand is going to come to nothing wherever units go until then; None where it may succeed."""
    match errand:
        case Travel(at=at, to=to):
            return None if _away(board, at, to) <= STRIDE else Futile.TOO_FAR
        case SpySlowly(at=at, target=target) | SpyQuickly(at=at, target=target):
            return None if _away(board, at, target) <= 1 else Futile.TOO_FAR
        case Enlist():
            return _why_not_enlisted(board, Scouted(scouting, position, (), ()), power, errand)
        case Investigate() | Sabotage() | Rest():
            return None
        case _:
            assert_never(errand)


def _away(board: Board, at: Province, to: Province) -> int:
    """How many regions away a place is for a scout, more than it can go if it cannot be reached."""
    return distances_from(board, [at]).get(to, STRIDE + 1)


def _falls(dice: Random, sides: int) -> bool:
    return dice.randrange(_SIDES) < sides


def _learned(state: Scouted, power: Power, errand: Errand, target: Province, traits: frozenset[Trait]) -> Scouted:
    outcome: Outcome = Learned(target, traits, state.position.units.get(target))
    return _told(replace(state, after=state.after.knowing(power, target, traits)), Report(power, errand, outcome))


def _told(state: Scouted, report: Report, *alerts: Alert) -> Scouted:
    return replace(state, reports=(*state.reports, report), alerts=(*state.alerts, *alerts))


# --- recruiting


def enlist(
    board: Board, position: Position, scouting: Scouting, wishes: Mapping[Power, Sequence[Commission]]
) -> Scouted:
    """The scouts after an adjustment: one more, and no more, for each power that has fewer than it may (004 5).

    It appears in a strategic centre of its power that the power still holds, whoever stands there.
    """
    state = Scouted(scouting, position, (), ())
    for power, given in wishes.items():
        for wish in given:
            why = _why_not_enlisted(board, state, power, wish)
            if why is None:
                last = max((scout.number for scout in scouting.of(power)), default=0)
                scouts = (*state.after.scouts, Scout(power, last + 1, wish.at))
                state = replace(state, after=replace(state.after, scouts=scouts))
            state = _told(state, Report(power, wish, Nothing(why) if why else Enlisted()))
    return state


def _why_not_enlisted(board: Board, state: Scouted, power: Power, wish: Commission) -> Futile | None:
    if wish.at not in board.homes(power) or state.position.owners.get(wish.at) != power:
        return Futile.NO_CENTRE
    has_enlisted = any(report.power == power and report.outcome == Enlisted() for report in state.reports)
    is_full = len(state.after.of(power)) >= board.war.scouts.get(power, 0)
    return Futile.ENOUGH if has_enlisted or is_full else None
