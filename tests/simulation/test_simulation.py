"""One seed, everything: a judge, its mail, its disk and its clock go on by one seed, and all that was promised holds.

tests/crash has some weeks of it, ``make years`` years; docs/reliability.md says what is simulated.
"""

import sqlite3
from itertools import count
from typing import Any

import pytest

from judge.paths.receive import receive
from judge.service import timeline
from judge.store.records import Transaction
from judge.store.store import Store
from tests.simulation import machine
from tests.simulation.people import Match
from tests.simulation.promises import must
from tests.simulation.shrinking import Failure, Lived, lived, shrunk
from tests.simulation.world import STORM, Run, Simulation, Weather

SHORT = Run("3", games=2, days=7, weather=STORM)


def test_everything_holds_and_a_seed_tells_the_same_story_again() -> None:
    first, second = lived(SHORT), lived(SHORT)
    assert isinstance(first, Lived), str(first)
    assert first == second
    assert {"kill", "error", "letters accepted", "letters out", "events"} <= {*first.tallies}, "the seed shows nothing"


# --- faults that are planted, and are found


def failing(run: Run) -> Failure:
    found = lived(run)
    assert isinstance(found, Failure), "nothing was found"
    return found


PLAIN = Run("5", games=1, days=4)


def test_a_commit_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real, commits = machine._Connection.execute, count(1)

    def forgetting(self: Any, sql: str, *given: Any) -> sqlite3.Cursor:
        is_spool = sql == "COMMIT" and self.machine.running and self.machine.running.name == "door"
        return real(self, "ROLLBACK" if is_spool and next(commits) % 5 == 0 else sql, *given)

    monkeypatch.setattr(machine._Connection, "execute", forgetting)
    found = failing(PLAIN)
    assert "were answered 250 and are nowhere" in found.why
    assert str(found).endswith("python -m tests.simulation 5 --games 1 --days 4"), "the end is to be reached again"


def test_a_letter_that_leaves_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "note_sent", lambda *_: None)
    assert "has left 2 times" in failing(PLAIN).why


def test_a_bug_that_the_judge_goes_on_after_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = count(1)

    def failing_now_and_then(*given: Any) -> Transaction:
        if next(letters) % 10 == 0:
            raise KeyError
        return receive(*given)

    monkeypatch.setattr(timeline, "receive", failing_now_and_then)
    assert failing(PLAIN).why.startswith("KeyError")


def test_a_word_that_somebody_else_reads_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match.word
    monkeypatch.setattr(Match, "word", lambda self, writer, *_: real(self, writer))
    assert "which is not for them" in failing(Run("5", games=2, days=12)).why


def test_a_failure_is_made_smaller() -> None:
    def fail_after(simulation: Simulation) -> None:
        real = simulation._observe

        def observe(what: str) -> None:
            real(what)
            must(len(simulation.faults) < 1 or len(simulation.letters) < 2, "a fault and two letters")

        simulation._observe = observe  # type: ignore[method-assign]

    found = lived(Run("1", games=1, days=3, weather=Weather(fault=0.1)), fail_after)
    assert isinstance(found, Failure)
    small = shrunk(found, fail_after)
    assert (len(small.faults), len(small.letters)) == (1, 2)
    assert lived(small.run, fail_after) == small
    assert str(small).endswith(f" --steps {small.step} --letters={small.letters[0]},{small.letters[1]}")
