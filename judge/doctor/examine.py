"""The whole set-up looked over, check by check."""

from collections.abc import Iterator

from judge.doctor.books import books
from judge.doctor.finding import Check, Finding, Patient
from judge.doctor.leagues import leagues
from judge.doctor.machine import clock, folders
from judge.doctor.names import names
from judge.doctor.roads import address, doors, way_out

CHECKS: tuple[Check, ...] = (address, doors, folders, way_out, clock, books, leagues, names)


def examine(patient: Patient) -> Iterator[Finding]:
    """Every finding, in the order in which a set-up is built."""
    for check in CHECKS:
        yield from check(patient)
