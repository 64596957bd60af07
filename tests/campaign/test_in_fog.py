"""An order about what the fog hides is accepted, and warned of only where nothing hidden could save it."""

from dataclasses import replace

import pytest

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.orders.messages import GiveOrder
from judge.game.orders.order_status import order_status
from judge.game.refusals import Refusal, Refused
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.reports.line_answers import OrderAccepted
from judge.rules.board import Location, Power, Province
from judge.rules.legality import why_illegal
from judge.rules.orders import Hold, Move
from judge.rules.verdicts import Illegal
from judge.rules.war.fog import view_for, why_surely_illegal
from tests.campaign.scene import BOARD, EAST, NOW, OPENING, SEATS, WEST, carried_out, game_at, scenes, scouts, standing
from tests.shared.each_case import each_case

STIM = load_notation("stim")
NOBODY = scouts({})


def void(line: str, units: dict[Power, str]) -> Illegal | None:
    """Why an order of Aadleron is void for all that Aadleron knows."""
    position = standing("S1M", units, {})
    view = view_for(BOARD, position, NOBODY, WEST)
    order = read_order(line, view.position, BOARD, WEST, STIM)
    assert not isinstance(order, Misread), order
    return why_surely_illegal(BOARD, view.position, view.sight, order)


CASES = [
    ("I LIS S SCH A RAN", {WEST: "I LIS"}, None),
    ("I LIS S SCH A RAN", {WEST: "I LIS", EAST: "C SCH"}, None),
    ("I LIS S WOL A RAN", {WEST: "I LIS"}, Illegal.SUPPORTED_CANNOT),
    ("I LIS S EIS A RAN", {WEST: "I LIS"}, Illegal.SUPPORTED_CANNOT),
    ("I LIS S PON T", {WEST: "I LIS"}, Illegal.NOTHING_TO_SUPPORT),
    ("I LIS S SCH T", {WEST: "I LIS"}, Illegal.SUPPORT_OUT_OF_REACH),
    ("F ANS S ? BUC A DET", {WEST: "F ANS", EAST: "I BUC"}, None),
    ("F ANS S REN A BUC", {WEST: "F ANS"}, None),
    ("F ANS S HAF A BUC", {WEST: "F ANS"}, None),
    ("I ANS A HAF par convoi", {WEST: "I ANS", EAST: "F DET"}, None),
    ("I ANS A HAF par convoi", {WEST: "I ANS"}, Illegal.NOT_ADJACENT),
    ("F DET C HAF A MIL", {WEST: "F DET"}, Illegal.CONVOY_NO_CHAIN),
    ("F DET C SCH A MIL", {WEST: "F DET"}, Illegal.CONVOY_NOT_COASTAL),
    ("F DET C ANS A MIL", {WEST: "F DET"}, Illegal.CONVOY_NO_ARMY),
]


@each_case(("line", "units", "why"), CASES, ids=[f"{line}, {len(units)}" for line, units, _ in CASES])
def test_what_is_void_for_all_that_one_knows(line: str, units: dict[Power, str], why: Illegal | None) -> None:
    assert void(line, units) == why


def test_of_what_can_be_seen_nothing_is_judged_otherwise() -> None:
    everywhere = frozenset(BOARD.regions)
    for at in OPENING.units:
        for region in BOARD.regions:
            order = Move(at, Location(region))
            assert why_surely_illegal(BOARD, OPENING, everywhere, order) == why_illegal(BOARD, OPENING, order)


HIDDEN = ["I LIS S SCH A RAN", "I GUE S EIS A FUR", "W PON S REI A BRU", "I LIS S SCH A RAN"]


@pytest.mark.parametrize("line", HIDDEN)
def test_the_answer_is_the_same_whether_the_hidden_unit_is_there_or_not(line: str) -> None:
    """What an acknowledgement says must not tell what stands out of sight."""
    gone = {at: unit for at, unit in OPENING.units.items() if unit.power == WEST or at in {"BRU", "BUC", "FUR", "RAN"}}
    answers = [
        carried_out(game_at(position, scouts({WEST: "AAD"})), line).answers
        for position in (OPENING, replace(OPENING, units=gone))
    ]
    assert answers[0] == answers[1]
    (answered,) = answers[0]
    assert isinstance(answered.answer, OrderAccepted)
    assert answered.answer.void is None


@pytest.mark.parametrize("line", HIDDEN)
def test_whether_orders_are_complete_does_not_tell_what_stands_out_of_sight(line: str) -> None:
    """West holds, but for one unit that helps another out of sight; everybody sees when a phase closes."""
    gone = {at: unit for at, unit in OPENING.units.items() if unit.power == WEST or at in {"BRU", "BUC", "FUR", "RAN"}}
    for position in (OPENING, replace(OPENING, units=gone)):
        game = game_at(position, scouts({WEST: "AAD"}))
        for at, unit in position.units.items():
            if unit.power == WEST:
                events = decide(game, GiveOrder(SEATS[WEST], Hold(at), 1, NOW), NOW)
                assert not isinstance(events, Refused)
                game = apply_all(game, events)
        helped = carried_out(game, line).game
        assert helped
        at_rest = carried_out(helped, "E T").game
        assert at_rest
        assert order_status(at_rest, WEST).is_complete


def test_an_order_void_for_all_one_sees_leaves_its_unit_without_one() -> None:
    game, power = scenes()["first phase"]
    ordered = carried_out(game, "I GUE S MIR T", power).game
    assert ordered
    assert [one.seen for one in order_status(ordered, WEST).mistakes] == [True]
    assert not order_status(ordered, WEST).is_complete


def test_a_warning_of_what_one_sees_says_so() -> None:
    game, power = scenes()["first phase"]
    (answered,) = carried_out(game, "I GUE S MIR T", power).answers
    assert isinstance(answered.answer, OrderAccepted)
    assert answered.answer.void
    assert answered.answer.void.seen
    (answered,) = carried_out(game, "I GUE A BRU", power).answers
    assert isinstance(answered.answer, OrderAccepted)
    assert answered.answer.void
    assert not answered.answer.void.seen


@pytest.mark.parametrize(
    ("at", "why"),
    [("BRU", Refusal.NOT_YOUR_UNIT), ("WOL", Refusal.NO_UNIT_THERE), ("KAL", Refusal.NO_UNIT_THERE)],
)
def test_an_order_to_somebody_elses_unit_is_refused_by_what_its_writer_sees(at: str, why: Refusal) -> None:
    """A unit stands in BRU, in sight, one in WOL, out of sight, and none in KAL."""
    refused = decide(game_at(), GiveOrder(SEATS[WEST], Hold(Province(at)), 1, NOW), NOW)
    assert isinstance(refused, Refused)
    assert refused.why is why
