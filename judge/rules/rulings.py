"""What has been decided of a battle so far, question by question."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from judge.rules.board import Province


class Question(StrEnum):
    """The three things there are to decide about a unit (DATC 5.B)."""

    ARRIVES = "arrives"  # does the convoy of this army hold?
    MOVES = "moves"  # does the attack succeed?
    SUPPORTS = "supports"  # does the support count?


class Decision(NamedTuple):
    """One question about the unit of one province."""

    question: Question
    at: Province


class _Decisions(dict[Province, Decision]):
    """One question about every unit, each made when first asked: they are asked by the thousand."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._question = question

    def __missing__(self, at: Province) -> Decision:
        made = self[at] = Decision(self._question, at)
        return made


ARRIVES = _Decisions(Question.ARRIVES)
MOVES = _Decisions(Question.MOVES)
SUPPORTS = _Decisions(Question.SUPPORTS)


@dataclass
class Rulings:
    """The answers known so far; an open question is answered None, and noted in ``asked``.

    ``paradoxical`` are the armies whose convoy could not be decided by the fights themselves.
    """

    known: dict[Decision, bool] = field(default_factory=dict)
    asked: set[Decision] = field(default_factory=set)
    paradoxical: set[Province] = field(default_factory=set)

    def arrives(self, at: Province) -> bool | None:
        """Whether the convoy of this army holds."""
        return self.on(ARRIVES[at])

    def moves(self, at: Province) -> bool | None:
        """Whether this attack succeeds."""
        answer = self.known.get(MOVES[at])
        return self.on(MOVES[at]) if answer is None else answer

    def supports(self, at: Province) -> bool | None:
        """Whether the support of this unit counts."""
        answer = self.known.get(SUPPORTS[at])
        return self.on(SUPPORTS[at]) if answer is None else answer

    def on(self, decision: Decision) -> bool | None:
        """The answer to one question, None while it is open."""
        answer = self.known.get(decision)
        if answer is None:
            self.asked.add(decision)
        return answer
