"""A natural yes, no or part takes what it says of what was offered; one with a condition or a doubt takes nothing."""

from pathlib import Path

import pytest

from judge.game.settings import Language
from tests.corpus.carried_out import carried_out
from tests.corpus.collection import LANGUAGES, CorpusLetter
from tests.shared.each_case import each_case

ORDERS = {"1": "A PAR - BUR", "2": "A MAR - SPA", "3": "F BRE - MAO"}
ABOVE = {"en": "If Italy agrees:", "fr": "Si l'Italie est d'accord :"}


def rows(language: Language) -> list[tuple[str, frozenset[str], frozenset[str], str]]:
    """The letter that is offered, the orders in force behind the reply, those still offered, the reply."""
    found, offered = [], ""
    text = (Path(__file__).parent / f"to-an-offer.{language}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("%% "):
            offered = "\n".join((ABOVE[language], *map(ORDERS.__getitem__, line[3:].split(", "))))
        elif line and not line.startswith("#"):
            executed, waiting, reply = line.split(" | ", 2)
            found.append((offered, _orders(executed), _orders(waiting), reply.replace("\\n", "\n")))
    return found


def _orders(written: str) -> frozenset[str]:
    return frozenset(ORDERS.get(one, one) for one in written.split(", ") if one != "-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_many_ways_to_answer(language: Language) -> None:
    assert len(rows(language)) >= 120


@each_case(("language", "row"), [(language, row) for language in LANGUAGES for row in rows(language)])
def test_a_reply_takes_what_it_says_of_what_was_offered(
    language: Language, row: tuple[str, frozenset[str], frozenset[str], str]
) -> None:
    offered, executed, waiting, reply = row
    letter = CorpusLetter(language, "replies", 1, "opening", "FRANCE", "standard", (offered, reply))
    outturn = carried_out(letter)
    assert (outturn.executed, outturn.offered) == (executed, waiting), reply
