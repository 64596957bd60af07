"""Who is ONR, what grace gives, when a seat is lost: decisions.md, "who is ONR"."""

from dataclasses import replace
from datetime import timedelta

from judge.game.phases.close import close_early, next_alarm, powers_waited_for
from judge.game.phases.messages import HoldOpenReason, Misses, OrdersMissed, PhaseClosed, PhaseHeldOpen
from judge.game.refusals import Refusal
from judge.game.replacements.messages import LeavingReason, SeatVacated
from judge.game.settings import Missing, OnrRule
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Stood
from tests.game.seats_of_rome import (
    A_DAY_OF_GRACE,
    ITALY,
    STRICT,
    TWICE,
    WAITS,
    pass_next_alarm,
    under_way,
    until,
    written,
)
from tests.game.tables import address, give, happen, hold, move, refused, rung
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of


def at_deadline(game: Game) -> tuple[object, ...]:
    assert game.deadline
    return rung(game, game.deadline.at)


@each_case(
    ("counts", "orders", "is_missed"),
    [
        (OnrRule.ALL, (), True),
        (OnrRule.ALL, ("ROM",), False),
        (OnrRule.ANY, ("ROM",), True),
        (OnrRule.ANY, ("ROM", "VEN"), True),
        (OnrRule.ANY, ("ROM", "VEN", "NAP"), False),
    ],
)
def test_who_is_onr_is_a_setting(counts: OnrRule, orders: tuple[str, ...], is_missed: bool) -> None:
    game = written(under_way(Missing(counts=counts)), "ITALY", "FRANCE")
    for at in orders:
        game = happen(game, give("ITALY", hold(at)))
    missed = {event.player for event in at_deadline(game) if isinstance(event, OrdersMissed)}
    assert (address("ITALY") in missed) is is_missed
    assert address("FRANCE") in missed


def test_retreats_and_adjustments_never_count() -> None:
    game = happen(written(under_way(STRICT), "FRANCE"), give("FRANCE", move("PAR", "BUR")))
    seen: set[PhaseKind] = set()
    for _ in range(9):
        phase = game.position.phase.kind if game.position else None
        game = written(game, "FRANCE") if phase is PhaseKind.MOVEMENT else game
        game, events = pass_next_alarm(game)
        seen.update(event.phase.kind for event in events if isinstance(event, OrdersMissed))
    assert seen <= {PhaseKind.MOVEMENT}


def test_a_deadline_missed_is_counted_and_one_kept_ends_the_row_but_not_the_count() -> None:
    game, _ = until(written(under_way(Missing()), "ITALY"), PhaseClosed)
    assert (game.misses[address("ITALY")].in_a_row, game.misses[address("ITALY")].in_all) == (1, 1)
    game, _ = until(written(game, "TURKEY"), PhaseClosed)
    assert (game.misses[address("ITALY")].in_a_row, game.misses[address("ITALY")].in_all) == (0, 1)
    assert game.misses[address("TURKEY")].in_a_row == 1


def test_the_second_missed_deadline_in_a_row_costs_the_seat_where_that_is_settled() -> None:
    game, events = until(written(under_way(TWICE), "ITALY"), PhaseClosed)
    assert not any(isinstance(event, SeatVacated) for event in events)
    game, events = until(written(game, "ITALY"), PhaseClosed)
    (lost,) = (event for event in events if isinstance(event, SeatVacated))
    assert (lost.power, lost.player, lost.why) == (ITALY, address("ITALY"), LeavingReason.FORFEITED)
    assert ITALY not in game.seats
    assert address("ITALY") not in game.audience


def test_nobody_loses_a_seat_by_the_default_settings() -> None:
    game = under_way(Missing())
    for _ in range(4):
        game, events = until(written(game, "ITALY"), PhaseClosed)
        assert not any(isinstance(event, SeatVacated) for event in events)
    assert game.misses[address("ITALY")] == Misses(4, 4, game.misses[address("ITALY")].last)


def test_grace_waits_for_those_who_owe_and_takes_their_orders() -> None:
    game, events = until(written(under_way(A_DAY_OF_GRACE), "ITALY"), PhaseHeldOpen)
    (held,) = events
    assert isinstance(held, PhaseHeldOpen)
    assert game.deadline
    assert held == PhaseHeldOpen(
        held.phase, (ITALY,), HoldOpenReason.GRACE, game.deadline.at + timedelta(days=1), game.deadline.at
    )
    assert next_alarm(game) == game.deadline.at + timedelta(days=1)
    late = game.deadline.at + timedelta(hours=3)
    game = written(game, at=late)
    (closed,) = close_early(game, late)
    assert isinstance(closed, PhaseClosed)
    assert closed.silent == ()


def test_the_end_of_grace_closes_the_phase_and_a_letter_after_it_is_late() -> None:
    game, _ = until(written(under_way(A_DAY_OF_GRACE), "ITALY"), PhaseHeldOpen)
    assert game.deadline
    too_late = game.deadline.at + timedelta(days=1, seconds=1)
    assert refused(game, give("ITALY", hold("ROM"), arrived=too_late), too_late).why is Refusal.TOO_LATE
    game, events = pass_next_alarm(game)
    assert kinds_of(events) == [OrdersMissed, PhaseClosed]


def test_without_grace_nothing_waits() -> None:
    _, events = until(written(under_way(Missing()), "ITALY"), PhaseClosed)
    assert kinds_of(events) == [OrdersMissed, PhaseClosed]


def test_the_game_waits_for_a_standby_once_and_then_the_units_hold() -> None:
    game, events = until(written(under_way(WAITS), "ITALY"), PhaseHeldOpen)
    assert kinds_of(events) == [OrdersMissed, SeatVacated, PhaseHeldOpen]
    assert powers_waited_for(game) == (ITALY,)
    game, events = until(game, PhaseClosed)
    (closed,) = events
    assert isinstance(closed, PhaseClosed)
    assert closed.silent == (ITALY,)
    assert ITALY not in powers_waited_for(game)


def test_an_empty_seat_does_not_keep_others_waiting() -> None:
    game, _ = until(written(under_way(STRICT), "ITALY"), PhaseClosed)
    assert game.deadline
    assert powers_waited_for(written(game)) == ()
    assert close_early(written(game), game.deadline.at - timedelta(days=3))


def test_a_secret_game_judges_missing_orders_as_orders_to_hold() -> None:
    game = under_way(replace(STRICT, in_a_row=0, published=False))
    _, events = until(written(game, "ITALY"), PhaseClosed)
    (closed,) = (event for event in events if isinstance(event, PhaseClosed))
    assert closed.silent == ()
    assert {verdict.reason for verdict in closed.judgement.verdicts[Power("ITALY")]} == {Stood(unordered=False)}
