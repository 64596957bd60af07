"""Where our rule books part: the same orders decided differently, each text cited, one policy behind it."""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import combinations
from pathlib import Path

from judge.game.press.messages import PressSent, SendPress
from judge.rules.board_file import load_board
from judge.rules.rulebook import RuleBook, load_rulebook, rulebook_names
from tests.game import tables
from tests.rules.cases import Case, cases
from tests.rules.stim.campaigns import OfTroops
from tests.rules.trial import Trial
from tests.shared.each_case import each_case

FOLDER = Path(__file__).parent / "differences"
ALIKE = cases([FOLDER / "alike.toml"])
APART = cases(file for file in FOLDER.glob("*.toml") if file.stem != "alike")
LETTERS = [case for case in APART if case.fact("press")]
BOOKS = tuple(map(load_rulebook, rulebook_names()))
TOLD = {"name", "sight", "eliminated_take_over"}
"""What no verdict depends on: how a book is called, whom it shows what, who may take a seat."""
POLICIES = [field.name for field in fields(RuleBook) if field.name not in TOLD]


def _outcome(case: Case) -> tuple[object, ...]:
    """All that a case says of a book."""
    return tuple(case.phases), *(repr(case.fact(key)) for key in ("retreats", "ends", "press", "owned", "after"))


def _trial(case: Case) -> Trial:
    """The case on its board: the standard one, or one with troops, for which 004 writes orders."""
    name = case.fact("board")
    return Trial(case, OfTroops(load_board(name)), load_board(name)) if name else Trial(case)


def _pairs() -> Iterator[tuple[Case, Case]]:
    """The same case under two books that decide it differently."""
    for one, other in combinations(APART, 2):
        if one.facts is other.facts and _outcome(one) != _outcome(other):
            yield from ((one, other), (other, one))


@each_case("case", ALIKE + APART, ids=str)
def test_case(case: Case) -> None:
    _trial(case).hold()


@each_case("case", LETTERS, ids=str)
def test_a_letter_in_a_short_phase(case: Case) -> None:
    game = tables.started(replace(tables.WEEKLY, rulebook=case.book))
    game = replace(game, position=Trial(case).opening)
    (sent,) = tables.decided(game, SendPress(tables.address("FRANCE"), (), "Munich is yours."))
    assert isinstance(sent, PressSent)
    assert {True: "kept", False: "delivered"}[sent.held] == case.fact("press")


@each_case("case", ALIKE + APART, ids=str)
def test_the_text_of_every_book_is_cited(case: Case) -> None:
    assert set(case.facts["texts"]) == set(rulebook_names())


@each_case(("case", "other"), tuple(_pairs()), ids=str)
def test_one_policy_makes_the_difference(case: Case, other: Case) -> None:
    """A book that takes over this one policy of another decides as the other does."""
    policy = case.facts["policy"]
    mixed = replace(load_rulebook(case.book), **{policy: getattr(load_rulebook(other.book), policy)})
    _trial(other).hold(mixed)


@each_case("policy", POLICIES)
def test_every_two_choices_are_shown_apart(policy: str) -> None:
    chosen = {frozenset({getattr(one, policy), getattr(other, policy)}) for one, other in combinations(BOOKS, 2)}
    shown = {
        frozenset(getattr(load_rulebook(case.book), policy) for case in pair)
        for pair in _pairs()
        if pair[0].facts["policy"] == policy
    }
    assert shown == {choice for choice in chosen if len(choice) > 1}


@each_case("case", ALIKE, ids=str)
def test_alike_means_alike(case: Case) -> None:
    assert "otherwise" not in case.facts
