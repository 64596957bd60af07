"""A line that heads orders names a power, or says "orders"; it is never taken for an order itself."""

import pytest

from judge.notation.line import Misread
from judge.notation.read import Heading, read_heading, read_order
from judge.notation.tables import load_notation
from judge.rules.board import Power
from tests.notation.scenes import BOARD, FRANCE, others, scene
from tests.shared.each_case import each_case

HEADINGS = [
    ("18centres", "Ordres de printemps 1901 pour la France", "FRANCE"),
    ("18centres", "Ordres de la France pour l'automne 1901 :", "FRANCE"),
    ("standard", "Turkish orders, spring 1902", "TURKEY"),
    ("standard", "Spring 1902 orders for Turkey:", "TURKEY"),
    ("standard", "(France)", "FRANCE"),
    ("standard", "FRANCE", "FRANCE"),
    ("standard", "FRANCE:", "FRANCE"),
    ("standard", "FRANCE :", "FRANCE"),
    ("standard", "france", "FRANCE"),
    ("standard", "France.", "FRANCE"),
    ("standard", "**France**", "FRANCE"),
    ("standard", "- France -", "FRANCE"),
    ("standard", "--- FRANCE ---", "FRANCE"),
    ("standard", "== FRANCE ==", None),
    ("standard", "1. France", "FRANCE"),
    ("standard", "[France]", None),
    ("standard", "The French orders", None),
    ("standard", "French orders:", "FRANCE"),
    ("standard", "Orders for France:", "FRANCE"),
    ("standard", "Orders of France", "FRANCE"),
    ("standard", "France's orders:", "FRANCE"),
    ("standard", "FRANCE - Spring 1901", "FRANCE"),
    ("standard", "FRANCE, fall 1903, orders:", "FRANCE"),
    ("standard", "Great Britain:", "ENGLAND"),
    ("standard", "Austria-Hungary:", "AUSTRIA"),
    ("standard", "TURKEY", "TURKEY"),
    ("standard", "Turquie", "TURKEY"),
    ("18centres", "Turquie", "TURKEY"),
    ("18centres", "TURQUIE :", "TURKEY"),
    ("18centres", "Grande-Bretagne", "ENGLAND"),
    ("18centres", "Grande Bretagne :", "ENGLAND"),
    ("18centres", "Angleterre :", "ENGLAND"),
    ("18centres", "Autriche-Hongrie", "AUSTRIA"),
    ("18centres", "Autriche :", "AUSTRIA"),
    ("18centres", "\u00ab Italie \u00bb", "ITALY"),
    ("18centres", "Russie\u00a0:", "RUSSIA"),
    ("18centres", "Ordres de la Russie :", "RUSSIA"),
    ("18centres", "Ordres pour l'Italie :", "ITALY"),
    ("18centres", "France - printemps 1901", "FRANCE"),
    ("1971", "RUSSIE", "RUSSIA"),
    ("faf", "Allemagne :", "GERMANY"),
    ("soop", "Allemagne", "GERMANY"),
]
TITLES = [
    "Mes ordres pour l'automne 1901 :",
    "Spring 1902 orders",
    "F1901M",
    "F1901M :",
    "A1901M",
    "Orders for Fall 1901",
    "Orders for the spring of 1902:",
    "Here are my orders for spring 1902:",
    "Voici mes ordres pour le printemps 1902 :",
    "Retraites automne 1902",
    "Retraites d'automne 1902",
    "Retreats, fall 1902",
    "Fall 1902 retreats:",
    "Winter 1902 builds",
    "Ajustements hiver 1902",
    "Hiver 1902 : ajustements",
    "Ordres d'été 1901",
    "Été 1901",
    "Summer 1901 moves",
    "Ordres F1901M",
    "*** Automne 1901 ***",
    "Automne 1901 - ordres",
    "Spring '02",
    "1902 Spring",
    "Nouveaux ordres, automne 1901",
    "Revised orders for fall 1901",
    "(Printemps 1901)",
    "Mes ordres définitifs pour le printemps 1901",
]
NAMELESS = [
    *TITLES,
    "Orders:",
    "My orders",
    "Mes ordres :",
    "Ordres",
    "Retreats:",
    "Builds :",
    "Printemps 1901",
    "Fall 1903:",
]
NO_HEADINGS = [
    "",
    "1",
    "---",
    "1901",
    "Dear France,",
    "For France:",
    "Pour l'Italie :",
    "Pour moi",
    "My year",
    "Spring is coming",
    "En automne, tout change",
    "Mes ordres suivent",
    "L'été sera chaud",
    "France is a nice country",
    "France will attack",
    "FRANCE A PAR - BUR",
    "FRANCE: PAR",
    "A PAR - BUR",
    "PAR",
    "Spain",
    "Hello",
]


@each_case(("notation", "line", "power"), [row for row in HEADINGS if row[2]], ids=str)
def test_the_name_of_a_power_alone_heads_its_orders(notation: str, line: str, power: str) -> None:
    own = load_notation(notation)
    assert read_heading(line, BOARD, own, others(own)) == Heading(Power(power))


@each_case("line", NAMELESS)
def test_a_heading_may_name_no_power(line: str) -> None:
    own = load_notation("standard")
    assert read_heading(line, BOARD, own, others(own)) == Heading(None)


@pytest.mark.parametrize("line", ["Retreats: A PAR - BUR", "Builds: A PAR - BUR", "Fall 1901: A PAR - BUR"])
def test_the_word_of_another_phase_before_an_order_is_not_overlooked(line: str) -> None:
    own = load_notation("standard")
    assert isinstance(read_order(line, scene("S1901M", "A PAR"), BOARD, FRANCE, own, others(own)), Misread)


@each_case("line", NO_HEADINGS)
def test_what_says_more_is_no_heading(line: str) -> None:
    own = load_notation("standard")
    assert read_heading(line, BOARD, own, others(own)) is None
