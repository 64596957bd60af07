"""What a line denies is neither followed nor offered, nor named as what would work."""

from itertools import product

import pytest

from judge.notation.line import Misread, Offered
from judge.notation.read import read_order
from judge.notation.several_orders import read_orders
from judge.notation.tables import load_notation
from judge.rules.orders import Move, Order, SupportMove
from tests.notation.scenes import BOARD, FRANCE, others, scene
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.shares import share_of

UNITS = ("A PAR", "A MAR", "F BRE", "F LON", "A YOR", "F NTH")
POSITION = scene("S1901M", *UNITS)

WRITTEN = {
    "standard": ("A PAR - BUR", "A MAR S A PAR - BUR"),
    "18centres": ("A PAR - BOU", "A TOU S A PAR - BOU"),
}
"""What is denied, in a convention."""

FAMILIES = (
    # a denial in front
    "Do not play {}", "Don't play {}", "Never {}", "Not {}", "No {}", "I won't do {}", "I will not order {}",
    "I'd rather not play {}", "There will be no {}", "Under no circumstances {}", "I am not going to play {}",
    "I never wanted {}", "Avoid {}", "Without {}", "I refuse to play {}", "Ignore {}", "Cancel {}", "Forget {}",
    "Ne jouez pas {}", "Ne joue surtout pas {}", "Pas de {}", "Surtout pas {}", "Jamais {}", "Je ne veux pas de {}",
    "Je ne ferai pas {}", "Plus de {}", "Inutile de jouer {}", "Pas question de jouer {}", "Sans {}", "Annulez {}",
    "Oubliez {}", "Je ne joue ni {}", "Je renonce à {}",
    # behind it
    "{}? No.", "{}? Never!", "{}, no", "{}: no", "{} is cancelled", "{} is wrong", "{} is not to be played",
    "{} will not happen", "{} is out of the question", "{} - forget it",
    "{} ? Non.", "{}, non", "{} : non", "{} est annulé", "{} n'est pas à jouer", "{} ne se fera pas",
    "{}, jamais", "{} : surtout pas", "{} est exclu",
)  # fmt: skip

SENTENCES = {
    "standard": (
        "Paris must not go to Burgundy", "Paris does not attack Burgundy", "Paris is not to enter Burgundy",
        "Paris stays out of Burgundy", "Keep Paris out of Burgundy", "Paris will never go to Burgundy",
        "I don't want Paris to go to Burgundy", "Under no circumstances is Paris to go to Burgundy",
        "Paris won't be going to Burgundy", "Nobody goes from Paris to Burgundy", "No attack from Paris on Burgundy",
        "Marseilles does not support Paris to Burgundy", "Marseilles will not help Paris into Burgundy",
    ),
    "18centres": (
        "Paris n'ira pas en Bourgogne", "Que Paris n'entre surtout pas en Bourgogne", "Paris ne va pas en Bourgogne",
        "Je ne veux pas que Paris aille en Bourgogne", "Paris ne doit en aucun cas attaquer la Bourgogne",
        "Il n'est pas question que Paris aille en Bourgogne", "Paris reste hors de Bourgogne",
        "Pas d'attaque de Paris sur la Bourgogne", "Toulon ne soutient pas Paris vers la Bourgogne",
    ),
}  # fmt: skip

BEHIND = (
    "",
    ".",
    ", it holds.",
    ". Brest to the Channel.",
    "; Brest H",
    " and Brest holds.",
    ", sorry.",
    ", la flotte de Brest tient.",
)


def said(line: str, notation: str) -> set[Order]:
    """The orders that a line gives, offers or names as what would work."""
    own = load_notation(notation)
    found: set[Order] = set()
    for _, one in read_orders(line, POSITION, BOARD, FRANCE, own, others(own)):
        if isinstance(one, Misread):
            named = (read_order(hint, POSITION, BOARD, FRANCE, own) for hint in one.hints)
            found |= {order for order in (*one.meanings, *named) if not isinstance(order, Misread)}
        else:
            found |= set(one.orders) if isinstance(one, Offered) else {one}
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_an_order_that_a_line_denies_is_named_by_nothing(family: str) -> None:
    """Each with a third of what may stand behind it (``make sweeps``: with all)."""
    wrong = []
    for notation, orders in WRITTEN.items():
        denied = dict(zip(orders, (plain.order("A PAR - BUR"), plain.order("A MAR S A PAR - BUR")), strict=True))
        wrong += [
            line
            for (order, meant), behind in product(denied.items(), share_of(BEHIND, 3, family + notation))
            if not (family.endswith((".", "!")) and behind[:1] in {".", ",", ";"})
            and meant in said(line := f"{family.format(order)}{behind}", notation)
        ]
    assert wrong == []


@each_case(("notation", "sentence"), [(key, one) for key, found in SENTENCES.items() for one in found])
def test_nor_is_what_a_sentence_denies(notation: str, sentence: str) -> None:
    def is_denied(order: Order) -> bool:
        return isinstance(order, Move | SupportMove) and order.to.province == "BUR"

    assert [
        line for line in (f"{sentence}{behind}" for behind in BEHIND) if any(map(is_denied, said(line, notation)))
    ] == []
