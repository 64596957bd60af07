"""What a polite question asks for is offered; whether it may be done, and what may, is told."""

from dataclasses import replace

from judge.game.phases.close import is_left_open
from judge.handlers.left_open import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import AnsweredLine, Done, OrderAskedAbout, OrdersOffered, TextAnswer
from judge.requests.read_lines import read_lines
from judge.rules.board_file import load_board
from judge.rules.orders import Order
from tests.corpus.carried_out import NOON, WRITER, game_of
from tests.corpus.collection import CorpusLetter
from tests.shared.each_case import each_case
from tests.shared.services import context

OPENING, DRIVEN_OUT, WINTER = "opening FRANCE", "one/F1902R GERMANY", "one/W1901A FRANCE"
THREE = "two/S1904M AUSTRIA"
ASKED = {
    # offered: a request, or one order that may be given
    ("en", OPENING, "Could Paris go to Burgundy?"): "may A PAR - BUR",
    ("en", OPENING, "Could Paris go to Burgundy, please, with Marseilles's support?"):
        "? A PAR - BUR ? A MAR S A PAR - BUR",
    ("en", OPENING, "May I move Paris to Burgundy?"): "may A PAR - BUR",
    ("en", OPENING, "How about Paris to Burgundy?"): "? A PAR - BUR",
    ("en", OPENING, "Paris to Burgundy?"): "? A PAR - BUR",
    ("en", OPENING, "F BRE - MAO?"): "? F BRE - MAO",
    ("en", OPENING, "Am I allowed to go to Burgundy from Paris? If yes, please do that."):
        "may A PAR - BUR ? A PAR - BUR",
    ("en", OPENING, "Is A PAR - BUR legal?"): "? A PAR - BUR",
    ("en", WINTER, "Can I have a fleet in Brest please?"): "? F BRE B",
    ("en", WINTER, "Could I build an army in Paris?"): "? A PAR B",
    ("fr", OPENING, "Est-ce que Paris peut aller en Bourgogne, s'il vous plaît ?"): "? A PAR - BUR",
    ("fr", OPENING, "Paris peut-il aller en Bourgogne ?"): "may A PAR - BUR",
    ("fr", OPENING, "Auriez-vous l'obligeance d'envoyer Paris en Bourgogne ?"): "? A PAR - BUR",
    ("fr", OPENING, "Est-ce que j'ai le droit de mettre Paris en Bourgogne ?"): "may A PAR - BUR",
    ("fr", OPENING, "Puis-je aller en Bourgogne avec Paris ?"): "may A PAR - BUR",
    ("fr", WINTER, "Puis-je avoir une flotte à Brest ?"): "? F BRE B",
    ("fr", WINTER, "Une flotte à Brest, c'est possible ?"): "? F BRE B",
    ("en", THREE, "Would you please have all my units hold this season?"): "? A GAL H ? A SER H ? A VIE H",
    ("en", THREE, "Could you please keep all my armies where they are?"): "? A GAL H ? A SER H ? A VIE H",
    ("en", THREE, "Can all my units hold, please?"): "? A GAL H ? A SER H ? A VIE H",
    ("en", THREE, "Could everybody except Vienna hold?"): "? A GAL H ? A SER H",
    ("en", THREE, "Are all my units on hold?"): "? A GAL H ? A SER H ? A VIE H",
    ("fr", THREE, "Voudriez-vous bien que toutes mes unités tiennent cette saison ?"): "? A GAL H ? A SER H ? A VIE H",
    # told: an order carries no condition, a rule forbids it, the unit has its order
    ("en", "opening TURKEY", "Can my fleet in Ankara go to Constantinople if the army moves?"): "may F ANK - CON",
    ("en", OPENING, "Can Paris go to Munich?"): "may not A PAR - MUN",
    ("en", OPENING, "Paris supports Marseilles?"): "may not A PAR S A MAR",
    ("en", OPENING, "Can F BRE convoy A PAR to London?"): "may not F BRE C A PAR - LON",
    ("en", OPENING, "A PAR - BUR\nCan Paris go to Picardy?"): "may A PAR - PIC",
    ("en", OPENING, "A PAR - BUR\nCould Paris go to Burgundy?"): "may A PAR - BUR",
    ("fr", OPENING, "Peut-on aller de Paris à Munich ?"): "may not A PAR - MUN",
    ("fr", OPENING, "Est-ce que la flotte de Brest peut aller en Espagne ?"): "may not F BRE - SPA",
    ("fr", OPENING, "Peut-on mettre Paris en Bourgogne alors que Marseille y va aussi ?"): "may A PAR - BUR",
    # told: what may be done
    ("en", OPENING, "Where can Brest go?"): "any of F BRE - ENG, F BRE - GAS, F BRE - MAO, F BRE - PIC",
    ("en", OPENING, "And Brest?"): "any of F BRE - ENG, F BRE - GAS, F BRE - MAO, F BRE - PIC",
    ("fr", OPENING, "Où peut aller Brest ?"): "any of F BRE - ENG, F BRE - GAS, F BRE - MAO, F BRE - PIC",
    ("en", "two/F1906R FRANCE", "Is Brest the only place?"): "any of F ENG R BEL, "
    "F ENG R BRE, F ENG R IRI, F ENG R MAO, F ENG R PIC, F ENG R WAL, F ENG D",
    ("en", WINTER, "May I build in Spain?"): "any of A BRE B, F BRE B, A MAR B, F MAR B, A PAR B",
    ("en", WINTER, "Is a fleet possible?"): "any of A BRE B, F BRE B, A MAR B, F MAR B, A PAR B",
    ("en", OPENING, "Can I build in Marseilles?"): "a page",
    # told: nothing that orders do
    ("en", THREE, "Where are all my units?"): "a page",
    ("en", THREE, "Did all my units hold last spring?"): "a page",
    ("en", OPENING, "Did Paris go to Burgundy?"): "for a person",
    ("en", OPENING, "Should I move Paris to Burgundy or not?"): "for a person",
    ("fr", OPENING, "Est-ce que l'Allemagne va en Bourgogne ?"): "for a person",
    # nothing is offered that is denied, supposed, asked of somebody else or answered by its writer
    ("fr", OPENING, "Paris ne va pas en Bourgogne ?"): "",
    ("en", OPENING, "If I move Paris to Burgundy, will Germany bounce me?"): "",
    ("en", OPENING, "Will Germany move to Burgundy?"): "",
}  # fmt: skip


def asked(language: str, scene: str, text: str) -> tuple[str, bool]:
    """What the last lines of a letter are answered, and whether they leave the phase open."""
    place, power = scene.split()
    game = game_of(CorpusLetter("fr" if language == "fr" else "en", "asked", 1, place, power, "standard", (text,)))
    there = replace(context(NOON), number=7)
    session = leave_lines(handle_lines(Session(game, game.people[WRITER]), there, read_lines(text), ()), there)
    assert session.game is not None
    told = " ".join(filter(None, (_said(session, one) for one in session.answers)))
    return told, is_left_open(session.game)


def _said(session: Session, one: AnsweredLine) -> str:
    match one.answer:
        case OrdersOffered(orders=orders):
            return " ".join(f"? {_written(session, order)}" for order in orders)
        case OrderAskedAbout(order=None, instead=instead):
            return f"any of {', '.join(_written(session, order) for order in instead)}"
        case OrderAskedAbout(order=order, why=why) if order:
            return f"may{' not' if why else ''} {_written(session, order)}"
        case TextAnswer():
            return "a page"
        case Done(outcome) if outcome == "for_a_person":
            return "for a person"
        case _:
            return ""


def _written(session: Session, order: Order) -> str:
    assert session.game is not None
    assert session.game.open_position is not None
    position = session.game.open_position
    return write_order(order, position, load_board("standard"), load_notation("standard"))


@each_case(("question", "told"), ASKED.items())
def test_a_question_is_answered_as_one(question: tuple[str, str, str], told: str) -> None:
    said, is_open = asked(*question)
    assert said == told
    assert is_open == ("?" in told or (not told and "If I" in question[2]) or "ne va pas" in question[2])


def test_what_another_line_orders_the_unit_is_no_question_any_more() -> None:
    assert asked("en", OPENING, "Could Paris go to Burgundy?\nF BRE - MAO\nA PAR - PIC")[1] is False
    assert asked("en", OPENING, "F BRE - MAO? Over my dead body. F BRE H.") == ("? F BRE H", True)
