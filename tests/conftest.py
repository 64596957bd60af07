"""Asserts in the shared readers of cases explain themselves; properties are bounded in number, never in time."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.mail.sink import Sink, listening
from tests.shared.painters_kept import keep_painters
from tests.shared.shares import drawn
from tests.shared.tables_once import make_tables_once

pytest.register_assert_rewrite("tests.rules.trial", "tests.rules.plain", "tests.crash.killed")

sys.dont_write_bytecode = False  # what Python has compiled is kept: by the processes that tests start, too
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

MEMORY, ROOM = Path("/dev/shm"), 2 * 2**30
"""Where Linux has files in memory, and the bytes that must be free: no test is about a disk, many wait for one."""


def lay_folders_in_memory() -> None:
    """Have folders for a while lie in memory, where there is room, and programs there may be run; unless told where."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return
    if not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


lay_folders_in_memory()

settings.register_profile("judge", drawn(100))
settings.load_profile("judge")

make_tables_once()
keep_painters()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What has been collected stays to the end: half a million objects that no search for garbage looks at again."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(autouse=True)
def own_umask() -> Iterator[None]:
    """Commands that a test runs in this process make files private from then on; the next test begins as this one."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def port(sink: Sink) -> Iterator[int]:
    """The port at which the sink listens."""
    with listening(sink) as port:
        yield port
