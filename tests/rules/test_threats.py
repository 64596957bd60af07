"""Whatever can dislodge a unit is found and nothing else: against every order there is, on small positions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from random import Random

import pytest

from judge.reports.board_in_words import Threat, threats_to
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_movement
from judge.rules.legal_orders import legal_orders
from judge.rules.orders import MOVEMENT_ORDERS, Convoy, Hold, Move, MovementOrder, SupportMove
from judge.rules.position import Phase, Position
from judge.rules.rulebook import RuleBook, load_rulebook
from tests.shared.each_case import each_case
from tests.shared.shares import is_whole

MOST = 4000 if is_whole() else 400
"""Letters of all powers that are tried out on one position."""

Found = Mapping[tuple[Province, Province], int]
"""The most supports of each attack that dislodges: whom, from where."""


def _orders(board: Board, position: Position, unit: Unit) -> Iterator[MovementOrder]:
    """Every legal order of a unit."""
    listed = legal_orders(board, position, unit.power)[unit.at.province]
    return (order for order in listed if isinstance(order, MOVEMENT_ORDERS))


def _tried(scene: "Scene") -> Found:
    """What is dislodged in any of the phases in which each unit does one of the things that it may."""
    found: dict[tuple[Province, Province], int] = {}
    for chosen in product(*scene.choices):
        fought = judge_movement(scene.board, scene.book, scene.position, {order.at: order for order in chosen})
        for at, verdict in fought.verdicts.items():
            if verdict.dislodged and scene.position.units[at].power == scene.own:
                by = verdict.dislodged.by
                found[at, by] = max(found.get((at, by), 0), len(fought.verdicts[by].supporters))
    return found


def _most_supports(told: Mapping[Province, Sequence[Threat]]) -> Found:
    return {(at, one.attacker.at.province): len(one.supporters) for at, threats in told.items() for one in threats}


# --- small positions ---------------------------------------------------------------------------------------------


BOARDS = {
    "standard": (load_board("standard"), ("2023", "1971", "18centres", "faf", "soop")),
    "seuil": (load_board("seuil"), ("stim",)),
    "duel": (load_board("duel"), ("2023",)),
}
PHASE = Phase.parse("F1901M")

OrdersOf = Callable[[Board, Position, Unit, Power], Sequence[MovementOrder]]
"""What a unit may be ordered where the units of one power hold."""


@dataclass(frozen=True)
class Scene:
    """A position in which one power, ``own``, has a unit or two, and what each unit may be ordered."""

    board: Board
    book: RuleBook
    position: Position
    own: Power
    choices: Sequence[Sequence[MovementOrder]]

    @property
    def size(self) -> int:
        """How many sets of orders there are."""
        return prod(map(len, self.choices))


def _position(board: Board, random: Random, others: int) -> tuple[Position, Power]:
    """A unit of one power, perhaps another one, and some of others close by, in half of them with a fleet off it."""
    own, *rivals = sorted(board.powers)
    coasts = [at for at in sorted(board.regions) if board.seas_off(at) and board.terrain(at) is Terrain.COAST]
    target = random.choice(coasts if random.random() < 0.5 else sorted(board.regions.keys() - board.closed))
    near, far = sorted(_around(board, {target}) - {target}), sorted(_around(board, _around(board, {target})) - {target})
    taken: list[Province] = []
    if target in coasts and random.random() < 0.6:
        sea = random.choice(sorted(board.seas_off(target)))
        shores = [at for at in sorted(board.shores(sea)) if board.terrain(at) is Terrain.COAST and at != target]
        taken = [sea, *random.sample(shores, min(len(shores), 1))]
    while len(taken) < others:
        taken.append(random.choice(near if random.random() < 0.7 else far))
    units = {at: _unit(board, random, random.choice(rivals), at) for at in taken[:others]}
    units[target] = _unit(board, random, own, target)
    beside = [at for at in near if at not in units]
    if beside and random.random() < 0.3:
        units[beside[0]] = _unit(board, random, own, beside[0])
    owners = {at: random.choice([own, *rivals]) for at in sorted(board.centres) if random.random() < 0.6}
    return Position(PHASE, {at: units[at] for at in sorted(units)}, owners), own


def _around(board: Board, places: set[Province]) -> set[Province]:
    return places | {
        to.province
        for borders in board.borders.values()
        for at in borders
        if at.province in places
        for to in borders[at]
    }


def _unit(board: Board, random: Random, power: Power, at: Province) -> Unit:
    region = board.regions[at]
    kind = UnitKind(random.choice({Terrain.LAND: "A", Terrain.SEA: "F", Terrain.COAST: "AAF"}[region.terrain]))
    place = Location(at, random.choice(region.coasts) if kind is UnitKind.FLEET and region.coasts else "")
    troops = [troop for troop in board.war.troops.values() if troop.kind is kind]
    return random.choice(troops).raised(power, place) if troops else Unit(power, kind, place)


def _scenes(name: str, number: int, others: int, orders_of: OrdersOf) -> Iterator[Scene]:
    """So many positions in which no more than ``MOST`` sets of orders are to be tried, under each rule book in turn."""
    board, books = BOARDS[name]
    random, left = Random(f"{name} {others}"), number
    while left:
        book = replace(load_rulebook(books[left % len(books)]), **board.policies)
        position, own = _position(board, random, others)
        scene = Scene(
            board, book, position, own, [orders_of(board, position, one, own) for one in position.units.values()]
        )
        if 20 <= scene.size <= MOST:
            left -= 1
            yield scene


def all_orders(board: Board, position: Position, unit: Unit, own: Power) -> Sequence[MovementOrder]:
    """Everything that others can do, while the units of ``own`` hold."""
    return [Hold(unit.at.province)] if unit.power == own else list(_orders(board, position, unit))


def all_that_matters(board: Board, position: Position, unit: Unit, own: Power) -> Sequence[MovementOrder]:
    """Attacks on the units of ``own``, supports and convoys for them; more units can be tried so."""
    own_places = {at for at, one in position.units.items() if one.power == own}
    return [
        order
        for order in all_orders(board, position, unit, own)
        if isinstance(order, Hold)
        or (isinstance(order, Move | SupportMove) and order.to.province in own_places)
        or (isinstance(order, Convoy) and order.to in own_places)
    ]


def whatever_all_do(board: Board, position: Position, unit: Unit, own: Power) -> Sequence[MovementOrder]:
    """Everything that anybody can do, but no convoy by a fleet of ``own`` for an army of others."""
    return [
        order
        for order in _orders(board, position, unit)
        if not (unit.power == own and isinstance(order, Convoy) and position.units[order.origin].power != own)
    ]


@each_case("name", BOARDS)
@each_case(("orders_of", "others"), [(all_orders, 2), (all_orders, 3), (all_that_matters, 5)])
def test_what_can_dislodge_a_unit_is_told_with_the_most_supports_and_nothing_else(
    name: str, orders_of: OrdersOf, others: int
) -> None:
    carried = supported = 0
    for scene in _scenes(name, 80 if is_whole() else 10, others, orders_of):
        told = threats_to(scene.board, scene.book, scene.position, {scene.own})
        assert _most_supports(told) == _tried(scene), (scene.book.name, scene.position.units)
        carried += sum(bool(threat.carriers) for threats in told.values() for threat in threats)
        supported += sum(len(threat.supporters) > 1 for threats in told.values() for threat in threats)
    assert supported or others < 5, "some attack has several supports"
    assert carried or others < 5 or name != "standard", "some attack comes by sea"


@pytest.mark.parametrize("name", ["standard", "duel"])
def test_nothing_that_its_own_power_orders_puts_a_unit_into_more_danger(name: str) -> None:
    """On boards where all units are alike; only a fleet of its own that carries an enemy would."""
    for scene in _scenes(name, 40 if is_whole() else 5, 2, whatever_all_do):
        told = threats_to(scene.board, scene.book, scene.position, {scene.own})
        assert _most_supports(told) == _tried(scene), (scene.book.name, scene.position.units)


# --- what the small positions may lack ----------------------------------------------------------------------------


BOARD = load_board("standard")
BOOK = load_rulebook("2023")


def _told_of(orders: str) -> Sequence[str]:
    """The threats to the units of France: whom, by whom, with whose supports, carried by whom."""
    units = {}
    for line in orders.split(", "):
        power, kind, at = line.split()
        place = Location(*map(Province, at.split("/")))
        units[place.province] = Unit(Power(power), UnitKind(kind), place)
    told = threats_to(BOARD, BOOK, Position(PHASE, units), {Power("FRANCE")})
    return [
        " ".join([at, "by", *_places([one.attacker]), "with", *_places(one.supporters), "on", *_places(one.carriers)])
        for at, threats in told.items()
        for one in threats
    ]


def _places(units: Sequence[Unit]) -> Sequence[str]:
    return [unit.at.province for unit in units]


CASES = {
    "one against one": ("FRANCE A BUR, GERMANY A MUN", []),
    "two of one power": (
        "FRANCE A BUR, GERMANY A MUN, GERMANY A RUH",
        ["BUR by MUN with RUH on", "BUR by RUH with MUN on"],
    ),
    "two of two powers": (
        "FRANCE A BUR, GERMANY A MUN, ITALY A MAR",
        ["BUR by MAR with MUN on", "BUR by MUN with MAR on"],
    ),
    "its own power gives no support against it": ("FRANCE A BUR, FRANCE A PAR, GERMANY A MUN", []),
    "whoever carries does not support": ("FRANCE A BEL, ENGLAND F NTH, ENGLAND A LON", []),
    "a second fleet supports the landing": (
        "FRANCE A BEL, ENGLAND F NTH, ENGLAND F ENG, ENGLAND A LON",
        ["BEL by ENG with NTH on", "BEL by LON with NTH on ENG", "BEL by NTH with ENG on"],
    ),
    "fleets of several powers make a chain": (
        "FRANCE A TUN, ITALY F ION, TURKEY F EAS, TURKEY A SYR, ITALY F TYS",
        ["TUN by ION with TYS on", "TUN by SYR with TYS on EAS ION", "TUN by TYS with ION on"],
    ),
    "a fleet of the reader's carries nobody against him": (
        "FRANCE A BEL, FRANCE F ENG, ENGLAND A LON, GERMANY A HOL",
        [],
    ),
    "a fleet supports onto either coast": (
        "FRANCE F SPA/NC, ENGLAND F MAO, ITALY F WES",
        ["SPA by MAO with WES on", "SPA by WES with MAO on"],
    ),
    "a fleet on another coast does not reach": ("FRANCE F NWY, RUSSIA F STP/SC, RUSSIA A SWE", []),
}


@each_case(("units", "expected"), CASES.values(), ids=CASES)
def test_threats_as_the_rule_book_has_them(units: str, expected: Sequence[str]) -> None:
    assert _told_of(units) == expected


def test_units_that_nobody_plays_threaten_nobody() -> None:
    """001 XIV.2: they stand, and do nothing else."""
    board = replace(BOARD, standing=frozenset({Power("GERMANY")}))
    at = {Province(code): power for code, power in (("BUR", "FRANCE"), ("MUN", "GERMANY"), ("RUH", "GERMANY"))}
    units = {place: Unit(Power(power), UnitKind.ARMY, Location(place)) for place, power in at.items()}
    position = Position(PHASE, units)
    assert threats_to(board, BOOK, position, {Power("FRANCE")}) == {"BUR": ()}
    assert threats_to(BOARD, BOOK, position, {Power("FRANCE")})[Province("BUR")]
