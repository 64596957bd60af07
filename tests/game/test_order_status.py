"""How orders stand: void ones leave their units without an order, and no phase closes on them unless they are meant."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.orders.messages import MeanOrders, OrderGiven, OrdersMeant
from judge.game.orders.order_status import OrderStatus, order_status, powers_owing_orders
from judge.game.phases.close import close_early, due_events, powers_waited_for
from judge.game.phases.messages import CloseReason, OrdersMissed, PhaseClosed
from judge.game.refusals import Refused
from judge.game.settings import OnrRule
from judge.game.state import Game
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Hold, Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Illegal, Void
from tests.game.tables import give, happen, move, started
from tests.reports.parlour import NOW, OPENED, SEATS, SETTINGS, game_at
from tests.rules import plain
from tests.shared.each_case import each_case

BOARD = load_board("standard")
FRANCE = Power("FRANCE")

MOVEMENT = plain.position("S1901M", {"FRANCE": ["A PAR", "F BRE", "F POR"], "GERMANY": ["A MUN"]})
RETREATS = plain.position(
    "S1901R", {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}, {}, [plain.dislodged("FRANCE", "A BUR", "MUN", ["GAS"])]
)
BUILDS = plain.position("W1901A", {"FRANCE": ["A SPA"]}, {"FRANCE": ["BRE", "MAR", "SPA"]})
NO_BUILD = plain.position("W1901A", {"FRANCE": ["A SPA"], "GERMANY": ["A MUN"]}, {"FRANCE": ["SPA"]})
REMOVALS = plain.position("W1901A", {"FRANCE": ["A SPA", "A BUR", "F MAO"]}, {"FRANCE": ["SPA"]})


@dataclass(frozen=True)
class Case:
    """Orders in a position: units without any, builds or removals left, void orders by place, whether that is all."""

    position: Position
    orders: Sequence[str]
    complete: bool
    missing: Sequence[str] = ()
    left: int = 0
    void: Sequence[str] = ()


CASES = {
    "all units ordered": Case(MOVEMENT, ["A PAR H", "F BRE - MAO", "F POR - SPA/NC"], complete=True),
    "a unit forgotten": Case(MOVEMENT, ["A PAR H", "F POR H"], complete=False, missing=["BRE"]),
    "nothing": Case(MOVEMENT, [], complete=False, missing=["BRE", "PAR", "POR"]),
    "out of reach": Case(MOVEMENT, ["A PAR - MOS", "F BRE - MAO", "F POR H"], complete=False, void=["PAR"]),
    "a coast left out": Case(MOVEMENT, ["A PAR H", "F BRE H", "F POR - SPA"], complete=False, void=["POR"]),
    "a coast out of reach": Case(
        plain.position("S1901M", {"FRANCE": ["F MAR"]}), ["F MAR - SPA/NC"], complete=False, void=["MAR"]
    ),
    "support for a unit that is not there": Case(
        MOVEMENT, ["A PAR S A BUR", "F BRE H", "F POR H"], complete=False, void=["PAR"]
    ),
    "support for one's own move to the other coast": Case(
        plain.position("S1901M", {"FRANCE": ["F POR", "A GAS"]}),
        ["F POR - SPA/SC", "A GAS S F POR - SPA/NC"],
        complete=False,
        void=["GAS"],
    ),
    "one void, one without": Case(MOVEMENT, ["A PAR - MOS", "F BRE H"], complete=False, missing=["POR"], void=["PAR"]),
    "a retreat": Case(RETREATS, ["A BUR R GAS"], complete=True),
    "disbanded": Case(RETREATS, ["A BUR D"], complete=True),
    "no retreat": Case(RETREATS, [], complete=False, missing=["BUR"]),
    "a retreat to a unit": Case(RETREATS, ["A BUR R PAR"], complete=False, void=["BUR"]),
    "a retreat to where the attacker came from": Case(RETREATS, ["A BUR R MUN"], complete=False, void=["BUR"]),
    "a retreat too far": Case(RETREATS, ["A BUR R SPA"], complete=False, void=["BUR"]),
    "two builds": Case(BUILDS, ["F BRE B", "A MAR B"], complete=True),
    "one build, the rest waived": Case(BUILDS, ["F BRE B", "WAIVE"], complete=True),
    "all waived": Case(BUILDS, ["WAIVE"], complete=True),
    "one build of two": Case(BUILDS, ["F BRE B"], complete=False, left=1),
    "a build that cannot be": Case(BUILDS, ["F BRE B", "A PAR B"], complete=False, left=1, void=["PAR"]),
    "a build that cannot be, the rest waived": Case(BUILDS, ["WAIVE", "A PAR B"], complete=False, left=1, void=["PAR"]),
    "a build too many": Case(BUILDS, ["F BRE B", "A MAR B", "A PAR B"], complete=True, void=["PAR"]),
    "two removals": Case(REMOVALS, ["A SPA D", "A BUR D"], complete=True),
    "one removal too many": Case(REMOVALS, ["A SPA D", "A BUR D", "F MAO D"], complete=True, void=["MAO"]),
    "no removals": Case(REMOVALS, [], complete=False, left=2),
    "removals are not waived": Case(REMOVALS, ["WAIVE"], complete=False, left=2, void=[""]),
}


def with_orders(position: Position, lines: Sequence[str]) -> Game:
    given = (OrderGiven(FRANCE, plain.order(line), 7, None, OPENED) for line in lines)
    return game_at(position, *given)


def meant(game: Game) -> Game:
    """The game once France has said READY."""
    events = decide(game, MeanOrders(SEATS[FRANCE]), NOW)
    assert not isinstance(events, Refused)
    return apply_all(game, events)


def void_places(standing: OrderStatus) -> list[str]:
    return sorted(province_of(one.order) or "" for one in standing.void)


@each_case("case", CASES.values(), ids=CASES)
def test_how_orders_stand(case: Case) -> None:
    game = with_orders(case.position, case.orders)
    standing = order_status(game, FRANCE)
    assert (list(standing.missing), standing.left, void_places(standing)) == ([*case.missing], case.left, [*case.void])
    assert standing.is_complete is case.complete
    assert (FRANCE in powers_waited_for(game)) is not case.complete


@each_case("case", CASES.values(), ids=CASES)
def test_void_orders_that_are_meant_are_waited_for_no_longer(case: Case) -> None:
    """What has no order at all still is."""
    standing = order_status(meant(with_orders(case.position, case.orders)), FRANCE)
    assert void_places(standing) == [*case.void]
    assert standing.mistakes == ()
    unfilled = max(0, case.left - len(case.void))
    assert (list(standing.missing), standing.left) == ([*case.missing], unfilled)
    assert standing.is_complete is (not case.missing and not unfilled)


@each_case("case", CASES.values(), ids=CASES)
def test_the_judge_finds_void_what_was_said_to_be(case: Case) -> None:
    game = with_orders(case.position, case.orders)
    judged = judge_phase(BOARD, load_rulebook(SETTINGS.rulebook), case.position, {FRANCE: game.orders_of(FRANCE)})
    found = [one.order for one in judged.verdicts[FRANCE] if isinstance(one.reason, Void)]
    assert sorted((province_of(order) or "") for order in found if order) == [*case.void]


def test_ready_changes_nothing_where_no_order_is_void() -> None:
    assert decide(with_orders(MOVEMENT, ["A PAR H"]), MeanOrders(SEATS[FRANCE]), NOW) == ()


def test_ready_speaks_of_the_orders_in_force_then_not_of_later_ones() -> None:
    game = meant(with_orders(MOVEMENT, ["A PAR - MOS", "F BRE H", "F POR H"]))
    again = apply_all(game, [OrderGiven(FRANCE, plain.order("A PAR - STP"), 8, None, OPENED)])
    assert [one.order for one in order_status(again, FRANCE).mistakes] == [plain.order("A PAR - STP")]


def test_who_has_nothing_to_write_keeps_no_phase_open() -> None:
    """A build that is not due is void, and nobody waits for another."""
    game = with_orders(NO_BUILD, ["A PAR B"])
    assert void_places(order_status(game, FRANCE)) == ["PAR"]
    assert FRANCE not in powers_owing_orders(game)
    assert FRANCE not in powers_waited_for(game)


# --- closing, counting ---------------------------------------------------------------------------------------------


def all_but_paris(game: Game, order: Order) -> Game:
    """Everybody holds, but for the army in Paris."""
    assert game.position
    for place, unit in game.position.units.items():
        game = happen(game, give(unit.power, order if place == "PAR" else Hold(place)))
    return game


def test_a_phase_waits_for_an_order_in_place_of_a_void_one_up_to_its_deadline() -> None:
    game = all_but_paris(started(), move("PAR", "MOS"))
    assert powers_waited_for(game) == (FRANCE,)
    assert close_early(game, OPENED) == ()
    assert game.deadline
    *_, closed = due_events(game, game.deadline.at, game.deadline.at)
    assert isinstance(closed, PhaseClosed)
    assert (closed.because, closed.silent, closed.awaited) == (CloseReason.DEADLINE, (), (FRANCE,))
    assert Void(Illegal.NOT_ADJACENT) in [one.reason for one in closed.judgement.verdicts[FRANCE]]


def test_a_phase_closes_on_a_void_order_that_is_meant() -> None:
    game = all_but_paris(started(), move("PAR", "MOS"))
    game = happen(game, MeanOrders(give("FRANCE", Hold(Province("PAR"))).by))
    (closed,) = close_early(game, OPENED)
    assert isinstance(closed, PhaseClosed)
    assert (closed.because, closed.awaited) == (CloseReason.COMPLETE, ())


@pytest.mark.parametrize("counts", OnrRule)
def test_whoever_gave_a_void_order_has_written(counts: OnrRule) -> None:
    settings = replace(started().settings, missing=replace(started().settings.missing, counts=counts))
    game = all_but_paris(started(settings), move("PAR", "MOS"))
    assert game.deadline
    assert [one for one in due_events(game, game.deadline.at, game.deadline.at) if isinstance(one, OrdersMissed)] == []


def test_a_reminder_reaches_whoever_has_given_a_void_order() -> None:
    game = all_but_paris(started(), move("PAR", "MOS"))
    assert game.deadline
    (reminder,) = due_events(game, game.deadline.at - timedelta(days=1), game.deadline.at - timedelta(days=1))
    assert getattr(reminder, "to", None) == (FRANCE,)


def test_what_is_meant_is_kept_with_the_order() -> None:
    game = with_orders(RETREATS, ["A BUR R PAR"])
    events = decide(game, MeanOrders(SEATS[FRANCE]), NOW)
    assert events == (OrdersMeant(FRANCE, (plain.order("A BUR R PAR"),), NOW),)
    assert RETREATS.phase.kind is PhaseKind.RETREAT
    assert meant(game).confirmed_void_orders(FRANCE) == (plain.order("A BUR R PAR"),)
