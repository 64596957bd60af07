"""The answers known so far while a battle is resolved, and the strengths they are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import NamedTuple

from judge.rules.board import Province
from judge.rules.fast import fast_init

# --- the strengths of the sides of a fight, as ranges while they are not fully decided


@fast_init
@dataclass(frozen=True, slots=True)
class Strength:
    """A strength between a lowest and a highest possible value."""

    low: int
    high: int


NO_STRENGTH = Strength(0, 0)


@fast_init
@dataclass(frozen=True, slots=True)
class Side:
    """One unit of a fight that is decided: its strength there, and the units whose supports are part of it."""

    unit: Province
    strength: int
    supporters: tuple[Province, ...] = ()


@cache
def exact_strength(value: int) -> Strength:
    """Return a strength that is fully decided."""
    return Strength(value, value)


class Fight(NamedTuple):
    """An attack and its opponents.

    ``opposed`` has the strength of each: the unit that stays in the target, and the other attackers.
    """

    attack: Strength
    opposed: Mapping[Province, Strength]


# --- the answers known so far while a battle is resolved, by question and province


class DecisionKind(StrEnum):
    """The three questions about a unit (DATC 5.B)."""

    ARRIVES = "arrives"  # does the convoy of this army hold?
    MOVES = "moves"  # does the attack succeed?
    SUPPORTS = "supports"  # does the support count?


class Decision(NamedTuple):
    """One question about the unit of one province."""

    question: DecisionKind
    at: Province


class _DecisionsByProvince(dict[Province, Decision]):
    """One question about every unit, each value made when first asked: thousands are asked."""

    def __init__(self, question: DecisionKind) -> None:
        super().__init__()
        self._question = question

    def __missing__(self, at: Province) -> Decision:
        made = self[at] = Decision(self._question, at)
        return made


ARRIVES = _DecisionsByProvince(DecisionKind.ARRIVES)
MOVES = _DecisionsByProvince(DecisionKind.MOVES)
SUPPORTS = _DecisionsByProvince(DecisionKind.SUPPORTS)


Answers = dict[Province, bool]
"""The known answers to one question, by the province of the unit."""


@dataclass
class Rulings:
    """The answers known so far; an open question is answered None and added to ``asked``.

    ``paradoxical`` are the armies whose convoy the fights alone could not decide. ``fights`` keeps, by attacker, the
    fights whose strengths are all known.
    """

    arriving: Answers = field(default_factory=dict)
    moving: Answers = field(default_factory=dict)
    supporting: Answers = field(default_factory=dict)
    asked: set[Decision] = field(default_factory=set)
    paradoxical: set[Province] = field(default_factory=set)
    fights: dict[Province, Fight] = field(default_factory=dict)

    def arrives(self, at: Province) -> bool | None:
        """Whether the convoy of this army holds."""
        answer = self.arriving.get(at)
        if answer is None:
            self.asked.add(ARRIVES[at])
        return answer

    def moves(self, at: Province) -> bool | None:
        """Whether this attack succeeds."""
        answer = self.moving.get(at)
        if answer is None:
            self.asked.add(MOVES[at])
        return answer

    def supports(self, at: Province) -> bool | None:
        """Whether the support of this unit counts."""
        answer = self.supporting.get(at)
        if answer is None:
            self.asked.add(SUPPORTS[at])
        return answer

    def on(self, decision: Decision) -> bool | None:
        """The answer to one question, None while it is open."""
        return self.answers[decision.question].get(decision.at)

    def settle(self, decision: Decision, answer: bool) -> None:
        """Answer a question once and for all."""
        self.answers[decision.question][decision.at] = answer

    def copy(self) -> "Rulings":
        """What is known, to try guesses on."""
        return Rulings(dict(self.arriving), dict(self.moving), dict(self.supporting))

    def with_guess(self, decision: Decision, answer: bool) -> "Rulings":
        """What is known, with one guess beside it."""
        guessed = self.copy()
        guessed.settle(decision, answer)
        return guessed

    @cached_property
    def answers(self) -> Mapping[DecisionKind, Answers]:
        """What is known of each question."""
        return {
            DecisionKind.ARRIVES: self.arriving,
            DecisionKind.MOVES: self.moving,
            DecisionKind.SUPPORTS: self.supporting,
        }
