"""Scouts: where they go, what they learn, how often they are spotted, by dice that fall the same again."""

from collections import Counter
from dataclasses import replace

import pytest

from judge.rules.board import Location, Power, Province
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Move
from judge.rules.position import Phase, opening_position
from judge.rules.war.fog import knowledge_after_phase
from judge.rules.war.scouts import (
    ALL_TRAITS,
    SLOW_SPY_FIRST_TRAITS,
    SLOW_SPY_LATER_TRAITS,
    TRAITS_AT_FIRST_SIGHT,
    Alert,
    Asked,
    Captured,
    Enlist,
    Enlisted,
    Errand,
    ErrandFailure,
    ErrandResult,
    Investigate,
    Learned,
    Nothing,
    Report,
    Sabotage,
    Sabotaged,
    Scout,
    Scouting,
    ScoutingResult,
    Spotted,
    SpyQuickly,
    SpySlowly,
    Travel,
    Went,
    judge_recruiting,
    judge_scouts,
    starting_scouts,
)
from tests.rules.stim.campaigns import BOOK, SEUIL
from tests.shared.each_case import each_case

BOARD = SEUIL
OPENING = opening_position(BOARD)
POSTS = SEUIL.war.posts
WEST, EAST, ISLE = Power("AADLERON"), Power("REINHEIM"), Power("MILANIA")
PON, BRU, REI, AAD, GUE = map(Province, ("PON", "BRU", "REI", "AAD", "GUE"))
KNIGHTS = OPENING.units[BRU]
SEEDS = [str(number) for number in range(600)]


def sent(errand: Errand, seed: str = "0", scouting: Scouting | None = None) -> ScoutingResult:
    """One errand of a western scout that is where the errand has it."""
    state = scouting or Scouting((Scout(WEST, 1, errand.at),))
    return judge_scouts(BOARD, OPENING, state, {WEST: [errand]}, seed)


def test_scouts_begin_where_the_campaign_says() -> None:
    scouts = starting_scouts(SEUIL.war.posts)
    assert scouts.of(WEST) == (Scout(WEST, 1, AAD), Scout(WEST, 2, PON))


def test_the_same_seed_throws_the_same_dice() -> None:
    assert [sent(SpyQuickly(PON, BRU), seed) for seed in SEEDS] == [sent(SpyQuickly(PON, BRU), seed) for seed in SEEDS]


def test_each_phase_has_dice_of_its_own() -> None:
    state = Scouting((Scout(WEST, 1, PON),))
    phases = [Phase.parse(f"S{year}M") for year in range(1, 60)]
    answers = {
        type(
            judge_scouts(BOARD, replace(OPENING, phase=phase), state, {WEST: [SpyQuickly(PON, BRU)]}, "0")
            .reports[0]
            .outcome
        )
        for phase in phases
    }
    assert answers == {Learned, Spotted}


FUTILE = [
    (Travel(PON, Province("WOL")), ErrandFailure.TOO_FAR),
    (SpySlowly(PON, Province("FUR")), ErrandFailure.TOO_FAR),
    (SpySlowly(PON, GUE), ErrandFailure.OWN_UNIT),
    (Sabotage(PON), ErrandFailure.OWN_UNIT),
    (Sabotage(Province("MIR")), ErrandFailure.NO_UNIT),
]


@each_case(("errand", "why"), FUTILE)
def test_an_errand_that_cannot_be_carried_out(errand: Errand, why: ErrandFailure) -> None:
    assert sent(errand).reports[0].outcome == Nothing(why)


def test_a_scout_has_one_errand() -> None:
    state = Scouting((Scout(WEST, 1, PON),))
    after = judge_scouts(BOARD, OPENING, state, {WEST: [Travel(PON, AAD), Travel(PON, GUE)]}, "0")
    assert [report.outcome for report in after.reports] == [Went(), Nothing(ErrandFailure.NO_SCOUT)]


def test_one_step_is_safe_and_shows_the_name_of_an_unknown_unit() -> None:
    for seed in SEEDS:
        after = sent(Travel(PON, BRU), seed)
        assert [report.outcome for report in after.reports] == [Went(), Learned(BRU, TRAITS_AT_FIRST_SIGHT, KNIGHTS)]
        assert after.alerts == ()


def test_a_long_way_to_an_enemy_unit_ends_in_capture_twice_in_six() -> None:
    afters = [sent(Travel(AAD, BRU), seed) for seed in SEEDS]
    caught = [after for after in afters if isinstance(after.reports[0].outcome, Captured)]
    assert 150 < len(caught) < 250
    assert all(after.after.scouts == () and after.alerts == (Alert(EAST, BRU, WEST),) for after in caught)


def test_a_slow_spy_learns_in_two_phases_and_is_never_spotted() -> None:
    for seed in SEEDS[:50]:
        first = sent(SpySlowly(PON, BRU), seed)
        second = sent(SpySlowly(PON, BRU), seed, first.after)
        assert first.reports[0].outcome == Learned(BRU, SLOW_SPY_FIRST_TRAITS, KNIGHTS)
        assert second.reports[0].outcome == Learned(BRU, SLOW_SPY_LATER_TRAITS, KNIGHTS)
        assert first.alerts == second.alerts == ()


def test_a_quick_spy_is_spotted_half_the_time_and_named_half_of_that() -> None:
    outcomes = Counter(sent(SpyQuickly(PON, BRU), seed).reports[0].outcome for seed in SEEDS)
    assert set(outcomes) == {Learned(BRU, ALL_TRAITS, KNIGHTS), Spotted(named=True), Spotted(named=False)}
    assert 250 < outcomes[Learned(BRU, ALL_TRAITS, KNIGHTS)] < 350
    assert 110 < outcomes[Spotted(named=True)] < 190


def test_a_spotted_spy_learns_nothing() -> None:
    after = next(after for after in (sent(SpyQuickly(PON, BRU), seed) for seed in SEEDS) if after.alerts)
    assert after.after.traits(WEST, BRU) == frozenset()


def test_sabotage_costs_a_hit_point_and_is_spotted_four_times_in_six() -> None:
    afters = [sent(Sabotage(BRU), seed) for seed in SEEDS]
    spotted = [after for after in afters if after.reports[0].outcome == Sabotaged(2, spotted=True)]
    assert 350 < len(spotted) < 450
    assert all(after.alerts == (Alert(EAST, BRU, WEST),) for after in spotted)
    for after in afters:
        corps = after.position.units[BRU].corps
        assert corps
        assert corps.health == 2


def test_sabotage_annihilates_a_unit_with_one_hit_point() -> None:
    weak = replace(OPENING, units={**OPENING.units, BRU: OPENING.units[BRU].with_health(1, 0)})
    after = judge_scouts(BOARD, weak, Scouting((Scout(WEST, 1, BRU),)), {WEST: [Sabotage(BRU)]}, "0")
    assert BRU not in after.position.units


def test_an_investigation_asks_the_master() -> None:
    assert sent(Investigate(PON, "the envoy")).reports[0].outcome == Asked("the envoy")


def test_what_is_known_goes_with_the_unit() -> None:
    known = Scouting((), {WEST: {BRU: ALL_TRAITS, REI: TRAITS_AT_FIRST_SIGHT}})
    judgement = judge_phase(
        BOARD,
        BOOK,
        OPENING,
        {EAST: [Move(BRU, Location(Province("FUR"))), Move(Province("FUR"), Location(Province("EIS")))]},
    )
    after = knowledge_after_phase(known, judgement)
    assert after.known == {WEST: {Province("FUR"): ALL_TRAITS, REI: TRAITS_AT_FIRST_SIGHT}}


def test_what_is_known_of_a_unit_that_is_gone_is_forgotten() -> None:
    known = Scouting((), {WEST: {BRU: ALL_TRAITS}})
    alone = replace(OPENING, units={PON: OPENING.units[PON], BRU: OPENING.units[BRU].with_health(1, 0)})
    judgement = judge_phase(BOARD, BOOK, alone, {WEST: [Move(PON, Location(BRU))]})
    assert knowledge_after_phase(known, judgement).known == {}


ENLISTED = [
    (WEST, AAD, Enlisted()),  # occupied, and all the same
    (WEST, PON, Nothing(ErrandFailure.NO_CENTRE)),
    (WEST, REI, Nothing(ErrandFailure.NO_CENTRE)),  # another power's
]


@pytest.mark.parametrize(("power", "at", "outcome"), ENLISTED)
def test_a_scout_is_recruited_in_an_own_strategic_centre(power: Power, at: Province, outcome: ErrandResult) -> None:
    wish = Enlist(at)
    after = judge_recruiting(BOARD, OPENING, starting_scouts(POSTS), {power: [wish]})
    assert after.reports == (Report(power, wish, outcome),)
    assert len(after.after.of(power)) == 2 + (outcome == Enlisted())


def test_a_nation_recruits_one_scout_at_an_adjustment_and_has_no_more_than_it_may() -> None:
    two_wishes = judge_recruiting(BOARD, OPENING, starting_scouts(POSTS), {WEST: [Enlist(AAD), Enlist(AAD)]})
    later = judge_recruiting(BOARD, OPENING, two_wishes.after, {WEST: [Enlist(AAD)]})
    assert [report.outcome for report in two_wishes.reports] == [Enlisted(), Nothing(ErrandFailure.ENOUGH)]
    assert [report.outcome for report in later.reports] == [Nothing(ErrandFailure.ENOUGH)]
    assert len(later.after.of(WEST)) == 3
