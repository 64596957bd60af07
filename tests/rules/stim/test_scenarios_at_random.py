"""What holds of every war, whatever its troops, its rivers and its policies: campaigns drawn and fought at random."""

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Unit, UnitKind
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Move, SupportMove
from judge.rules.position import PhaseKind, Position, opening_position, territory_count, unit_allowance, unit_balance
from judge.rules.rulebook import Damage
from judge.rules.verdicts import Bounced, HeadToHead, Moved, Supported, Void
from tests.rules.stim.scenarios import scenario
from tests.rules.stim.wars import Judged, war
from tests.shared.shares import drawn

# --- what holds


@drawn(150)
@given(st.integers(0, 2**32 - 1))
def test_a_war_comes_out_by_the_rules(seed: int) -> None:
    for judged in war(seed):
        assert judged.judgement == judge_phase(judged.board, judged.book, judged.before, judged.orders)
        _hit_points_are_those_of_the_troop(judged)
        _each_region_holds_one_unit_that_can_be_there(judged)
        _closed_regions_are_not_entered(judged)
        _harm_is_the_margin(judged)
        _supports_are_cut_by_any_attack(judged)
        _points_are_half_the_territories(judged)


@drawn(100)
@given(st.integers(0, 2**32 - 1))
def test_a_board_is_read_as_it_was_written(seed: int) -> None:
    drawn = scenario(Random(seed))
    board = drawn.board
    war = board.war
    assert {
        (letter, troop.kind.value, troop.attack, troop.support, troop.defence, troop.health, troop.most, troop.more)
        for letter, troop in war.troops.items()
    } == {
        (one.letter, one.kind, one.attack, one.support, one.defence, one.health, one.most, one.more)
        for one in drawn.troops
    }
    assert {letter: (" ".join(sorted(troop.powers)), troop.gifted) for letter, troop in war.troops.items()} == {
        one.letter: (one.powers, one.gifted) for one in drawn.troops
    }
    assert {frozenset[str](river) for river in war.rivers} == set(drawn.rivers)
    assert dict(war.worth) == dict.fromkeys((*drawn.towns, *drawn.capitals), 2)
    assert (war.per_unit, war.rest, war.dispersed_from) == (drawn.per_unit, drawn.rest, drawn.dispersed_from)
    assert dict(war.penalties) == drawn.penalties
    assert set(board.closed) == set(drawn.closed.split())
    assert set(board.policies) == set(drawn.policies)
    assert {at: (str(unit.power), unit.letter) for at, unit in opening_position(board).units.items()} == {
        at: (power, troop.letter) for at, (power, troop) in drawn.units.items()
    }


def _units(position: Position) -> Iterator[Unit]:
    yield from position.units.values()
    yield from (one.unit for one in position.dislodged.values())


def _hit_points_are_those_of_the_troop(judged: Judged) -> None:
    for unit in _units(judged.judgement.after):
        assert unit.corps
        assert 1 <= unit.corps.health <= judged.board.war.troops[unit.corps.troop].health
        assert 0 <= unit.corps.rest <= judged.board.war.rest


def _each_region_holds_one_unit_that_can_be_there(judged: Judged) -> None:
    for at, unit in judged.judgement.after.units.items():
        assert at == unit.at.province
        terrain = judged.board.terrain(at).value
        assert terrain != {UnitKind.ARMY: "sea", UnitKind.FLEET: "land"}[unit.kind]


def _closed_regions_are_not_entered(judged: Judged) -> None:
    for at in judged.board.closed & judged.judgement.after.units.keys():
        was, now = judged.before.units[at], judged.judgement.after.units[at]
        assert (was.power, was.letter) == (now.power, now.letter)
        assert judged.before.owners.get(at) == judged.judgement.after.owners.get(at)


def _harm_is_the_margin(judged: Judged) -> None:
    moved_in = {
        verdict.order.to.province
        for verdict in judged.verdicts
        if isinstance(verdict.order, Move) and isinstance(verdict.reason, Moved)
    }
    for verdict in judged.verdicts:
        harm, driven, reason = verdict.harm, verdict.dislodged, verdict.reason
        lost = isinstance(reason, Bounced | HeadToHead)
        if harm is None:
            margin = driven.strength - driven.against if driven else 0
            assert judged.book.damage is Damage.NONE or margin <= 0
            continue
        assert judged.book.damage is not Damage.NONE
        assert verdict.unit
        assert verdict.unit.corps
        assert driven or (lost and judged.book.damage is Damage.LOSERS)
        assert harm.left == max(0, verdict.unit.corps.health - harm.points)
        if driven and (not lost or judged.book.damage is Damage.DISLODGED):
            assert harm.points == driven.strength - driven.against
            assert harm.by == (driven.by,)
        elif not driven and isinstance(reason, Bounced | HeadToHead):
            assert 0 < harm.points <= reason.against - reason.strength
        if not harm.left:
            gone = verdict.unit.at.province
            assert gone not in judged.judgement.after.dislodged
            assert gone not in judged.judgement.after.units or gone in moved_in


def _supports_are_cut_by_any_attack(judged: Judged) -> None:
    """By one without any power, too; but not by one's own, nor from where the support is aimed (004 15)."""
    orders = {
        verdict.unit.at.province: verdict.order
        for verdict in judged.verdicts
        if verdict.unit and isinstance(verdict.order, Move) and not isinstance(verdict.reason, Void)
    }
    for verdict in judged.verdicts:
        if not (verdict.unit and isinstance(verdict.reason, Supported)):
            continue
        at, power = verdict.unit.at.province, verdict.unit.power
        aimed = verdict.order.to.province if isinstance(verdict.order, SupportMove) else None
        for origin, move in orders.items():
            unit = judged.before.units[origin]
            if move.to.province == at and unit.power != power and judged.board.reaches(unit, at) and not move.by_sea:
                assert origin == aimed


def _points_are_half_the_territories(judged: Judged) -> None:
    board, after = judged.board, judged.judgement.after
    for power in board.powers:
        counted = sum(board.war.worth.get(region, 1) for region, owner in after.owners.items() if owner == power)
        assert territory_count(board, after, power) == max(0, counted - board.war.penalties.get(power, 0))
        assert unit_allowance(board, after, power) == territory_count(board, after, power) // board.war.per_unit
        if judged.before.phase.kind is PhaseKind.ADJUSTMENT and not after.allies:
            assert unit_balance(board, after, power) >= 0
