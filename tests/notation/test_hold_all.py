"""All units hold: every quantifier with every noun and every word for holding, exceptions, clauses beside orders."""

from collections.abc import Iterator
from itertools import cycle, product

import pytest

from judge.notation.hold_all import HoldClause, hold_clause_in, numbers_in_words
from judge.notation.line import Misread, Offered
from judge.notation.several_orders import read_orders
from judge.notation.tables import OrderPart, load_notation, shared_phrases
from judge.rules.board import UnitKind
from tests.notation.scenes import BOARD, FRANCE, Row, others, rows, scene
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn


def phrases(role: str) -> list[str]:
    return sorted(" ".join(words) for words in shared_phrases("hold_all", role))


def holds_of_orders() -> list[str]:
    standing = set(phrases("stand"))
    table = load_notation("standard").phrases
    said = {" ".join(words) for words, found in table.items() if any(one.part is OrderPart.HOLD for one in found)}
    return sorted(said - standing)


NOUNS = {role: phrases(role) for role in ("units", "armies", "fleets")}
HOLDS = [*holds_of_orders(), *phrases("hold")]
KINDS = {"units": None, "armies": UnitKind.ARMY, "fleets": UnitKind.FLEET}


def combinations(quantifiers: list[str]) -> Iterator[tuple[str, str]]:
    """Each quantifier with each word for holding, the nouns in turn; and with each noun, the words for holding in turn.

    Each as a line with the kind of noun in it.
    """
    nouns = [(role, noun) for role, listed in NOUNS.items() for noun in listed]
    for (quantifier, hold), (role, noun) in zip(product(quantifiers, HOLDS), cycle(nouns), strict=False):
        yield role, f"{quantifier} {noun} {hold}"
    for (quantifier, (role, noun)), hold in zip(product(quantifiers, nouns), cycle(HOLDS), strict=False):
        yield role, f"{quantifier} {noun} {hold}"


@pytest.mark.parametrize("role", ["all", "other", "number"])
def test_a_quantifier_a_noun_and_a_word_for_holding_have_all_hold(role: str) -> None:
    wrong = []
    for kind, line in in_turn([*combinations(phrases(role))], 0):
        clause = hold_clause_in(line)
        told = clause and (clause.is_whole, clause.held.kind, clause.held.besides)
        if told != (True, KINDS[kind], ""):
            wrong.append(line)
    assert wrong == []


def test_a_word_in_front_is_no_other() -> None:
    said = {role: [hold_clause_in(f"{word} units hold") for word in phrases(role)] for role in ("all", "other")}
    assert all(clause and clause.held.others for clause in said["other"])
    assert [clause for clause in said["all"] if clause and clause.held.others] == []


@each_case("word", phrases("except"))
def test_what_is_excepted_stands_behind_its_word(word: str) -> None:
    for line in ("All units hold", "Toutes les unités tiennent", "Tout en T", "Hold all", "Everybody holds,"):
        clause = hold_clause_in(f"{line} {word} A BUR - MUN, F BRE - MAO")
        assert clause is not None, line
        assert clause.held.besides == "A BUR - MUN, F BRE - MAO"


@each_case("joint", [". ", ", ", "; ", " and ", " et ", ", and ", " - ", "! ", ": "])
def test_a_clause_beside_orders_leaves_them_their_words(joint: str) -> None:
    order = "A PAR - BUR"
    for hold in ("all others hold", "le reste tient", "everybody else stays put", "XXX partout", "all units stay put"):
        behind, before = hold_clause_in(f"{order}{joint}{hold}"), hold_clause_in(f"{hold}{joint}{order}")
        assert behind
        assert (behind.before.rstrip(":"), behind.after) == (order, "")
        assert before
        assert (before.before, before.after) == ("", order)


NOT_ALL = [
    "Not all units hold",
    "All units move",
    "Nobody holds",
    "I hope everyone stays well",
    "All my orders stand",
    "My orders stand.",
    "Toutes mes amitiés",
    "Tout va bien",
    "All the best",
    "Everyone hold your breath",
    "Je tiens à vous remercier",
    "The rest is up to you",
    "Personne ne tient",
    "Every unit moves",
    "All orders hold good until Friday",
    "Je reste à votre disposition",
    "We remain friends",
]


@each_case("line", NOT_ALL)
def test_other_words_have_nobody_hold(line: str) -> None:
    assert hold_clause_in(line) is None


@each_case("row", tuple(rows("hold_all")), ids=str)
def test_a_line_gives_the_orders_it_says(row: Row) -> None:
    read = read_orders(row.text, scene(row.phase, *row.units), BOARD, FRANCE, row.own, others(row.own))
    meant = {found for _, found in read if not isinstance(found, Misread | Offered)}
    assert meant == {plain.order(text) for text in row.facts[-1].split("; ") if text}


def test_it_costs_little_to_find_none() -> None:
    line = "I hope that all my friends and the rest of the world, " * 9
    assert hold_clause_in(line) is None
    assert isinstance(hold_clause_in("All hold"), HoldClause)


def test_the_numbers_of_units_are_words_from_two_to_nine_in_both_languages() -> None:
    spoken = [word for word in numbers_in_words() if not word.isdecimal()]
    assert " ".join(spoken) == "two deux both three trois four quatre five cinq six seven sept eight huit nine neuf"


@each_case(
    "line",
    [
        "All Turkish units hold.",
        "The Turkish armies stay put.",
        "Toutes les unités turques tiennent.",
        "Les unités turques restent toutes en place.",
    ],
)
def test_units_called_those_of_a_power_are_the_writers_own_where_the_writer_plays_it(line: str) -> None:
    clause = hold_clause_in(line, {"turki", "turq"})
    assert clause
    assert clause.is_whole
    assert hold_clause_in(line) is hold_clause_in(line, {"itali"}) is None


@each_case(
    "line",
    [
        "Everything I own holds.",
        "All that I possess stays where it is.",
        "All units under my command hold.",
        "Tout ce que je possède reste en place.",
        "Tout ce qui m'appartient ne bouge pas.",
        "Toutes les unités sous mes ordres tiennent.",
    ],
)
def test_all_that_somebody_has_are_all_of_their_units(line: str) -> None:
    clause = hold_clause_in(line)
    assert clause
    assert clause.is_whole
    assert not clause.held.others
