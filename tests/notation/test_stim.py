"""The convention of 004: what it writes it reads back, on a board with troops of its own."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.notation.errands import ScoutHints, read_errand, write_errand
from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_order
from judge.rules.board import Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position, opening_position
from judge.rules.war.fog import SeenUnit, presumed_unit
from judge.rules.war.scouts import Enlist, Investigate, Rest, Sabotage, ScoutOrder, SpyQuickly, SpySlowly, Travel
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

BOARD = load_board("seuil")
STIM = load_notation("stim")
WEST = Power("AADLERON")
OPENING = opening_position(BOARD)
REGIONS = st.sampled_from(sorted(BOARD.regions))
POWERED = st.booleans()


@st.composite
def troops(draw: st.DrawFn, at: Province) -> Unit:
    terrain = BOARD.terrain(at)
    letters = {Terrain.SEA: "F", Terrain.LAND: "IWC", Terrain.COAST: "IWCF"}[terrain]
    return BOARD.war.troops[draw(st.sampled_from(letters))].raised(WEST, Location(at))


@st.composite
def movement(draw: st.DrawFn) -> tuple[Order, Position]:
    places = draw(st.lists(REGIONS, min_size=2, max_size=8, unique=True))
    position = Position(Phase.parse("S1M"), {at: draw(troops(at)) for at in places})
    at, other, to, powered = places[0], places[1], Location(draw(REGIONS)), draw(POWERED)
    orders: list[Order] = [Hold(at, powered), Move(at, to, powered=powered), SupportHold(at, other, powered)]
    orders += [SupportMove(at, other, to, powered), Convoy(at, other, to.province)]
    return draw(st.sampled_from(orders)), position


@st.composite
def short_phases(draw: st.DrawFn) -> tuple[Order, Position]:
    at, to = draw(REGIONS), Location(draw(REGIONS))
    unit = draw(troops(at))
    if draw(st.booleans()):
        position = Position(Phase.parse("S1R"), {}, {}, {at: Dislodged(unit, at, ())})
        withdrawals: list[Order] = [Retreat(at, to), Disband(at)]
        return draw(st.sampled_from(withdrawals)), position
    troop = BOARD.war.troops[draw(st.sampled_from(sorted(BOARD.war.troops)))]
    ally = draw(st.sampled_from([None, Power("MILANIA")]))
    adjustments: list[Order] = [Build(troop.kind, to, troop.letter, ally), Disband(at), Waive()]
    return draw(st.sampled_from(adjustments)), Position(Phase.parse("W1A"), {at: unit})


@drawn(300)
@given(written=st.one_of(movement(), short_phases()))
def test_what_is_written_is_read_back(written: tuple[Order, Position]) -> None:
    order, position = written
    line = write_order(order, position, BOARD, STIM)
    assert read_order(line, position, BOARD, WEST, STIM) == order, line


LINES = [
    ("W PON A BRU", Move(Province("PON"), Location(Province("BRU")))),
    ("Warmecs PON attaque Br\u00fcckental", Move(Province("PON"), Location(Province("BRU")))),
    ("infanterie Pontcendre tient", Hold(Province("PON"))),
    ("PON T", Hold(Province("PON"))),
    ("W PON AP BRU", Move(Province("PON"), Location(Province("BRU")), powered=True)),
    ("W PON SP I AAD T", SupportHold(Province("PON"), Province("AAD"), powered=True)),
]


@each_case(("line", "order"), LINES, ids=[line for line, _ in LINES])
def test_a_line_is_read(line: str, order: Order) -> None:
    assert read_order(line, OPENING, BOARD, WEST, STIM) == order


@pytest.mark.parametrize("line", ["I ZNC A FNA", "W PON A", "W PON X BRU", "E PON E L BRU"])
def test_a_line_against_the_convention_is_none(line: str) -> None:
    assert isinstance(read_order(line, OPENING, BOARD, WEST, STIM), Misread)


def test_nobody_chooses_the_convention_for_another_board() -> None:
    assert "stim" not in notation_names()


def test_an_ally_is_named_on_boards_with_troops_alone() -> None:
    adjustment = replace(OPENING, phase=Phase.parse("W1A"))
    ally = Build(UnitKind.ARMY, Location(Province("VAL")), "I", Power("MILANIA"))
    assert read_order("+ I VAL Milania", adjustment, BOARD, WEST, STIM) == ally
    assert read_order("+ I VAL Aadleron", adjustment, BOARD, WEST, STIM) == replace(ally, power=None)


# --- scouts

AT, TO = Province("PON"), Province("BRU")
ERRANDS: list[ScoutOrder] = [
    Travel(AT, TO),
    SpySlowly(AT, TO),
    SpyQuickly(AT, TO),
    Investigate(AT, "the captain of the guard"),
    Investigate(AT),
    Sabotage(AT),
    Rest(AT),
    Enlist(AT),
]


@each_case("errand", ERRANDS, ids=write_errand)
def test_an_errand_is_read_as_it_is_written(errand: ScoutOrder) -> None:
    assert read_errand(write_errand(errand), BOARD, STIM) == errand


SPELLINGS = [
    ("e pon el", SpySlowly(AT, AT)),
    ("E PON ER BRU", SpyQuickly(AT, TO)),
    ("E PON SS PON", Sabotage(AT)),
    ("+ e pon", Enlist(AT)),
]
BROKEN = {
    "E PON": (MisreadReason.INCOMPLETE, ""),
    "E PON A": (MisreadReason.INCOMPLETE, ""),
    "E PON E": (MisreadReason.INCOMPLETE, ""),
    "E PON X": (MisreadReason.UNKNOWN_WORD, "X"),
    "E PON E X": (MisreadReason.UNKNOWN_WORD, "X"),
    "E PON T BRU": (MisreadReason.TOO_MUCH, "BRU"),
    "E PON A XXX": (MisreadReason.UNKNOWN_PLACE, "XXX"),
    "E XXX S S": (MisreadReason.UNKNOWN_PLACE, "XXX"),
    "+E XXX": (MisreadReason.UNKNOWN_PLACE, "XXX"),
    "+E": (MisreadReason.INCOMPLETE, ""),
    "E PON S S BRU": (MisreadReason.SABOTAGE_ELSEWHERE, "BRU"),
    "E PON A BRU GUE": (MisreadReason.TOO_MUCH, "GUE"),
}
NO_ERRANDS = ["W PON T", "PON T", "", "Un éclaireur est mort.", "The scouts are out.", "et PON"]


@pytest.mark.parametrize(("line", "errand"), SPELLINGS)
def test_an_errand_may_be_written_close(line: str, errand: ScoutOrder) -> None:
    assert read_errand(line, BOARD, STIM) == errand


@each_case("line", BROKEN)
def test_a_broken_errand_says_where_and_why(line: str) -> None:
    found = read_errand(line, BOARD, STIM)
    assert isinstance(found, Misread)
    assert (found.why, line[found.start : found.end]) == BROKEN[line]


@each_case("line", NO_ERRANDS)
def test_what_is_no_errand(line: str) -> None:
    assert read_errand(line, BOARD, STIM) is None


def test_a_scout_is_sent_from_where_one_is_alone() -> None:
    found = read_errand("E FUR A AAD", BOARD, STIM, (), ScoutHints(BOARD, (AT,), frozenset({TO})))
    assert isinstance(found, Misread)
    assert (found.why, found.hints[0]) == (MisreadReason.NO_SCOUT_THERE, "E PON A AAD")


# --- units whose troop nobody has told

UNKNOWN_UNIT = presumed_unit(BOARD, SeenUnit(Province("FUR"), Power("REINHEIM")))
FOGGED = replace(OPENING, units={**OPENING.units, Province("FUR"): UNKNOWN_UNIT})
ABOUT_UNKNOWN: list[Order] = [
    SupportHold(Province("GUE"), Province("FUR")),
    SupportMove(Province("GUE"), Province("FUR"), Location(Province("PON"))),
]


@pytest.mark.parametrize("order", ABOUT_UNKNOWN, ids=str)
def test_an_order_about_an_unknown_unit_is_read_as_it_is_written(order: Order) -> None:
    line = write_order(order, FOGGED, BOARD, STIM)
    assert "? FUR" in line
    assert read_order(line, FOGGED, BOARD, WEST, STIM) == order


@each_case("letter", ["I ", "W ", "C ", "F ", "? ", ""])
def test_any_letter_may_name_an_unknown_unit(letter: str) -> None:
    assert read_order(f"I GUE S {letter}FUR T", FOGGED, BOARD, WEST, STIM) == ABOUT_UNKNOWN[0]
