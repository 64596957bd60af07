"""What players keep for phases to come: what is kept, what is refused, when it goes."""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.apply import apply_all
from judge.game.messages import Event
from judge.game.orders.messages import (
    MOST_STEPS_PER_PHASE,
    AdvanceKept,
    BuildWish,
    Choice,
    DropAdvance,
    DropWishes,
    KeepAdvance,
    KeepWish,
    OrderText,
    PlanSource,
    PlanStep,
    PlanTaken,
    RemovalWish,
    RetreatWish,
    Stands,
    WithdrawOrders,
    is_earlier_phase,
    lines_for,
)
from judge.game.phases.messages import PhaseClosed, PhaseClosedNews
from judge.game.refusals import Refusal
from judge.game.state import Game
from judge.rules.board import Location, Power, Province, UnitKind, Year
from judge.rules.orders import Build
from judge.rules.position import Phase
from tests.game.tables import OPENED, WEEKLY, address, decided, give, happen, hold, opened, refused, rung, started
from tests.shared.each_case import each_case
from tests.shared.notified import notices

FRANCE, ITALY = Power("FRANCE"), Power("ITALY")
HOLD = OrderText("A PAR H")


def ahead(phase: str, step: PlanStep = HOLD, who: str = "FRANCE", written: datetime | None = None) -> KeepAdvance:
    return KeepAdvance(address(who), Phase.parse(phase), step, "standard", 1, written)


def kept(game: Game, phase: str = "F1901M", power: Power = FRANCE) -> list[str]:
    steps = [one.step for one in game.advance_of(power, Phase.parse(phase))]
    return [step.text for step in steps if isinstance(step, OrderText)]


def test_what_is_kept_stands_beside_what_was_kept_before() -> None:
    game = happen(started(), ahead("F1901M"))
    game = happen(game, ahead("F1901M", OrderText("A MAR H")))
    assert kept(game) == ["A PAR H", "A MAR H"]
    assert kept(game, power=ITALY) == []


REFUSALS = {
    "for the open phase": (started, ahead("S1901M"), Refusal.OTHER_PHASE),
    "for a phase long past": (started, ahead("F1900M"), Refusal.OTHER_PHASE),
    "more than five years away": (started, ahead("S1907M"), Refusal.TOO_FAR_AHEAD),
    "after the last year": (
        lambda: started(replace(WEEKLY, last_year=Year(1903))),
        ahead("S1904M"),
        Refusal.AFTER_THE_END,
    ),
    "where the game does not have it": (
        lambda: started(replace(WEEKLY, advance=False)),
        ahead("F1901M"),
        Refusal.NO_ADVANCE,
    ),
    "before the start": (opened, ahead("F1901M"), Refusal.NOT_STARTED),
    "by somebody who does not play": (started, ahead("F1901M", who="stranger"), Refusal.NOT_A_PLAYER),
    "conditions for the open phase": (
        started,
        ahead("S1901M", Choice(Stands(Location(Province("PAR"))), (HOLD,))),
        Refusal.CONDITION_NOW,
    ),
    "overtaken by a letter written later": (
        lambda: happen(started(), ahead("F1901M", written=OPENED + timedelta(hours=1))),
        ahead("F1901M", written=OPENED),
        Refusal.OVERTAKEN,
    ),
}


@each_case(("game", "command", "why"), REFUSALS.values(), ids=REFUSALS)
def test_nothing_is_kept(game: object, command: KeepAdvance, why: Refusal) -> None:
    assert callable(game)
    assert refused(game(), command).why is why


def test_five_years_are_not_too_many() -> None:
    assert decided(started(), ahead("W1906A"))


def test_there_is_an_end_to_what_is_kept_for_one_phase() -> None:
    game = started()
    for _ in range(MOST_STEPS_PER_PHASE):
        game = happen(game, ahead("F1901M"))
    assert refused(game, ahead("F1901M")).why is Refusal.TOO_MUCH_KEPT
    assert decided(game, ahead("S1902M"))


def test_what_is_kept_can_be_taken_back_for_one_phase_or_for_all() -> None:
    game = happen(happen(started(), ahead("F1901M")), ahead("S1902M"))
    one_gone = happen(game, DropAdvance(address("FRANCE"), Phase.parse("F1901M")))
    assert (kept(one_gone, "F1901M"), kept(one_gone, "S1902M")) == ([], ["A PAR H"])
    assert happen(game, DropAdvance(address("FRANCE"))).advance == ()
    assert refused(one_gone, DropAdvance(address("FRANCE"), Phase.parse("F1901M"))).why is Refusal.NOTHING_KEPT
    assert refused(game, DropAdvance(address("ITALY"))).why is Refusal.NOTHING_KEPT


def test_taking_back_orders_in_force_leaves_what_is_kept() -> None:
    game = happen(happen(started(), give("FRANCE", hold("PAR"))), ahead("F1901M"))
    game = happen(game, WithdrawOrders(address("FRANCE")))
    assert kept(game) == ["A PAR H"]


def closed(game: Game) -> tuple[Event, ...]:
    assert game.deadline
    return rung(game, game.deadline.at)


def test_what_is_kept_stays_until_its_phase_opens_and_goes_when_that_is_over() -> None:
    game = happen(happen(happen(started(), ahead("S1901R")), ahead("F1901M")), ahead("W1901A"))
    game = happen(game, give("FRANCE", hold("PAR")))
    game = apply_all(game, closed(game))
    assert [str(one.phase) for one in game.advance] == ["F1901M", "W1901A"], "spring had no retreats"
    taken = PlanTaken(FRANCE, Phase.parse("F1901M"), PlanSource.ADVANCE, (), OPENED)
    game = apply_all(game, [taken])
    assert [str(one.phase) for one in game.advance] == ["W1901A"]


def test_only_its_owner_hears_what_became_of_a_plan() -> None:
    game = happen(happen(started(), ahead("F1901M")), give("FRANCE", hold("PAR")))
    close = closed(game)
    taken = PlanTaken(FRANCE, Phase.parse("F1901M"), PlanSource.ADVANCE, (), OPENED)
    told = {
        notice.to: notice.news for notice in notices(game, (*close, taken)) if isinstance(notice.news, PhaseClosedNews)
    }
    assert told[address("FRANCE")] == PhaseClosedNews(_close_of(close), (FRANCE,), (taken,))
    assert all(news.taken == () for reader, news in told.items() if reader != address("FRANCE"))
    assert not notices(game, decided(game, ahead("S1902M"))), "keeping is between the player and the judge"


def _close_of(events: tuple[Event, ...]) -> PhaseClosed:
    (close,) = (event for event in events if isinstance(event, PhaseClosed))
    return close


# --- steps


def test_a_choice_comes_to_the_lines_of_the_case_that_holds() -> None:
    game = started()
    assert game.position
    inner = Choice(Stands(Location(Province("BER"))), (OrderText("b"),), (OrderText("c"),))
    here = Choice(Stands(Location(Province("PAR"))), (OrderText("a"), inner), (OrderText("d"),))
    gone = Choice(Stands(Location(Province("BUR"))), (OrderText("a"), inner), (OrderText("d"), inner))
    assert lines_for(here, game.position) == ("a", "b")
    assert lines_for(gone, game.position) == ("d", "b")
    assert lines_for(Choice(Stands(Location(Province("BUR"))), (OrderText("a"),)), game.position) == ()


def test_phases_come_in_the_order_of_the_calendar() -> None:
    calendar = [Phase.parse(code) for code in ("S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M")]
    for place, phase in enumerate(calendar):
        assert not is_earlier_phase(phase, phase)
        assert all(
            is_earlier_phase(phase, later) and not is_earlier_phase(later, phase) for later in calendar[place + 1 :]
        )


# --- standing wishes


def wish(*wishes: RetreatWish | BuildWish | RemovalWish) -> Game:
    game = started()
    for number, one in enumerate(wishes, start=1):
        game = happen(game, KeepWish(address("FRANCE"), one, number))
    return game


PAR, BUR, GAS = (Location(Province(code)) for code in ("PAR", "BUR", "GAS"))
FLEET = Build(UnitKind.FLEET, Location(Province("BRE")))


def test_a_wish_replaces_the_one_it_speaks_of_again() -> None:
    from_burgundy, from_anywhere = RetreatWish(BUR.province, (PAR,)), RetreatWish(None, (GAS,))
    game = wish(from_burgundy, from_anywhere, BuildWish((FLEET,)), RemovalWish((BUR.province,)))
    assert len(game.wished[FRANCE].wishes) == 4
    again = happen(game, KeepWish(address("FRANCE"), RetreatWish(BUR.province, (GAS,), disband=True), 9))
    assert from_anywhere in again.wished[FRANCE].wishes
    assert from_burgundy not in again.wished[FRANCE].wishes
    assert again.wished[FRANCE].letter == 9


def test_wishes_can_be_taken_back() -> None:
    game = wish(BuildWish((FLEET,)))
    assert happen(game, DropWishes(address("FRANCE"))).wished == {}
    assert refused(started(), DropWishes(address("FRANCE"))).why is Refusal.NOTHING_KEPT


def test_wishes_need_a_game_that_has_them() -> None:
    game = started(replace(WEEKLY, advance=False))
    assert refused(game, KeepWish(address("FRANCE"), BuildWish((FLEET,)), 1)).why is Refusal.NO_ADVANCE


def test_an_order_kept_names_its_power_and_how_it_was_written() -> None:
    (event,) = decided(started(), ahead("F1901M"))
    assert event == AdvanceKept(FRANCE, Phase.parse("F1901M"), HOLD, "standard", 1, None, OPENED)
