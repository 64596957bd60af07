"""What a letter says of a unit that it leaves without an order, and what is read as nothing of the kind."""

from tests.corpus.carried_out import carried_out
from tests.corpus.collection import CorpusLetter
from tests.shared.each_case import each_case

_SCENE = "S1902M:FRANCE=A_BUR,A_PIC,F_ENG,A_MAR,F_MAO;GERMANY=F_BEL,A_MUN;ENGLAND=F_LON;ITALY=A_PIE"
_ABOVE = "A Mar H\nF Mao - Spa/sc\nF Eng H\nA Bur - Bel\n"


def offered(line: str) -> frozenset[str]:
    """The orders offered to Picardy for a line below the orders of all other units."""
    letter = CorpusLetter("en", line, 1, _SCENE, "FRANCE", "standard", (_ABOVE + line,))
    return frozenset(order for order in carried_out(letter).offered if order.startswith("A PIC"))


@each_case(
    ("line", "order"),
    [
        ("Picardy puts its shoulder to that one.", "A PIC S A BUR - BEL"),
        ("La Picardie pèse de tout son poids derrière elle.", "A PIC S A BUR - BEL"),
        ("Picardy is the one I worried about. Paris is empty, so it can go there.", "A PIC - PAR"),
        ("The army up in Picardy? It joins in on Burgundy's side.", "A PIC S A BUR - BEL"),
        ("Picardy can't do anything useful, so it sits there.", "A PIC H"),
        ("Il est grand temps que la Picardie revoie Paris.", "A PIC - PAR"),
    ],
)
def test_the_clause_that_names_a_unit_without_an_order_tells_it(line: str, order: str) -> None:
    assert offered(line) == {order}


@each_case(
    "line",
    [
        "If Germany agrees, Picardy puts its shoulder to that one.",
        "Would Picardy put its shoulder to that one?",
        "Germany says that Picardy should put its shoulder to it.",
        "Picardy to Paris or to Brest.",
        "Italy wrote “Picardy puts its shoulder to that one”, which is nice.",
        "What Picardy does I shall write tomorrow.",
        "Picardy to Paris, Picardy to Brest: I considered both and want neither.",
        "Si l'Allemagne est d'accord, la Picardie met la main à la pâte.",
        "L'Angleterre propose que la Picardie mette la main à la pâte.",
        "La Picardie à Paris ou à Brest.",
        "Pour la Picardie je vous écrirai demain.",
    ],
)
def test_nothing_is_offered_of_what_hangs_on_something_or_others_say_or_is_left_open(line: str) -> None:
    assert offered(line) == frozenset()


@each_case("line", ["Picardy does not go to Paris.", "La Picardie ne va pas à Paris."])
def test_what_is_denied_is_not_offered(line: str) -> None:
    assert "A PIC - PAR" not in offered(line)


def test_in_a_letter_without_orders_only_what_is_said_plainly_is_offered() -> None:
    talk = "Picardy is lovely in spring, and so is the sea. Thanks for asking."
    letter = CorpusLetter("en", talk, 1, _SCENE, "FRANCE", "standard", (talk,))
    assert carried_out(letter).offered == frozenset()
