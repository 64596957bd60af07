"""Seats that change hands: stand-bys asked in order, seats taken, given back, given up."""

from dataclasses import replace
from datetime import timedelta

from judge.game.apply import apply_all
from judge.game.messages import Event, News
from judge.game.orders.messages import KeepAdvance, KeepWish, OrderText, RemovalWish
from judge.game.phases.close import due_events
from judge.game.phases.messages import OrdersMissed, PhaseClosed, PhaseHeldOpen
from judge.game.press.messages import PressNews, SendPress
from judge.game.refusals import Refusal
from judge.game.replacements.messages import (
    DeclineSeat,
    EjectPlayer,
    LeavingReason,
    ReplacementSought,
    ReplacePlayer,
    Resign,
    ReturnToSeat,
    SearchEnded,
    SeatReturned,
    SeatReturnedNews,
    SeatTaken,
    SeatTakenNews,
    SeatVacated,
    SeatVacatedNews,
    StandbyAsked,
    StandbyPassed,
    StandbyPassedNews,
    TakeSeat,
)
from judge.game.seats.messages import AddStandby, LeaveGame, StandbyLeft
from judge.game.settings import Address, Missing
from judge.game.state import Game
from judge.rules.board import Power, Province
from judge.rules.orders import Hold
from judge.rules.position import Phase
from tests.game.seats_of_rome import (
    ITALY,
    STRICT,
    TWICE,
    WAITS,
    forfeited,
    pass_next_alarm,
    standby,
    under_way,
    until,
    written,
)
from tests.game.tables import OPENED, address, decided, give, happen, hold, person, refused
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of
from tests.shared.notified import notices

TURKEY = Power("TURKEY")
IACOPO = address("ITALY")
SOFIA, BASIL = standby("sofia").address, standby("basil").address


def told(game: Game, events: tuple[Event, ...], to: Address) -> list[type[News]]:
    return [type(notice.news) for notice in notices(game, events) if notice.to == to]


def test_stand_bys_are_asked_in_the_order_of_their_list_each_for_so_long() -> None:
    game = forfeited("sofia", "basil")
    game, (asked,) = pass_next_alarm(game)
    assert isinstance(asked, StandbyAsked)
    assert (asked.power, asked.player) == (ITALY, SOFIA)
    assert asked.until == asked.at + timedelta(days=2)
    game, events = pass_next_alarm(game)
    assert [(type(event), getattr(event, "player", SOFIA)) for event in events] == [
        (StandbyPassed, SOFIA),
        (StandbyLeft, SOFIA),
        (StandbyAsked, BASIL),
    ]
    assert game.standbys == (BASIL,)


def test_after_an_outage_the_same_one_is_asked_once_more() -> None:
    """Mail could not come in while the judge did not run."""
    game, _ = pass_next_alarm(forfeited("sofia", "basil"))
    offer = game.vacancies[ITALY].offer
    assert offer
    woke = offer.until + timedelta(hours=2)
    (asked,) = due_events(game, offer.until, woke)
    assert isinstance(asked, StandbyAsked)
    assert (asked.player, asked.until) == (SOFIA, woke + timedelta(days=2))


def test_who_declines_lets_the_next_one_be_asked_at_once() -> None:
    game, _ = pass_next_alarm(forfeited("sofia", "basil"))
    game = happen(game, DeclineSeat(SOFIA))
    _, (asked,) = pass_next_alarm(game)
    assert isinstance(asked, StandbyAsked)
    assert asked.player == BASIL


def test_whoever_leaves_the_list_has_declined() -> None:
    game, _ = pass_next_alarm(forfeited("sofia", "basil"))
    _, events = pass_next_alarm(happen(game, LeaveGame(SOFIA)))
    assert kinds_of(events) == [StandbyPassed, StandbyAsked]


def test_one_word_takes_the_seat_that_was_offered() -> None:
    game, _ = pass_next_alarm(forfeited("sofia"))
    (taken,) = decided(game, TakeSeat(standby("sofia")))
    assert isinstance(taken, SeatTaken)
    after = apply_all(game, (taken,))
    assert after.seats[ITALY] == SOFIA
    assert after.standbys == ()
    assert after.orders_of(ITALY) == ()


def test_a_seat_offered_to_one_is_not_given_to_another() -> None:
    game, _ = pass_next_alarm(forfeited("sofia", "basil"))
    answer = refused(game, TakeSeat(standby("basil")))
    assert (answer.why, answer.power) == (Refusal.OFFERED_TO_ANOTHER, ITALY)


def test_where_nobody_is_asked_anyone_may_take_the_seat() -> None:
    game = happen(forfeited(), TakeSeat(standby("carla"), ITALY))
    assert game.seats[ITALY] == standby("carla").address
    assert game.readers[standby("carla").address] == max(game.readers.values())


def without_turkey(game: Game) -> Game:
    """The game once Turkey has neither units nor centres."""
    assert game.position
    units = {at: unit for at, unit in game.position.units.items() if unit.power != TURKEY}
    owners = {at: power for at, power in game.position.owners.items() if power != TURKEY}
    return replace(game, position=replace(game.position, units=units, owners=owners), alive=None)


@each_case(("book", "may"), {"1971": True, "2023": False}.items())
def test_who_is_out_of_the_game_may_take_a_seat_over_where_the_book_says_so(book: str, may: bool) -> None:
    """001 XIV.3."""
    game = forfeited()
    game = replace(game, settings=replace(game.settings, rulebook=book))
    assert refused(game, TakeSeat(person(TURKEY), ITALY)).why is Refusal.ALREADY_JOINED
    over = without_turkey(game)
    if not may:
        assert refused(over, TakeSeat(person(TURKEY), ITALY)).why is Refusal.ALREADY_JOINED
        assert refused(over, AddStandby(person(TURKEY))).why is Refusal.ALREADY_JOINED
        return
    taken = happen(over, TakeSeat(person(TURKEY), ITALY))
    assert {*taken.powers_of(address(TURKEY))} == {ITALY, TURKEY}
    assert decided(taken, replace(give(ITALY, Hold(Province("ROM"))), by=address(TURKEY)))
    waiting = happen(without_turkey(replace(under_way(STRICT), settings=game.settings)), AddStandby(person(TURKEY)))
    assert waiting.standbys == (address(TURKEY),)


def test_a_volunteer_who_comes_while_the_seat_is_empty_is_asked() -> None:
    game = happen(forfeited(), AddStandby(standby("sofia")))
    _, (asked,) = pass_next_alarm(game)
    assert isinstance(asked, StandbyAsked)


@each_case(
    ("command", "why"),
    [
        (TakeSeat(person("FRANCE"), ITALY), Refusal.ALREADY_JOINED),
        (TakeSeat(standby("sofia"), Power("FRANCE")), Refusal.NO_SEAT_EMPTY),
        (DeclineSeat(SOFIA), Refusal.NOT_OFFERED),
        (ReturnToSeat(address("FRANCE")), Refusal.NO_WAY_BACK),
        (Resign(SOFIA, at_once=True), Refusal.NOT_A_PLAYER),
        (EjectPlayer(address("FRANCE"), Power("RUSSIA")), Refusal.NOT_THE_MASTER),
        (EjectPlayer(address("master"), ITALY), Refusal.NO_PLAYER_THERE),
        (ReplacePlayer(address("FRANCE"), Power("RUSSIA"), standby("sofia")), Refusal.NOT_THE_MASTER),
        (ReplacePlayer(address("master"), Power("RUSSIA"), person("FRANCE")), Refusal.HAS_JOINED),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, Refusal) else value.value,
)
def test_what_may_not_be_done_to_a_seat(command: TakeSeat, why: Refusal) -> None:
    assert refused(forfeited(), command).why is why


def test_nobody_comes_back_to_a_game_as_another_power() -> None:
    game = happen(forfeited(), Resign(address("FRANCE"), at_once=True))
    assert refused(game, TakeSeat(person("FRANCE"), ITALY)).why is Refusal.PLAYED_HERE


# --- the old player comes back


def test_the_old_player_has_the_seat_back_until_the_orders_of_the_new_one_are_used() -> None:
    game, _ = pass_next_alarm(forfeited("sofia"))
    game = happen(game, TakeSeat(standby("sofia")))
    (back,) = decided(game, ReturnToSeat(IACOPO))
    assert isinstance(back, SeatReturned)
    assert back.displaced == SOFIA
    after = apply_all(game, (back,))
    assert (after.seats[ITALY], after.standbys) == (IACOPO, (SOFIA,))
    used, _ = until(written(game), PhaseClosed)
    assert refused(used, ReturnToSeat(IACOPO)).why is Refusal.NO_WAY_BACK


def test_who_returns_keeps_the_record_and_loses_the_seat_at_the_next_missed_deadline() -> None:
    game = happen(forfeited(), ReturnToSeat(IACOPO))
    assert game.misses[IACOPO].in_all == 1
    _, events = until(written(game, "ITALY"), PhaseClosed)
    assert any(isinstance(event, SeatVacated) for event in events)


def test_a_new_player_inherits_no_record() -> None:
    game, _ = pass_next_alarm(forfeited("sofia"))
    game = happen(game, TakeSeat(standby("sofia")))
    assert SOFIA not in game.misses


def test_what_is_left_of_a_phase_counts_against_nobody_who_took_the_seat_in_it() -> None:
    game, _ = pass_next_alarm(forfeited("sofia"))
    game = happen(game, TakeSeat(standby("sofia")))
    game, events = until(written(game, "ITALY"), PhaseClosed)
    assert not any(isinstance(event, SeatVacated) for event in events)
    _, events = until(written(game, "ITALY"), PhaseClosed)
    assert any(isinstance(event, SeatVacated) and event.player == SOFIA for event in events)


def test_where_the_game_has_waited_everyone_has_a_whole_phase_more() -> None:
    game, _ = until(written(under_way(WAITS, "sofia"), "ITALY"), PhaseHeldOpen)
    game, _ = pass_next_alarm(game)
    taken_at = game.deadline.at + timedelta(hours=5) if game.deadline else OPENED
    game = happen(game, TakeSeat(standby("sofia")), taken_at)
    assert game.held_open is None
    assert game.deadline
    assert game.deadline.at >= taken_at + timedelta(days=7)
    assert game.orders_of(Power("FRANCE")) != ()


# --- leaving of one's own accord


def test_who_resigns_plays_on_until_somebody_takes_the_seat() -> None:
    game = happen(under_way(STRICT, "sofia"), Resign(address("FRANCE"), at_once=False))
    game = written(game)
    assert game.seats[Power("FRANCE")] == address("FRANCE")
    game, (asked,) = pass_next_alarm(game)
    assert isinstance(asked, StandbyAsked)
    (taken,) = decided(game, TakeSeat(standby("sofia")))
    assert told(game, (taken,), address("FRANCE")) == [SeatVacatedNews]
    after = apply_all(game, (taken,))
    assert after.orders_of(Power("FRANCE")) == ()
    assert address("FRANCE") not in after.audience
    assert address("FRANCE") not in after.correspondents


def test_who_was_about_to_leave_may_stay() -> None:
    game = happen(under_way(STRICT), Resign(address("FRANCE"), at_once=False))
    assert refused(game, Resign(address("FRANCE"), at_once=False)).why is Refusal.ALREADY_LEAVING
    (ended,) = decided(game, ReturnToSeat(address("FRANCE")))
    assert isinstance(ended, SearchEnded)


def test_leave_in_a_game_under_way_is_to_resign() -> None:
    (sought,) = decided(under_way(STRICT), LeaveGame(address("FRANCE")))
    assert isinstance(sought, ReplacementSought)


def test_who_resigned_at_once_may_return_only_while_the_seat_is_empty() -> None:
    game = happen(under_way(STRICT), Resign(address("FRANCE"), at_once=True))
    assert address("FRANCE") in game.correspondents
    assert isinstance(decided(game, ReturnToSeat(address("FRANCE")))[0], SeatReturned)
    game = happen(game, TakeSeat(standby("sofia")))
    assert address("FRANCE") not in game.correspondents


# --- the master's word


def test_the_master_ejects_and_names() -> None:
    game = happen(under_way(STRICT), EjectPlayer(address("master"), ITALY))
    assert game.vacancies[ITALY].why is LeavingReason.EJECTED
    assert IACOPO not in game.correspondents
    assert refused(game, TakeSeat(person("ITALY"), ITALY)).why is Refusal.PLAYED_HERE
    named = happen(game, ReplacePlayer(address("master"), ITALY, standby("sofia")))
    assert named.vacancies[ITALY].offer
    assert happen(named, TakeSeat(standby("sofia"))).seats[ITALY] == SOFIA


def test_a_player_whom_the_master_replaces_plays_on_until_then() -> None:
    game = happen(under_way(STRICT), ReplacePlayer(address("master"), ITALY, standby("sofia")))
    assert game.seats[ITALY] == IACOPO
    assert happen(game, TakeSeat(standby("sofia"))).seats[ITALY] == SOFIA


# --- drafts, press, letters


def test_no_draft_survives_a_change_of_player() -> None:
    game = happen(under_way(STRICT, "sofia"), KeepWish(IACOPO, RemovalWish((Province("ROM"),)), 3))
    ahead = KeepAdvance(IACOPO, Phase.parse("F1901M"), OrderText("A ROM H"), "standard", 4)
    game = happen(happen(game, ahead), give("ITALY", hold("ROM")))
    game = happen(game, Resign(IACOPO, at_once=True))
    assert (game.orders.get(ITALY), game.advance, game.wished) == (None, (), {})


def test_press_to_a_power_goes_to_its_new_player_alone() -> None:
    game, _ = pass_next_alarm(forfeited("sofia"))
    game = happen(game, TakeSeat(standby("sofia")))
    sent = decided(game, SendPress(address("FRANCE"), (ITALY,), "Welcome."))
    assert [notice.to for notice in notices(game, sent) if isinstance(notice.news, PressNews)] == [SOFIA]


def test_who_is_told_of_a_seat_that_is_lost_and_taken() -> None:
    game = written(under_way(STRICT, "sofia"), "ITALY")
    game, events = until(game, SeatVacated)
    before = written(under_way(STRICT, "sofia"), "ITALY")
    assert told(before, tuple(events), IACOPO) == [SeatVacatedNews]
    assert SeatVacated in told(before, tuple(events), address("FRANCE"))
    game, asked = pass_next_alarm(game)
    assert told(game, asked, SOFIA) == [StandbyAsked]
    taken = decided(game, TakeSeat(standby("sofia")))
    assert told(game, taken, SOFIA) == [SeatTakenNews]
    assert told(game, taken, IACOPO) == []
    assert told(game, taken, address("master")) == [SeatTaken]
    there = apply_all(game, taken)
    back = decided(there, ReturnToSeat(IACOPO))
    assert (told(there, back, IACOPO), told(there, back, SOFIA)) == ([SeatTakenNews], [SeatReturnedNews])


def test_who_does_not_answer_is_told_and_who_declines_is_not() -> None:
    game, _ = pass_next_alarm(forfeited("sofia"))
    _, passed = pass_next_alarm(game)
    assert told(game, passed, SOFIA) == [StandbyPassedNews]
    assert told(game, decided(game, DeclineSeat(SOFIA)), SOFIA) == []


def test_the_first_missed_deadline_brings_a_warning_where_the_second_costs_the_seat() -> None:
    before = written(under_way(TWICE), "ITALY")
    _, events = until(before, PhaseClosed)
    assert OrdersMissed in told(before, tuple(events), IACOPO)
    calm = written(under_way(Missing()), "ITALY")
    _, events = until(calm, PhaseClosed)
    assert OrdersMissed not in told(calm, tuple(events), IACOPO)
