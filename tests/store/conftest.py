"""A store on a real file, with a clock that is set by hand."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.store.store import Store
from judge.system.clock import SettableClock

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock(NOON)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "judge.sqlite"


@pytest.fixture
def store(path: Path, clock: SettableClock) -> Iterator[Store]:
    store = Store(path, clock.now)
    yield store
    store.close()
