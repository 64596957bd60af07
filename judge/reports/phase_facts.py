"""What a report begins with: in two or three sentences, what a phase brought its reader's own units and centres.

For who has no units these are the most notable events of the board.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import PhaseFact, phase_facts
from judge.reports.board_facts import board_clauses
from judge.reports.fact_words import FactWords
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power

_MOST_SENTENCES = 3
_MOST_ONE_BY_ONE = 2
"""The most units that are told of one by one, where other things are told, too; one more where they are alone."""


def fact_paragraphs(event: PhaseClosed, powers: Sequence[Power], phrasing: Phrasing, *, sees_all: bool) -> list[str]:
    """Return a paragraph for each power of a reader, or one on the board where nothing happened to any of them.

    ``phrasing`` speaks of the position before the phase. Where fog hides anything, nothing is told of the board.
    """
    told = {power: list(_clauses(phase_facts(event, power), power, phrasing)) for power in powers}
    nothing = phrasing.say(f"fact.nothing.{event.before.phase.kind.value}")
    if sees_all and not any(told.values()):
        board = board_clauses(event, phrasing)
        return [_paragraph([*([nothing] * bool(powers)), *board][:_MOST_SENTENCES], phrasing)]
    texts = {power: _paragraph(clauses, phrasing) for power, clauses in told.items() if clauses}
    if len(powers) == 1:
        return [*texts.values()] or [_paragraph([nothing], phrasing)]
    return [phrasing.say("fact.of_power", power=phrasing.power(power), text=text) for power, text in texts.items()]


def _paragraph(clauses: Sequence[str], phrasing: Phrasing) -> str:
    """Return clauses as at most three sentences, the shortest neighbours together."""
    told = list(clauses)
    while len(told) > _MOST_SENTENCES:
        lengths = [len(one) + len(other) for one, other in pairwise(told)]
        at = lengths.index(min(lengths))
        told[at : at + 2] = [phrasing.say("words.semicolon").join(told[at : at + 2])]
    return " ".join(f"{one[:1].upper()}{one[1:]}." for one in told)


def _clauses(facts: Sequence[PhaseFact], power: Power, phrasing: Phrasing) -> Iterator[str]:
    """Yield a clause for each fact; where there are too many, one for all units that did as ordered."""
    words = FactWords(power, phrasing, sum(len(fact.units) for fact in facts))
    plain = [fact for fact in facts if fact.kind.is_plain]
    is_short = len(facts) > _MOST_SENTENCES and len(plain) > 1
    told = [fact for fact in facts if not (is_short and fact.kind.is_plain)]
    for fact in told:
        yield words.clause(fact, _MOST_ONE_BY_ONE + (len(told) == 1))
    if is_short:
        number = sum(len(fact.units) for fact in plain)
        key = "fact.all_as_ordered" if number == words.total else "fact.others"
        yield phrasing.count(key, number)
