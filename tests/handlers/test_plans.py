"""What players have kept is taken up when its phase opens; a phase whose answers are all known closes at once."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from judge.game.apply import Trail
from judge.game.messages import Event
from judge.game.orders.messages import (
    AdvanceKept,
    BuildWish,
    Choice,
    LinesLeft,
    Not,
    OrderGiven,
    OrderText,
    PlanSource,
    PlanStep,
    PlanTaken,
    RemovalWish,
    RetreatWish,
    Stands,
    Wish,
    WishKept,
)
from judge.game.orders.order_status import powers_owing_orders
from judge.game.phases.messages import CloseReason, GameEnded, PhaseClosed
from judge.game.refusals import Refusal
from judge.game.state import Game
from judge.handlers.plans import with_plans_taken_up
from judge.reports.orders import plans_taken_up
from judge.reports.phrasing import phrasing_for
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.orders import Disband, Hold, Move, Order, Retreat, Waive
from judge.rules.position import Phase
from tests.reports.parlour import AUTUMN, AUTUMN_ORDERS, BOARD, NOW, SETTINGS, closed, game_at, person, position

ENGLAND, FRANCE, GERMANY = Power("ENGLAND"), Power("FRANCE"), Power("GERMANY")
MOVES = closed(AUTUMN, AUTUMN_ORDERS, number=6)
SPRING_1903 = position("S1903M", {"FRANCE": "A PAR, A MAR", "GERMANY": "A MUN"}, {"FRANCE": "PAR", "GERMANY": "MUN"})
QUIET_SPRING = closed(SPRING_1903, {"FRANCE": ["A PAR H", "A MAR H"]}, number=5)


def keep(power: Power, phase: str, step: PlanStep | str, notation: str = "standard", letter: int = 3) -> AdvanceKept:
    written = OrderText(step) if isinstance(step, str) else step
    return AdvanceKept(power, Phase.parse(phase), written, notation, letter, None, NOW)


def wish(power: Power, one: Wish) -> WishKept:
    return WishKept(power, one, 4, NOW)


def opened(before: Game, event: PhaseClosed) -> tuple[Sequence[Event], Game]:
    """What follows a close, and the game after it all."""
    trail = with_plans_taken_up(Trail(before).on((event,)), NOW)
    return trail.events[1:], trail.game or before


def in_spring(*kept: Event) -> tuple[Sequence[Event], Game]:
    return opened(game_at(SPRING_1903, *kept), QUIET_SPRING)


def in_retreats(*kept: Event) -> tuple[Sequence[Event], Game]:
    return opened(game_at(AUTUMN, *kept), MOVES)


def orders(events: Sequence[Event]) -> list[Order]:
    return [event.order for event in events if isinstance(event, OrderGiven)]


def plans(events: Sequence[Event]) -> list[PlanTaken]:
    return [event for event in events if isinstance(event, PlanTaken)]


PAR, MAR, BUR, DEN, SKA = map(Province, ("PAR", "MAR", "BUR", "DEN", "SKA"))


def test_nothing_follows_where_nothing_is_kept() -> None:
    events, game = in_spring()
    assert not events
    assert str(game.position.phase if game.position else "") == "F1903M"


def test_orders_kept_become_the_orders_they_would_be_by_letter() -> None:
    events, game = in_spring(keep(FRANCE, "F1903M", "A PAR - BUR; A MAR H"))
    assert orders(events) == [Move(PAR, Location(BUR)), Hold(MAR)]
    (taken,) = plans(events)
    assert (taken.power, taken.plan, taken.aside) == (FRANCE, PlanSource.ADVANCE, ())
    assert game.advance == ()


def test_the_line_written_last_counts() -> None:
    _, game = in_spring(keep(FRANCE, "F1903M", "A PAR - BUR"), keep(FRANCE, "F1903M", "A PAR H", letter=5))
    assert game.orders_of(FRANCE) == (Hold(PAR),)


def test_lines_are_read_as_they_were_written_whatever_notation_is_read_now() -> None:
    assert person(FRANCE).notation == "18centres", "where MAR is Morocco"
    events, _ = in_spring(keep(FRANCE, "F1903M", "A MAR H", "standard"))
    assert orders(events) == [Hold(MAR)]


def test_what_cannot_be_followed_is_left_aside_with_its_reason() -> None:
    events, _ = in_spring(keep(FRANCE, "F1903M", "A BUR - RUH"), keep(FRANCE, "F1903M", "A MUN H"))
    (taken,) = plans(events)
    assert orders(events) == []
    assert [(left.line, left.why.why if left.why else None) for left in taken.aside] == [
        ("A BUR - RUH", None),
        ("A MUN H", Refusal.NOT_YOUR_UNIT),
    ]


@pytest.mark.parametrize("line", ["A PAR - BUR, bref la routine", "non, A PAR - BUR)"])
def test_what_is_not_certain_is_offered_as_the_phase_opens_and_told(line: str) -> None:
    events, game = in_spring(keep(FRANCE, "F1903M", line))
    (taken,) = plans(events)
    assert [left.why for left in taken.aside] == [None]
    assert [one.offered for one in game.left_open] == [(Move(PAR, Location(BUR)),)]
    assert game.position is not None
    phrasing = phrasing_for(game, person(FRANCE), game.position)
    (told,) = plans_taken_up(game, person(FRANCE), [taken], phrasing, passed=False)
    assert [one.says[0].replace("\ue000", " ") for one in told.aside] == [
        "Lu comme A PAR - BOU, mais pas encore suivi\xa0: il a fallu deviner ce que vous vouliez dire."
    ]


def test_conditions_look_at_the_board_as_the_phase_opens() -> None:
    german = Stands(Location(Province("MUN")), GERMANY, UnitKind.ARMY)
    here = Choice(german, (OrderText("A PAR H"),), (OrderText("A PAR - BUR"),))
    gone = Choice(Not(german), (OrderText("A MAR - PIE"),))
    events, _ = in_spring(keep(FRANCE, "F1903M", here), keep(FRANCE, "F1903M", gone))
    assert orders(events) == [Hold(PAR)]


def test_orders_for_another_phase_wait() -> None:
    events, game = in_spring(keep(FRANCE, "S1904M", "A PAR H"))
    assert not events
    assert len(game.advance) == 1


def test_wishes_give_orders_where_none_were_kept() -> None:
    events, _ = in_retreats(wish(GERMANY, RetreatWish(None, (Location(SKA),))))
    assert orders(events) == [Retreat(DEN, Location(SKA))]
    assert [taken.plan for taken in plans(events)] == [PlanSource.WISHES]


def test_orders_kept_come_before_wishes() -> None:
    wished = wish(GERMANY, RetreatWish(None, (Location(SKA),)))
    events, _ = in_retreats(wished, keep(GERMANY, "F1903R", "F DEN D"))
    assert orders(events)[:1] == [Disband(DEN)]
    assert [taken.plan for taken in plans(events)] == [PlanSource.ADVANCE]


def test_wishes_step_in_where_what_was_kept_comes_to_nothing() -> None:
    wished = wish(GERMANY, RetreatWish(None, (Location(SKA),)))
    events, _ = in_retreats(wished, keep(GERMANY, "F1903R", "F KIE D"))
    assert orders(events) == [Retreat(DEN, Location(SKA))]
    assert [taken.plan for taken in plans(events)] == [PlanSource.ADVANCE, PlanSource.WISHES]


def test_a_power_without_anything_to_write_has_nothing_taken_up() -> None:
    events, _ = in_retreats(wish(FRANCE, RetreatWish(None, (Location(PAR),))), keep(FRANCE, "F1903R", "A PAR D"))
    assert not [taken for taken in plans(events) if taken.power == FRANCE]


def all_wishes() -> list[Event]:
    """Everyone wishes for everything a retreat or a winter may ask."""
    retreat = [wish(power, RetreatWish(None, (), disband=True)) for power in BOARD.powers]
    build = [wish(power, BuildWish((), waive=True)) for power in BOARD.powers]
    remove = [wish(power, RemovalWish(tuple(BOARD.regions))) for power in BOARD.powers]
    return [*retreat, *build, *remove]


def test_a_phase_whose_answers_are_all_known_is_passed_at_once() -> None:
    events, game = in_retreats(*all_wishes())
    closes = [event for event in events if isinstance(event, PhaseClosed)]
    assert [str(event.before.phase) for event in closes] == ["F1903R", "W1903A"]
    assert all(event.because is CloseReason.COMPLETE for event in closes)
    assert str(game.position.phase if game.position else "") == "S1904M"
    assert Waive() in orders(events)


def test_one_answer_missing_keeps_the_phase_open() -> None:
    events, game = in_retreats(
        *(event for event in all_wishes() if isinstance(event, WishKept) and event.power != ENGLAND)
    )
    assert [str(event.before.phase) for event in events if isinstance(event, PhaseClosed)] == ["F1903R"]
    assert str(game.position.phase if game.position else "") == "W1903A"
    assert ENGLAND in powers_owing_orders(game)


def test_a_phase_whose_answers_were_all_kept_waits_for_what_was_left_of_them() -> None:
    left = LinesLeft(FRANCE, Phase.parse("W1903A"), 6, (), ("Build A PAR",), 0, (), NOW)
    passed = {
        more: [
            str(event.before.phase) for event in in_retreats(*all_wishes(), *more)[0] if isinstance(event, PhaseClosed)
        ]
        for more in ((), (left,))
    }
    assert passed == {(): ["F1903R", "W1903A"], (left,): ["F1903R"]}


HOLDS = ((FRANCE, "A PAR H; A MAR H"), (GERMANY, "A MUN H"))


def test_a_year_that_everyone_has_written_ahead_passes_and_the_next_phase_waits() -> None:
    year = [keep(power, code, lines) for code in ("F1903M", "S1904M") for power, lines in HOLDS]
    events, game = opened(game_at(SPRING_1903, *year), QUIET_SPRING)
    assert [str(event.before.phase) for event in events if isinstance(event, PhaseClosed)] == ["F1903M", "S1904M"]
    assert str(game.position.phase if game.position else "") == "F1904M"
    assert game.advance == ()
    assert powers_owing_orders(game) == (FRANCE, GERMANY)


def test_the_game_may_end_on_the_way() -> None:
    year = [keep(power, "F1903M", lines) for power, lines in HOLDS]
    before = game_at(SPRING_1903, *year, *[keep(FRANCE, "S1904M", "A PAR H")])
    before = replace(before, settings=replace(SETTINGS, last_year=SPRING_1903.phase.year))
    events, game = opened(before, QUIET_SPRING)
    assert isinstance(events[-1], GameEnded)
    assert game.ended == events[-1]
