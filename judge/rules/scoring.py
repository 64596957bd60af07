"""C-Diplo scores, exact (000 V)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from judge.rules.board import Board, Power

TO_SHARE = Fraction(100)
TAKING_PART = Fraction(1)
BONUSES = (Fraction(38), Fraction(14), Fraction(7))


def c_diplo(board: Board, centres: Mapping[Power, int], solo: Power | None) -> Mapping[Power, Fraction]:
    """Score every power in ``centres``, which counts the centres of all who took part, the eliminated too.

    A solo takes all. Otherwise one point for taking part, one for each centre, and the bonuses of the first three
    places; powers of as many centres share the bonuses of the places they fill. On the standard board seven
    scores sum to 100, centres that stayed neutral included.
    """
    if solo:
        return {power: TO_SHARE if power == solo else Fraction(0) for power in centres}
    places = list(_places(centres))
    scores: dict[Power, Fraction] = {}
    for group in places:
        bonuses = BONUSES[len(scores) : len(scores) + len(group)]
        bonus = sum(bonuses, Fraction(0)) / len(group)
        scores |= {power: TAKING_PART + centres[power] + bonus for power in group}
    scores = _with_neutral_centres(scores, places, len(board.centres) - sum(centres.values()))
    return {power: scores[power] for power in centres}


def _places(centres: Mapping[Power, int]) -> Iterator[tuple[Power, ...]]:
    """The powers from first to last, those of as many centres together."""
    ranked = sorted(centres, key=lambda power: -centres[power])
    for _, group in groupby(ranked, key=lambda power: centres[power]):
        yield tuple(group)


def _with_neutral_centres(
    scores: Mapping[Power, Fraction], places: Sequence[tuple[Power, ...]], neutral: int
) -> dict[Power, Fraction]:
    """Share out the points of neutral centres: broken scores are made whole, the winner takes what is left.

    Powers of one place are completed together or, where the points do not suffice, not at all; tied winners
    divide what is left.
    """
    rounded = dict(scores)
    points = Fraction(neutral)
    for group in places:
        missing = -scores[group[0]] % 1
        if missing * len(group) <= points:
            rounded |= {power: scores[power] + missing for power in group}
            points -= missing * len(group)
    winners = places[0] if places else ()
    return rounded | {power: rounded[power] + points / len(winners) for power in winners}
