"""Several orders on one line (001 IX, 000 IX): semicolons part them, commas where an order can begin."""

from judge.notation.read import split_orders
from judge.notation.tables import load_notation
from tests.shared.each_case import each_case

LINES = [
    ("standard", "A PAR - BUR", ["A PAR - BUR"]),
    ("standard", "A PAR - BUR; A MAR H", ["A PAR - BUR", "A MAR H"]),
    ("standard", "A PAR - BUR;A MAR H;", ["A PAR - BUR", "A MAR H"]),
    ("standard", "A PAR - BUR, A MAR S A PAR - BUR", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
    ("standard", "A Paris, hold, Marseilles hold", ["A Paris, hold", "Marseilles hold"]),
    ("standard", "F STP, SC - BOT", ["F STP, SC - BOT"]),
    ("standard", "FRANCE: A PAR - BUR; A MAR H", ["FRANCE: A PAR - BUR", "A MAR H"]),
    ("standard", "", []),
    ("standard", " ; ;", []),
    ("18centres", "-A UKR, -F NOI", ["-A UKR", "-F NOI"]),
    ("18centres", "+F STPcn, + rien", ["+F STPcn", "+ rien"]),
    (
        "18centres",
        "A ODE - ROU, F ROU - BUL, A SER S F ROU - BUL",
        ["A ODE - ROU", "F ROU - BUL", "A SER S F ROU - BUL"],
    ),
    ("1971", "A Rum-Bul, A Ser (S) A Rum-Bul, A Sev-Rum.", ["A Rum-Bul", "A Ser (S) A Rum-Bul", "A Sev-Rum."]),
    ("1971", "A Lon-Bel; F Eng (C) A Lon-Bel", ["A Lon-Bel", "F Eng (C) A Lon-Bel"]),
    ("faf", "ION c TUN - ROM, NAP s ION XXX", ["ION c TUN - ROM", "NAP s ION XXX"]),
    ("1971", "A Mun-Ber; sinon, A Boh (S) A Mun", ["A Mun-Ber; sinon, A Boh (S) A Mun"]),
    ("standard", "A PAR - BUR, otherwise A PAR H", ["A PAR - BUR, otherwise A PAR H"]),
]


@each_case(("notation", "line", "orders"), LINES)
def test_a_line_is_parted_where_an_order_begins(notation: str, line: str, orders: list[str]) -> None:
    assert list(split_orders(line, load_notation(notation))) == orders
