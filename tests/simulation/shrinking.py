"""A failure made smaller: the steps without which it still comes are left out, faults first, then letters."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation.world import STORM, Run, Simulation

MOST_TRIES = 40
"""Runs that a failure is made smaller by, at most."""


@dataclass(frozen=True)
class Failure:
    """What went wrong, at which step, or once all was done; the steps at which something failed, and somebody wrote."""

    run: Run
    step: int
    why: str
    faults: tuple[int, ...]
    letters: tuple[int, ...]
    is_at_end: bool = False

    @property
    def kind(self) -> str:
        """What two failures of the same fault have in common: the words, but for numbers and names."""
        return re.sub(r"<[^>]*>|\S*[\d@]\S*", "", self.why.partition(": ")[2])[:60]

    def __str__(self) -> str:
        run = self.run
        words = [f"python -m tests.simulation {run.seed} --games {run.games} --days {run.days:g}"]
        words += [] if self.is_at_end else [f"--steps {self.step}"]
        words += ["--storm"] if run.weather == STORM else []
        words += [f"--faults={','.join(map(str, self.faults))}"] if run.faults is not None else []
        words += [f"--letters={','.join(map(str, self.letters))}"] if run.letters is not None else []
        return f"{self.why}\n  {' '.join(words)}"


@dataclass(frozen=True)
class Lived:
    """A run without a failure: the hash of its trace, how many steps it took, what it counted."""

    trace: str
    steps: int
    tallies: dict[str, int]


def lived(run: Run, prepare: Callable[[Simulation], object] = lambda _: None) -> Lived | Failure:
    """Run it in a folder of its own."""
    with TemporaryDirectory() as folder:
        simulation = Simulation(Path(folder), run)
        prepare(simulation)
        try:
            trace = simulation.live()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its seed
            why = f"{type(error).__name__} at step {simulation.step}, {simulation.machine.now:%Y-%m-%d %H:%M}: {error}"
            steps = tuple(simulation.faults), tuple(simulation.letters)
            return Failure(run, simulation.step, why, *steps, simulation.is_ending)
        return Lived(trace, simulation.step, dict(simulation.promises.tallies))


def shrunk(first: Failure, prepare: Callable[[Simulation], object] = lambda _: None) -> Failure:
    """The smallest failure that is found: its faults and letters in halves, in quarters, one by one left out."""
    tries, best = 0, first
    for kind in ("faults", "letters"):
        size = len(getattr(best, kind))
        while size and tries < MOST_TRIES:
            steps, found = getattr(best, kind), None
            for start in range(0, len(steps), size):
                tries += 1
                fewer = frozenset(steps[:start] + steps[start + size :])
                run = replace(best.run, faults=fewer) if kind == "faults" else replace(best.run, letters=fewer)
                again = lived(run, prepare)
                if isinstance(again, Failure) and again.kind == first.kind:
                    found = again
                    break
            best = found or best
            size = min(size, len(getattr(best, kind))) if found else size // 2
    return best
