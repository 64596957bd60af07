"""One order in as many turns of phrase as people have for it, below those of other units: each is read as it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

_HEAD = re.compile(r"(\S+) (\S+): (.*)\n(?:% above: (.*)\n)?")


_DENIED, _UNOFFERED = "never ", "not offered "


def letters(how: str = "") -> Iterator[CorpusLetter]:
    """A letter for each line of the tables; of orders and units which nothing tells of where ``how`` is given."""
    for language in LANGUAGES:
        text = Path(__file__).with_name(f"{language}.txt").read_text(encoding="utf-8")
        for section in text.split("%% ")[1:]:
            head = _HEAD.match(section)
            assert head, section[:60]
            scene, power, says, above = head.groups("")
            is_wanted = says.startswith(how) if how else not says.startswith((_DENIED, _UNOFFERED))
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


@each_case("letter", in_turn([*letters(_DENIED)], 0, of=2), ids=lambda letter: letter.name)
def test_what_others_are_to_do_and_what_one_does_not_are_no_order(letter: CorpusLetter) -> None:
    executed = carried_out(letter).executed
    assert [order for order in executed if order.startswith(tuple(letter.never))] == []


@each_case("letter", in_turn([*letters(_UNOFFERED)], 0, of=2), ids=lambda letter: letter.name)
def test_what_nobody_means_is_not_offered_either(letter: CorpusLetter) -> None:
    found = carried_out(letter)
    assert [order for order in found.executed | found.offered if order.startswith(tuple(letter.never))] == []
