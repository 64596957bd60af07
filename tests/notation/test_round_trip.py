"""What a convention writes, it reads back as the same order, whatever the position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.notation.read import read_order
from judge.notation.tables import Notation
from judge.notation.write import write_order, write_place
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from tests.notation.scenes import BOARD, FRANCE, ITALY, NOTATIONS, others
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

PROVINCES = st.sampled_from(sorted(BOARD.regions))
PHASES = {PhaseKind.MOVEMENT: "S1901M", PhaseKind.RETREAT: "F1901R", PhaseKind.ADJUSTMENT: "W1901A"}


def places_of(board: Board, kind: UnitKind, province: Province) -> list[Location]:
    """Where in a province a unit of a kind can stand."""
    return [place for place in board.borders[kind] if place.province == province]


@st.composite
def units(draw: st.DrawFn, province: Province, powers: tuple[Power, ...] = (FRANCE, ITALY)) -> Unit:
    places = {kind: places_of(BOARD, kind, province) for kind in UnitKind}
    kind = draw(st.sampled_from([kind for kind in UnitKind if places[kind]]))
    return Unit(draw(st.sampled_from(powers)), kind, draw(st.sampled_from(places[kind])))


@st.composite
def locations(draw: st.DrawFn) -> Location:
    province = draw(PROVINCES)
    return Location(province, draw(st.sampled_from(("", *BOARD.regions[province].coasts))))


@st.composite
def orders_in_positions(draw: st.DrawFn, kind: PhaseKind) -> tuple[Order, Position]:
    """Any order of a phase for a French unit, in a position where other units stand anywhere."""
    standing = {at: draw(units(at)) for at in draw(st.sets(PROVINCES, min_size=2, max_size=12))}
    phase = Phase.parse(PHASES[kind])
    at, *rest = draw(st.permutations(sorted(standing)))
    unit = standing[at] = draw(units(at, (FRANCE,)))
    to, other = draw(locations()), draw(st.sampled_from(rest))
    match kind:
        case PhaseKind.MOVEMENT:
            by_sea = unit.kind is UnitKind.ARMY
            moves = Move(at, to), Move(at, to, by_sea), SupportMove(at, other, to), Convoy(at, other, to.province)
            return one_of(draw, Hold(at), SupportHold(at, other), *moves), Position(phase, standing)
        case PhaseKind.RETREAT:
            position = Position(phase, standing, {}, {at: Dislodged(unit, other, (to,))})
            return one_of(draw, Retreat(at, to), Disband(at)), position
        case PhaseKind.ADJUSTMENT:
            builds = Build(UnitKind.ARMY, Location(to.province)), Build(UnitKind.FLEET, to)
            return one_of(draw, *builds, Disband(at), Waive()), Position(phase, standing)


def one_of(draw: st.DrawFn, *orders: Order) -> Order:
    return draw(st.sampled_from(orders))


@pytest.mark.parametrize("kind", PhaseKind)
@pytest.mark.parametrize("own", NOTATIONS, ids=lambda own: own.name)
def test_every_order_is_read_back_in_every_convention(own: Notation, kind: PhaseKind) -> None:
    @drawn(50)
    @given(orders_in_positions(kind))
    def check(case: tuple[Order, Position]) -> None:
        order, position = case
        written = write_order(order, position, BOARD, own)
        assert read_order(written, position, BOARD, FRANCE, own, others(own)) == order

    check()


@each_case("own", NOTATIONS, ids=lambda own: own.name)
def test_every_place_is_read_back_in_every_convention(own: Notation) -> None:
    position = Position(
        Phase.parse("S1901M"), {Province("PAR"): Unit(FRANCE, UnitKind.ARMY, Location(Province("PAR")))}
    )
    for place in {place for borders in BOARD.borders.values() for place in borders}:
        line = f"PAR - {write_place(place, own, BOARD)}"
        assert read_order(line, position, BOARD, FRANCE, own) == Move(Province("PAR"), place)


@each_case("language", ["en", "fr"])
@each_case("own", NOTATIONS, ids=lambda own: own.name)
def test_every_region_is_read_by_its_printed_name(own: Notation, language: str) -> None:
    for code, region in BOARD.regions.items():
        kind = UnitKind.FLEET if region.terrain is Terrain.SEA else UnitKind.ARMY
        position = Position(Phase.parse("S1901M"), {code: Unit(FRANCE, kind, Location(code))})
        assert read_order(f"{region.names[language]} hold", position, BOARD, FRANCE, own) == Hold(code)
