"""A phase waits for the orders of scouts as for those of units; one short line lets all that have none rest."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.apply import apply_all
from judge.game.phases.close import close_at_deadline, close_early, missed_deadlines, powers_waited_for
from judge.game.settings import Language, OnrRule
from judge.game.state import Game
from judge.rules.board import Power, Province
from judge.rules.war.scouts import Rest, ScoutOrder, Travel
from tests.campaign.scene import (
    EAST,
    ISLE,
    NOW,
    OPENING,
    SETTINGS,
    WEST,
    acknowledged,
    carried_out,
    game_at,
    scouts,
    speaking,
    standing,
)
from tests.shared.each_case import each_case

AAD, PON, RAN = map(Province, ("AAD", "PON", "RAN"))
UNITS = "W PON A BRU\nI LIS T\nI GUE T\nI AAD T\nI VAL T\nW FOR T\nF ANS T\n"
EAST_UNITS = "C BRU T\nF BUC T\nI FUR T\nI RAN T\nI REI T\nC SCH T\nI WOL T\n"


def written(game: Game, letters: dict[Power, str]) -> Game:
    for power, letter in letters.items():
        found = carried_out(game, letter, power).game
        assert found is not None
        game = found
    return game


RESTING: list[tuple[str, Sequence[ScoutOrder]]] = [
    ("E T", (Rest(AAD), Rest(PON))),
    ("e t", (Rest(AAD), Rest(PON))),
    ("Éclaireurs : au repos", (Rest(AAD), Rest(PON))),
    ("Les éclaireurs restent.", (Rest(AAD), Rest(PON))),
    ("Tous les éclaireurs tiennent", (Rest(AAD), Rest(PON))),
    ("scouts hold", (Rest(AAD), Rest(PON))),
    ("All scouts stay.", (Rest(AAD), Rest(PON))),
    ("my scouts rest", (Rest(AAD), Rest(PON))),
    ("E AAD T", (Rest(AAD),)),
    ("l’éclaireur d’Aadlerburg reste", (Rest(AAD),)),
    ("scout Aadlerburg stays", (Rest(AAD),)),
    ("E PON A RAN\nE T", (Travel(PON, RAN), Rest(AAD))),
    ("E PON A RAN ; E AAD T", (Travel(PON, RAN), Rest(AAD))),
    ("E T\nE PON A RAN", (Rest(AAD), Travel(PON, RAN))),
    ("E. T.", ()),
]


@each_case(("letter", "given"), RESTING, ids=[letter for letter, _ in RESTING])
def test_a_line_lets_scouts_rest(letter: str, given: Sequence[ScoutOrder]) -> None:
    assert written(game_at(), {WEST: letter}).errands_of(WEST) == given


def test_both_scouts_of_one_place_rest() -> None:
    game = game_at(OPENING, scouts({WEST: "PON PON"}))
    assert written(game, {WEST: "E PON A RAN\nE T"}).errands_of(WEST) == (Travel(PON, RAN), Rest(PON))


WAITED = [
    ({}, (WEST, ISLE, EAST)),
    ({WEST: UNITS}, (WEST, ISLE, EAST)),
    ({WEST: UNITS + "E T"}, (ISLE, EAST)),
    ({WEST: UNITS + "E AAD T", EAST: EAST_UNITS}, (WEST, ISLE, EAST)),
    ({WEST: UNITS + "E T", EAST: EAST_UNITS + "E T"}, (ISLE,)),
    ({WEST: UNITS + "E T", EAST: EAST_UNITS + "E T", ISLE: "E MIL A DET"}, ()),
]


@each_case(("letters", "waited"), WAITED)
def test_a_phase_waits_for_scouts(letters: dict[Power, str], waited: tuple[Power, ...]) -> None:
    game = written(game_at(), letters)
    assert powers_waited_for(game) == waited
    assert bool(close_early(game, NOW)) == (not waited)


def test_no_phase_but_that_of_movements_waits_for_scouts() -> None:
    for phase, owing in (("S1R", ()), ("W1A", (WEST, EAST))):
        position = standing(phase, {WEST: "W PON", EAST: "C BRU"}, {WEST: "AAD FOR", EAST: "REI SCH"})
        assert powers_waited_for(game_at(position, scouts({WEST: "PON", EAST: "REI", ISLE: "MIL"}))) == owing


def test_at_the_deadline_scouts_without_orders_stay_and_nobody_is_blamed_for_them() -> None:
    settings = replace(SETTINGS, missing=replace(SETTINGS.missing, counts=OnrRule.ANY))
    game = replace(written(game_at(), {WEST: UNITS, EAST: EAST_UNITS + "E T"}), settings=settings)
    assert game.position is not None
    assert missed_deadlines(game, game.position, NOW) == ()
    closed = apply_all(game, close_at_deadline(game, NOW))
    assert closed is not None
    assert [scout.at for scout in closed.scouting.of(WEST)] == [AAD, PON]


def test_a_scout_at_rest_has_nothing_to_report() -> None:
    game = written(game_at(), {WEST: UNITS + "E T", EAST: EAST_UNITS + "E T", ISLE: "E T"})
    closed = apply_all(game, close_early(game, NOW))
    assert closed is not None
    assert closed.phases_closed == 1
    assert [scout.at for scout in closed.scouting.of(WEST)] == [AAD, PON]


SAID: list[tuple[Power, Language, str, str]] = [
    (WEST, "fr", UNITS, "Aadleron : vos ordres ne sont PAS encore complets"),
    (WEST, "fr", UNITS + "E T", "Aadleron : ordres complets"),
    (WEST, "en", UNITS, "Aadleron: your orders are NOT complete yet"),
    (WEST, "en", UNITS + "E T", "At rest, having had no order: E AAD, E PON."),
    (WEST, "en", UNITS + "E T\nE T", "None of your scouts was without an order; nothing has changed."),
    (ISLE, "fr", "STATUT", "La phase l’attend jusqu’à la date limite"),
    (ISLE, "fr", "E MIL A DET", "Milania : ordres complets"),
    (ISLE, "en", "E MIL A DET", "Milania: your orders are complete"),
]


@each_case(("power", "language", "letter", "said"), SAID)
def test_an_answer_says_whether_scouts_want_orders(power: Power, language: Language, letter: str, said: str) -> None:
    assert said in " ".join(acknowledged(speaking(game_at(), power, language), letter, power).split())
