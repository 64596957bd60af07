"""One order in as many turns of phrase as people have for it, below those of other units: each is read as it."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.corpus.carried_out import Finding, carried_out, not_orders
from tests.corpus.collection import LANGUAGES, CorpusLetter
from tests.shared.each_case import each_case

_HEAD = re.compile(r"(\S+) (\S+): (.*)\n(?:% above: (.*)\n)?")


def letters(*, denied: bool) -> Iterator[CorpusLetter]:
    """A letter for each line of the tables; of units about which nothing is ordered those that are ``denied``."""
    for language in LANGUAGES:
        text = Path(__file__).with_name(f"{language}.txt").read_text(encoding="utf-8")
        for section in text.split("%% ")[1:]:
            head = _HEAD.match(section)
            assert head, section[:60]
            scene, power, says, above = head.groups("")
            for number, line in enumerate(section[head.end() :].strip().split("\n"), 1):
                lines = "\n".join([*filter(None, above.split("; ")), line])
                if denied == says.startswith("never "):
                    meant = frozenset() if denied else frozenset(says.split("; "))
                    yield CorpusLetter(language, line, number, scene, power, "standard", (lines,), meant=meant)


@each_case("letter", [*letters(denied=False)], ids=lambda letter: letter.name)
def test_a_turn_of_phrase_is_read_as_the_order_that_it_gives(letter: CorpusLetter) -> None:
    found = Finding(letter, carried_out(letter))
    assert found.is_whole
    assert found.executed_not_meant == frozenset()
    assert not_orders(letter) == set()


@each_case("letter", [*letters(denied=True)], ids=lambda letter: letter.name)
def test_what_others_are_to_do_and_what_one_does_not_are_no_order(letter: CorpusLetter) -> None:
    executed = carried_out(letter).executed
    assert [order for order in executed if order.startswith("A MAR")] == []
