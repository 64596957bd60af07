"""Whatever comes in, the reader answers, at once, with a place inside the line."""

import time
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order, split_orders
from judge.notation.tables import Notation, load_notation
from judge.rules.position import Position
from tests.notation.scenes import BOARD, FRANCE, NOTATIONS, others, scene
from tests.shared.each_case import each_case
from tests.shared.shares import share_of

STANDARD = load_notation("standard")
POSITIONS = (scene("S1901M", "A PAR", "A MAR"), scene("F1901R", "A PAR"), scene("W1901A", "A PAR"))
WORDS = [
    "A",
    "F",
    "PAR",
    "MAR",
    "BUR",
    "St",
    "-",
    "S",
    "C",
    "via",
    "(",
    ")",
    "/",
    ":",
    "=",
    "the",
    "de",
    "sc",
    "bulcn",
    ",",
]


HEAPS = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@given(st.text(max_size=200) | HEAPS, st.sampled_from(POSITIONS), st.sampled_from(NOTATIONS))
def test_no_text_makes_the_reader_fall(line: str, position: Position, own: Notation) -> None:
    found = read_order(line, position, BOARD, FRANCE, own, others(own))
    if isinstance(found, Misread):
        assert 0 <= found.start <= found.end <= len(line)


@given(st.text(max_size=200) | HEAPS, st.sampled_from(NOTATIONS))
def test_parting_a_line_loses_nothing_but_what_parts_it(line: str, own: Notation) -> None:
    kept = "".join(split_orders(line, own))
    assert [sign for sign in kept if sign not in ";, " and not sign.isspace()] == [
        sign for sign in line if sign not in ";, " and not sign.isspace()
    ]


LONG = [
    "- ",
    "A ",
    "(",
    "de ",
    "A PAR - BUR ",
    "PAR - ",
    "A PAR S ",
    ";",
    ",",
    "é",
    "\u0301",
    "\u200b",
    "\n",
    "1. ",
    "via ",
]


PATIENCE = 30
"""Seconds; what would follow every reading of such a line takes hours, so a slow machine cannot fail this."""


@each_case("piece", share_of(LONG, 3, "sixty thousand"))
def test_a_line_of_sixty_thousand_characters_is_answered_at_once(piece: str) -> None:
    line = piece * (60_000 // len(piece))
    begun = time.process_time()
    found = read_order(line, POSITIONS[0], BOARD, FRANCE, STANDARD, others(STANDARD))
    split_orders(line, STANDARD)
    assert time.process_time() - begun < PATIENCE
    assert isinstance(found, Misread)
    assert found.why is MisreadReason.TOO_MUCH


def _name(one: str | Notation) -> str:
    return one if isinstance(one, str) else one.name


TANGLED = ["MAR - ", "TYR-", "Nor-", "nth avance en ", "north sea - the ", "de la ", "A PAR S ", "(", "St - "]


@each_case(("piece", "own"), share_of([*product(LONG + TANGLED, NOTATIONS)], 3, "longest"), ids=_name)
def test_the_longest_line_that_is_read_is_answered_at_once(piece: str, own: Notation) -> None:
    line = f"A PAR - {piece * 500}"[:500]
    begun = time.process_time()
    read_order(line, POSITIONS[0], BOARD, FRANCE, own, others(own))
    split_orders(line, own)
    assert time.process_time() - begun < PATIENCE
