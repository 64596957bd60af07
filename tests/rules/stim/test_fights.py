"""Fights with powers, rivers, hit points: worked out by hand, then for whatever armies meet."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.judge_phase import judge_movement, judge_phase
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Phase, Position
from judge.rules.rulebook import Damage
from judge.rules.verdicts import Bounced, HeadToHead, Illegal, Judgement, Side, Void
from tests.rules.cases import Case, cases
from tests.rules.stim.campaigns import BOOK, SEUIL, OfTroops
from tests.rules.trial import Trial
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

HAND = cases(Path(__file__).parent.glob("*.toml"))
SPRING = Phase.parse("S1M")
BOARD = SEUIL
POWERS = tuple(BOARD.powers)
MIDDLE = "GUE PON LIS ANS FUR BRU RAN BUC AAD REI DET AIG REN MIR EIS"


@each_case("case", HAND, ids=str)
def test_fight_worked_out_by_hand(case: Case) -> None:
    Trial(case, OfTroops(BOARD), BOARD).hold(BOOK)


def test_by_section_8_alone_a_lost_attack_costs_nothing() -> None:
    """The booklet contradicts itself; the policy says which section binds."""
    case = next(case for case in HAND if case.facts["number"] == "004-6.4")
    trial = Trial(case, OfTroops(BOARD), BOARD)
    book = replace(BOOK, damage=Damage.DISLODGED)
    (_, _, judgement), *_ = trial.course(book)
    assert not any(verdict.harm for verdicts in judgement.verdicts.values() for verdict in verdicts)


def test_two_attacks_without_power_leave_a_standoff_behind() -> None:
    """No river of the campaign flows so that two meet; a bank more makes it."""
    eis, fur, bru = map(Province, ("EIS", "FUR", "BRU"))
    war = replace(BOARD.war, rivers=BOARD.war.rivers | {frozenset({eis, fur})})
    board, west, isle = replace(BOARD, war=war), Power("AADLERON"), Power("MILANIA")
    infantry, warmecs = BOARD.war.troops["I"], BOARD.war.troops["W"]
    stands = [(infantry, west, "GUE"), (infantry, isle, "EIS"), (warmecs, west, "PON"), (infantry, isle, "BRU")]
    units = {Province(at): troop.raised(power, Location(Province(at))) for troop, power, at in stands}
    goals = [("GUE", fur), ("EIS", fur), ("PON", bru)]
    moves: dict[Province, MovementOrder] = {Province(at): Move(Province(at), Location(to)) for at, to in goals}
    fought = judge_movement(board, BOOK, Position(SPRING, units, {fur: Power("REINHEIM")}), moves)
    assert fought.contested == {fur}
    assert [place.province for place in fought.dislodged[bru].retreats] == ["RAN", "REI"]


def test_of_a_rival_beaten_across_a_river_the_strength_it_really_had_is_told() -> None:
    """A river takes a point from an attack, of which the reason of a verdict on its own says nothing."""
    eis, fur, gue, bru = map(Province, ("EIS", "FUR", "GUE", "BRU"))
    war = replace(BOARD.war, rivers=(BOARD.war.rivers | {frozenset({eis, fur})}) - {frozenset({gue, fur})})
    board, west, isle = replace(BOARD, war=war), Power("AADLERON"), Power("MILANIA")
    stands = [("I", west, gue), ("W", west, bru), ("I", isle, eis)]
    units = {at: BOARD.war.troops[troop].raised(power, Location(at)) for troop, power, at in stands}
    into = Location(fur)
    orders: dict[Province, MovementOrder] = {
        gue: Move(gue, into),
        bru: SupportMove(bru, gue, into),
        eis: Move(eis, into),
    }
    fought = judge_movement(board, BOOK, Position(SPRING, units, {fur: Power("REINHEIM")}), orders)
    assert fought.verdicts[gue].supporters == (bru,)
    assert fought.verdicts[gue].opposition == (Side(eis, 0),)
    assert fought.verdicts[eis].opposition == (Side(gue, 3, (bru,)),)


# --- power, phase after phase


def _knight(position: Position) -> Unit:
    return next(unit for unit in position.units.values() if unit.letter == "C")


def _judged(position: Position, *orders: MovementOrder) -> Judgement:
    return judge_phase(BOARD, BOOK, position, {Power("REINHEIM"): orders})


def _alone(health: int = 3) -> Position:
    knight = BOARD.war.troops["C"].raised(Power("REINHEIM"), Location(Province("BRU"))).with_health(health, 0)
    return Position(SPRING, {knight.at.province: knight})


def test_power_rests_for_four_phases() -> None:
    position, at = _alone(), Province("BRU")
    answers = []
    for _ in range(6):
        judgement = _judged(position, SupportHold(at, Province("RAN"), powered=True), Hold(at, powered=True))
        answers.append(judgement.verdicts[Power("REINHEIM")][0].reason)
        position = replace(judgement.after, phase=SPRING)
    rests = Void(Illegal.POWER_RESTS)
    assert [reason == rests for reason in answers] == [False, True, True, True, True, False]


@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 3), (3, 3)])
def test_power_heals_up_to_what_the_troop_has(before: int, after: int) -> None:
    corps = _knight(_judged(_alone(before), Hold(Province("BRU"), powered=True)).after).corps
    assert corps
    assert (corps.health, corps.rest) == (after, BOARD.war.rest)


# --- whatever armies meet


@st.composite
def battles(draw: st.DrawFn) -> tuple[Position, dict[Province, MovementOrder]]:
    """Troops of all kinds crowded round the middle of the board, most of them fighting."""
    random = Random(draw(st.integers(0, 2**32 - 1)))
    places = [at for at in MIDDLE.split() if random.random() < 0.8]
    units = {Province(at): _troop(random, Province(at)) for at in places}
    orders = {at: _order(random, units, unit) for at, unit in units.items() if random.random() < 0.9}
    owners = {region: random.choice(POWERS) for region in BOARD.centres}
    return Position(SPRING, units, owners), orders


def _troop(random: Random, at: Province) -> Unit:
    afloat = at in {"DET", "AIG", "REN"}
    letter = "F" if afloat else random.choice("IIWC")
    unit = BOARD.war.troops[letter].raised(random.choice(POWERS), Location(at))
    return unit.with_health(random.randint(1, 4), random.choice((0, 0, 2)))


def _order(random: Random, units: dict[Province, Unit], unit: Unit) -> MovementOrder:
    at = unit.at.province
    goal = random.choice(sorted(BOARD.neighbours(unit.kind, unit.at)))
    powered = random.random() < 0.2
    origins = [other for other in units if other != at and BOARD.reaches(units[other], goal.province)]
    if origins and random.random() < 0.5:
        return SupportMove(at, random.choice(origins), goal, powered)
    if goal.province in units and random.random() < 0.2:
        return SupportHold(at, goal.province, powered)
    return Move(at, goal, powered=powered)


@drawn(200)
@given(battle=battles())
def test_whoever_lives_has_hit_points_left_and_only_losers_are_hurt(
    battle: tuple[Position, dict[Province, MovementOrder]],
) -> None:
    position, orders = battle
    fought = judge_movement(BOARD, BOOK, position, orders)
    for at, verdict in fought.verdicts.items():
        before = position.units[at].corps
        assert before
        if verdict.harm is None:
            continue
        assert verdict.dislodged or isinstance(verdict.reason, Bounced | HeadToHead)
        assert verdict.harm.points > 0
        assert verdict.unit
        assert verdict.unit.corps
        assert verdict.harm.left == max(0, verdict.unit.corps.health - verdict.harm.points)
        if verdict.dislodged:
            assert verdict.harm.points >= verdict.dislodged.strength - verdict.dislodged.against
    left = [*fought.units.values(), *(one.unit for one in fought.dislodged.values())]
    assert all(unit.corps and unit.corps.health > 0 for unit in left)
    lost = sum(verdict.harm is not None and not verdict.harm.left for verdict in fought.verdicts.values())
    assert len(left) + lost == len(position.units)
    assert all(unit.at.province == at for at, unit in fought.units.items())


@drawn(200)
@given(battle=battles())
def test_troops_that_are_all_alike_fight_as_plain_armies_and_fleets_do(
    battle: tuple[Position, dict[Province, MovementOrder]],
) -> None:
    """The adjudicator is one: without rivers or differences, corps change nothing but hit points."""
    position, orders = battle
    plain_orders = {at: _without_power(order) for at, order in orders.items()}
    even = {at: _even(unit) for at, unit in position.units.items()}
    bare = {at: Unit(unit.power, unit.kind, unit.at) for at, unit in even.items()}
    flat = _without_rivers(BOARD)
    with_troops = judge_movement(flat, BOOK, replace(position, units=even), plain_orders)
    without = judge_movement(flat, BOOK, replace(position, units=bare), plain_orders)
    assert [verdict.reason for verdict in with_troops.verdicts.values()] == [
        verdict.reason for verdict in without.verdicts.values()
    ]
    assert with_troops.units.keys() == without.units.keys()


def _without_power(order: MovementOrder) -> MovementOrder:
    return order if isinstance(order, Convoy) else replace(order, powered=False)


def _even(unit: Unit) -> Unit:
    assert unit.corps
    return replace(unit, strength=1, corps=replace(unit.corps, support=1, defence=1, health=99))


def _without_rivers(board: Board) -> Board:
    return replace(board, war=replace(board.war, rivers=frozenset()))
