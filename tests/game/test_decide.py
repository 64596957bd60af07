"""What a command makes happen, and each reason why it may not."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.orders.messages import GiveOrder, OrderGiven, WithdrawOrders
from judge.game.people.messages import SetPreference
from judge.game.phases.messages import GameEnded
from judge.game.press.messages import PressSent, SendPress
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import GameStarted, JoinGame, OpenGame, PlayerJoined
from judge.game.settings import Seating, Settings
from judge.game.state import Game
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.orders import Build, Waive
from judge.rules.position import Phase
from tests.game.tables import (
    OPENED,
    POWERS,
    ROME,
    WEEKLY,
    address,
    decided,
    give,
    happen,
    hold,
    joined,
    move,
    opened,
    person,
    refused,
    started,
)
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of

FRENCH_2003 = replace(WEEKLY, rulebook="18centres")


def test_a_game_opens_under_a_free_name_only() -> None:
    assert refused(opened(), OpenGame(ROME, Settings(), person("other"), "s")) == Refused(Refusal.NAME_TAKEN)


def test_the_seventh_player_starts_the_game() -> None:
    game = joined(opened(), *POWERS[:6])
    events = decided(game, JoinGame(person("TURKEY"), (Power("TURKEY"),)))
    assert kinds_of(events) == [PlayerJoined, GameStarted]
    start = events[1]
    assert isinstance(start, GameStarted)
    assert start.seats == {power: address(power) for power in POWERS}
    assert str(start.position.phase) == "S1901M"


JOINING = {
    "twice": (lambda: joined(opened(), "FRANCE"), "FRANCE", Refused(Refusal.ALREADY_JOINED)),
    "when the game is under way": (started, "late", Refused(Refusal.GAME_FULL)),
    "as a power that somebody wished for first": (
        lambda: happen(opened(), JoinGame(person("early"), (Power("ITALY"),))),
        "ITALY",
        Refused(Refusal.POWER_TAKEN, power=Power("ITALY")),
    ),
    "naming a power where lots decide": (
        lambda: opened(replace(WEEKLY, seating=Seating.LOTS)),
        "ITALY",
        Refused(Refusal.LOTS_ONLY, power=Power("ITALY")),
    ),
}


@pytest.mark.parametrize(("game", "who", "why"), JOINING.values(), ids=JOINING)
def test_nobody_joins(game: object, who: str, why: Refused) -> None:
    assert callable(game)
    assert refused(game(), JoinGame(person(who), (Power(who),))) == why


def test_an_order_is_given_for_the_power_whose_unit_it_names() -> None:
    (event,) = decided(started(), give("FRANCE", move("PAR", "BUR")))
    assert event == OrderGiven(Power("FRANCE"), move("PAR", "BUR"), 1, None, OPENED)


def test_an_order_without_meaning_under_the_rules_is_still_accepted() -> None:
    assert decided(started(), give("FRANCE", move("PAR", "LON"))), "a deliberate mistake is part of the game"


def the_deadline(game: Game) -> GiveOrder:
    assert game.deadline
    return give("FRANCE", hold("PAR"), arrived=game.deadline.at)


def test_an_order_that_arrives_with_the_deadline_counts_and_one_just_after_does_not() -> None:
    game = started()
    on_time = the_deadline(game)
    late = replace(on_time, arrived=on_time.arrived + timedelta(microseconds=1))
    assert decided(game, on_time)
    assert refused(game, late) == Refused(Refusal.TOO_LATE, phase=Phase.parse("S1901M"), at=on_time.arrived)


ORDERING = {
    "before the start": (opened, give("FRANCE", hold("PAR")), Refusal.NOT_STARTED),
    "without a seat": (started, give("master", hold("PAR")), Refusal.NOT_A_PLAYER),
    "to somebody else's unit": (started, give("FRANCE", hold("MUN")), Refusal.NOT_YOUR_UNIT),
    "to a unit that is not there": (started, give("FRANCE", hold("BUR")), Refusal.NO_UNIT_THERE),
    "in a letter that names another phase": (
        started,
        replace(give("FRANCE", hold("PAR")), phase=Phase.parse("F1901M")),
        Refusal.OTHER_PHASE,
    ),
    "in a letter written before the phase opened": (
        started,
        replace(give("FRANCE", hold("PAR")), written=OPENED - timedelta(hours=1)),
        Refusal.WRITTEN_BEFORE,
    ),
    "overtaken by a letter written later": (
        lambda: happen(started(), replace(give("FRANCE", hold("PAR")), written=OPENED + timedelta(hours=2))),
        replace(give("FRANCE", move("PAR", "BUR"), letter=2), written=OPENED + timedelta(hours=1)),
        Refusal.OVERTAKEN,
    ),
}


@each_case(("game", "command", "why"), ORDERING.values(), ids=ORDERING)
def test_no_order_is_given(game: object, command: GiveOrder, why: Refusal) -> None:
    assert callable(game)
    assert refused(game(), command).why is why


def test_a_letter_that_names_the_open_phase_counts_whatever_its_clock_said() -> None:
    slow_clock = replace(give("FRANCE", hold("PAR")), written=OPENED - timedelta(hours=1), phase=Phase.parse("S1901M"))
    assert decided(started(), slow_clock)


def test_a_later_letter_replaces_only_the_units_it_names() -> None:
    game = happen(started(), give("FRANCE", move("PAR", "BUR"), letter=1))
    game = happen(game, give("FRANCE", hold("MAR"), letter=1))
    game = happen(game, give("FRANCE", move("PAR", "PIC"), letter=2))
    assert game.orders_of(Power("FRANCE")) == (move("PAR", "PIC"), hold("MAR"))


def test_orders_can_be_taken_back() -> None:
    game = happen(started(), give("FRANCE", move("PAR", "BUR")))
    assert happen(game, WithdrawOrders(address("FRANCE"))).orders_of(Power("FRANCE")) == ()


def test_builds_of_the_newest_letter_come_first_and_one_waiver_is_enough() -> None:
    build = Build(UnitKind.ARMY, Location(Province("PAR")))
    game = happen(started(), give("FRANCE", build, letter=1))
    game = happen(game, give("FRANCE", Waive(), letter=2))
    game = happen(game, give("FRANCE", Waive(), letter=3))
    assert game.orders_of(Power("FRANCE")) == (Waive(), build)


def test_press_goes_to_the_powers_it_names() -> None:
    (event,) = decided(started(), SendPress(address("FRANCE"), (Power("ITALY"),), "Venice?"))
    assert event == PressSent(
        Power("FRANCE"),
        (Power("ITALY"),),
        "Venice?",
        held=False,
        at=OPENED,
        phase=Phase.parse("S1901M"),
        number=started().version + 1,
    )


def test_the_french_books_forbid_talk_before_retreats_so_press_is_kept() -> None:
    game = started(FRENCH_2003)
    assert game.position
    in_retreats = replace(game, position=replace(game.position, phase=Phase.parse("S1901R")))
    (event,) = decided(in_retreats, SendPress(address("FRANCE"), (), "Paix ?"))
    assert isinstance(event, PressSent)
    assert event.held


PRESSING = {
    "before the start": (lambda: joined(opened(), "FRANCE"), "FRANCE", (), "hello", Refusal.NOT_A_PLAYER),
    "by somebody who does not play": (started, "stranger", (), "hello", Refusal.NOT_A_PLAYER),
    "without a word": (started, "FRANCE", (), "  \n", Refusal.EMPTY_PRESS),
}


@pytest.mark.parametrize(("game", "who", "to", "text", "why"), PRESSING.values(), ids=PRESSING)
def test_no_press_is_sent(game: object, who: str, to: tuple[Power, ...], text: str, why: Refusal) -> None:
    assert callable(game)
    assert refused(game(), SendPress(address(who), to, text)).why is why


def test_a_preference_changes_only_what_it_names() -> None:
    game = happen(started(), SetPreference(address("FRANCE"), language="fr"))
    reader = game.people[address("FRANCE")]
    assert (reader.language, reader.notation, reader.zone) == ("fr", "standard", "Europe/Paris")


def test_after_the_end_nothing_is_ordered() -> None:
    game = started()
    over = replace(game, ended=GameEnded, deadline=None)  # type: ignore[arg-type]  # any end will do
    assert refused(over, give("FRANCE", hold("PAR"))).why is Refusal.GAME_OVER
