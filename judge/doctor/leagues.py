"""Tournaments looked over: files that cannot be used."""

from collections.abc import Iterator

from judge.doctor.finding import Finding, Patient, fine, wrong
from judge.tournaments import read_tournaments


def leagues(patient: Patient) -> Iterator[Finding]:
    """One line for each file at fault; nothing where there are no tournaments."""
    good, at_fault = read_tournaments(patient.config.folders.tournaments)
    for said in at_fault:
        yield wrong("league", said, "put it right; until then nobody sees that tournament")
    if good:
        yield fine("league", f"tournaments: {', '.join(one.name for one in good)}")
