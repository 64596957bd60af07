"""An order is no spy: what is said of one that leans on a unit out of sight is the same without that unit."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from judge.rules.board import Location, Power, Province, Terrain, Troop, UnitKind
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import Position, opening_position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Bounced, Moved, NoConvoy, Side, Verdict, Void
from judge.rules.war.fog import hide_unseen, view_for
from judge.rules.war.scouts import starting_scouts
from tests.fog.witness import in_sight

BOARD = load_board("seuil")
BOOK = replace(load_rulebook("stim"), **BOARD.policies)
SCOUTS = starting_scouts(BOARD.war.posts)
OWN, RIVAL = Power("AADLERON"), Power("REINHEIM")
OPENING = opening_position(BOARD)
AT_SEA = OPENING.units[Province("ANS")].moved_to(Location(Province("AIG")))
NEAR_THE_SEA = OPENING.units[Province("LIS")].moved_to(Location(Province("POR")))
AFLOAT = replace(
    OPENING,
    units={
        **{at: unit for at, unit in OPENING.units.items() if unit.power == OWN and at not in {"ANS", "LIS"}},
        Province("AIG"): AT_SEA,
        Province("POR"): NEAR_THE_SEA,
    },
)
"""A fleet at sea and an army on its shore, no rival anywhere."""


def _orders(position: Position, hidden: Province) -> Iterator[MovementOrder]:
    """Every way to lean on a unit of a hidden region, or to be carried over it."""
    for unit in position.units_of(OWN):
        at = unit.at.province
        yield SupportHold(at, hidden)
        for to in sorted(BOARD.regions):
            if to != at:
                yield SupportMove(at, hidden, Location(to))
                yield Convoy(at, hidden, to)
                yield Move(at, Location(to), by_sea=True)


def _told(position: Position, order: MovementOrder) -> Verdict:
    judgement = judge_phase(BOARD, BOOK, position, {OWN: [order]})
    before = view_for(BOARD, position, SCOUTS, OWN)
    after = view_for(BOARD, judgement.after, SCOUTS, OWN)
    (verdict,) = (one for one in judgement.verdicts[OWN] if one.unit and one.unit.at.province == order.at)
    return hide_unseen(BOARD, verdict, before, before.sight | after.sight)


def _could_stand(troop: Troop, at: Province) -> bool:
    return BOARD.terrain(at) is not (Terrain.SEA if troop.kind is UnitKind.ARMY else Terrain.LAND)


HIDDEN = sorted(set(BOARD.regions) - in_sight(BOARD, AFLOAT, SCOUTS, [OWN]))


@pytest.mark.parametrize("at", HIDDEN)
def test_no_order_tells_whether_a_unit_stands_out_of_sight(at: Province) -> None:
    for troop, order in product(("I", "F"), _orders(AFLOAT, at)):
        there = BOARD.war.troops[troop]
        if _could_stand(there, at):
            unit = there.raised(RIVAL, Location(at))
            world = replace(AFLOAT, units={**AFLOAT.units, at: unit})
            assert _told(world, order) == _told(AFLOAT, order), order


def test_no_order_tells_what_an_unknown_unit_in_sight_is() -> None:
    at = Province("ANS")
    army, fleet = (BOARD.war.troops[troop].raised(RIVAL, Location(at)) for troop in ("I", "F"))
    assert at in in_sight(BOARD, AFLOAT, replace(SCOUTS, scouts=()), [OWN])
    one, other = (replace(AFLOAT, units={**AFLOAT.units, at: unit}) for unit in (army, fleet))
    for order in _orders(one, at):
        assert _told(one, order) == _told(other, order), order


def test_that_no_fleet_carried_it_is_said_only_of_what_fleets_out_of_sight_might_have_carried() -> None:
    seas = {at for at in HIDDEN if BOARD.terrain(at) is Terrain.SEA}
    fleets = {at: BOARD.war.troops["F"].raised(RIVAL, Location(at)) for at in seas}
    world = replace(AFLOAT, units={**AFLOAT.units, **fleets})
    said = set()
    for unit, to, by_sea in product(AFLOAT.units_of(OWN), sorted(BOARD.regions), (True, False)):
        order = Move(unit.at.province, Location(to), by_sea=by_sea)
        reason = _told(AFLOAT, order).reason
        said.add(type(reason))
        illegal = why_illegal(BOARD, world, order)
        if illegal:
            assert reason == Void(illegal), order
        elif unit.kind is UnitKind.ARMY and (by_sea or not BOARD.reaches(unit, to)):
            assert reason == NoConvoy(), order
    assert said >= {Moved, NoConvoy, Void}


def test_of_the_sides_of_a_fight_only_own_supports_are_told() -> None:
    """Of a foreign opponent no strength is told but the one in the reason."""
    unit, helper, *_ = AFLOAT.units_of(OWN)
    at, by = unit.at.province, helper.at.province
    before = view_for(BOARD, AFLOAT, SCOUTS, OWN)
    near, far = min(before.sight - AFLOAT.units.keys()), HIDDEN[0]
    fought = Verdict(
        unit,
        Move(at, Location(near)),
        Moved(5, 3, (near, far)),
        supporters=(by, near, far),
        opposition=(Side(near, 2, (by, far)), Side(far, 3, (near,))),
    )
    told = hide_unseen(BOARD, fought, before, before.sight)
    assert (told.reason, told.supporters, told.opposition) == (Moved(5, 3, (near,)), (by,), (Side(near, 3),))
    own = replace(fought, reason=Bounced((by,), 5, 5), opposition=(Side(by, 5, (at, near, far)),))
    assert hide_unseen(BOARD, own, before, before.sight).opposition == (Side(by, 5, (at,)),)
