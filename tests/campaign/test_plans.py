"""What is kept for phases to come in a war: orders of scouts, conditions on troops, wishes that name them."""

import pytest

from judge.game.apply import Trail
from judge.game.orders.messages import BuildWish, ErrandGiven, OrderGiven, PlanTaken, Stands, wished_orders
from judge.game.phases.close import close_by_force
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.handlers.plans import with_plans_taken_up
from judge.reports.game_answers import write_status
from judge.requests.names import phase_named
from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import Build, Disband, Retreat
from judge.rules.war.scouts import Enlist, Travel
from tests.campaign.scene import NOW, SEATS, WEST, carried_out, game_at, scenes
from tests.shared.each_case import each_case

PON, AAD, BRU, VAL, POR = map(Province, ("PON", "AAD", "BRU", "VAL", "POR"))


def kept(letter: str, scene: str = "first phase") -> Game:
    game = carried_out(scenes()[scene][0], letter).game
    assert game
    return game


def opened(game: Game) -> list[object]:
    """What happens when the master closes the open phase, and perhaps those after it."""
    return list(with_plans_taken_up(Trail(game).on(close_by_force(game, NOW)), NOW).events)


def test_scouts_go_as_they_were_sent_in_advance() -> None:
    happened = opened(kept("TOUR F1M\nI GUE T\nE PON A BRU ; E AAD A LIS"))
    sent = [event.errand for event in happened if isinstance(event, ErrandGiven)]
    assert sent == [Travel(PON, BRU), Travel(AAD, Province("LIS"))]
    assert sum(isinstance(event, OrderGiven) for event in happened) == 1
    (taken,) = (event for event in happened if isinstance(event, PlanTaken))
    assert taken.aside == ()


def test_a_scout_that_is_not_there_then_is_told_of() -> None:
    happened = opened(kept("E PON A BRU\n\nTOUR F1M\nE PON A BRU\nE FUR A GUE"))
    (taken,) = (event for event in happened if isinstance(event, PlanTaken))
    assert [left.line for left in taken.aside][-1:] == ["E FUR A GUE"]
    assert all(left.why for left in taken.aside)


def test_a_scout_is_recruited_in_advance_where_no_unit_is_due() -> None:
    game = kept("TOUR W1A\n+E AAD", "second phase, at sea")
    happened = opened(game)
    assert Enlist(AAD) in [event.errand for event in happened if isinstance(event, ErrandGiven)]


@pytest.mark.parametrize("line", ["+E AAD", "+I VAL", "GUE R MIR"])
def test_an_order_of_another_phase_is_not_kept(line: str) -> None:
    assert kept(f"TOUR F1M\n{line}").advance == ()


@pytest.mark.parametrize("line", ["E PON A BRU", "E PON S S"])
def test_no_scout_goes_at_adjustments(line: str) -> None:
    assert kept(f"TOUR W1A\n{line}").advance == ()


# --- conditions


CONDITIONS = {
    "W PON": True,
    "I PON": False,
    "PON": True,
    "Aadleron W PON": True,
    "Reinheim BRU": True,
    "Reinheim C BRU": False,  # it is C BRU, but Aadleron does not know that
    "? BRU": True,
    "WOL": False,  # there stands a unit, out of sight
    "PAS WOL": True,
}


@each_case(("condition", "holds"), CONDITIONS.items(), ids=list(CONDITIONS))
def test_a_condition_is_judged_by_what_its_writer_sees(condition: str, holds: bool) -> None:
    """The phase that opens finds everything where it stood."""
    letter = f"TOUR F1M\nSI {condition}\nI GUE A MIR\nSINON\nI GUE T\nFIN SI\n"
    happened = opened(kept(letter))
    (given,) = (event for event in happened if isinstance(event, OrderGiven))
    assert (type(given.order).__name__ == "Move") is holds


def test_a_condition_keeps_the_troop_it_names() -> None:
    game = kept("TOUR F1M\nSI W PON\nI GUE T\nFIN SI")
    (one,) = game.advance
    assert one.step.condition == Stands(Location(PON), None, UnitKind.ARMY, "W")  # type: ignore[union-attr]
    assert "SI W PON" in write_status(game, game.people[SEATS[WEST]], NOW)


# --- wishes


def test_builds_wished_for_name_their_troop() -> None:
    game = kept("PRÉFÉRENCES RECRUTEMENTS W VAL, F POR, rien", "adjustments")
    (wish,) = game.wished[WEST].wishes
    builds = (Build(UnitKind.ARMY, Location(VAL), "W"), Build(UnitKind.FLEET, Location(POR), "F"))
    assert wish == BuildWish(builds, waive=True)
    known = as_seen_by(game, SEATS[WEST]).position
    assert known
    assert wished_orders(game.board, known, WEST, (wish,)) == builds


@each_case("line", ["C VAL", "F VAL", "W PON", "E VAL", "I REI"])
def test_what_can_never_be_raised_is_no_wish(line: str) -> None:
    assert kept(f"PRÉFÉRENCES RECRUTEMENTS {line}").wished == {}


def test_retreats_and_dispersals_wished_for() -> None:
    game = kept("PRÉFÉRENCES RETRAITES GUE : MIR, D\nPRÉFÉRENCES RETRAITES AAD, D", "retreats")
    position = game.position
    assert position
    orders = wished_orders(game.board, position, WEST, game.wished[WEST].wishes)
    assert set(orders) == {Retreat(Province("GUE"), Location(Province("MIR"))), Retreat(Province("LIS"), Location(AAD))}


def test_a_wish_disperses_no_unit_that_is_too_weak() -> None:
    game = kept("PRÉFÉRENCES RETRAITES GUE : D\nPRÉFÉRENCES RETRAITES LIS : D", "retreats")
    assert game.position
    orders = wished_orders(game.board, game.position, WEST, game.wished[WEST].wishes)
    assert orders == (Disband(Province("LIS")),)


# --- the phases of a turn


NAMED = {
    "TOUR F1M": "F1M",
    "PHASE S2M": "S2M",
    "TOUR 2, première phase": "S2M",
    "TOUR 2 phase 2": "F2M",
    "PHASE 2 of turn 3": "F3M",
    "PHASE second phase, turn 2": "F2M",
    "TOUR ajustements du tour 1": "W1A",
    "TOUR retraites de la deuxième phase du tour 1": "F1R",
}


@each_case(("line", "code"), NAMED.items(), ids=list(NAMED))
def test_a_phase_of_a_turn_is_named(line: str, code: str) -> None:
    game = carried_out(game_at(), f"{line}\nI GUE T").game
    assert game
    assert [str(one.phase) for one in game.advance] == ([code] if not code.endswith(("A", "R")) else [])
    assert str(phase_named(line.partition(" ")[2]) or "") == code
