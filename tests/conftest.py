"""Asserts in the shared readers of cases explain themselves; properties are bounded in number, never in time."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.mail.sink import Sink, listening

pytest.register_assert_rewrite("tests.rules.trial", "tests.rules.plain", "tests.crash.killed")

settings.register_profile("judge", deadline=None)
settings.load_profile("judge")


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def port(sink: Sink) -> Iterator[int]:
    """The port at which the sink listens."""
    with listening(sink) as port:
        yield port
