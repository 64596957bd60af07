"""What a power has learned of a unit goes with that unit through everything, and never to another unit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from judge.game.apply import apply
from judge.game.mastery.messages import PositionCorrected
from judge.game.state import Game
from judge.game.war.messages import AllianceBroken
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.corrections import AddUnit, Correction, MoveUnit, RemoveUnit, break_alliance
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Convoy, Disband, Move, Order, Retreat, SupportMove
from judge.rules.position import Position
from judge.rules.war.fog import knowledge_after_phase, view_for
from judge.rules.war.scouts import ALL_TRAITS, TRAITS_AT_FIRST_SIGHT, Sabotage, Scout, Scouting, UnitTrait, judge_scouts
from tests.campaign.scene import BOARD, EAST, ISLE, NOW, WEST, game_at, standing
from tests.rules.stim.campaigns import BOOK
from tests.shared.each_case import each_case

Orders = Mapping[Power, Sequence[Order]]
BRU, BUC, DUN, EIS, FUR, GUE, HAF, KAL, LIS, PON, RAN, REI, REN, WOL = map(
    Province, ("BRU", "BUC", "DUN", "EIS", "FUR", "GUE", "HAF", "KAL", "LIS", "PON", "RAN", "REI", "REN", "WOL")
)


def known(*places: Province, traits: frozenset[UnitTrait] = ALL_TRAITS) -> Scouting:
    return Scouting((), {WEST: dict.fromkeys(places, traits)})


def through(position: Position, scouting: Scouting, *phases: Orders) -> tuple[Position, Scouting]:
    for orders in phases:
        judgement = judge_phase(BOARD, BOOK, position, orders)
        position, scouting = judgement.after, knowledge_after_phase(scouting, judgement)
    return position, scouting


def at(province: Province) -> Location:
    return Location(province)


ROUTED = standing("S1M", {WEST: "W PON, I LIS", EAST: "I BRU, C WOL"}, {})
DRIVE: Orders = {WEST: [Move(PON, at(BRU))]}
FLEE: Orders = {EAST: [Retreat(BRU, at(REI))]}

WAYS: list[tuple[str, Position, Province, Sequence[Orders], Province | None]] = [
    ("an attack", ROUTED, WOL, [{EAST: [Move(WOL, at(KAL))]}], KAL),
    ("an attack beaten off", ROUTED, BRU, [{EAST: [Move(BRU, at(LIS))]}], BRU),
    ("a retreat", ROUTED, BRU, [DRIVE, FLEE], REI),
    ("a retreat while another unit of its nation moves", ROUTED, WOL, [DRIVE, FLEE], WOL),
    ("a retreat that meets another", ROUTED, BRU, [DRIVE, {EAST: [Disband(BRU)]}], None),
    ("a retreat not ordered", ROUTED, BRU, [DRIVE, {}], None),
    (
        "a convoy",
        standing("S1M", {EAST: "I BUC, F REN"}, {}),
        BUC,
        [{EAST: [Move(BUC, at(DUN)), Convoy(REN, BUC, DUN)]}],
        DUN,
    ),
    (
        "an exchange by convoy",
        standing("S1M", {EAST: "I BUC, F REN", WEST: "I HAF"}, {}),
        BUC,
        [{EAST: [Move(BUC, at(HAF)), Convoy(REN, BUC, HAF)], WEST: [Move(HAF, at(BUC))]}],
        HAF,
    ),
    (
        "a march in file",
        standing("S1M", {EAST: "I BRU, C FUR"}, {}),
        BRU,
        [{EAST: [Move(BRU, at(FUR)), Move(FUR, at(EIS))]}],
        FUR,
    ),
    (
        "adjustments",
        standing("W1A", {EAST: "I BRU, C WOL"}, {EAST: "BRU WOL REI SCH"}),
        BRU,
        [{EAST: [Build(UnitKind.ARMY, at(REI), "I")]}],
        BRU,
    ),
    ("dispersal", standing("W1A", {EAST: "I BRU, C WOL"}, {EAST: "WOL"}), BRU, [{EAST: [Disband(BRU)]}], None),
    (
        "annihilation",
        standing("S1M", {WEST: "W PON", EAST: "I BRU 1"}, {}),
        BRU,
        [DRIVE],
        None,
    ),
]


@each_case(("start", "unit", "phases", "end"), [way[1:] for way in WAYS], ids=[way[0] for way in WAYS])
def test_a_unit_once_identified_stays_known_through(
    start: Position, unit: Province, phases: Sequence[Orders], end: Province | None
) -> None:
    position, scouting = through(start, known(unit), *phases)
    assert dict(scouting.known.get(WEST, {})) == ({end: ALL_TRAITS} if end else {})
    assert not scouting.driven_out or position.dislodged


def test_who_drives_a_known_unit_out_is_not_taken_for_it() -> None:
    start = standing("S1M", {WEST: "I LIS", EAST: "I BRU", ISLE: "I PON, I REI"}, {})
    drive: Orders = {ISLE: [Move(PON, at(BRU)), SupportMove(REI, PON, at(BRU))]}
    position, scouting = through(start, known(BRU), drive)
    assert scouting.traits(WEST, BRU) == frozenset()
    assert scouting.driven_out == {WEST: {BRU: ALL_TRAITS}}
    _, after = through(position, scouting, {EAST: [Retreat(BRU, at(RAN))]})
    assert after.known == {WEST: {RAN: ALL_TRAITS}}


def test_a_unit_that_withdraws_into_sight_is_seen_for_what_it_is() -> None:
    position, scouting = through(
        ROUTED, known(BRU, traits=TRAITS_AT_FIRST_SIGHT), DRIVE, {EAST: [Retreat(BRU, at(RAN))]}
    )
    assert [(one.at, one.name) for one in view_for(BOARD, position, scouting, WEST).others] == [(RAN, "I")]


def test_a_unit_raised_where_one_was_sabotaged_away_is_not_taken_for_it() -> None:
    position = standing("F1M", {EAST: "I REI 1"}, {})
    scouting = Scouting((Scout(WEST, 1, REI),), {WEST: {REI: ALL_TRAITS}})
    assert judge_scouts(BOARD, position, scouting, {WEST: [Sabotage(REI)]}, "0").after.known == {WEST: {}}


CORRECTIONS: list[tuple[Correction, Mapping[Province, frozenset[UnitTrait]]]] = [
    (MoveUnit(BRU, at(EIS)), {EIS: ALL_TRAITS}),
    (RemoveUnit(BRU), {}),
    (AddUnit(WEST, UnitKind.ARMY, at(GUE), "I"), {BRU: ALL_TRAITS}),
]


@pytest.mark.parametrize(("correction", "left"), CORRECTIONS, ids=["moved", "removed", "added"])
def test_what_is_known_after_a_correction(
    correction: Correction, left: Mapping[Province, frozenset[UnitTrait]]
) -> None:
    game = game_at(ROUTED, known(BRU))
    assert game.position is not None
    event = PositionCorrected(game.master, (correction,), game.position, "", NOW)
    assert corrected(game, event).scouting.known == {WEST: left}


def corrected(game: Game, event: PositionCorrected) -> Game:
    found = apply(game, event)
    assert found is not None
    return found


def test_allies_that_part_still_know_what_each_others_units_are() -> None:
    peace = replace(standing("W1A", {WEST: "W PON", EAST: "I BRU"}, {}), allies=frozenset({(WEST, EAST), (EAST, WEST)}))
    position = break_alliance(BOARD, peace, WEST, EAST)
    assert isinstance(position, Position)
    game = apply(game_at(peace), AllianceBroken(WEST, EAST, position, NOW))
    assert game is not None
    assert game.scouting.known == {WEST: {BRU: TRAITS_AT_FIRST_SIGHT}, EAST: {PON: TRAITS_AT_FIRST_SIGHT}}
