"""The fog of war: each power knows what it sees and no more."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Location, Power, Province
from judge.rules.corrections import make_alliance
from judge.rules.judge_phase import judge_phase
from judge.rules.position import Phase, Position, opening_position
from judge.rules.verdicts import Verdict
from judge.rules.war.fog import SeenUnit, hide_unseen, regions_in_sight, view_for
from judge.rules.war.scouts import (
    ALL_TRAITS,
    SLOW_SPY_FIRST_TRAITS,
    TRAITS_AT_FIRST_SIGHT,
    Scout,
    Scouting,
    starting_scouts,
)
from tests.rules.stim.campaigns import BOOK, SEUIL, any_orders
from tests.shared.shares import drawn

BOARD = SEUIL
OPENING = opening_position(BOARD)
WEST, EAST, ISLE = Power("AADLERON"), Power("REINHEIM"), Power("MILANIA")
BRU, REI = Province("BRU"), Province("REI")


def seen_at(scouting: Scouting, at: Province, power: Power = WEST, position: Position = OPENING) -> SeenUnit | None:
    view = view_for(BOARD, position, scouting, power)
    return next((seen for seen in view.others if seen.at == at), None)


def test_a_unit_next_to_ones_own_shows_that_it_is_there_and_whose() -> None:
    assert seen_at(Scouting(), BRU) == SeenUnit(BRU, EAST)


def test_a_unit_farther_away_is_hidden() -> None:
    assert seen_at(Scouting(), REI) is None


def test_a_scout_sees_where_it_is() -> None:
    assert seen_at(Scouting((Scout(WEST, 1, REI),)), REI) == SeenUnit(REI, EAST)


def test_what_a_scout_has_learned_is_shown_and_no_more() -> None:
    named = seen_at(Scouting((), {WEST: {BRU: TRAITS_AT_FIRST_SIGHT}}), BRU)
    weighed = seen_at(Scouting((), {WEST: {BRU: SLOW_SPY_FIRST_TRAITS}}), BRU)
    whole = seen_at(Scouting((), {WEST: {BRU: ALL_TRAITS}}), BRU)
    assert named == SeenUnit(BRU, EAST, TRAITS_AT_FIRST_SIGHT, "C")
    assert weighed == SeenUnit(BRU, EAST, SLOW_SPY_FIRST_TRAITS, "C", health=3)
    assert whole == SeenUnit(BRU, EAST, ALL_TRAITS, "C", 3, 1, 1, 1, gifted=True)


def test_what_is_known_of_a_unit_out_of_sight_does_not_show_where_it_is() -> None:
    assert seen_at(Scouting((), {WEST: {REI: ALL_TRAITS}}), REI) is None


def test_a_unit_raised_for_an_ally_looks_like_its_hosts() -> None:
    guest = BOARD.war.troops["I"].raised(ISLE, Location(BRU), host=EAST)
    position = replace(OPENING, units={**OPENING.units, BRU: guest})
    seen = seen_at(Scouting(), BRU, position=position)
    assert seen == SeenUnit(BRU, EAST)


def test_an_ally_is_seen_whole() -> None:
    position = make_alliance(replace(OPENING, phase=Phase.parse("W1A")), WEST, ISLE)
    assert isinstance(position, Position)
    seen = seen_at(Scouting(), Province("VAL"), ISLE, position)
    assert seen
    assert (seen.name, seen.health) == ("I", 3)


def test_who_watches_sees_nothing_but_its_own() -> None:
    view = view_for(BOARD, OPENING, starting_scouts(SEUIL.war.posts), ISLE)
    assert view.others == ()
    assert view.position.owners == {"MIL": ISLE}
    assert [scout.at for scout in view.scouts] == ["MIL"]


# --- nothing hidden leaks


def _places(value: object) -> Iterator[str]:
    """Every region a value speaks of, however deep."""
    if isinstance(value, str):
        if value in BOARD.regions:
            yield value
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from _places(part)
    elif isinstance(value, dict):
        yield from _places([*value.items()])
    elif is_dataclass(value):
        for field in fields(value):
            yield from _places(getattr(value, field.name))


@drawn(40)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_view_and_no_verdict_speaks_of_what_is_out_of_sight(seed: int) -> None:
    """But for where the blow came from that drove a unit out, and what its own order names."""
    random, position, scouting = Random(seed), OPENING, starting_scouts(SEUIL.war.posts)
    for _ in range(8):
        orders = {power: any_orders(random, position, power) for power in BOARD.powers}
        judgement = judge_phase(BOARD, BOOK, position, orders)
        for power in BOARD.powers:
            sight = regions_in_sight(BOARD, position, scouting, power)
            view = view_for(BOARD, position, scouting, power)
            owned = {region for region, owner in position.owners.items() if owner == power}
            assert set(_places(replace(view, own=(), scouts=()))) <= sight | owned
            for verdict in judgement.verdicts[power]:
                told = hide_unseen(BOARD, verdict, view, sight)
                assert set(_places([told.reason, told.harm])) <= sight | _own_words(verdict)
        position = judgement.after


def _own_words(verdict: Verdict) -> set[str]:
    return set(_places(verdict.order))


@drawn(40)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_out_of_sight_changes_nothing_one_sees(seed: int) -> None:
    """Take away every unit a power does not see: its view is the same."""
    random, position, scouting = Random(seed), OPENING, starting_scouts(SEUIL.war.posts)
    for _ in range(6):
        position = judge_phase(
            BOARD, BOOK, position, {power: any_orders(random, position, power) for power in BOARD.powers}
        ).after
        for power in BOARD.powers:
            view = view_for(BOARD, position, scouting, power)
            seen = {unit.at.province for unit in view.own} | {other.at for other in view.others}
            bare = replace(position, units={at: unit for at, unit in position.units.items() if at in seen})
            assert view_for(BOARD, bare, scouting, power) == view
