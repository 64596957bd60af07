"""Checks the files of tournaments."""

from collections.abc import Iterator

from judge.doctor.check import CheckFinding, Installation, fine, wrong
from judge.tournaments import read_tournaments


def check_tournaments(installation: Installation) -> Iterator[CheckFinding]:
    """Yield a finding for each file at fault; none if there are no tournaments."""
    good, at_fault = read_tournaments(installation.config.folders.tournaments)
    for said in at_fault:
        yield wrong("league", said, "put it right; until then nobody sees that tournament")
    if good:
        yield fine("league", f"tournaments: {', '.join(one.name for one in good)}")
