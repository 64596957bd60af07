"""What is read at once, letter by letter, is what the reader that looks for every meaning finds too."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.notation.line import Misread, Offered, OrderReader, read_line
from judge.notation.order_readings import OrderContext
from judge.notation.read import read_unit, read_verbatim
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_order, write_place, write_unit
from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import board_names, load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.orders import Hold, Move, Order
from judge.rules.position import Phase, PhaseKind, Position, opening_position
from judge.rules.rulebook import load_rulebook
from judge.shell.play import load_record, recorded_games
from tests.notation.scenes import BOARD, FRANCE, ITALY, NOTATIONS, others, scene
from tests.shared.each_case import each_case

FORMS = ("hold", "move", "by_sea", "support_hold", "support_move", "convoy")
UNITS = st.sampled_from([Unit(FRANCE, kind, at) for kind in UnitKind for at in sorted(BOARD.borders[kind])])
PLACES = st.builds(Location, st.sampled_from(sorted(BOARD.regions)), st.sampled_from(["", "", "", "NC", "SC", "EC"]))
STANDARD = load_notation("standard")
every_notation = pytest.mark.parametrize("own", NOTATIONS, ids=lambda own: own.name)


def understood(line: str, position: Position, power: Power | None, own: Notation) -> Order | Misread | Offered:
    """What the reader of all meanings makes of a line."""
    return read_line(line, OrderReader(own, others(own), OrderContext(BOARD, position, power)))


def meanings_of(line: str, position: Position, own: Notation) -> tuple[Order | Misread | Offered, ...]:
    """What a line of France may mean: several orders where a word of the convention is another one to the others.

    ``MON`` is Montenegro to one and "my" to the rest. The convention that is asked first settles it.
    """
    found = understood(line, position, FRANCE, own)
    return found.meanings if isinstance(found, Misread) and found.meanings else (found,)


def is_asked_about(read: Order, found: Order | Misread | Offered, position: Position) -> bool:
    """Whether an order is void and its line legal in another convention: who can be asked is asked (0356)."""
    is_void = why_illegal(BOARD, position, read) is not None
    offered = found.orders if isinstance(found, Offered) else ()
    return is_void and len(offered) == 1 and why_illegal(BOARD, position, offered[0]) is None


@every_notation
@given(
    unit=UNITS,
    target=UNITS,
    named=st.sampled_from(("neither", "target", "both", "both")),
    crowd=st.lists(UNITS, max_size=4),
    powers=st.tuples(*[st.sampled_from((FRANCE, FRANCE, ITALY))] * 6),
    form=st.sampled_from(FORMS),
    to=PLACES,
    is_foreign=st.booleans(),
)
def test_whatever_is_read_at_once_is_a_meaning_of_the_line(  # noqa: PLR0913, PLR0917 (all that a line and its scene are made of)
    own: Notation,
    unit: Unit,
    target: Unit,
    named: str,
    crowd: list[Unit],
    powers: tuple[Power, ...],
    form: str,
    to: Location,
    is_foreign: bool,
) -> None:
    there = (*crowd, *{"neither": (), "target": (target,), "both": (unit, target)}[named])
    standing = {
        other.at.province: Unit(power, other.kind, other.at) for power, other in zip(powers, there, strict=False)
    }
    position = Position(Phase.parse("S1901M"), standing)
    helped = write_unit(target, own, BOARD)
    foreign = own.foreign.get(ITALY)
    line = own.templates[form].format_map(
        {
            **own.signs,
            "unit": write_unit(unit, own, BOARD),
            "target": f"{foreign} {helped}" if foreign and is_foreign else helped,
            "to": write_place(to, own, BOARD),
        }
    )
    at_once = read_verbatim(line, position, BOARD, FRANCE, own)
    if at_once:
        meanings = meanings_of(line, position, own)
        assert at_once in meanings or is_asked_about(at_once, meanings[0], position)
        assert write_order(at_once, position, BOARD, own) == line


@cache
def recorded_orders() -> tuple[tuple[Position, Power, Order], ...]:
    """Every order of the recorded games, as the reader of all meanings reads it."""
    book = load_rulebook("2023")
    found: list[tuple[Position, Power, Order]] = []
    for name in recorded_games():
        position = opening_position(BOARD)
        for recorded in load_record(name):
            if recorded.phase == position.phase:
                texts = recorded.orders.items()
                read = {power: [_read(line, position, power) for line in lines] for power, lines in texts}
                found += [(position, power, order) for power, orders in read.items() for order in orders]
                position = judge_phase(BOARD, book, position, read).after
    return tuple(found)


@every_notation
def test_every_recorded_order_is_read_alike(own: Notation) -> None:
    assert len(recorded_orders()) == 3462
    for position, power, order in recorded_orders():
        line = write_order(order, position, BOARD, own)
        is_movement = position.phase.kind is PhaseKind.MOVEMENT
        assert read_verbatim(line, position, BOARD, power, own) == (order if is_movement else None)


def _read(line: str, position: Position, power: Power) -> Order:
    """A recorded order, read by the reader of all meanings."""
    order = understood(line, position, power, STANDARD)
    assert not isinstance(order, Misread | Offered)
    return order


@each_case(
    "line",
    [
        "a par - bur",  # small letters
        "A PAR  - BUR",  # two blanks
        "A PAR - BUR.",  # a full stop
        "F PAR - BUR",  # the wrong letter
        "A MAR - BUR",  # nobody stands there
        "A VEN - TRI",  # a foreign unit
        "A PAR S A PAR",  # itself
        "A PAR S F VEN - TRI",  # the wrong letter of another unit
        "A PAR - ZZZ",  # no place
        "F BRE - ENG VIA",  # no army
    ],
)
def test_anything_else_is_left_to_the_reader_of_all_meanings(line: str) -> None:
    position = scene("S1901M", "A PAR", "F BRE", foreign=["A VEN"])
    assert read_verbatim(line, position, BOARD, FRANCE, STANDARD) is None


def test_nobody_in_particular_may_read_any_line() -> None:
    position = scene("S1901M", "A PAR", foreign=["A VEN"])
    assert read_verbatim("A VEN H", position, BOARD, None, STANDARD) == Hold(Province("VEN"))
    assert read_verbatim("A PAR - BUR", position, BOARD, FRANCE, STANDARD) == Move(
        Province("PAR"), Location(Province("BUR"))
    )


def test_other_phases_are_left_to_the_reader_of_all_meanings() -> None:
    position = scene("F1901R", "A PAR")
    assert read_verbatim("A PAR - BUR", position, BOARD, FRANCE, STANDARD) is None


@given(UNITS)
def test_a_unit_is_read_as_it_is_written(unit: Unit) -> None:
    assert read_unit(write_unit(unit, STANDARD, BOARD), FRANCE, BOARD, STANDARD) == unit


@each_case("text", ["PAR", "a par", "A ENG", "F STP", "F PAR", "A STP/SC", ""])
def test_no_unit_is_read_from_anything_else(text: str) -> None:
    assert read_unit(text, FRANCE, BOARD, STANDARD) is None


@each_case("name", board_names())
def test_every_unit_that_begins_on_a_board_is_read_as_it_is_written(name: str) -> None:
    board = load_board(name)
    for unit in board.start:
        assert read_unit(str(unit), unit.power, board, STANDARD) == unit
