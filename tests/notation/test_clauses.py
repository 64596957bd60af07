"""Sentences in any wording: what is followed, what is only offered; what no wording may bring about."""

import re
from functools import cache

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from judge.notation.line import Misread, MisreadReason, Offered, OrderReader
from judge.notation.loose_reading import is_legal
from judge.notation.order_readings import OrderContext
from judge.notation.sentences import read_sentences
from judge.notation.several_orders import read_orders
from judge.notation.tables import listed_phrases, load_notation
from judge.rules.orders import Order, province_of
from tests.notation.scenes import BOARD, FRANCE, Row, others, rows, scene
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

LINES = tuple(row for name in ("clauses", "forms") for row in rows(name))
UNITS = ("A PAR", "A MAR", "F BRE", "F LON", "A YOR", "F NTH")
POSITION = scene("S1901M", *UNITS)
CONTEXT = OrderContext(BOARD, POSITION, FRANCE)


@cache
def read(line: str, notation: str = "standard") -> tuple[list[Order], list[Order]]:
    """The orders that a line gives, and those that it only offers."""
    own = load_notation(notation)
    found = [one for _, one in read_orders(line, POSITION, BOARD, FRANCE, own, others(own))]
    given_ = [one for one in found if not isinstance(one, Misread | Offered)]
    return given_, [order for one in found if isinstance(one, Offered) for order in one.orders]


def wanted(fact: str) -> list[Order]:
    return [plain.order(text) for text in fact.split("; ") if text]


@each_case("row", LINES, ids=str)
def test_a_sentence_gives_its_orders_or_offers_them(row: Row) -> None:
    assert read(row.text, row.notation) == tuple(map(wanted, (*row.facts, "")[:2]))


TABLES = [
    ("standard", "PAR | A | move BUR", "A PAR - BUR"),
    ("standard", "| BRE | ENG |", "F BRE - ENG"),
    ("18centres", "| PAR | BOU |", "A PAR - BUR"),
    ("standard", "Paris............Burgundy", "A PAR - BUR"),
    ("standard", "army; Paris; to Burgundy", "A PAR - BUR"),
    ("standard", "army; Paris; hold", "A PAR H"),
    ("standard", "army; Marseilles; support Paris to Burgundy", "A MAR S A PAR - BUR"),
    ("18centres", "armée ; Marseille ; soutient Paris en Bourgogne", "A MAR S A PAR - BUR"),
    ("18centres", "A ; PAR ; T", "A PAR H"),
]


@pytest.mark.parametrize(("notation", "line", "order"), TABLES)
def test_a_row_of_a_table_is_an_order(notation: str, line: str, order: str) -> None:
    assert read(line, notation) == ([plain.order(order)], [])


# --- what holds of any wording

NAMES = (
    "Paris",
    "Marseilles",
    "Brest",
    "London",
    "York",
    "the North Sea",
    "Burgundy",
    "Spain",
    "the Channel",
    "Norway",
)
OWN = {"Paris": "PAR", "Marseilles": "MAR", "Brest": "BRE", "London": "LON", "York": "YOR", "the North Sea": "NTH"}
TABLES_OF_WORDS = (
    "move",
    "towards",
    "hold",
    "support",
    "supported",
    "convoy",
    "convoyed",
    "via",
    "it",
    "there",
    "small",
)
WORDS = tuple(phrase.replace("*", "s") for name in TABLES_OF_WORDS for phrase in listed_phrases("sentences", name))
DENYING = (
    "not",
    "never",
    "don't",
    "no",
    "without",
    "instead of",
    "if",
    "unless",
    "or",
    "ne",
    "pas",
    "jamais",
    "sinon",
    "ou",
)
POLITE = ("please", "kindly", "thanks", "judge", "svp", "merci", "if you please", "s'il vous plaît", "thank you")
ORDERS = tuple(row for row in LINES if row.notation == "standard" and (*row.facts, "")[0])

pieces = st.one_of(st.sampled_from(NAMES), st.sampled_from(WORDS), st.sampled_from([",", ".", ":", "and", "zyx"]))


@given(st.lists(pieces, min_size=2, max_size=14))
@example(["Paris", "marches", "towards", "Burgundy"])
@example(["Paris", "Paris", ".", "ne bougera pas"])
def test_whatever_is_read_is_legal_and_of_a_unit_that_the_line_names(words: list[str]) -> None:
    line = " ".join(words)
    own = load_notation("standard")
    found = [one for _, one in read_sentences(line, OrderReader(own, others(own), CONTEXT), lambda _: ())]
    named = {code for name, code in OWN.items() if name in line}
    for order in (order for one in found for order in (one.orders if isinstance(one, Offered) else (one,))):
        if isinstance(order, Misread):
            assert order.why is MisreadReason.DENIED
            continue
        assert is_legal(order, CONTEXT)
        assert province_of(order) in named or not named


@given(st.sampled_from(ORDERS), st.sampled_from(DENYING), st.randoms(use_true_random=False))
def test_a_sentence_with_a_word_that_denies_or_sets_a_condition_is_never_followed(
    row: Row, word: str, chance: object
) -> None:
    words = row.text.rstrip(".?!").split()
    assume(not {".", ",", ";"} & set("".join(words)))
    assume(
        not re.search(r"n't\b|\bnot?\b|\bne\b|\bpas\b", row.text)
    )  # a hold told as a denial: denied twice it says nothing
    at = chance.randrange(len(words))  # type: ignore[attr-defined]
    line = " ".join([*words[:at], word, *words[at:]])
    assert read(line)[0] == []


@pytest.mark.parametrize("word", POLITE)
def test_polite_words_change_nothing_but_that_an_order_may_be_offered(word: str) -> None:
    """Each word on a tenth of the lines (``make test-crash``: on all)."""
    for row in in_turn(ORDERS, POLITE.index(word), 10):
        plain = sorted(map(str, [*read(row.text)[0], *read(row.text)[1]]))
        for text in (f"{word}, {row.text}", f"{row.text.rstrip('.?! ')}, {word}."):
            assert sorted(map(str, [*read(text)[0], *read(text)[1]])) == plain, text
