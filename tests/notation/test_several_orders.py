"""Several orders on a line; one word in front may speak for all, where they make no sense without it."""

from judge.notation.line import Misread, Offered
from judge.notation.read import split_orders
from judge.notation.several_orders import read_orders
from judge.notation.tables import load_notation
from tests.notation.scenes import BOARD, FRANCE, others, scene
from tests.rules import plain
from tests.shared.each_case import each_case

UNITS = {
    "S1901M": ("A PAR", "A MAR", "F BRE"),
    "F1901R": ("A BUR", "F NTH"),
    "W1902A": ("A GAS", "F LYO", "A BUR"),
}
LINES = [
    ("standard", "S1901M", "A PAR - BUR; A MAR H", ["A PAR - BUR", "A MAR H"]),
    ("standard", "S1901M", "A PAR - BUR; A MAR H; F BRE - ENG.", ["A PAR - BUR", "A MAR H", "F BRE - ENG"]),
    (
        "standard",
        "S1901M",
        "A PAR-BUR, A MAR S PAR-BUR, F BRE-ENG",
        ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - ENG"],
    ),
    ("standard", "S1901M", "FRANCE: A PAR - BUR; A MAR H", ["A PAR - BUR", "A MAR H"]),
    ("standard", "S1901M", "1. A PAR - BUR; 2. A MAR H", ["A PAR - BUR", "A MAR H"]),
    ("standard", "S1901M", "Hold A PAR, A MAR", ["A PAR H", "A MAR H"]),
    ("standard", "F1901R", "Disband A BUR, F NTH", ["A BUR D", "F NTH D"]),
    ("standard", "F1901R", "Disband A BUR and F NTH", ["A BUR D", "F NTH D"]),
    ("standard", "F1901R", "A BUR R PAR; F NTH D", ["A BUR R PAR", "F NTH D"]),
    ("standard", "W1902A", "Build A PAR, F BRE", ["A PAR B", "F BRE B"]),
    ("standard", "W1902A", "Builds: A PAR, F BRE", ["A PAR B", "F BRE B"]),
    ("standard", "W1902A", "BUILD: A PAR; F BRE; A MAR", ["A PAR B", "F BRE B", "A MAR B"]),
    ("standard", "W1902A", "Build A PAR and F BRE", ["A PAR B", "F BRE B"]),
    ("standard", "W1902A", "Build A PAR, F BRE and A MAR", ["A PAR B", "F BRE B", "A MAR B"]),
    ("standard", "W1902A", "FRANCE: build A PAR, F BRE", ["A PAR B", "F BRE B"]),
    ("standard", "W1902A", "Build A PAR, waive 1", ["A PAR B", "WAIVE"]),
    ("standard", "W1902A", "Build A PAR, remove A GAS", ["A PAR B", "A GAS D"]),
    ("standard", "W1902A", "Remove A GAS, F LYO", ["A GAS D", "F LYO D"]),
    ("standard", "W1902A", "Remove A GAS & F LYO", ["A GAS D", "F LYO D"]),
    (
        "18centres",
        "S1901M",
        "A PAR - BOU ; A TOU S A PAR - BOU ; F BRE T",
        ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H"],
    ),
    ("18centres", "S1901M", "France A PAR - BOU, A TOU T, F BRE - MAN", ["A PAR - BUR", "A MAR H", "F BRE - ENG"]),
    ("18centres", "W1902A", "+A PAR, +F BRE", ["A PAR B", "F BRE B"]),
    ("18centres", "W1902A", "+A PAR, F BRE", ["A PAR B", "F BRE B"]),
    ("18centres", "W1902A", "-A GAS, -F LIO", ["A GAS D", "F LYO D"]),
    ("18centres", "W1902A", "- A GAS, F LIO", ["A GAS D", "F LYO D"]),
    ("18centres", "W1902A", "Construire A PAR et F BRE", ["A PAR B", "F BRE B"]),
    ("18centres", "W1902A", "Constructions : A PAR, F BRE", ["A PAR B", "F BRE B"]),
    ("18centres", "W1902A", "Mobilisation : A PAR, F BRE et A TOU", ["A PAR B", "F BRE B", "A MAR B"]),
    ("18centres", "W1902A", "D\u00e9mobiliser A GAS et F LIO", ["A GAS D", "F LYO D"]),
    ("18centres", "W1902A", "+A PAR, + rien", ["A PAR B", "WAIVE"]),
    ("1971", "S1901M", "A Par-Bur; A Mar (S) A Par-Bur; F Bre (H)", ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H"]),
    ("1971", "S1901M", "A Par-Bur, A Mar (S) A Par-Bur.", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
    ("faf", "S1901M", "PAR - BOU, TOU s PAR - BOU, BRE XXX", ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H"]),
    ("soop", "S1901M", "A Par \u2013 Bou ; A Mar XXX", ["A PAR - BUR", "A MAR H"]),
]


@each_case(("notation", "phase", "line", "meanings"), LINES, ids=str)
def test_every_order_of_the_line_is_read(notation: str, phase: str, line: str, meanings: list[str]) -> None:
    own = load_notation(notation)
    read = read_orders(line, scene(phase, *UNITS[phase]), BOARD, FRANCE, own, others(own))
    assert [order for _, order in read] == [plain.order(request) for request in meanings]
    assert "".join(part for part, _ in read)


MISREAD = [
    # the line, which of its orders cannot be read: nothing but an order word in front is carried over
    ("S1901M", "A PAR - BUR, A MAR", [False, True]),
    ("S1901M", "A PAR, A MAR - SPA", [True, False]),
    ("S1901M", "A PAR - BUR or A MAR H", [True]),
    ("W1902A", "A PAR B, F BRE", [False, True]),
    ("W1902A", "Build A PAR, F XYZ", [False, True]),
    ("W1902A", "Build A PAR and glory", [True]),
]


@each_case(("phase", "line", "misread"), MISREAD, ids=str)
def test_nothing_else_is_carried_over(phase: str, line: str, misread: list[bool]) -> None:
    own = load_notation("standard")
    read = read_orders(line, scene(phase, *UNITS[phase]), BOARD, FRANCE, own, others(own))
    assert [isinstance(order, Misread) for _, order in read] == misread


LISTED = [
    # lines in which brackets list what a word means: no sign within them parts orders
    "Two supports for Rumania (Sevastopol, Black Sea), which holds",
    "Two supports for Rumania (F Sevastopol, F Black Sea)",
    "Two supports for Rumania (Sevastopol, the Black Sea and Ukraine) please",
    "Rumania holds (supported by Sevastopol, Black Sea)",
    "Ukraine to Rumania with both fleets (Sevastopol, Black Sea) in support",
    "Everything near the Turk (Sevastopol, Black Sea) holds",
    "My fleets (SEV, BLA) hold",
    "Deux soutiens pour la Roumanie (Sébastopol, mer Noire), qui tient",
    "Deux soutiens pour la Roumanie (F Sébastopol, F mer Noire)",
    "Mes flottes (Sébastopol, mer Noire) soutiennent la Roumanie",
    "La Roumanie, soutenue par les deux flottes (Sébastopol, mer Noire), tient",
    "Mes deux flottes du sud (SEV, NOI) tiennent",
]
APART = [
    # brackets that hold orders, or stand around the line: their signs part orders as others do
    ("My orders (A PAR - BUR, A MAR - SPA)", 2),
    ("(A PAR - BUR, A MAR - SPA)", 2),
    ("A PAR - BUR (sure), A MAR - SPA", 2),
    ("Mes ordres (A PAR - BUR ; A MAR - SPA)", 2),
    ("A PAR (Burgundy, A MAR - SPA", 2),
]


@each_case("line", LISTED, ids=str)
def test_no_sign_within_brackets_that_list_what_is_meant_parts_orders(line: str) -> None:
    own = load_notation("standard")
    assert not any(piece.count("(") != piece.count(")") for piece in split_orders(line, own, BOARD))
    read = read_orders(line, scene("S1901M", "F SEV", "F BLA", "A RUM", "A UKR"), BOARD, None, own, others(own))
    cut = [
        part for part, order in read if part.count("(") < part.count(")") and not isinstance(order, Misread | Offered)
    ]
    assert cut == []


@each_case(("line", "orders"), APART, ids=str)
def test_brackets_around_orders_part_them_as_before(line: str, orders: int) -> None:
    assert len(split_orders(line, load_notation("standard"), BOARD)) == orders
