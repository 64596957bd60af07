"""Asserts in the shared readers of cases explain themselves; properties are bounded in number, never in time."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.mail.sink import Sink, listening

pytest.register_assert_rewrite("tests.rules.trial", "tests.rules.plain", "tests.crash.killed")

settings.register_profile("judge", deadline=None)
settings.load_profile("judge")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What has been collected stays to the end: half a million objects that no search for garbage looks at again."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def port(sink: Sink) -> Iterator[int]:
    """The port at which the sink listens."""
    with listening(sink) as port:
        yield port
