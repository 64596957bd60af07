"""A trail holds every event with the game before and after it, and ends with the fold of them all."""

from itertools import pairwise

from judge.game.apply import Trail, fold_events, transitions
from tests.reports.parlour import SPRING, SPRING_ORDERS, closed, opening_events, started

LOG = (*opening_events(), started(SPRING), closed(SPRING, SPRING_ORDERS))


def test_a_trail_ends_with_the_fold_of_its_events() -> None:
    trail = Trail(None).on(LOG)
    assert trail.events == LOG
    assert trail.game == fold_events(LOG)
    assert Trail(None).game is None


def test_each_step_begins_where_the_one_before_it_ended() -> None:
    steps = list(transitions(None, LOG))
    assert steps[0].before is steps[0].after, "nothing is before the opening of a game"
    assert all(later.before is earlier.after for earlier, later in pairwise(steps))


def test_a_trail_goes_on_where_it_ended() -> None:
    before = fold_events(LOG[:3])
    assert Trail(before).game is before
    assert Trail(before).on(LOG[3:5]).on(LOG[5:]) == Trail(before).on(LOG[3:])
