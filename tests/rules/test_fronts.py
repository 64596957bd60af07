"""What a unit has around it, in the positions of games that were played: checked against what the rules allow."""

import json
from collections.abc import Iterator
from pathlib import Path

from judge.reports.board_in_words import Deployment, Outlook, deployment
from judge.rules.board import Location, Power, Province, Unit
from judge.rules.board_file import load_board
from judge.rules.legality import why_illegal
from judge.rules.orders import Move
from judge.rules.position import Phase, Position
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.shares import share_of

BOARD = load_board("standard")
GAMES = sorted(Path(__file__).parents[2].joinpath("games").glob("*.json"))


def _positions(game: Path) -> Iterator[Position]:
    """The positions after the phases of a game, as if movements were written."""
    for phase in json.loads(game.read_text("utf-8"))["phases"]:
        yield Position(Phase.parse("S1901M"), plain.units(phase["units"]), plain.owners(phase.get("centers", {})))


def _can_go(position: Position, unit: Unit, to: Province, own: Power) -> bool:
    """Whether a unit could be ordered there if the fleets of a power carried nobody."""
    units = {at: one for at, one in position.units.items() if one.power != own}
    alone = Position(position.phase, units)
    return any(why_illegal(BOARD, alone, Move(unit.at.province, place)) is None for place in _places(to))


def _places(at: Province) -> list[Location]:
    return [Location(at), *(Location(at, coast) for coast in BOARD.regions[at].coasts)]


def _outlooks(placed: Deployment) -> list[Outlook]:
    return [*placed.rear, *(outlook for front in placed.fronts for outlook in front.outlooks)]


@each_case("game", GAMES, ids=lambda path: path.stem)
def test_free_disputed_and_open_are_what_the_rules_say(game: Path) -> None:
    asked = [(position, power) for position in _positions(game) for power in BOARD.powers if position.units_of(power)]
    for position, power in share_of(asked, 12, game.stem):
        placed = deployment(BOARD, position, {power})
        others = [unit for unit in position.units.values() if unit.power != power]
        outlooks = {outlook.unit: outlook for outlook in _outlooks(placed)}
        assert outlooks.keys() == {*position.units_of(power)}, "each unit once"
        for unit, outlook in outlooks.items():
            ways = {to for to in BOARD.ways(unit) if to not in position.units}
            rivals = {to: {one for one in others if _can_go(position, one, to, power)} for to in ways}
            assert {*outlook.free} == {to for to in ways if not rivals[to]}
            assert {to: {*units} for to, units in outlook.disputed.items()} == {
                to: rivals[to] for to in ways if rivals[to]
            }
        for centre in position.centres_of(power):
            entering = {one for one in others if _can_go(position, one, centre, power)}
            assert {*placed.open_centres.get(centre, ())} == (set() if centre in position.units else entering)
        held = {centre: position.units.get(centre) for centre in position.centres_of(power)}
        assert placed.occupied == {at: one for at, one in held.items() if one and one.power != power}


@each_case("game", GAMES, ids=lambda path: path.stem)
def test_a_front_is_against_whom_its_units_face_most(game: Path) -> None:
    for position in share_of([*_positions(game)], 4, game.stem):
        for power in BOARD.powers:
            placed = deployment(BOARD, position, {power})
            assert all(not outlook.faced for outlook in placed.rear)
            for front in placed.fronts:
                assert all(outlook.faced[front.opponent] == max(outlook.faced.values()) for outlook in front.outlooks)
