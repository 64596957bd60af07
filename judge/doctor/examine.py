"""Runs all checks of an installation."""

from collections.abc import Iterator

from judge.doctor.check import Check, CheckFinding, Installation
from judge.doctor.connections import check_address, check_listeners, check_relay
from judge.doctor.database import check_database
from judge.doctor.dns import check_dns
from judge.doctor.machine import check_clock, check_folders
from judge.doctor.tournaments import check_tournaments

CHECKS: tuple[Check, ...] = (
    check_address,
    check_listeners,
    check_folders,
    check_relay,
    check_clock,
    check_database,
    check_tournaments,
    check_dns,
)


def examine(installation: Installation) -> Iterator[CheckFinding]:
    """Yield every finding, in the order in which an installation is set up."""
    for check in CHECKS:
        yield from check(installation)
