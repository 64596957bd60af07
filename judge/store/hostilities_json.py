"""The hostilities of a movement phase as JSON: lists without names, because a snapshot has one for each phase."""

from typing import Any

from judge.game.phases.phase_facts import Hostilities, PowerPair, Standoff


def write_hostilities(known: Hostilities) -> list[Any]:
    """Standoffs, pairs of supports, pairs opposed to each other, provinces whose units stayed."""
    standoffs = [[one.province, *one.powers] for one in known.standoffs]
    return [standoffs, [*map(list, known.supports)], [*map(list, known.opposed)], [*known.stayed]]


def read_hostilities(values: Any, _: object) -> Hostilities:
    """What ``write_hostilities`` wrote; ValueError or TypeError where it is damaged."""
    standoffs, supports, opposed, stayed = values
    found = tuple(Standoff(province, tuple(powers)) for province, *powers in standoffs)
    return Hostilities(found, _pairs(supports), _pairs(opposed), tuple(stayed))


def _pairs(values: Any) -> tuple[PowerPair, ...]:
    return tuple((one, other) for one, other in values)
