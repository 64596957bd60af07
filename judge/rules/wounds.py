"""What the fights of a phase cost a unit that may be hurt."""

from dataclasses import dataclass

from judge.rules.board import Province
from judge.rules.swift import swift


@swift
@dataclass(frozen=True, slots=True)
class Harm:
    """A unit lost so many hit ``points`` to the units in ``by``; none are ``left`` of one that was annihilated."""

    by: tuple[Province, ...]
    points: int
    left: int
