"""Recorded games: the orders of every phase, and the positions that follow."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from judge.packaged import packaged
from judge.rules.board import Power
from judge.rules.position import Phase, Position

GAMES = packaged("games")


@dataclass(frozen=True)
class RecordedPhase:
    """One phase: orders and units in the standard notation; ``centres`` after the last phase of an autumn only."""

    phase: Phase
    orders: Mapping[Power, tuple[str, ...]]
    units: Mapping[Power, tuple[str, ...]]
    centres: Mapping[Power, tuple[str, ...]] | None

    def differences(self, after: Position) -> tuple[str, ...]:
        """Return how a position differs from the record, in words; empty if it does not."""
        powers = sorted({*self.units, *(unit.power for unit in after.units.values())})
        found = [
            f"{self.phase} {power}: units {' '.join(mine)} against {' '.join(theirs)}"
            for power in powers
            if (mine := tuple(sorted(map(str, after.units_of(power)))))
            != (theirs := tuple(sorted(self.units.get(power, ()))))
        ]
        for power, theirs in (self.centres or {}).items():
            mine = tuple(after.centres_of(power))
            if mine != tuple(sorted(theirs)):
                found.append(f"{self.phase} {power}: centres {' '.join(mine)} against {' '.join(theirs)}")
        return tuple(found)


def recorded_games() -> tuple[str, ...]:
    """Return the names of the recorded games."""
    return tuple(sorted(path.stem for path in GAMES.glob("*.json")))


def load_record(name: str) -> tuple[RecordedPhase, ...]:
    """The phases of a recorded game, in order; FileNotFoundError when there is none of that name."""
    told = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return tuple(_phase(entry) for entry in told["phases"])


def _phase(entry: Mapping[str, object]) -> RecordedPhase:
    return RecordedPhase(
        Phase.parse(str(entry["phase"])),
        orders=_by_power(entry["orders"]),
        units=_by_power(entry["units"]),
        centres=_by_power(entry["centers"]) if "centers" in entry else None,
    )


def _by_power(told: object) -> Mapping[Power, tuple[str, ...]]:
    assert isinstance(told, dict)
    return {Power(power): tuple(items) for power, items in told.items()}
