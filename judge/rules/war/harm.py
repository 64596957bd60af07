"""The hit points a unit loses in the fights of a phase."""

from dataclasses import dataclass

from judge.rules.board import Province
from judge.rules.fast import fast_init


@fast_init
@dataclass(frozen=True, slots=True)
class Harm:
    """A unit lost ``points`` hit points to the units in ``by`` and has ``left``; 0 if it was annihilated."""

    by: tuple[Province, ...]
    points: int
    left: int
