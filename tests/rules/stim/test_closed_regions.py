"""Regions closed by disease are out of the map: nobody enters, who is there may leave, they count for nobody."""

from dataclasses import replace

import pytest

from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind, with_closed
from judge.rules.corrections import WarRefusal, quarantine_region, release_region
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.orders import Build, Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.rules.position import Phase, Position, opening_position, territory_count
from judge.rules.verdicts import Illegal
from judge.rules.war.fog import regions_in_sight
from judge.rules.war.scouts import Scouting, Travel, judge_scouts, starting_scouts
from tests.rules.stim.campaigns import BOOK, SEUIL

WEST, EAST = Power("AADLERON"), Power("REINHEIM")
PON, BRU, LIS, AAD = Province("PON"), Province("BRU"), Province("LIS"), Province("AAD")
FOR, DET, ANS, BUC = Province("FOR"), Province("DET"), Province("ANS"), Province("BUC")
OPENING = opening_position(SEUIL)


def shut(position: Position, *regions: Province) -> tuple[Board, Position]:
    """The position with regions under quarantine, and its board."""
    for region in regions:
        after = quarantine_region(position, region)
        assert isinstance(after, Position)
        position = after
    return with_closed(SEUIL, position.quarantined), position


def in_phase(code: str) -> Position:
    return replace(OPENING, phase=Phase.parse(code))


def test_nobody_enters() -> None:
    board, position = shut(OPENING, PON)
    assert why_illegal(board, position, Move(AAD, Location(PON))) is Illegal.CLOSED
    assert why_illegal(board, position, SupportMove(LIS, BRU, Location(PON))) is Illegal.CLOSED
    assert why_illegal(board, position, SupportHold(LIS, PON)) is Illegal.CLOSED
    after = judge_phase(board, BOOK, position, {EAST: [Move(BRU, Location(PON))]}).after
    assert (after.units[PON].power, after.units[BRU].power) == (WEST, EAST)


def test_who_is_there_may_leave() -> None:
    board, position = shut(replace(OPENING, units={PON: OPENING.units[PON]}), PON)
    after = judge_phase(board, BOOK, position, {WEST: [Move(PON, Location(BRU))]}).after
    assert after.units.keys() == {BRU}


SHUT_IN: list[tuple[Order, Illegal | None]] = [
    (Hold(PON), None),
    (Move(PON, Location(BRU)), None),
    (SupportHold(PON, LIS), Illegal.SHUT_IN),
    (SupportMove(PON, LIS, Location(BRU)), Illegal.SHUT_IN),
]


@pytest.mark.parametrize(("order", "why"), SHUT_IN, ids=str)
def test_and_do_nothing_else(order: Order, why: Illegal | None) -> None:
    board, position = shut(OPENING, PON)
    assert why_illegal(board, position, order) is why


def test_no_convoy_passes() -> None:
    fleet = Unit(WEST, UnitKind.FLEET, Location(DET))
    army = SEUIL.war.troops["I"].raised(WEST, Location(ANS))
    position = replace(OPENING, units={DET: fleet, ANS: army})
    landing = Move(ANS, Location(Province("MIL")))
    assert why_illegal(SEUIL, position, landing) is None
    board, position = shut(position, DET)
    assert why_illegal(board, position, landing) is Illegal.NOT_ADJACENT
    assert why_illegal(board, position, Convoy(DET, ANS, Province("MIL"))) is Illegal.SHUT_IN


def test_no_unit_retreats_there() -> None:
    units = {at: OPENING.units[at] for at in (PON, LIS, AAD)}
    units[BRU] = OPENING.units[BRU]
    orders: dict[Power, list[Order]] = {WEST: [Move(PON, Location(BRU)), SupportMove(LIS, PON, Location(BRU))]}
    open_to = judge_phase(SEUIL, BOOK, replace(OPENING, units=units), orders).after.dislodged[BRU].retreats
    board, position = shut(replace(OPENING, units=units), Province("FUR"))
    left = judge_phase(board, BOOK, position, orders).after.dislodged[BRU].retreats
    assert set(open_to) - set(left) == {Location(Province("FUR"))}


def test_nobody_sees_into_it_from_next_to_it() -> None:
    board, position = shut(OPENING, PON)
    assert PON in regions_in_sight(SEUIL, OPENING, Scouting(), EAST)
    assert PON not in regions_in_sight(board, position, Scouting(), EAST)


@pytest.mark.parametrize(("start", "to", "away"), [(BRU, PON, False), (PON, BRU, True)])
def test_scouts_too_may_leave_and_not_enter(start: Province, to: Province, *, away: bool) -> None:
    board, position = shut(OPENING, PON)
    errands = {WEST: [Travel(start, to)]}
    after = judge_scouts(board, replace(position, units={}), starting_scouts({WEST: (start,)}), errands, "seed").after
    assert (after.of(WEST)[0].at == to) is away


def test_a_closed_region_counts_for_nobody() -> None:
    """Not even for who stands there; it is a large town besides."""
    board, position = shut(in_phase("F1M"), FOR)
    assert territory_count(board, position, WEST) == territory_count(SEUIL, OPENING, WEST) - 2
    after = judge_phase(board, BOOK, position, {}).after
    assert FOR in after.units
    assert FOR not in after.owners


def test_nothing_is_raised_there() -> None:
    board, position = shut(replace(in_phase("W1A"), units={}), FOR)
    assert why_illegal(SEUIL, replace(in_phase("W1A"), units={}), Build(UnitKind.ARMY, Location(FOR), "I")) is None
    assert why_illegal(board, position, Build(UnitKind.ARMY, Location(FOR), "I")) is Illegal.BUILD_NOT_OWNED


def test_once_open_it_is_taken_by_who_stands_there() -> None:
    _, position = shut(OPENING, FOR)
    free = release_region(position, FOR)
    assert isinstance(free, Position)
    assert (free.quarantined, FOR in free.owners) == (frozenset(), False)
    assert judge_phase(SEUIL, BOOK, free, {}).after.owners[FOR] == WEST


def test_a_region_is_closed_once_and_opened_once_and_not_amid_retreats() -> None:
    _, position = shut(OPENING, PON)
    assert quarantine_region(position, PON) is WarRefusal.QUARANTINED_ALREADY
    assert release_region(OPENING, PON) is WarRefusal.NOT_QUARANTINED
    assert quarantine_region(in_phase("S1R"), PON) is WarRefusal.NOT_NOW
    assert release_region(replace(position, phase=Phase.parse("S1R")), PON) is WarRefusal.NOT_NOW


def test_a_quarantine_lasts_from_phase_to_phase() -> None:
    board, position = shut(OPENING, PON, BUC)
    for _ in range(4):
        position = judge_phase(board, BOOK, position, {}).after
        assert position.quarantined == {PON, BUC}
        assert with_closed(SEUIL, position.quarantined) is board


def test_a_board_without_quarantine_is_the_board_itself() -> None:
    assert with_closed(SEUIL, frozenset()) is SEUIL
    assert with_closed(with_closed(SEUIL, frozenset({PON})), frozenset({PON})) is with_closed(SEUIL, frozenset({PON}))
