"""The course of a game: longest standoffs, stabs, supports and eliminations, found again in the orders of real games.

The witness reads orders and positions, no verdicts.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from judge.game.figures import Betrayed, CentreHistory, Course, CourseFigures, course_figures, standoff_rows
from judge.game.visibility import as_seen_by
from judge.reports.ending import course_lines
from judge.rules.board import Power, Province
from judge.rules.orders import SupportHold, SupportMove
from judge.rules.position import PhaseKind
from judge.store.event_json import as_json, from_json
from tests.game.event_logs import close, folded, log, roll_back
from tests.game.movement_seen import MovementSeen
from tests.reports.parlour import BOARD, FRANCE, person
from tests.reports.real_games import FILES, closes
from tests.reports.war_room import at_war

NAMES = [file.stem for file in FILES]


def course_of(name: str) -> Course:
    return closes(name)[-1][1].course


def figures_of(name: str) -> CourseFigures:
    game = closes(name)[-1][1]
    return course_figures(game.course, game.centre_history, game.survivors)


@cache
def movements(name: str) -> Sequence[MovementSeen]:
    events = [event for event, _ in closes(name)]
    settled = [(event, after if after.before.phase.kind is PhaseKind.RETREAT else event)
               for event, after in zip(events, [*events[1:], events[-1]], strict=True)]  # fmt: skip
    return [MovementSeen(*pair) for pair in settled if pair[0].before.phase.kind is PhaseKind.MOVEMENT]


# --- stabs


def stabbed(last: MovementSeen, now: MovementSeen) -> Iterator[tuple[Power, Province, bool, Betrayed]]:
    """Who hits whom where nobody expected it: attacker, place, whether a unit was dislodged, what was betrayed."""
    for at, goal in now.goals():
        attacker, victim = now.power(at), now.before.units.get(goal)
        if not now.left(at) or not BOARD.reaches(now.before.units[at], goal):
            continue
        gone = victim is not None and not now.left(goal)
        loser = victim.power if victim and gone else now.before.owners.get(goal)
        if loser in {None, attacker} or not (gone or now.owners.get(goal) == attacker):
            continue
        assert loser
        invited = any(isinstance(one, SupportMove) and one.origin == at and one.to.province == goal
                      and now.power(by) == loser for by, one in now.orders.items())  # fmt: skip
        if invited or last.at_odds(attacker, loser):
            continue
        in_place = last.stayed(at) and last.before.units[at].power == attacker
        if last.supported(attacker, loser):
            yield attacker, goal, gone, Betrayed.SUPPORT
        elif in_place and (not gone or last.stayed(goal)):
            yield attacker, goal, gone, Betrayed.PEACE


def test_the_stabs_of_real_games_are_those_that_orders_and_positions_show() -> None:
    total = Counter[Betrayed]()
    for name in NAMES:
        found = {(one.phase, one.by, one.province, one.dislodged, one.betrayed) for one in course_of(name).stabs}
        seen = {(now.phase, *stab) for last, now in pairwise(movements(name)) for stab in stabbed(last, now)}
        assert found == seen, name
        total.update(one.betrayed for one in course_of(name).stabs)
    assert total == {Betrayed.PEACE: 15, Betrayed.SUPPORT: 4}


def test_whoever_was_stabbed_had_seen_no_order_against_them() -> None:
    for name in NAMES:
        before = {now.phase: last for last, now in pairwise(movements(name))}
        assert not any(before[one.phase].at_odds(one.by, one.victim) for one in course_of(name).stabs)


# --- standoffs, supports, years, eliminations


def empty_quarrels(at: MovementSeen) -> dict[Province, frozenset[Power]]:
    """Provinces in which nobody stands or stood to whom two powers or more ordered moves."""
    wanted: dict[Province, set[Power]] = {}
    for start, goal in at.goals():
        wanted.setdefault(goal, set()).add(at.power(start))
    return {
        goal: frozenset(powers)
        for goal, powers in wanted.items()
        if len(powers) > 1 and goal not in at.after.units and goal not in at.after.dislodged
    }


def test_a_row_of_standoffs_is_found_phase_by_phase() -> None:
    for name in NAMES:
        known, seen = course_of(name), movements(name)
        for row in standoff_rows(known.movements):
            first = [one.phase for one in seen].index(row.first)
            phases = seen[first : first + row.number]
            assert phases[-1].phase == row.last
            for one in phases:
                assert empty_quarrels(one).get(row.standoff.province, frozenset()) >= {*row.standoff.powers}


def test_the_longest_standoffs_of_two_real_games() -> None:
    found = [(row.standoff.province, row.standoff.powers, row.number) for row in figures_of("two").standoffs]
    assert found == [("WAR", ("GERMANY", "RUSSIA"), 4), ("SER", ("AUSTRIA", "ITALY"), 4)]
    assert [row.number for row in figures_of("one").standoffs] == [3]
    assert figures_of("three").standoffs == ()


def test_no_support_is_counted_that_was_not_ordered() -> None:
    for name in NAMES:
        for record, seen in zip(course_of(name).movements, movements(name), strict=True):
            for pair, number in Counter(record.hostilities.supports).items():
                backed = [
                    seen.before.units[one.target if isinstance(one, SupportHold) else one.origin].power
                    for at, one in seen.orders.items()
                    if isinstance(one, SupportHold | SupportMove) and seen.power(at) == pair[0]
                ]
                assert backed.count(pair[1]) >= number
    assert figures_of("three").supports == (12, (("GERMANY", "ENGLAND"),))


def test_whoever_is_eliminated_has_nothing_left_and_had_something() -> None:
    for name in NAMES:
        events = {event.before.phase: event for event, _ in closes(name)}
        alive = {*closes(name)[-1][1].survivors}
        gone = figures_of(name).eliminated
        assert {one.power for one in gone} == {*closes(name)[0][1].board.powers} - alive
        for one in gone:
            event = events[one.phase]
            left, had = event.judgement.after, event.before
            assert one.power not in {*left.owners.values(), *(unit.power for unit in left.units.values())}
            standing = {*had.owners.values(), *(unit.power for unit in had.units.values())}
            assert one.power in standing | {driven.unit.power for driven in had.dislodged.values()}


def test_the_greatest_changes_are_those_of_the_centres_by_years() -> None:
    two = Power("FRANCE"), Power("ITALY")
    history = CentreHistory((1901, 1902, 1903), {two[0]: (3, 5, 5, 8), two[1]: (3, 4, 3, 2)})  # type: ignore[arg-type]
    figures = course_figures(Course(), history, two)
    assert [(one.power, one.year, one.before, one.after) for one in figures.gains] == [("FRANCE", 1903, 5, 8)]
    assert [(one.power, one.year) for one in figures.losses] == [("ITALY", 1902), ("ITALY", 1903)]


# --- kept, taken back, hidden


def test_what_is_kept_is_read_back_as_it_was() -> None:
    for name in NAMES:
        assert from_json(as_json(course_of(name)), Course) == course_of(name)


def test_phases_that_are_undone_leave_no_trace() -> None:
    events = log()
    close(events)
    before = folded(events).course
    close(events)
    assert folded([*events, *roll_back(events, "F1901M")]).course == before
    assert folded(events).course != before


@pytest.mark.parametrize("number", [10, 20, 30])
def test_a_game_taken_up_again_has_the_course_of_the_phases_before(number: int) -> None:
    known = closes("two")
    earlier = known[number - 1][1].course
    assert known[-1][1].course.without(range(number + 1, len(known) + 1)) == earlier


def test_in_the_fog_nobody_but_a_master_who_does_not_play_is_told_figures() -> None:
    game = at_war()[0]
    player = next(iter(game.players))
    assert as_seen_by(game, player).course == Course()
    assert as_seen_by(game, game.master).course == game.course


def test_a_record_that_many_share_is_not_told() -> None:
    game = closes("two")[-1][1]
    told = course_lines(game, replace(person(FRANCE), language="en"))
    assert not any(line.startswith("Biggest loss") for line in told)
    assert any(line.startswith("Biggest gain of centres: France in 1909, from 13 to 16; Germany") for line in told)
