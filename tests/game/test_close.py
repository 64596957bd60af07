"""Closing: when a phase closes, what counts, and what the hour brings before that."""

from dataclasses import replace
from datetime import timedelta

from judge.game.apply import apply_all
from judge.game.deadlines.messages import PhaseExtended, ReminderSent
from judge.game.orders.order_status import powers_owing_orders
from judge.game.phases.close import close_early, due_events, next_alarm, powers_waited_for
from judge.game.phases.messages import CloseReason, Ending, GameEnded, PhaseClosed
from judge.game.state import Game
from judge.rules.board import Power, Province, Year
from judge.rules.position import Phase
from judge.rules.verdicts import Moved, Stood
from tests.game.tables import OPENED, POWERS, WEEKLY, all_hold, give, happen, hold, move, rung, started

FRANCE = Power("FRANCE")


def at_deadline(game: Game) -> Game:
    """The game just after its deadline has been met."""
    assert game.deadline
    reminded = apply_all(game, rung(game, game.deadline.at - timedelta(hours=24)))
    assert reminded.deadline
    return apply_all(reminded, rung(reminded, reminded.deadline.at))


def test_everyone_owes_orders_in_spring() -> None:
    assert powers_owing_orders(started()) == POWERS
    assert powers_waited_for(started()) == POWERS


def test_a_phase_closes_early_when_the_last_unit_has_its_order() -> None:
    game = all_hold(started())
    (closed,) = close_early(game, OPENED)
    assert isinstance(closed, PhaseClosed)
    assert (closed.because, closed.silent) == (CloseReason.COMPLETE, ())
    assert str(closed.judgement.after.phase) == "F1901M", "nobody was dislodged: retreats are passed over"


def test_a_phase_stays_open_while_one_unit_has_none() -> None:
    game = happen(started(), give("FRANCE", hold("PAR")))
    assert close_early(game, OPENED) == ()


def test_the_reminder_rings_a_day_before_and_names_those_who_have_not_finished() -> None:
    game = happen(started(), give("FRANCE", hold("PAR")))
    for place in ("MAR", "BRE"):
        game = happen(game, give("FRANCE", hold(place)))
    assert game.deadline
    assert next_alarm(game) == game.deadline.at - timedelta(days=1)
    (event,) = rung(game, game.deadline.at - timedelta(days=1))
    assert isinstance(event, ReminderSent)
    assert set(event.to) == set(POWERS) - {"FRANCE"}
    reminded = apply_all(game, [event])
    assert next_alarm(reminded) == game.deadline.at


def test_an_hour_that_brings_nothing_changes_nothing() -> None:
    assert rung(started(), OPENED + timedelta(hours=1)) == ()


def test_a_reminder_slept_through_reminds_nobody() -> None:
    game = started()
    assert game.deadline
    (event,) = due_events(game, game.deadline.at - timedelta(days=1), game.deadline.at + timedelta(hours=1))
    assert isinstance(event, ReminderSent)
    assert event.to == ()


def test_at_the_deadline_missing_orders_hold_and_the_silent_are_named() -> None:
    game = happen(started(), give("FRANCE", move("PAR", "BUR")))
    assert game.deadline
    *_, closed = rung(game, game.deadline.at)
    assert isinstance(closed, PhaseClosed)
    assert closed.because is CloseReason.DEADLINE
    assert set(closed.silent) == set(POWERS) - {"FRANCE"}
    reasons = {v.unit.at.province: v.reason for v in closed.judgement.verdicts[FRANCE] if v.unit}
    assert reasons[Province("PAR")] == Moved(strength=1)
    assert reasons[Province("MAR")] == Stood(unordered=True)


def test_when_nobody_at_all_has_written_it_is_an_outage_and_the_deadline_moves() -> None:
    game = started()
    assert game.deadline
    (event,) = rung(game, game.deadline.at)
    assert isinstance(event, PhaseExtended)
    assert event.deadline.at == game.deadline.at + timedelta(days=7)


def test_the_next_deadline_counts_from_the_hour_the_judge_woke_not_from_the_one_it_slept_through() -> None:
    game = happen(started(), give("FRANCE", move("PAR", "BUR")))
    assert game.deadline
    woke = game.deadline.at + timedelta(days=3)
    *_, closed = due_events(game, game.deadline.at, woke)
    assert isinstance(closed, PhaseClosed)
    assert closed.deadline
    assert closed.deadline.at == game.deadline.at + timedelta(days=10)


def test_a_fixed_term_ends_the_game_after_its_last_autumn_with_scores_that_sum_to_100() -> None:
    game = started(replace(WEEKLY, last_year=Year(1901)))
    game = at_deadline(happen(game, give("FRANCE", move("PAR", "BUR"))))
    game = at_deadline(happen(game, give("FRANCE", hold("BUR"))))
    assert game.ended
    assert game.ended.ending is Ending.TERM
    assert sum(game.ended.scores.values()) == 100
    assert game.deadline is None
    assert next_alarm(game) is None


def test_a_solo_ends_the_game_and_takes_it_all() -> None:
    game = started()
    assert game.position
    units = {place: unit for place, unit in game.position.units.items() if unit.power in {"FRANCE", "GERMANY"}}
    owners = dict.fromkeys(sorted(game.board.centres), FRANCE)
    late = replace(game.position, phase=Phase.parse("F1910M"), units=units, owners=owners)
    game = replace(game, position=late)
    game = at_deadline(happen(game, give("FRANCE", hold("PAR"))))
    assert isinstance(game.ended, GameEnded)
    assert game.ended.winners == (FRANCE,)
    assert game.ended.scores[FRANCE] == 100
