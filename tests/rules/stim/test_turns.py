"""Turns of a campaign: territories, adjustments, alliances, buildings, entry into war."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.adjustments import builds_due
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.corrections import (
    WarRefusal,
    break_alliance,
    build_factory,
    enter_war,
    make_alliance,
    repair_unit,
    strengthen_unit,
)
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build
from judge.rules.position import (
    Phase,
    PhaseKind,
    Position,
    opening_position,
    territory_count,
    unit_allowance,
    unit_balance,
)
from judge.rules.verdicts import Built, Disbanded, Illegal, Judgement, Void
from tests.rules.stim.campaigns import BOOK, SEUIL, OfTroops, any_orders
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

BOARD = SEUIL
WEST, EAST, ISLE = Power("AADLERON"), Power("REINHEIM"), Power("MILANIA")
OPENING = opening_position(BOARD)
ADJUSTMENT = replace(OPENING, phase=Phase.parse("W1A"))
LANGUAGE = OfTroops(BOARD)


def judged(position: Position, power: Power, *lines: str) -> Judgement:
    return judge_phase(BOARD, BOOK, position, {power: [LANGUAGE.order(line, position, power) for line in lines]})


def held_by(power: Power, *regions: str) -> dict[Province, Power]:
    return {**OPENING.owners, **{Province(region): power for region in regions}}


def without(position: Position, *places: str) -> Position:
    return replace(position, units={at: unit for at, unit in position.units.items() if at not in places})


def test_a_turn_is_two_phases_and_an_adjustment_even_with_nothing_due() -> None:
    codes, position = [], OPENING
    for _ in range(4):
        codes.append(str(position.phase))
        position = judge_phase(BOARD, BOOK, position, {}).after
    assert codes == ["S1M", "F1M", "W1A", "S2M"]


def test_control_changes_at_each_phase() -> None:
    after = judged(replace(without(OPENING, "BRU")), WEST, "W PON A BRU")
    assert after.gained == {"BRU": WEST}
    assert after.after.owners[Province("BRU")] == WEST


@pytest.mark.parametrize(("regions", "allowed"), [(23, 11), (24, 12), (1, 0)])
def test_half_of_the_territories_rounded_down(regions: int, allowed: int) -> None:
    plain = [region for region in sorted(BOARD.centres) if region not in BOARD.war.worth]
    towns = sorted(BOARD.war.worth)
    held = [*plain[: regions % 2], *towns[: min(regions // 2, len(towns))]]
    held += plain[len(held) :][: regions - sum(BOARD.war.worth.get(region, 1) for region in held)]
    position = Position(OPENING.phase, {}, dict.fromkeys(held, WEST))
    assert (territory_count(BOARD, position, WEST), unit_allowance(BOARD, position, WEST)) == (regions, allowed)


def test_penalties_take_territories_off() -> None:
    board = replace(BOARD, war=replace(BOARD.war, penalties={EAST: 4}))
    assert unit_balance(board, OPENING, EAST) == -2


# --- recruiting


def test_a_unit_is_raised_fresh_in_a_free_strategic_centre() -> None:
    position = without(ADJUSTMENT, "PON", "VAL")
    judgement = judged(position, WEST, "+W VAL", "+I AAD")
    reasons = [verdict.reason for verdict in judgement.verdicts[WEST]]
    assert reasons[:2] == [Built(), Void(Illegal.BUILD_OCCUPIED)]
    assert judgement.after.units[Province("VAL")] == BOARD.war.troops["W"].raised(WEST, Location(Province("VAL")))


NOT_RAISED = [
    ("+C VAL", Illegal.TROOP_OF_OTHERS),
    ("+I PON", Illegal.BUILD_NOT_HOME),
    ("+F VAL", Illegal.FLEET_INLAND),
    ("+I WOL", Illegal.BUILD_NOT_HOME),
    ("+I VAL MILANIA", Illegal.NO_ALLY),
]


@each_case(("line", "why"), NOT_RAISED, ids=[line for line, _ in NOT_RAISED])
def test_what_is_not_raised(line: str, why: Illegal) -> None:
    position = without(ADJUSTMENT, "PON", "VAL")
    assert judged(position, WEST, line).verdicts[WEST][0].reason == Void(why)


def test_a_troop_the_table_lacks_is_not_raised() -> None:
    order = Build(UnitKind.ARMY, Location(Province("VAL")), "Z")
    judgement = judge_phase(BOARD, BOOK, without(ADJUSTMENT, "PON", "VAL"), {WEST: [order]})
    assert judgement.verdicts[WEST][0].reason == Void(Illegal.TROOP_UNKNOWN)


def test_a_troop_has_its_maximum_and_each_factory_adds_one() -> None:
    warmecs = BOARD.war.troops["W"]
    places = ("ORM", "HAU", "MIR", "GUE", "LIS", "ANS", "SAB")
    units = {Province(at): warmecs.raised(WEST, Location(Province(at))) for at in places}
    position = Position(ADJUSTMENT.phase, units, dict.fromkeys(BOARD.centres, WEST))
    full = judged(position, WEST, "+W VAL").verdicts[WEST][0].reason
    more = judged(build_factory(position, WEST), WEST, "+W VAL", "+W AAD").verdicts[WEST]
    assert full == Void(Illegal.TROOP_FULL)
    assert [verdict.reason for verdict in more][:2] == [Built(), Void(Illegal.TROOP_FULL)]


def test_a_surplus_is_dispersed_as_ordered() -> None:
    position = replace(ADJUSTMENT, owners=held_by(EAST, "POR", "FOR"))
    judgement = judged(position, WEST, "I GUE D", "F ANS D", "I LIS D")
    assert [verdict.reason for verdict in judgement.verdicts[WEST]] == [
        Disbanded(),
        Disbanded(),
        Void(Illegal.REMOVAL_NOT_DUE),
    ]


# --- alliances


ALLIED = replace(ADJUSTMENT, allies=frozenset({(WEST, ISLE), (ISLE, WEST)}))


def test_an_alliance_is_announced_at_an_adjustment() -> None:
    assert make_alliance(ADJUSTMENT, WEST, ISLE) == ALLIED


def test_an_allied_unit_is_raised_on_ones_land_and_looks_like_ones_own() -> None:
    position = without(ALLIED, "PON", "VAL")
    after = judged(position, WEST, "+I VAL MILANIA").after
    unit = after.units[Province("VAL")]
    assert unit.corps
    assert (unit.power, unit.corps.host) == (ISLE, WEST)
    assert unit_balance(BOARD, after, WEST) == unit_balance(BOARD, position, WEST) - 1


def test_an_outside_ally_fights_for_the_account_of_its_principal_until_they_part() -> None:
    guest = BOARD.war.troops["I"].raised(ISLE, Location(Province("MIR")))
    position = replace(ALLIED, units={**ALLIED.units, guest.at.province: guest})
    assert unit_balance(BOARD, position, WEST) == -1
    assert unit_balance(BOARD, position, ISLE) == 0
    alone = break_alliance(BOARD, position, WEST, ISLE)
    assert isinstance(alone, Position)
    assert alone.owners[Province("MIR")] == ISLE
    assert unit_balance(BOARD, alone, WEST) == 0
    assert territory_count(BOARD, alone, WEST) == territory_count(BOARD, position, WEST) - 1


def test_an_outside_ally_on_the_land_of_its_principal_takes_nothing() -> None:
    guest = BOARD.war.troops["I"].raised(ISLE, Location(Province("MIR")))
    moving = replace(ALLIED, phase=OPENING.phase, units={**ALLIED.units, guest.at.province: guest})
    assert judge_phase(BOARD, BOOK, moving, {}).gained == {}
    alone = replace(moving, allies=frozenset())
    assert judge_phase(BOARD, BOOK, alone, {}).gained == {"MIR": ISLE}


def test_a_unit_raised_for_an_ally_is_taken_for_ones_own_until_they_part() -> None:
    guest = BOARD.war.troops["I"].raised(ISLE, Location(Province("MIR")), WEST)
    alone = break_alliance(BOARD, replace(ALLIED, units={**ALLIED.units, guest.at.province: guest}), ISLE, WEST)
    assert isinstance(alone, Position)
    assert alone.units[guest.at.province] == BOARD.war.troops["I"].raised(ISLE, guest.at)


def test_nobody_disperses_the_units_of_an_ally() -> None:
    guests = {Province(at): BOARD.war.troops["I"].raised(ISLE, Location(Province(at))) for at in ("MIR", "FOR")}
    position = replace(ALLIED, units=guests, owners=dict.fromkeys(guests, WEST))
    assert (unit_balance(BOARD, position, WEST), builds_due(BOARD, position, WEST)) == (-1, 0)
    assert judged(position, WEST).after.units == guests


OBJECTIONS = [
    (make_alliance(OPENING, WEST, ISLE), WarRefusal.NOT_NOW),
    (make_alliance(ALLIED, ISLE, WEST), WarRefusal.ALLIED_ALREADY),
    (break_alliance(BOARD, OPENING, WEST, ISLE), WarRefusal.NOT_NOW),
    (break_alliance(BOARD, ADJUSTMENT, WEST, ISLE), WarRefusal.NOT_ALLIED),
    (strengthen_unit(OPENING, Province("PON")), WarRefusal.NOT_NOW),
    (strengthen_unit(ADJUSTMENT, Province("DET")), WarRefusal.NO_UNIT),
    (repair_unit(BOARD, OPENING, Province("PON")), WarRefusal.NOT_NOW),
    (repair_unit(BOARD, ADJUSTMENT, Province("DET")), WarRefusal.NO_UNIT),
    (repair_unit(BOARD, ADJUSTMENT, Province("PON")), WarRefusal.UNHURT),
    (enter_war(ADJUSTMENT, ISLE, ()), WarRefusal.NOT_NOW),
    (enter_war(OPENING, WEST, ()), WarRefusal.AT_WAR_ALREADY),
    (enter_war(OPENING, ISLE, OPENING.units_of(WEST)), WarRefusal.OCCUPIED),
]


@each_case(("answer", "why"), OBJECTIONS)
def test_what_the_master_cannot_decide_now(answer: Position | WarRefusal, why: WarRefusal) -> None:
    assert answer is why


# --- buildings, entry into war


def test_barracks_strengthen_a_unit_in_all_it_does() -> None:
    stronger = strengthen_unit(ADJUSTMENT, Province("GUE"))
    assert isinstance(stronger, Position)
    unit = stronger.units[Province("GUE")]
    assert unit.corps
    assert (unit.strength, unit.corps.support, unit.corps.defence) == (2, 2, 2)


def test_a_factory_gives_a_hit_point_back() -> None:
    hurt = ADJUSTMENT.units[Province("PON")].with_health(2, 0)
    position = repair_unit(
        BOARD, replace(ADJUSTMENT, units={**ADJUSTMENT.units, hurt.at.province: hurt}), Province("PON")
    )
    assert isinstance(position, Position)
    corps = position.units[Province("PON")].corps
    assert corps
    assert corps.health == 3


def test_a_nation_enters_the_war_at_the_start_of_a_turn() -> None:
    landed = BOARD.war.troops["I"].raised(ISLE, Location(Province("MIL")))
    position = enter_war(OPENING, ISLE, [landed])
    assert isinstance(position, Position)
    assert position.units_of(ISLE) == (landed,)


# --- whole games


@drawn(25)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_game_of_random_orders_keeps_its_counts(seed: int) -> None:
    """After each adjustment no power has more units than its territories allow; whoever stands has hit points."""
    random, position = Random(seed), OPENING
    for _ in range(15):
        was = position.phase
        position = judge_phase(
            BOARD, BOOK, position, {power: any_orders(random, position, power) for power in BOARD.powers}
        ).after
        assert all(at == unit.at.province for at, unit in position.units.items())
        assert all(unit.corps and unit.corps.health > 0 for unit in position.units.values())
        if was.kind is PhaseKind.ADJUSTMENT:
            assert all(unit_balance(BOARD, position, power) >= 0 for power in BOARD.powers)
