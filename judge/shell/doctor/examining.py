"""Checks an installation: what is right, what is wrong, what to do about it, one line each."""

from collections.abc import Iterator

from judge.shell.doctor.check import Check, CheckFinding, Installation, closed
from judge.shell.doctor.connections import check_address, check_dns, check_listeners, check_relay
from judge.shell.doctor.machine import (
    check_alias_map,
    check_clock,
    check_database,
    check_folders,
    check_processes,
    check_texts,
    check_tournaments,
)

_CHECKS: tuple[Check, ...] = (
    check_address,
    check_listeners,
    check_folders,
    check_relay,
    check_clock,
    check_database,
    check_processes,
    check_tournaments,
    check_texts,
    check_alias_map,
    check_dns,
)


def examine(installation: Installation) -> Iterator[CheckFinding]:
    """Yield every finding, in the order in which an installation is set up; what cannot be looked at is one, too."""
    for check in _CHECKS:
        try:
            yield from check(installation)
        except OSError as error:
            yield closed("doctor", error)
