"""One order in as many turns of phrase as people have for it, below those of other units: each is read as it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

MOST_OFFERED = 25
"""Of a hundred remarks about a unit that give it no order, how many may be offered as one."""
_HEAD = re.compile(r"(\S+) (\S+): (.*)\n(?:% above: (.*)\n)?")


DENIED, UNOFFERED, SPOKEN_OF = "never ", "not offered ", "spoken of "


def letters(how: str = "") -> Iterator[CorpusLetter]:
    """A letter for each line of the tables; of orders and units which nothing tells of where ``how`` is given."""
    for language in LANGUAGES:
        file = f"remarks.{language}.txt" if how == SPOKEN_OF else f"{language}.txt"
        text = Path(__file__).with_name(file).read_text(encoding="utf-8")
        for section in text.split("%% ")[1:]:
            head = _HEAD.match(section)
            assert head, section[:60]
            scene, power, says, above = head.groups("")
            is_wanted = says.startswith(how) if how else not says.startswith((DENIED, UNOFFERED))
            orders = frozenset(says.removeprefix(how).split("; "))
            for number, line in enumerate(section[head.end() :].strip().split("\n") if is_wanted else (), 1):
                lines = "\n".join([*filter(None, above.split("; ")), line])
                told = CorpusLetter(language, line, number, scene, power, "standard", (lines,))
                yield replace(told, never=orders) if how else replace(told, meant=orders)


@each_case("letter", in_turn([*letters()], 0, of=2), ids=lambda letter: letter.name)
def test_a_turn_of_phrase_is_read_as_the_order_that_it_gives(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert found.is_whole
    assert found.executed_not_meant == frozenset()
    assert not_orders(letter) == set()


@each_case("letter", in_turn([*letters(DENIED)], 0, of=2), ids=lambda letter: letter.name)
def test_what_others_are_to_do_and_what_one_does_not_are_no_order(letter: CorpusLetter) -> None:
    executed = carried_out(letter).executed
    assert [order for order in executed if order.startswith(tuple(letter.never))] == []


@each_case("letter", in_turn([*letters(UNOFFERED)], 0, of=2), ids=lambda letter: letter.name)
def test_what_nobody_means_is_not_offered_either(letter: CorpusLetter) -> None:
    found = carried_out(letter)
    assert [order for order in found.executed | found.offered if order.startswith(tuple(letter.never))] == []


def _orders_of(letter: CorpusLetter, orders: frozenset[str]) -> list[str]:
    return [order for order in orders if order.startswith(tuple(letter.never))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_remarks_about_a_unit_none_is_an_order_and_few_are_offered_as_one(language: Language) -> None:
    remarks = in_turn([letter for letter in letters(SPOKEN_OF) if letter.language == language], 0, of=4)
    found = {letter.family: carried_out(letter) for letter in remarks}
    assert [line for letter in remarks if _orders_of(letter, found[line := letter.family].executed)] == []
    offered = [line for letter in remarks if _orders_of(letter, found[line := letter.family].offered)]
    assert len(offered) <= len(remarks) * MOST_OFFERED // 100
