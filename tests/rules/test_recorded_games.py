"""Five games played by people, replayed phase by phase: every position, retreat and centre as recorded."""

from collections.abc import Mapping
from typing import Any

from judge.rules.board import Power, Province
from judge.rules.ending import Solo, find_ending
from judge.rules.judge_phase import judge_phase
from judge.rules.position import Position, opening_position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement
from tests.rules import plain
from tests.rules.recorded import BOARD, GAMES, PHASES, position_before
from tests.shared.each_case import each_case

BOOK = load_rulebook("2023")


def _judged(name: str, number: int) -> tuple[Position, Judgement]:
    before = position_before(name, number)
    return before, judge_phase(BOARD, BOOK, before, plain.orders(GAMES[name]["phases"][number]["orders"]))


@each_case(
    ("name", "number"), PHASES, ids=[f"{name}-{GAMES[name]['phases'][number]['phase']}" for name, number in PHASES]
)
def test_phase_as_recorded(name: str, number: int) -> None:
    _, judgement = _judged(name, number)
    phases = GAMES[name]["phases"]
    assert judgement.after.units == plain.units(phases[number]["units"])
    assert sorted(_driven_out(judgement)) == phases[number].get("dislodged", [])
    if number + 1 < len(phases):
        assert judgement.after == position_before(name, number + 1)
    if "centers" in phases[number]:
        assert judgement.after.owners == plain.owners(phases[number]["centers"])


def _driven_out(judgement: Judgement) -> list[str]:
    return [str(verdict.unit) for verdicts in judgement.verdicts.values() for verdict in verdicts if verdict.dislodged]


@each_case(
    ("name", "winner"), [("one", "ENGLAND"), ("two", "FRANCE"), ("three", "GERMANY"), ("four", None), ("five", None)]
)
def test_game_ends_as_recorded(name: str, winner: str | None) -> None:
    for number in range(len(GAMES[name]["phases"])):
        before, judgement = _judged(name, number)
        over = find_ending(BOARD, BOOK, before, judgement, last_year=None)
        is_last = number == len(GAMES[name]["phases"]) - 1
        assert over == (Solo(Power(winner)) if is_last and winner else None)


def test_gained_centres_are_those_that_changed_hands() -> None:
    owners: Mapping[Province, Any] = opening_position(BOARD).owners
    for number in range(len(GAMES["one"]["phases"])):
        _, judgement = _judged("one", number)
        owners = {**owners, **judgement.gained}
        assert judgement.after.owners == owners
