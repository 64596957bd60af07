"""Whoever comes, goes, writes or is silent: a power has one player at most, and nobody inherits what was not theirs."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import Trail, apply, apply_all
from judge.game.decide import decide
from judge.game.folded_log import FoldedLog, continue_fold, fold_log
from judge.game.messages import Command, Event
from judge.game.orders.messages import KeepAdvance, KeepWish, OrderText, RemovalWish
from judge.game.orders.order_status import order_status, powers_owing_orders
from judge.game.phases.close import close_early, due_events, next_alarm, powers_waited_for, waits_for_empty_seat
from judge.game.phases.messages import Misses, PhaseClosed
from judge.game.practice.rules import caretakers
from judge.game.refusals import Refused
from judge.game.replacements.messages import (
    DeclineSeat,
    EjectPlayer,
    ReplacePlayer,
    Resign,
    ReturnToSeat,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    TakeSeat,
)
from judge.game.seats.messages import AddStandby, LeaveGame
from judge.game.settings import NO_GRACE, Missing, OnrRule, PlayingStrength
from judge.game.state import Game
from judge.handlers.practice import with_clockwork_orders
from judge.rules.board import Power, Province
from judge.rules.orders import Hold
from judge.rules.position import Phase
from tests.game.seats_of_rome import log_of, standby, under_way
from tests.game.tables import OPENED, POWERS, address, figures_in, give, person
from tests.shared.shares import drawn

NAMES = ("sofia", "basil", "carla")
PEOPLE = (*map(person, POWERS), *map(standby, NAMES))
DAY = timedelta(days=1)

some_missing = st.builds(
    Missing,
    counts=st.sampled_from(OnrRule),
    published=st.booleans(),
    grace=st.builds(replace, st.just(NO_GRACE), movement=st.sampled_from((timedelta(0), DAY))),
    in_a_row=st.integers(0, 2),
    in_all=st.integers(0, 3),
    standby_wait=st.sampled_from((timedelta(0), 5 * DAY)),
    caretaker=st.sampled_from((None, PlayingStrength.EASY)),
)
somebody = st.sampled_from(PEOPLE)
addresses = somebody.map(lambda one: one.address)
powers = st.sampled_from([Power(power) for power in POWERS])
commands = st.one_of(
    st.builds(TakeSeat, somebody, st.none() | powers),
    st.builds(Resign, addresses, st.booleans()),
    st.builds(ReturnToSeat, addresses),
    st.builds(DeclineSeat, addresses),
    st.builds(AddStandby, somebody),
    st.builds(LeaveGame, addresses),
    st.builds(EjectPlayer, st.just(address("master")), powers),
    st.builds(ReplacePlayer, st.just(address("master")), powers, somebody),
    st.builds(KeepWish, addresses, st.just(RemovalWish((Province("ROM"),))), st.just(3)),
    st.builds(
        KeepAdvance, addresses, st.just(Phase.parse("F1903M")), st.just(OrderText("x")), st.just("standard"), st.just(4)
    ),
)
a_standby_takes = st.builds(TakeSeat, st.sampled_from(PEOPLE[-len(NAMES) :]), st.none())
silence = st.frozensets(powers, max_size=3)
moments = st.one_of(st.just("alarm"), silence, commands, silence, a_standby_takes)


def happenings(game: Game, moment: object, now: datetime) -> Iterator[Event]:
    """The events of the next alarm, of a deadline at which some powers have not written, or of a command."""
    if moment == "alarm":
        hour = next_alarm(game)
        yield from due_events(game, hour, max(hour, now)) if hour else ()
    elif isinstance(moment, frozenset):
        given = tuple(_orders(game, moment, now))
        game = apply_all(game, given)
        yield from given
        yield from due_events(game, game.closes_at, max(game.closes_at, now)) if game.closes_at else ()
    else:
        decided = decide(game, moment, now)  # type: ignore[arg-type]  # one of the commands above
        yield from () if isinstance(decided, Refused) else decided


def _orders(game: Game, silent: frozenset[object], now: datetime) -> Iterator[Event]:
    units = game.position.units if game.position else {}
    for place, unit in units.items():
        if unit.power not in silent and unit.power in game.seats:
            command: Command = replace(give(unit.power, Hold(place), arrived=now), by=game.seats[unit.power])
            decided = decide(game, command, now)
            yield from () if isinstance(decided, Refused) else decided


@drawn(120)
@given(some_missing, st.lists(moments, min_size=5, max_size=40))
def test_whatever_happens_to_seats_these_hold_after_every_event(missing: Missing, story: list[object]) -> None:
    game = under_way(missing, *NAMES[:2])
    now = OPENED
    for moment in story:
        hour = next_alarm(game) if moment == "alarm" else None
        now = max(now, hour or now) + timedelta(hours=1)
        for event in happenings(game, moment, now):
            was, game = game, apply(game, event)
            check(was, game, event)
        for event in close_early(game, now):
            was, game = game, apply(game, event)
            check(was, game, event)
        game = with_clockwork_orders(Trail(game), now).game or game
        check_clockwork(game)


def check(was: Game, game: Game, event: Event) -> None:
    seated = list(game.seats.values())
    assert len(seated) == len(set(seated)), "a player has two seats"
    assert not set(seated) & set(game.standbys), "who plays is no stand-by"
    assert set(seated) <= set(game.audience) <= set(game.people)
    assert set(game.people) == set(game.readers)
    assert {*game.wished, *(kept.power for kept in game.advance)} <= {*game.seats}
    assert {*game.orders} <= {*game.seats, *caretakers(game)}
    assert not {*caretakers(game)} & {*game.electorate}, "a clockwork player has a vote"
    for power, vacancy in game.vacancies.items():
        assert vacancy.is_open == (game.members.seats.get(power) in {None, vacancy.left})
        assert vacancy.offer is None or vacancy.is_open
    if isinstance(event, SeatVacated | SeatTaken | SeatReturned):
        assert not game.orders.get(event.power)
        assert event.power not in game.wished
        assert not game.advance_of(event.power)
    check_counts(was, game, event)


def check_clockwork(game: Game) -> None:
    """Where the game has caretakers every power without a player has orders; nobody else without one is waited for."""
    if game.settings.missing.caretaker:
        assert {*caretakers(game)} == {*game.vacant}
        owing = {*powers_owing_orders(game)} & {*game.vacant}
        assert all(order_status(game, power).is_complete for power in owing)
        assert all(given.letter == 0 for power in owing for given in game.orders[power])
    assert all(waits_for_empty_seat(game, power) for power in powers_waited_for(game) if power not in game.seats)


def check_counts(was: Game, game: Game, event: Event) -> None:
    """No count goes down, but for a row that a kept deadline ends."""
    for player, misses in was.misses.items():
        now = game.misses.get(player, Misses())
        assert now.in_all >= misses.in_all
        assert now.in_a_row >= misses.in_a_row or (now.in_a_row == 0 and isinstance(event, PhaseClosed))


@drawn(40)
@given(some_missing, st.lists(moments, min_size=5, max_size=30))
def test_figures_are_never_negative_and_percents_are_percents(missing: Missing, story: list[object]) -> None:
    log, now = log_of(missing, *NAMES[:2]), OPENED
    game = under_way(missing, *NAMES[:2])
    for moment in story:
        hour = next_alarm(game) if moment == "alarm" else None
        now = max(now, hour or now) + timedelta(hours=1)
        for event in happenings(game, moment, now):
            game = apply(game, event)
            log.append(event)
    in_pieces = FoldedLog()
    for number in range(0, len(log), 3):
        in_pieces = continue_fold(in_pieces, log[number : number + 3]) or fold_log(log[: number + 3])
    assert in_pieces == fold_log(log)
    for figures in figures_in(log).values():
        assert min(figures.games, figures.on_time, figures.late, figures.missed, figures.given_up) >= 0
        assert 0 <= figures.percent <= 100
