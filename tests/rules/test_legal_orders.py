"""All legal orders of a power: every one that the rules allow, and no other, against all that could be written."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from judge.formats.positions_json import read_position
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.rules.board import Board, Location, Power, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.legal_orders import legal_orders
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, convoying_fleets, shortest_chain
from judge.rules.position import Phase, Position, opening_position
from judge.rules.rulebook import rulebook_of
from tests.shared.shares import is_whole


def crowd(board: Board, random: Random) -> Position:
    """As many units as a third of the regions, of any kind that may stand there."""
    places = random.sample(sorted(board.regions.keys() - board.closed), len(board.regions) // 3)
    units = {}
    for at in sorted(places):
        kind, place = random.choice(
            sorted((kind, one) for kind, borders in board.borders.items() for one in borders if one.province == at)
        )
        power = random.choice(sorted(board.powers))
        troops = [troop for troop in board.war.troops.values() if troop.kind is kind]
        units[at] = random.choice(troops).raised(power, place) if troops else Unit(power, kind, place)
    return Position(Phase.parse(f"S{board.start_year}M"), units)


def writable(board: Board, position: Position, unit: Unit) -> Iterator[Order]:
    """Whatever can be written for a unit in a movement phase, each meaning once."""
    at, places = unit.at.province, sorted(board.regions)
    fleets, army = convoying_fleets(board, position.units), unit.kind is UnitKind.ARMY
    goals = [Location(to) for to in places] if army else sorted(board.borders[UnitKind.FLEET])
    for powered in (False, True):
        yield Hold(at, powered)
        yield from (SupportHold(at, other, powered) for other in places)
        yield from (SupportMove(at, one, Location(to), powered) for one, to in product(places, places))
        yield from (Move(at, to, powered=powered) for to in goals)
        for to in goals if army else ():
            if board.reaches(unit, to.province) and shortest_chain(board, fleets, at, to.province):
                yield Move(at, to, by_sea=True, powered=powered)
    yield from (Convoy(at, one, to) for one, to in product(places, places))


@pytest.mark.parametrize("name", ["standard", "1971-two", "nine", "seuil"])
def test_in_a_movement_phase_all_that_is_legal_is_there_once_and_nothing_else(name: str) -> None:
    board, random = load_board(name), Random(name)
    for _ in range(10 if is_whole() else 1):
        position = crowd(board, random)
        for power in sorted(board.powers.keys() - board.standing):
            listed = legal_orders(board, position, power)
            units = position.units_of(power)
            assert [*listed] == [unit.at.province for unit in units]
            for unit in units if is_whole() else units[:1]:
                found = listed[unit.at.province]
                legal = {one for one in writable(board, position, unit) if why_illegal(board, position, one) is None}
                assert {*found} == legal
                assert len(found) == len(legal)


STANDARD = load_board("standard")


def listed(power: str, **position: object) -> dict[str, list[str]]:
    """The orders of a power in a position in JSON, as texts."""
    stands = read_position(position, STANDARD, rulebook_of(STANDARD))
    return {
        at: [write_order(order, stands, STANDARD, load_notation("standard")) for order in orders]
        for at, orders in legal_orders(STANDARD, stands, Power(power)).items()
    }


def test_a_dislodged_unit_may_go_where_it_can_or_leave() -> None:
    waiting = {"power": "FRANCE", "unit": "F MAO", "from": "NAO", "options": ["SPA", "BRE"]}
    position: dict[str, object] = {"phase": "F1902R", "units": {"FRANCE": ["A PAR"]}, "dislodged": [waiting]}
    ways = ["F MAO R BRE", "F MAO R SPA/NC", "F MAO R SPA/SC", "F MAO D"]
    assert listed("FRANCE", **position) == {"MAO": ways}
    assert listed("ITALY", **position) == {}


def test_who_may_build_may_build_what_the_ground_allows_in_each_free_home() -> None:
    """000 XIV.B: Brest is full, Saint Petersburg has two coasts."""
    position = {"phase": "W1901A", "units": {"FRANCE": ["A BRE"]}}
    assert listed("FRANCE", **position) == {"MAR": ["A MAR B", "F MAR B"], "PAR": ["A PAR B"]}
    assert listed("RUSSIA", **position)["STP"] == ["A STP B", "F STP/NC B", "F STP/SC B"]


def test_who_has_too_many_units_may_remove_any() -> None:
    position = {"phase": "W1901A", "units": {"FRANCE": ["A BRE", "F MAO"]}, "centers": {"FRANCE": ["BRE"]}}
    assert listed("FRANCE", **position) == {"BRE": ["A BRE D"], "MAO": ["F MAO D"]}


def test_for_powers_that_nobody_plays_there_is_none() -> None:
    board = load_board("1971-two")
    position = opening_position(board)
    assert board.standing
    assert [power for power in board.standing if legal_orders(board, position, power)] == []
